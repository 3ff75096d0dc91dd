#include <string>
#include <vector>

#include "conv/geometry.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using Integers = std::vector<int64_t>;

constexpr size_t kDataFormat = 4;  ///< its attribute; strides, pads, dilations and groups stand before it
std::string data_format(const Ctx *ctx) { return text_attr(ctx, kDataFormat); }
ge::Format format_of(const gert::CompileTimeTensorDesc *desc) {
  return desc == nullptr ? ge::FORMAT_ND : desc->GetOriginFormat();
}

/// Letters of y: its own format where it has one, else those of the image `x`.
std::string_view result_letters(Ctx *ctx, std::string_view image, size_t rank) {
  const std::string_view own = format_letters(format_of(ctx->GetOutputDesc(0)));
  return own.size() == rank ? own : image;
}

ge::graphStatus infer_conv(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *filter = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, filter);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const std::string data = data_format(ctx);
  const size_t rank = data.size();
  if (IsUnknownRank(*x) || IsUnknownRank(*filter)) return set_unknown_dims(*y, rank), ge::GRAPH_SUCCESS;
  const std::string_view image = image_letters(format_of(ctx->GetInputDesc(0)), data, x->GetDimNum());
  const std::string_view kernel = filter_letters(format_of(ctx->GetInputDesc(1)), data, filter->GetDimNum());
  if (image.size() != rank || kernel.size() != rank || x->GetDimNum() != rank || filter->GetDimNum() != rank) {
    OPSTRATA_INFER_REFUSE(ctx, "x, filter: shapes %s and %s do not have the dimensions of data_format %s",
                          ToString(*x).c_str(), ToString(*filter).c_str(), data.c_str());
  }
  Windows w;
  const char *wrong = read_windows(data, rank, list_attr(ctx, 0), list_attr(ctx, 2), list_attr(ctx, 1), w);
  if (wrong != nullptr) OPSTRATA_INFER_REFUSE(ctx, "%s", wrong);
  const int64_t groups = attr_or<int64_t>(ctx, 3, 1), channels = x->GetDim(image.find('C'));
  const int64_t per_group = filter->GetDim(kernel.find('C')), results = filter->GetDim(kernel.find('N'));
  if (groups < 1 || (channels >= 0 && per_group >= 0 && channels != per_group * groups) ||
      (results >= 0 && results % groups != 0)) {
    OPSTRATA_INFER_REFUSE(ctx, "groups: %ld groups of channels in x %s do not fit filter %s", static_cast<long>(groups),
                          ToString(*x).c_str(), ToString(*filter).c_str());
  }
  const std::string_view letters = result_letters(ctx, image, rank), directions = directions_of(rank);
  set_unknown_dims(*y, rank);
  y->SetDim(letters.find('N'), x->GetDim(image.find('N')));
  y->SetDim(letters.find('C'), results);
  for (size_t a = 0; a < directions.size(); ++a) {
    const int64_t size = x->GetDim(image.find(directions[a])), points = filter->GetDim(kernel.find(directions[a]));
    if (size < 0 || points < 0) continue;
    const int64_t places = places_of(w, a, size, points);
    if (places < 1)
      OPSTRATA_INFER_REFUSE(ctx, "filter: %s does not fit x %s", ToString(*filter).c_str(), ToString(*x).c_str());
    y->SetDim(letters.find(directions[a]), places);
  }
  return ge::GRAPH_SUCCESS;
}

