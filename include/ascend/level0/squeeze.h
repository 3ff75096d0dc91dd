/// @file
/// Fewer dimensions of extent 1 (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_SQUEEZE_H_
#define OPSTRATA_LEVEL0_SQUEEZE_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// A view of the contiguous tensor `x` without the dimensions `dim`, which must have extent 1. Null on failure.
OPSTRATA_API const aclTensor *SqueezeNd(const aclTensor *x, const aclIntArray *dim, aclOpExecutor *executor);
OPSTRATA_API const aclTensor *SqueezeNd(const aclTensor *x, int64_t dim, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_SQUEEZE_H_
