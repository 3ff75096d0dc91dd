/// @file
/// operators.json -> prototypes (es-api section 4.4).
#ifndef OPSTRATA_SRC_HISTORY_OPERATORS_INPUT_H_
#define OPSTRATA_SRC_HISTORY_OPERATORS_INPUT_H_

#include <string>

#include "history/json_input.h"
#include "history/registry.h"

namespace opstrata::history {

/// Reads one file. `strict`: the first malformed operator is the error; else it is left out as a finding of `release`.
/// `follow_links` false refuses a symbolic link in place of the file.
Result<Operators> read_operators(const std::string &path, const std::string &release, bool strict, bool follow_links);

/// Reads the operators of `object`, which has the members of an operators.json among others and stands at `pointer` of `file`. Strict.
Result<Operators> read_embedded_operators(const JsonFile &file, simdjson::dom::element object, const std::string &pointer);

/// Whether `name` is a C++ identifier (letters, digits, `_`, no leading digit). Keywords pass: REG_OP pastes names.
bool is_identifier(std::string_view name);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_OPERATORS_INPUT_H_
