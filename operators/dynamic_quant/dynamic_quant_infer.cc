#include <string>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using TypeCtx = gert::InferDataTypeContext;

/// Output `output` = `shape`; where eight results of four bits share an element, with an eighth of its last dimension.
void set_quantised(Ctx *ctx, size_t output, const gert::Shape &shape, int64_t type) {
  gert::Shape *y = ctx->GetOutputShape(output);
  if (y == nullptr) return;
  *y = shape;
  const size_t rank = shape.GetDimNum();
  if (type == ge::DT_INT32 && !IsUnknownRank(shape) && rank > 0 && shape.GetDim(rank - 1) >= 0)
    y->SetDim(rank - 1, shape.GetDim(rank - 1) / 8);
}
/// Without its last dimension.
gert::Shape rows_of(const gert::Shape &x) {
  gert::Shape rows = x;
  if (!IsUnknownRank(x) && x.GetDimNum() > 0) rows.SetDimNum(x.GetDimNum() - 1);
  return rows;
}
void set_scales(Ctx *ctx, size_t output, const gert::Shape &shape) {
  if (gert::Shape *scale = ctx->GetOutputShape(output)) *scale = shape;
}
/// Attribute `Type` is that of y.
template <size_t Type, size_t Mode>
ge::graphStatus infer_rows(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  set_quantised(ctx, 0, *x, attr_or<int64_t>(ctx, Type, ge::DT_INT8));
  const gert::Shape scales = text_attr(ctx, Mode, "pertoken") == "pertensor" ? gert::Shape({1}) : rows_of(*x);
  for (size_t i = 1; i < ctx->GetComputeNodeOutputNum(); ++i) set_scales(ctx, i, scales);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_flat(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  // No attribute tells the type of the results, but the output that the call brings does.
  const gert::CompileTimeTensorDesc *out = ctx->GetOutputDesc(0);
  set_quantised(ctx, 0, *x, out == nullptr ? ge::DT_INT4 : out->GetDataType());
  gert::Shape k;
  set_unknown_dims(k, 1);
  if (!IsUnknownRank(*x) && x->GetDimNum() > 0) k.SetDim(0, x->GetDim(0));
  set_scales(ctx, 1, k);
  return ge::GRAPH_SUCCESS;
}
int64_t parts(int64_t size, int64_t of) { return size < 0 ? size : (size + of - 1) / of; }
ge::graphStatus infer_blocks(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  const int64_t rows = attr_or<int64_t>(ctx, 3, 1), columns = attr_or<int64_t>(ctx, 4, 128);
  if (rows < 1 || columns < 1)
    OPSTRATA_INFER_REFUSE(ctx, "row_block_size, col_block_size: blocks of %ld rows and %ld columns",
                          static_cast<long>(rows), static_cast<long>(columns));
  set_quantised(ctx, 0, *x, ge::DT_INT8);
  gert::Shape scales = *x;
  if (!IsUnknownRank(*x)) {
    const size_t rank = x->GetDimNum();
    if (rank < 2) OPSTRATA_INFER_REFUSE(ctx, "x: shape %s has no rows and columns", ToString(*x).c_str());
    scales.SetDim(rank - 2, parts(x->GetDim(rank - 2), rows));
    scales.SetDim(rank - 1, parts(x->GetDim(rank - 1), columns));
  }
  set_scales(ctx, 1, scales);
  return ge::GRAPH_SUCCESS;
}
template <size_t Type>
ge::graphStatus infer_halves(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  gert::Shape half = *x;
  if (!IsUnknownRank(*x)) {
    const size_t rank = x->GetDimNum();
    if (rank == 0 || (x->GetDim(rank - 1) >= 0 && x->GetDim(rank - 1) % 2 != 0))
      OPSTRATA_INFER_REFUSE(ctx, "x: the last dimension of %s has no halves", ToString(*x).c_str());
    if (x->GetDim(rank - 1) >= 0) half.SetDim(rank - 1, x->GetDim(rank - 1) / 2);
  }
  set_quantised(ctx, 0, half, attr_or<int64_t>(ctx, Type, ge::DT_INT8));
  set_scales(ctx, 1, rows_of(*x));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_fake(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  for (size_t i : {0U, 1U}) set_scales(ctx, i, *x);
  return ge::GRAPH_SUCCESS;
}
/// y1, y2 and x have the shape of x1; from output `Scales` on, which is behind x, there are scales of rows.
template <size_t Type, size_t Scales>
ge::graphStatus infer_norm(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  for (size_t i : {0U, 1U}) set_quantised(ctx, i, *x, attr_or<int64_t>(ctx, Type, ge::DT_INT8));
  set_scales(ctx, 2, *x);
  for (size_t i = Scales; i < ctx->GetComputeNodeOutputNum(); ++i) set_scales(ctx, i, rows_of(*x));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_norm_cast(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *gamma = ctx->GetInputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, gamma);
  for (size_t i : {0U, 1U, 3U}) set_scales(ctx, i, *x);
  gert::Shape rstd = *x;
  if (!IsUnknownRank(*x) && !IsUnknownRank(*gamma)) {
    for (size_t d = 0; d < std::min(x->GetDimNum(), gamma->GetDimNum()); ++d) rstd.SetDim(x->GetDimNum() - 1 - d, 1);
  }
  set_scales(ctx, 2, rstd);
  return ge::GRAPH_SUCCESS;
}

/// The first `Quantised` outputs have the type that attribute `Type` names, output `Like` that of the first input, the
/// others are DT_FLOAT.
template <size_t Type, size_t Quantised, size_t Like>
ge::graphStatus infer_types(TypeCtx *ctx) {
  const auto type = static_cast<ge::DataType>(attr_or<int64_t>(ctx, Type, ge::DT_INT8));
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i)
    ctx->SetOutputDataType(i, i < Quantised ? type : i == Like ? ctx->GetInputDataType(0) : ge::DT_FLOAT);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_flat_types(TypeCtx *ctx) {
  ctx->SetOutputDataType(0, ge::DT_INT4);
  return ctx->SetOutputDataType(1, ge::DT_FLOAT);
}
ge::graphStatus infer_fake_types(TypeCtx *ctx) {
  ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  return ctx->SetOutputDataType(1, ge::DT_BOOL);
}
ge::graphStatus infer_quantize_type(TypeCtx *ctx) {
  const std::string type = text_attr(ctx, 0);
  return ctx->SetOutputDataType(0, type == "torch.qint8"    ? ge::DT_INT8
                                   : type == "torch.qint32" ? ge::DT_INT32
                                                            : ge::DT_UINT8);
}
ge::graphStatus infer_int8(TypeCtx *ctx) { return ctx->SetOutputDataType(0, ge::DT_INT8); }
/// No attribute tells the type of the results, but the output that the call brings does.
ge::graphStatus infer_like_output(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  const gert::CompileTimeTensorDesc *out = ctx->GetOutputDesc(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  set_quantised(ctx, 0, *x, out == nullptr ? ge::DT_INT8 : out->GetDataType());
  return ge::GRAPH_SUCCESS;
}
constexpr size_t kNone = 99;

}  // namespace

IMPL_OP_INFERSHAPE(DynamicQuant).InferShape(infer_rows<0, 1>).InferDataType(infer_types<0, 1, kNone>);
IMPL_OP_INFERSHAPE(DynamicQuantV2).InferShape(infer_rows<0, 2>).InferDataType(infer_types<0, 1, kNone>);
IMPL_OP_INFERSHAPE(FlatQuant).InferShape(infer_flat).InferDataType(infer_flat_types);
IMPL_OP_INFERSHAPE(DynamicBlockQuant).InferShape(infer_blocks).InferDataType(infer_types<2, 1, kNone>);
IMPL_OP_INFERSHAPE(SwiGluQuant).InferShape(infer_halves<3>).InferDataType(infer_types<3, 1, kNone>);
IMPL_OP_INFERSHAPE(DequantSwigluQuant).InferShape(infer_halves<2>).InferDataType(infer_types<2, 1, kNone>);
IMPL_OP_INFERSHAPE(FakeQuantAffineCachemask).InferShape(infer_fake).InferDataType(infer_fake_types);
IMPL_OP_INFERSHAPE(Quantize).InferShape(infer_like<0>).InferDataType(infer_quantize_type);
IMPL_OP_INFERSHAPE(DequantBias).InferShape(infer_like<0>).InferDataType(infer_type_of_attr<0, ge::DT_FLOAT16>);
IMPL_OP_INFERSHAPE(GroupQuant).InferShape(infer_like<0>).InferDataType(infer_type_of_attr<0, ge::DT_INT8>);
IMPL_OP_INFERSHAPE(AddRmsNormQuant).InferShape(infer_norm<3, kNone>).InferDataType(infer_types<3, 2, 2>);
IMPL_OP_INFERSHAPE(AddRmsNormDynamicQuant).InferShape(infer_norm<2, 3>).InferDataType(infer_types<2, 2, 2>);
IMPL_OP_INFERSHAPE(RmsNormQuant).InferShape(infer_like_output).InferDataType(infer_int8);
IMPL_OP_INFERSHAPE(AddRmsNormCast).InferShape(infer_norm_cast);

}  // namespace opstrata::operators
