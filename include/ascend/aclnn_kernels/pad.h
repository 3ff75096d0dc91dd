/// @file
/// Zeros around a tensor (opdev-api section 2.33).
#ifndef OPSTRATA_ACLNN_KERNELS_PAD_H_
#define OPSTRATA_ACLNN_KERNELS_PAD_H_

#include "opdev/make_op_executor.h"
#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches y = `self` with zeros around it; `paddings`: host tensor with two numbers (before, after) for every dimension.
OPSTRATA_API const aclTensor *Pad(const aclTensor *self, const aclTensor *paddings, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_ACLNN_KERNELS_PAD_H_
