/// @file
/// Values of prototypes as source text: C++, Python, JSON-free comments. Exact (floats by shortest round trip, INT64_MIN,
/// -0.0, infinities), escaped (nothing of an archive can leave its literal), and deterministic.
#ifndef OPSTRATA_SRC_ESGEN_LITERALS_H_
#define OPSTRATA_SRC_ESGEN_LITERALS_H_

#include <string>
#include <string_view>

#include "base/export.h"
#include "proto/prototype.h"

namespace opstrata::esgen {

/// Quoted C and C++ string literal; bytes outside printable ASCII as three-digit octal escapes.
OPSTRATA_INTERNAL std::string cpp_string(std::string_view text);
/// Quoted Python string literal; bytes that are no UTF-8 become lone surrogates (`surrogateescape`).
OPSTRATA_INTERNAL std::string python_string(std::string_view text);
/// Text that is safe inside a comment of any generated language: one line, no `*/`, no trailing backslash.
OPSTRATA_INTERNAL std::string comment_text(std::string_view text);

OPSTRATA_INTERNAL std::string cpp_int(int64_t value);
OPSTRATA_INTERNAL std::string cpp_float(float value);
/// Python literal whose conversion to a 32-bit float gives exactly `value`.
OPSTRATA_INTERNAL std::string python_float(float value);

/// The value of a counted attribute (`AttrDef::count_of`) that a call leaves out: the node builder puts the count in its place.
inline constexpr int64_t kCounted = INT64_MIN;

/// Default of an attribute that may be left out as C++ default argument (without `=`); empty when the attribute has none.
OPSTRATA_INTERNAL std::string cpp_default(const proto::AttrDef &attr);
/// The same as Python default; lists are tuples (no shared mutable default), a tensor is `None`.
OPSTRATA_INTERNAL std::string python_default(const proto::AttrDef &attr);
/// For documentation: `0`, `"xx"`, `[1, 2]`, `DT_FLOAT`; empty when the attribute has no default.
OPSTRATA_INTERNAL std::string plain_default(const proto::AttrDef &attr);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_LITERALS_H_
