#ifndef OPSTRATA_OPERATORS_MUL_PROTO_H_
#define OPSTRATA_OPERATORS_MUL_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x1 * x2, element by element with broadcasting.
 *
 * The types may differ; the result has the promoted type and the inputs are converted to it first. Integers wrap. Boolean
 * multiplication is the logical and. Half precision types are multiplied in float32 and rounded once.
 */
REG_OP(Mul)
    .INPUT(x1, "T1")
    .INPUT(x2, "T2")
    .OUTPUT(y, "T3")
    .DATATYPE(T1, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32, DT_INT64,
                              DT_BF16, DT_COMPLEX64, DT_COMPLEX128, DT_COMPLEX32}))
    .DATATYPE(T2, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32, DT_INT64,
                              DT_BF16, DT_COMPLEX64, DT_COMPLEX128, DT_COMPLEX32}))
    .DATATYPE(T3, Promote({"T1", "T2"}))
    .OP_END_FACTORY_REG(Mul)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_MUL_PROTO_H_
