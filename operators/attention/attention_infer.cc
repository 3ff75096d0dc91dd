#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_both(Ctx *ctx) {
  for (size_t i : {0U, 1U}) {
    OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetInputShape(i));
    OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(i));
    *ctx->GetOutputShape(i) = *ctx->GetInputShape(i);
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
IMPL_OP_INFERSHAPE(ApplyRotaryPosEmb).InferShape(infer_both);
IMPL_OP_INFERSHAPE(MoeGatingTopKSoftmax).InferShape(infer_gating);

}  // namespace opstrata::operators
