#ifndef OPSTRATA_OPERATORS_CONCAT_V2_PROTO_H_
#define OPSTRATA_OPERATORS_CONCAT_V2_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = the tensors x one after another along dimension `concat_dim`, which may be negative. N: how many there are.
 */
REG_OP(ConcatV2)
    .DYNAMIC_INPUT(x, "T1")
    .INPUT(concat_dim, "T2")
    .OUTPUT(y, "T1")
    .ATTR(N, Int, 1)
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_STRING, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(ConcatV2)

/**
 * ConcatV2 with the dimension as an attribute.
 */
REG_OP(ConcatD)
    .DYNAMIC_INPUT(x, "T1")
    .OUTPUT(y, "T1")
    .REQUIRED_ATTR(concat_dim, Int)
    .ATTR(N, Int, 1)
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_STRING, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(ConcatD)

/** ConcatV2 with concat_dim first. */
REG_OP(Concat)
    .INPUT(concat_dim, "T2")
    .DYNAMIC_INPUT(x, "T1")
    .OUTPUT(y, "T1")
    .ATTR(N, Int, 1)
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(Concat)

/** ConcatD. */
REG_OP(ConcatV2D)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(concat_dim, Int)
    .ATTR(N, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_INT64, DT_UINT64, DT_UINT32, DT_INT16, DT_UINT16, DT_UINT8}))
    .OP_END_FACTORY_REG(ConcatV2D)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_CONCAT_V2_PROTO_H_
