#ifndef OPSTRATA_OPERATORS_ADD_PROTO_H_
#define OPSTRATA_OPERATORS_ADD_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x1 + x2, element by element with broadcasting.
 *
 * The types may differ; the result has the promoted type and the inputs are converted to it first. Integers wrap. Boolean
 * addition is the logical or. Half precision types are added in float32 and rounded once. Strings are joined.
 */
REG_OP(Add)
    .INPUT(x1, "T1")
    .INPUT(x2, "T2")
    .OUTPUT(y, "T3")
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_BOOL,
                              DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_STRING}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_BOOL,
                              DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_STRING}))
    .DATATYPE(T3, Promote({"T1", "T2"}))
    .OP_END_FACTORY_REG(Add)

/**
 * y = x1 + alpha * x2, element by element with broadcasting, rounded once. alpha: one value of the type in which x1 and x2
 * are computed or a wider one.
 */
REG_OP(AxpyV2)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(alpha, "T1")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_BOOL,
                             DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128}))
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(AxpyV2)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_ADD_PROTO_H_
