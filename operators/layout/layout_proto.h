/// @file
/// Prototypes of operators that lay elements out anew: they move them and compute nothing (except gradients of padding).
#ifndef OPSTRATA_OPERATORS_LAYOUT_PROTO_H_
#define OPSTRATA_OPERATORS_LAYOUT_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = the view of x's memory with sizes `size`, element strides `stride` and first element `storage_offset`. */
REG_OP(AsStrided)
    .INPUT(x, "T")
    .INPUT(size, TensorType::IndexNumberType())
    .INPUT(stride, TensorType::IndexNumberType())
    .INPUT(storage_offset, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(AsStrided)

/** Writes the view of src (sizes, strides, offset in elements) into the view of dst, in place. */
REG_OP(ViewCopy)
    .INPUT(dst, "T")
    .INPUT(dst_size, TensorType::IndexNumberType())
    .INPUT(dst_stride, TensorType::IndexNumberType())
    .INPUT(dst_storage_offset, TensorType::IndexNumberType())
    .INPUT(src, "T")
    .INPUT(src_size, TensorType::IndexNumberType())
    .INPUT(src_stride, TensorType::IndexNumberType())
    .INPUT(src_storage_offset, TensorType::IndexNumberType())
    .OUTPUT(dst, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(ViewCopy)

/** y = a copy of x. */
REG_OP(TensorMove)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(TensorMove)

/** y = x repeated to the sizes `shape` by the rules of broadcasting. */
REG_OP(BroadcastTo)
    .INPUT(x, "T")
    .INPUT(shape, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(BroadcastTo)

/** y = x broadcast to the sizes `shape`; -1 keeps a dimension. */
REG_OP(Expand)
    .INPUT(x, "T")
    .INPUT(shape, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(Expand)

/** y = the block of x that begins at `offsets` and has the sizes `size`; -1 is the rest of a dimension. */
REG_OP(Slice)
    .INPUT(x, "T")
    .INPUT(offsets, TensorType::IndexNumberType())
    .INPUT(size, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(Slice)

/** y = the block of x that begins at `offsets` and has the sizes `size`; -1 is the rest of a dimension. */
REG_OP(SliceV2)
    .INPUT(x, "T")
    .INPUT(offsets, TensorType::IndexNumberType())
    .INPUT(size, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(SliceV2)

/** y = x[begin:end:strides]; bit i of a mask is about entry i. */
REG_OP(StridedSlice)
    .INPUT(x, "T")
    .INPUT(begin, TensorType::IndexNumberType())
    .INPUT(end, TensorType::IndexNumberType())
    .INPUT(strides, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .ATTR(begin_mask, Int, 0)
    .ATTR(end_mask, Int, 0)
    .ATTR(ellipsis_mask, Int, 0)
    .ATTR(new_axis_mask, Int, 0)
    .ATTR(shrink_axis_mask, Int, 0)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OP_END_FACTORY_REG(StridedSlice)

/** y = x[begin:end:strides]; bit i of a mask is about entry i. */
REG_OP(StridedSliceD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(begin, ListInt)
    .REQUIRED_ATTR(end, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(begin_mask, Int, 0)
    .ATTR(end_mask, Int, 0)
    .ATTR(ellipsis_mask, Int, 0)
    .ATTR(new_axis_mask, Int, 0)
    .ATTR(shrink_axis_mask, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_UINT8, DT_INT8, DT_BOOL}))
    .OP_END_FACTORY_REG(StridedSliceD)

/** y = x[begin:end:strides] on the dimensions `axes`; bit i of a mask is about entry i. */
REG_OP(StridedSliceV2)
    .INPUT(x, "T")
    .INPUT(begin, TensorType::IndexNumberType())
    .INPUT(end, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(axes, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(strides, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .ATTR(begin_mask, Int, 0)
    .ATTR(end_mask, Int, 0)
    .ATTR(ellipsis_mask, Int, 0)
    .ATTR(new_axis_mask, Int, 0)
    .ATTR(shrink_axis_mask, Int, 0)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(StridedSliceV2)

/** y = x[begin:end:strides] on the dimensions `axes`. */
REG_OP(StridedSliceV3)
    .INPUT(x, "T")
    .INPUT(begin, TensorType::IndexNumberType())
    .INPUT(end, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(axes, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(strides, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(StridedSliceV3)

/** y = x with zeros around it; `paddings`: for every dimension the number before and after. */
REG_OP(Pad)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(Pad)

/** y = x with zeros around it; `paddings`: for every dimension the number before and after. */
REG_OP(PadD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(paddings, ListListInt)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(PadD)

/** y = x with constant_values around it. */
REG_OP(PadV2)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .INPUT(constant_values, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0, DT_FLOAT4_E2M1, DT_FLOAT4_E1M2}))
    .OP_END_FACTORY_REG(PadV2)

/** y = x continued in the given mode: constant, reflect, symmetric, edge or circular. */
REG_OP(PadV3)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(constant_values, "T")
    .OUTPUT(y, "T")
    .ATTR(mode, String, "constant")
    .ATTR(paddings_contiguous, Bool, true)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0, DT_FLOAT4_E2M1, DT_FLOAT4_E1M2}))
    .OP_END_FACTORY_REG(PadV3)

/** y = x reflected around its edge elements (REFLECT) or edges (SYMMETRIC). */
REG_OP(MirrorPad)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(mode, String)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BF16, DT_FLOAT16,
                             DT_FLOAT, DT_DOUBLE, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128, DT_HIFLOAT8, DT_FLOAT8_E5M2,
                             DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(MirrorPad)

/** y = x continued as if it were a period. */
REG_OP(CircularPad)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType({DT_INT64}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_INT8, DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(CircularPad)

/** The gradient of PadV3 with respect to x. */
REG_OP(PadV3Grad)
    .INPUT(x, TensorType::BasicType())
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::BasicType())
    .ATTR(mode, String, "reflect")
    .ATTR(paddings_contiguous, Bool, true)
    .OP_END_FACTORY_REG(PadV3Grad)

/** The gradient of PadV3 with respect to x. */
REG_OP(PadV4Grad)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .ATTR(mode, String, "reflect")
    .ATTR(paddings_contiguous, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(PadV4Grad)

/** The gradient of PadV3 in mode edge. */
REG_OP(PadV3GradReplicate)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .ATTR(mode, String, "edge")
    .ATTR(paddings_contiguous, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(PadV3GradReplicate)

/** The gradient of PadV3 in mode edge. */
REG_OP(PadV3GradReplication)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(PadV3GradReplication)

/** The gradient of PadV3 in mode reflect. */
REG_OP(ReflectionPad3dGrad)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(ReflectionPad3dGrad)

/** The gradient of CircularPad. */
REG_OP(CircularPadGrad)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(CircularPadGrad)

/** y = x repeated multiples[d] times along dimension d. */
REG_OP(Tile)
    .INPUT(x, "T")
    .INPUT(multiples, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16,
                             DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_QINT8, DT_QUINT8, DT_QINT16, DT_QUINT16, DT_QINT32,
                             DT_BF16, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OP_END_FACTORY_REG(Tile)

/** y = x repeated multiples[d] times along dimension d. */
REG_OP(TileD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(multiples, ListInt)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .OP_END_FACTORY_REG(TileD)

/** y = x repeated `tiles` times along `axis`. */
REG_OP(TileWithAxis)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(axis, Int, 1)
    .REQUIRED_ATTR(tiles, Int)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT64, DT_INT32, DT_INT16, DT_INT8, DT_UINT64, DT_UINT32, DT_UINT16, DT_UINT8}))
    .OP_END_FACTORY_REG(TileWithAxis)

/** y = x with its order reversed along `axis`. */
REG_OP(ReverseV2)
    .INPUT(x, "T")
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_DOUBLE,
                             DT_COMPLEX64, DT_COMPLEX128, DT_STRING}))
    .OP_END_FACTORY_REG(ReverseV2)

/** y = x moved by `shifts` along `dims`, around the ends; without dims over all elements. */
REG_OP(Roll)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(shifts, ListInt)
    .ATTR(dims, ListInt, {})
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_UINT32, DT_INT8, DT_UINT8, DT_BF16, DT_INT64}))
    .OP_END_FACTORY_REG(Roll)

/** y = x. */
REG_OP(Identity)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Identity)

/**
 * y = x with its elements in `shape`, which replaces num_axes dimensions from `axis` on; 0 keeps a dimension, -1 is the
 * rest.
 */
REG_OP(Reshape)
    .INPUT(x, TensorType::ALL())
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, Int, 0)
    .ATTR(num_axes, Int, -1)
    .OP_END_FACTORY_REG(Reshape)

/** y = x as a matrix: the dimensions before `axis` are its rows. */
REG_OP(Flatten)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, Int, 1)
    .OP_END_FACTORY_REG(Flatten)

/** y = x without the dimensions `axis` (all of extent 1 when there are none). */
REG_OP(Squeeze)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, ListInt, {})
    .OP_END_FACTORY_REG(Squeeze)

