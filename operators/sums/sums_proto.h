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
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SUMS_PROTO_H_
