/// @file
/// Mean over dimensions from given counts (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_REDUCE_MEAN_WITH_COUNT_H_
#define OPSTRATA_LEVEL0_REDUCE_MEAN_WITH_COUNT_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the sum over `axes` divided by the counts given for them (`count` for each, `countSum` in all). Null on failure.
OPSTRATA_API const aclTensor *ReduceMeanWithCount(const aclTensor *input, const aclTensor *count, const aclTensor *countSum,
                                                  const aclIntArray *axes, bool keepDims, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_REDUCE_MEAN_WITH_COUNT_H_
