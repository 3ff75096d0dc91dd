/// @file
/// Text of index.json and metadata.json: changes that keep everything else as it stood, unknown members included.
#ifndef OPSTRATA_SRC_HISTORY_INDEX_TEXT_H_
#define OPSTRATA_SRC_HISTORY_INDEX_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "history/registry.h"

namespace opstrata::history {

inline constexpr int kFormatMajor = 1;
inline constexpr std::string_view kFormatVersion = "1.0.0";

/// What to change in an index. Entries are kept verbatim otherwise, and sorted by date (equal dates keep their order).
struct IndexEdit {
  std::vector<Release> put;         ///< added, or given this date
  std::vector<std::string> remove;  ///< versions
  std::string_view source;  ///< index text from which new entries and unknown root members are taken; may be empty
};
/// `old_text` empty: a new index. Both texts must be valid indexes.
std::string edit_index(std::string_view old_text, const IndexEdit &edit);

/// metadata.json of a release; members of `old_text` (may be empty) that this version does not know are kept.
std::string metadata_text(const Release &release, std::string_view old_text);

/// Whether two JSON texts hold the same value, whatever their white space and key order.
bool same_json(std::string_view a, std::string_view b);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_INDEX_TEXT_H_
