#ifndef OPSTRATA_OPERATORS_GATHER_V2_PROTO_H_
#define OPSTRATA_OPERATORS_GATHER_V2_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = slices of x along `axis` at the positions `indices`:
 * y[b…, p…, i…, s…] = x[b…, p…, indices[b…, i…], s…] with `batch_dims` common leading dimensions b.
 *
 * With `negative_index_support` an index may count from the end. An index out of range fails the run.
 */
REG_OP(GatherV2)
    .INPUT(x, "T1")
    .INPUT(indices, "T2")
    .INPUT(axis, "T3")
    .OUTPUT(y, "T1")
    .ATTR(batch_dims, Int, 0)
    .ATTR(is_preprocessed, Bool, false)
    .ATTR(negative_index_support, Bool, false)
    .DATATYPE(T1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .DATATYPE(T3, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(GatherV2)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_GATHER_V2_PROTO_H_
