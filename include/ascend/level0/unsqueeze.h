/// @file
/// New dimensions of extent 1 (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_UNSQUEEZE_H_
#define OPSTRATA_LEVEL0_UNSQUEEZE_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// A view of the contiguous tensor `x` with dimensions of extent 1 at the positions `dim` of the result. Null on failure.
OPSTRATA_API const aclTensor *UnsqueezeNd(const aclTensor *x, const aclIntArray *dim, aclOpExecutor *executor);
OPSTRATA_API const aclTensor *UnsqueezeNd(const aclTensor *x, int64_t dim, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_UNSQUEEZE_H_
