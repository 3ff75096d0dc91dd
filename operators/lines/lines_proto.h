/// @file
/// Prototypes of operators along dimensions: reductions, scans, sorts.
#ifndef OPSTRATA_OPERATORS_LINES_PROTO_H_
#define OPSTRATA_OPERATORS_LINES_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = the largest element over `axes`; NaN where there is one. */
REG_OP(ReduceMax)
    .INPUT(x, TensorType::NumberType())
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .ATTR(keep_dims, Bool, false)
    .ATTR(noop_with_empty_axes, Bool, true)
    .OP_END_FACTORY_REG(ReduceMax)

/** y = the smallest element over `axes`; NaN where there is one. */
REG_OP(ReduceMin)
    .INPUT(x, TensorType::NumberType())
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .ATTR(keep_dims, Bool, false)
    .ATTR(noop_with_empty_axes, Bool, true)
    .OP_END_FACTORY_REG(ReduceMin)

/** y = the mean over `axes`; of integers without its fraction. */
REG_OP(ReduceMean)
    .INPUT(x, TensorType::NumberType())
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .ATTR(keep_dims, Bool, false)
    .ATTR(noop_with_empty_axes, Bool, true)
    .OP_END_FACTORY_REG(ReduceMean)

/** y = the product over `axes`. */
REG_OP(ReduceProd)
    .INPUT(x, TensorType::NumberType())
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .ATTR(keep_dims, Bool, false)
    .ATTR(noop_with_empty_axes, Bool, true)
    .OP_END_FACTORY_REG(ReduceProd)

/** y = whether all elements over `axes` are true. */
REG_OP(ReduceAll)
    .INPUT(x, TensorType({DT_BOOL, DT_BF16, DT_FLOAT, DT_FLOAT16}))
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceAll)

/** y = whether an element over `axes` is true. */
REG_OP(ReduceAny)
    .INPUT(x, TensorType({DT_BOOL, DT_FLOAT}))
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceAny)

/** y = the sum over `axes` of what is not NaN. */
REG_OP(ReduceNansum)
    .INPUT(x, "T")
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(ReduceNansum)

/** reduced = the logarithm of the sum over `axes`. */
REG_OP(ReduceLogSum)
    .INPUT(data, "T")
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(reduced, "T")
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(ReduceLogSum)

/** y = log(sum(e^x)) over `axes`. */
REG_OP(ReduceLogSumExp)
    .INPUT(x, "T")
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(ReduceLogSumExp)

/** y = the sum over `axes`. */
REG_OP(ReduceSumD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(ReduceSumD)

/** y = the largest element over `axes`; NaN where there is one. */
REG_OP(ReduceMaxD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_UINT8, DT_INT8, DT_FLOAT16, DT_INT32}))
    .OP_END_FACTORY_REG(ReduceMaxD)

/** y = the smallest element over `axes`; NaN where there is one. */
REG_OP(ReduceMinD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_UINT8, DT_INT32}))
    .OP_END_FACTORY_REG(ReduceMinD)

/** y = the mean over `axes`. */
REG_OP(ReduceMeanD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(ReduceMeanD)

/** y = the product over `axes`. */
REG_OP(ReduceProdD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_UINT8, DT_INT8, DT_INT32, DT_FLOAT16}))
    .OP_END_FACTORY_REG(ReduceProdD)

/** y = whether all elements over `axes` are true. */
REG_OP(ReduceAllD)
    .INPUT(x, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceAllD)

/** y = whether an element over `axes` is true. */
REG_OP(ReduceAnyD)
    .INPUT(x, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceAnyD)

/** y = the sum of squares over `axis`. */
REG_OP(SquareSumV1)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(axis, ListInt)
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(SquareSumV1)

/** y = the sum over `axes` of x * count / count_sum: the mean of means of groups. */
REG_OP(ReduceMeanWithCount)
    .INPUT(x, "T")
    .INPUT(count, "T2")
    .INPUT(count_sum, "T2")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                              DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(ReduceMeanWithCount)

