/// @file
/// Prototypes of mixtures of experts: the choice of experts for each row (token), rows put together by experts and put
/// back, and their gradients. `experts` of a row are numbers in expert_idx [rows, k]; a place is a number of an element
/// of it, in row-major order.
#ifndef OPSTRATA_OPERATORS_EXPERTS_PROTO_H_
#define OPSTRATA_OPERATORS_EXPERTS_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * Scores = softmax (norm_type 0) or sigmoid (1) of the rows of x. Chosen by scores + bias: of group_count groups of
 * experts the k_group best, by their largest (group_select_mode 0) or the sum of their two largest (1), and in these
 * the k best experts, in order. y = their scores, with sigmoid or renorm 1 divided by their sum + eps, times
 * routed_scaling_factor. out: with out_flag the scores of all experts, else not written.
 */
REG_OP(MoeGatingTopK)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(expert_idx, TensorType({DT_INT32}))
    .OUTPUT(out, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(k, Int)
    .ATTR(k_group, Int, 1)
    .ATTR(group_count, Int, 1)
    .ATTR(group_select_mode, Int, 0)
    .ATTR(renorm, Int, 0)
    .ATTR(norm_type, Int, 0)
    .ATTR(out_flag, Bool, false)
    .ATTR(routed_scaling_factor, Float, 1.0f)
    .ATTR(eps, Float, 1e-20f)
    .OP_END_FACTORY_REG(MoeGatingTopK)

    /**
     * y, expert_idx = the k best experts of the rows of x and the elements of their softmax; renorm 1: softmax over
     * these k alone. Rows that are finished have the number of experts as expert_idx. softmax_result: with
     * output_softmax_result_flag and renorm 0 the softmax of all, else not written.
     */
    REG_OP(MoeGatingTopKSoftmaxV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(finished, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(expert_idx, TensorType({DT_INT32}))
    .OUTPUT(softmax_result, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(k, Int)
    .ATTR(renorm, Int, 0)
    .ATTR(output_softmax_result_flag, Bool, false)
    .OP_END_FACTORY_REG(MoeGatingTopKSoftmaxV2)

    /**
     * Places sorted by their experts, those of one in order. row_idx: a number for each place, of which the remainder
     * by the number of rows is its row. expanded_x = the rows of the first min(rows, active_num) * k of them,
     * expanded_row_idx = where the numbers stand in that order, expanded_expert_idx = the sorted experts.
     */
    REG_OP(MoeInitRouting)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(row_idx, TensorType({DT_INT32}))
    .INPUT(expert_idx, TensorType({DT_INT32}))
    .OUTPUT(expanded_x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(expanded_row_idx, TensorType({DT_INT32}))
    .OUTPUT(expanded_expert_idx, TensorType({DT_INT32}))
    .REQUIRED_ATTR(active_num, Int)
    .OP_END_FACTORY_REG(MoeInitRouting)

    /**
     * Places sorted by their experts, those of one in order. drop_pad_mode 0: expanded_x = the rows of the first
     * active_num of them (0: all), expanded_row_idx = where each place stands. 1: expanded_x [expert_num,
     * expert_capacity, n] has the first expert_capacity rows of each expert and 0, expanded_row_idx is -1 for places
     * beyond. expert_tokens_count_or_cumsum: in mode 0, with flag 2 the places of each expert, with 1 their running
     * sum. expert_tokens_before_capacity: in mode 1, with its flag, the places of each expert.
     */
    REG_OP(MoeInitRoutingV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(expert_idx, TensorType({DT_INT32}))
    .OUTPUT(expanded_x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(expanded_row_idx, TensorType({DT_INT32}))
    .OUTPUT(expert_tokens_count_or_cumsum, TensorType({DT_INT32}))
    .OUTPUT(expert_tokens_before_capacity, TensorType({DT_INT32}))
    .ATTR(active_num, Int, 0)
    .ATTR(expert_capacity, Int, 0)
    .ATTR(expert_num, Int, 0)
    .ATTR(drop_pad_mode, Int, 0)
    .ATTR(expert_tokens_count_or_cumsum_flag, Int, 0)
    .ATTR(expert_tokens_before_capacity_flag, Bool, false)
    .OP_END_FACTORY_REG(MoeInitRoutingV2)

    /**
     * MoeInitRoutingV2 in mode 0 for the experts of active_expert_range [begin, end) (empty: all); other places have
     * -1, and rows behind the last are 0. row_idx_type 1: expanded_row_idx = the sorted places themselves. quant_mode
     * -1: expanded_scale = scale [rows] of the rows, where it is given; 1: expanded_x = DynamicQuant of the rows times
     * scale, a row of it for each active expert or one, expanded_scale its scales. expert_tokens_num_type 0: running
     * sums, 1: numbers of places of the active experts, 2: pairs of expert and number, of those that have places, then
     * 0. active_num: of no matter.
     */
    REG_OP(MoeInitRoutingV3)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT8}))
    .INPUT(expert_idx, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(offset, TensorType({DT_FLOAT}))
    .OUTPUT(expanded_x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT8}))
    .OUTPUT(expanded_row_idx, TensorType({DT_INT32}))
    .OUTPUT(expert_tokens_count_or_cumsum, TensorType({DT_INT64}))
    .OUTPUT(expanded_scale, TensorType({DT_FLOAT}))
    .ATTR(active_num, Int, -1)
    .ATTR(expert_capacity, Int, -1)
    .ATTR(expert_num, Int, -1)
    .ATTR(drop_pad_mode, Int, 0)
    .ATTR(expert_tokens_num_type, Int, 0)
    .ATTR(expert_tokens_num_flag, Bool, false)
    .ATTR(quant_mode, Int, -1)
    .ATTR(active_expert_range, ListInt, {})
    .ATTR(row_idx_type, Int, 0)
    .OP_END_FACTORY_REG(MoeInitRoutingV3)

    /** grad_x = the gradient of MoeInitRoutingV2: the sum of the rows of grad_expanded_x at the top_k places of each
       row. */
    REG_OP(MoeInitRoutingV2Grad)
    .INPUT(grad_expanded_x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(expanded_row_idx, TensorType({DT_INT32}))
    .OUTPUT(grad_x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .REQUIRED_ATTR(top_k, Int)
    .ATTR(drop_pad_mode, Int, 0)
    .ATTR(active_num, Int, 0)
    .OP_END_FACTORY_REG(MoeInitRoutingV2Grad)

    /** total_rows_before_expert = for each of num_experts the number of elements of sorted_experts that are not above
       it. */
    REG_OP(MoeComputeExpertTokens)
    .INPUT(sorted_experts, TensorType({DT_INT32}))
    .OUTPUT(total_rows_before_expert, TensorType({DT_INT32}))
    .REQUIRED_ATTR(num_experts, Int)
    .OP_END_FACTORY_REG(MoeComputeExpertTokens)

    /** y = x1 + x2 + the sum over k of scales[row, k] * (expanded_x[expanded_row_idx[row + k * rows]] +
     * bias[expert_idx[row, k]]).
     */
    REG_OP(MoeFinalizeRouting)
    .INPUT(expanded_x, "T")
    .INPUT(x1, "T")
    .OPTIONAL_INPUT(x2, "T")
    .INPUT(bias, "T")
    .INPUT(scales, "T")
    .INPUT(expanded_row_idx, TensorType({DT_INT32}))
    .INPUT(expert_idx, TensorType({DT_INT32}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(MoeFinalizeRouting)

    /** MoeFinalizeRouting, where what is absent counts as 0 (scales as 1). drop_pad_mode 1 and 3: expanded_x [experts,
     * capacity, n], places with -1 have nothing; 2 and 3: expanded_row_idx[row * k + i] instead of expanded_row_idx[row
     * + i * rows]. */
    REG_OP(MoeFinalizeRoutingV2)
    .INPUT(expanded_x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(expanded_row_idx, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(x1, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(x2, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(scales, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(expert_idx, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(drop_pad_mode, Int, 0)
    .OP_END_FACTORY_REG(MoeFinalizeRoutingV2)

    /**
     * grad_expanded_x, grad_scales = the gradients of MoeFinalizeRoutingV2 with places in the order of rows.
     * grad_expanded_x has a row for each place, active_num where that is less and not 0, or with drop_pad_mode 1
     * [expert_num, expert_capacity, n].
     */
    REG_OP(MoeFinalizeRoutingV2Grad)
    .INPUT(grad_y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(expanded_row_idx, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(expanded_x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(scales, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(expert_idx, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(grad_expanded_x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(grad_scales, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(drop_pad_mode, Int, 0)
    .ATTR(active_num, Int, 0)
    .ATTR(expert_num, Int, 0)
    .ATTR(expert_capacity, Int, 0)
    .OP_END_FACTORY_REG(MoeFinalizeRoutingV2Grad)

    /**
     * sorted_indices = where each place stands when places are sorted by indices [rows, k] (or [rows]); permute_tokens
     * has the rows in that order, the first num_out_tokens (0: all, below 0: so many fewer). padded_mode: only false.
     */
    REG_OP(MoeTokenPermute)
    .INPUT(tokens, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(indices, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(permute_tokens, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(sorted_indices, TensorType({DT_INT32}))
    .ATTR(num_out_tokens, Int, 0)
    .ATTR(padded_mode, Bool, false)
    .OP_END_FACTORY_REG(MoeTokenPermute)

    /** tokens_grad = the gradient of MoeTokenPermute with num_topk places a row. */
    REG_OP(MoeTokenPermuteGrad)
    .INPUT(permuted_tokens_grad, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(sorted_indices, TensorType({DT_INT32}))
    .OUTPUT(tokens_grad, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(num_topk, Int, 1)
    .ATTR(padded_mode, Bool, false)
    .OP_END_FACTORY_REG(MoeTokenPermuteGrad)

    /** unpermuted_tokens = for each row the sum of the rows of permuted_tokens at its places times probs [rows, k];
     * without probs a row has one place. padded_mode: only false. */
    REG_OP(MoeTokenUnpermute)
    .INPUT(permuted_tokens, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(sorted_indices, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(probs, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(unpermuted_tokens, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(padded_mode, Bool, false)
    .ATTR(restore_shape, ListInt, {})
    .OP_END_FACTORY_REG(MoeTokenUnpermute)

    /** permuted_tokens_grad, probs_grad = the gradients of MoeTokenUnpermute; probs_grad is made where there are probs.
     */
    REG_OP(MoeTokenUnpermuteGrad)
    .INPUT(permuted_tokens, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(unpermuted_tokens_grad, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(sorted_indices, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(probs, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(permuted_tokens_grad, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(probs_grad, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(padded_mode, Bool, false)
    .ATTR(restore_shape, ListInt, {})
    .OP_END_FACTORY_REG(MoeTokenUnpermuteGrad)

    /**
     * tokens come by ranks and in these by experts, expert_token_num_per_rank [ranks, experts] of them; permute_tokens,
     * permute_per_token_scales have them by experts and in these by ranks, permute_token_idx where they came from,
     * expert_token_num the tokens of each expert (expert_token_num_type 0: their running sum). idx_type: only 0.
     */
    REG_OP(MoeReRouting)
    .INPUT(tokens, TensorType({DT_FLOAT16, DT_BF16, DT_INT8, DT_FLOAT}))
    .INPUT(expert_token_num_per_rank, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(per_token_scales, TensorType({DT_FLOAT}))
    .OUTPUT(permute_tokens, TensorType({DT_FLOAT16, DT_BF16, DT_INT8, DT_FLOAT}))
    .OUTPUT(permute_per_token_scales, TensorType({DT_FLOAT}))
    .OUTPUT(permute_token_idx, TensorType({DT_INT32}))
    .OUTPUT(expert_token_num, TensorType({DT_INT32, DT_INT64}))
    .ATTR(expert_token_num_type, Int, 1)
    .ATTR(idx_type, Int, 0)
    .OP_END_FACTORY_REG(MoeReRouting)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_EXPERTS_PROTO_H_
