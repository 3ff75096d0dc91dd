#include <string>
#include <vector>

#include "pool/spans.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using Integers = std::vector<int64_t>;

ge::graphStatus set_pooled(Ctx *ctx, const PoolAttrs &at, bool ceil, size_t rank) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return set_unknown_dims(*y, rank), ge::GRAPH_SUCCESS;
  const gert::CompileTimeTensorDesc *desc = ctx->GetInputDesc(0);
  const std::string data = text_attr(ctx, at.data_format, default_letters(rank)),
                    padding = text_attr(ctx, at.padding, "CALCULATED");
  const std::string_view letters =
      image_letters(desc == nullptr ? ge::FORMAT_ND : desc->GetOriginFormat(), data, x->GetDimNum());
  Pooling p;
  p.padding = padding;
  p.ceil = ceil;
  p.global = at.global != PoolAttrs::kNone && attr_or(ctx, at.global, false);
  if (letters.size() != rank)
    OPSTRATA_INFER_REFUSE(ctx, "x: shape %s does not have the dimensions of data_format %s", ToString(*x).c_str(),
                          data.c_str());
  const char *wrong = read_pooling(data, rank, list_attr(ctx, 0), list_attr(ctx, 1), list_attr(ctx, at.dilation),
                                   list_attr(ctx, at.pads), p);
  if (wrong != nullptr) OPSTRATA_INFER_REFUSE(ctx, "%s", wrong);
  *y = *x;
  const std::string_view directions = directions_of(rank);
  for (size_t a = 0; a < directions.size(); ++a) {
    const size_t d = letters.find(directions[a]);
    if (x->GetDim(d) < 0) continue;
    const int64_t places = pool_places(p, a, x->GetDim(d));
    if (places < 1) OPSTRATA_INFER_REFUSE(ctx, "ksize: a window does not fit x %s", ToString(*x).c_str());
    y->SetDim(d, places);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_pool_2d(Ctx *ctx) {
  return set_pooled(ctx, {2, 3, PoolAttrs::kNone, 6, 5, 4}, attr_or(ctx, 6, false), 4);
}
ge::graphStatus infer_avg_pool_3d(Ctx *ctx) {
  return set_pooled(ctx, {PoolAttrs::kNone, 2, PoolAttrs::kNone, 3, PoolAttrs::kNone, 6}, attr_or(ctx, 3, false), 5);
}
ge::graphStatus infer_max_pool_3d(Ctx *ctx) {
  return set_pooled(ctx, {2, 3, 4, 5, PoolAttrs::kNone, 6}, attr_or<int64_t>(ctx, 5, 0) != 0, 5);
}
/// AvgPool and MaxPool: a padding and perhaps data_format.
ge::graphStatus infer_padded_pool(Ctx *ctx) {
  return set_pooled(ctx, {2, PoolAttrs::kNone, PoolAttrs::kNone, PoolAttrs::kNone, PoolAttrs::kNone, 3}, false, 4);
}
ge::graphStatus like_windows(Ctx *ctx, ge::graphStatus pooled) {
  if (pooled != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(1));
  *ctx->GetOutputShape(1) = *ctx->GetOutputShape(0);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_padded_pool_with_places(Ctx *ctx) {
  return like_windows(
      ctx,
      set_pooled(ctx, {2, PoolAttrs::kNone, PoolAttrs::kNone, PoolAttrs::kNone, PoolAttrs::kNone, PoolAttrs::kNone},
                 false, 4));
}
/// Attributes from position 2: pads, then (2-D: dtype and) dilation, ceil_mode, data_format.
template <size_t Rank, size_t Dilation>
ge::graphStatus infer_max_pool_with_places(Ctx *ctx) {
  return like_windows(ctx,
                      set_pooled(ctx, {PoolAttrs::kNone, 2, Dilation, Dilation + 1, PoolAttrs::kNone, Dilation + 2},
                                 attr_or(ctx, Dilation + 1, false), Rank));
}
/// Attribute `Index` names the data type of the places, which is DT_INT32 or DT_INT64.
template <size_t Index, ge::DataType Fallback>
ge::graphStatus type_of_places(gert::InferDataTypeContext *ctx) {
  (void)ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  const auto named = static_cast<ge::DataType>(attr_or<int64_t>(ctx, Index, Fallback));
  return ctx->SetOutputDataType(1, named == ge::DT_INT32 || named == ge::DT_INT64 ? named : Fallback);
}

/// All outputs: the sizes of x along its `Axes` directions as attribute 0 says; attribute 1 names its dimensions where
/// kIsNamed, else channels come first.
template <size_t Axes, bool kIsNamed = false>
ge::graphStatus infer_adaptive(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  const Integers size = list_attr(ctx, 0);
  const size_t r = x->GetDimNum();
  if ((size.size() != 1 && size.size() != Axes) || (!IsUnknownRank(*x) && r != Axes + 1 && r != Axes + 2))
    OPSTRATA_INFER_REFUSE(ctx, "x, output_size: shape %s and %zu sizes; an image and %zu sizes are required",
                          ToString(*x).c_str(), size.size(), Axes);
  const std::string data = kIsNamed ? text_attr(ctx, 1, default_letters(Axes + 2)) : "";
  const gert::CompileTimeTensorDesc *desc = ctx->GetInputDesc(0);
  std::string_view letters;
  if (!data.empty() && r == Axes + 2)
    letters = image_letters(desc == nullptr ? ge::FORMAT_ND : desc->GetOriginFormat(), data, r);
  const bool last = letters.empty() ? data == default_letters(Axes + 2) : letters.back() == 'C';
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
    if (IsUnknownRank(*x)) continue;
    for (size_t a = 0; a < Axes; ++a) y->SetDim(r - Axes - (last ? 1 : 0) + a, size[size.size() == 1 ? 0 : a]);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_adaptive_grad(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  y->SetDimNum(0);
  for (int64_t d : list_attr(ctx, 0)) y->AppendDim(d);
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(AvgPool).InferShape(infer_padded_pool);
IMPL_OP_INFERSHAPE(AvgPoolV2).InferShape(infer_pool_2d);
IMPL_OP_INFERSHAPE(AvgPool3D).InferShape(infer_avg_pool_3d);
IMPL_OP_INFERSHAPE(AvgPoolGrad).InferShape(infer_sizes<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(AvgPoolV2Grad).InferShape(infer_sizes<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(AvgPool3DGrad).InferShape(infer_sizes<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(MaxPoolExt2).InferShape(infer_padded_pool);
IMPL_OP_INFERSHAPE(MaxPool).InferShape(infer_padded_pool);
IMPL_OP_INFERSHAPE(MaxPoolV3).InferShape(infer_pool_2d);
IMPL_OP_INFERSHAPE(MaxPool3D).InferShape(infer_max_pool_3d);
IMPL_OP_INFERSHAPE(MaxPoolGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MaxPoolV3Grad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MaxPool3DGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MaxPoolWithArgmax)
    .InferShape(infer_padded_pool_with_places)
    .InferDataType(type_of_places<3, ge::DT_INT64>);
IMPL_OP_INFERSHAPE(MaxPoolWithArgmaxV3)
    .InferShape(infer_max_pool_with_places<4, 4>)
    .InferDataType(type_of_places<3, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MaxPool3DWithArgmaxV2)
    .InferShape(infer_max_pool_with_places<5, 3>)
    .InferDataType(type_of_places<6, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MaxPoolGradWithArgmax).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MaxPoolGradWithArgmaxV3).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MaxPool3DGradWithArgmax).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(AdaptiveAvgPool2d).InferShape(infer_adaptive<2>);
IMPL_OP_INFERSHAPE(AdaptiveAvgPool3d).InferShape(infer_adaptive<3, true>);
IMPL_OP_INFERSHAPE(AdaptiveAvgPool2dGrad).InferShape(infer_adaptive_grad);
IMPL_OP_INFERSHAPE(AdaptiveAvgPool3dGrad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(AdaptiveMaxPool2d).InferShape(infer_adaptive<2>);
IMPL_OP_INFERSHAPE(AdaptiveMaxPool3D).InferShape(infer_adaptive<3>).InferDataType(type_of_places<1, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(AdaptiveMaxPool2dGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(AdaptiveMaxPool3DGrad).InferShape(infer_like<0>);

}  // namespace opstrata::operators
