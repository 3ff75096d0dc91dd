#include "aclnnop/aclnn_div.h"
#include "level0/realdiv.h"
#include "support/binary.h"

namespace l0op {

OP_TYPE_REGISTER(RealDiv);

const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other);
  L0_DFX(RealDiv, self, other);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(RealDiv, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  return y;
}
const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, const int, aclOpExecutor *executor) { return RealDiv(self, other, executor); }
const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, bool, aclOpExecutor *executor) { return RealDiv(self, other, executor); }
const aclTensor *RealDivInplace(const aclTensor *self, const aclTensor *divisor, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, divisor);
  L0_DFX(RealDivInplace, self, divisor);
  return ADD_TO_LAUNCHER_LIST_AICORE(RealDiv, OP_INPUT(self, divisor), OP_OUTPUT(self)) == ACLNN_SUCCESS ? self : nullptr;
}
bool IsRealDivSupportNonContiguous(const aclTensor *) { return true; }

OP_TYPE_REGISTER(TruncateDiv);
OP_TYPE_REGISTER(FloorDiv);

/// Rounded quotient, toward zero (mode 1) or down (mode 2), of operands of one type.
static const aclTensor *RoundedDiv(const aclTensor *self, const aclTensor *other, int mode, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other);
  L0_DFX(RoundedDiv, self, other, mode);
  aclTensor *y = opstrata::operators::new_result(self, self->GetDataType(), executor);
  CHECK_RET(y != nullptr, nullptr);
  if (mode == 1) {
    OPSTRATA_INFER_AND_LAUNCH(TruncateDiv, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  } else {
    OPSTRATA_INFER_AND_LAUNCH(FloorDiv, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  }
  return y;
}

}  // namespace l0op

namespace opstrata::operators {
namespace {

using op::DataType;

aclnnStatus div_first_phase(const char *api, const aclTensor *self, const char *self_name, const Side &other, int mode, const aclTensor *out,
                            const char *out_name, uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, self_name) || (other.scalar == nullptr && IsNullptr(other.tensor, other.name)) || IsNullptr(out, out_name)) {
      return ACLNN_ERR_PARAM_NULLPTR;
    }
    const std::initializer_list<DataType> types = {
        DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_BF16, DataType::DT_DOUBLE, DataType::DT_INT8, DataType::DT_INT16, DataType::DT_INT32,
        DataType::DT_INT64, DataType::DT_UINT8, DataType::DT_BOOL, DataType::DT_COMPLEX32, DataType::DT_COMPLEX64, DataType::DT_COMPLEX128};
    OPSTRATA_CHECK(check_tensor(self, self_name, types));
    if (other.scalar == nullptr) OPSTRATA_CHECK(check_tensor(other.tensor, other.name, types));
    OPSTRATA_CHECK(check_tensor(out, out_name));
    OPSTRATA_OP_CHECK(mode < 0 || mode > 2, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID, "mode: %d is not among 0, 1, 2", mode);
    op::Shape shape = self->GetViewShape();
    DataType dtype = other.scalar != nullptr ? type_with_scalar(self->GetDataType(), other.scalar->GetDataType())
                                             : op::PromoteType(self->GetDataType(), other.tensor->GetDataType());
    if (other.scalar == nullptr) {
      OPSTRATA_OP_CHECK(!op::BroadcastInferShape(self->GetViewShape(), other.tensor->GetViewShape(), shape), ACLNN_ERR_PARAM_INVALID,
                        return ACLNN_ERR_PARAM_INVALID, "%s, %s: the shapes %s and %s cannot be broadcast", self_name, other.name,
                        op::ToString(self->GetViewShape()).GetString(), op::ToString(other.tensor->GetViewShape()).GetString());
    }
    if (mode == 0 && type_kind(dtype) < 2) dtype = DataType::DT_FLOAT;
    OPSTRATA_OP_CHECK(dtype == DataType::DT_UNDEFINED || (mode != 0 && (type_kind(dtype) == 3 || type_kind(dtype) == 0)), ACLNN_ERR_PARAM_INVALID,
                      return ACLNN_ERR_PARAM_INVALID, "%s, %s: the quotient of type %s is not defined", self_name, other.name,
                      op::ToString(dtype).GetString());
    OPSTRATA_CHECK(check_result(out, out_name, shape, dtype));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *left = l0op::Cast(operand(self, e), dtype, e), *right = side_operand(other, dtype, e);
    CHECK_RET(left != nullptr && right != nullptr, ACLNN_ERR_INNER_NULLPTR);
    right = l0op::Cast(right, dtype, e);
    CHECK_RET(right != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(mode == 0 ? l0op::RealDiv(left, right, e) : l0op::RoundedDiv(left, right, mode, e), out, e);
  });
}

}  // namespace
}  // namespace opstrata::operators

using opstrata::operators::div_first_phase;

aclnnStatus aclnnDivGetWorkspaceSize(const aclTensor *self, const aclTensor *other, aclTensor *out,
        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnDiv, DFX_IN(self, other), DFX_OUT(out));
  return div_first_phase("aclnnDiv", self, "self", {other, nullptr, "other"}, 0, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnDiv)

aclnnStatus aclnnDivsGetWorkspaceSize(const aclTensor *self, const aclScalar *other, aclTensor *out,
        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnDivs, DFX_IN(self, other), DFX_OUT(out));
  return div_first_phase("aclnnDivs", self, "self", {nullptr, other, "other"}, 0, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnDivs)

aclnnStatus aclnnInplaceDivGetWorkspaceSize(aclTensor *selfRef, const aclTensor *other,
        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceDiv, DFX_IN(selfRef, other), DFX_OUT(selfRef));
  return div_first_phase("aclnnInplaceDiv", selfRef, "selfRef", {other, nullptr, "other"}, 0, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceDiv)

aclnnStatus aclnnInplaceDivsGetWorkspaceSize(aclTensor *selfRef, const aclScalar *other,
        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceDivs, DFX_IN(selfRef, other), DFX_OUT(selfRef));
  return div_first_phase("aclnnInplaceDivs", selfRef, "selfRef", {nullptr, other, "other"}, 0, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceDivs)

aclnnStatus aclnnDivModGetWorkspaceSize(const aclTensor *self, const aclTensor *other, int mode, aclTensor *out,
        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnDivMod, DFX_IN(self, other, mode), DFX_OUT(out));
  return div_first_phase("aclnnDivMod", self, "self", {other, nullptr, "other"}, mode, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnDivMod)

aclnnStatus aclnnDivModsGetWorkspaceSize(const aclTensor *self, const aclScalar *other, int mode, aclTensor *out,
        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnDivMods, DFX_IN(self, other, mode), DFX_OUT(out));
  return div_first_phase("aclnnDivMods", self, "self", {nullptr, other, "other"}, mode, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnDivMods)

aclnnStatus aclnnInplaceDivModGetWorkspaceSize(aclTensor *selfRef, const aclTensor *other, int mode,
        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceDivMod, DFX_IN(selfRef, other, mode), DFX_OUT(selfRef));
  return div_first_phase("aclnnInplaceDivMod", selfRef, "selfRef", {other, nullptr, "other"}, mode, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceDivMod)

aclnnStatus aclnnInplaceDivModsGetWorkspaceSize(aclTensor *selfRef, const aclScalar *other, int mode,
        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceDivMods, DFX_IN(selfRef, other, mode), DFX_OUT(selfRef));
  return div_first_phase("aclnnInplaceDivMods", selfRef, "selfRef", {nullptr, other, "other"}, mode, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceDivMods)
