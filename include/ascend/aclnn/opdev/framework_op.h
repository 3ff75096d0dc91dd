/// @file
/// Copies between host and device tensors as launches (opdev-api section 2.29).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_FRAMEWORK_OP_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_FRAMEWORK_OP_H_

#include "aclnn/acl_meta.h"

namespace op {

/// A new tensor in the workspace with the values that the host tensor `src` has now; the copy is a launch. Null when `src` is
/// null or no host tensor.
OPSTRATA_API const aclTensor *CopyToNpu(const aclTensor *src, aclOpExecutor *executor);
/// The same with memory of its own, copied at once.
OPSTRATA_API const aclTensor *CopyToNpuSync(const aclTensor *src, aclOpExecutor *executor);
/// Launches a copy between device tensors. 561000 when one is null or on the host, or `dst` is smaller.
OPSTRATA_API aclnnStatus CopyNpuToNpu(const aclTensor *src, const aclTensor *dst, aclOpExecutor *executor);

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_FRAMEWORK_OP_H_
