/// @file
/// Prototypes of operators on shapes: what a tensor's shape is, what shapes give together, places in a shape; and of
/// operators that hand tensors on as they are.
#ifndef OPSTRATA_OPERATORS_SHAPES_PROTO_H_
#define OPSTRATA_OPERATORS_SHAPES_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = the extents of the dimensions of x, of the data type with the number dtype. */
REG_OP(Shape)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Int, 3)
    .OP_END_FACTORY_REG(Shape)

    /** Shape of each tensor. */
    REG_OP(ShapeN)
    .DYNAMIC_INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64,
                                  DT_UINT32, DT_UINT64, DT_BOOL, DT_DOUBLE, DT_STRING}))
    .DYNAMIC_OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Int, 3)
    .OP_END_FACTORY_REG(ShapeN)

    /** y = the number of elements of x, of the data type with the number dtype. */
    REG_OP(Size)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                          DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Int, 3)
    .OP_END_FACTORY_REG(Size)

    /** y = the number of dimensions of x. */
    REG_OP(Rank)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                          DT_UINT64, DT_BOOL, DT_DOUBLE, DT_STRING}))
    .OUTPUT(y, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(Rank)

    /** Each y is its x. */
    REG_OP(IdentityN)
    .DYNAMIC_INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64,
                                  DT_UINT32, DT_UINT64, DT_BOOL, DT_DOUBLE, DT_STRING}))
    .DYNAMIC_OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64,
                                   DT_UINT32, DT_UINT64, DT_BOOL, DT_DOUBLE, DT_STRING}))
    .OP_END_FACTORY_REG(IdentityN)

    /**
     * y = the bytes of x as elements of the data type `type`. Smaller elements become a new last dimension; as many
     * elements as one larger takes are the last dimension of x, which goes. Types of less than a byte and keep_dim with
     * elements of another size are not supported.
     */
    REG_OP(Bitcast)
    .INPUT(x, TensorType({DT_BOOL,       DT_FLOAT16, DT_FLOAT,  DT_INT4,   DT_INT8,    DT_INT32,  DT_UINT32,
                          DT_UINT8,      DT_INT64,   DT_UINT64, DT_INT16,  DT_UINT16,  DT_DOUBLE, DT_COMPLEX64,
                          DT_COMPLEX128, DT_QINT8,   DT_QUINT8, DT_QINT16, DT_QUINT16, DT_QINT32}))
    .OUTPUT(y, TensorType({DT_BOOL,       DT_FLOAT16, DT_FLOAT,  DT_INT4,   DT_INT8,    DT_INT32,  DT_UINT32,
                           DT_UINT8,      DT_INT64,   DT_UINT64, DT_INT16,  DT_UINT16,  DT_DOUBLE, DT_COMPLEX64,
                           DT_COMPLEX128, DT_QINT8,   DT_QUINT8, DT_QINT16, DT_QUINT16, DT_QINT32}))
    .REQUIRED_ATTR(type, Type)
    .ATTR(keep_dim, Bool, false)
    .OP_END_FACTORY_REG(Bitcast)

    /** y[x[i]] = i; x holds each of 0, 1, ... once. */
    REG_OP(InvertPermutation)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(InvertPermutation)

    /** y = the shape that tensors of the shapes x1 and x2 have together. */
    REG_OP(BroadcastArgs)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(BroadcastArgs)

    /**
     * y1 and y2 = the dimensions, of the shape that x1 and x2 have together, along which the one or the other was
     * broadcast, in ascending order.
     */
    REG_OP(BroadcastGradientArgs)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y1, "T")
    .OUTPUT(y2, "T")
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(BroadcastGradientArgs)

    /** Each y = where the tensor with the shape of its x begins in what Concat makes of all. */
    REG_OP(ConcatOffset)
    .INPUT(concat_dim, TensorType({DT_INT32}))
    .DYNAMIC_INPUT(x, "T")
    .DYNAMIC_OUTPUT(y, "T")
    .REQUIRED_ATTR(N, Int)
    .DATATYPE(T, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(ConcatOffset)

    /**
     * y[d, i] = the index in dimension d of the element with the row-major number indices[i] of a tensor of shape dims;
     * of one number, the vector of its indices.
     */
    REG_OP(UnravelIndex)
    .INPUT(indices, "T")
    .INPUT(dims, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(UnravelIndex)

    /** y has the shape `shape` and the data type with the number dtype; its elements are 0. */
    REG_OP(Empty)
    .INPUT(shape, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                           DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .ATTR(dtype, Int, 3)
    .ATTR(init, Bool, false)
    .OP_END_FACTORY_REG(Empty)

/** y = x. */
REG_OP(StopGradient)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .OP_END_FACTORY_REG(StopGradient)

/** y = x. */
REG_OP(PreventGradient)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(message, String, "")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .OP_END_FACTORY_REG(PreventGradient)

/** y = x. */
REG_OP(Snapshot)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Snapshot)

/** output_x = x. */
REG_OP(TensorRedirect)
    .INPUT(x, "T")
    .OUTPUT(output_x, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT32, DT_UINT8, DT_INT64, DT_INT16, DT_UINT16, DT_UINT64, DT_UINT32}))
    .OP_END_FACTORY_REG(TensorRedirect)

/** y = x. */
REG_OP(PlaceholderWithDefault)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(PlaceholderWithDefault)

/** y = x; fails with `message` when an element is infinite or no number. */
REG_OP(CheckNumerics)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(message, String)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(CheckNumerics)

/** y = the place in dst_format of the letter at place x (negative ones count from the end) of src_format. */
REG_OP(DataFormatDimMap)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(src_format, String, "NHWC")
    .ATTR(dst_format, String, "NCHW")
    .DATATYPE(T, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(DataFormatDimMap)

/**
 * y = the numbers (or pairs of them) of x, which stand in the order of src_format, in the order of dst_format; two
 * of them are those of H and W.
 */
REG_OP(DataFormatVecPermute)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(src_format, String, "NHWC")
    .ATTR(dst_format, String, "NCHW")
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(DataFormatVecPermute)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SHAPES_PROTO_H_
