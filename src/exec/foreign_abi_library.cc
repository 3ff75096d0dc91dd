// An operator library as consumers build theirs: compiled with the old string ABI, all names exported. The test program that
// links it has the new one.
#include <string>

#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"

static_assert(_GLIBCXX_USE_CXX11_ABI == 0, "this library is built with the old string ABI");

namespace l0op {
OP_TYPE_REGISTER(TestAttrs);

static const aclTensor *TestAttrsOnCpu(const aclTensor *x, aclTensor *y, const std::string &mode, aclOpExecutor *executor) {
  L0_DFX(TestAttrsOnCpu, x, y, mode)
  static op::internal::AicpuTaskSpace space("TestAttrs", ge::DEPEND_IN_SHAPE, false);
  const int64_t axis = 6;
  const auto ret = ADD_TO_LAUNCHER_LIST_AICPU(TestAttrs, OP_ATTR_NAMES({"axis", "mode"}), OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(axis, mode));
  CHECK_RET(ret == ACLNN_SUCCESS, nullptr);
  return y;
}
}  // namespace l0op

extern "C" aclnnStatus aclnnOldAbiGetWorkspaceSize(const aclTensor *x, aclTensor *y, const char *mode, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnOldAbi, DFX_IN(x, mode), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
  OP_CHECK(mode != nullptr, OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "mode of %s is null", std::string("OldAbi").c_str()),
           return ACLNN_ERR_PARAM_NULLPTR);
  CHECK_RET(l0op::TestAttrsOnCpu(x, y, mode, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
  *workspaceSize = unique->GetWorkspaceSize();
  unique.ReleaseTo(executor);
  return ACLNN_SUCCESS;
}

extern "C" aclnnStatus aclnnOldAbi(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  L2_DFX_PHASE_2(aclnnOldAbi);
  return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

/// Functions over strings, as the old ABI sees them.
extern "C" int old_abi_strings_agree() {
  const std::string version = op::GetCurrentPlatformInfo().GetSocLongVersion();
  std::string key = "Short_SoC_version", text;
  fe::PlatformInfo info;
  fe::OptionalInfo optional;
  auto &manager = fe::PlatformInfoManager::Instance();
  const bool found = manager.GetPlatformInfoWithOutSocVersion(info, optional) == 0;
  fe::PlatFormInfos *infos = op::GetCurrentPlatformInfo().GetPlatformInfos();
  return found && optional.soc_version == version && infos->GetPlatformRes("version", key, text) &&
                 text == info.str_info.short_soc_version && op::ToDataType(std::string("DT_INT8")) == ge::DT_INT8 &&
                 op::OpTypeDict::ToOpType(std::string("TestAttrs")) == l0op::TestAttrsOpTypeId() &&
                 op::OpDfxGuard::StringToVec(std::string("a, b")).size() == 2
             ? 1
             : 0;
}
