#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_scalar(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  y->SetDimNum(0);
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(AddN).InferShape(infer_same);
IMPL_OP_INFERSHAPE(AccumulateNV2).InferShape(infer_same);
IMPL_OP_INFERSHAPE(AccumulateNv2).InferShape(infer_same);
IMPL_OP_INFERSHAPE(AccumulateNv2V2).InferShape(infer_same);
IMPL_OP_INFERSHAPE(Ger).InferShape(infer_outer<0, 1>);
IMPL_OP_INFERSHAPE(Trace).InferShape(infer_scalar);
IMPL_OP_INFERSHAPE(AdjacentDifference).InferShape(infer_same).InferDataType(infer_type_of_attr<0, ge::DT_INT32>);

}  // namespace opstrata::operators
