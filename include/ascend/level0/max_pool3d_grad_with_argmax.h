/// @file
/// Gradient of maximum pooling in three dimensions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_MAX_POOL3D_GRAD_WITH_ARGMAX_H_
#define OPSTRATA_LEVEL0_MAX_POOL3D_GRAD_WITH_ARGMAX_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the gradient with respect to `self` (NCDHW): each element of `gradOutput` is added at the position in `indices`. Null on
/// failure.
OPSTRATA_API const aclTensor *MaxPool3DGradWithArgmax(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *indices,
                                                      const aclIntArray *kernelSize, const aclIntArray *stride, const aclIntArray *padding,
                                                      const aclIntArray *dilation, bool ceilMode, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_MAX_POOL3D_GRAD_WITH_ARGMAX_H_
