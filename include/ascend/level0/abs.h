/// @file
/// Absolute value (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_ABS_H_
#define OPSTRATA_LEVEL0_ABS_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches |self|. Null on failure.
OPSTRATA_API const aclTensor *Abs(const aclTensor *self, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_ABS_H_
