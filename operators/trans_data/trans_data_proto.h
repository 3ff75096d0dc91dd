#ifndef OPSTRATA_OPERATORS_TRANS_DATA_PROTO_H_
#define OPSTRATA_OPERATORS_TRANS_DATA_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * dst = src in another storage format: between plain formats (NCHW, NHWC, ND, …) and blocked ones (NC1HWC0, NDC1HWC0,
 * FRACTAL_Z, FRACTAL_Z_3D, FRACTAL_NZ). Blocks that the elements do not fill are padded with zeros.
 */
REG_OP(TransData)
    .INPUT(src, "T")
    .OUTPUT(dst, "T")
    .REQUIRED_ATTR(src_format, String)
    .REQUIRED_ATTR(dst_format, String)
    .ATTR(src_subformat, Int, 0)
    .ATTR(dst_subformat, Int, 0)
    .ATTR(groups, Int, 1)
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT16,
                             DT_QUINT16, DT_QINT32, DT_BOOL}))
    .OP_END_FACTORY_REG(TransData)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_TRANS_DATA_PROTO_H_
