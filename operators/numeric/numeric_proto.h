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

    /** y = the p-norms of x[i, :] - x[j, :] for all i < j, j fastest. */
    REG_OP(Pdist)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(p, Float, 2.0f)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(Pdist)

    /**
     * The gradient of Cdist with respect to x1: y = the sums along the last dimension but one of grad times the slope
     * of the p-norm cdist at x1 - x2. All inputs have the same shape: [..., rows of x1, rows of x2, columns].
     */
    REG_OP(CdistGrad)
    .INPUT(grad, "T")
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(cdist, "T")
    .OUTPUT(y, "T")
    .ATTR(p, Float, 2.0f)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(CdistGrad)

    /** y[..., i, j] = exp(x[..., j + 1] + ... + x[..., i]); 1 for i = j, 0 for i < j. */
    REG_OP(Segsum)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(Segsum)

    /** The gradient of Segsum: of x, by that of y and by y itself (grad_self). */
    REG_OP(ExpSegsumGrad)
    .INPUT(grad_output, "T")
    .INPUT(grad_self, "T")
    .OUTPUT(grad_input, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(ExpSegsumGrad)

    /**
     * p = exp(cost), its rows and columns multiplied by turns until each row sums to 1 / rows and each column to 1 /
     * columns: until the mean change of the columns' factors is at most tol.
     */
    REG_OP(Sinkhorn)
    .INPUT(cost, "T")
    .OUTPUT(p, "T")
    .ATTR(tol, Float, 0.0001f)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(Sinkhorn)

    /** output_z = whether input_x and input_y have the same shape and equal elements. */
    REG_OP(TensorEqual)
    .INPUT(input_x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_INT8, DT_UINT8, DT_BOOL,
                                DT_BF16, DT_INT16, DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(input_y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT32, DT_INT8, DT_UINT8, DT_BOOL,
                                DT_BF16, DT_INT16, DT_UINT16, DT_UINT32, DT_UINT64}))
    .OUTPUT(output_z, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(TensorEqual)

    /** y = beta * x1 + alpha * x2 * transposed x3, x2 and x3 vectors; x1 does not count when beta is 0. Of DT_BOOL: or,
       and. */
    REG_OP(Addr)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(x3, "T")
    .INPUT(beta, "T")
    .INPUT(alpha, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8, DT_UINT8, DT_BOOL}))
    .OP_END_FACTORY_REG(Addr)

    /** Addr. */
    REG_OP(AddrV2)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(x3, "T")
    .INPUT(beta, "T")
    .INPUT(alpha, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8, DT_UINT8, DT_BOOL}))
    .OP_END_FACTORY_REG(AddrV2)

    /**
     * y = x * scale + bias, where scale and bias stand for the dimensions of x from `axis` on, as many as they have.
     * num_axes and scale_from_blob say how that number was chosen.
     */
    REG_OP(Scale)
    .INPUT(x, "T")
    .INPUT(scale, "T")
    .OPTIONAL_INPUT(bias, "T")
    .OUTPUT(y, "T")
    .ATTR(axis, Int, 1)
    .ATTR(num_axes, Int, 1)
    .ATTR(scale_from_blob, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(Scale)

    /**
     * y = the places in the input of the points of an image of output_size, [n, channels, height, width] or with a
     * depth before the height, that theta [n, 2, 3] or [n, 3, 4] sends them to: [n, points, 2 or 3]. -1 and 1 are the
     * borders of the image, or with align_corners the centres of its outermost points.
     */
    REG_OP(AffineGrid)
    .INPUT(theta, "T")
    .INPUT(output_size, TensorType({DT_INT32}))
    .OUTPUT(y, "T")
    .ATTR(align_corners, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(AffineGrid)

    /**
     * y = images [n, channels, height, width] of output_size that are the sums of the patches x: [n, channels, places
     * in a kernel, kernels] or with channels and places as one dimension. Lists of one value hold for both directions.
     */
    REG_OP(Col2im)
    .INPUT(x, "T")
    .INPUT(output_size, TensorType({DT_INT32}))
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(kernel_size, ListInt)
    .REQUIRED_ATTR(dilation, ListInt)
    .REQUIRED_ATTR(padding, ListInt)
    .REQUIRED_ATTR(stride, ListInt)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(Col2im)

    /**
     * y = the patches of the images x [n, channels, height, width], each a column: [n, channels * kernel, rows,
     * columns]. Lists of one value hold for both directions; padding_mode "CALCULATED" (pads: top, bottom, left,
     * right), "SAME" or "VALID".
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

/** num = how many elements of x1 and x2 are further apart than atol + rtol * |x2|, one number. */
REG_OP(DataCompare)
    .INPUT(x1, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_INT8, DT_UINT8, DT_INT32}))
    .INPUT(x2, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_INT8, DT_UINT8, DT_INT32}))
    .OUTPUT(num, TensorType({DT_FLOAT}))
    .ATTR(atol, Float, 1e-5f)
    .ATTR(rtol, Float, 1e-3f)
    .OP_END_FACTORY_REG(DataCompare)

/**
 * y = the place in each ascending row of sorted_x before which the values of the same row go, in front of equal
 * ones.
 */
REG_OP(LowerBound)
    .INPUT(sorted_x, "T")
    .INPUT(values, "T")
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_type, Type, DT_INT32)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_DOUBLE}))
    .OP_END_FACTORY_REG(LowerBound)

/** LowerBound behind equal ones. */
REG_OP(UpperBound)
    .INPUT(sorted_x, "T")
    .INPUT(values, "T")
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .REQUIRED_ATTR(out_type, Type)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_DOUBLE}))
    .OP_END_FACTORY_REG(UpperBound)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_NUMERIC_PROTO_H_
