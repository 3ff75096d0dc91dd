#ifndef OPSTRATA_OPERATORS_CAST_PROTO_H_
#define OPSTRATA_OPERATORS_CAST_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x converted to the type `dst_type` (a number of ge::DataType).
 *
 * Floating to integer truncates; values that do not fit (and NaN) give the lowest value of the conversion's intermediate
 * type, as x86 does, then wrap. Integers wrap. To boolean: unequal zero. Complex to real takes the real part. Every
 * conversion to a 16-bit float goes through float32. Floats of 8 and 4 bits are rounded once; their ties and overflow: opstrata/small_float.h.
 * Elements of DT_INT4, DT_UINT1 and the floats of 4 bits are packed: the first one of a byte stands in its lowest bits.
 */
REG_OP(Cast)
    .INPUT(x, "T1")
    .OUTPUT(y, "T2")
    .REQUIRED_ATTR(dst_type, Int)
    .DATATYPE(T1, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT32, DT_UINT32, DT_UINT8, DT_INT64, DT_UINT64, DT_INT16,
                              DT_UINT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16, DT_QUINT16,
                              DT_QINT32, DT_BF16, DT_COMPLEX32, DT_UINT1, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                              DT_FLOAT8_E8M0, DT_FLOAT4_E1M2, DT_FLOAT4_E2M1}))
    .DATATYPE(T2, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT32, DT_UINT32, DT_UINT8, DT_INT64, DT_UINT64, DT_INT16,
                              DT_UINT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16, DT_QUINT16,
                              DT_QINT32, DT_BF16, DT_COMPLEX32, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0,
                              DT_FLOAT4_E1M2, DT_FLOAT4_E2M1}))
    .OP_END_FACTORY_REG(Cast)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_CAST_PROTO_H_
