#include "support/infer.h"

namespace opstrata::operators {
namespace {

ge::graphStatus infer(gert::InferShapeContext *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *indices = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, indices);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  int64_t axis = 0, batch = attr_or<int64_t>(ctx, 0, 0);
  if (IsUnknownRank(*x) || IsUnknownRank(*indices)) {
    SetUnknownRank(*y);
    return ge::GRAPH_SUCCESS;
  }
  const size_t rank = x->GetDimNum(), index_rank = indices->GetDimNum();
  if (batch < 0) batch += static_cast<int64_t>(index_rank);
  if (!GetConstInt(ctx, 2, axis)) {
    if (rank + index_rank < static_cast<size_t>(batch) + 1) return ge::GRAPH_FAILED;
    set_unknown_dims(*y, rank - 1 + index_rank - static_cast<size_t>(batch));
    return ge::GRAPH_SUCCESS;
  }
  if (rank == 0 || !normalize_axis(axis, rank) || batch < 0 || batch > axis || batch > static_cast<int64_t>(index_rank)) {
    OPSTRATA_INFER_REFUSE(ctx, "axis, batch_dims: %ld, %ld do not fit x %s and indices %s", static_cast<long>(axis), static_cast<long>(batch),
            ToString(*x).c_str(), ToString(*indices).c_str());
  }
  gert::Shape result;
  for (int64_t d = 0; d < axis; ++d) result.AppendDim(x->GetDim(static_cast<size_t>(d)));
  for (auto d = static_cast<size_t>(batch); d < index_rank; ++d) result.AppendDim(indices->GetDim(d));
  for (auto d = static_cast<size_t>(axis) + 1; d < rank; ++d) result.AppendDim(x->GetDim(d));
  *y = result;
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(GatherV2).InferShape(infer).InputsDataDependency({2});

}  // namespace opstrata::operators
