#include <complex>

#include "aclnnop/aclnn_sub.h"
#include "level0/axpy.h"
#include "level0/sub.h"
#include "support/binary.h"

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

namespace opstrata::operators {
namespace {

using op::DataType;

/// -alpha as an operand of AxpyV2: self - alpha * other = self + (-alpha) * other.
const aclTensor *negated(const aclScalar *alpha, DataType result, aclOpExecutor *e) {
  switch (type_kind(result)) {
    case 3: {
      const std::complex<double> value = -alpha->ToComplex128();
      const aclScalar *scalar = e->AllocScalar(&value, DataType::DT_COMPLEX128);
      return scalar == nullptr ? nullptr : e->ConvertToTensor(scalar, result == DataType::DT_COMPLEX128 ? result : DataType::DT_COMPLEX64);
    }
    case 2: {
      const double value = -alpha->ToDouble();
      return e->ConvertToTensor(&value, 1, result == DataType::DT_DOUBLE ? result : DataType::DT_FLOAT);
    }
    default: {
      const int64_t value = static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(alpha->ToInt64()));
      return e->ConvertToTensor(&value, 1, DataType::DT_INT64);
    }
  }
}

aclnnStatus sub_first_phase(const char *api, const aclTensor *self, const char *self_name, const Side &other, const aclScalar *alpha,
                            const aclTensor *out, const char *out_name, uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    DataType dtype = DataType::DT_UNDEFINED;
    if (IsNullptr(alpha, "alpha")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_binary(self, self_name, other, out, out_name,
                                {DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_BF16, DataType::DT_DOUBLE, DataType::DT_INT8,
                                 DataType::DT_INT16, DataType::DT_INT32, DataType::DT_INT64, DataType::DT_UINT8, DataType::DT_COMPLEX32,
                                 DataType::DT_COMPLEX64, DataType::DT_COMPLEX128}, dtype));
    OPSTRATA_OP_CHECK(type_kind(alpha->GetDataType()) > type_kind(dtype), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "alpha: a factor of type %s does not fit a result of type %s", op::ToString(alpha->GetDataType()).GetString(),
                      op::ToString(dtype).GetString());
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *left = operand(self, e), *right = side_operand(other, dtype, e);
    CHECK_RET(left != nullptr && right != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const bool is_one = type_kind(alpha->GetDataType()) == 3 ? alpha->ToComplex128() == 1.0 : alpha->ToDouble() == 1.0;
    if (is_one) return deliver(l0op::Sub(left, right, e), out, e);
    const aclTensor *factor = negated(alpha, dtype, e);
    CHECK_RET(factor != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::AxpyV2(left, right, factor, e), out, e);
  });
}

}  // namespace
}  // namespace opstrata::operators

using opstrata::operators::sub_first_phase;

aclnnStatus aclnnSubGetWorkspaceSize(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out,
                                     uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnSub, DFX_IN(self, other, alpha), DFX_OUT(out));
  return sub_first_phase("aclnnSub", self, "self", {other, nullptr, "other"}, alpha, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnSub)

aclnnStatus aclnnSubsGetWorkspaceSize(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out,
                                      uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnSubs, DFX_IN(self, other, alpha), DFX_OUT(out));
  return sub_first_phase("aclnnSubs", self, "self", {nullptr, other, "other"}, alpha, out, "out", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnSubs)

aclnnStatus aclnnInplaceSubGetWorkspaceSize(const aclTensor *selfRef, const aclTensor *other, const aclScalar *alpha,
                                            uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceSub, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
  return sub_first_phase("aclnnInplaceSub", selfRef, "selfRef", {other, nullptr, "other"}, alpha, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceSub)

aclnnStatus aclnnInplaceSubsGetWorkspaceSize(const aclTensor *selfRef, const aclScalar *other, const aclScalar *alpha,
                                             uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceSubs, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
  return sub_first_phase("aclnnInplaceSubs", selfRef, "selfRef", {nullptr, other, "other"}, alpha, selfRef, "selfRef", workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceSubs)
