#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_channels(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const std::string format = text_attr(ctx, 0, "NHWC");
  const bool second = format == "NCHW" || format == "NCDHW";
  if (!IsUnknownRank(*x) && x->GetDimNum() < (second ? 2 : 1))
    OPSTRATA_INFER_REFUSE(ctx, "x: %s has no channels", ToString(*x).c_str());
  *y = gert::Shape({IsUnknownRank(*x) ? ge::UNKNOWN_DIM : x->GetDim(second ? 1 : x->GetDimNum() - 1)});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_groups(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *ends = ctx->GetOptionalInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (!IsUnknownRank(*x) && x->GetDimNum() != (ends == nullptr ? 3U : 2U))
    OPSTRATA_INFER_REFUSE(ctx, "grad_y: shape %s; %s dimensions are required", ToString(*x).c_str(),
                          ends == nullptr ? "three" : "two");
  const int64_t groups = ends != nullptr
                             ? (IsUnknownRank(*ends) || ends->GetDimNum() == 0 ? ge::UNKNOWN_DIM : ends->GetDim(0))
                         : IsUnknownRank(*x) ? ge::UNKNOWN_DIM
                                             : x->GetDim(0);
  *y = gert::Shape({groups, IsUnknownRank(*x) ? ge::UNKNOWN_DIM : x->GetDim(x->GetDimNum() - 1)});
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(BiasAdd).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(BiasAddGrad).InferShape(infer_channels);
IMPL_OP_INFERSHAPE(GroupedBiasAddGrad).InferShape(infer_groups);

}  // namespace opstrata::operators