/** y = x with dimensions of extent 1 at `axes`. */
REG_OP(Unsqueeze)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axes, ListInt, {})
    .OP_END_FACTORY_REG(Unsqueeze)

/** y = the tensors x one after another along concat_dim. */
REG_OP(ConcatDV2)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(concat_dim, Int)
    .ATTR(N, Int, 1)
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(ConcatDV2)

/** y = x in num_split equal parts along split_dim. */
REG_OP(Split)
    .INPUT(split_dim, TensorType({DT_INT32}))
    .INPUT(x, "T")
    .DYNAMIC_OUTPUT(y, "T")
    .REQUIRED_ATTR(num_split, Int)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8,
                             DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8,
                             DT_BF16, DT_BOOL}))
    .OP_END_FACTORY_REG(Split)

/** y = x in num_split equal parts along split_dim. */
REG_OP(SplitD)
    .INPUT(x, "T")
    .DYNAMIC_OUTPUT(y, "T")
    .REQUIRED_ATTR(split_dim, Int)
    .REQUIRED_ATTR(num_split, Int)
    .DATATYPE(T, TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_BF16, DT_UINT16, DT_UINT32, DT_UINT64, DT_FLOAT,
                             DT_FLOAT16, DT_BOOL}))
    .OP_END_FACTORY_REG(SplitD)

