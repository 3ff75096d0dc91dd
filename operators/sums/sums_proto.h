/// @file
/// Prototypes of sums over tensors, small products and differences of neighbours.
#ifndef OPSTRATA_OPERATORS_SUMS_PROTO_H_
#define OPSTRATA_OPERATORS_SUMS_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = the sum of the tensors x. */
REG_OP(AddN)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(N, Int)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT32,
                             DT_QINT8, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32, DT_VARIANT}))
    .OP_END_FACTORY_REG(AddN)

/** y = the sum of the tensors x; operator libraries leave N, their number, out. */
REG_OP(AccumulateNV2)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(N, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(AccumulateNV2)

    /** AccumulateNV2. */
    REG_OP(AccumulateNv2)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(N, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(AccumulateNv2)

    /** AccumulateNV2. */
    REG_OP(AccumulateNv2V2)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(N, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(AccumulateNv2V2)

    /** y[i][j] = x1[i] * x2[j]. */
    REG_OP(Ger)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(Ger)

/** y = the sum of the diagonal of the matrix x. */
REG_OP(Trace)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(Trace)

/** y[i] = whether element i of x differs from the one before it; 0 for the first. */
REG_OP(AdjacentDifference)
    .INPUT(x, "T")
    .OUTPUT(y, TensorType::IndexNumberType())
    .ATTR(y_dtype, Int, 3)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(AdjacentDifference)

/**
 * y = the product (mode 0), the sum with the factors coeff, if there are any (mode 1), or the largest (mode 2) of
 * the elements of all x.
 */
REG_OP(Eltwise)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(N, Int)
    .ATTR(mode, Int, 1)
    .ATTR(coeff, ListFloat, {})
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(Eltwise)

/** y = the sum of the products x1[i] * x2[i], broadcast. */
REG_OP(MulAddn)
    .DYNAMIC_INPUT(x1, "T")
    .DYNAMIC_INPUT(x2, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(N, Int)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(MulAddn)

/**
 * y1 = grads where x1 is at least x2, y2 = grads elsewhere, summed over what was broadcast; zeros without grad_x,
 * grad_y.
 */
REG_OP(MaximumGrad)
    .INPUT(grads, "T")
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y1, "T")
    .OUTPUT(y2, "T")
    .ATTR(grad_x, Bool, true)
    .ATTR(grad_y, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .OP_END_FACTORY_REG(MaximumGrad)

/** MaximumGrad where x1 is at most x2. */
REG_OP(MinimumGrad)
    .INPUT(grads, "T")
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y1, "T")
    .OUTPUT(y2, "T")
    .ATTR(grad_x, Bool, true)
    .ATTR(grad_y, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .OP_END_FACTORY_REG(MinimumGrad)

/** y = the means over all dimensions of x behind the first two, which stay with extent 1. */
REG_OP(GlobalAveragePool)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(GlobalAveragePool)

/**
 * qkv + qkv_bias, [batch, length, 3 * num_heads * width], as q, k and v, [batch, num_heads, length, width] each; q
 * over the root of width.
 */
REG_OP(TransformBiasRescaleQkv)
    .INPUT(qkv, "T")
    .INPUT(qkv_bias, "T")
    .OUTPUT(q, "T")
    .OUTPUT(k, "T")
    .OUTPUT(v, "T")
    .REQUIRED_ATTR(num_heads, Int)
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(TransformBiasRescaleQkv)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SUMS_PROTO_H_
