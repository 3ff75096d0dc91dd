/// @file
/// Reading of the registry's JSON files with simdjson: one bounded read, one parse, and errors that name file, JSON
/// pointer and reason. Included by the readers of this room only (a heavy header).
#ifndef OPSTRATA_SRC_HISTORY_JSON_INPUT_H_
#define OPSTRATA_SRC_HISTORY_JSON_INPUT_H_

#include <simdjson.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/status.h"

namespace opstrata::history {

/// Larger files are refused before they are read: real archives hold about 1 MB.
inline constexpr size_t kMaxFileBytes = size_t{64} << 20;
inline constexpr size_t kMaxDepth = 64;

/// A parsed file. Elements point into it.
class JsonFile {
 public:
  /// Reads and parses `path`. `follow_links` false refuses a symbolic link as the last component. Errors: kNotFound,
  /// kIo, kCorrupt (syntax with line and column, invalid UTF-8, nesting deeper than kMaxDepth, duplicate keys, size).
  static Result<std::unique_ptr<JsonFile>> load(const std::string &path, bool follow_links);

  simdjson::dom::element root() const { return root_; }
  const std::string &path() const { return path_; }
  /// kCorrupt for the member at `pointer` of this file.
  Status bad(const std::string &pointer, std::string_view reason) const;

 private:
  JsonFile() = default;
  std::string path_;
  simdjson::dom::parser parser_;
  simdjson::dom::element root_;
};

/// Members of `object` whose keys are not `known`, as the text of an object; empty when there are none.
std::string unknown_members(simdjson::dom::object object, std::span<const std::string_view> known);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_JSON_INPUT_H_
