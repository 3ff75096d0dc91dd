/// @file
/// For tests: runs GCC and Clang on generated sources. Compilers that are not installed are left out.
#ifndef OPSTRATA_SRC_ESGEN_COMPILE_FIXTURE_H_
#define OPSTRATA_SRC_ESGEN_COMPILE_FIXTURE_H_

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace opstrata::esgen::testing {

inline std::vector<std::string> compilers() {
  std::vector<std::string> found;
  for (const char *name : {"g++", "clang++"}) {
    if (std::system(("command -v " + std::string(name) + " >/dev/null 2>&1").c_str()) == 0) found.emplace_back(name);
  }
  return found;
}

/// A folder that goes away with the object.
class ScratchFolder {
 public:
  ScratchFolder() {
    const char *base = std::getenv("TMPDIR");
    path_ = std::string(base != nullptr ? base : "/tmp") + "/opstrata_esgen_XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) std::abort();
  }
  ~ScratchFolder() { (void)std::system(("rm -rf '" + path_ + "'").c_str()); }
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;
  const std::string &path() const { return path_; }

  std::string write(const std::string &name, const std::string &text) const {
    std::ofstream(path_ + "/" + name, std::ios::binary) << text;
    return path_ + "/" + name;
  }

 private:
  std::string path_;
};

struct Run {
  int code = -1;
  std::string output;  ///< both streams
};

inline Run run(const std::string &command) {
  Run result;
  FILE *pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[4096];
  for (size_t n = fread(buffer, 1, sizeof buffer, pipe); n > 0; n = fread(buffer, 1, sizeof buffer, pipe)) result.output.append(buffer, n);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

/// Include path of a user's program that was given the ES base and generated headers.
inline std::string include_flags(const std::string &generated) {
  const std::string include = OPSTRATA_SOURCE_DIR "/include/ascend";
  return "-I'" + generated + "' -I" + include + " -I" + include + "/ge ";
}

inline std::string slurp(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace opstrata::esgen::testing

#endif  // OPSTRATA_SRC_ESGEN_COMPILE_FIXTURE_H_
