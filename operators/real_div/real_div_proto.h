#ifndef OPSTRATA_OPERATORS_REAL_DIV_PROTO_H_
#define OPSTRATA_OPERATORS_REAL_DIV_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x1 / x2, element by element with broadcasting.
 *
 * Floating types only: division by zero gives infinities and NaN by IEEE 754.
 */
REG_OP(RealDiv)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(RealDiv)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_REAL_DIV_PROTO_H_