/// y has the sizes of input `Sizes`, as many as data_format has letters.
template <size_t Sizes>
ge::graphStatus infer_backprop(Ctx *ctx) {
  if (infer_sizes<Sizes>(ctx) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  gert::Shape *y = ctx->GetOutputShape(0);
  if (IsUnknownRank(*y)) set_unknown_dims(*y, data_format(ctx).size());
  if (y->GetDimNum() != data_format(ctx).size())
    OPSTRATA_INFER_REFUSE(ctx, "sizes: %s do not have the dimensions of data_format %s", ToString(*y).c_str(),
                          data_format(ctx).c_str());
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_transpose(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(1), *filter = ctx->GetInputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, filter);
  gert::Shape given;
  const bool known = known_values(ctx, 0, given);
  if (infer_backprop<0>(ctx) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  gert::Shape *y = ctx->GetOutputShape(0);
  const std::string data = data_format(ctx);
  const size_t rank = data.size();
  if (!known || IsUnknownRank(*x) || IsUnknownRank(*filter)) return ge::GRAPH_SUCCESS;
  const std::string_view image = image_letters(format_of(ctx->GetInputDesc(1)), data, x->GetDimNum());
  const std::string_view kernel = filter_letters(format_of(ctx->GetInputDesc(2)), data, filter->GetDimNum());
  const std::string_view letters = result_letters(ctx, image, rank), directions = directions_of(rank);
  if (image.size() != rank || kernel.size() != rank)
    OPSTRATA_INFER_REFUSE(ctx, "x, filter: shapes %s and %s do not have the dimensions of data_format %s",
                          ToString(*x).c_str(), ToString(*filter).c_str(), data.c_str());
  Windows w;
  const char *wrong = read_windows(data, rank, list_attr(ctx, 0), list_attr(ctx, 2), list_attr(ctx, 1), w);
  if (wrong != nullptr) OPSTRATA_INFER_REFUSE(ctx, "%s", wrong);
  const Integers extra = list_attr(ctx, 5);
  bool open = true;
  for (char d : directions) open = open && given.GetDim(letters.find(d)) == 0;
  if (!open) return ge::GRAPH_SUCCESS;
  const int64_t groups = attr_or<int64_t>(ctx, 3, 1), per_group = filter->GetDim(kernel.find('C'));
  y->SetDim(letters.find('N'), x->GetDim(image.find('N')));
  y->SetDim(letters.find('C'), per_group < 0 ? ge::UNKNOWN_DIM : per_group * groups);
  for (size_t a = 0; a < directions.size(); ++a) {
    const int64_t size = x->GetDim(image.find(directions[a])), points = filter->GetDim(kernel.find(directions[a]));
    const size_t at = data.find(directions[a]);
    const int64_t more = extra.size() == rank ? extra[at] : 0;
    y->SetDim(letters.find(directions[a]),
              size < 0 || points < 0
                  ? ge::UNKNOWN_DIM
                  : (size - 1) * w.stride[a] + w.dilation[a] * (points - 1) + 1 + more - w.before[a] - w.after[a]);
  }
  return ge::GRAPH_SUCCESS;
}

/// Filters for each channel: attributes are strides, dilations, pads, data_format.
ge::graphStatus infer_depthwise(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *filter = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, filter);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const std::string data = text_attr(ctx, 3, "NHWC");
  if (IsUnknownRank(*x) || IsUnknownRank(*filter)) return set_unknown_dims(*y, 4), ge::GRAPH_SUCCESS;
  const std::string_view image = image_letters(format_of(ctx->GetInputDesc(0)), data, x->GetDimNum());
  const std::string_view kernel = filter_letters(format_of(ctx->GetInputDesc(1)), data, filter->GetDimNum());
  if (image.size() != 4 || kernel.size() != 4)
    OPSTRATA_INFER_REFUSE(ctx, "x, filter: shapes %s and %s do not have the dimensions of data_format %s",
                          ToString(*x).c_str(), ToString(*filter).c_str(), data.c_str());
  Windows w;
  const char *wrong = read_windows(data, 4, list_attr(ctx, 0), list_attr(ctx, 1), list_attr(ctx, 2), w);
  if (wrong != nullptr) OPSTRATA_INFER_REFUSE(ctx, "%s", wrong);
  const std::string_view letters = result_letters(ctx, image, 4);
  set_unknown_dims(*y, 4);
  y->SetDim(letters.find('N'), x->GetDim(image.find('N')));
  const int64_t c = filter->GetDim(kernel.find('C')), n = filter->GetDim(kernel.find('N'));
  if (c >= 0 && n >= 0) y->SetDim(letters.find('C'), c * n);
  for (size_t a = 0; a < 2; ++a) {
    const char direction = directions_of(4)[a];
    const int64_t size = x->GetDim(image.find(direction)), points = filter->GetDim(kernel.find(direction));
    if (size < 0 || points < 0) continue;
    const int64_t places = places_of(w, a, size, points);
    if (places < 1)
      OPSTRATA_INFER_REFUSE(ctx, "filter: %s does not fit x %s", ToString(*filter).c_str(), ToString(*x).c_str());
    y->SetDim(letters.find(direction), places);
  }
  return ge::GRAPH_SUCCESS;
}
/// Of integers sums in more bits.
ge::graphStatus infer_sum_type(gert::InferDataTypeContext *ctx) {
  const ge::DataType x = ctx->GetInputDataType(0);
  return ctx->SetOutputDataType(0, x == ge::DT_INT8 ? ge::DT_INT32 : x);
}
ge::graphStatus infer_input_type(gert::InferDataTypeContext *ctx) {
  return ctx->SetOutputDataType(0, ctx->GetInputDataType(2));
}
ge::graphStatus infer_filter_type(gert::InferDataTypeContext *ctx) { return ctx->SetOutputDataType(0, ge::DT_FLOAT); }

}  // namespace

IMPL_OP_INFERSHAPE(DepthwiseConv2D).InferShape(infer_depthwise).InferDataType(infer_sum_type);
IMPL_OP_INFERSHAPE(DepthwiseConv2DBackpropInput)
    .InferShape(infer_sizes<0>)
    .InferDataType(infer_input_type)
    .InputsDataDependency({0});
IMPL_OP_INFERSHAPE(DepthwiseConv2DBackpropFilter)
    .InferShape(infer_sizes<1>)
    .InferDataType(infer_filter_type)
    .InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Conv2D).InferShape(infer_conv);
IMPL_OP_INFERSHAPE(Conv3D).InferShape(infer_conv);
IMPL_OP_INFERSHAPE(Conv2DBackpropInput).InferShape(infer_backprop<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(Conv3DBackpropInput).InferShape(infer_backprop<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(Conv2DBackpropFilter).InferShape(infer_backprop<1>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Conv3DBackpropFilter).InferShape(infer_backprop<1>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Conv2DTranspose).InferShape(infer_transpose).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(Conv2DV2).InferShape(infer_conv);
IMPL_OP_INFERSHAPE(Conv3DV2).InferShape(infer_conv);
IMPL_OP_INFERSHAPE(Conv2DBackpropInputV2).InferShape(infer_backprop<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(Conv3DBackpropInputV2).InferShape(infer_backprop<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(Conv2DBackpropFilterV2).InferShape(infer_backprop<1>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Conv3DBackpropFilterV2).InferShape(infer_backprop<1>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Conv3DTranspose).InferShape(infer_transpose).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(Conv3DTransposeV2).InferShape(infer_transpose).InputsDataDependency({0});

}  // namespace opstrata::operators
