/// @file
/// Order of dimensions (opdev-api section 2.33).
#ifndef OPSTRATA_ACLNN_KERNELS_TRANSPOSE_H_
#define OPSTRATA_ACLNN_KERNELS_TRANSPOSE_H_

#include "opdev/op_def.h"
#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches y = `x` with its dimensions in the order `perm` (a host tensor or array); `y` given or allocated. Null on failure.
OPSTRATA_API const aclTensor *Transpose(const aclTensor *x, const aclTensor *y, const aclTensor *perm, aclOpExecutor *executor);
OPSTRATA_API const aclTensor *Transpose(const aclTensor *x, const aclIntArray *perm, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_ACLNN_KERNELS_TRANSPOSE_H_
