#include "aclnnop/aclnn_add.h"
#include "level0/add.h"
#include "level0/axpy.h"
#include "support/binary.h"

namespace l0op {

OP_TYPE_REGISTER(Add);
OP_TYPE_REGISTER(AxpyV2);

const aclTensor *Add(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  L0_DFX(Add, self, other);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Add, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  return y;
}
const aclTensor *AddInplace(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  L0_DFX(AddInplace, self, other);
  return ADD_TO_LAUNCHER_LIST_AICORE(Add, OP_INPUT(self, other), OP_OUTPUT(self)) == ACLNN_SUCCESS ? self : nullptr;
}
bool IsAddSupportNonContiguous(const aclTensor *, const aclTensor *) { return true; }

const aclTensor *AxpyV2(const aclTensor *self, const aclTensor *other, const aclTensor *alpha, aclOpExecutor *executor) {
  L0_DFX(AxpyV2, self, other, alpha);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(AxpyV2, nullptr, OP_INPUT(self, other, alpha), OP_OUTPUT(y));
  return y;
}
const aclTensor *Axpy(const aclTensor *self, const aclTensor *other, float alpha, aclOpExecutor *executor) {
  const aclTensor *factor = executor->ConvertToTensor(&alpha, 1, op::DataType::DT_FLOAT);
  return factor == nullptr ? nullptr : AxpyV2(self, other, factor, executor);
}
const aclTensor *AxpyInplace(const aclTensor *self, const aclTensor *other, float alpha, aclOpExecutor *executor) {
  L0_DFX(AxpyInplace, self, other, alpha);
  const aclTensor *factor = executor->ConvertToTensor(&alpha, 1, op::DataType::DT_FLOAT);
  CHECK_RET(factor != nullptr, nullptr);
  return ADD_TO_LAUNCHER_LIST_AICORE(AxpyV2, OP_INPUT(self, other, factor), OP_OUTPUT(self)) == ACLNN_SUCCESS ? self : nullptr;
}

}  // namespace l0op

namespace opstrata::operators {
namespace {

using op::DataType;

/// Type in which the factor reaches the kernel: the widest of its kind that the result can use.
DataType factor_type(DataType result) {
  switch (type_kind(result)) {
    case 3: return result == DataType::DT_COMPLEX128 ? DataType::DT_COMPLEX128 : DataType::DT_COMPLEX64;
    case 2: return result == DataType::DT_DOUBLE ? DataType::DT_DOUBLE : DataType::DT_FLOAT;
    default: return DataType::DT_INT64;
  }
}

bool is_one(const aclScalar *alpha) {
  return type_kind(alpha->GetDataType()) == 3 ? alpha->ToComplex128() == 1.0 : alpha->ToDouble() == 1.0;
}

aclnnStatus add_first_phase(const char *api, const aclTensor *self, const char *self_name, const Side &other, const aclScalar *alpha,
                            const aclTensor *out, const char *out_name, uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    DataType dtype = DataType::DT_UNDEFINED;
    if (IsNullptr(alpha, "alpha")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_binary(self, self_name, other, out, out_name,
                                {DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_BF16, DataType::DT_DOUBLE, DataType::DT_INT8,
                                 DataType::DT_INT16, DataType::DT_INT32, DataType::DT_INT64, DataType::DT_UINT8, DataType::DT_BOOL,
                                 DataType::DT_COMPLEX32, DataType::DT_COMPLEX64, DataType::DT_COMPLEX128}, dtype));
    const int kind = type_kind(dtype) == 0 ? 1 : type_kind(dtype);
    OPSTRATA_OP_CHECK(type_kind(alpha->GetDataType()) > kind, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "alpha: a factor of type %s does not fit a result of type %s", op::ToString(alpha->GetDataType()).GetString(),
                      op::ToString(dtype).GetString());
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *left = operand(self, e), *right = side_operand(other, dtype, e);
    CHECK_RET(left != nullptr && right != nullptr, ACLNN_ERR_INNER_NULLPTR);
    if (is_one(alpha)) return deliver(l0op::Add(left, right, e), out, e);
    const aclTensor *factor = e->ConvertToTensor(alpha, factor_type(dtype));
    CHECK_RET(factor != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::AxpyV2(left, right, factor, e), out, e);
  });
}

}  // namespace
}  // namespace opstrata::operators

using opstrata::operators::add_first_phase;

aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out,
                                     uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnAdd, DFX_IN(self, other, alpha), DFX_OUT(out));
  return add_first_phase("aclnnAdd", self, "self", {other, nullptr, "other"}, alpha, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnAdd)

aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out,
                                      uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnAdds, DFX_IN(self, other, alpha), DFX_OUT(out));
  return add_first_phase("aclnnAdds", self, "self", {nullptr, other, "other"}, alpha, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnAdds)

aclnnStatus aclnnInplaceAddGetWorkspaceSize(const aclTensor *selfRef, const aclTensor *other, const aclScalar *alpha,
                                            uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceAdd, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
  return add_first_phase("aclnnInplaceAdd", selfRef, "selfRef", {other, nullptr, "other"}, alpha, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceAdd)

aclnnStatus aclnnInplaceAddsGetWorkspaceSize(const aclTensor *selfRef, const aclScalar *other, const aclScalar *alpha,
                                             uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceAdds, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
  return add_first_phase("aclnnInplaceAdds", selfRef, "selfRef", {nullptr, other, "other"}, alpha, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceAdds)
