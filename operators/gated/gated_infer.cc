#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// All outputs: x with half of the dimension that attribute `Dim` names; the last where it is -1.
template <int Dim>
ge::graphStatus infer_half(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  int64_t dim = Dim < 0 ? -1 : attr_or<int64_t>(ctx, static_cast<size_t>(Dim), -1);
  const bool known = !IsUnknownRank(*x);
  if (known && (x->GetDimNum() == 0 || !normalize_axis(dim, x->GetDimNum())))
    OPSTRATA_INFER_REFUSE(ctx, "dim: outside the dimensions of x %s", ToString(*x).c_str());
  const int64_t size = known ? x->GetDim(static_cast<size_t>(dim)) : ge::UNKNOWN_DIM;
  if (size >= 0 && size % 2 != 0)
    OPSTRATA_INFER_REFUSE(ctx, "dim: x %s has no halves along dimension %ld", ToString(*x).c_str(),
                          static_cast<long>(dim));
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
    if (size >= 0) y->SetDim(static_cast<size_t>(dim), size / 2);
  }
  return ge::GRAPH_SUCCESS;
}
/// Output 0 has the shape of input 1, output 1 that of input 2.
ge::graphStatus infer_slopes(Ctx *ctx) {
  for (size_t i : {0U, 1U}) {
    const gert::Shape *x = ctx->GetInputShape(i + 1);
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(PRelu).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(PReluGrad).InferShape(infer_slopes);
IMPL_OP_INFERSHAPE(GeluV2).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(GeluGradV2).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(SwiGlu).InferShape(infer_half<0>);
IMPL_OP_INFERSHAPE(SwiGluGrad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(GeGluV2).InferShape(infer_half<0>);
IMPL_OP_INFERSHAPE(GeGluGradV2).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(GeluMul).InferShape(infer_half<-1>);
IMPL_OP_INFERSHAPE(FatreluMul).InferShape(infer_half<-1>);
IMPL_OP_INFERSHAPE(ScaledMaskedSoftmaxV2).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(ScaledMaskedSoftmaxGradV2).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MaskedSoftmaxWithRelPosBias).InferShape(infer_like<0>);

}  // namespace opstrata::operators
