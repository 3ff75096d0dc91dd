/// @file
/// Mean over dimensions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_REDUCE_MEAN_H_
#define OPSTRATA_LEVEL0_REDUCE_MEAN_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the mean over the dimensions `dim` (all if empty), which stay with extent 1 if `keepDim`. Null on failure.
OPSTRATA_API const aclTensor *ReduceMean(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclOpExecutor *executor);
/// `noopWithEmptyAxes`: an empty `dim` means no dimension instead of all.
OPSTRATA_API const aclTensor *ReduceMean(const aclTensor *self, const aclIntArray *dim, bool keepDim, bool noopWithEmptyAxes,
                                         aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_REDUCE_MEAN_H_
