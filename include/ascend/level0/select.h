/// @file
/// Choice between two tensors (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_SELECT_H_
#define OPSTRATA_LEVEL0_SELECT_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches x1 where `condition` holds and x2 elsewhere, with broadcasting. Null on failure.
OPSTRATA_API const aclTensor *SelectV2(const aclTensor *condition, const aclTensor *x1, const aclTensor *x2, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_SELECT_H_
