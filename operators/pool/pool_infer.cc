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
  const std::string data = text_attr(ctx, at.data_format, ""), padding = text_attr(ctx, at.padding, "CALCULATED");
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
ge::graphStatus infer_max_pool_with_places(Ctx *ctx) {
  if (set_pooled(ctx, {PoolAttrs::kNone, 2, 3, 4, PoolAttrs::kNone, 5}, attr_or(ctx, 4, false), 5) != ge::GRAPH_SUCCESS)
    return ge::GRAPH_FAILED;
  OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(1));
  *ctx->GetOutputShape(1) = *ctx->GetOutputShape(0);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus type_of_places(gert::InferDataTypeContext *ctx) {
  (void)ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  return ctx->SetOutputDataType(1, static_cast<ge::DataType>(attr_or<int64_t>(ctx, 6, ge::DT_INT32)));
}

/// All outputs: the last two dimensions of x as attribute 0 says.
ge::graphStatus infer_adaptive(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  const Integers size = list_attr(ctx, 0);
  if (size.empty() || size.size() > 2 || (!IsUnknownRank(*x) && x->GetDimNum() != 3 && x->GetDimNum() != 4))
    OPSTRATA_INFER_REFUSE(ctx, "x, output_size: shape %s and %zu sizes; an image and two sizes are required",
                          ToString(*x).c_str(), size.size());
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
    if (IsUnknownRank(*x)) continue;
    for (size_t a = 0; a < 2; ++a) y->SetDim(x->GetDimNum() - 2 + a, size[size.size() == 1 ? 0 : a]);
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

IMPL_OP_INFERSHAPE(AvgPoolV2).InferShape(infer_pool_2d);
IMPL_OP_INFERSHAPE(MaxPoolV3).InferShape(infer_pool_2d);
IMPL_OP_INFERSHAPE(AvgPool3D).InferShape(infer_avg_pool_3d);
IMPL_OP_INFERSHAPE(AvgPool3DGrad).InferShape(infer_sizes<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(MaxPool3D).InferShape(infer_max_pool_3d);
IMPL_OP_INFERSHAPE(MaxPool3DWithArgmaxV2).InferShape(infer_max_pool_with_places).InferDataType(type_of_places);
IMPL_OP_INFERSHAPE(MaxPool3DGradWithArgmax).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(AdaptiveAvgPool2d).InferShape(infer_adaptive);
IMPL_OP_INFERSHAPE(AdaptiveAvgPool2dGrad).InferShape(infer_adaptive_grad);
IMPL_OP_INFERSHAPE(AdaptiveMaxPool2d).InferShape(infer_adaptive);

}  // namespace opstrata::operators
