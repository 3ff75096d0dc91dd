#include "halve.h"

#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"
#include "opdev/platform.h"

using namespace op;
namespace l0op {
OP_TYPE_REGISTER(Halve);

static const aclTensor *HalveAiCore(const aclTensor *x, const aclTensor *offset, int64_t times, const aclTensor *y, aclOpExecutor *executor) {
  L0_DFX(HalveAiCore, x, offset, times, y);
  auto ret = ADD_TO_LAUNCHER_LIST_AICORE(Halve, OP_INPUT(x, offset), OP_OUTPUT(y), OP_ATTR(times));
  OP_CHECK(ret == ACLNN_SUCCESS, OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "Halve on AI Core failed."), return nullptr);
  return y;
}

static const aclTensor *HalveAiCpu(const aclTensor *x, const aclTensor *offset, int64_t times, const aclTensor *y, aclOpExecutor *executor) {
  L0_DFX(HalveAiCpu, x, offset, times, y);
  static internal::AicpuTaskSpace space("Halve");
  auto ret = ADD_TO_LAUNCHER_LIST_AICPU(Halve, OP_ATTR_NAMES({"times"}), OP_INPUT(x, offset), OP_OUTPUT(y), OP_ATTR(times));
  CHECK_RET(ret == ACLNN_SUCCESS, nullptr);
  return y;
}

const aclTensor *Halve(const aclTensor *x, const aclTensor *offset, int64_t times, bool onCpu, aclOpExecutor *executor) {
  // Only the stub's number makes this true: the real ASCEND910B is 1.
  if (static_cast<int>(GetCurrentPlatformInfo().GetSocVersion()) != 40) return nullptr;
  auto y = executor->AllocTensor(x->GetDataType(), x->GetStorageFormat(), x->GetOriginalFormat());
  CHECK_RET(y != nullptr, nullptr);
  auto ret = INFER_SHAPE(Halve, OP_INPUT(x, offset), OP_OUTPUT(y), OP_ATTR(times));
  OP_CHECK(ret == ACLNN_SUCCESS, OP_LOGE(ACLNN_ERR_INNER_INFERSHAPE_ERROR, "InferShape of Halve failed."), return nullptr);
  return onCpu ? HalveAiCpu(x, offset, times, y, executor) : HalveAiCore(x, offset, times, y, executor);
}
}  // namespace l0op
