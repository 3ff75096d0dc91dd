/// @file
/// k-th smallest element (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_KTH_VALUE_H_
#define OPSTRATA_LEVEL0_KTH_VALUE_H_

#include <tuple>

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the `k`-th (from 1) smallest elements along `dim` and their positions (DT_INT64). Nulls on failure.
OPSTRATA_API const std::tuple<aclTensor *, aclTensor *> KthValue(const aclTensor *self, int64_t k, int64_t dim, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_KTH_VALUE_H_
