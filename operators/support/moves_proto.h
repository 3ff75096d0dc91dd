#ifndef OPSTRATA_OPERATORS_MOVES_PROTO_H_
#define OPSTRATA_OPERATORS_MOVES_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = the view of x's memory with sizes `size`, element strides `stride` and first element `storage_offset`.
 */
REG_OP(AsStrided)
    .INPUT(x, "T1")
    .INPUT(size, "T2")
    .INPUT(stride, "T2")
    .INPUT(storage_offset, "T2")
    .OUTPUT(y, "T1")
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(AsStrided)

/**
 * Writes the view of src (sizes, strides, offset in elements) into the view of dst, in place.
 */
REG_OP(ViewCopy)
    .INPUT(dst, "T1")
    .INPUT(dst_size, "T2")
    .INPUT(dst_stride, "T2")
    .INPUT(dst_storage_offset, "T2")
    .INPUT(src, "T1")
    .INPUT(src_size, "T2")
    .INPUT(src_stride, "T2")
    .INPUT(src_storage_offset, "T2")
    .OUTPUT(dst, "T1")
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(ViewCopy)

/**
 * y = a copy of x.
 */
REG_OP(TensorMove)
    .INPUT(x, "T1")
    .OUTPUT(y, "T1")
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(TensorMove)

/**
 * y = x repeated to the sizes `shape` by the rules of broadcasting.
 */
REG_OP(BroadcastTo)
    .INPUT(x, "T1")
    .INPUT(shape, "T2")
    .OUTPUT(y, "T1")
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(BroadcastTo)

/**
 * y = the block of x that begins at `offsets` and has the sizes `size`; -1 is the rest of a dimension.
 */
REG_OP(Slice)
    .INPUT(x, "T1")
    .INPUT(offsets, "T2")
    .INPUT(size, "T2")
    .OUTPUT(y, "T1")
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(Slice)

/**
 * y = x with zeros around it; `paddings`: for every dimension the number before and after.
 */
REG_OP(Pad)
    .INPUT(x, "T1")
    .INPUT(paddings, "T2")
    .OUTPUT(y, "T1")
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(Pad)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_MOVES_PROTO_H_
