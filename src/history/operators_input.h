/// @file
/// operators.json -> prototypes (es-api section 4.4).
#ifndef OPSTRATA_SRC_HISTORY_OPERATORS_INPUT_H_
#define OPSTRATA_SRC_HISTORY_OPERATORS_INPUT_H_

#include <string>

#include "history/registry.h"

namespace opstrata::history {

/// Reads one file. `strict`: the first malformed operator is the error; else it is left out as a finding of `release`.
/// `follow_links` false refuses a symbolic link in place of the file.
Result<Operators> read_operators(const std::string &path, const std::string &release, bool strict, bool follow_links);

/// Whether `name` is a C++ identifier (letters, digits, `_`, no leading digit). Keywords pass: REG_OP pastes names.
bool is_identifier(std::string_view name);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_OPERATORS_INPUT_H_
