/// @file
/// Comparison: less (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_LESS_H_
#define OPSTRATA_LEVEL0_LESS_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self < other with broadcasting as DT_BOOL. Null on failure.
OPSTRATA_API const aclTensor *Less(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_LESS_H_
