/// @file
/// Prototypes that graph programs use beside those of their own operator (foreign-build section 5.6, es-api section 13.8). The other
/// headers of this folder are the names under which programs look for them; each gives all of these, because programs differ in which
/// one they include. Inputs and constants are in array_ops.h alone: programs without it define them themselves. Left out are types for
/// which programs include an operator library's own header.
#ifndef OPSTRATA_OP_PROTO_GRAPH_PROGRAM_OPS_H_
#define OPSTRATA_OP_PROTO_GRAPH_PROGRAM_OPS_H_

#include "graph/operator_reg.h"

namespace ge {

/* Operators on shapes. */

/** y = x */
REG_OP(Identity)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Identity)

/** y[i] = x[i] */
REG_OP(IdentityN)
    .DYNAMIC_INPUT(x, TensorType::ALL())
    .DYNAMIC_OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(IdentityN)

/** The elements of `x` in the shape `shape`; `axis` and `num_axes` say which dimensions it replaces. */
REG_OP(Reshape)
    .INPUT(x, TensorType::ALL())
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, Int, 0)
    .ATTR(num_axes, Int, -1)
    .OP_END_FACTORY_REG(Reshape)

/** The dimensions of `x`. */
REG_OP(Shape)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Int, DT_INT32)
    .OP_END_FACTORY_REG(Shape)

/** The dimensions of every `x[i]`. */
REG_OP(ShapeN)
    .DYNAMIC_INPUT(x, TensorType::ALL())
    .DYNAMIC_OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Int, DT_INT32)
    .OP_END_FACTORY_REG(ShapeN)

/** The dimensions of every `x[i]`, one after the other. */
REG_OP(GetShape)
    .DYNAMIC_INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(GetShape)

/** The number of dimensions of `x`. */
REG_OP(Rank)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(Rank)

/** Without the dimensions `axis` (all of extent 1 if empty). */
REG_OP(Squeeze)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, ListInt, {})
    .OP_END_FACTORY_REG(Squeeze)

/** The same. */
REG_OP(SqueezeV2)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, ListInt, {})
    .OP_END_FACTORY_REG(SqueezeV2)

/** The same with the dimensions as input. */
REG_OP(SqueezeV3)
    .INPUT(x, TensorType::ALL())
    .OPTIONAL_INPUT(axes, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(SqueezeV3)

/** With dimensions of extent 1 at `axes`. */
REG_OP(Unsqueeze)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axes, ListInt, {})
    .OP_END_FACTORY_REG(Unsqueeze)

/** The same. */
REG_OP(UnsqueezeV2)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, ListInt, {})
    .OP_END_FACTORY_REG(UnsqueezeV2)

/** The same with the dimensions as input. */
REG_OP(UnsqueezeV3)
    .INPUT(x, TensorType::ALL())
    .INPUT(axes, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(UnsqueezeV3)

/** Dimension i of `y` is dimension `order[i]` of `x`. */
REG_OP(Permute)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(order, ListInt, {0})
    .OP_END_FACTORY_REG(Permute)

/** `x` with borders of the one element of `constant_values`. */
REG_OP(PadV2)
    .INPUT(x, TensorType::BasicType())
    .INPUT(paddings, TensorType::IndexNumberType())
    .INPUT(constant_values, TensorType::BasicType())
    .OUTPUT(y, TensorType::BasicType())
    .OP_END_FACTORY_REG(PadV2)

/** The upper or lower triangle of each matrix, from diagonal `k`. */
REG_OP(Trilu)
    .INPUT(x, TensorType::BasicType())
    .OPTIONAL_INPUT(k, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType::BasicType())
    .ATTR(upper, Int, 0)
    .OP_END_FACTORY_REG(Trilu)

/* Element-wise operators and counts. */

/** y = x + value */
REG_OP(Adds)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT16, DT_INT32, DT_FLOAT16, DT_BF16, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT16, DT_INT32, DT_FLOAT16, DT_BF16, DT_INT64}))
    .REQUIRED_ATTR(value, Float)
    .OP_END_FACTORY_REG(Adds)

/** y = x1 ^ x2 */
REG_OP(Pows)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(Pows)

