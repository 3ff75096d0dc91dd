/// @file
/// Repetition by the rules of broadcasting (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_BROADCAST_TO_H_
#define OPSTRATA_LEVEL0_BROADCAST_TO_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches y = `x` repeated to `shape` (a host tensor or array); `y` given or allocated. Null on failure.
OPSTRATA_API const aclTensor *BroadcastTo(const aclTensor *x, const aclTensor *y, const aclTensor *shape, aclOpExecutor *executor);
OPSTRATA_API const aclTensor *BroadcastTo(const aclTensor *x, const aclIntArray *shape, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_BROADCAST_TO_H_
