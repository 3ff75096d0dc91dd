/// @file
/// Prototypes of attention: y = softmax(scale * query * key^T) * value for each head, with the steps in between that
/// training and inference need.
///
/// Layouts: BSH [batch, rows, heads * depth], SBH [rows, batch, heads * depth], BSND [batch, rows, heads, depth], BNSD
/// [batch, heads, rows, depth], TND [rows of all sequences, heads, depth]. Keys and values may have fewer heads, which
/// groups of heads of the queries share.
///
/// sparse_mode: 0, the mask and of it only the keys from pre_tokens before a query's place to next_tokens behind it,
/// all keys without a mask; 1, the mask; 2, the keys up to the query's place; 3, the same where the last query has the
/// place of the last key; 4, with such places those from pre_tokens before to next_tokens behind; 5 and 6, as 3, and
/// the first keys, as many as prefix says. Where a mask holds a key is not seen; a query that sees none has 0.
#ifndef OPSTRATA_OPERATORS_FLASH_ATTENTION_PROTO_H_
#define OPSTRATA_OPERATORS_FLASH_ATTENTION_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * Attention for training. real_shift: added to the products, before they are scaled with pse_type 1, behind with 0.
 * drop_mask: bits of the elements of softmax that stay and are divided by keep_prob, counted from the lowest bit of
 * each byte in the order batch, head, query, key. actual_seq_qlen, actual_seq_kvlen: for TND, where the sequences end.
 * softmax_max, softmax_sum: the largest score of each query and the sum of exp(score - largest), eight times each
 * [batch, heads, rows, 8], with TND [rows, heads, 8]. softmax_out: not written. padding_mask, q_start_idx,
 * kv_start_idx, inner_precise: of no matter here.
 */
