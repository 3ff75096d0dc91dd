/// @file
/// Prototypes of operators that make tensors from numbers.
#ifndef OPSTRATA_OPERATORS_GENERATE_PROTO_H_
#define OPSTRATA_OPERATORS_GENERATE_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = `value` in the sizes `dims`. */
REG_OP(Fill)
    .INPUT(dims, TensorType::IndexNumberType())
    .INPUT(value, TensorType::BasicType())
    .OUTPUT(y, TensorType::BasicType())
    .OP_END_FACTORY_REG(Fill)

/** y = start, start + delta, … up to but not including `limit` (including with is_closed). */
REG_OP(Range)
    .INPUT(start, "T")
    .INPUT(limit, "T")
    .INPUT(delta, "T")
    .OUTPUT(y, "T")
    .ATTR(is_closed, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_DOUBLE, DT_INT64, DT_BF16}))
    .OP_END_FACTORY_REG(Range)

/** output = `num` numbers evenly spaced from start to stop. */
REG_OP(LinSpace)
    .INPUT(start, "T")
    .INPUT(stop, "T")
    .INPUT(num, TensorType::IndexNumberType())
    .OUTPUT(output, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT32, DT_INT16, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(LinSpace)

/** result = base ^ e for `steps` exponents e evenly spaced from start to end. */
REG_OP(LogSpace)
    .OUTPUT(result, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .REQUIRED_ATTR(start, Float)
    .REQUIRED_ATTR(end, Float)
    .ATTR(steps, Int, 100)
    .ATTR(base, Float, 1e+01)
    .OP_END_FACTORY_REG(LogSpace)

/** y = 1 on the diagonal of a matrix (or of each of a stack of them), else 0. */
REG_OP(Eye)
    .OUTPUT(y, TensorType::BasicType())
    .REQUIRED_ATTR(num_rows, Int)
    .ATTR(num_columns, Int, 0)
    .ATTR(batch_shape, ListInt, {})
    .ATTR(dtype, Int, 0)
    .OP_END_FACTORY_REG(Eye)

/** y = on_value at index x along the new dimension `axis`, else off_value. */
REG_OP(OneHot)
    .INPUT(x, TensorType({DT_UINT8, DT_INT32, DT_INT64}))
    .INPUT(depth, TensorType({DT_INT32, DT_INT64}))
    .INPUT(on_value, TensorType::BasicType())
    .INPUT(off_value, TensorType::BasicType())
    .OUTPUT(y, TensorType::BasicType())
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(OneHot)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_GENERATE_PROTO_H_
