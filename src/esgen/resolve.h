/// @file
/// An exact model of C++17 overload resolution over the parameter types of generated functions (ParamType) and the closed
/// set of argument forms below. Ranks, narrowing, explicit constructors, list initialisation of every class involved,
/// deleted functions and constrained templates are modelled; the differential test compares the answers with GCC and
/// Clang. Where the two differ, the answer is kUnportable and the planner does not rely on it.
#ifndef OPSTRATA_SRC_ESGEN_RESOLVE_H_
#define OPSTRATA_SRC_ESGEN_RESOLVE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "esgen/signature.h"

namespace opstrata::esgen {

/// Index into `argument_forms()`.
using FormId = uint8_t;

/// One way to write an argument. `text` is C++ over these variables: `z` EsTensorHolder, `p` EsCTensorHolder *, `l` EsTensorLike (of a
/// tensor), `b` EsGraphBuilder, `i` int, `n` int64_t, `u` size_t, `f` float, `d` double, `s` const char *, `t` ge::DataType, `e` an
/// unscoped enumeration, `vi` `vf` `vu` `vt` `vs` `vvi` `vz` vectors.
struct ArgumentForm {
  std::string_view text;
  bool braced = false;
  bool is_plain_null = false;  ///< `nullptr` itself
  bool has_builder = false;    ///< names a tensor or builder
};
OPSTRATA_INTERNAL const std::vector<ArgumentForm> &argument_forms();
/// What one of those variables is, for people: `an int64_t`; empty for other words.
OPSTRATA_INTERNAL std::string_view variable_meaning(std::string_view word);

/// Implicit conversion of one argument to one parameter.
struct Conversion {
  enum Rank : uint8_t { kExact, kPromotion, kStandard, kUser, kNone };
  Rank rank = kNone;
  bool list = false;        ///< to std::initializer_list from a braced list: wins ties among list initialisations
  bool ill_formed = false;  ///< viable, but an error when chosen: narrowing, explicit or ambiguous constructor
  bool to_bool = false;     ///< pointer to bool: loses against other standard conversions
  bool maybe = false;       ///< viable to one compiler only (explicit constructors, braces inside braces)
  bool odd = false;         ///< viable to both, but one of them makes it an error when chosen
  bool no_body = false;     ///< chosen without complaint, but the constructor's body does not compile or makes no sense
  bool gives_null = false;  ///< the parameter is a null pointer, null holder or null smart pointer afterwards
};
/// Conversion of `form` to a parameter of `type`. Table look-up.
OPSTRATA_INTERNAL const Conversion &conversion(FormId form, ParamType type);
/// All conversions of `form`, indexed by ParamType.
const Conversion *conversions(FormId form);
/// -1, 0 or 1: whether `a` is a better conversion than `b`, neither, or worse. Both must be viable.
OPSTRATA_INTERNAL int compare(const Conversion &a, const Conversion &b);

/// Whether `a` wins a call of `count` arguments against `b` when no argument prefers either: a function that is no template, or
/// the more specialised template.
OPSTRATA_INTERNAL bool wins_tie(const Signature &a, const Signature &b, size_t count);

struct Resolution {
  enum Outcome : uint8_t { kChosen, kAmbiguous, kNoViable, kUnportable };
  Outcome outcome = kNoViable;
  int index = -1;           ///< of the chosen signature
  bool deleted = false;     ///< the chosen one is a guard
  bool ill_formed = false;  ///< the chosen one is an error to use (narrowing, explicit constructor)
  bool no_body = false;     ///< see Conversion
};
/// What a compiler does with the call `F(form, ...)`.
OPSTRATA_INTERNAL Resolution resolve(const std::vector<const Signature *> &candidates, const std::vector<FormId> &call);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_RESOLVE_H_
