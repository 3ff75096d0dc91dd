/// @file
/// Formats of tensors (opdev-api section 2.33).
#ifndef OPSTRATA_ACLNN_KERNELS_TRANSDATA_H_
#define OPSTRATA_ACLNN_KERNELS_TRANSDATA_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// `x` with all three formats set to `format`, data unmoved: a view with an executor, in place without one. Null when the
/// rank does not fit a format of 3 to 6 dimensions.
OPSTRATA_API const aclTensor *ReFormat(const aclTensor *x, const op::Format &format, aclOpExecutor *executor = nullptr);

/// `x` in the storage format `dstPrimaryFormat`: `x` itself when it has it, else the result of a TransData launcher.
OPSTRATA_API const aclTensor *TransData(const aclTensor *x, op::Format dstPrimaryFormat, int64_t groups, aclOpExecutor *executor);
OPSTRATA_API const aclTensor *TransDataSpecial(const aclTensor *x, op::Format dstPrimaryFormat, int64_t groups, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_ACLNN_KERNELS_TRANSDATA_H_
