/// @file
/// Prototype of products of matrices in groups.
#ifndef OPSTRATA_OPERATORS_GROUPED_MAT_MUL_PROTO_H_
#define OPSTRATA_OPERATORS_GROUPED_MAT_MUL_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x * weight + bias for each group. x: a tensor for each group, or one whose rows (group_type 0, -1) or columns (2)
 * are split by group_list: where the groups end (group_list_type 0) or how many they have (1). weight: a tensor [k, n]
 * for each group, or one [groups, k, n], with transpose_weight [n, k]; with group_type 2 one [k, n] whose rows are
 * split. y: a tensor for each group, or one of all rows, with group_type 2 [groups, m, n]; rows behind the last group
 * are 0. bias and what follows: a tensor for each group, or one with a row for each.
 *
 * Products of integers: (x * weight + bias) * scale, a scale for each column (numbers, or as TransQuantParamV2 makes
 * them), times per_token_scale for each row; a bias that is no integer is added behind the scales. Weights that are
 * integers with antiquant_scale stand for (weight + antiquant_offset) * antiquant_scale, one of each for a column, or
 * one for a column and so many rows. act_type: 0 none, 1 Relu, 2 Gelu with the hyperbolic tangent, 4 FastGelu, 5 Silu
 * of the result. dtype: type of y where x has integers, 0 (DT_FLOAT16), 1 (DT_BF16), -1 (DT_INT8) or 2 (DT_INT32).
 * split_item: 2 and 3 for one y.
 */
REG_OP(GroupedMatmul)
    .DYNAMIC_INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_INT8, DT_FLOAT, DT_INT4}))
    .DYNAMIC_INPUT(weight, TensorType({DT_FLOAT16, DT_BF16, DT_INT8, DT_FLOAT, DT_INT4}))
    .DYNAMIC_INPUT(bias, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16}))
    .DYNAMIC_INPUT(scale, TensorType({DT_UINT64, DT_INT64, DT_BF16, DT_FLOAT}))
    .DYNAMIC_INPUT(offset, TensorType({DT_FLOAT}))
    .DYNAMIC_INPUT(antiquant_scale, TensorType({DT_FLOAT16, DT_BF16}))
    .DYNAMIC_INPUT(antiquant_offset, TensorType({DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(group_list, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(per_token_scale, TensorType({DT_FLOAT}))
    .DYNAMIC_OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_INT8, DT_FLOAT, DT_INT32}))
    .ATTR(split_item, Int, 0)
    .ATTR(dtype, Int, 0)
    .ATTR(transpose_weight, Bool, false)
    .ATTR(transpose_x, Bool, false)
    .ATTR(group_type, Int, -1)
    .ATTR(group_list_type, Int, 0)
    .ATTR(act_type, Int, 0)
    .OP_END_FACTORY_REG(GroupedMatmul)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_GROUPED_MAT_MUL_PROTO_H_
