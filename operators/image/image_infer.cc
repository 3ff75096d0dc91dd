#include <string>

#include "image/frame.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using Integers = std::vector<int64_t>;

/// y [n, places, places, channels] of the windows of `f` on x; `wrong`: what is wrong already.
ge::graphStatus place(Ctx *ctx, Frame &f, const char *wrong, const std::string &padding, const Integers &pads,
                      bool ceil, int64_t points) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return set_unknown_dims(*y, 4), ge::GRAPH_SUCCESS;
  if (x->GetDimNum() != 4)
    OPSTRATA_INFER_REFUSE(ctx, "x: shape %s; [n, height, width, channels] is required", ToString(*x).c_str());
  const int64_t extent[] = {x->GetDim(1), x->GetDim(2)}, channels = x->GetDim(3);
  if (wrong == nullptr) wrong = f.place(padding, pads, ceil, extent);
  if (wrong != nullptr) OPSTRATA_INFER_REFUSE(ctx, "%s", wrong);
  *y = gert::Shape({x->GetDim(0), f.places[0], f.places[1], channels < 0 ? -1 : channels * points});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_patches(Ctx *ctx) {
  Frame f;
  const char *wrong = f.set_size(list_attr(ctx, 0));
  if (wrong == nullptr) wrong = f.set_steps(list_attr(ctx, 1), list_attr(ctx, 2));
  return place(ctx, f, wrong, text_attr(ctx, 3), {}, false, f.size[0] * f.size[1]);
}
ge::graphStatus infer_dilation(Ctx *ctx) {
  const gert::Shape *filter = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, filter);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const std::string format = text_attr(ctx, 5, "NHWC");
  if (format != "NHWC") OPSTRATA_INFER_REFUSE(ctx, "data_format: \"%s\"; only NHWC is supported", format.c_str());
  if (IsUnknownRank(*filter)) return set_unknown_dims(*y, 4), ge::GRAPH_SUCCESS;
  if (filter->GetDimNum() != 3)
    OPSTRATA_INFER_REFUSE(ctx, "filter: shape %s; [height, width, channels] is required", ToString(*filter).c_str());
  if (filter->GetDim(0) < 0 || filter->GetDim(1) < 0) return set_unknown_dims(*y, 4), ge::GRAPH_SUCCESS;
  Frame f;
  f.size[0] = filter->GetDim(0);
  f.size[1] = filter->GetDim(1);
  return place(ctx, f, f.set_steps(list_attr(ctx, 0), list_attr(ctx, 1)), text_attr(ctx, 2, "SAME"), list_attr(ctx, 3),
               attr_or(ctx, 4, false), 1);
}

}  // namespace

IMPL_OP_INFERSHAPE(RGBToHSV).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(HSVToRGB).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(AdjustHue).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(AdjustSaturation).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(AdjustContrast).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(LRN).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(LRNGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(ExtractImagePatches).InferShape(infer_patches);
IMPL_OP_INFERSHAPE(Dilation2D).InferShape(infer_dilation);
IMPL_OP_INFERSHAPE(Dilation2DBackpropInput).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(Dilation2DBackpropFilter).InferShape(infer_like<1>);

}  // namespace opstrata::operators