/** var, mean of x over `dim`; the divisor is the number of elements less `correction`. */
REG_OP(ReduceVar)
    .INPUT(x, "T")
    .OUTPUT(var, "T")
    .OUTPUT(mean, "T")
    .ATTR(dim, ListInt, {})
    .ATTR(correction, Int, 1)
    .ATTR(keepdim, Bool, false)
    .ATTR(is_mean_out, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(ReduceVar)

/** std, mean of x over `dim`; the divisor is the number of elements less `correction`. */
REG_OP(ReduceStdV2)
    .INPUT(x, "T")
    .OUTPUT(std, "T")
    .OUTPUT(mean, "T")
    .ATTR(dim, ListInt, {})
    .ATTR(correction, Int, 1)
    .ATTR(keepdim, Bool, false)
    .ATTR(is_mean_out, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(ReduceStdV2)

/** output_var = variance or (if_std) deviation of x over `dim` around the given mean. */
REG_OP(ReduceStdV2Update)
    .INPUT(x, "T")
    .INPUT(mean, "T")
    .OUTPUT(output_var, "T")
    .REQUIRED_ATTR(dim, ListInt)
    .ATTR(if_std, Bool, false)
    .ATTR(unbiased, Bool, true)
    .ATTR(keepdim, Bool, false)
    .ATTR(correction, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(ReduceStdV2Update)

/** y = sqrt(variance + epsilon) of x over `dim` around the given mean, or 1 / it (invert). */
REG_OP(ReduceStdWithMean)
    .INPUT(x, "T")
    .INPUT(mean, "T")
    .OUTPUT(y, "T")
    .ATTR(dim, ListInt, {})
    .ATTR(unbiased, Bool, true)
    .ATTR(keepdim, Bool, false)
    .ATTR(invert, Bool, false)
    .ATTR(epsilon, Float, 0.001)
    .ATTR(correction, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(ReduceStdWithMean)

/** y = where the first largest element along `dimension` stands. */
REG_OP(ArgMaxV2)
    .INPUT(x, TensorType::NumberType())
    .INPUT(dimension, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(ArgMaxV2)

/** y = where the first smallest element along `dimension` stands. */
REG_OP(ArgMin)
    .INPUT(x, TensorType::NumberType())
    .INPUT(dimension, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(ArgMin)

/** The first largest element along `dimension`: where it stands and its value. */
REG_OP(ArgMaxWithValue)
    .INPUT(x, "T")
    .OUTPUT(indice, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(values, "T")
    .REQUIRED_ATTR(dimension, Int)
    .ATTR(keep_dims, Bool, false)
    .ATTR(indice_dtype, Type, DT_INT32)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT64, DT_INT32}))
    .OP_END_FACTORY_REG(ArgMaxWithValue)

/** The first smallest element along `dimension`: where it stands and its value. */
REG_OP(ArgMinWithValue)
    .INPUT(x, "T")
    .OUTPUT(indice, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(values, "T")
    .REQUIRED_ATTR(dimension, Int)
    .ATTR(keep_dims, Bool, false)
    .ATTR(indice_dtype, Type, DT_INT32)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT64, DT_INT32}))
    .OP_END_FACTORY_REG(ArgMinWithValue)

/** output = the sum of products of two vectors. */
REG_OP(Dot)
    .INPUT(input_x, "T")
    .INPUT(input_y, "T")
    .OUTPUT(output, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_UINT8, DT_INT8, DT_INT32}))
    .OP_END_FACTORY_REG(Dot)

/** y = the sums up to each element along `axis`; without it (exclusive), from the end (reverse). */
REG_OP(Cumsum)
    .INPUT(x, "T")
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .DATATYPE(T, TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_FLOAT16,
                             DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_BF16}))
    .OP_END_FACTORY_REG(Cumsum)

