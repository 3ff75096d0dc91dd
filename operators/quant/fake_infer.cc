#include "support/infer.h"

namespace opstrata::operators {
namespace {

/// The gradients of x, min and max.
ge::graphStatus infer_back(gert::InferShapeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    const gert::Shape *x = ctx->GetInputShape(i + 1);
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(FakeQuantWithMinMaxArgs).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(FakeQuantWithMinMaxVars).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(FakeQuantWithMinMaxVarsPerChannel).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(FakeQuantWithMinMaxArgsGradient).InferShape(infer_back);
IMPL_OP_INFERSHAPE(FakeQuantWithMinMaxVarsGradient).InferShape(infer_back);
IMPL_OP_INFERSHAPE(FakeQuantWithMinMaxVarsPerChannelGradient).InferShape(infer_back);

}  // namespace opstrata::operators
