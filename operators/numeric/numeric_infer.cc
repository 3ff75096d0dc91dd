#include <algorithm>
#include <cstring>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// A histogram of integers counts in their type, of floats in float32.
ge::graphStatus infer_histogram_type(gert::InferDataTypeContext *ctx) {
  const ge::DataType x = ctx->GetInputDataType(0);
  const bool floating = x == ge::DT_FLOAT16 || x == ge::DT_BF16 || x == ge::DT_DOUBLE;
  return ctx->SetOutputDataType(0, floating ? ge::DT_FLOAT : x);
}
ge::graphStatus infer_type_of_first(gert::InferDataTypeContext *ctx) {
  return ctx->SetOutputDataType(0, ctx->GetDynamicInputDataType(0, 0));
}
ge::graphStatus infer_int32(gert::InferDataTypeContext *ctx) { return ctx->SetOutputDataType(0, ge::DT_INT32); }

ge::graphStatus infer_bins(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t bins = attr_or<int64_t>(ctx, 0, 100);
  if (bins <= 0) OPSTRATA_INFER_REFUSE(ctx, "bins: %ld is not positive", static_cast<long>(bins));
  *y = gert::Shape({bins});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_cdist(Ctx *ctx) {
  const gert::Shape *x1 = ctx->GetInputShape(0), *x2 = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x1) || IsUnknownRank(*x2)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (x1->GetDimNum() < 2 || x2->GetDimNum() < 2)
    OPSTRATA_INFER_REFUSE(ctx, "x1, x2: rows of vectors are required, %s and %s came", ToString(*x1).c_str(),
                          ToString(*x2).c_str());
  *y = *x1;
  y->SetDim(y->GetDimNum() - 1, x2->GetDim(x2->GetDimNum() - 2));
  return ge::GRAPH_SUCCESS;
}

