/// @file
/// Logical or over dimensions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_REDUCE_ANY_H_
#define OPSTRATA_LEVEL0_REDUCE_ANY_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches whether any element over the dimensions `dim` holds, as DT_BOOL. Null on failure.
OPSTRATA_API const aclTensor *ReduceAny(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_REDUCE_ANY_H_