/** y = x in parts of size_splits along split_dim; -1 is the rest. */
REG_OP(SplitV)
    .INPUT(x, "T")
    .INPUT(size_splits, TensorType::IndexNumberType())
    .INPUT(split_dim, TensorType({DT_INT32, DT_INT64}))
    .DYNAMIC_OUTPUT(y, "T")
    .REQUIRED_ATTR(num_split, Int)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8,
                             DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8,
                             DT_BF16, DT_BOOL, DT_STRING}))
    .OP_END_FACTORY_REG(SplitV)

/** y = x in parts of size_splits along split_dim; -1 is the rest. */
REG_OP(SplitV2)
    .INPUT(x, "T")
    .INPUT(size_splits, TensorType::IndexNumberType())
    .INPUT(split_dim, TensorType::IndexNumberType())
    .DYNAMIC_OUTPUT(y, "T")
    .REQUIRED_ATTR(num_split, Int)
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(SplitV2)

/** y = x in parts of size_splits along split_dim; -1 is the rest. */
REG_OP(SplitVD)
    .INPUT(x, "T")
    .DYNAMIC_OUTPUT(y, "T")
    .REQUIRED_ATTR(size_splits, ListInt)
    .REQUIRED_ATTR(split_dim, Int)
    .REQUIRED_ATTR(num_split, Int)
    .DATATYPE(T, TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(SplitVD)

/** y = the tensors x side by side along a new dimension `axis`. */
REG_OP(Pack)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(axis, Int, 0)
    .ATTR(N, Int, 1)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL, DT_STRING}))
    .OP_END_FACTORY_REG(Pack)

