#ifndef OPSTRATA_OPERATORS_SOFTMAX_V2_PROTO_H_
#define OPSTRATA_OPERATORS_SOFTMAX_V2_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = exp(x - max) / sum(exp(x - max)), where maximum and sum run over all `axes` together.
 */
REG_OP(SoftmaxV2)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(axes, ListInt, {-1})
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(SoftmaxV2)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SOFTMAX_V2_PROTO_H_
