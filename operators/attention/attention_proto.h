/// @file
/// Prototypes of what stands around attention in transformers: positions as rotations, and the choice of experts.
#ifndef OPSTRATA_OPERATORS_ATTENTION_PROTO_H_
#define OPSTRATA_OPERATORS_ATTENTION_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x * cos + turned(x) * sin; cos and sin broadcast to x. mode 0: the last dimension is two halves (a, b), turned
 * (-b, a); 1: it is pairs (a, b), each turned; 2: both its halves are two quarters (a, b), each turned; 3: it is pairs
 * (a, b), of which x becomes all a before all b, and turned(x) all -b before all a.
 */
REG_OP(RotaryPositionEmbedding)
    .INPUT(x, "T")
    .INPUT(cos, "T")
    .INPUT(sin, "T")
    .OUTPUT(y, "T")
    .ATTR(mode, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(RotaryPositionEmbedding)

    /** dx, dcos, dsin = the gradients of RotaryPositionEmbedding; the last two are made where x is there. */
    REG_OP(RotaryPositionEmbeddingGrad)
    .INPUT(dy, "T")
    .INPUT(cos, "T")
    .INPUT(sin, "T")
    .OPTIONAL_INPUT(x, "T")
    .OUTPUT(dx, "T")
    .OUTPUT(dcos, "T")
    .OUTPUT(dsin, "T")
    .ATTR(mode, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(RotaryPositionEmbeddingGrad)

    /** RotaryPositionEmbedding with r1 as cos and r2 as sin. rotary_mode: "half", "interleave" or "quarter". */
    REG_OP(RotaryMul)
    .INPUT(x, "T")
    .INPUT(r1, "T")
    .INPUT(r2, "T")
    .OUTPUT(y, "T")
    .ATTR(rotary_mode, String, "half")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(RotaryMul)

    /** dx, dr1, dr2 = the gradients of RotaryMul with halves; the last two are made with need_backward. */
    REG_OP(RotaryMulGrad)
    .INPUT(x, "T")
    .INPUT(r1, "T")
    .INPUT(r2, "T")
    .INPUT(dy, "T")
    .OUTPUT(dx, "T")
    .OUTPUT(dr1, "T")
    .OUTPUT(dr2, "T")
    .ATTR(need_backward, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(RotaryMulGrad)

    /** RotaryPositionEmbedding with mode 3. */
    REG_OP(InterleaveRope)
    .INPUT(x, "T")
    .INPUT(cos, "T")
    .INPUT(sin, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(InterleaveRope)

    /** RotaryPositionEmbedding of query and key over themselves. rotary_mode: "half", "interleave" or "quarter";
       layout: of no matter here. */
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
