// Macros of the operator layer (logging, checks, arguments, launching), the functions behind them, profiling, cache and
// platform; and the headers that operator libraries share.
#include "aclnn/aclnn_base.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "items.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/common_types.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_cache.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"

#ifndef ACLNN_API
#include "aclnn_util.h"
#endif

#if !defined(likely) || !defined(unlikely) || !defined(OP_ID) || !defined(OPAPI_SUBMOD_NAME)
#error "opdev/op_log.h defines these"
#endif

namespace l0op {
OP_TYPE_REGISTER(ItemsOp)
OP_TYPE_REGISTER(ItemsOther);

const aclTensor *ItemsNoArguments(aclOpExecutor *executor) {
  L0_DFX(ItemsNoArguments)
  OP_LOGD("debug");
  OP_LOGI("info %d", 1);
  OP_LOGW("warning");
  OP_LOGE(ACLNN_ERR_PARAM_INVALID, "text %s", "x");
  OP_LOGE_WITHOUT_REPORT(ACLNN_ERR_INNER, "text");
  OP_EVENT("event");
  OP_DFX_LOGD(__FILE__, __LINE__, __func__, "x");
  OP_DFX_LOGI(__FILE__, __LINE__, __func__, "x");
  OP_DFX_LOGW(__FILE__, __LINE__, __func__, "x");
  OP_DFX_LOGE(__FILE__, __LINE__, __func__, "x");
  return nullptr;
}

int Launch(const aclTensor *x, aclTensor *y, aclOpExecutor *executor, bool flag) {
  L0_DFX(Launch, x, y, flag);
  static op::internal::AicpuTaskSpace space("ItemsOp");
  aclnnStatus a = ADD_TO_LAUNCHER_LIST_AICORE(ItemsOp, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(flag));
  aclnnStatus b = ADD_TO_LAUNCHER_LIST_AICORE(ItemsOp, op::AI_CORE, OP_INPUT(x), OP_OUTPUT(y), OP_EMPTY_ARG);
  aclnnStatus c =
      ADD_TO_LAUNCHER_LIST_AICPU(ItemsOp, OP_ATTR_NAMES({"flag"}), OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(flag));
  aclnnStatus d = INFER_SHAPE(ItemsOp, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(flag));
  return a + b + c + d;
}
static const uint32_t ItemsDsaTaskType = DSAGenBitMaskTaskType;
void Dsa(const aclTensor *x, aclTensor *y, aclOpExecutor *executor) {
  constexpr DSA_TASK_TYPE ItemsOpTaskType = DSAGenBitMaskTaskType;
  ADD_TO_LAUNCHER_LIST_DSA(ItemsOp, OP_INPUT(x), OP_OUTPUT(y));
  items::Take(ItemsDsaTaskType + ItemsOpTaskType);
}
}  // namespace l0op

using namespace op;

