#include "support/infer.h"

namespace opstrata::operators {

namespace {
ge::graphStatus infer_with_mask(gert::InferShapeContext *ctx) {
  gert::Shape *mask = ctx->GetOutputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, mask);
  if (infer_like<0>(ctx) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  *mask = *ctx->GetInputShape(0);
  if (IsUnknownRank(*mask) || mask->GetDimNum() == 0) return ge::GRAPH_SUCCESS;
  const int64_t length = mask->GetDim(mask->GetDimNum() - 1);
  if (length >= 0) mask->SetDim(mask->GetDimNum() - 1, (length + 7) / 8);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_with_mask(gert::InferDataTypeContext *ctx) {
  (void)ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  return ctx->SetOutputDataType(1, ge::DT_UINT8);
}
}  // namespace

IMPL_OP_INFERSHAPE(ReluV2).InferShape(infer_with_mask).InferDataType(types_with_mask);
IMPL_OP_INFERSHAPE(ReluGradV2).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(Relu).InferShape(infer_same);

}  // namespace opstrata::operators