/** y = the `num` slices of x along `axis`, without that dimension. */
REG_OP(Unpack)
    .INPUT(x, TensorType::BasicType())
    .DYNAMIC_OUTPUT(y, TensorType::BasicType())
    .REQUIRED_ATTR(num, Int)
    .ATTR(axis, Int, 0)
    .OP_END_FACTORY_REG(Unpack)

/** y = x on and below the diagonal that lies `diagonal` columns to the right, else 0. */
REG_OP(Tril)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(diagonal, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_QINT8,
                             DT_QUINT8, DT_QINT32, DT_QUINT16, DT_QINT16, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL}))
    .OP_END_FACTORY_REG(Tril)

/** y = x on and above the diagonal that lies `diagonal` columns to the right, else 0. */
REG_OP(Triu)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(diagonal, Int, 0)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL}))
    .OP_END_FACTORY_REG(Triu)

/** y = the matrix whose diagonal is the vector x, or the diagonal of the matrix x. */
REG_OP(DiagV2)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(diagonal, Int, 0)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_FLOAT,
                             DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_BOOL, DT_COMPLEX32, DT_COMPLEX128, DT_COMPLEX64}))
    .OP_END_FACTORY_REG(DiagV2)

/** y = the matrix whose diagonal are the elements of x. */
REG_OP(DiagFlat)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(diagonal, Int, 0)
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64, DT_INT8, DT_INT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8,
                             DT_QINT16, DT_QUINT16, DT_QINT32, DT_BOOL, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
                             DT_FLOAT8_E8M0}))
    .OP_END_FACTORY_REG(DiagFlat)

/** y = x with fill_value on its diagonal. wrap: in a matrix with more rows than columns it begins anew after a row of its own. */
REG_OP(FillDiagonal)
    .INPUT(x, TensorType({BasicType(), DT_BOOL, DT_BF16}))
    .OUTPUT(y, TensorType({BasicType(), DT_BOOL, DT_BF16}))
    .REQUIRED_ATTR(fill_value, Float)
    .ATTR(wrap, Bool, false)
    .OP_END_FACTORY_REG(FillDiagonal)

/** FillDiagonal with the number in a tensor, written over x. */
REG_OP(FillDiagonalV2)
    .INPUT(x, TensorType({BasicType(), DT_BOOL, DT_BF16}))
    .INPUT(fill_value, TensorType({BasicType(), DT_BOOL, DT_BF16}))
    .OUTPUT(x, TensorType({BasicType(), DT_BOOL, DT_BF16}))
    .ATTR(wrap, Bool, false)
    .OP_END_FACTORY_REG(FillDiagonalV2)

/** y = x with a dimension of extent 1 at `axis`, counted in y. */
REG_OP(ExpandDims)
    .INPUT(x, TensorType::ALL())
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(ExpandDims)

/** y = x with the dimensions from `axis` to end_axis as one. */
REG_OP(FlattenV2)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(axis, Int, 1)
    .ATTR(end_axis, Int, -1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64}))
    .OP_END_FACTORY_REG(FlattenV2)

/** Squeeze. */
REG_OP(SqueezeV2)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, ListInt, {})
    .OP_END_FACTORY_REG(SqueezeV2)

/** Squeeze with the dimensions as an input. */
REG_OP(SqueezeV3)
    .INPUT(x, TensorType::ALL())
    .OPTIONAL_INPUT(axes, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(SqueezeV3)

/** Unsqueeze. */
REG_OP(UnsqueezeV2)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, ListInt, {})
    .OP_END_FACTORY_REG(UnsqueezeV2)

