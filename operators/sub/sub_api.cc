#include "level0/sub.h"
#include "support/launch.h"

namespace l0op {

OP_TYPE_REGISTER(Sub);

const aclTensor *Sub(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  L0_DFX(Sub, self, other);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Sub, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  return y;
}

}  // namespace l0op
