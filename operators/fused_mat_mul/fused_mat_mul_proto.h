/// @file
/// Prototypes of products of matrices with more before or behind them: orders of dimensions, another tensor, an
/// activation.
#ifndef OPSTRATA_OPERATORS_FUSED_MAT_MUL_PROTO_H_
#define OPSTRATA_OPERATORS_FUSED_MAT_MUL_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = the product of x1 and x2, plus bias, a number for each column; x1 and x2 have three dimensions, which are put
 * into the orders perm_x1 and perm_x2 before and perm_y behind: batch, rows, columns. scale is to be absent,
 * batch_split_factor 1; enable_hf32: of no matter here.
 */
REG_OP(TransposeBatchMatMul)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(scale, TensorType({DT_UINT64, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(perm_x1, ListInt, {0, 1, 2})
    .ATTR(perm_x2, ListInt, {0, 1, 2})
    .ATTR(perm_y, ListInt, {1, 0, 2})
    .ATTR(enable_hf32, Bool, false)
    .ATTR(batch_split_factor, Int, 1)
    .OP_END_FACTORY_REG(TransposeBatchMatMul)

    /**
     * y = f(x1 * x2 + bias), products of matrices with leading dimensions that broadcast. fused_op_type: "" or
     * "16cast32" for the product itself, "add" and "mul" with x3, "relu", "gelu_erf" and "gelu_tanh" for activations;
     * enable_hf32: of no matter here.
     */
    REG_OP(FusedMatMul)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(x3, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(transpose_x1, Bool, false)
    .ATTR(transpose_x2, Bool, false)
    .ATTR(enable_hf32, Bool, false)
    .ATTR(fused_op_type, String, "")
    .OP_END_FACTORY_REG(FusedMatMul)

    /** y = alpha * (a * b) + beta * c, products of matrices; alpha and beta: one number each; c broadcasts to y. */
    REG_OP(GEMM)
    .INPUT(a, TensorType({DT_FLOAT16, DT_INT8}))
    .INPUT(b, TensorType({DT_FLOAT16, DT_INT8}))
    .INPUT(c, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(alpha, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(beta, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .ATTR(transpose_a, Bool, false)
    .ATTR(transpose_b, Bool, false)
    .OP_END_FACTORY_REG(GEMM)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_FUSED_MAT_MUL_PROTO_H_
