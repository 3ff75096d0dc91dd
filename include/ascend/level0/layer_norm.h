/// @file
/// Layer normalisation.
#ifndef OPSTRATA_LEVEL0_LAYER_NORM_H_
#define OPSTRATA_LEVEL0_LAYER_NORM_H_

#include <tuple>

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches LayerNorm: y, mean and variance. gamma and beta are required. Null tensors on failure.
OPSTRATA_API std::tuple<const aclTensor *, const aclTensor *, const aclTensor *> LayerNorm(
    const aclTensor *x, const aclTensor *gamma, const aclTensor *beta, int64_t beginNormAxis, int64_t beginParamsAxis, float epsilon,
    aclOpExecutor *executor);
/// Launches LayerNormV4: y, mean and 1 / sqrt(variance + epsilon), the latter two float32. gamma and beta may be null.
OPSTRATA_API std::tuple<const aclTensor *, const aclTensor *, const aclTensor *> LayerNormV4(
    const aclTensor *x, const aclIntArray *normalizedShape, const aclTensor *gamma, const aclTensor *beta, float epsilon,
    aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_LAYER_NORM_H_
