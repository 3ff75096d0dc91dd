#include "aclnn_kernels/transpose.h"
#include "aclnnop/aclnn_permute.h"
#include "support/axis.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(Transpose);

const aclTensor *Transpose(const aclTensor *x, const aclTensor *y, const aclTensor *perm, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x);
  L0_DFX(Transpose, x, y, perm);
  if (IsNullptr(x, "x") || IsNullptr(y, "y") || IsNullptr(perm, "perm")) return nullptr;
  return ADD_TO_LAUNCHER_LIST_AICORE(Transpose, OP_INPUT(x, perm), OP_OUTPUT(y)) == ACLNN_SUCCESS ? y : nullptr;
}
const aclTensor *Transpose(const aclTensor *x, const aclIntArray *perm, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x);
  L0_DFX(Transpose, x, perm);
  if (IsNullptr(x, "x") || IsNullptr(perm, "perm")) return nullptr;
  const aclTensor *order = executor->ConvertToTensor(perm, op::DataType::DT_INT64);
  aclTensor *y = opstrata::operators::new_result(x, x->GetDataType(), executor);
  CHECK_RET(order != nullptr && y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Transpose, nullptr, OP_INPUT(x, order), OP_OUTPUT(y));
  return y;
}

}  // namespace l0op

aclnnStatus aclnnPermuteGetWorkspaceSize(const aclTensor *self, const aclIntArray *dims, aclTensor *out, uint64_t *workspaceSize,
                                         aclOpExecutor **executor) {
  using namespace opstrata::operators;
  L2_DFX_PHASE_1(aclnnPermute, DFX_IN(self, dims), DFX_OUT(out));
  return first_phase("aclnnPermute", workspaceSize, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, "self") || IsNullptr(dims, "dims") || IsNullptr(out, "out")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_tensor(self, "self"));
    OP_CHECK_DTYPE_NOT_SAME(self, out, return ACLNN_ERR_PARAM_INVALID);
    const op::Shape &from = self->GetViewShape();
    const size_t rank = from.GetDimNum();
    op::Shape shape;
    bool seen[op::Shape::kMaxDimNum] = {};
    bool good = dims->Size() == rank;
    for (size_t i = 0; good && i < rank; ++i) {
      int64_t axis = (*dims)[i];
      good = normalize_axis(axis, rank) && !seen[axis];
      if (!good) break;
      seen[axis] = true;
      shape.AppendDim(from.GetDim(static_cast<size_t>(axis)));
    }
    OPSTRATA_OP_CHECK(!good, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID, "dims: %s is no order of the dimensions of self %s",
                      ::ToString(*dims).GetString(), op::ToString(from).GetString());
    OPSTRATA_CHECK(check_result(out, "out", shape, self->GetDataType()));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *x = operand(self, e);
    CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::Transpose(x, dims, e), out, e);
  });
}
OPSTRATA_SECOND_PHASE(aclnnPermute)
