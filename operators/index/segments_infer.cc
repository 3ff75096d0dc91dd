#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_bags(Ctx *ctx) {
  const gert::Shape *weight = ctx->GetInputShape(0), *indices = ctx->GetInputShape(1);
  const gert::Shape *offsets = ctx->GetOptionalInputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, weight);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, indices);
  const bool known = !IsUnknownRank(*weight) && !IsUnknownRank(*indices);
  int64_t bags = ge::UNKNOWN_DIM;
  if (known && indices->GetDimNum() == 2) {
    bags = indices->GetDim(0);
  } else if (offsets != nullptr && !IsUnknownRank(*offsets) && offsets->GetDimNum() == 1) {
    bags = offsets->GetDim(0);
    if (bags > 0 && attr_or(ctx, 3, false)) --bags;
  }
  const int64_t width = known && weight->GetDimNum() == 2 ? weight->GetDim(1) : ge::UNKNOWN_DIM;
  const bool is_largest = text_attr(ctx, 0, "mean") == "max";
  const gert::Shape shapes[] = {gert::Shape({bags, width}),
                                gert::Shape({known ? indices->GetShapeSize() : ge::UNKNOWN_DIM}), gert::Shape({bags}),
                                is_largest ? gert::Shape({bags, width}) : gert::Shape({bags})};
  for (size_t i = 0; i < 4; ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = shapes[i];
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_bags(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < 4; ++i) (void)ctx->SetOutputDataType(i, ctx->GetInputDataType(i == 0 ? 0 : 1));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_segments(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *ids = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, ids);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x) || IsUnknownRank(*ids)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (ids->GetDimNum() > x->GetDimNum())
    OPSTRATA_INFER_REFUSE(ctx, "segment_ids: %s has more dimensions than x %s", ToString(*ids).c_str(),
                          ToString(*x).c_str());
  gert::Shape count;
  const bool known = known_values(ctx, 2, count) && count.GetDimNum() == 1;
  y->SetDimNum(0);
  y->AppendDim(known ? count.GetDim(0) : ge::UNKNOWN_DIM);
  for (size_t d = ids->GetDimNum(); d < x->GetDimNum(); ++d) y->AppendDim(x->GetDim(d));
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(EmbeddingBag).InferShape(infer_bags).InferDataType(types_of_bags);
IMPL_OP_INFERSHAPE(UnsortedSegmentSum).InferShape(infer_segments).InputsDataDependency({2});
IMPL_OP_INFERSHAPE(UnsortedSegmentProd).InferShape(infer_segments).InputsDataDependency({2});
IMPL_OP_INFERSHAPE(UnsortedSegmentMax).InferShape(infer_segments).InputsDataDependency({2});
IMPL_OP_INFERSHAPE(UnsortedSegmentMin).InferShape(infer_segments).InputsDataDependency({2});

}  // namespace opstrata::operators
