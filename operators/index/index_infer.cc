#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// y has the shape of input `Input`.
template <size_t Input>
ge::graphStatus infer_like(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(Input);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = *x;
  return ge::GRAPH_SUCCESS;
}
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
ge::graphStatus infer_scatter_nd(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  gert::Shape dims;
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (known_values(ctx, 2, dims)) *y = dims;
  else SetUnknownRank(*y);
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(GatherElements).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(GatherNd).InferShape(infer_gather_nd);
IMPL_OP_INFERSHAPE(ScatterNd).InferShape(infer_scatter_nd).InputsDataDependency({2});
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
OPSTRATA_LIKE_INPUT(InplaceIndexAdd);

}  // namespace opstrata::operators