/// Values of a list attribute for `count` directions: one for all, or pairs for both ends.
bool pairs(const Ctx *ctx, size_t index, int64_t fallback, size_t count, int64_t *values) {
  const std::vector<int64_t> list = list_attr(ctx, index);
  const size_t n = list.size();
  std::fill_n(values, count, fallback);
  if (n == 0) return true;
  if (n != 1 && n != 2 && n != count) return false;
  for (size_t i = 0; i < count; ++i) values[i] = list[n == 1 ? 0 : n == count ? i : i / 2];
  return true;
}
ge::graphStatus infer_im2col(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return set_unknown_dims(*y, 4), ge::GRAPH_SUCCESS;
  int64_t kernel[2], stride[2], dilation[2], pads[4];
  const std::string mode = text_attr(ctx, 3);
  const bool given = pairs(ctx, 0, 0, 2, kernel) && pairs(ctx, 1, 1, 2, stride) && pairs(ctx, 2, 1, 2, dilation) &&
                     pairs(ctx, 4, 0, 4, pads);
  if (!given || x->GetDimNum() != 4 || kernel[0] < 1 || kernel[1] < 1 || stride[0] < 1 || stride[1] < 1 ||
      dilation[0] < 1 || dilation[1] < 1) {
    OPSTRATA_INFER_REFUSE(
        ctx, "x: images [n, channels, height, width] and positive ksizes, strides and dilations are required; x is %s",
        ToString(*x).c_str());
  }
  *y = *x;
  if (x->GetDim(1) >= 0) y->SetDim(1, x->GetDim(1) * kernel[0] * kernel[1]);
  for (size_t d = 0; d < 2; ++d) {
    const int64_t size = x->GetDim(2 + d), window = (kernel[d] - 1) * dilation[d] + 1;
    if (size < 0) continue;
    int64_t places = (size + pads[2 * d] + pads[2 * d + 1] - window) / stride[d] + 1;
    if (mode == "SAME") places = (size + stride[d] - 1) / stride[d];
    if (mode == "VALID") places = (size - window) / stride[d] + 1;
    if (places < 1)
      OPSTRATA_INFER_REFUSE(ctx, "ksizes: a window of %ld does not fit x %s", static_cast<long>(window),
                            ToString(*x).c_str());
    y->SetDim(2 + d, places);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_chunk_cat(Ctx *ctx) {
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, info);
  int64_t dim = attr_or<int64_t>(ctx, 0, 0);
  const int64_t chunks = attr_or<int64_t>(ctx, 1, 1);
  if (chunks < 1) OPSTRATA_INFER_REFUSE(ctx, "num_chunks: %ld is not positive", static_cast<long>(chunks));
  int64_t columns = 0;
  y->SetDimNum(0);
  for (size_t i = 0; i < info->GetInstanceNum(); ++i) {
    const gert::Shape *x = ctx->GetDynamicInputShape(0, i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
    int64_t axis = dim;
    if (x->GetDimNum() == 0 || !normalize_axis(axis, x->GetDimNum()))
      OPSTRATA_INFER_REFUSE(ctx, "dim: %ld is outside the dimensions of x %s", static_cast<long>(dim),
                            ToString(*x).c_str());
    const auto at = static_cast<size_t>(axis);
    if (i == 0) {
      for (size_t d = 0; d < at; ++d) y->AppendDim(x->GetDim(d));
      y->AppendDim(chunks);
    }
    int64_t part = x->GetDim(at) < 0 ? ge::UNKNOWN_DIM : (x->GetDim(at) + chunks - 1) / chunks;
    for (size_t d = at + 1; d < x->GetDimNum(); ++d)
      part = part < 0 || x->GetDim(d) < 0 ? ge::UNKNOWN_DIM : part * x->GetDim(d);
    columns = columns < 0 || part < 0 ? ge::UNKNOWN_DIM : columns + part;
  }
  y->AppendDim(columns);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_renorm(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  int64_t dim = attr_or<int64_t>(ctx, 1, 0);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (x->GetDimNum() == 0 || !normalize_axis(dim, x->GetDimNum()))
    OPSTRATA_INFER_REFUSE(ctx, "dim: %ld is outside the dimensions of x %s", static_cast<long>(dim),
                          ToString(*x).c_str());
  y->SetDimNum(0);
  for (size_t d = 0; d < x->GetDimNum(); ++d) y->AppendDim(d == static_cast<size_t>(dim) ? x->GetDim(d) : 1);
  return ge::GRAPH_SUCCESS;
}
template <bool kPacks>
ge::graphStatus infer_sign_bits(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t rows = attr_or<int64_t>(ctx, 0, 1), n = IsUnknownRank(*x) ? -1 : x->GetShapeSize();
  const int64_t total = n < 0 ? -1 : kPacks ? (n + 7) / 8 : n * 8;
  if (rows < 1 || (total >= 0 && total % rows != 0))
    OPSTRATA_INFER_REFUSE(ctx, "size: %ld rows of %ld elements", static_cast<long>(rows), static_cast<long>(total));
  *y = gert::Shape({rows, total < 0 ? ge::UNKNOWN_DIM : total / rows});
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_pdist(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (!IsUnknownRank(*x) && x->GetDimNum() != 2)
    OPSTRATA_INFER_REFUSE(ctx, "x: shape %s; rows of numbers are required", ToString(*x).c_str());
  const int64_t rows = IsUnknownRank(*x) ? ge::UNKNOWN_DIM : x->GetDim(0);
  *y = gert::Shape({rows < 0 ? ge::UNKNOWN_DIM : rows * (rows - 1) / 2});
  return ge::GRAPH_SUCCESS;
}
/// The shape of input 0 without its last dimension but `kBefore`.
template <size_t kBefore>
ge::graphStatus infer_without(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  const size_t rank = x->GetDimNum();
  if (rank <= kBefore) OPSTRATA_INFER_REFUSE(ctx, "input 0: shape %s has too few dimensions", ToString(*x).c_str());
  y->SetDimNum(0);
  for (size_t d = 0; d < rank; ++d) {
    if (d != rank - 1 - kBefore) y->AppendDim(x->GetDim(d));
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_segsum(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (x->GetDimNum() == 0) OPSTRATA_INFER_REFUSE(ctx, "x: a scalar has no segments");
  *y = *x;
  y->AppendDim(x->GetDim(x->GetDimNum() - 1));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_one(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = gert::Shape({1});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_affine_grid(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  gert::Shape size;
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t count = index_count(ctx, 1);
  if (count >= 0 && count != 4 && count != 5)
    OPSTRATA_INFER_REFUSE(ctx, "output_size: %ld numbers; 4 or 5 are required", static_cast<long>(count));
  set_unknown_dims(*y, 3);
  if (count > 0) y->SetDim(2, count - 2);
  if (!known_values(ctx, 1, size)) return ge::GRAPH_SUCCESS;
  int64_t points = 1;
  for (size_t d = 2; d < size.GetDimNum(); ++d) points *= size.GetDim(d);
  y->SetDim(0, size.GetDim(0));
  y->SetDim(1, points);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_col2im(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  gert::Shape size;
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, attrs);
  const auto *kernel = attrs->GetListInt(0);
  if (kernel == nullptr || kernel->GetSize() < 1 || kernel->GetSize() > 2)
    OPSTRATA_INFER_REFUSE(ctx, "kernel_size: one or two numbers are required");
  const int64_t places = kernel->GetData()[0] * kernel->GetData()[kernel->GetSize() - 1];
  set_unknown_dims(*y, 4);
  if (!IsUnknownRank(*x)) {
    if ((x->GetDimNum() != 3 && x->GetDimNum() != 4) || places < 1 ||
        (x->GetDimNum() == 3 && x->GetDim(1) % places != 0))
      OPSTRATA_INFER_REFUSE(ctx, "x: shape %s holds no patches of %ld places", ToString(*x).c_str(),
                            static_cast<long>(places));
    y->SetDim(0, x->GetDim(0));
    y->SetDim(1, x->GetDimNum() == 4 || x->GetDim(1) < 0 ? x->GetDim(1) : x->GetDim(1) / places);
  }
  if (known_values(ctx, 1, size) && size.GetDimNum() == 2) {
    y->SetDim(2, size.GetDim(0));
    y->SetDim(3, size.GetDim(1));
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Pdist).InferShape(infer_pdist);
IMPL_OP_INFERSHAPE(CdistGrad).InferShape(infer_without<1>);
IMPL_OP_INFERSHAPE(Segsum).InferShape(infer_segsum);
IMPL_OP_INFERSHAPE(ExpSegsumGrad).InferShape(infer_without<0>);
IMPL_OP_INFERSHAPE(Sinkhorn).InferShape(infer_same);
IMPL_OP_INFERSHAPE(TensorEqual).InferShape(infer_one);
IMPL_OP_INFERSHAPE(Addr).InferShape(infer_outer<1, 2>);
IMPL_OP_INFERSHAPE(AddrV2).InferShape(infer_outer<1, 2>);
IMPL_OP_INFERSHAPE(Scale).InferShape(infer_same);
IMPL_OP_INFERSHAPE(AffineGrid).InferShape(infer_affine_grid).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Col2im).InferShape(infer_col2im).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(SearchSorted).InferShape(infer_like<1>).InferDataType(infer_type_of_attr<0, ge::DT_INT64>);
IMPL_OP_INFERSHAPE(LowerBound).InferShape(infer_like<1>).InferDataType(infer_type_of_attr<0, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(UpperBound).InferShape(infer_like<1>).InferDataType(infer_type_of_attr<0, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(Bincount).InferShape(infer_count<1>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Histogram).InferShape(infer_bins).InferDataType(infer_histogram_type);
IMPL_OP_INFERSHAPE(HistogramV2).InferShape(infer_bins).InferDataType(infer_type_of_attr<1, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(HistogramFixedWidth).InferShape(infer_count<2>).InferDataType(infer_int32).InputsDataDependency({2});
IMPL_OP_INFERSHAPE(Cross).InferShape(infer_broadcast);
IMPL_OP_INFERSHAPE(CrossV2).InferShape(infer_broadcast);
IMPL_OP_INFERSHAPE(Cdist).InferShape(infer_cdist);
IMPL_OP_INFERSHAPE(Im2col).InferShape(infer_im2col);
IMPL_OP_INFERSHAPE(UnfoldGrad).InferShape(infer_sizes<1>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ChunkCat).InferShape(infer_chunk_cat).InferDataType(infer_type_of_first);
IMPL_OP_INFERSHAPE(Renorm).InferShape(infer_renorm);
IMPL_OP_INFERSHAPE(SignBitsUnpack).InferShape(infer_sign_bits<false>).InferDataType(infer_type_of_attr<1, ge::DT_FLOAT>);
IMPL_OP_INFERSHAPE(SignBitsPack).InferShape(infer_sign_bits<true>);
IMPL_OP_INFERSHAPE(DataCompare).InferShape([](gert::InferShapeContext *ctx) -> ge::graphStatus {
  OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(0));
  *ctx->GetOutputShape(0) = gert::Shape();
  return ge::GRAPH_SUCCESS;
});

}  // namespace opstrata::operators
