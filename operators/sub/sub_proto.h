#ifndef OPSTRATA_OPERATORS_SUB_PROTO_H_
#define OPSTRATA_OPERATORS_SUB_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x1 - x2, element by element with broadcasting.
 *
 * Integers wrap; half precision types are subtracted in float32 and rounded once.
 */
REG_OP(Sub)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Sub)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SUB_PROTO_H_
