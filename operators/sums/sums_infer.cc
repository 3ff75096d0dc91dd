#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_ger(Ctx *ctx) {
  const gert::Shape *a = ctx->GetInputShape(0), *b = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, a);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, b);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = gert::Shape({a->GetShapeSize(), b->GetShapeSize()});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_scalar(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  y->SetDimNum(0);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_given_type(gert::InferDataTypeContext *ctx) {
  return ctx->SetOutputDataType(0, static_cast<ge::DataType>(attr_or<int64_t>(ctx, 0, ge::DT_INT32)));
}

}  // namespace

IMPL_OP_INFERSHAPE(AddN).InferShape(infer_same);
IMPL_OP_INFERSHAPE(AccumulateNV2).InferShape(infer_same);
IMPL_OP_INFERSHAPE(AccumulateNv2).InferShape(infer_same);
IMPL_OP_INFERSHAPE(AccumulateNv2V2).InferShape(infer_same);
IMPL_OP_INFERSHAPE(Ger).InferShape(infer_ger);
IMPL_OP_INFERSHAPE(Trace).InferShape(infer_scalar);
IMPL_OP_INFERSHAPE(AdjacentDifference).InferShape(infer_same).InferDataType(infer_given_type);

}  // namespace opstrata::operators
