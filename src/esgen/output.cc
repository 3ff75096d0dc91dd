#include "esgen/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <vector>

#include "base/messages.h"

namespace opstrata::esgen {
namespace {

/// Closes a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

Status io_error(const std::string &path, const char *what) {
  return fail(Msg::kEsgenCannotWrite, {{"path", path}, {"what", what}, {"reason", std::strerror(errno)}});
}

/// Content of a file; false when it cannot be read.
bool read_file(const std::string &path, std::string *text) {
  const Descriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info {};
  if (fd.get() < 0 || fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  text->resize(static_cast<size_t>(info.st_size));
  size_t at = 0;
  while (at < text->size()) {
    const ssize_t n = read(fd.get(), text->data() + at, text->size() - at);
    if (n <= 0) return false;
    at += static_cast<size_t>(n);
  }
  return true;
}

bool has_bytes(const std::string &path, const std::string &text) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0 || static_cast<size_t>(info.st_size) != text.size()) return false;
  std::string old;
  return read_file(path, &old) && old == text;
}

Status write_file(const std::string &path, const std::string &text) {
  const Descriptor fd(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (fd.get() < 0) return io_error(path, "create");
  size_t at = 0;
  while (at < text.size()) {
    const ssize_t n = write(fd.get(), text.data() + at, text.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return io_error(path, "write");
    at += static_cast<size_t>(n);
  }
  return {};
}

Status make_directories(const std::string &directory) {
  for (size_t at = 1; at <= directory.size(); ++at) {
    if (at < directory.size() && directory[at] != '/') continue;
    const std::string part = directory.substr(0, at);
    if (mkdir(part.c_str(), 0777) != 0 && errno != EEXIST) return io_error(part, "create folder");
  }
  struct stat info {};
  if (stat(directory.c_str(), &info) != 0) return io_error(directory, "open folder");
  if (!S_ISDIR(info.st_mode)) {
    errno = ENOTDIR;
    return io_error(directory, "open folder");
  }
  return {};
}

std::set<std::string> read_manifest(const std::string &path) {
  std::set<std::string> names;
  std::string text;
  if (!read_file(path, &text)) return names;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string name = text.substr(at, end - at);
    // A manifest names files of its own folder only; anything else is not ours.
    if (name.rfind("es_", 0) == 0 && name.find('/') == std::string::npos) names.insert(name);
    at = end + 1;
  }
  return names;
}

}  // namespace

Result<OutputReport> write_files(const std::string &directory, const std::string &manifest,
                                 const std::map<std::string, std::string> &files) {
  OPSTRATA_TRY(make_directories(directory));
  const std::string base = directory + "/";
  const std::string suffix = ".tmp" + std::to_string(getpid());
  std::string list;
  for (const auto &[name, text] : files) list += name + "\n";
  std::set<std::string> stale = read_manifest(base + manifest);
  OutputReport report;
  std::vector<std::string> changed;
  Status status;
  const auto prepare = [&](const std::string &name, const std::string &text) {
    if (!status.ok() || has_bytes(base + name, text)) return;
    changed.push_back(name);
    status = write_file(base + name + suffix, text);
  };
  for (const auto &[name, text] : files) {
    prepare(name, text);
    report.bytes += text.size();
    ++report.files;
    stale.erase(name);
  }
  report.written = changed.size();
  prepare(manifest, list);
  for (const auto &name : changed) {
    if (status.ok() && rename((base + name + suffix).c_str(), (base + name).c_str()) != 0) status = io_error(base + name, "rename");
    if (!status.ok()) unlink((base + name + suffix).c_str());
  }
  if (!status.ok()) return status;
  for (const auto &name : stale) {
    if (unlink((base + name).c_str()) == 0) ++report.removed;
  }
  return report;
}

Status write_file_atomically(const std::string &directory, const std::string &name, const std::string &text) {
  OPSTRATA_TRY(make_directories(directory));
  const std::string path = directory + "/" + name;
  if (has_bytes(path, text)) return {};
  const std::string temporary = path + ".tmp" + std::to_string(getpid());
  Status status = write_file(temporary, text);
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0) status = io_error(path, "rename");
  if (!status.ok()) unlink(temporary.c_str());
  return status;
}

}  // namespace opstrata::esgen
