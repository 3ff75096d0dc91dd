/// @file
/// Prototypes of what is added to every place of a channel or a group, and of its gradients.
#ifndef OPSTRATA_OPERATORS_BIAS_PROTO_H_
#define OPSTRATA_OPERATORS_BIAS_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = x + bias, a number for each channel: the last dimension, of data_format NCHW and NCDHW the second. */
REG_OP(BiasAdd)
    .INPUT(x, TensorType::NumberType())
    .INPUT(bias, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(BiasAdd)

    /** y = the sums of x for each channel; see BiasAdd. */
    REG_OP(BiasAddGrad)
    .INPUT(x, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(BiasAddGrad)

    /**
     * grad_bias = the sums of the rows of each group. Without group_idx grad_y is [groups, rows, columns]; with it
     * grad_y is [rows, columns], and group_idx has the row behind each group (group_idx_type 0) or its number of rows
     * (1).
     */
    REG_OP(GroupedBiasAddGrad)
    .INPUT(grad_y, "T")
    .OPTIONAL_INPUT(group_idx, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(grad_bias, "T")
    .ATTR(group_idx_type, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(GroupedBiasAddGrad)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_BIAS_PROTO_H_
