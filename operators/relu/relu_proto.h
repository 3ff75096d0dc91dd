#ifndef OPSTRATA_OPERATORS_RELU_PROTO_H_
#define OPSTRATA_OPERATORS_RELU_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = max(x, 0). NaN stays NaN.
 */
REG_OP(Relu)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_INT8, DT_INT32, DT_INT16, DT_INT64, DT_UINT8, DT_UINT16, DT_QINT8,
                             DT_BF16}))
    .OP_END_FACTORY_REG(Relu)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_RELU_PROTO_H_
