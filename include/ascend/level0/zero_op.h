/// @file
/// Tensors of zeros (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_ZERO_OP_H_
#define OPSTRATA_LEVEL0_ZERO_OP_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches zeros of the shape and type of `self`. Null on failure.
OPSTRATA_API const aclTensor *ZerosLike(const aclTensor *self, aclOpExecutor *executor);
/// The same, written over `self`.
OPSTRATA_API const aclTensor *InplaceZerosLike(const aclTensor *self, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_ZERO_OP_H_
