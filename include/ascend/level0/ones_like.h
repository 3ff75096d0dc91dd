/// @file
/// Tensors of ones (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_ONES_LIKE_H_
#define OPSTRATA_LEVEL0_ONES_LIKE_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches ones of the shape and type of `self`. Null on failure.
OPSTRATA_API const aclTensor *OnesLike(const aclTensor *self, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_ONES_LIKE_H_
