/// @file
/// Prototypes of what stands around attention in transformers: positions as rotations, and the choice of experts.
#ifndef OPSTRATA_OPERATORS_ATTENTION_PROTO_H_
#define OPSTRATA_OPERATORS_ATTENTION_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x * cos + turned(x) * sin; cos and sin broadcast to x. mode 0: the last dimension is two halves (a, b), turned
 * (-b, a); 1: it is pairs (a, b), each turned.
 */
REG_OP(RotaryPositionEmbedding)
    .INPUT(x, "T")
    .INPUT(cos, "T")
    .INPUT(sin, "T")
    .OUTPUT(y, "T")
    .ATTR(mode, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(RotaryPositionEmbedding)

    /** RotaryPositionEmbedding of query and key over themselves. rotary_mode: "half" or "interleave"; layout: of no
       matter here. */
    REG_OP(ApplyRotaryPosEmb)
    .INPUT(query, "T")
    .INPUT(key, "T")
    .INPUT(cos, "T")
    .INPUT(sin, "T")
    .OUTPUT(query, "T")
    .OUTPUT(key, "T")
    .ATTR(layout, Int, 1)
    .ATTR(rotary_mode, String, "half")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(ApplyRotaryPosEmb)

    /**
     * y = the k largest elements of the softmax of each row of x [..., experts], in order; expert_idx their places, or
     * the number of experts in rows that are finished; row_idx = column * rows + row.
     */
    REG_OP(MoeGatingTopKSoftmax)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(finished, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(expert_idx, TensorType({DT_INT32}))
    .OUTPUT(row_idx, TensorType({DT_INT32}))
    .REQUIRED_ATTR(k, Int)
    .OP_END_FACTORY_REG(MoeGatingTopKSoftmax)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_ATTENTION_PROTO_H_
