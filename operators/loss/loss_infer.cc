#include <cstring>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// The shape of input 0, or one value where attribute `Reduction` says that the elements are reduced.
template <size_t Reduction>
ge::graphStatus infer_loss(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  const char *reduction = attrs == nullptr || attrs->GetAttrNum() <= Reduction ? nullptr : attrs->GetStr(Reduction);
  if (reduction != nullptr && std::strcmp(reduction, "none") == 0) {
    *y = *x;
  } else {
    y->SetDimNum(0);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_nll(Ctx *ctx) {
  if (infer_loss<0>(ctx) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  gert::Shape *y = ctx->GetOutputShape(0), *total = ctx->GetOutputShape(1);
  const gert::Shape *target = ctx->GetInputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, total);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, target);
  if (y->GetDimNum() != 0) *y = *target;
  total->SetDimNum(0);
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(MseLoss).InferShape(infer_loss<0>);
IMPL_OP_INFERSHAPE(LpLoss).InferShape(infer_loss<1>);
IMPL_OP_INFERSHAPE(SmoothL1LossV2).InferShape(infer_loss<1>);
IMPL_OP_INFERSHAPE(BinaryCrossEntropy).InferShape(infer_loss<0>);
IMPL_OP_INFERSHAPE(SigmoidCrossEntropyWithLogitsV2).InferShape(infer_loss<0>);
IMPL_OP_INFERSHAPE(KLDiv).InferShape(infer_loss<0>);
IMPL_OP_INFERSHAPE(KLDivV2).InferShape(infer_loss<0>);
IMPL_OP_INFERSHAPE(SoftMarginLoss).InferShape(infer_loss<0>);
IMPL_OP_INFERSHAPE(NLLLoss).InferShape(infer_nll);
IMPL_OP_INFERSHAPE(SmoothL1Loss).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(SigmoidCrossEntropyWithLogits).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MseLossGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(SmoothL1LossGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(SmoothL1LossGradV2).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(BinaryCrossEntropyGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(SoftMarginLossGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(NLLLossGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(L1LossGrad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(KlDivLossGrad).InferShape(infer_like<1>);

}  // namespace opstrata::operators
