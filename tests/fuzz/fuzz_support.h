/// @file
/// What the fuzz targets share: a package folder in memory whose files are the inputs, and a check that stays in every build.
#ifndef OPSTRATA_TESTS_FUZZ_FUZZ_SUPPORT_H_
#define OPSTRATA_TESTS_FUZZ_FUZZ_SUPPORT_H_

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace opstrata::fuzz {

/// Ends the process when a property does not hold, so that the fuzzer keeps the input.
inline void require(bool holds, const char *what, const std::string &detail = {}) {
  if (holds) return;
  std::fprintf(stderr, "property violated: %s\n%s\n", what, detail.c_str());
  std::abort();
}

/// A package folder of this process, below a memory file system where there is one.
class Package {
 public:
  Package() {
    const std::string base = ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    folder_ = base + "/opstrata_fuzz_" + std::to_string(::getpid());
    for (const char *part : {"", "/registry", "/registry/r"}) ::mkdir((folder_ + part).c_str(), 0700);
  }
  ~Package() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Package(const Package &) = delete;
  Package &operator=(const Package &) = delete;

  const std::string &folder() const { return folder_; }

  /// An index of one release, r.
  std::string write_index() const {
    return write("index.json", R"({"version": "1.0.0", "releases": [{"release_version": "r", "release_date": "2026-01-01"}]})");
  }
  std::string write(const std::string &name, std::string_view text) const {
    const std::string path = folder_ + "/" + name;
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    require(fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "the input can be written", path);
    ::close(fd);
    return path;
  }

 private:
  std::string folder_;
};

inline std::string_view text_of(const uint8_t *data, size_t size) { return {reinterpret_cast<const char *>(data), size}; }

}  // namespace opstrata::fuzz

#endif  // OPSTRATA_TESTS_FUZZ_FUZZ_SUPPORT_H_
