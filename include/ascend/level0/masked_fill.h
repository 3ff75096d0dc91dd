/// @file
/// One value where a mask is set (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_MASKED_FILL_H_
#define OPSTRATA_LEVEL0_MASKED_FILL_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches `value` where `mask` holds and `self` elsewhere, with broadcasting. Null on failure.
OPSTRATA_API const aclTensor *MaskedFill(const aclTensor *self, const aclTensor *mask, const aclTensor *value, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_MASKED_FILL_H_
