/// @file
/// Uniform random numbers from seed and offset (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_STATELESS_RANDOM_UNIFORM_V2_H_
#define OPSTRATA_LEVEL0_STATELESS_RANDOM_UNIFORM_V2_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches numbers in [0, 1) in shape and type of `self`, by the generator `alg` (1: Philox). Null on failure.
OPSTRATA_API const aclTensor *StatelessRandomUniformV2(const aclTensor *self, uint64_t seed, uint64_t offset, int32_t alg,
                                                       aclOpExecutor *executor);
/// The same with seed and offset in tensors.
OPSTRATA_API const aclTensor *StatelessRandomUniformV2(const aclTensor *self, const aclTensor *seedTensor, const aclTensor *offsetTensor,
                                                       int32_t alg, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_STATELESS_RANDOM_UNIFORM_V2_H_
