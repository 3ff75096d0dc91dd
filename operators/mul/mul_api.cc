#include "aclnnop/aclnn_mul.h"
#include "level0/mul.h"
#include "support/binary.h"

namespace l0op {

OP_TYPE_REGISTER(Mul);

const aclTensor *Mul(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, other);
  L0_DFX(Mul, self, other);
  aclTensor *y = opstrata::operators::new_result(self, op::PromoteType(self->GetDataType(), other->GetDataType()), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Mul, nullptr, OP_INPUT(self, other), OP_OUTPUT(y));
  return y;
}
const aclTensor *MulInplace(const aclTensor *self, const aclTensor *rfRes, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, rfRes);
  L0_DFX(MulInplace, self, rfRes);
  return ADD_TO_LAUNCHER_LIST_AICORE(Mul, OP_INPUT(self, rfRes), OP_OUTPUT(self)) == ACLNN_SUCCESS ? self : nullptr;
}
bool IsMulSupportNonContiguous(const aclTensor *, const aclTensor *) { return true; }

}  // namespace l0op

namespace opstrata::operators {
namespace {

using op::DataType;

aclnnStatus mul_first_phase(const char *api, const aclTensor *self, const char *self_name, const Side &other, const aclTensor *out,
                            const char *out_name, uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    DataType dtype = DataType::DT_UNDEFINED;
    OPSTRATA_CHECK(check_binary(self, self_name, other, out, out_name,
                                {DataType::DT_BOOL, DataType::DT_FLOAT16, DataType::DT_FLOAT, DataType::DT_DOUBLE, DataType::DT_UINT8,
                                 DataType::DT_INT8, DataType::DT_UINT16, DataType::DT_INT16, DataType::DT_INT32, DataType::DT_INT64,
                                 DataType::DT_BF16, DataType::DT_COMPLEX32, DataType::DT_COMPLEX64, DataType::DT_COMPLEX128}, dtype));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *left = operand(self, e), *right = side_operand(other, dtype, e);
    CHECK_RET(left != nullptr && right != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::Mul(left, right, e), out, e);
  });
}

}  // namespace
}  // namespace opstrata::operators

using opstrata::operators::mul_first_phase;

aclnnStatus aclnnMulGetWorkspaceSize(const aclTensor *self, const aclTensor *other, aclTensor *out, uint64_t *workspaceSize,
                                     aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnMul, DFX_IN(self, other), DFX_OUT(out));
  return mul_first_phase("aclnnMul", self, "self", {other, nullptr, "other"}, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnMul)

aclnnStatus aclnnMulsGetWorkspaceSize(const aclTensor *self, const aclScalar *other, aclTensor *out, uint64_t *workspaceSize,
                                      aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnMuls, DFX_IN(self, other), DFX_OUT(out));
  return mul_first_phase("aclnnMuls", self, "self", {nullptr, other, "other"}, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnMuls)

aclnnStatus aclnnInplaceMulGetWorkspaceSize(aclTensor *selfRef, const aclTensor *other, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceMul, DFX_IN(selfRef, other), DFX_OUT(selfRef));
  return mul_first_phase("aclnnInplaceMul", selfRef, "selfRef", {other, nullptr, "other"}, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceMul)

aclnnStatus aclnnInplaceMulsGetWorkspaceSize(aclTensor *selfRef, const aclScalar *other, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceMuls, DFX_IN(selfRef, other), DFX_OUT(selfRef));
  return mul_first_phase("aclnnInplaceMuls", selfRef, "selfRef", {nullptr, other, "other"}, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceMuls)
