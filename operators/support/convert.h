/// @file
/// Conversion of elements from any numeric type to any other, by the rules of the Cast operator (cast/cast_proto.h). Used by
/// Cast itself, by arithmetic kernels whose inputs differ in type, and for scalars that reach a kernel as tensors.
#ifndef OPSTRATA_OPERATORS_SUPPORT_CONVERT_H_
#define OPSTRATA_OPERATORS_SUPPORT_CONVERT_H_

#include <cstdint>

#include "graph/types.h"

namespace opstrata::operators {

/// y[i] = f(x[i]) for n elements that lie sx and sy bytes apart.
using UnaryRow = void (*)(const char *x, int64_t sx, char *y, int64_t sy, int64_t n);

/// The conversion between two types, or null when one of them is not numeric or has less than a byte per element.
UnaryRow conversion(ge::DataType from, ge::DataType to);

/// The same with elements of less than a byte spread out, one a byte: DT_INT4 with its sign, of others the code. What is written for
/// DT_INT4 and DT_UINT1 has more bits than count.
UnaryRow spread_conversion(ge::DataType from, ge::DataType to);

/// The parts of `conversion`, by family of the target type.
UnaryRow conversion_to_float(ge::DataType from, ge::DataType to);
UnaryRow conversion_to_integer(ge::DataType from, ge::DataType to);
UnaryRow conversion_to_complex(ge::DataType from, ge::DataType to);
UnaryRow conversion_to_small_float(ge::DataType from, ge::DataType to);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_CONVERT_H_
