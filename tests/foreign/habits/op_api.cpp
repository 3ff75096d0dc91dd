// Level 0 functions that operator libraries take from their neighbours, called by the names and argument forms in use.
#include "aclnn_util.h"  // short name, as headers of operator libraries spell it
#include "level0/abs.h"
#include "level0/arange.h"
#include "level0/concat.h"
#include "level0/cumsum.h"
#include "level0/fill.h"
#include "level0/kth_value.h"
#include "level0/log.h"
#include "level0/ones_like.h"
#include "level0/padv3.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_var.h"
#include "level0/select.h"
#include "level0/sort.h"
#include "level0/split_v.h"
#include "level0/topk.h"
#include "level0/zero_op.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opdev/tensor_view_utils.h"

using namespace op;

static aclnnStatus Chain(const aclTensor *self, const aclTensor *dims, const aclTensorList *parts, aclTensor *out, aclOpExecutor *executor) {
  OP_LOGD("dim %d, size %u, %s", self->GetViewShape().GetDimNum(), out->Size(), op::ToString(self->GetDataType()).GetString());
  auto lowest = l0op::KthValue(self, 1, -1, executor);
  CHECK_RET(std::get<0>(lowest) != nullptr && std::get<1>(lowest) != nullptr, ACLNN_ERR_INNER_NULLPTR);
  auto [sorted, places] = l0op::Sort(self, -1, true, false, op::DataType::DT_INT64, executor);
  auto top = l0op::Topk(sorted, 2, -1, true, true, op::DataType::DT_INT32, executor);
  aclIntArray *axes = executor->AllocIntArray(nullptr, 0);
  auto variance = l0op::ReduceVar(self, axes, 1, true, true, executor);
  const aclTensor *mean = l0op::ReduceMean(std::get<1>(variance), axes, true, executor);
  const aclTensor *padded = l0op::PadV3(mean, dims, places, "constant", true, executor);
  const aclTensor *sums = l0op::Cumsum(l0op::Cumsum(padded, dims, executor), dims, false, true, executor);
  const aclTensor *chosen = l0op::SelectV2(std::get<0>(top), l0op::OnesLike(sums, executor), l0op::ZerosLike(sums, executor), executor);
  const aclTensor *joined = l0op::ConcatD(l0op::SplitV(chosen, axes, 0, executor), 0, executor);
  CHECK_RET(l0op::Log(l0op::Abs(joined, executor), -1.0f, 1.0f, 0.0f, executor) != nullptr, ACLNN_ERR_INNER_NULLPTR);
  CHECK_RET(l0op::ConcatD(parts, 0, op::DataType::DT_FLOAT, executor) != nullptr, ACLNN_ERR_INNER_NULLPTR);
  return ACLNN_SUCCESS;
}

ACLNN_API aclnnStatus aclnnHabitGetWorkspaceSize(const aclTensor *self, const aclTensor *dims, const aclTensorList *parts, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnHabit, DFX_IN(self, dims, parts), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
  const aclnnStatus done = Chain(self, dims, parts, out, unique.get());
  CHECK_RET(done == ACLNN_SUCCESS, done);
  *workspaceSize = unique->GetWorkspaceSize();
  unique.ReleaseTo(executor);
  return ACLNN_SUCCESS;
}
