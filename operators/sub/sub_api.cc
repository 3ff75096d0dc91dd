#include "aclnnop/aclnn_sub.h"
#include "level0/sub.h"
#include "support/binary.h"

namespace l0op {

OP_TYPE_REGISTER(Sub);

const aclTensor *Sub(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other);
  L0_DFX(Sub, self, other);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Sub, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  return y;
}

}  // namespace l0op

using opstrata::operators::first_phase_with_alpha;

aclnnStatus aclnnSubGetWorkspaceSize(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out,
                                     uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnSub, DFX_IN(self, other, alpha), DFX_OUT(out));
  return first_phase_with_alpha("aclnnSub", true, self, "self", {other, nullptr, "other"}, alpha, out, "out",
                                workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnSub)

aclnnStatus aclnnSubsGetWorkspaceSize(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out,
                                      uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnSubs, DFX_IN(self, other, alpha), DFX_OUT(out));
  return first_phase_with_alpha("aclnnSubs", true, self, "self", {nullptr, other, "other"}, alpha, out, "out",
                                workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnSubs)

aclnnStatus aclnnInplaceSubGetWorkspaceSize(const aclTensor *selfRef, const aclTensor *other, const aclScalar *alpha,
                                            uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceSub, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
  return first_phase_with_alpha("aclnnInplaceSub", true, selfRef, "selfRef", {other, nullptr, "other"}, alpha, selfRef,
                                "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceSub)

aclnnStatus aclnnInplaceSubsGetWorkspaceSize(const aclTensor *selfRef, const aclScalar *other, const aclScalar *alpha,
                                             uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceSubs, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
  return first_phase_with_alpha("aclnnInplaceSubs", true, selfRef, "selfRef", {nullptr, other, "other"}, alpha, selfRef,
                                "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceSubs)
