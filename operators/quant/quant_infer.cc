#include <cstring>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_quantised(Ctx *ctx) { return infer_like<0>(ctx); }

ge::graphStatus infer_parameters(Ctx *ctx) {
  const gert::Shape *scale = ctx->GetInputShape(0), *offset = ctx->GetOptionalInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, scale);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (offset == nullptr) return infer_like<0>(ctx);
  if (!BroadcastShape(scale, offset, y))
    OPSTRATA_INFER_REFUSE(ctx, "scale, offset: shapes %s and %s cannot be broadcast", ToString(*scale).c_str(),
                          ToString(*offset).c_str());
  return ge::GRAPH_SUCCESS;
}

/// y = a product of matrices with batches that broadcast. TransposeA, TransposeB: attributes that say how the two
/// stand.
template <size_t TransposeA, size_t TransposeB>
ge::graphStatus infer_product(Ctx *ctx) {
  const gert::Shape *a = ctx->GetInputShape(0), *b = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, a);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, b);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*a) || IsUnknownRank(*b)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  const size_t ra = a->GetDimNum(), rb = b->GetDimNum();
  if (ra < 2 || rb < 2)
    OPSTRATA_INFER_REFUSE(ctx, "shapes %s and %s are no matrices", ToString(*a).c_str(), ToString(*b).c_str());
  const bool ta = attr_or(ctx, TransposeA, false), tb = attr_or(ctx, TransposeB, false);
  const int64_t rows = a->GetDim(ra - (ta ? 1 : 2)), depth = a->GetDim(ra - (ta ? 2 : 1));
  const int64_t columns = b->GetDim(rb - (tb ? 2 : 1)), other = b->GetDim(rb - (tb ? 1 : 2));
  if (depth >= 0 && other >= 0 && depth != other)
    OPSTRATA_INFER_REFUSE(ctx, "shapes %s and %s: %ld columns meet %ld rows", ToString(*a).c_str(),
                          ToString(*b).c_str(), static_cast<long>(depth), static_cast<long>(other));
  gert::Shape left = *a, right = *b;
  left.SetDimNum(ra - 2);
  right.SetDimNum(rb - 2);
  if (!BroadcastShape(&left, &right, y))
    OPSTRATA_INFER_REFUSE(ctx, "shapes %s and %s: batches cannot be broadcast", ToString(*a).c_str(),
                          ToString(*b).c_str());
  y->AppendDim(rows);
  y->AppendDim(columns);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_weight_type(gert::InferDataTypeContext *ctx) {
  const bool quantised = ctx->GetOptionalInputDataType(4) != ge::DT_UNDEFINED;
  return ctx->SetOutputDataType(0, quantised ? ge::DT_INT8 : ctx->GetInputDataType(0));
}

}  // namespace

IMPL_OP_INFERSHAPE(AscendQuant).InferShape(infer_quantised);
IMPL_OP_INFERSHAPE(AscendQuantV2).InferShape(infer_quantised).InferDataType(infer_type_of_attr<2, ge::DT_INT8>);
IMPL_OP_INFERSHAPE(AscendAntiQuant).InferShape(infer_quantised).InferDataType(infer_type_of_attr<2, ge::DT_FLOAT>);
IMPL_OP_INFERSHAPE(AscendAntiQuantV2).InferShape(infer_quantised).InferDataType(infer_type_of_attr<0, ge::DT_FLOAT16>);
IMPL_OP_INFERSHAPE(TransQuantParamV2).InferShape(infer_parameters);
IMPL_OP_INFERSHAPE(QuantBatchMatmulV3)
    .InferShape(infer_product<1, 2>)
    .InferDataType(infer_type_of_attr<0, ge::DT_FLOAT16>);
IMPL_OP_INFERSHAPE(WeightQuantBatchMatmulV2).InferShape(infer_product<0, 1>).InferDataType(infer_weight_type);

}  // namespace opstrata::operators
