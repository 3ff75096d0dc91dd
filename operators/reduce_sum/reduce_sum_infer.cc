#include "support/infer.h"

namespace opstrata::operators {
namespace {

ge::graphStatus infer(gert::InferShapeContext *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const bool keep_dims = attr_or(ctx, 0, false), noop_with_empty_axes = attr_or(ctx, 1, true);
  if (IsUnknownRank(*x)) {
    SetUnknownRank(*y);
    return ge::GRAPH_SUCCESS;
  }
  const size_t rank = x->GetDimNum();
  gert::Shape axes;
  const int64_t count = index_count(ctx, 1);
  if (!known_values(ctx, 1, axes)) {
    if (keep_dims) {
      set_unknown_dims(*y, rank);
    } else {
      SetUnknownRank(*y);
    }
    return ge::GRAPH_SUCCESS;
  }
  bool reduced[gert::Shape::kMaxDimNum] = {};
  for (size_t i = 0; i < rank; ++i) reduced[i] = count == 0 && !noop_with_empty_axes;
  for (size_t i = 0; i < axes.GetDimNum(); ++i) {
    int64_t axis = axes.GetDim(i);
    if (!normalize_axis(axis, rank)) {
      OPSTRATA_INFER_REFUSE(ctx, "axes: %ld is outside the dimensions of x %s", static_cast<long>(axis), ToString(*x).c_str());
    }
    reduced[axis] = true;
  }
  const gert::Shape shape = *x;
  y->SetDimNum(0);
  for (size_t i = 0; i < rank; ++i) {
    if (!reduced[i]) {
      y->AppendDim(shape.GetDim(i));
    } else if (keep_dims) {
      y->AppendDim(1);
    }
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(ReduceSum).InferShape(infer).InputsDataDependency({1});

}  // namespace opstrata::operators
