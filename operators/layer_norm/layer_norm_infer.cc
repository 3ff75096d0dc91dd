#include "support/infer.h"

namespace opstrata::operators {
namespace {

/// y as x; the statistics as x with the dimensions from `axis` on set to 1.
ge::graphStatus infer_from(gert::InferShapeContext *ctx, int64_t axis) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0), *mean = ctx->GetOutputShape(1), *spread = ctx->GetOutputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const gert::Shape shape = *x;
  *y = shape;
  gert::Shape statistics = shape;
  if (!IsUnknownRank(shape)) {
    if (!normalize_axis(axis, shape.GetDimNum())) {
      OPSTRATA_INFER_REFUSE(ctx, "begin_norm_axis: %ld is outside the dimensions of x %s", static_cast<long>(axis), ToString(shape).c_str());
    }
    for (auto d = static_cast<size_t>(axis); d < shape.GetDimNum(); ++d) statistics.SetDim(d, 1);
  }
  if (mean != nullptr) *mean = statistics;
  if (spread != nullptr) *spread = statistics;
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer(gert::InferShapeContext *ctx) { return infer_from(ctx, attr_or<int64_t>(ctx, 0, 0)); }

ge::graphStatus infer_v4(gert::InferShapeContext *ctx) {
  const int64_t count = index_count(ctx, 1);
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  if (count < 1 && !IsUnknownRank(*x)) {
    OPSTRATA_INFER_REFUSE(ctx, "normalized_shape: one value at least is required");
  }
  return infer_from(ctx, static_cast<int64_t>(x->GetDimNum()) - count);
}

ge::graphStatus infer_type_v4(gert::InferDataTypeContext *ctx) {
  const bool good = ctx->SetOutputDataType(0, ctx->GetInputDataType(0)) == ge::GRAPH_SUCCESS &&
                    ctx->SetOutputDataType(1, ge::DT_FLOAT) == ge::GRAPH_SUCCESS && ctx->SetOutputDataType(2, ge::DT_FLOAT) == ge::GRAPH_SUCCESS;
  return good ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}

}  // namespace

IMPL_OP_INFERSHAPE(LayerNorm).InferShape(infer);
IMPL_OP_INFERSHAPE(LayerNormV3).InferShape(infer).InferDataType(infer_type_v4);
IMPL_OP_INFERSHAPE(LayerNormV4).InferShape(infer_v4).InferDataType(infer_type_v4);

}  // namespace opstrata::operators
