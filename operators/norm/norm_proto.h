/// @file
/// Prototypes of normalisations beside LayerNorm: by the mean of squares, by groups and batches, and gradients.
/// Everything is computed in float64 and rounded once; rstd stands for 1 / sqrt(what the elements are divided by +
/// epsilon).
#ifndef OPSTRATA_OPERATORS_NORM_PROTO_H_
#define OPSTRATA_OPERATORS_NORM_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = x * rstd * gamma, rstd of the mean of squares over the last dimensions, of which gamma has the sizes. rstd has
 * these dimensions as 1. */
REG_OP(RmsNorm)
    .INPUT(x, "T")
    .INPUT(gamma, "T")
    .OUTPUT(y, "T")
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 1e-6f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(RmsNorm)

/** x = x1 + x2, rounded to its type, y and rstd = RmsNorm of that. */
REG_OP(AddRmsNorm)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(gamma, "T")
    .OUTPUT(y, "T")
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .OUTPUT(x, "T")
    .ATTR(epsilon, Float, 1e-6f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(AddRmsNorm)

/** dx, dgamma = the gradients of RmsNorm with respect to x and gamma; rstd as it came out of it. */
REG_OP(RmsNormGrad)
    .INPUT(dy, "T")
    .INPUT(x, "T")
    .INPUT(rstd, TensorType({DT_FLOAT}))
    .INPUT(gamma, "T")
    .OUTPUT(dx, "T")
    .OUTPUT(dgamma, TensorType({DT_FLOAT}))
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(RmsNormGrad)

/**
 * pd_x, pd_gamma, pd_beta = the gradients of LayerNormV4 with respect to x, gamma and beta; rstd and mean as they
 * came out of it, gamma has the sizes of the last dimensions, which were normalised. output_mask: which of the three are
 * made; the others are left as they are.
 */
REG_OP(LayerNormGradV3)
    .INPUT(dy, "T")
    .INPUT(x, "T")
    .INPUT(rstd, TensorType({DT_FLOAT}))
    .INPUT(mean, TensorType({DT_FLOAT}))
    .INPUT(gamma, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(pd_x, "T")
    .OUTPUT(pd_gamma, TensorType({DT_FLOAT}))
    .OUTPUT(pd_beta, TensorType({DT_FLOAT}))
    .ATTR(output_mask, ListBool, {true, true, true})
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(LayerNormGradV3)

/**
 * y = x [n, channels, ...] normalised by mean and variance over num_groups groups of channels, times gamma plus
 * beta (one of each for a channel); with activate_silu y * sigmoid(y) of that. mean, rstd: [n, num_groups].
 */
REG_OP(GroupNormSilu)
    .INPUT(x, "T")
    .OPTIONAL_INPUT(gamma, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(beta, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, "T")
    .OUTPUT(mean, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(rstd, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .REQUIRED_ATTR(num_groups, Int)
    .ATTR(eps, Float, 0.00001f)
    .ATTR(activate_silu, Bool, true)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(GroupNormSilu)

/** sum, square_sum = the sums of the elements of x and of their squares for each channel. Channels are the second
   dimension, in format NHWC the last. */
REG_OP(BNTrainingReduce)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(sum, TensorType({DT_FLOAT}))
    .OUTPUT(square_sum, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BNTrainingReduce)

/**
 * y = x normalised by mean and variance, which follow from sum and square_sum of BNTrainingReduce, times scale plus
 * offset (one of each for a channel). batch_mean, batch_variance are these; mean, variance are the old ones times 1
 * - factor plus the new ones times factor, where the variance is that of a sample.
 */
REG_OP(BNTrainingUpdate)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(sum, TensorType({DT_FLOAT}))
    .INPUT(square_sum, TensorType({DT_FLOAT}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(offset, TensorType({DT_FLOAT}))
    .INPUT(mean, TensorType({DT_FLOAT}))
    .INPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(mean, TensorType({DT_FLOAT}))
    .OUTPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(batch_mean, TensorType({DT_FLOAT}))
    .OUTPUT(batch_variance, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(factor, Float)
    .REQUIRED_ATTR(epsilon, Float)
    .OP_END_FACTORY_REG(BNTrainingUpdate)

/** y = (x - mean) / sqrt(variance + epsilon) * scale + offset, one of each for a channel. */
REG_OP(BNInfer)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(offset, TensorType({DT_FLOAT}))
    .INPUT(mean, TensorType({DT_FLOAT}))
    .INPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .REQUIRED_ATTR(epsilon, Float)
    .OP_END_FACTORY_REG(BNInfer)

/**
 * What devices that share a batch found, put together: total_sum, total_square_sum [devices, channels] are their sums of
 * elements and of squares, sample_count [devices] their numbers of elements for each channel. batch_mean and
 * batch_invstd = 1 / sqrt(variance + eps) are those of the whole batch; running_mean, running_var are mean and variance
 * times 1 - momentum plus the new ones times momentum, where the variance is that of a sample.
 */
REG_OP(SyncBatchNormGatherStats)
    .INPUT(total_sum, "T")
    .INPUT(total_square_sum, "T")
    .INPUT(sample_count, TensorType({DT_INT32}))
    .INPUT(mean, "T")
    .INPUT(variance, "T")
    .OUTPUT(batch_mean, "T")
    .OUTPUT(batch_invstd, "T")
    .OUTPUT(running_mean, "T")
    .OUTPUT(running_var, "T")
    .ATTR(momentum, Float, 0.1f)
    .ATTR(eps, Float, 0.00001f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(SyncBatchNormGatherStats)

/**
 * grad_input = (grad_output - mean_dy - (save_input - mean) * invstd * invstd * mean_dy_xmu) * invstd * weight. All but
 * the first two have the shape of save_input, or an element for each of its channels, the second dimension.
 */
REG_OP(SyncBatchNormBackwardElemt)
    .INPUT(grad_output, "T")
    .INPUT(save_input, "T")
    .INPUT(mean, "T")
    .INPUT(invstd, "T")
    .INPUT(weight, "T")
    .INPUT(mean_dy, "T")
    .INPUT(mean_dy_xmu, "T")
    .OUTPUT(grad_input, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(SyncBatchNormBackwardElemt)

/** RmsNorm with gamma + 1 in place of gamma. */
REG_OP(GemmaRmsNorm)
    .INPUT(x, "T")
    .INPUT(gamma, "T")
    .OUTPUT(y, "T")
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 1e-6f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(GemmaRmsNorm)

/** AddRmsNorm that writes y and the sum over x1 and x2. */
REG_OP(InplaceAddRmsNorm)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(gamma, "T")
    .OUTPUT(x1, "T")
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .OUTPUT(x2, "T")
    .ATTR(epsilon, Float, 1e-6f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(InplaceAddRmsNorm)

/**
 * y = x [n, channels, ...] normalised over everything but the channels, times weight plus bias (one of each for a channel). With
 * is_training by mean and variance of x, which are save_mean and save_rstd = 1 / sqrt(variance + epsilon), and running_mean,
 * running_var are the old ones times 1 - momentum plus the new ones times momentum, where the variance is that of a sample.
 * Else by the running ones, which stay and are save_mean and save_rstd.
 */
REG_OP(BatchNormV3)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(weight, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(bias, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(running_mean, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(running_var, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(running_mean, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(running_var, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(save_mean, TensorType({DT_FLOAT}))
    .OUTPUT(save_rstd, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 1e-5f)
    .ATTR(momentum, Float, 0.1f)
    .ATTR(is_training, Bool, true)
    .OP_END_FACTORY_REG(BatchNormV3)

/** dx, dweight, dbias = the gradients of BatchNormV3; with is_training by save_mean and save_rstd, else by the running ones. */
REG_OP(BatchNormGradV3)
    .INPUT(dy, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(weight, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(running_mean, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(running_var, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(save_mean, TensorType({DT_FLOAT}))
    .INPUT(save_rstd, TensorType({DT_FLOAT}))
    .OUTPUT(dx, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(dweight, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(dbias, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .ATTR(is_training, Bool, true)
    .ATTR(epsilon, Float, 1e-5f)
    .OP_END_FACTORY_REG(BatchNormGradV3)

/**
 * x = x1 + x2 (+ bias, one number for each element of the last dimensions or all), y, mean and rstd = LayerNormV4 of that over the
 * last dimensions, of which gamma has the sizes. additional_output: whether x is written.
 */
REG_OP(AddLayerNorm)
    .INPUT(x1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(x2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(gamma, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(beta, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(mean, TensorType({DT_FLOAT}))
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .OUTPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .ATTR(epsilon, Float, 1e-5f)
    .ATTR(additional_output, Bool, false)
    .OP_END_FACTORY_REG(AddLayerNorm)

/**
 * dx, dgamma, dbeta = the gradients of a normalisation over num_groups groups of channels (GroupNormSilu without its activation);
 * mean, rstd [n, num_groups] as they came out of it. What is not required is left as it is.
 */
REG_OP(GroupNormGrad)
    .INPUT(dy, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(mean, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(rstd, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(gamma, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(dx, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(dgamma, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(dbeta, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .REQUIRED_ATTR(num_groups, Int)
    .ATTR(data_format, String, "NCHW")
    .ATTR(dx_is_require, Bool, true)
    .ATTR(dgamma_is_require, Bool, true)
    .ATTR(dbeta_is_require, Bool, true)
    .OP_END_FACTORY_REG(GroupNormGrad)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_NORM_PROTO_H_
