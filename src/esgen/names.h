/// @file
/// Names of generated parameters and result members: one place for all back ends (es-api section 6). A name is the
/// prototype's own unless it is a keyword, a macro of a system header, a name that generated bodies use, or taken; then
/// it gets the prefix of its kind (`in_`, `ref_`/`out_`, `attr_`, `subgraph_`). The node itself always carries the raw
/// prototype names.
#ifndef OPSTRATA_SRC_ESGEN_NAMES_H_
#define OPSTRATA_SRC_ESGEN_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "proto/prototype.h"

namespace opstrata::esgen {

enum class Language : uint8_t { kCpp, kPython };  ///< kCpp serves C too: C gets the C++ names

/// Generated names, in the prototype's order.
struct Names {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;  ///< members of the result structure; dynamic counts are `<name>_num`
  std::vector<std::string> attrs;
  std::vector<std::string> subgraphs;
};

OPSTRATA_INTERNAL Names make_names(const proto::OpPrototype &op, Language language);

/// Whether `word` must not be used as it is: keyword of the language (es-api section 6), or (C, C++) an object-like macro
/// of the system headers or a name that the generated code needs itself.
OPSTRATA_INTERNAL bool is_keyword(std::string_view word, Language language);
OPSTRATA_INTERNAL bool is_reserved(std::string_view word, Language language);
/// Whether no operator may be called so: its function would hide or redefine a name of the base headers or a C function of the
/// base library.
OPSTRATA_INTERNAL bool is_taken_type(std::string_view type);
/// Whether an identifier looks like a macro (`BUFLEN`, `SYS_read`). Any header that a user includes may define it, so generated
/// headers put such a macro aside while they use the name.
OPSTRATA_INTERNAL bool may_be_macro(std::string_view name);
/// `[A-Za-z_][A-Za-z0-9_]*`: the only texts of a prototype that may become an identifier.
OPSTRATA_INTERNAL bool is_identifier(std::string_view text);
/// Every character outside letters and digits becomes `_` (include guards, es-api section 5.4).
OPSTRATA_INTERNAL std::string identifier_text(std::string_view text);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_NAMES_H_
