/// @file
/// Where operators come from: the operator roots of the environment, the rank of a library by its place, and loading a
/// library so that what it registers is booked under that rank. Prototypes, inference functions and kernels use the same
/// rule: custom path > vendor > built-in by origin, not by load order; the first registration wins inside one origin.
#ifndef OPSTRATA_SRC_BASE_ORIGIN_H_
#define OPSTRATA_SRC_BASE_ORIGIN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/export.h"
#include "base/status.h"

namespace opstrata {

/// Precedence of a registration, ascending. kProgram: registered by the program itself or a library that it links.
enum class OriginRank : uint8_t { kBuiltIn = 0, kVendor = 1, kCustom = 2, kProgram = 3 };
struct Origin {
  std::string library;  ///< path of the shared object or archive file
  OriginRank rank = OriginRank::kProgram;
};
/// "built-in", "vendor", "custom path", "program".
OPSTRATA_INTERNAL std::string_view origin_rank_name(OriginRank rank);

/// A folder that holds operators of one origin (`op_proto/`, `op_impl/`, … below it).
struct OperatorRoot {
  std::string path;
  OriginRank rank = OriginRank::kBuiltIn;
};

/// ASCEND_OPP_PATH, else `opp` of our own installation (relative to this library). Without trailing slash.
OPSTRATA_INTERNAL std::string opp_path();
/// Path of the folder that holds our own libraries.
OPSTRATA_INTERNAL std::string own_library_dir();

/// The roots as the environment says now, strongest first: every element of ASCEND_CUSTOM_OPP_PATH (empty elements,
/// surrounding blanks and trailing slashes are harmless), `<opp>/vendors/<name>` in the order of `vendors/config.ini`
/// (`load_priority=a,b`; without that file all of them by name), `<opp>/built-in`. Folders need not exist.
OPSTRATA_INTERNAL std::vector<OperatorRoot> operator_roots();
/// The same for another operator folder than `opp_path()`.
OPSTRATA_INTERNAL std::vector<OperatorRoot> operator_roots(const std::string &opp);

/// Origin of the code at `address`: the library that holds it; its rank from the LoadScope of this thread, else by its path.
OPSTRATA_INTERNAL Origin origin_of(const void *address);
/// Keeps the library that holds `address` loaded for the life of the process.
OPSTRATA_INTERNAL void pin_library(const void *address);

/// Every `*.so` below `dir`, at any depth, in byte order of the paths; empty when there is no such folder. Trees of other
/// machines (`…/linux/<cpu>/…`) are left out.
OPSTRATA_INTERNAL std::vector<std::string> shared_objects_below(const std::string &dir);

/// Loads `path` for good; what it registers has rank `rank`. `global`: its symbols serve later libraries (prototypes).
/// Error kIo with the loader's text.
OPSTRATA_INTERNAL Status load_library(const std::string &path, OriginRank rank, bool global);

/// What a search did so far: folders in order of precedence with the number of libraries found in each, libraries that are
/// loaded, and libraries that did not load with the whole text.
struct SearchReport {
  std::vector<std::pair<std::string, size_t>> searched;
  std::vector<std::string> loaded;
  std::vector<std::pair<std::string, std::string>> failed;
  /// "a (2 libraries), b (0 libraries); cannot load library …", for texts that say where something was looked for.
  OPSTRATA_INTERNAL std::string to_string() const;
};

/// Loads the libraries of the same folders of every operator root at first use, and those of roots that the environment
/// names later. Make it a leaked singleton of the registry that it feeds.
class OPSTRATA_INTERNAL LibrarySearch {
 public:
  /// `room` for log records; `folders` relative to a root, without slashes at the ends; `global` as in load_library.
  LibrarySearch(std::string room, std::vector<std::string> folders, bool global);
  LibrarySearch(const LibrarySearch &) = delete;
  LibrarySearch &operator=(const LibrarySearch &) = delete;

  /// Cheap when the environment did not change. Does nothing when a library that is being loaded calls it.
  void refresh();
  /// Refreshes first.
  SearchReport report();

 private:
  struct State;
  State *state_;
  size_t number_ = 0;  ///< among all searches
};

}  // namespace opstrata

#endif  // OPSTRATA_SRC_BASE_ORIGIN_H_
