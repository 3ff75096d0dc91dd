/// @file
/// Comparison: greater (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_GREATER_H_
#define OPSTRATA_LEVEL0_GREATER_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self > other with broadcasting as DT_BOOL. Null on failure.
OPSTRATA_API const aclTensor *Greater(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);
/// Whether Greater takes this tensor strided as it is.
OPSTRATA_API bool IsGreaterSupportNonContiguous(const aclTensor *self);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_GREATER_H_