/** y = the sums up to each element along `axis`; without it (exclusive), from the end (reverse). */
REG_OP(CumsumD)
    .INPUT(x, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .REQUIRED_ATTR(axis, Int)
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(CumsumD)

/** y = the products up to each element along `axis`; without it (exclusive), from the end (reverse). */
REG_OP(Cumprod)
    .INPUT(x, TensorType::NumberType())
    .INPUT(axis, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(Cumprod)

/** y = the products up to each element along `axis`; without it (exclusive), from the end (reverse). */
REG_OP(CumprodD)
    .INPUT(x, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .REQUIRED_ATTR(axis, Int)
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(CumprodD)

/** y = log(sum(e^x)) up to each element along `axis`. */
REG_OP(CumulativeLogsumexp)
    .INPUT(x, "T")
    .INPUT(axis, TensorType({DT_INT32, DT_INT16}))
    .OUTPUT(y, "T")
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(CumulativeLogsumexp)

/** The largest element up to each place along `dim`, and where it stands. */
REG_OP(Cummax)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .OUTPUT(argmax, TensorType::IndexNumberType())
    .REQUIRED_ATTR(dim, Int)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(Cummax)

/** The smallest element up to each place along `axis`, and where it stands. */
REG_OP(Cummin)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .OUTPUT(argmin, TensorType::IndexNumberType())
    .REQUIRED_ATTR(axis, Int)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(Cummin)

/** logsoftmax = logits - log(sum(e^logits)) over `axes`. */
REG_OP(LogSoftmaxV2)
    .INPUT(logits, "T")
    .OUTPUT(logsoftmax, "T")
    .ATTR(axes, ListInt, {-1})
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(LogSoftmaxV2)

/**
 * y1 = x sorted along `axis`, y2 = where its elements stood; NaN counts as the largest, equal elements keep their
 * order.
 */
REG_OP(Sort)
    .INPUT(x, "T")
    .OUTPUT(y1, "T")
    .OUTPUT(y2, TensorType({DT_INT32, DT_INT64}))
    .ATTR(axis, Int, -1)
    .ATTR(descending, Bool, false)
    .ATTR(stable, Bool, false)
    .ATTR(y2_dtype, Type, DT_INT32)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT16, DT_INT8, DT_UINT8, DT_INT32, DT_INT64, DT_BF16, DT_UINT32, DT_UINT16,
                             DT_UINT64}))
    .OP_END_FACTORY_REG(Sort)

/** y = x sorted along `axis`, sorted_index = `index` in the same order. */
REG_OP(SortWithIndex)
    .INPUT(x, "T")
    .INPUT(index, "T2")
    .OUTPUT(y, "T")
    .OUTPUT(sorted_index, "T2")
    .ATTR(axis, Int, -1)
    .ATTR(descending, Bool, false)
    .ATTR(stable, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32,
                             DT_UINT64}))
    .DATATYPE(T2, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(SortWithIndex)

/** The k largest (or smallest) elements along `dim` in order, and where they stood. */
REG_OP(TopK)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(k, TensorType({DT_INT32}))
    .OUTPUT(values, TensorType::RealNumberType())
    .OUTPUT(indices, TensorType({DT_INT32}))
    .ATTR(sorted, Bool, true)
    .ATTR(largest, Bool, true)
    .ATTR(dim, Int, -1)
    .OP_END_FACTORY_REG(TopK)

/** The k largest (or smallest) elements along `dim` in order, and where they stood. */
REG_OP(TopKV2)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(k, TensorType::IndexNumberType())
    .OUTPUT(values, TensorType::RealNumberType())
    .OUTPUT(indices, TensorType::IndexNumberType())
    .ATTR(sorted, Bool, true)
    .ATTR(dim, Int, -1)
    .ATTR(largest, Bool, true)
    .ATTR(indices_dtype, Int, 3)
    .OP_END_FACTORY_REG(TopKV2)

/** TopKV2. */
REG_OP(RadixTopK)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16}))
    .INPUT(k, TensorType::IndexNumberType())
    .OUTPUT(values, TensorType({DT_FLOAT16, DT_BF16}))
    .OUTPUT(indices, TensorType::IndexNumberType())
    .ATTR(sorted, Bool, true)
    .ATTR(dim, Int, -1)
    .ATTR(largest, Bool, true)
    .ATTR(indices_dtype, Int, 3)
    .OP_END_FACTORY_REG(RadixTopK)

