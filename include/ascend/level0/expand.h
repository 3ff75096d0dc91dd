/// @file
/// Broadcasting to a shape with -1 for "as it is" (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_EXPAND_H_
#define OPSTRATA_LEVEL0_EXPAND_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches `self` broadcast to `shape`, where -1 keeps the extent. Null on failure.
OPSTRATA_API const aclTensor *Expand(const aclTensor *self, const aclIntArray *shape, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_EXPAND_H_
