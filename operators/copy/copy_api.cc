#include "aclnnop/aclnn_copy.h"
#include "level0/broadcast_to.h"
#include "support/two_phase.h"

aclnnStatus aclnnInplaceCopyGetWorkspaceSize(aclTensor *selfRef, const aclTensor *src, uint64_t *workspaceSize,
                                             aclOpExecutor **executor) {
  using namespace opstrata::operators;
  using op::DataType;
  L2_DFX_PHASE_1(aclnnInplaceCopy, DFX_IN(src), DFX_OUT(selfRef));
  return first_phase("aclnnInplaceCopy", workspaceSize, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(selfRef, "selfRef") || IsNullptr(src, "src")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_tensor(selfRef, "selfRef"));
    OPSTRATA_CHECK(check_tensor(src, "src"));
    if (src->GetDataType() != selfRef->GetDataType()) {
      const auto types = {
          DataType::DT_BOOL,     DataType::DT_FLOAT16,     DataType::DT_FLOAT,         DataType::DT_BF16,
          DataType::DT_DOUBLE,   DataType::DT_INT8,        DataType::DT_INT16,         DataType::DT_INT32,
          DataType::DT_INT64,    DataType::DT_UINT8,       DataType::DT_UINT16,        DataType::DT_UINT32,
          DataType::DT_UINT64,   DataType::DT_COMPLEX32,   DataType::DT_COMPLEX64,     DataType::DT_COMPLEX128,
          DataType::DT_HIFLOAT8, DataType::DT_FLOAT8_E5M2, DataType::DT_FLOAT8_E4M3FN, DataType::DT_FLOAT8_E8M0};
      OPSTRATA_CHECK(check_tensor(selfRef, "selfRef", types));
      OPSTRATA_CHECK(check_tensor(src, "src", types));
    }
    op::Shape shape;
    const bool fits = op::BroadcastInferShape(selfRef->GetViewShape(), src->GetViewShape(), shape) &&
                      shape == selfRef->GetViewShape();
    OPSTRATA_OP_CHECK(!fits, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "src: the shape %s cannot be broadcast to %s, that of selfRef",
                      op::ToString(src->GetViewShape()).GetString(), op::ToString(selfRef->GetViewShape()).GetString());
    if (selfRef->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *x = operand(src, e);
    CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
    x = l0op::Cast(x, selfRef->GetDataType(), e);
    CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
    if (x->GetViewShape() != shape) {
      op::FVector<int64_t> dims;
      for (size_t d = 0; d < shape.GetDimNum(); ++d) dims.push_back(shape.GetDim(d));
      const aclIntArray *sizes = e->AllocIntArray(dims.data(), dims.size());
      x = sizes == nullptr ? nullptr : l0op::BroadcastTo(x, sizes, e);
      CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    return deliver(x, selfRef, e);
  });
}
OPSTRATA_SECOND_PHASE(aclnnInplaceCopy)
