#include "aclnnop/aclnn_softmax.h"
#include "level0/softmax_v2.h"
#include "support/axis.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(SoftmaxV2);

const aclTensor *SoftmaxV2(const aclTensor *self, const aclIntArray *axes, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(SoftmaxV2, self, axes);
  aclTensor *y = opstrata::operators::new_result(self, self->GetDataType(), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(SoftmaxV2, nullptr, OP_INPUT(self), OP_OUTPUT(y), OP_ATTR(axes));
  return y;
}

}  // namespace l0op

aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor *self, int64_t dim, aclTensor *out, uint64_t *workspaceSize,
                                         aclOpExecutor **executor) {
  using namespace opstrata::operators;
  using op::DataType;
  L2_DFX_PHASE_1(aclnnSoftmax, DFX_IN(self, dim), DFX_OUT(out));
  return first_phase("aclnnSoftmax", workspaceSize, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, "self") || IsNullptr(out, "out")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_tensor(self, "self", {DataType::DT_DOUBLE, DataType::DT_FLOAT16, DataType::DT_FLOAT, DataType::DT_BF16}));
    OPSTRATA_CHECK(check_result(out, "out", self->GetViewShape(), self->GetDataType()));
    int64_t axis = dim;
    OPSTRATA_OP_CHECK(!normalize_axis(axis, self->GetViewShape().GetDimNum()), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "dim: %ld is outside the dimensions of self %s", static_cast<long>(dim), op::ToString(self->GetViewShape()).GetString());
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *x = operand(self, e);
    const aclIntArray *axes = e->AllocIntArray(&axis, 1);
    CHECK_RET(x != nullptr && axes != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::SoftmaxV2(x, axes, e), out, e);
  });
}
OPSTRATA_SECOND_PHASE(aclnnSoftmax)
