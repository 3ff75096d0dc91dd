/// @file
/// Sums (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_REDUCE_SUM_OP_H_
#define OPSTRATA_LEVEL0_REDUCE_SUM_OP_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the sum of `x` over `axes` (empty: over all); reduced dimensions vanish or become 1. Null on failure.
OPSTRATA_API const aclTensor *ReduceSumOp(const aclTensor *x, const aclIntArray *axes, bool keep_dims, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_REDUCE_SUM_OP_H_
