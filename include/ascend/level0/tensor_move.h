/// @file
/// Copies (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_TENSOR_MOVE_H_
#define OPSTRATA_LEVEL0_TENSOR_MOVE_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches y = x; both of one shape and type. Returns `y`, null on failure.
OPSTRATA_API const aclTensor *TensorMove(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor);
OPSTRATA_API const aclTensor *TensorMoveAiCore(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_TENSOR_MOVE_H_
