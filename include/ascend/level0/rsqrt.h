/// @file
/// Reciprocal square root (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_RSQRT_H_
#define OPSTRATA_LEVEL0_RSQRT_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches 1 / sqrt(self). Null on failure.
OPSTRATA_API const aclTensor *Rsqrt(const aclTensor *self, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_RSQRT_H_
