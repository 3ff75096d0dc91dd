#include <algorithm>

#include "conv/geometry.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using RangeCtx = gert::InferShapeRangeContext;

/// Dimension `axis` of input `i`, -1 when it is not known.
int64_t dim(const Ctx *ctx, size_t i, size_t axis) {
  const gert::Shape *x = ctx->GetInputShape(i);
  return x == nullptr || IsUnknownRank(*x) || axis >= x->GetDimNum() ? -1 : x->GetDim(axis);
}
ge::graphStatus set(Ctx *ctx, size_t output, std::initializer_list<int64_t> dims) {
  gert::Shape *y = ctx->GetOutputShape(output);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = gert::Shape(dims);
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_regions(Ctx *ctx) {
  return set(ctx, 0, {dim(ctx, 1, 0), dim(ctx, 0, 1), attr_or<int64_t>(ctx, 1, 1), attr_or<int64_t>(ctx, 2, 1)});
}
ge::graphStatus infer_regions_back(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  y->SetDimNum(0);
  for (int64_t d : list_attr(ctx, 0)) y->AppendDim(d);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_crops(Ctx *ctx) {
  gert::Shape size;
  const bool known = known_values(ctx, 3, size) && size.GetDimNum() == 2;
  const int64_t height = known ? size.GetDim(0) : -1, width = known ? size.GetDim(1) : -1;
  const gert::CompileTimeTensorDesc *desc = ctx->GetInputDesc(0);
  const bool first = desc != nullptr && image_letters(desc->GetOriginFormat(), "NHWC", 4) == "NCHW";
  if (first) return set(ctx, 0, {dim(ctx, 1, 0), dim(ctx, 0, 1), height, width});
  return set(ctx, 0, {dim(ctx, 1, 0), height, width, dim(ctx, 0, 3)});
}
ge::graphStatus infer_iou(Ctx *ctx) {
  if (attr_or(ctx, 2, false)) return set(ctx, 0, {dim(ctx, 0, 0), 1});
  return set(ctx, 0, {dim(ctx, 1, 0), dim(ctx, 0, 0)});
}
/// All outputs; boxes are columns.
ge::graphStatus infer_pairs(Ctx *ctx) {
  const bool cross = attr_or(ctx, 1, true);
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    if (set(ctx, i, {cross ? dim(ctx, 1, 1) : 1, dim(ctx, 0, 1)}) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_pairs_back(Ctx *ctx) {
  for (size_t i = 0; i < 2; ++i) {
    if (set(ctx, i, {4, dim(ctx, i + 1, 1)}) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_mask(Ctx *ctx) {
  const int64_t n = dim(ctx, 0, 0);
  return set(ctx, 0, {n, 5}) == ge::GRAPH_SUCCESS && set(ctx, 1, {n}) == ge::GRAPH_SUCCESS ? set(ctx, 2, {n})
                                                                                           : ge::GRAPH_FAILED;
}

/// What input `i` says, -1 when it is not known.
int64_t number(const Ctx *ctx, size_t i) {
  gert::Shape value;
  return known_values(ctx, i, value) && value.GetDimNum() == 1 ? value.GetDim(0) : -1;
}
ge::graphStatus infer_selected(Ctx *ctx) { return set(ctx, 0, {-1}); }
ge::graphStatus infer_selected_padded(Ctx *ctx) {
  const bool padded = attr_or(ctx, 0, false);
  gert::Shape *count = ctx->GetOutputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, count);
  count->SetDimNum(0);
  return set(ctx, 0, {padded ? number(ctx, 2) : -1});
}
ge::graphStatus infer_selected_of_classes(Ctx *ctx) { return set(ctx, 0, {-1, 3}); }
/// Not more than there are scores.
ge::graphStatus bound_selected(RangeCtx *ctx, bool of_classes) {
  const gert::Range<gert::Shape> *scores = ctx->GetInputShapeRange(1);
  const bool known = scores != nullptr && scores->GetMax() != nullptr && !IsUnknownRank(*scores->GetMax());
  const int64_t most = known ? std::max<int64_t>(scores->GetMax()->GetShapeSize(), -1) : -1;
  gert::Range<gert::Shape> *y = ctx->GetOutputShapeRange(0);
  *y->GetMin() = of_classes ? gert::Shape({0, 3}) : gert::Shape({0});
  *y->GetMax() = of_classes ? gert::Shape({most, 3}) : gert::Shape({most});
  if (ctx->GetComputeNodeOutputNum() < 2) return ge::GRAPH_SUCCESS;
  gert::Range<gert::Shape> *count = ctx->GetOutputShapeRange(1);
  count->GetMin()->SetDimNum(0);
  count->GetMax()->SetDimNum(0);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus range_selected(RangeCtx *ctx) { return bound_selected(ctx, false); }
ge::graphStatus range_selected_of_classes(RangeCtx *ctx) { return bound_selected(ctx, true); }

ge::graphStatus infer_groups(Ctx *ctx) { return set(ctx, 0, {dim(ctx, 2, 0), dim(ctx, 0, 1), dim(ctx, 2, 1)}); }
ge::graphStatus infer_three(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = *x;
  if (!IsUnknownRank(*x) && x->GetDimNum() > 2) y->SetDim(2, attr_or<int64_t>(ctx, 0, -1));
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(ROIAlign).InferShape(infer_regions);
IMPL_OP_INFERSHAPE(ROIAlignGrad).InferShape(infer_regions_back);
IMPL_OP_INFERSHAPE(CropAndResize).InferShape(infer_crops).InputsDataDependency({3});
IMPL_OP_INFERSHAPE(Iou).InferShape(infer_iou);
IMPL_OP_INFERSHAPE(IouV2).InferShape(infer_iou);
IMPL_OP_INFERSHAPE(GIoU).InferShape(infer_pairs);
IMPL_OP_INFERSHAPE(DIoU).InferShape(infer_pairs);
IMPL_OP_INFERSHAPE(CIoU).InferShape(infer_pairs);
IMPL_OP_INFERSHAPE(GIoUGrad).InferShape(infer_pairs_back);
IMPL_OP_INFERSHAPE(DIoUGrad).InferShape(infer_pairs_back);
IMPL_OP_INFERSHAPE(CIoUGrad).InferShape(infer_pairs_back);
IMPL_OP_INFERSHAPE(BoundingBoxEncode).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(BoundingBoxDecode).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(NMSWithMask).InferShape(infer_mask);
IMPL_OP_INFERSHAPE(NonMaxSuppression).InferShape(infer_selected).InferShapeRange(range_selected);
IMPL_OP_INFERSHAPE(NonMaxSuppressionV2).InferShape(infer_selected).InferShapeRange(range_selected);
IMPL_OP_INFERSHAPE(NonMaxSuppressionV3).InferShape(infer_selected).InferShapeRange(range_selected);
IMPL_OP_INFERSHAPE(NonMaxSuppressionV4)
    .InferShape(infer_selected_padded)
    .InferShapeRange(range_selected)
    .InputsDataDependency({2});
IMPL_OP_INFERSHAPE(NonMaxSuppressionV6)
    .InferShape(infer_selected_of_classes)
    .InferShapeRange(range_selected_of_classes);
IMPL_OP_INFERSHAPE(StackGroupPoints).InferShape(infer_groups);
IMPL_OP_INFERSHAPE(ThreeInterpolateBackward).InferShape(infer_three);

}  // namespace opstrata::operators
