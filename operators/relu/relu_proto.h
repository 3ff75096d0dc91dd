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

/** Relu; mask has a bit for each element along the last dimension of x, the first in the lowest bit of a byte: 1 where x is positive. */
REG_OP(ReluV2)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_INT8, DT_INT32, DT_INT16, DT_INT64, DT_UINT8, DT_UINT16, DT_QINT8}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_INT8, DT_INT32, DT_INT16, DT_INT64, DT_UINT8, DT_UINT16, DT_QINT8}))
    .OUTPUT(mask, TensorType({DT_UINT8}))
    .OP_END_FACTORY_REG(ReluV2)

/** backprops = gradients where the mask of ReluV2 has a 1, else 0. */
REG_OP(ReluGradV2)
    .INPUT(gradients, TensorType::RealNumberType())
    .INPUT(mask, TensorType({DT_UINT8}))
    .OUTPUT(backprops, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(ReluGradV2)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_RELU_PROTO_H_
