#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// Output i has the shape of the i-th of these inputs.
template <size_t... Inputs>
ge::graphStatus infer_as(Ctx *ctx) {
  size_t i = 0;
  for (size_t input : {Inputs...}) {
    OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetInputShape(input));
    OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(i));
    *ctx->GetOutputShape(i++) = *ctx->GetInputShape(input);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_gating(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  const int64_t k = attr_or<int64_t>(ctx, 0, 0);
  const bool known = !IsUnknownRank(*x);
  if (known &&
      (x->GetDimNum() == 0 || k < 1 || (x->GetDim(x->GetDimNum() - 1) >= 0 && k > x->GetDim(x->GetDimNum() - 1))))
    OPSTRATA_INFER_REFUSE(ctx, "k: %ld of the experts of x %s", static_cast<long>(k), ToString(*x).c_str());
  for (size_t i = 0; i < 3; ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
    if (known) y->SetDim(x->GetDimNum() - 1, k);
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(RotaryPositionEmbedding).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(RotaryPositionEmbeddingGrad).InferShape(infer_as<0, 1, 2>);
IMPL_OP_INFERSHAPE(RotaryMul).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(RotaryMulGrad).InferShape(infer_as<0, 1, 2>);
IMPL_OP_INFERSHAPE(InterleaveRope).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(ApplyRotaryPosEmb).InferShape(infer_as<0, 1>);
IMPL_OP_INFERSHAPE(MoeGatingTopKSoftmax).InferShape(infer_gating);

}  // namespace opstrata::operators
