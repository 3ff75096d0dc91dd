#include "aclnnop/aclnn_cast.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(Cast);

const aclTensor *Cast(const aclTensor *self, op::DataType dstDtype, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(Cast, self, dstDtype);
  if (IsNullptr(self, "self")) return nullptr;
  if (self->GetDataType() == dstDtype) return self;
  aclTensor *y = opstrata::operators::new_result(self, dstDtype, executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Cast, nullptr, OP_INPUT(self), OP_OUTPUT(y), OP_ATTR(static_cast<int64_t>(dstDtype)));
  return y;
}
const aclTensor *CastOnlyForConvBackward(const aclTensor *self, op::DataType dstDtype, aclOpExecutor *executor) {
  return Cast(self, dstDtype, executor);
}

}  // namespace l0op

aclnnStatus aclnnCastGetWorkspaceSize(const aclTensor *self, const aclDataType dtype, aclTensor *out, uint64_t *workspaceSize,
                                      aclOpExecutor **executor) {
  using namespace opstrata::operators;
  using op::DataType;
  L2_DFX_PHASE_1(aclnnCast, DFX_IN(self, dtype), DFX_OUT(out));
  return first_phase("aclnnCast", workspaceSize, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, "self") || IsNullptr(out, "out")) return ACLNN_ERR_PARAM_NULLPTR;
    const std::initializer_list<DataType> from = {
        DataType::DT_BOOL, DataType::DT_FLOAT16, DataType::DT_FLOAT, DataType::DT_INT8, DataType::DT_INT32, DataType::DT_UINT32,
        DataType::DT_UINT8, DataType::DT_INT64, DataType::DT_UINT64, DataType::DT_INT16, DataType::DT_UINT16, DataType::DT_DOUBLE,
        DataType::DT_COMPLEX64, DataType::DT_COMPLEX128, DataType::DT_QINT8, DataType::DT_QUINT8, DataType::DT_QINT16, DataType::DT_QUINT16,
        DataType::DT_QINT32, DataType::DT_BF16, DataType::DT_COMPLEX32, DataType::DT_HIFLOAT8, DataType::DT_FLOAT8_E5M2,
        DataType::DT_FLOAT8_E4M3FN, DataType::DT_FLOAT8_E8M0, DataType::DT_FLOAT4_E1M2, DataType::DT_FLOAT4_E2M1, DataType::DT_INT4,
        DataType::DT_UINT1};
    OPSTRATA_OP_CHECK(out->GetDataType() == DataType::DT_UINT1, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "out: the data type %s is one to convert from only", op::ToString(out->GetDataType()).GetString());
    OPSTRATA_CHECK(check_tensor(self, "self", from));
    OPSTRATA_CHECK(check_tensor(out, "out", from));
    OP_CHECK_DTYPE_NOT_MATCH(out, op::ToOpDataType(dtype), return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_SHAPE_NOT_EQUAL(self, out, return ACLNN_ERR_PARAM_INVALID);
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *x = operand(self, e);
    CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(x, out, e);
  });
}
OPSTRATA_SECOND_PHASE(aclnnCast)
