#include "aclnnop/aclnn_relu.h"
#include "level0/relu.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(Relu);

const aclTensor *Relu(const aclTensor *self, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(Relu, self);
  aclTensor *y = opstrata::operators::new_result(self, self->GetDataType(), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Relu, nullptr, OP_INPUT(self), OP_OUTPUT(y));
  return y;
}

}  // namespace l0op

namespace opstrata::operators {
namespace {

using op::DataType;

aclnnStatus relu_first_phase(const char *api, const aclTensor *self, const char *self_name, const aclTensor *out, const char *out_name,
                            uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, self_name) || IsNullptr(out, out_name)) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_tensor(
          self, self_name,
          {DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_DOUBLE, DataType::DT_INT8, DataType::DT_INT32,
           DataType::DT_INT16, DataType::DT_INT64, DataType::DT_UINT8, DataType::DT_UINT16, DataType::DT_QINT8,
           DataType::DT_BF16}));
    OPSTRATA_CHECK(check_result(out, out_name, self->GetViewShape(), self->GetDataType()));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *x = operand(self, e);
    CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::Relu(x, e), out, e);
  });
}

}  // namespace
}  // namespace opstrata::operators

using opstrata::operators::relu_first_phase;

aclnnStatus aclnnReluGetWorkspaceSize(const aclTensor *self, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnRelu, DFX_IN(self), DFX_OUT(out));
  return relu_first_phase("aclnnRelu", self, "self", out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnRelu)

aclnnStatus aclnnInplaceReluGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceRelu, DFX_IN(selfRef), DFX_OUT(selfRef));
  return relu_first_phase("aclnnInplaceRelu", selfRef, "selfRef", selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceRelu)
