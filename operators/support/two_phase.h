/// @file
/// What the two-phase functions share: the course of a first phase, operands, checks of results, numbers as operands.
#ifndef OPSTRATA_OPERATORS_SUPPORT_TWO_PHASE_H_
#define OPSTRATA_OPERATORS_SUPPORT_TWO_PHASE_H_

#include <initializer_list>

#include "aclnn/aclnn_base.h"
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/reshape.h"
#include "support/launch.h"

namespace opstrata::operators {

/// Runs `build(executor)` with a new executor, then plans the workspace and hands the executor out. A failure of `build`
/// is returned and leaves no trace.
template <class Build>
aclnnStatus first_phase(const char *api, uint64_t *workspace_size, aclOpExecutor **executor, const Build &build) {
  UniqueExecutor unique(api);
  CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
  if (const aclnnStatus status = build(unique.get()); status != ACLNN_SUCCESS) return status;
  *workspace_size = unique->GetWorkspaceSize();
  unique.ReleaseTo(executor);
  return ACLNN_SUCCESS;
}

inline constexpr size_t kMaxDims = 8;  ///< of tensors that two-phase functions take

/// 161001 for a null tensor, 161002 for one with too many dimensions or a type outside `types` (any, when empty).
aclnnStatus check_tensor(const aclTensor *tensor, const char *name, std::initializer_list<op::DataType> types = {});
/// 161002 unless `out` has this shape and a type to which `result` can be cast.
aclnnStatus check_result(const aclTensor *out, const char *name, const op::Shape &shape, op::DataType result);

/// `x` as an input of our kernels, which take strided views as they are.
const aclTensor *operand(const aclTensor *x, aclOpExecutor *executor);
/// Converts `result` to the type of `out` and makes `out` hold it. 561103 when a step failed or `result` is null.
aclnnStatus deliver(const aclTensor *result, const aclTensor *out, aclOpExecutor *executor);

/// Type of an operation of a tensor with a number: that of the tensor unless the number is of a higher kind (bool, integer,
/// floating, complex).
op::DataType type_with_scalar(op::DataType tensor, op::DataType scalar);
/// The number as a host tensor of rank 0 that kernels convert to `wanted`; null on failure.
const aclTensor *scalar_operand(const aclScalar *scalar, op::DataType wanted, aclOpExecutor *executor);

/// 0 bool, 1 integer, 2 floating, 3 complex.
int type_kind(op::DataType dtype);

}  // namespace opstrata::operators

/// `return` a failed check from the function.
#define OPSTRATA_CHECK(call)                                                                        \
  do {                                                                                              \
    if (const aclnnStatus opstrata_checked = (call); opstrata_checked != ACLNN_SUCCESS) return opstrata_checked; \
  } while (false)

/// The second phase of `Api`.
#define OPSTRATA_SECOND_PHASE(Api)                                                                            \
  aclnnStatus Api(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {     \
    L2_DFX_PHASE_2(Api);                                                                                      \
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);                                   \
  }

#endif  // OPSTRATA_OPERATORS_SUPPORT_TWO_PHASE_H_
