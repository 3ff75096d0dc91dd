/// @file
/// JSON text for the registry's files: what is written, and small pieces of text that readers need.
#ifndef OPSTRATA_SRC_HISTORY_JSON_TEXT_H_
#define OPSTRATA_SRC_HISTORY_JSON_TEXT_H_

#include <string>
#include <string_view>

#include "proto/prototype.h"

namespace opstrata::history {

/// A key as reference token of a JSON pointer (RFC 6901: `~` and `/` escaped).
std::string pointer_token(std::string_view key);
/// Control characters and broken UTF-8 as `\xNN`, so that hostile text can stand in a message.
std::string printable(std::string_view text);
/// At most a few hundred bytes of a text that may be as long as a file, with `…` in place of the rest.
std::string shortened(std::string_view text);
/// `"…"`, escaped.
std::string json_quote(std::string_view text);
/// The object with the members of `other` that it lacks behind its own; both are texts of JSON objects.
std::string with_members_of(std::string_view object, std::string_view other);
/// `line:column` of the first error in a text that is no JSON; `1:1` when it cannot be told.
std::string syntax_error_place(std::string_view text);

/// Why the attribute cannot stand in an archive; empty when it can (es-api section 4.4, last paragraph).
std::string archive_obstacle(const proto::AttrDef &attr);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_JSON_TEXT_H_
