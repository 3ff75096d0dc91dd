#include <algorithm>
#include <cstring>
#include <initializer_list>

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

/// Output `i` has these dimensions, where it is.
void set(Ctx *ctx, size_t i, std::initializer_list<int64_t> dims) {
  if (gert::Shape *y = ctx->GetOutputShape(i); y != nullptr) *y = gert::Shape(dims);
}
int64_t dim(const Ctx *ctx, size_t i, size_t axis) {
  const gert::Shape *x = ctx->GetInputShape(i);
  return x == nullptr || IsUnknownRank(*x) || axis >= x->GetDimNum() ? -1 : x->GetDim(axis);
}
bool is_reduction(const std::string &text) { return text == "none" || text == "mean" || text == "sum"; }
ge::graphStatus infer_classes(Ctx *ctx) {
  const int64_t rows = dim(ctx, 0, 0), classes = dim(ctx, 0, 1);
  const std::string reduction = text_attr(ctx, 0, "mean");
  const bool whole = reduction == "none";
  if (!is_reduction(reduction))
    OPSTRATA_INFER_REFUSE(ctx, "reduction: \"%s\" is none of none, mean, sum", reduction.c_str());
  for (size_t i : {0U, 2U}) {
    if (gert::Shape *y = ctx->GetOutputShape(i); y != nullptr) *y = whole ? gert::Shape({rows}) : gert::Shape();
  }
  set(ctx, 1, {rows, classes});
  set(ctx, 3, {rows});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_classes(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) (void)ctx->SetOutputDataType(i, ctx->GetInputDataType(0));
  return ge::GRAPH_SUCCESS;
}
/// A loss for each row and a gradient for each element.
ge::graphStatus infer_rows(Ctx *ctx) {
  set(ctx, 0, {dim(ctx, 0, 0)});
  set(ctx, 1, {dim(ctx, 0, 0), dim(ctx, 0, 1)});
  return ge::GRAPH_SUCCESS;
}
/// The longest of targets that lie one behind the other is not known before the run unless their lengths are.
ge::graphStatus infer_ctc(Ctx *ctx) {
  const gert::Shape *targets = ctx->GetInputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, targets);
  int64_t longest = targets->GetDimNum() == 2 ? targets->GetDim(1) : -1;
  gert::Shape lengths;
  if (targets->GetDimNum() == 1 && known_values(ctx, 3, lengths)) {
    longest = 0;
    for (size_t i = 0; i < lengths.GetDimNum(); ++i) longest = std::max(longest, lengths.GetDim(i));
  }
  set(ctx, 0, {dim(ctx, 0, 1)});
  set(ctx, 1, {dim(ctx, 0, 1), dim(ctx, 0, 0), longest < 0 ? -1 : 2 * longest + 1});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_one(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  y->SetDimNum(0);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_margins(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0), *mask = ctx->GetOutputShape(1);
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, mask);
  const std::string reduction = text_attr(ctx, 0, "mean");
  const bool whole = reduction == "none" && x->GetDimNum() == 2;
  if (!is_reduction(reduction))
    OPSTRATA_INFER_REFUSE(ctx, "reduction: \"%s\" is none of none, mean, sum", reduction.c_str());
  *mask = *x;
  *y = whole ? gert::Shape({x->GetDim(0)}) : gert::Shape();
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(CrossEntropyLoss).InferShape(infer_classes).InferDataType(types_of_classes);
IMPL_OP_INFERSHAPE(CrossEntropyLossGrad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(SoftmaxCrossEntropyWithLogits).InferShape(infer_rows).InferDataType(types_of_classes);
IMPL_OP_INFERSHAPE(SparseSoftmaxCrossEntropyWithLogits).InferShape(infer_rows).InferDataType(types_of_classes);
IMPL_OP_INFERSHAPE(CTCLossV2).InferShape(infer_ctc).InferDataType(types_of_classes).InputsDataDependency({3});
IMPL_OP_INFERSHAPE(CTCLossV3).InferShape(infer_ctc).InferDataType(types_of_classes).InputsDataDependency({3});
IMPL_OP_INFERSHAPE(CTCLossV2Grad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(CTCLossV3Grad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(L2Loss).InferShape(infer_one);
IMPL_OP_INFERSHAPE(MultilabelMarginLoss).InferShape(infer_margins);
IMPL_OP_INFERSHAPE(SigmoidCrossEntropyWithLogitsGradV2).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(PoissonNllLoss).InferShape(infer_loss<3>);
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
IMPL_OP_INFERSHAPE(NllLossGrad).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(L1LossGrad).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(KlDivLossGrad).InferShape(infer_like<1>);

}  // namespace opstrata::operators
