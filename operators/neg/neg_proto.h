#ifndef OPSTRATA_OPERATORS_NEG_PROTO_H_
#define OPSTRATA_OPERATORS_NEG_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = -x. The lowest integer stays what it is (two's complement).
 */
REG_OP(Neg)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Neg)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_NEG_PROTO_H_
