#include "level0/realdiv.h"
#include "support/launch.h"

namespace l0op {

OP_TYPE_REGISTER(RealDiv);

const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  L0_DFX(RealDiv, self, other);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(RealDiv, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  return y;
}
const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, const int, aclOpExecutor *executor) { return RealDiv(self, other, executor); }
const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, bool, aclOpExecutor *executor) { return RealDiv(self, other, executor); }
const aclTensor *RealDivInplace(const aclTensor *self, const aclTensor *divisor, aclOpExecutor *executor) {
  L0_DFX(RealDivInplace, self, divisor);
  return ADD_TO_LAUNCHER_LIST_AICORE(RealDiv, OP_INPUT(self, divisor), OP_OUTPUT(self)) == ACLNN_SUCCESS ? self : nullptr;
}
bool IsRealDivSupportNonContiguous(const aclTensor *) { return true; }

}  // namespace l0op
