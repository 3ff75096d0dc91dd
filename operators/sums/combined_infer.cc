#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// The shape to which the first of x1 and the first of x2 are broadcast.
ge::graphStatus infer_mul_addn(Ctx *ctx) {
  const gert::Shape *a = ctx->GetDynamicInputShape(0, 0), *b = ctx->GetDynamicInputShape(1, 0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, a);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, b);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*a) || IsUnknownRank(*b)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (!BroadcastShape(a, b, y))
    OPSTRATA_INFER_REFUSE(ctx, "x2: the shape %s cannot be broadcast with %s", ToString(*b).c_str(),
                          ToString(*a).c_str());
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_shares(Ctx *ctx) {
  for (size_t i = 0; i < 2; ++i) {
    const gert::Shape *x = ctx->GetInputShape(i + 1);
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_average(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = *x;
  for (size_t d = 2; !IsUnknownRank(*x) && d < x->GetDimNum(); ++d) y->SetDim(d, 1);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_heads(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  const int64_t heads = attr_or<int64_t>(ctx, 0, 0);
  if (heads < 1 ||
      (!IsUnknownRank(*x) &&
       (x->GetDimNum() != 3 || (x->GetDim(2) >= 0 && (x->GetDim(2) % 3 != 0 || x->GetDim(2) / 3 % heads != 0)))))
    OPSTRATA_INFER_REFUSE(ctx, "num_heads: %ld do not share qkv %s", static_cast<long>(heads), ToString(*x).c_str());
  for (size_t i = 0; i < 3; ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    if (IsUnknownRank(*x))
      *y = gert::Shape({-1, heads, -1, -1});
    else
      *y = gert::Shape({x->GetDim(0), heads, x->GetDim(1), x->GetDim(2) < 0 ? -1 : x->GetDim(2) / 3 / heads});
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Eltwise).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MulAddn).InferShape(infer_mul_addn);
IMPL_OP_INFERSHAPE(MaximumGrad).InferShape(infer_shares);
IMPL_OP_INFERSHAPE(MinimumGrad).InferShape(infer_shares);
IMPL_OP_INFERSHAPE(GlobalAveragePool).InferShape(infer_average);
IMPL_OP_INFERSHAPE(TransformBiasRescaleQkv).InferShape(infer_heads);

}  // namespace opstrata::operators
