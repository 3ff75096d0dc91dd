#ifndef OPSTRATA_OPERATORS_LAYER_NORM_PROTO_H_
#define OPSTRATA_OPERATORS_LAYER_NORM_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = (x - mean) / sqrt(variance + epsilon) * gamma + beta; mean and variance over the dimensions from `begin_norm_axis` on.
 *
 * gamma and beta have the dimensions of x from `begin_params_axis` on. mean and variance keep the rank of x: normalised
 * dimensions are 1. The variance is that of the population.
 */
REG_OP(LayerNorm)
    .INPUT(x, "T")
    .INPUT(gamma, "T")
    .INPUT(beta, "T")
    .OUTPUT(y, "T")
    .OUTPUT(mean, "T")
    .OUTPUT(variance, "T")
    .ATTR(begin_norm_axis, Int, 0)
    .ATTR(begin_params_axis, Int, 0)
    .ATTR(epsilon, Float, 0.0000001f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(LayerNorm)

/**
 * Layer normalisation over the last dimensions, as many as `normalized_shape` has values; rstd = 1 / sqrt(variance + epsilon).
 */
REG_OP(LayerNormV4)
    .INPUT(x, "T1")
    .INPUT(normalized_shape, "T2")
    .OPTIONAL_INPUT(gamma, "T1")
    .OPTIONAL_INPUT(beta, "T1")
    .OUTPUT(y, "T1")
    .OUTPUT(mean, TensorType({DT_FLOAT}))
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 0.00001f)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .OP_END_FACTORY_REG(LayerNormV4)

/** LayerNorm with rstd = 1 / sqrt(variance + epsilon) in place of the variance; gamma and beta may have types of their own. */
REG_OP(LayerNormV3)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(gamma, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(beta, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(mean, TensorType({DT_FLOAT}))
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .ATTR(begin_norm_axis, Int, 0)
    .ATTR(begin_params_axis, Int, 0)
    .ATTR(epsilon, Float, 0.00001f)
    .OP_END_FACTORY_REG(LayerNormV3)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_LAYER_NORM_PROTO_H_
