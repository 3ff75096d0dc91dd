#include "aclnnop/aclnn_reduce_sum.h"
#include "level0/reduce_sum_op.h"
#include "support/axis.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(ReduceSum);

const aclTensor *ReduceSumOp(const aclTensor *x, const aclIntArray *axes, bool keep_dims, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x);
  L0_DFX(ReduceSumOp, x, axes, keep_dims);
  const aclTensor *axes_tensor = executor->ConvertToTensor(axes, op::DataType::DT_INT64);
  aclTensor *y = opstrata::operators::new_result(x, x->GetDataType(), executor);
  CHECK_RET(axes_tensor != nullptr && y != nullptr, nullptr);
  const bool noop_with_empty_axes = false;
  OPSTRATA_INFER_AND_LAUNCH(ReduceSum, nullptr, OP_INPUT(x, axes_tensor), OP_OUTPUT(y), OP_ATTR(keep_dims, noop_with_empty_axes));
  return y;
}

}  // namespace l0op

aclnnStatus aclnnReduceSumGetWorkspaceSize(const aclTensor *self, const aclIntArray *dims, bool keepDims, aclDataType dtype, aclTensor *out,
                                           uint64_t *workspaceSize, aclOpExecutor **executor) {
  using namespace opstrata::operators;
  using op::DataType;
  L2_DFX_PHASE_1(aclnnReduceSum, DFX_IN(self, dims, keepDims, dtype), DFX_OUT(out));
  return first_phase("aclnnReduceSum", workspaceSize, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, "self") || IsNullptr(dims, "dims") || IsNullptr(out, "out")) return ACLNN_ERR_PARAM_NULLPTR;
    const DataType sum_type = op::ToOpDataType(dtype);
    OPSTRATA_CHECK(check_tensor(self, "self"));
    OPSTRATA_OP_CHECK(!(op::IsNumberType(self->GetDataType()) || self->GetDataType() == DataType::DT_BOOL) || !op::IsNumberType(sum_type),
                      ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID, "self, dtype: a sum of %s in %s is not supported",
                      op::ToString(self->GetDataType()).GetString(), op::ToString(sum_type).GetString());
    const op::Shape &from = self->GetViewShape();
    bool reduced[op::Shape::kMaxDimNum] = {};
    for (size_t d = 0; d < from.GetDimNum(); ++d) reduced[d] = dims->Size() == 0;
    for (uint64_t i = 0; i < dims->Size(); ++i) {
      int64_t axis = (*dims)[i];
      const bool good = normalize_axis(axis, from.GetDimNum()) && (!reduced[axis] || from.GetDimNum() == 0);
      OPSTRATA_OP_CHECK(!good, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                        "dims: %s are not different dimensions of self %s", ::ToString(*dims).GetString(), op::ToString(from).GetString());
      reduced[axis] = true;
    }
    op::Shape shape;
    for (size_t d = 0; d < from.GetDimNum(); ++d) {
      if (!reduced[d] || keepDims) shape.AppendDim(reduced[d] ? 1 : from.GetDim(d));
    }
    OPSTRATA_CHECK(check_result(out, "out", shape, sum_type));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *x = l0op::Cast(operand(self, e), sum_type, e);
    CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::ReduceSumOp(x, dims, keepDims, e), out, e);
  });
}
OPSTRATA_SECOND_PHASE(aclnnReduceSum)
