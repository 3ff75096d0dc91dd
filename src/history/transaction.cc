#include "history/transaction.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>

#include "history/files.h"

namespace opstrata::history {
namespace {

constexpr std::string_view kStageMark = ".stage-";

// Removes entries of `folder` whose name holds the stage mark: only a writer that crashed leaves them.
void remove_leftovers(const std::string &folder) {
  DIR *const dir = ::opendir(folder.c_str());
  if (dir == nullptr) return;
  while (const dirent *entry = ::readdir(dir)) {
    const std::string_view name = entry->d_name;
    if (name.front() == '.' && name.find(kStageMark) != std::string_view::npos)
      (void)remove_tree(folder + "/" + entry->d_name);
  }
  ::closedir(dir);
}

}  // namespace

Transaction::Transaction(std::string directory) : directory_(std::move(directory)) {
  remove_leftovers(directory_);
  remove_leftovers(directory_ + "/registry");
}

Transaction::~Transaction() {
  for (const Staged &staged : staged_) (void)remove_tree(staged.folder);
  for (const std::string &folder : placed_) (void)remove_tree(folder);
}

Status Transaction::stage(const std::string &version, std::string_view metadata, std::string_view operators,
                          std::string &folder) {
  const std::string registry = directory_ + "/registry";
  OPSTRATA_TRY(refuse_link(registry));
  OPSTRATA_TRY(make_directories(registry, made_.list()));
  folder = registry + "/" + std::string(kStageMark) + version;
  Status status = make_directories(folder);  // may fail after it made it
  if (status.ok()) status = write_new_file(folder + "/metadata.json", metadata);
  if (status.ok()) status = write_new_file(folder + "/operators.json", operators);
  if (status.ok()) status = sync_directory(folder);
  if (!status.ok()) (void)remove_tree(folder);
  return status;
}

Status Transaction::stage_release(const std::string &version, std::string_view metadata, std::string_view operators) {
  std::string folder;
  OPSTRATA_TRY(stage(version, metadata, operators, folder));
  staged_.push_back({folder, version});
  return {};
}

Status Transaction::exchange(const std::string &staged, const std::string &place) {
  OPSTRATA_TRY(refuse_link(place));
  if (::renameat2(AT_FDCWD, staged.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) != 0) {
    return io_error(place, "replace the folder", errno);
  }
  // `staged` now holds what stood there before; losing it late is harmless.
  (void)remove_tree(staged);
  return {};
}

Status Transaction::publish(std::string_view index) {
  while (!staged_.empty()) {
    const Staged staged = staged_.back();
    const std::string place = release_folder(staged.version);
    // A folder that no index names is what a crash left between the two renames, or was never archived.
    OPSTRATA_TRY(refuse_link(place));
    OPSTRATA_TRY(remove_tree(place));
    if (::rename(staged.folder.c_str(), place.c_str()) != 0) return io_error(place, "move into place", errno);
    staged_.pop_back();
    placed_.push_back(place);
  }
  if (!placed_.empty()) OPSTRATA_TRY(sync_directory(directory_ + "/registry"));
  Status status = replace_file(directory_ + "/index.json", index, &visible_);
  if (visible_) placed_.clear();
  return status;
}

Status Transaction::remove_release(const std::string &version) {
  OPSTRATA_TRY(refuse_link(release_folder(version)));
  return remove_tree(release_folder(version));
}

Status Transaction::replace_release(const std::string &version, std::string_view metadata, std::string_view operators) {
  const std::string place = release_folder(version);
  remove_leftovers(place);
  const Result<std::string> old_metadata = read_file(place + "/metadata.json", size_t{1} << 20, false);
  // One file differs: its rename is the change, on every file system. Both differ: the folders change places.
  if (old_metadata.ok() && *old_metadata == metadata) return replace_file(place + "/operators.json", operators);
  std::string folder;
  OPSTRATA_TRY(stage(version, metadata, operators, folder));
  Status status;
  if (const Result<bool> there = exists(place); !there.ok())
    status = there.status();
  else if (*there)
    status = exchange(folder, place);
  else if (::rename(folder.c_str(), place.c_str()) != 0)
    status = io_error(place, "move into place", errno);
  if (!status.ok()) {
    (void)remove_tree(folder);
    return status;
  }
  return sync_directory(directory_ + "/registry");
}

}  // namespace opstrata::history
