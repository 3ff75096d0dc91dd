/// @file
/// Larger of two (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_MAXIMUM_H_
#define OPSTRATA_LEVEL0_MAXIMUM_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the larger elements with broadcasting. Null on failure.
OPSTRATA_API const aclTensor *Maximum(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_MAXIMUM_H_
