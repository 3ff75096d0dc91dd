/// @file
/// One change of a registry folder that a crash cannot tear: new release folders are staged out of sight, moved into
/// place where nothing refers to them yet, and become visible by the rename of index.json. Used under the writers'
/// lock.
#ifndef OPSTRATA_SRC_HISTORY_TRANSACTION_H_
#define OPSTRATA_SRC_HISTORY_TRANSACTION_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "history/files.h"

namespace opstrata::history {

class Transaction {
 public:
  /// `directory`: the package folder; it exists and is locked. Leftovers of crashed writers are removed here.
  explicit Transaction(std::string directory);
  ~Transaction();  ///< removes what was staged and did not become visible
  Transaction(const Transaction &) = delete;
  Transaction &operator=(const Transaction &) = delete;

  /// Stages the folder of a release that the index does not hold.
  Status stage_release(const std::string &version, std::string_view metadata, std::string_view operators);
  /// Moves the staged folders into place and makes them visible with the new index.
  Status publish(std::string_view index);
  /// Whether the new index stands, also when publishing failed afterwards.
  bool visible() const { return visible_; }
  /// Replaces the two files of a release that the index holds; visible at once.
  Status replace_release(const std::string &version, std::string_view metadata, std::string_view operators);

  /// Removes the folder of a release that the index does not hold any more.
  Status remove_release(const std::string &version);

 private:
  std::string release_folder(const std::string &version) const { return directory_ + "/registry/" + version; }
  Status stage(const std::string &version, std::string_view metadata, std::string_view operators, std::string &folder);
  Status exchange(const std::string &staged, const std::string &place);

  MadeDirectories made_;  // goes last: by then nothing of a refused transaction is in it
  std::string directory_;
  struct Staged {
    std::string folder;
    std::string version;
  };
  std::vector<Staged> staged_;
  std::vector<std::string> placed_;  // release folders in place that no index names yet
  bool visible_ = false;
};

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_TRANSACTION_H_
