#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// The first dimension of the points of an image: behind n and the channels, or behind n.
size_t first_axis(const Ctx *ctx) {
  const gert::CompileTimeTensorDesc *desc = ctx->GetInputDesc(0);
  const ge::Format format = desc == nullptr ? ge::FORMAT_ND : desc->GetOriginFormat();
  return format == ge::FORMAT_NHWC || format == ge::FORMAT_NDHWC ? 1 : 2;
}

/// y = x with other sizes in its `Axes` directions. `sizes`: the new ones; empty while they are not known.
template <size_t Axes>
ge::graphStatus set_sizes(Ctx *ctx, const gert::Shape &sizes) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const size_t first = first_axis(ctx);
  if (IsUnknownRank(*x)) return set_unknown_dims(*y, Axes + 2), ge::GRAPH_SUCCESS;
  if (x->GetDimNum() != Axes + 2 || (sizes.GetDimNum() != 0 && sizes.GetDimNum() != Axes)) {
    OPSTRATA_INFER_REFUSE(ctx, "x: shape %s and %zu new sizes; an image with %zu directions is required",
                          ToString(*x).c_str(), sizes.GetDimNum(), Axes);
  }
  *y = *x;
  for (size_t a = 0; a < Axes; ++a) {
    const int64_t size = sizes.GetDimNum() == 0 ? ge::UNKNOWN_DIM : sizes.GetDim(a);
    if (sizes.GetDimNum() != 0 && size <= 0)
      OPSTRATA_INFER_REFUSE(ctx, "size: %s is not positive", ToString(sizes).c_str());
    y->SetDim(first + a, size);
  }
  return ge::GRAPH_SUCCESS;
}
/// The sizes are input 1.
template <size_t Axes>
ge::graphStatus infer_resize(Ctx *ctx) {
  gert::Shape sizes;
  return set_sizes<Axes>(ctx, known_values(ctx, 1, sizes) ? sizes : gert::Shape());
}
gert::Shape sizes_attr(const Ctx *ctx, size_t index) {
  gert::Shape sizes;
  for (const int64_t size : list_attr(ctx, index)) {
    if (sizes.GetDimNum() < gert::Shape::kMaxDimNum) sizes.AppendDim(size);
  }
  return sizes;
}
/// The sizes are attribute 0, or those of x times attribute 1.
ge::graphStatus infer_upsample(Ctx *ctx) {
  gert::Shape sizes = sizes_attr(ctx, 0);
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  const auto *scales = attrs == nullptr || attrs->GetAttrNum() < 2 ? nullptr : attrs->GetListFloat(1);
  if (sizes.GetDimNum() == 0 && !IsUnknownRank(*x)) {
    if (x->GetDimNum() != 5 || scales == nullptr || scales->GetSize() != 3)
      OPSTRATA_INFER_REFUSE(ctx, "output_size, scales: three numbers of either are required for x %s",
                            ToString(*x).c_str());
    const size_t first = first_axis(ctx);
    bool known = true;
    for (size_t a = 0; a < 3; ++a) known = known && x->GetDim(first + a) >= 0;
    for (size_t a = 0; known && a < 3; ++a) {
      const double size = static_cast<double>(x->GetDim(first + a)) * static_cast<double>(scales->GetData()[a]);
      if (!(size >= 0 && size < 4294967296.0))
        OPSTRATA_INFER_REFUSE(ctx, "scales: %g makes a size of %g", static_cast<double>(scales->GetData()[a]), size);
      sizes.AppendDim(static_cast<int64_t>(size));
    }
  }
  return set_sizes<3>(ctx, sizes);
}
ge::graphStatus infer_upsample_exact(Ctx *ctx) { return set_sizes<3>(ctx, sizes_attr(ctx, 0)); }
ge::graphStatus infer_upsample_2d(Ctx *ctx) { return set_sizes<2>(ctx, sizes_attr(ctx, 0)); }
ge::graphStatus infer_upsample_1d(Ctx *ctx) { return set_sizes<1>(ctx, sizes_attr(ctx, 0)); }
/// y has the shape that attribute `Attr` gives, of `Rank` dimensions.
template <size_t Rank, size_t Attr = 0>
ge::graphStatus infer_upsample_grad(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = sizes_attr(ctx, Attr);
  if (y->GetDimNum() != Rank)
    OPSTRATA_INFER_REFUSE(ctx, "input_size: %s; %zu sizes are required", ToString(*y).c_str(), Rank);
  return ge::GRAPH_SUCCESS;
}

