#include <algorithm>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_gather_nd(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *indices = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, indices);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const size_t rank = indices->GetDimNum();
  if (IsUnknownRank(*x) || IsUnknownRank(*indices) || (rank > 0 && indices->GetDim(rank - 1) < 0)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (rank == 0 || indices->GetDim(rank - 1) > static_cast<int64_t>(x->GetDimNum())) {
    OPSTRATA_INFER_REFUSE(ctx, "indices: %s are no places in x %s", ToString(*indices).c_str(), ToString(*x).c_str());
  }
  y->SetDimNum(0);
  for (size_t d = 0; d + 1 < rank; ++d) y->AppendDim(indices->GetDim(d));
  for (auto d = static_cast<size_t>(indices->GetDim(rank - 1)); d < x->GetDimNum(); ++d) y->AppendDim(x->GetDim(d));
  return ge::GRAPH_SUCCESS;
}

/// The dimensions of the index tensors, broadcast, in place of those of x that are indexed.
ge::graphStatus infer_index(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(3);
  gert::Shape marks;
  if (info == nullptr || !known_values(ctx, 1, marks) || IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  gert::Shape places;
  for (size_t i = 0; i < info->GetInstanceNum(); ++i) {
    const gert::Shape *index = ctx->GetDynamicInputShape(3, i);
    gert::Shape both;
    OP_CHECK_NULL_WITH_CONTEXT(ctx, index);
    if (!BroadcastShape(&places, index, &both)) OPSTRATA_INFER_REFUSE(ctx, "indices: shape %s cannot be broadcast with the others", ToString(*index).c_str());
    places = both;
  }
  size_t first = x->GetDimNum(), last = 0;
  size_t count = 0;
  for (size_t d = 0; d < std::min(marks.GetDimNum(), x->GetDimNum()); ++d) {
    if (marks.GetDim(d) == 0) continue;
    first = std::min(first, d);
    last = d;
    ++count;
  }
  if (count != info->GetInstanceNum()) OPSTRATA_INFER_REFUSE(ctx, "indices: %zu tensors for %zu indexed dimensions", info->GetInstanceNum(), count);
  const bool neighbours = count == 0 || last - first + 1 == count;
  y->SetDimNum(0);
  const auto append_places = [&] {
    for (size_t d = 0; d < places.GetDimNum(); ++d) y->AppendDim(places.GetDim(d));
  };
  if (!neighbours) append_places();
  for (size_t d = 0; d < x->GetDimNum(); ++d) {
    if (neighbours && d == first) append_places();
    if (d >= marks.GetDimNum() || marks.GetDim(d) == 0) y->AppendDim(x->GetDim(d));
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_embedding_grad(Ctx *ctx) {
  const gert::Shape *grad = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, grad);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  y->SetDimNum(0);
  y->AppendDim(attr_or<int64_t>(ctx, 0, ge::UNKNOWN_DIM));
  y->AppendDim(IsUnknownRank(*grad) || grad->GetDimNum() == 0 ? ge::UNKNOWN_DIM : grad->GetDim(grad->GetDimNum() - 1));
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Index).InferShape(infer_index).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(EmbeddingDenseGrad).InferShape(infer_embedding_grad);
IMPL_OP_INFERSHAPE(GatherElements).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(GatherNd).InferShape(infer_gather_nd);
IMPL_OP_INFERSHAPE(ScatterNd).InferShape(infer_sizes<2>).InputsDataDependency({2});
#define OPSTRATA_LIKE_INPUT(Name) IMPL_OP_INFERSHAPE(Name).InferShape(infer_like<0>)
OPSTRATA_LIKE_INPUT(ScatterElements);
OPSTRATA_LIKE_INPUT(ScatterElementsV2);
OPSTRATA_LIKE_INPUT(ScatterUpdate);
OPSTRATA_LIKE_INPUT(ScatterAdd);
OPSTRATA_LIKE_INPUT(ScatterSub);
OPSTRATA_LIKE_INPUT(ScatterMul);
OPSTRATA_LIKE_INPUT(ScatterDiv);
OPSTRATA_LIKE_INPUT(ScatterMax);
OPSTRATA_LIKE_INPUT(ScatterMin);
OPSTRATA_LIKE_INPUT(ScatterNdUpdate);
OPSTRATA_LIKE_INPUT(ScatterNdAdd);
OPSTRATA_LIKE_INPUT(ScatterNdSub);
OPSTRATA_LIKE_INPUT(ScatterNdMax);
OPSTRATA_LIKE_INPUT(ScatterNdMin);
OPSTRATA_LIKE_INPUT(TensorScatterUpdate);
OPSTRATA_LIKE_INPUT(TensorScatterAdd);
OPSTRATA_LIKE_INPUT(TensorScatterMax);
OPSTRATA_LIKE_INPUT(TensorScatterMin);
OPSTRATA_LIKE_INPUT(TensorScatterSub);
OPSTRATA_LIKE_INPUT(ScatterNonAliasingAdd);
OPSTRATA_LIKE_INPUT(InplaceUpdate);
OPSTRATA_LIKE_INPUT(InplaceAdd);
OPSTRATA_LIKE_INPUT(InplaceSub);
OPSTRATA_LIKE_INPUT(IndexAdd);
OPSTRATA_LIKE_INPUT(InplaceIndexAdd);
OPSTRATA_LIKE_INPUT(InplaceIndexAddWithSorted);
OPSTRATA_LIKE_INPUT(IndexFill);
OPSTRATA_LIKE_INPUT(IndexPutV2);
OPSTRATA_LIKE_INPUT(IndexPutWithSort);
OPSTRATA_LIKE_INPUT(IndexPutWithSortV2);

}  // namespace opstrata::operators