/** The k largest (or smallest) elements along `dim` in order, and where they stood; assist_seq is not needed. */
REG_OP(TopKV2D)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(assist_seq, TensorType({DT_FLOAT16}))
    .OUTPUT(values, TensorType::RealNumberType())
    .OUTPUT(indices, TensorType({DT_INT32}))
    .ATTR(sorted, Bool, true)
    .ATTR(dim, Int, -1)
    .ATTR(largest, Bool, true)
    .OP_END_FACTORY_REG(TopKV2D)

/** The k largest (or smallest) elements along `dim` in order, and where they stood. */
REG_OP(TopKV3)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(k, TensorType::IndexNumberType())
    .OUTPUT(values, TensorType::RealNumberType())
    .OUTPUT(indices, TensorType({DT_INT32}))
    .ATTR(sorted, Bool, true)
    .ATTR(dim, Int, -1)
    .ATTR(largest, Bool, true)
    .OP_END_FACTORY_REG(TopKV3)

/** The k-th smallest element along `dim`, and where it stood. */
REG_OP(KthValue)
    .INPUT(x, "T")
    .OUTPUT(values, "T")
    .OUTPUT(indices, TensorType::IndexNumberType())
    .REQUIRED_ATTR(k, Int)
    .ATTR(dim, Int, -1)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(KthValue)

/** grad_x = softmax * (grad_softmax - sum(softmax * grad_softmax)) over `axes`. */
REG_OP(SoftmaxGrad)
    .INPUT(softmax, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grad_softmax, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(grad_x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(axes, ListInt, {-1})
    .OP_END_FACTORY_REG(SoftmaxGrad)

/** y = grad - e^x * sum(grad) over `axis`; x as it came out of LogSoftmaxV2. */
REG_OP(LogSoftmaxGrad)
    .INPUT(grad, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(axis, ListInt, {-1})
    .OP_END_FACTORY_REG(LogSoftmaxGrad)

/** y = x / sqrt(max(sum(x * x), eps)) over `axis`. */
REG_OP(L2Normalize)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(axis, ListInt, {})
    .ATTR(eps, Float, 1e-4f)
    .OP_END_FACTORY_REG(L2Normalize)

/** dx = the gradient of L2Normalize over `dim`; y as it came out of it. */
REG_OP(L2NormalizeGrad)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(dy, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(dx, TensorType({DT_FLOAT, DT_FLOAT16}))
    .ATTR(dim, ListInt, {})
    .ATTR(eps, Float, 1e-4f)
    .OP_END_FACTORY_REG(L2NormalizeGrad)

/** y = the norm of order p over `axes` (none: all); of order 0 the count of what is not 0. epsilon: of no matter here. */
REG_OP(LpNorm)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(p, Int, 2)
    .ATTR(axes, ListInt, {})
    .ATTR(keepdim, Bool, false)
    .ATTR(epsilon, Float, 1e-12f)
    .OP_END_FACTORY_REG(LpNorm)

/** LpNorm of an order that may be any number or an infinity. */
REG_OP(LpNormV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(p, Float, 2.0)
    .ATTR(axes, ListInt, {})
    .ATTR(keepdim, Bool, false)
    .ATTR(epsilon, Float, 1e-12f)
    .OP_END_FACTORY_REG(LpNormV2)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_LINES_PROTO_H_
