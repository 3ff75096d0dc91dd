#include "support/infer.h"

namespace opstrata::operators {
namespace {

/// Shape of the `count` instances of input `ir_x` one after another along `axis`.
ge::graphStatus concat(gert::InferShapeContext *ctx, size_t count, int64_t axis, size_t ir_x = 0) {
  gert::Shape *y = ctx->GetOutputShape(0);
  const gert::Shape *first = nullptr;
  for (size_t i = 0; i < count && first == nullptr; ++i) {
    const gert::Shape *x = ctx->GetDynamicInputShape(ir_x, i);
    if (x != nullptr && !IsUnknownRank(*x)) first = x;
  }
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (first == nullptr) {
    SetUnknownRank(*y);
    return ge::GRAPH_SUCCESS;
  }
  gert::Shape result = *first;
  if (result.GetDimNum() == 0 || !normalize_axis(axis, result.GetDimNum())) {
    OPSTRATA_INFER_REFUSE(ctx, "concat_dim: %ld is outside the dimensions of x %s", static_cast<long>(axis), ToString(*first).c_str());
  }
  const auto dim = static_cast<size_t>(axis);
  int64_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    const gert::Shape *x = ctx->GetDynamicInputShape(ir_x, i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    if (IsUnknownRank(*x)) {
      sum = ge::UNKNOWN_DIM;
      continue;
    }
    bool fits = x->GetDimNum() == result.GetDimNum();
    for (size_t d = 0; fits && d < result.GetDimNum(); ++d) {
      if (d == dim) continue;
      const int64_t here = x->GetDim(d), before = result.GetDim(d);
      fits = here == before || here == ge::UNKNOWN_DIM || before == ge::UNKNOWN_DIM;
      if (before == ge::UNKNOWN_DIM) result.SetDim(d, here);
    }
    if (!fits) {
      OPSTRATA_INFER_REFUSE(ctx, "x: tensor %zu has shape %s, which does not continue %s along dimension %zu", i,
              ToString(*x).c_str(), ToString(*first).c_str(), dim);
    }
    const int64_t extent = x->GetDim(dim);
    sum = sum == ge::UNKNOWN_DIM || extent == ge::UNKNOWN_DIM ? ge::UNKNOWN_DIM : sum + extent;
  }
  result.SetDim(dim, sum);
  *y = result;
  return ge::GRAPH_SUCCESS;
}

size_t instances(const gert::InferShapeContext *ctx, size_t ir_x = 0) {
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(ir_x);
  return info == nullptr ? 0 : info->GetInstanceNum();
}

/// The axis is in instance `axis_instance`.
ge::graphStatus concat_by_input(gert::InferShapeContext *ctx, size_t ir_x, size_t axis_instance) {
  const size_t count = instances(ctx, ir_x);
  int64_t axis = 0;
  if (count != 0 && GetConstInt(ctx, static_cast<int64_t>(axis_instance), axis)) return concat(ctx, count, axis, ir_x);
  gert::Shape *y = ctx->GetOutputShape(0);
  const gert::Shape *x = ctx->GetDynamicInputShape(ir_x, 0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  if (IsUnknownRank(*x)) {
    SetUnknownRank(*y);
  } else {
    set_unknown_dims(*y, x->GetDimNum());
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_v2(gert::InferShapeContext *ctx) { return concat_by_input(ctx, 0, instances(ctx)); }
ge::graphStatus infer_v1(gert::InferShapeContext *ctx) { return concat_by_input(ctx, 1, 0); }
ge::graphStatus infer_d(gert::InferShapeContext *ctx) { return concat(ctx, instances(ctx), attr_or<int64_t>(ctx, 0, 0)); }

}  // namespace

IMPL_OP_INFERSHAPE(ConcatV2).InferShape(infer_v2).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Concat).InferShape(infer_v1).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(ConcatV2D).InferShape(infer_d);
IMPL_OP_INFERSHAPE(ConcatD).InferShape(infer_d);
IMPL_OP_INFERSHAPE(ConcatDV2).InferShape(infer_d);

}  // namespace opstrata::operators
