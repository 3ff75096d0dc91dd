/// @file
/// Uniform random numbers of the random unit (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_DSA_RANDOM_UNIFORM_H_
#define OPSTRATA_LEVEL0_DSA_RANDOM_UNIFORM_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches numbers between `low` and `high` in the shape `outShape`. Null on failure.
OPSTRATA_API const aclTensor *DSARandomUniform(const aclIntArray *outShape, uint64_t seed, uint64_t offset, const aclScalar *low,
                                               const aclScalar *high, aclOpExecutor *executor);
/// The same with seed and offset in tensors.
OPSTRATA_API const aclTensor *DSARandomUniformTensor(const aclIntArray *outShape, const aclTensor *seed, const aclTensor *offset,
                                                     const aclScalar *low, const aclScalar *high, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_DSA_RANDOM_UNIFORM_H_