REG_OP(FlashAttentionScore)
    .INPUT(query, "T")
    .INPUT(key, "T")
    .INPUT(value, "T")
    .OPTIONAL_INPUT(real_shift, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(drop_mask, TensorType({DT_UINT8}))
    .OPTIONAL_INPUT(padding_mask, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(atten_mask, TensorType({DT_BOOL, DT_UINT8}))
    .OPTIONAL_INPUT(prefix, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(actual_seq_qlen, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(actual_seq_kvlen, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(q_start_idx, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(kv_start_idx, TensorType({DT_INT64}))
    .OUTPUT(softmax_max, TensorType({DT_FLOAT}))
    .OUTPUT(softmax_sum, TensorType({DT_FLOAT}))
    .OUTPUT(softmax_out, "T")
    .OUTPUT(attention_out, "T")
    .ATTR(scale_value, Float, 1.0f)
    .ATTR(keep_prob, Float, 1.0f)
    .ATTR(pre_tockens, Int, 2147483647)
    .ATTR(next_tockens, Int, 2147483647)
    .REQUIRED_ATTR(head_num, Int)
    .REQUIRED_ATTR(input_layout, String)
    .ATTR(inner_precise, Int, 0)
    .ATTR(sparse_mode, Int, 0)
    .ATTR(pse_type, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(FlashAttentionScore)

    /** dq, dk, dv, dpse = the gradients of FlashAttentionScore; softmax_max, softmax_sum and attention_in as they came
     * out of it. dpse is made where there is a pse_shift. */
    REG_OP(FlashAttentionScoreGrad)
    .INPUT(query, "T")
    .INPUT(key, "T")
    .INPUT(value, "T")
    .INPUT(dy, "T")
    .OPTIONAL_INPUT(pse_shift, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(drop_mask, TensorType({DT_UINT8}))
    .OPTIONAL_INPUT(padding_mask, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(atten_mask, TensorType({DT_BOOL, DT_UINT8}))
    .OPTIONAL_INPUT(softmax_max, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(softmax_sum, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(softmax_in, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(attention_in, "T")
    .OPTIONAL_INPUT(prefix, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(actual_seq_qlen, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(actual_seq_kvlen, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(q_start_idx, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(kv_start_idx, TensorType({DT_INT64}))
    .OUTPUT(dq, "T")
    .OUTPUT(dk, "T")
    .OUTPUT(dv, "T")
    .OUTPUT(dpse, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(scale_value, Float, 1.0f)
    .ATTR(keep_prob, Float, 1.0f)
    .ATTR(pre_tockens, Int, 65536)
    .ATTR(next_tockens, Int, 65536)
    .REQUIRED_ATTR(head_num, Int)
    .REQUIRED_ATTR(input_layout, String)
    .ATTR(inner_precise, Int, 0)
    .ATTR(sparse_mode, Int, 0)
    .ATTR(pse_type, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(FlashAttentionScoreGrad)

    /**
     * Attention for inference. actual_seq_lengths, actual_seq_lengths_kv: rows that count of each sequence (one number
     * for all); for TND, where they end; queries behind that have 0. num_key_value_heads: of keys and values, 0 for as
     * many as num_heads. pse_shift is added to the scaled products. quant_scale2 (with quant_offset2): attention_out is
     * DT_INT8, the result * scale + offset. deq_scale1, quant_scale1, deq_scale2 are to be absent.
     */
    REG_OP(PromptFlashAttention)
    .INPUT(query, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(key, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(value, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(pse_shift, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(atten_mask, TensorType({DT_FLOAT16, DT_FLOAT, DT_BOOL, DT_INT8, DT_UINT8}))
    .OPTIONAL_INPUT(actual_seq_lengths, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(actual_seq_lengths_kv, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(deq_scale1, TensorType({DT_UINT64, DT_FLOAT}))
    .OPTIONAL_INPUT(quant_scale1, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(deq_scale2, TensorType({DT_UINT64, DT_FLOAT}))
    .OPTIONAL_INPUT(quant_scale2, TensorType({DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(quant_offset2, TensorType({DT_FLOAT, DT_BF16}))
    .OUTPUT(attention_out, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_INT8}))
    .REQUIRED_ATTR(num_heads, Int)
    .ATTR(scale_value, Float, 1.0f)
    .ATTR(pre_tokens, Int, 214748647)
    .ATTR(next_tokens, Int, 0)
    .ATTR(input_layout, String, "BSH")
    .ATTR(num_key_value_heads, Int, 0)
    .ATTR(sparse_mode, Int, 0)
    .ATTR(inner_precise, Int, 1)
    .OP_END_FACTORY_REG(PromptFlashAttention)

    /**
     * PromptFlashAttention for one new query of each sequence. key, value: one tensor, or one for each sequence of a
     * batch; with block_table [batch, blocks] blocks of block_size rows, [blocks, rows, heads * depth] or [blocks,
     * heads, rows, depth], by which each sequence names its own. antiquant_scale, antiquant_offset: keys and values are
     * DT_INT8 and stand for (x + offset) * scale, of two numbers or two rows of one number for each of their elements.
     * actual_seq_lengths: of keys and values.
     */
    REG_OP(IncreFlashAttention)
    .INPUT(query, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .DYNAMIC_INPUT(key, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_INT8}))
    .DYNAMIC_INPUT(value, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_INT8}))
    .OPTIONAL_INPUT(pse_shift, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(atten_mask, TensorType({DT_FLOAT16, DT_FLOAT, DT_BOOL, DT_INT8, DT_UINT8}))
    .OPTIONAL_INPUT(actual_seq_lengths, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(dequant_scale1, TensorType({DT_UINT64, DT_FLOAT}))
    .OPTIONAL_INPUT(quant_scale1, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(dequant_scale2, TensorType({DT_UINT64, DT_FLOAT}))
    .OPTIONAL_INPUT(quant_scale2, TensorType({DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(quant_offset2, TensorType({DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(antiquant_scale, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(antiquant_offset, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(block_table, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(kv_padding_size, TensorType({DT_INT64}))
    .OUTPUT(attention_out, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_INT8}))
    .REQUIRED_ATTR(num_heads, Int)
    .ATTR(scale_value, Float, 1.0f)
    .ATTR(input_layout, String, "BSH")
    .ATTR(num_key_value_heads, Int, 0)
    .ATTR(block_size, Int, 0)
    .ATTR(inner_precise, Int, 1)
    .OP_END_FACTORY_REG(IncreFlashAttention)

    /**
     * PromptFlashAttention and IncreFlashAttention in one. query_rope, key_rope: further elements of the rows of query
     * and key. softmax_lse_flag: softmax_lse = the logarithms of the sums of exp(score), [batch, heads, rows, 1], with
     * TND [rows, heads, 1]; else it is one number that is not written. What has to do with padding, shared prefixes and
     * further quantisation is to be absent.
     */
    REG_OP(FusedInferAttentionScore)
    .INPUT(query, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .DYNAMIC_INPUT(key, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT8}))
    .DYNAMIC_INPUT(value, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT8}))
    .OPTIONAL_INPUT(pse_shift, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(atten_mask, TensorType({DT_FLOAT16, DT_BOOL, DT_INT8, DT_UINT8}))
    .OPTIONAL_INPUT(actual_seq_lengths, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(actual_seq_lengths_kv, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(dequant_scale1, TensorType({DT_UINT64, DT_FLOAT}))
    .OPTIONAL_INPUT(quant_scale1, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(dequant_scale2, TensorType({DT_UINT64, DT_FLOAT}))
    .OPTIONAL_INPUT(quant_scale2, TensorType({DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(quant_offset2, TensorType({DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(antiquant_scale, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(antiquant_offset, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(block_table, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(query_padding_size, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(kv_padding_size, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(key_antiquant_scale, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(key_antiquant_offset, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(value_antiquant_scale, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(value_antiquant_offset, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(key_shared_prefix, TensorType({DT_FLOAT16, DT_BF16, DT_INT8}))
    .OPTIONAL_INPUT(value_shared_prefix, TensorType({DT_FLOAT16, DT_BF16, DT_INT8}))
    .OPTIONAL_INPUT(actual_shared_prefix_len, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(query_rope, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(key_rope, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(key_rope_antiquant_scale, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(attention_out, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT8}))
    .OUTPUT(softmax_lse, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(num_heads, Int)
    .ATTR(scale, Float, 1.0f)
    .ATTR(pre_tokens, Int, 2147483647)
    .ATTR(next_tokens, Int, 2147483647)
    .ATTR(input_layout, String, "BSH")
    .ATTR(num_key_value_heads, Int, 0)
    .ATTR(sparse_mode, Int, 0)
    .ATTR(inner_precise, Int, 1)
    .ATTR(block_size, Int, 0)
    .ATTR(antiquant_mode, Int, 0)
    .ATTR(softmax_lse_flag, Bool, false)
    .ATTR(key_antiquant_mode, Int, 0)
    .ATTR(value_antiquant_mode, Int, 0)
    .OP_END_FACTORY_REG(FusedInferAttentionScore)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_FLASH_ATTENTION_PROTO_H_
