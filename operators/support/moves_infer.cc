#include "support/infer.h"

namespace opstrata::operators {
namespace {

/// y has the sizes that index input `instance` holds.
ge::graphStatus infer_given(gert::InferShapeContext *ctx, size_t instance) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t count = index_count(ctx, instance);
  gert::Shape given;
  if (count == 0 || known_values(ctx, instance, given)) {
    *y = given;
  } else if (count > 0) {
    set_unknown_dims(*y, static_cast<size_t>(count));
  } else {
    SetUnknownRank(*y);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_as_strided(gert::InferShapeContext *ctx) { return infer_given(ctx, 1); }

/// The given sizes; -1 keeps the dimension of x.
ge::graphStatus infer_broadcast_to(gert::InferShapeContext *ctx) {
  const ge::graphStatus status = infer_given(ctx, 1);
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  if (status != ge::GRAPH_SUCCESS || x == nullptr || IsUnknownRank(*x) || IsUnknownRank(*y)) return status;
  if (x->GetDimNum() > y->GetDimNum()) {
    OPSTRATA_INFER_REFUSE(ctx, "shape: %s has fewer dimensions than x %s", ToString(*y).c_str(), ToString(*x).c_str());
  }
  const size_t lead = y->GetDimNum() - x->GetDimNum();
  for (size_t d = 0; d < x->GetDimNum(); ++d) {
    if (y->GetDim(lead + d) == ge::UNKNOWN_DIM && x->GetDim(d) > 1) y->SetDim(lead + d, x->GetDim(d));
  }
  return status;
}

/// The given sizes; -1 is what remains of x behind the offset.
ge::graphStatus infer_slice(gert::InferShapeContext *ctx) {
  const ge::graphStatus status = infer_given(ctx, 2);
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  gert::Shape offsets;
  if (status != ge::GRAPH_SUCCESS || x == nullptr || x->GetDimNum() != y->GetDimNum() || 
      !known_values(ctx, 1, offsets)) {
    return status;
  }
  for (size_t d = 0; d < y->GetDimNum() && d < offsets.GetDimNum(); ++d) {
    if (y->GetDim(d) == -1 && x->GetDim(d) >= 0) y->SetDim(d, x->GetDim(d) - offsets.GetDim(d));
  }
  return status;
}

}  // namespace

IMPL_OP_INFERSHAPE(AsStrided).InferShape(infer_as_strided).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ViewCopy).InferShape(infer_same);
IMPL_OP_INFERSHAPE(TensorMove).InferShape(infer_same);
IMPL_OP_INFERSHAPE(BroadcastTo).InferShape(infer_broadcast_to).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Expand).InferShape(infer_broadcast_to).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(SliceV2).InferShape(infer_slice).InputsDataDependency({1, 2});
IMPL_OP_INFERSHAPE(Slice).InferShape(infer_slice).InputsDataDependency({1, 2});

}  // namespace opstrata::operators