bool Checks(const aclTensor *a, const aclTensor *b, const aclTensorList *list) {
  OP_CHECK_NULL(a, return false);
  OP_CHECK_DTYPE_NOT_SUPPORT(a, std::initializer_list<op::DataType>({op::DataType::DT_FLOAT}), return false);
  OP_CHECK_DTYPE_NOT_MATCH(a, op::DataType::DT_FLOAT, return false);
  OP_CHECK_DTYPE_NOT_SAME(a, b, return false);
  OP_CHECK_RESULT_DTYPE_CAST_FAILED(op::DataType::DT_FLOAT, op::DataType::DT_INT8, return false);
  OP_CHECK_BROADCAST(a, b, return false);
  op::Shape shape;
  OP_CHECK_BROADCAST_WITH_SHAPE(a, shape, return false);
  OP_CHECK_BROADCAST_AND_INFER_SHAPE(a, b, shape, return false);
  OP_CHECK_SHAPE_NOT_EQUAL(a, b, return false);
  OP_CHECK_SHAPE_AND_SCALAR_EQUAL(a, b, return false);
  OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(a, shape, return false);
  OP_CHECK_WRONG_DIMENSION(a, 2, return false);
  OP_CHECK_MAX_DIM(a, 8, return false);
  OP_CHECK_MIN_DIM(a, 1, return false);
  OP_CHECK_ADD_TO_LAUNCHER_LIST_AICORE(a == b, return false, "text %d", 1);
  OP_CHECK_INFERSHAPE(a == b, return false, "text %d", 1);
  OP_CHECK_TENSORLIST_SIZE_EQUAL(list, list, return false);
  return !IsNullptr(a, "a") && CheckDims(a) && CheckReduceOutShape(a, b) && CheckNCDimValid(a, b);
}
aclnnStatus Phase(uint64_t *workspaceSize, aclOpExecutor **executor) {
  OP_CHECK_COMM_INPUT(workspaceSize, executor);
  CHECK_RET(executor != nullptr, ACLNN_ERR_INNER);
  CHECK_RET_CODE(aclnnFinalize(), "text %d", 1);
  CHECK_COND(executor != nullptr, ACLNN_ERR_INNER, "text %d", 1);
  OP_CHECK(executor != nullptr, OP_LOGE(ACLNN_ERR_INNER, "text"), return ACLNN_ERR_INNER);
  OP_CHECK(executor != nullptr, OP_LOGE(ACLNN_ERR_INNER, "text"), ;);
  OP_CHECK_NO_RETURN(executor != nullptr, OP_LOGE(ACLNN_ERR_INNER, "text"));
  OP_CHECK_NOTNULL(executor);
  return ACLNN_SUCCESS;
}
void Nothing(const void *p) { CHECK_RET(p != nullptr, ); }
aclnnStatus aclnnItemsGetWorkspaceSize(const aclTensor *a, const char *text, const int64_t *p, uint64_t *workspaceSize,
                                       aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnItems,
                 DFX_IN(a, text, p, 1, 2.0, true, op::DataType::DT_FLOAT, op::Format::FORMAT_ND,
                        op::OpImplMode::IMPL_MODE_DEFAULT, std::string("x")),
                 DFX_OUT());
  auto unique = CREATE_EXECUTOR();
  return l0op::Launch(a, nullptr, unique.get(), true) + Checks(a, a, nullptr) + Phase(workspaceSize, executor);
}
aclnnStatus aclnnItems(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  L2_DFX_PHASE_2(aclnnItems);
  Nothing(executor);
  return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
aclnnStatus aclnnItemsUncachedGetWorkspaceSize(const aclTensor *a, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1_WITHOUT_CACHE(aclnnItemsUncached, DFX_IN(a), DFX_OUT(a));
  return ACLNN_SUCCESS + (workspaceSize == nullptr);
}

void Behind() {
  FREE(void, ReportErrorMessageInner, (const std::string &, const char *, ...));
  FREE(void, DlogRecordInner, (int32_t, int32_t, const char *, ...));
  FREE(int32_t, CheckLogLevelInner, (int32_t, int32_t));
  FREE(std::string, op::internal::GetLogApiInfo, ());
  using namespace op::internal;
  (void)GetFileName(__FILE__);
  FREE(uint32_t, l0op::ItemsOpOpTypeId, ());
  FREE(uint32_t, op::GenOpTypeId, (const char *));
  FREE(aclnnStatus, op::OpTypeDict::Add, (uint32_t &, const char *));
  FREE(uint32_t, op::OpTypeDict::ToOpType, (const std::string &));
  FREE(const ge::AscendString, op::OpTypeDict::ToString, (uint32_t));
  FREE(size_t, op::OpTypeDict::GetAllOpTypeSize, ());
  (void)op::GenInternalOpTypeId();
  using op::internal::opProfilingSwitch;
  items::Take(opProfilingSwitch.reportFlag && opProfilingSwitch.kernelLaunchFlag &&
              opProfilingSwitch.additionInfoFlag && opProfilingSwitch.recordOpArgFlag &&
              opProfilingSwitch.level2ProfilingFlag && opProfilingSwitch.timeStampFlag);
  op::internal::OpLogInfo info{};
  items::Take(info.l2ApiName);
  items::Take(info.l0Name);
  items::Take(info.l2SequenceCounter);
  auto a = op::GenSummaryItemId("l2", "l0");
  auto b = op::GenSummaryItemId("l2", "l0", "type");
  auto c = op::GenKernelLauncherId("l0");
  (void)op::OpGetLogSequence();
  (void)op::PtrCastTo<int>(static_cast<void *>(nullptr));
  (void)op::IsDumpEnabled();
  op::OpDfxGuard launch(uint64_t(1), op::DfxProfilingKernelLaunch);
  op::OpDfxGuard two(__FILE__, __LINE__, op::LevelTwo, __func__);
  op::OpDfxGuard one(__FILE__, __LINE__, op::LevelTwo, __func__, "a", "b", std::make_tuple(1), std::make_tuple(2));
  op::OpDfxGuard zero(uint64_t(1), __FILE__, __LINE__, op::LevelZero, __func__, "a", std::make_tuple(1));
  (void)a;
  (void)b;
  (void)c;
  FREE(const op::PlatformInfo &, op::GetCurrentPlatformInfo, ());
  MEMBER(op::SocVersion, op::PlatformInfo, GetSocVersion, () const);
  MEMBER(const std::string &, op::PlatformInfo, GetSocLongVersion, () const);
  MEMBER(NpuArch, op::PlatformInfo, GetCurNpuArch, () const);
  MEMBER(int32_t, op::PlatformInfo, GetDeviceId, () const);
  MEMBER(bool, op::PlatformInfo, CheckSupport, (op::SocSpec, op::SocSpecAbility) const);
  MEMBER(int64_t, op::PlatformInfo, GetBlockSize, () const);
  MEMBER(uint32_t, op::PlatformInfo, GetCubeCoreNum, () const);
  MEMBER(uint32_t, op::PlatformInfo, GetVectorCoreNum, () const);
  MEMBER(bool, op::PlatformInfo, Valid, () const);
  MEMBER(bool, op::PlatformInfo, GetFftsPlusMode, () const);
  MEMBER(fe::PlatFormInfos *, op::PlatformInfo, GetPlatformInfos, () const);
  FREE(ge::AscendString, op::ToString, (op::SocVersion));
  items::Take(&op::internal::g_hashBuf);
  items::Take(&op::internal::g_hashOffset);
  items::Take(&op::internal::g_cacheBuf);
  items::Take(&InitPTACacheThreadLocal);
  items::Take(&UnInitPTACacheThreadLocal);
  items::Take(&ResetCacheThreadLocal);
  FREE(void, AddTensorAddrToCachedList, (void *));
  FREE(void, SetPTAHashKey, (uint64_t));
  FREE(void, SetPTACacheHashKey, (uint8_t *, size_t));
  FREE(bool, CanUsePTACache, (const char *));
  FREE(aclOpExecutor *, PTAGetExecCache, (uint64_t, uint64_t *));
  FREE(aclOpExecutor *, PTAFindExecCache, (uint8_t *, size_t, uint64_t *));
  items::Take(&op::internal::AddOpConfigInfoToBuf);
  items::Take(&op::internal::CheckCacheable);
  items::Take(&op::internal::InitExecutorCacheThreadLocal);
  FREE(bool, op::internal::GetFromCache, (aclOpExecutor **, uint64_t *));
  FREE(void, op::AddInputTensorToThreadLocalCtx, (const aclTensor *));
  FREE(void, op::AddInputTensorToThreadLocalCtx, (const aclTensorList *));
  FREE(void, op::AddOutputTensorToThreadLocalCtx, (const aclTensor *));
  FREE(void, op::AddOutputTensorToThreadLocalCtx, (const aclTensorList *));
  items::Take(&op::InitThreadLocalContext);
  items::Take(&op::CreateDfxProfiler);
}
ACLNN_API int Exported() { return 1; }
