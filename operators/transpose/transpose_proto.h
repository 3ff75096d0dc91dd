#ifndef OPSTRATA_OPERATORS_TRANSPOSE_PROTO_H_
#define OPSTRATA_OPERATORS_TRANSPOSE_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x with its dimensions in the order `perm`: dimension i of y is dimension perm[i] of x.
 */
REG_OP(Transpose)
    .INPUT(x, "T1")
    .INPUT(perm, "T2")
    .OUTPUT(y, "T1")
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(Transpose)

/** Transpose by its second name. */
REG_OP(TransposeV2)
    .INPUT(x, "T1")
    .INPUT(perm, "T2")
    .OUTPUT(y, "T1")
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(TransposeV2)

/** Transpose with the order as an attribute. */
REG_OP(Permute)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(order, ListInt, {0})
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(Permute)

/** Transpose with the order as an attribute. */
REG_OP(TransposeD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(perm, ListInt)
    .DATATYPE(T, TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(TransposeD)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_TRANSPOSE_PROTO_H_
