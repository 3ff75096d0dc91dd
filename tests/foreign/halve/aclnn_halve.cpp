#include "aclnn_halve.h"

#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "halve.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opdev/op_log.h"
#include "opdev/make_op_executor.h"

using namespace op;
#ifdef __cplusplus
extern "C" {
#endif

static const std::initializer_list<op::DataType> kTypes = {op::DataType::DT_FLOAT, op::DataType::DT_INT32};

static aclnnStatus CheckParams(const aclTensor *x, const aclTensor *out) {
  OP_CHECK_NULL(x, return ACLNN_ERR_PARAM_NULLPTR);
  OP_CHECK_NULL(out, return ACLNN_ERR_PARAM_NULLPTR);
  OP_CHECK_DTYPE_NOT_SUPPORT(x, kTypes, return ACLNN_ERR_PARAM_INVALID);
  OP_CHECK_SHAPE_NOT_EQUAL(x, out, return ACLNN_ERR_PARAM_INVALID);
  return ACLNN_SUCCESS;
}

aclnnStatus aclnnHalveGetWorkspaceSize(const aclTensor *x, const aclTensor *offset, int64_t times, bool onCpu, aclTensor *out,
                                       uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnHalve, DFX_IN(x, offset, times, onCpu), DFX_OUT(out));
  auto uniqueExecutor = CREATE_EXECUTOR();
  CHECK_RET(uniqueExecutor.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
  auto ret = CheckParams(x, out);
  CHECK_RET(ret == ACLNN_SUCCESS, ret);
  if (x->IsEmpty()) {
    *workspaceSize = 0;
    uniqueExecutor.ReleaseTo(executor);
    return ACLNN_SUCCESS;
  }
  auto contiguous = l0op::Contiguous(x, uniqueExecutor.get());
  CHECK_RET(contiguous != nullptr, ACLNN_ERR_INNER_NULLPTR);
  auto y = l0op::Halve(contiguous, offset, times, onCpu, uniqueExecutor.get());
  CHECK_RET(y != nullptr, ACLNN_ERR_INNER_NULLPTR);
  auto copied = l0op::ViewCopy(y, out, uniqueExecutor.get());
  CHECK_RET(copied != nullptr, ACLNN_ERR_INNER_NULLPTR);
  *workspaceSize = uniqueExecutor->GetWorkspaceSize();
  uniqueExecutor.ReleaseTo(executor);
  return ACLNN_SUCCESS;
}

aclnnStatus aclnnHalve(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  L2_DFX_PHASE_2(aclnnHalve);
  return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

#ifdef __cplusplus
}
#endif