/** Unsqueeze with the dimensions as an input. */
REG_OP(UnsqueezeV3)
    .INPUT(x, TensorType::ALL())
    .INPUT(axes, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(UnsqueezeV3)

/** y = x where column - row is at most k (upper 0) or at least k (upper 1), else 0; k is 0 when it is not there. */
REG_OP(Trilu)
    .INPUT(x, "T")
    .OPTIONAL_INPUT(k, "T_K")
    .OUTPUT(y, "T")
    .ATTR(upper, Int, 0)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32, DT_BOOL}))
    .DATATYPE(T_K, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(Trilu)

/**
 * y = x where row - column is at most num_lower and column - row at most num_upper, else 0; a negative number is no
 * bound.
 */
REG_OP(MatrixBandPart)
    .INPUT(x, "T")
    .INPUT(num_lower, TensorType({DT_INT32, DT_INT64}))
    .INPUT(num_upper, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MatrixBandPart)

/** The gradient of MirrorPad: every element of x is added to the element of y that MirrorPad shows there. */
REG_OP(MirrorPadGrad)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(mode, String)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MirrorPadGrad)

/** output = zeros of the shape `shape` with dy in the place of the slice that StridedSlice would take. */
REG_OP(StridedSliceGrad)
    .INPUT(shape, TensorType::IndexNumberType())
    .INPUT(begin, TensorType::IndexNumberType())
    .INPUT(end, TensorType::IndexNumberType())
    .INPUT(strides, TensorType::IndexNumberType())
    .INPUT(dy, "T")
    .OUTPUT(output, "T")
    .ATTR(begin_mask, Int, 0)
    .ATTR(end_mask, Int, 0)
    .ATTR(ellipsis_mask, Int, 0)
    .ATTR(new_axis_mask, Int, 0)
    .ATTR(shrink_axis_mask, Int, 0)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(StridedSliceGrad)

/** var with input_value, broadcast, in the place of the slice that StridedSlice would take. */
REG_OP(StridedSliceAssign)
    .INPUT(var, "T")
    .INPUT(begin, TensorType::IndexNumberType())
    .INPUT(end, TensorType::IndexNumberType())
    .INPUT(strides, TensorType::IndexNumberType())
    .INPUT(input_value, "T")
    .OUTPUT(var, "T")
    .ATTR(begin_mask, Int, 0)
    .ATTR(end_mask, Int, 0)
    .ATTR(ellipsis_mask, Int, 0)
    .ATTR(new_axis_mask, Int, 0)
    .ATTR(shrink_axis_mask, Int, 0)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(StridedSliceAssign)

/** StridedSliceAssign of the dimensions `axes`, the first ones when there are none. */
REG_OP(StridedSliceAssignV2)
    .INPUT(var, "T")
    .INPUT(input_value, "T")
    .INPUT(begin, TensorType::IndexNumberType())
    .INPUT(end, TensorType::IndexNumberType())
    .INPUT(strides, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(var, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_INT32, DT_INT64, DT_DOUBLE, DT_INT8}))
    .OP_END_FACTORY_REG(StridedSliceAssignV2)

/** ref = value, which has its shape. */
REG_OP(Assign)
    .INPUT(ref, "T")
    .INPUT(value, "T")
    .OUTPUT(ref, "T")
    .ATTR(validate_shape, Bool, true)
    .ATTR(use_locking, Bool, false)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32, DT_BOOL, DT_STRING}))
    .OP_END_FACTORY_REG(Assign)

/** x with value in the block of its shape that begins at `begin`. */
REG_OP(SliceWrite)
    .INPUT(x, "T")
    .INPUT(begin, TensorType({DT_INT32, DT_INT64}))
    .INPUT(value, "T")
    .OUTPUT(x, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(SliceWrite)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_LAYOUT_PROTO_H_
