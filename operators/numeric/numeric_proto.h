/// @file
/// Prototypes of searching, counting, and of operators on patches, chunks and vectors of a tensor.
#ifndef OPSTRATA_OPERATORS_NUMERIC_PROTO_H_
#define OPSTRATA_OPERATORS_NUMERIC_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * out = the place in the ascending last dimension of sorted_sequence (a vector, or one for each row of values) before which each value goes,
 * behind equal ones with `right`. sorter: the order in which the sequence ascends.
 */
REG_OP(SearchSorted)
    .INPUT(sorted_sequence, "T")
    .INPUT(values, "T")
    .OPTIONAL_INPUT(sorter, TensorType({DT_INT64}))
    .OUTPUT(out, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Type, DT_INT64)
    .ATTR(right, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT16, DT_INT8, DT_UINT8, DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(SearchSorted)

/** bins[i] = how often i stands in array, or the sum of its weights when there are any; numbers from `size` on do not count. */
REG_OP(Bincount)
    .INPUT(array, TensorType({DT_INT32}))
    .INPUT(size, TensorType({DT_INT32}))
    .INPUT(weights, "T")
    .OUTPUT(bins, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_INT32, DT_INT64, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Bincount)

/** y = how many elements of x fall into each of `bins` equal parts of [min, max]; min = max stands for the ends of x. */
REG_OP(Histogram)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT64, DT_INT32, DT_INT16, DT_INT8, DT_UINT8}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT64, DT_INT32, DT_INT16, DT_INT8, DT_UINT8}))
    .ATTR(bins, Int, 100)
    .ATTR(min, Float, 0.0f)
    .ATTR(max, Float, 0.0f)
    .OP_END_FACTORY_REG(Histogram)

/** Histogram with the ends as inputs. */
REG_OP(HistogramV2)
    .INPUT(x, "T")
    .INPUT(min, "T")
    .INPUT(max, "T")
    .OUTPUT(y, TensorType({DT_INT32, DT_FLOAT}))
    .ATTR(bins, Int, 100)
    .ATTR(y_dtype, Type, DT_INT32)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT64, DT_INT32, DT_INT16, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(HistogramV2)

/** y = how many elements of x fall into each of `nbins` equal parts of the range; those outside count at its ends. */
REG_OP(HistogramFixedWidth)
    .INPUT(x, "T")
    .INPUT(range, "T")
    .INPUT(nbins, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT32}))
    .ATTR(dtype, String, "int32")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(HistogramFixedWidth)

/** y = the vector products of x1 and x2 along `dim`, which has 3 elements; -65530: the first such dimension. */
REG_OP(Cross)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .ATTR(dim, Int, -65530)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Cross)

/** Cross. */
REG_OP(CrossV2)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .ATTR(dim, Int, -65530)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64}))
    .OP_END_FACTORY_REG(CrossV2)

/** y[…, i, j] = the p-norm of x1[…, i, :] - x2[…, j, :]. */
REG_OP(Cdist)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .ATTR(p, Float, 2.0f)
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(Cdist)

/**
 * y = the patches of the images x [n, channels, height, width], each a column: [n, channels * kernel, rows, columns]. Lists of one value hold
 * for both directions; padding_mode "CALCULATED" (pads: top, bottom, left, right), "SAME" or "VALID".
 */
REG_OP(Im2col)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(ksizes, ListInt)
    .ATTR(strides, ListInt, {1})
    .ATTR(dilations, ListInt, {1})
    .ATTR(padding_mode, String, "CALCULATED")
    .ATTR(pads, ListInt, {0})
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL, DT_COMPLEX32, DT_COMPLEX64}))
    .OP_END_FACTORY_REG(Im2col)

/** grad_in = the sums of the elements of grad_out that unfolding along `dim` (windows of `size`, `step` apart) took from each element. */
REG_OP(UnfoldGrad)
    .INPUT(grad_out, "T")
    .INPUT(input_sizes, TensorType({DT_INT64}))
    .OUTPUT(grad_in, "T")
    .REQUIRED_ATTR(dim, Int)
    .REQUIRED_ATTR(size, Int)
    .REQUIRED_ATTR(step, Int)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(UnfoldGrad)

/**
 * y = each tensor of x, filled up with zeros along `dim` to a multiple of `num_chunks`, cut into that many chunks, chunk i of all one after
 * another in a row: [sizes before dim, num_chunks, elements of a chunk].
 */
REG_OP(ChunkCat)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T1")
    .REQUIRED_ATTR(dim, Int)
    .REQUIRED_ATTR(num_chunks, Int)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(ChunkCat)

/** y = what each slice of x along `dim` is to be multiplied with so that its p-norm is at most maxnorm. */
REG_OP(Renorm)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(p, Float)
    .REQUIRED_ATTR(dim, Int)
    .REQUIRED_ATTR(maxnorm, Float)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Renorm)

/** y = the bits of x, the lowest of a byte first, as 1 and -1, in `size` rows. */
REG_OP(SignBitsUnpack)
    .INPUT(x, TensorType({DT_UINT8}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .REQUIRED_ATTR(size, Int)
    .REQUIRED_ATTR(dtype, Type)
    .OP_END_FACTORY_REG(SignBitsUnpack)

/** y = bytes of the signs of x, 1 for what is not negative, the first one in the lowest bit, in `size` rows; the last byte is filled with -1. */
REG_OP(SignBitsPack)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_UINT8}))
    .REQUIRED_ATTR(size, Int)
    .OP_END_FACTORY_REG(SignBitsPack)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_NUMERIC_PROTO_H_
