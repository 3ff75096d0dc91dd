/// @file
/// Running sums (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_CUMSUM_H_
#define OPSTRATA_LEVEL0_CUMSUM_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the running sums along the dimension in the host tensor `dim`. Null on failure.
OPSTRATA_API const aclTensor *Cumsum(const aclTensor *self, const aclTensor *dim, aclOpExecutor *executor);
/// `exclusive`: without the own element; `reverse`: from the end.
OPSTRATA_API const aclTensor *Cumsum(const aclTensor *self, const aclTensor *dim, bool exclusive, bool reverse, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_CUMSUM_H_
