/// @file
/// What the verbs of `opstrata history` share.
#ifndef OPSTRATA_SRC_TOOLS_OPSTRATA_HISTORY_VERBS_H_
#define OPSTRATA_SRC_TOOLS_OPSTRATA_HISTORY_VERBS_H_

#include <nlohmann/json.hpp>
#include <string>

#include "history/difference.h"
#include "history/registry.h"
#include "tools/opstrata/session.h"

namespace opstrata::tools {

using Json = nlohmann::ordered_json;

/// Opens the registry and notes what it leaves out.
Result<history::Registry> open_registry(const std::string &directory, Session &session);
/// Prints a document as `--format=json`.
void print_json(const Json &document, Session &session);

/// A change as JSON (only members that say something), and as one line of text.
Json to_json(const history::Change &change);
Json to_json(const history::Release &release);
std::string to_text(const history::Change &change);

}  // namespace opstrata::tools

#endif  // OPSTRATA_SRC_TOOLS_OPSTRATA_HISTORY_VERBS_H_
