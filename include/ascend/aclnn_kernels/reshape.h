/// @file
/// Change of shape without moving data (opdev-api section 2.33).
#ifndef OPSTRATA_ACLNN_KERNELS_RESHAPE_H_
#define OPSTRATA_ACLNN_KERNELS_RESHAPE_H_

#include "opdev/op_def.h"
#include "opdev/op_executor.h"
#include "opdev/shape_utils.h"
#include "opstrata/visibility.h"

namespace l0op {

/// A view of the contiguous tensor `x` with as many elements in `shape`; one dimension may be -1. The formats become ND when
/// the rank changes. Null when `x` is strided, the counts differ, or `shape` is null.
OPSTRATA_API const aclTensor *Reshape(const aclTensor *x, const op::Shape &shape, aclOpExecutor *executor);
OPSTRATA_API const aclTensor *Reshape(const aclTensor *x, const aclIntArray *shape, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_ACLNN_KERNELS_RESHAPE_H_