/// [n, channels, places of the grid].
template <bool MayHaveChannelsLast>
ge::graphStatus infer_grid(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *grid = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, grid);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x) || IsUnknownRank(*grid)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  const size_t rank = x->GetDimNum();
  if (rank < 4 || rank > 5 || grid->GetDimNum() != rank) {
    OPSTRATA_INFER_REFUSE(
        ctx, "x, grid: shapes %s and %s; [n, channels, two or three sizes] and as many dimensions are required",
        ToString(*x).c_str(), ToString(*grid).c_str());
  }
  const bool last = MayHaveChannelsLast && attr_or(ctx, 3, false);
  y->SetDimNum(0);
  y->AppendDim(x->GetDim(0));
  y->AppendDim(x->GetDim(last ? rank - 1 : 1));
  for (size_t d = 1; d + 1 < rank; ++d) y->AppendDim(grid->GetDim(d));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_grid_grad(Ctx *ctx) {
  const gert::Shape *grid = ctx->GetInputShape(2);
  gert::Shape *dgrid = ctx->GetOutputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, grid);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, dgrid);
  *dgrid = *grid;
  return infer_like<1>(ctx);
}

}  // namespace

IMPL_OP_INFERSHAPE(UpsampleBilinear2d).InferShape(infer_upsample_2d);
IMPL_OP_INFERSHAPE(UpsampleBilinear2dGrad).InferShape(infer_upsample_grad<4, 1>);
IMPL_OP_INFERSHAPE(UpsampleBicubic2d).InferShape(infer_upsample_2d);
IMPL_OP_INFERSHAPE(UpsampleBicubic2dGrad).InferShape(infer_upsample_grad<4, 1>);
IMPL_OP_INFERSHAPE(UpsampleBilinear2dAA).InferShape(infer_upsample_2d);
IMPL_OP_INFERSHAPE(UpsampleBilinear2dAABackward).InferShape(infer_upsample_grad<4, 1>);
IMPL_OP_INFERSHAPE(UpsampleBicubic2dAA).InferShape(infer_upsample_2d);
IMPL_OP_INFERSHAPE(UpsampleBicubic2dAAGrad).InferShape(infer_upsample_grad<4, 1>);
IMPL_OP_INFERSHAPE(UpsampleLinear1d).InferShape(infer_upsample_1d);
IMPL_OP_INFERSHAPE(ResizeUpsampleTrilinear).InferShape(infer_upsample_exact);
IMPL_OP_INFERSHAPE(UpsampleTrilinear3dGrad).InferShape(infer_upsample_grad<5, 1>);
IMPL_OP_INFERSHAPE(UpsampleNearestExact2dGrad).InferShape(infer_upsample_grad<4, 1>);
IMPL_OP_INFERSHAPE(ResizeNearestNeighborV2).InferShape(infer_resize<2>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ResizeNearestNeighborV2Grad).InferShape(infer_resize<2>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ResizeBilinearV2)
    .InferShape(infer_resize<2>)
    .InferDataType(infer_type_of_attr<2, ge::DT_FLOAT>)
    .InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ResizeBilinearV2Grad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(ResizeBicubicV2).InferShape(infer_resize<2>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ResizeBicubicV2Grad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(ResizeLinear).InferShape(infer_resize<1>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ResizeLinearGrad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(ResizeTrilinear).InferShape(infer_resize<3>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(UpsampleNearest3d).InferShape(infer_upsample);
IMPL_OP_INFERSHAPE(UpsampleNearest3dGrad).InferShape(infer_upsample_grad<5>);
IMPL_OP_INFERSHAPE(UpsampleNearestExact3d).InferShape(infer_upsample_exact);
IMPL_OP_INFERSHAPE(UpsampleNearestExact3dGrad).InferShape(infer_upsample_grad<5>);
IMPL_OP_INFERSHAPE(UpsampleNearest).InferShape(infer_upsample_2d);
IMPL_OP_INFERSHAPE(UpsampleNearest2dGrad).InferShape(infer_upsample_grad<4>);
IMPL_OP_INFERSHAPE(GridSampler2D).InferShape(infer_grid<false>);
IMPL_OP_INFERSHAPE(GridSampler3D).InferShape(infer_grid<false>);
IMPL_OP_INFERSHAPE(GridSample).InferShape(infer_grid<true>);
IMPL_OP_INFERSHAPE(GridSampler2DGrad).InferShape(infer_grid_grad);
IMPL_OP_INFERSHAPE(GridSampler3DGrad).InferShape(infer_grid_grad);

}  // namespace opstrata::operators