/** y = sqrt(x) */
REG_OP(Sqrt)
    .INPUT(x, TensorType({DT_BF16, DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_BF16, DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Sqrt)

/** The Fresnel cosine integral. */
REG_OP(FresnelCos)
    .INPUT(x, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(FresnelCos)

/** log of the running sums of exp(x) along `axis`. */
REG_OP(CumulativeLogsumexp)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(axis, TensorType({DT_INT32, DT_INT64, DT_INT16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(CumulativeLogsumexp)

/** Counts of `x` in `nbins` classes of one width over `range`. */
REG_OP(HistogramFixedWidth)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .INPUT(range, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .INPUT(nbins, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT32}))
    .ATTR(dtype, Int, 3)
    .OP_END_FACTORY_REG(HistogramFixedWidth)

/** Counts of `x` in `bins` classes from `min` to `max`. */
REG_OP(HistogramV2)
    .INPUT(x, TensorType::BasicType())
    .INPUT(min, TensorType::BasicType())
    .INPUT(max, TensorType::BasicType())
    .OUTPUT(y, TensorType({DT_INT32, DT_FLOAT}))
    .ATTR(bins, Int, 100)
    .ATTR(y_dtype, Type, DT_INT32)
    .OP_END_FACTORY_REG(HistogramV2)

/** `count` random positions of true elements of `x`, and which of them are real. */
REG_OP(StatelessRandomChoiceWithMask)
    .INPUT(x, TensorType({DT_BOOL}))
    .INPUT(count, TensorType({DT_INT32}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT32}))
    .OUTPUT(mask, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(StatelessRandomChoiceWithMask)

/* Neural networks. */

/** y = x > threshold ? x : value */
REG_OP(Threshold)
    .INPUT(x, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .ATTR(threshold, Float, 0.0)
    .OP_END_FACTORY_REG(Threshold)

/** Gradient of the scaled exponential linear unit. */
REG_OP(SeluGrad)
    .INPUT(gradients, TensorType::RealNumberType())
    .INPUT(outputs, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(SeluGrad)

/** Gradient of log(1 + exp(x)). */
REG_OP(SoftplusGrad)
    .INPUT(gradients, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .INPUT(features, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(backprops, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(SoftplusGrad)

/** Sums of `x` and of its squares per channel. */
REG_OP(BNTrainingReduce)
    .INPUT(x, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(sum, TensorType({DT_FLOAT}))
    .OUTPUT(square_sum, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BNTrainingReduce)

/** Boxes as fractions of the extent of their image. */
REG_OP(NormalizeBBox)
    .INPUT(boxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(shape_hw, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(reversed_box, Bool, false)
    .OP_END_FACTORY_REG(NormalizeBBox)

/** A step of gradient descent with momentum. */
REG_OP(ApplyKerasMomentum)
    .INPUT(var, TensorType::NumberType())
    .INPUT(accum, TensorType::NumberType())
    .INPUT(lr, TensorType::NumberType())
    .INPUT(grad, TensorType::NumberType())
    .INPUT(momentum, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .OUTPUT(accum, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .ATTR(use_nesterov, Bool, false)
    .OP_END_FACTORY_REG(ApplyKerasMomentum)

/** A step of proximal gradient descent. */
REG_OP(ApplyProximalGradientDescent)
    .INPUT(var, TensorType::NumberType())
    .INPUT(alpha, TensorType::NumberType())
    .INPUT(l1, TensorType::NumberType())
    .INPUT(l2, TensorType::NumberType())
    .INPUT(delta, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyProximalGradientDescent)

/** Maxima per segment and where they stood. */
REG_OP(ScatterMaxWithArgmax)
    .INPUT(x, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .INPUT(indices, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(argmax, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(ScatterMaxWithArgmax)

/* Further operators. */

/** Negative log likelihood of a Poisson distribution. */
REG_OP(PoissonNllLoss)
    .INPUT(input_x, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .INPUT(target, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(loss, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .ATTR(log_input, Bool, true)
    .ATTR(full, Bool, false)
    .ATTR(eps, Float, 1e-8)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(PoissonNllLoss)

/** Sums over the repetitions of an element. */
REG_OP(RepeatInterleaveGrad)
    .INPUT(y_grad, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .INPUT(repeats, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(x_grad, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(RepeatInterleaveGrad)

/** Gradient of an interpolation between three neighbours. */
REG_OP(ThreeInterpolateBackward)
    .INPUT(grad_x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .INPUT(weight, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(grad_y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .REQUIRED_ATTR(m, Int)
    .OP_END_FACTORY_REG(ThreeInterpolateBackward)

}  // namespace ge

#endif  // OPSTRATA_OP_PROTO_GRAPH_PROGRAM_OPS_H_
