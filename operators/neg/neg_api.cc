#include "aclnnop/aclnn_neg.h"
#include "level0/neg.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(Neg);

const aclTensor *Neg(const aclTensor *self, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(Neg, self);
  aclTensor *y = opstrata::operators::new_result(self, self->GetDataType(), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Neg, nullptr, OP_INPUT(self), OP_OUTPUT(y));
  return y;
}

}  // namespace l0op

namespace opstrata::operators {
namespace {

using op::DataType;

aclnnStatus neg_first_phase(const char *api, const aclTensor *self, const char *self_name, const aclTensor *out, const char *out_name,
                            uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, self_name) || IsNullptr(out, out_name)) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_tensor(
          self, self_name,
          {DataType::DT_BF16, DataType::DT_FLOAT16, DataType::DT_FLOAT, DataType::DT_DOUBLE, DataType::DT_INT8,
           DataType::DT_INT32, DataType::DT_INT64, DataType::DT_COMPLEX64, DataType::DT_COMPLEX128}));
    OPSTRATA_CHECK(check_result(out, out_name, self->GetViewShape(), self->GetDataType()));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *x = operand(self, e);
    CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::Neg(x, e), out, e);
  });
}

}  // namespace
}  // namespace opstrata::operators

using opstrata::operators::neg_first_phase;

aclnnStatus aclnnNegGetWorkspaceSize(const aclTensor *self, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnNeg, DFX_IN(self), DFX_OUT(out));
  return neg_first_phase("aclnnNeg", self, "self", out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnNeg)

aclnnStatus aclnnInplaceNegGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceNeg, DFX_IN(selfRef), DFX_OUT(selfRef));
  return neg_first_phase("aclnnInplaceNeg", selfRef, "selfRef", selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceNeg)
