/// @file
/// Shift of integers to the right (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_RIGHT_SHIFT_H_
#define OPSTRATA_LEVEL0_RIGHT_SHIFT_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Whether RightShift takes these types.
OPSTRATA_API bool IsSupported(const aclTensor *x, const aclTensor *y);
/// Launches x >> y with broadcasting, for integers of one type. Null on failure.
OPSTRATA_API const aclTensor *RightShift(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_RIGHT_SHIFT_H_
