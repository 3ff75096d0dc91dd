// Habits of libraries with matrix operators: C++ log linkage, the log macros of both families in one file, runtime queries, modes.
#include "acl/acl_rt.h"
#include "log/log.h"
#include "op_common/op_host/util/math_util.h"
#include "opdev/framework_op.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"
#include "opdev/small_vector.h"
#include "runtime/context.h"
#include "runtime/runtime/base.h"

using namespace op;

static bool IsLarge() {
  char text[32] = {0};
  const rtError_t answer = rtGetSocSpec("AICoreSpec", "l0_a_size", text, sizeof(text));
  if (answer != RT_ERROR_NONE) OP_LOGW("no such entry: %d", answer);
  int64_t deterministic = 0;
  if (aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &deterministic) != ACL_SUCCESS) deterministic = 0;
  uint64_t bytes = 0;
  const auto &platform = GetCurrentPlatformInfo();
  if (platform.GetPlatformInfos() != nullptr) platform.GetPlatformInfos()->GetLocalMemSize(fe::LocalMemType::UB, bytes);
  return deterministic == 0 && platform.GetCurNpuArch() == NpuArch::DAV_2201 && platform.GetSocVersion() == SocVersion::ASCEND910B &&
         Ops::Base::CeilAlign(platform.GetVectorCoreNum(), 2U) > 8U && bytes > 0;
}

static bool CheckInputs(const aclTensor *self, const aclTensorList *others) {
  OP_LOGE_FOR_INVALID_SHAPEDIM("aclnnHabit", "self", "9", "1 to 8");
  OP_LOGE_FOR_INVALID_VALUE_WITH_REASON("aclnnHabit", "mode", std::to_string(3), "it names nothing");
  OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON("aclnnHabit", "self, other", op::ToString(self->GetDataType()).GetString(), "they differ");
  OP_LOGE_WITH_INVALID_ATTR_SIZE("aclnnHabit", "pads", std::to_string(others->Size()), "4");
  OP_LOGE(ACLNN_ERR_PARAM_INVALID, "rank %d", self->GetViewShape().GetDimNum());
  CHECK_COND(others->Size() > 0, ACLNN_ERR_PARAM_INVALID, "none of %d", others->Size());
  return true;
}

OP_TYPE_REGISTER(HabitMatMul);

namespace l0op {
const aclTensor *HabitMatMul(const aclTensor *self, const aclTensor *mat2, const aclTensor *bias, bool transpose, aclOpExecutor *executor) {
  L0_DFX(HabitMatMul, self, mat2, bias, transpose);
  if (!IsLarge() || CheckInputs(self, nullptr)) return nullptr;
  auto out = executor->AllocTensor(self->GetDataType(), Format::FORMAT_ND, self->GetOriginalFormat());
  if (INFER_SHAPE(HabitMatMul, OP_INPUT(self, mat2, bias), OP_OUTPUT(out), OP_ATTR(transpose)) != ACLNN_SUCCESS) return nullptr;
  const uint32_t mode = static_cast<uint32_t>(OpExecMode::OP_EXEC_MODE_HF32);
  const auto done = ADD_TO_LAUNCHER_LIST_AICORE(HabitMatMul, OP_INPUT(self, mat2, bias), OP_OUTPUT(out), OP_ATTR(transpose), OP_MODE(mode));
  OP_CHECK(done == ACLNN_SUCCESS, OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "launch failed"), return nullptr);
  return CopyNpuToNpu(out, out, executor) == ACLNN_SUCCESS ? CopyToNpu(self, executor) : out;
}
}  // namespace l0op
