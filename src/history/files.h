/// @file
/// File-system steps of the registry: bounded reading, durable writing, and the lock that keeps writers apart.
#ifndef OPSTRATA_SRC_HISTORY_FILES_H_
#define OPSTRATA_SRC_HISTORY_FILES_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "base/status.h"

namespace opstrata::history {

/// Closes a file descriptor at scope end.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor &&other) noexcept : fd_(other.release()) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept;
  ~FileDescriptor();
  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  int release();

 private:
  int fd_;
};

/// kIo (kNotFound for ENOENT) with `errno`'s text: "<path>: cannot <action>: <reason>".
Status io_error(const std::string &path, std::string_view action, int error_number);

/// Reads a regular file of at most `limit` bytes.
Result<std::string> read_file(const std::string &path, size_t limit, bool follow_links);

/// Writes `text` to the new file `path` and makes it durable (fsync).
Status write_new_file(const std::string &path, std::string_view text);
/// Makes the entries of a folder durable.
Status sync_directory(const std::string &path);
/// Replaces `path` by a file with `text`: temporary file beside it, fsync, rename, fsync of the folder. `replaced` (may
/// be null) becomes true with the rename: a failure after it means only that a power cut may still undo it.
OPSTRATA_INTERNAL Status replace_file(const std::string &path, std::string_view text, bool *replaced = nullptr);
/// Makes the missing folders of `path`; `made` (may be null) gets those that were made, parents first.
OPSTRATA_INTERNAL Status make_directories(const std::string &path, std::vector<std::string> *made = nullptr);
/// Takes the folders that were made for a writer away again, as far as they are empty, unless the writer keeps them.
class MadeDirectories {
 public:
  MadeDirectories() = default;
  MadeDirectories(const MadeDirectories &) = delete;
  MadeDirectories &operator=(const MadeDirectories &) = delete;
  ~MadeDirectories();
  std::vector<std::string> *list() { return &made_; }
  void keep() { made_.clear(); }

 private:
  std::vector<std::string> made_;
};
/// Removes a file or a folder with everything in it, links not followed; missing is success.
OPSTRATA_INTERNAL Status remove_tree(const std::string &path);
/// kCorrupt when `path` exists and is a symbolic link: below a package folder links are refused.
Status refuse_link(const std::string &path);
/// Whether something has this name; an error when the operating system does not tell.
Result<bool> exists(const std::string &path);

/// Holds the writers' lock of a package folder (flock on the folder itself; nothing is left behind) until destroyed.
class DirectoryLock {
 public:
  /// Waits for other writers.
  static Result<DirectoryLock> acquire(const std::string &directory);
  /// The same, and makes the folder when it is missing, also when another writer takes it away while this one waits.
  static Result<DirectoryLock> acquire(const std::string &directory, MadeDirectories *made);

 private:
  explicit DirectoryLock(FileDescriptor fd) : fd_(std::move(fd)) {}
  FileDescriptor fd_;
};

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_FILES_H_
