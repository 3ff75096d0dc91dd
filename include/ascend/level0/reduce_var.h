/// @file
/// Variance over dimensions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_REDUCE_VAR_H_
#define OPSTRATA_LEVEL0_REDUCE_VAR_H_

#include <tuple>

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches variance (divisor: count - correction) and, if `isMeanOut`, mean over the dimensions `dim`. Nulls on failure.
OPSTRATA_API const std::tuple<const aclTensor *, const aclTensor *> ReduceVar(const aclTensor *self, const aclIntArray *dim,
    int64_t correction, bool keepdim, bool isMeanOut, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_REDUCE_VAR_H_
