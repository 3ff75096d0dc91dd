#ifndef OPSTRATA_OPERATORS_REDUCE_SUM_PROTO_H_
#define OPSTRATA_OPERATORS_REDUCE_SUM_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = sum of x over `axes`.
 *
 * An empty list of axes gives x itself when `noop_with_empty_axes` is true and the sum over all axes otherwise. Reduced
 * dimensions vanish, or become 1 with `keep_dims`. Integers wrap; floating sums are exact to one rounding for all practical
 * lengths (they are accumulated in a wider type or with compensation).
 */
REG_OP(ReduceSum)
    .INPUT(x, "T1")
    .INPUT(axes, "T2")
    .OUTPUT(y, "T1")
    .ATTR(keep_dims, Bool, false)
    .ATTR(noop_with_empty_axes, Bool, true)
    .DATATYPE(T1, TensorType::NumberType())
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(ReduceSum)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_REDUCE_SUM_PROTO_H_
