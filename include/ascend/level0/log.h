/// @file
/// Logarithm (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_LOG_H_
#define OPSTRATA_LEVEL0_LOG_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the logarithm of scale * self + shift to the base `base` (-1: natural). Null on failure.
OPSTRATA_API const aclTensor *Log(const aclTensor *self, const float base, const float scale, const float shift, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_LOG_H_
