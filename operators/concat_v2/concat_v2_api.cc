#include "aclnnop/aclnn_cat.h"
#include "level0/concat.h"
#include "support/axis.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(ConcatV2);

aclTensor *ConcatD(const aclTensorList *inputs, int64_t dim, op::DataType outDtype, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(inputs);
  L0_DFX(ConcatD, inputs, dim, outDtype);
  CHECK_RET(inputs != nullptr && inputs->Size() != 0, nullptr);
  op::FVector<const aclTensor *> parts;
  for (uint64_t i = 0; i < inputs->Size(); ++i) {
    parts.push_back(Cast((*inputs)[i], outDtype, executor));
    CHECK_RET(parts.back() != nullptr, nullptr);
  }
  const aclTensorList *list = executor->AllocTensorList(parts.data(), parts.size());
  const aclTensor *axis = opstrata::operators::host_integers(&dim, 1, executor);
  aclTensor *y = opstrata::operators::new_result((*inputs)[0], outDtype, executor);
  CHECK_RET(list != nullptr && axis != nullptr && y != nullptr, nullptr);
  const auto count = static_cast<int64_t>(parts.size());
  OPSTRATA_INFER_AND_LAUNCH(ConcatV2, nullptr, OP_INPUT(list, axis), OP_OUTPUT(y), OP_ATTR(count));
  return y;
}
aclTensor *ConcatD(const aclTensorList *inputs, int64_t dim, aclOpExecutor *executor) {
  CHECK_RET(inputs != nullptr && inputs->Size() != 0 && (*inputs)[0] != nullptr, nullptr);
  return ConcatD(inputs, dim, (*inputs)[0]->GetDataType(), executor);
}

}  // namespace l0op

namespace opstrata::operators {
namespace {

using op::DataType;

/// A vector without elements continues tensors of any shape.
bool is_neutral(const aclTensor *t) { return t->GetViewShape().GetDimNum() == 1 && t->GetViewShape().GetDim(0) == 0; }

/// Common type and shape of the result.
aclnnStatus check_parts(const aclTensorList *tensors, int64_t dim, DataType &dtype, op::Shape &shape) {
  const aclTensor *first = nullptr;
  for (uint64_t i = 0; i < tensors->Size(); ++i) {
    const aclTensor *t = (*tensors)[i];
    OPSTRATA_CHECK(check_tensor(t, "tensors"));
    dtype = i == 0 ? t->GetDataType() : op::PromoteType(dtype, t->GetDataType());
    OPSTRATA_OP_CHECK(dtype == DataType::DT_UNDEFINED, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "tensors: tensor %lu of type %s has no common type with those before", static_cast<unsigned long>(i),
                      op::ToString(t->GetDataType()).GetString());
    if (first == nullptr || is_neutral(first)) first = t;
  }
  shape = first->GetViewShape();
  int64_t axis = dim;
  OPSTRATA_OP_CHECK(shape.GetDimNum() == 0 || !normalize_axis(axis, shape.GetDimNum()), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                    "dim: %ld is outside the dimensions of the tensors %s", static_cast<long>(dim), op::ToString(shape).GetString());
  int64_t sum = 0;
  for (uint64_t i = 0; i < tensors->Size(); ++i) {
    const op::Shape &part = (*tensors)[i]->GetViewShape();
    if (is_neutral((*tensors)[i])) continue;
    bool fits = part.GetDimNum() == shape.GetDimNum();
    for (size_t d = 0; fits && d < shape.GetDimNum(); ++d) fits = d == static_cast<size_t>(axis) || part.GetDim(d) == shape.GetDim(d);
    OPSTRATA_OP_CHECK(!fits, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "tensors: tensor %lu of shape %s does not continue %s along dimension %ld", static_cast<unsigned long>(i),
                      op::ToString(part).GetString(), op::ToString(shape).GetString(), static_cast<long>(axis));
    sum += part.GetDim(static_cast<size_t>(axis));
  }
  shape.SetDim(static_cast<size_t>(axis), sum);
  return ACLNN_SUCCESS;
}

}  // namespace
}  // namespace opstrata::operators

aclnnStatus aclnnCatGetWorkspaceSize(const aclTensorList *tensors, int64_t dim, aclTensor *out, uint64_t *workspaceSize,
                                     aclOpExecutor **executor) {
  using namespace opstrata::operators;
  L2_DFX_PHASE_1(aclnnCat, DFX_IN(tensors, dim), DFX_OUT(out));
  return first_phase("aclnnCat", workspaceSize, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(tensors, "tensors") || IsNullptr(out, "out")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_OP_CHECK(tensors->Size() == 0, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID, "tensors: the list is %s", "empty");
    op::DataType dtype = op::DataType::DT_UNDEFINED;
    op::Shape shape;
    OPSTRATA_CHECK(check_parts(tensors, dim, dtype, shape));
    OPSTRATA_CHECK(check_result(out, "out", shape, dtype));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    op::FVector<const aclTensor *> parts;
    for (uint64_t i = 0; i < tensors->Size(); ++i) {
      if ((*tensors)[i]->IsEmpty()) continue;
      parts.push_back(operand((*tensors)[i], e));
      CHECK_RET(parts.back() != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    const aclTensorList *list = e->AllocTensorList(parts.data(), parts.size());
    CHECK_RET(list != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::ConcatD(list, dim, dtype, e), out, e);
  });
}
OPSTRATA_SECOND_PHASE(aclnnCat)
