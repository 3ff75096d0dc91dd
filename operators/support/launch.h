/// @file
/// What the l0op functions share. An l0op function allocates its result, infers its shape and adds one launcher.
#ifndef OPSTRATA_OPERATORS_SUPPORT_LAUNCH_H_
#define OPSTRATA_OPERATORS_SUPPORT_LAUNCH_H_

#include "aclnn_kernels/common/op_error_check.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opdev/op_log.h"

namespace opstrata::operators {

/// A tensor in the workspace with the formats of `like`, whose shape inference will set. Null when memory is out.
inline aclTensor *new_result(const aclTensor *like, op::DataType dtype, aclOpExecutor *executor) {
  return executor->AllocTensor(dtype, like->GetStorageFormat(), like->GetOriginalFormat());
}
/// A host tensor of DT_INT64 with these values.
inline const aclTensor *host_integers(const int64_t *values, uint64_t count, aclOpExecutor *executor) {
  return executor->ConvertToTensor(values, count, op::DataType::DT_INT64);
}

}  // namespace opstrata::operators

/// Infers the shapes of the outputs and launches `Name` on them; `return failure` when one of them is refused. The framework
/// has reported the reason then.
#define OPSTRATA_INFER_AND_LAUNCH(Name, failure, ...)                          \
  do {                                                                         \
    if (INFER_SHAPE(Name, __VA_ARGS__) != ACLNN_SUCCESS) return failure;       \
    if (ADD_TO_LAUNCHER_LIST_AICORE(Name, __VA_ARGS__) != ACLNN_SUCCESS) return failure; \
  } while (false)

#endif  // OPSTRATA_OPERATORS_SUPPORT_LAUNCH_H_
