#include "aclnnop/aclnn_add.h"
#include "level0/add.h"
#include "level0/axpy.h"
#include "support/binary.h"

namespace l0op {

OP_TYPE_REGISTER(Add);
OP_TYPE_REGISTER(AxpyV2);

const aclTensor *Add(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other);
  L0_DFX(Add, self, other);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Add, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  return y;
}
const aclTensor *AddInplace(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other);
  L0_DFX(AddInplace, self, other);
  return ADD_TO_LAUNCHER_LIST_AICORE(Add, OP_INPUT(self, other), OP_OUTPUT(self)) == ACLNN_SUCCESS ? self : nullptr;
}
bool IsAddSupportNonContiguous(const aclTensor *, const aclTensor *) { return true; }

const aclTensor *AxpyV2(const aclTensor *self, const aclTensor *other, const aclTensor *alpha, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other, alpha);
  L0_DFX(AxpyV2, self, other, alpha);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(AxpyV2, nullptr, OP_INPUT(self, other, alpha), OP_OUTPUT(y));
  return y;
}
const aclTensor *Axpy(const aclTensor *self, const aclTensor *other, float alpha, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other);
  const aclTensor *factor = executor->ConvertToTensor(&alpha, 1, op::DataType::DT_FLOAT);
  return factor == nullptr ? nullptr : AxpyV2(self, other, factor, executor);
}
const aclTensor *AxpyInplace(const aclTensor *self, const aclTensor *other, float alpha, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other);
  L0_DFX(AxpyInplace, self, other, alpha);
  const aclTensor *factor = executor->ConvertToTensor(&alpha, 1, op::DataType::DT_FLOAT);
  CHECK_RET(factor != nullptr, nullptr);
  return ADD_TO_LAUNCHER_LIST_AICORE(AxpyV2, OP_INPUT(self, other, factor), OP_OUTPUT(self)) == ACLNN_SUCCESS ? self : nullptr;
}

}  // namespace l0op

using opstrata::operators::first_phase_with_alpha;

aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out,
                                     uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnAdd, DFX_IN(self, other, alpha), DFX_OUT(out));
  return first_phase_with_alpha("aclnnAdd", false, self, "self", {other, nullptr, "other"}, alpha, out, "out",
                                workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnAdd)

aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out,
                                      uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnAdds, DFX_IN(self, other, alpha), DFX_OUT(out));
  return first_phase_with_alpha("aclnnAdds", false, self, "self", {nullptr, other, "other"}, alpha, out, "out",
                                workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnAdds)

aclnnStatus aclnnInplaceAddGetWorkspaceSize(const aclTensor *selfRef, const aclTensor *other, const aclScalar *alpha,
                                            uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceAdd, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
  return first_phase_with_alpha("aclnnInplaceAdd", false, selfRef, "selfRef", {other, nullptr, "other"}, alpha, selfRef,
                                "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceAdd)

aclnnStatus aclnnInplaceAddsGetWorkspaceSize(const aclTensor *selfRef, const aclScalar *other, const aclScalar *alpha,
                                             uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceAdds, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
  return first_phase_with_alpha("aclnnInplaceAdds", false, selfRef, "selfRef", {nullptr, other, "other"}, alpha,
                                selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceAdds)
