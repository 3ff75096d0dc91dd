#ifndef OPSTRATA_OPERATORS_MAT_MUL_PROTO_H_
#define OPSTRATA_OPERATORS_MAT_MUL_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = op(x1) op(x2) + bias for matrices, where op transposes if the attribute says so.
 *
 * bias: one value per column of y. 16-bit floats are accumulated in float32 and rounded once; integers wrap.
 */
REG_OP(MatMul)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OPTIONAL_INPUT(bias, "T")
    .OUTPUT(y, "T")
    .ATTR(transpose_x1, Bool, false)
    .ATTR(transpose_x2, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_BF16}))
    .OP_END_FACTORY_REG(MatMul)

/**
 * MatMul over leading batch dimensions, which broadcast against each other.
 */
REG_OP(BatchMatMulV2)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OPTIONAL_INPUT(bias, "T")
    .OPTIONAL_INPUT(offset_w, TensorType({DT_INT8}))
    .OUTPUT(y, "T")
    .ATTR(adj_x1, Bool, false)
    .ATTR(adj_x2, Bool, false)
    .ATTR(offset_x, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_BF16}))
    .OP_END_FACTORY_REG(BatchMatMulV2)

/** MatMul; the offsets of quantised products must be 0. */
REG_OP(MatMulV2)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OPTIONAL_INPUT(bias, "T")
    .OPTIONAL_INPUT(offset_w, TensorType({DT_INT8}))
    .OUTPUT(y, "T")
    .ATTR(transpose_x1, Bool, false)
    .ATTR(transpose_x2, Bool, false)
    .ATTR(offset_x, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_BF16}))
    .OP_END_FACTORY_REG(MatMulV2)

/** MatMul in full precision whatever enable_hf32 allows; the offsets must be 0. */
REG_OP(MatMulV3)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OPTIONAL_INPUT(bias, "T")
    .OPTIONAL_INPUT(offset_w, TensorType({DT_INT8}))
    .OUTPUT(y, "T")
    .ATTR(transpose_x1, Bool, false)
    .ATTR(transpose_x2, Bool, false)
    .ATTR(offset_x, Int, 0)
    .ATTR(enable_hf32, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_BF16}))
    .OP_END_FACTORY_REG(MatMulV3)

/** BatchMatMulV2 without a bias. */
REG_OP(BatchMatMul)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .ATTR(adj_x1, Bool, false)
    .ATTR(adj_x2, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_BF16}))
    .OP_END_FACTORY_REG(BatchMatMul)

/** BatchMatMulV2 in full precision whatever enable_hf32 allows; the offsets must be 0. */
REG_OP(BatchMatMulV3)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OPTIONAL_INPUT(bias, "T")
    .OPTIONAL_INPUT(offset_w, TensorType({DT_INT8}))
    .OUTPUT(y, "T")
    .ATTR(adj_x1, Bool, false)
    .ATTR(adj_x2, Bool, false)
    .ATTR(offset_x, Int, 0)
    .ATTR(enable_hf32, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_BF16}))
    .OP_END_FACTORY_REG(BatchMatMulV3)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_MAT_MUL_PROTO_H_
