#include "history/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/messages.h"

namespace opstrata::history {
namespace {

std::string parent_of(const std::string &path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Status close_checked(FileDescriptor fd, const std::string &path) {
  return ::close(fd.release()) == 0 ? Status() : io_error(path, "close", errno);
}

}  // namespace

FileDescriptor &FileDescriptor::operator=(FileDescriptor &&other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}
FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}
int FileDescriptor::release() { return std::exchange(fd_, -1); }

Status io_error(const std::string &path, std::string_view action, int error_number) {
  if (error_number == ENOENT) return fail(Msg::kHistoryMissing, {{"file", path}, {"action", action}});
  if (error_number == ELOOP) return fail(Msg::kHistoryLink, {{"file", path}});
  return fail(Msg::kHistoryIo,
              {{"file", path}, {"action", action}, {"reason", std::generic_category().message(error_number)}});
}

Result<std::string> read_file(const std::string &path, size_t limit, bool follow_links) {
  // O_NONBLOCK: a FIFO in place of a file must not hang the reader; it is refused below.
  const FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follow_links ? 0 : O_NOFOLLOW)));
  if (!fd.valid()) return io_error(path, "open", errno);
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) return io_error(path, "inspect", errno);
  if (!S_ISREG(info.st_mode)) return fail(Msg::kHistoryNotAFile, {{"file", path}});
  if (static_cast<uint64_t>(info.st_size) > limit) {
    return fail(Msg::kHistoryTooLarge, {{"file", path}, {"bytes", info.st_size}, {"limit", limit}});
  }
  std::string text(static_cast<size_t>(info.st_size), '\0');
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t got = ::read(fd.get(), text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_error(path, "read", errno);
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  text.resize(done);
  return text;
}

Status write_new_file(const std::string &path, std::string_view text) {
  FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!fd.valid()) return io_error(path, "create", errno);
  while (!text.empty()) {
    const ssize_t put = ::write(fd.get(), text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return io_error(path, "write", errno);
    text.remove_prefix(static_cast<size_t>(put));
  }
  if (::fsync(fd.get()) != 0) return io_error(path, "make durable", errno);
  return close_checked(std::move(fd), path);
}

Status sync_directory(const std::string &path) {
  FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) return io_error(path, "open", errno);
  // Some file systems cannot sync a folder (EINVAL); there a rename is as durable as it gets.
  if (::fsync(fd.get()) != 0 && errno != EINVAL) return io_error(path, "make durable", errno);
  return close_checked(std::move(fd), path);
}

Status replace_file(const std::string &path, std::string_view text, bool *replaced) {
  const size_t slash = path.find_last_of('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::string temporary = parent_of(path) + "/." + name + ".stage-" + std::to_string(::getpid());
  ::unlink(temporary.c_str());  // left by a crashed process that had our id
  Status status = write_new_file(temporary, text);
  if (status.ok() && ::rename(temporary.c_str(), path.c_str()) != 0) status = io_error(path, "replace", errno);
  if (!status.ok()) {
    ::unlink(temporary.c_str());
    return status;
  }
  if (replaced != nullptr) *replaced = true;
  return sync_directory(parent_of(path));
}

Status make_directories(const std::string &path, std::vector<std::string> *made) {
  const auto make = [&] {
    if (::mkdir(path.c_str(), 0777) != 0) return false;
    if (made != nullptr) made->push_back(path);
    return true;
  };
  if (make()) return sync_directory(parent_of(path));
  if (errno == ENOENT) {
    const std::string parent = parent_of(path);
    if (parent == path) return io_error(path, "make the folder", ENOENT);
    OPSTRATA_TRY(make_directories(parent, made));
    if (make()) return sync_directory(parent);
  }
  struct stat info {};
  const int error_number = errno;
  if (error_number == EEXIST && ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) return {};
  return io_error(path, "make the folder", error_number);
}

MadeDirectories::~MadeDirectories() {
  for (auto path = made_.rbegin(); path != made_.rend(); ++path) ::rmdir(path->c_str());
}

Status remove_tree(const std::string &path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return errno == ENOENT ? Status() : io_error(path, "inspect", errno);
  if (!S_ISDIR(info.st_mode)) return ::unlink(path.c_str()) == 0 ? Status() : io_error(path, "remove", errno);
  DIR *const dir = ::opendir(path.c_str());
  if (dir == nullptr) return io_error(path, "open", errno);
  Status status;
  while (const dirent *entry = ::readdir(dir)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    status = remove_tree(path + "/" + entry->d_name);
    if (!status.ok()) break;
  }
  ::closedir(dir);
  if (status.ok() && ::rmdir(path.c_str()) != 0) status = io_error(path, "remove", errno);
  return status;
}

Status refuse_link(const std::string &path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) == 0) return S_ISLNK(info.st_mode) ? io_error(path, "open", ELOOP) : Status();
  return errno == ENOENT ? Status() : io_error(path, "inspect", errno);
}

Result<bool> exists(const std::string &path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  return io_error(path, "inspect", errno);
}

Result<DirectoryLock> DirectoryLock::acquire(const std::string &directory) {
  FileDescriptor fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) return io_error(directory, "open", errno);
  while (::flock(fd.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return io_error(directory, "lock", errno);
  }
  return DirectoryLock(std::move(fd));
}

Result<DirectoryLock> DirectoryLock::acquire(const std::string &directory, MadeDirectories *made) {
  for (;;) {
    OPSTRATA_TRY(make_directories(directory, made->list()));
    Result<DirectoryLock> lock = acquire(directory);
    if (!lock.ok()) {
      if (lock.status().code() == Code::kNotFound) continue;
      return lock;
    }
    struct stat ours {
    }, there{};
    if (::fstat(lock->fd_.get(), &ours) != 0) return io_error(directory, "inspect", errno);
    if (::stat(directory.c_str(), &there) == 0) {
      if (ours.st_dev == there.st_dev && ours.st_ino == there.st_ino) return lock;
    } else if (errno != ENOENT) {
      return io_error(directory, "inspect", errno);
    }
  }
}

}  // namespace opstrata::history
