#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "aclnnop/aclnn_index_select.h"
#include "level0/gather_v2.h"
#include "support/axis.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(GatherV2);

const aclTensor *GatherV2(const aclTensor *self, int64_t axis, const aclTensor *indices, aclOpExecutor *executor, int batchDims,
                          bool negativeIndexSupport) {
  OPSTRATA_REQUIRE(self, indices);
  L0_DFX(GatherV2, self, axis, indices, batchDims, negativeIndexSupport);
  const aclTensor *axis_tensor = opstrata::operators::host_integers(&axis, 1, executor);
  aclTensor *y = opstrata::operators::new_result(self, self->GetDataType(), executor);
  CHECK_RET(axis_tensor != nullptr && y != nullptr, nullptr);
  const int64_t batch = batchDims;
  const bool preprocessed = false;
  OPSTRATA_INFER_AND_LAUNCH(GatherV2, nullptr, OP_INPUT(self, indices, axis_tensor), OP_OUTPUT(y),
                            OP_ATTR(batch, preprocessed, negativeIndexSupport));
  return y;
}
const aclTensor *GatherV2WithImplMode(const aclTensor *self, int64_t axis, const aclTensor *indices, int64_t, aclOpExecutor *executor,
                                      int batchDims, bool negativeIndexSupport) {
  return GatherV2(self, axis, indices, executor, batchDims, negativeIndexSupport);
}

}  // namespace l0op

namespace opstrata::operators {
namespace {

struct GatherNames {
  const char *api, *self, *index;
  size_t max_index_rank;
  bool negative_index_support;
};

aclnnStatus gather_first_phase(const GatherNames &names, const aclTensor *self, int64_t dim, const aclTensor *index, const aclTensor *out,
                               uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(names.api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, names.self) || IsNullptr(index, names.index) || IsNullptr(out, "out")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_tensor(self, names.self));
    OPSTRATA_CHECK(check_tensor(index, names.index, {op::DataType::DT_INT32, op::DataType::DT_INT64}));
    OPSTRATA_OP_CHECK(self->GetDataType() != out->GetDataType(), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "%s, out: the data types %s and %s must be the same", names.self, op::ToString(self->GetDataType()).GetString(),
                      op::ToString(out->GetDataType()).GetString());
    const op::Shape &from = self->GetViewShape(), &positions = index->GetViewShape();
    int64_t axis = dim;
    OPSTRATA_OP_CHECK(from.GetDimNum() == 0 || !normalize_axis(axis, from.GetDimNum()), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "dim: %ld is outside the dimensions of %s %s", static_cast<long>(dim), names.self, op::ToString(from).GetString());
    OPSTRATA_OP_CHECK(positions.GetDimNum() > names.max_index_rank, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "%s: the shape %s has more than %zu dimensions", names.index, op::ToString(positions).GetString(), names.max_index_rank);
    op::Shape shape;
    for (int64_t d = 0; d < axis; ++d) shape.AppendDim(from.GetDim(static_cast<size_t>(d)));
    for (size_t d = 0; d < positions.GetDimNum(); ++d) shape.AppendDim(positions.GetDim(d));
    for (auto d = static_cast<size_t>(axis) + 1; d < from.GetDimNum(); ++d) shape.AppendDim(from.GetDim(d));
    // A scalar index of aclnnIndexSelect keeps the dimension.
    if (positions.GetDimNum() == 0 && out->GetViewShape().GetDimNum() == from.GetDimNum()) {
      shape = from;
      shape.SetDim(static_cast<size_t>(axis), 1);
    }
    OPSTRATA_CHECK(check_result(out, "out", shape, self->GetDataType()));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *x = operand(self, e), *places = operand(index, e);
    CHECK_RET(x != nullptr && places != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor *result = l0op::GatherV2(x, axis, places, e, 0, names.negative_index_support);
    CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(result->GetViewShape() == shape ? result : l0op::Reshape(result, shape, e), out, e);
  });
}

}  // namespace
}  // namespace opstrata::operators

using opstrata::operators::gather_first_phase;
using opstrata::operators::kMaxDims;

aclnnStatus aclnnGatherV2GetWorkspaceSize(const aclTensor *self, int64_t dim, const aclTensor *index, aclTensor *out,
                                          uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnGatherV2, DFX_IN(self, dim, index), DFX_OUT(out));
  return gather_first_phase({"aclnnGatherV2", "self", "index", kMaxDims, true}, self, dim, index, out, workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnGatherV2)

aclnnStatus aclnnIndexSelectGetWorkspaceSize(const aclTensor *self, int64_t dim, const aclTensor *index, aclTensor *out,
                                             uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnIndexSelect, DFX_IN(self, dim, index), DFX_OUT(out));
  return gather_first_phase({"aclnnIndexSelect", "self", "index", 1, false}, self, dim, index, out, workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnIndexSelect)

aclnnStatus aclnnEmbeddingGetWorkspaceSize(const aclTensor *weight, const aclTensor *indices, const aclTensor *out, uint64_t *workspaceSize,
                                           aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnEmbedding, DFX_IN(weight, indices), DFX_OUT(out));
  return gather_first_phase({"aclnnEmbedding", "weight", "indices", kMaxDims, false}, weight, 0, indices, out, workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnEmbedding)
