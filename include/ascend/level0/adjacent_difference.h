/// @file
/// Whether neighbours differ (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_ADJACENT_DIFFERENCE_H_
#define OPSTRATA_LEVEL0_ADJACENT_DIFFERENCE_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches, in `yDtype`, 1 where an element of the vector `x` differs from the one before it and 0 elsewhere. Null on failure.
OPSTRATA_API aclTensor *AdjacentDifference(const aclTensor *x, op::DataType yDtype, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_ADJACENT_DIFFERENCE_H_
