/// @file
/// Remainder with the sign of the dividend (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_MOD_H_
#define OPSTRATA_LEVEL0_MOD_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the remainder of self / other, truncated, with broadcasting. Null on failure.
OPSTRATA_API const aclTensor *Mod(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_MOD_H_
