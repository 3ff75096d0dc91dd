/// @file
/// Minimum over dimensions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_REDUCE_MIN_H_
#define OPSTRATA_LEVEL0_REDUCE_MIN_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the minimum over the dimensions `dims`. Null on failure.
OPSTRATA_API const aclTensor *ReduceMin(const aclTensor *self, const aclIntArray *dims, bool keepDim, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_REDUCE_MIN_H_
