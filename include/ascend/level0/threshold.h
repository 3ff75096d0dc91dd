/// @file
/// Replacement of small elements (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_THRESHOLD_H_
#define OPSTRATA_LEVEL0_THRESHOLD_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches `self` where it is greater than `threshold` and `value` elsewhere. Null on failure.
OPSTRATA_API const aclTensor *Threshold(const aclTensor *self, const aclScalar *threshold, const aclScalar *value, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_THRESHOLD_H_
