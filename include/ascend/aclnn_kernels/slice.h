/// @file
/// A block of a tensor (opdev-api section 2.33).
#ifndef OPSTRATA_ACLNN_KERNELS_SLICE_H_
#define OPSTRATA_ACLNN_KERNELS_SLICE_H_

#include "opdev/op_def.h"
#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches y = the block of `x` that begins at `offset` and has the sizes `size` (-1: the rest of a dimension).
OPSTRATA_API const aclTensor *Slice(const aclTensor *x, const aclTensor *y, const aclTensor *offset, const aclTensor *size,
                                    aclOpExecutor *executor);
OPSTRATA_API const aclTensor *Slice(const aclTensor *x, const aclIntArray *offsets, const aclIntArray *size, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_ACLNN_KERNELS_SLICE_H_
