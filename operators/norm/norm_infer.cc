#include <initializer_list>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus copy_shape(Ctx *ctx, size_t input, size_t output) {
  const gert::Shape *from = ctx->GetInputShape(input);
  gert::Shape *to = ctx->GetOutputShape(output);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, from);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, to);
  *to = *from;
  return ge::GRAPH_SUCCESS;
}
/// Outputs are y, rstd and what else has the shape of x; input `Gamma` has the sizes that are normalised.
template <size_t Gamma>
ge::graphStatus infer_rms(Ctx *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    if (copy_shape(ctx, 0, i) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  const gert::Shape *gamma = ctx->GetInputShape(Gamma);
  gert::Shape *rstd = ctx->GetOutputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, gamma);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, rstd);
  if (IsUnknownRank(*rstd)) return ge::GRAPH_SUCCESS;
  if (IsUnknownRank(*gamma)) return set_unknown_dims(*rstd, rstd->GetDimNum()), ge::GRAPH_SUCCESS;
  if (gamma->GetDimNum() > rstd->GetDimNum())
    OPSTRATA_INFER_REFUSE(ctx, "gamma: %s has more dimensions than x %s", ToString(*gamma).c_str(),
                          ToString(*rstd).c_str());
  for (size_t d = rstd->GetDimNum() - gamma->GetDimNum(); d < rstd->GetDimNum(); ++d) rstd->SetDim(d, 1);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_rms(gert::InferDataTypeContext *ctx) {
  (void)ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  (void)ctx->SetOutputDataType(1, ge::DT_FLOAT);
  if (ctx->GetComputeNodeOutputNum() > 2) (void)ctx->SetOutputDataType(2, ctx->GetInputDataType(0));
  return ge::GRAPH_SUCCESS;
}
/// Output 0 has the shape of input `X`, the others that of input `Gamma`.
template <size_t X, size_t Gamma>
ge::graphStatus infer_grads(Ctx *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    if (copy_shape(ctx, i == 0 ? X : Gamma, i) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_group_norm(Ctx *ctx) {
  if (copy_shape(ctx, 0, 0) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  const gert::Shape &x = *ctx->GetInputShape(0);
  if (!IsUnknownRank(x) && x.GetDimNum() < 2) OPSTRATA_INFER_REFUSE(ctx, "x: %s has no channels", ToString(x).c_str());
  const int64_t groups = attr_or<int64_t>(ctx, 0, 1);
  if (groups < 1 || (!IsUnknownRank(x) && x.GetDim(1) >= 0 && x.GetDim(1) % groups != 0))
    OPSTRATA_INFER_REFUSE(ctx, "num_groups: %ld groups of the channels of x %s", static_cast<long>(groups),
                          ToString(x).c_str());
  for (size_t i : {1U, 2U}) {
    gert::Shape *statistics = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, statistics);
    *statistics = gert::Shape({IsUnknownRank(x) ? ge::UNKNOWN_DIM : x.GetDim(0), groups});
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_reduce(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  const gert::CompileTimeTensorDesc *desc = ctx->GetInputDesc(0);
  const bool last =
      desc != nullptr && (desc->GetOriginFormat() == ge::FORMAT_NHWC || desc->GetOriginFormat() == ge::FORMAT_NDHWC);
  if (!IsUnknownRank(*x) && x->GetDimNum() < 2)
    OPSTRATA_INFER_REFUSE(ctx, "x: %s has no channels", ToString(*x).c_str());
  for (size_t i : {0U, 1U}) {
    gert::Shape *sum = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, sum);
    *sum = gert::Shape({IsUnknownRank(*x) ? ge::UNKNOWN_DIM : x->GetDim(last ? x->GetDimNum() - 1 : 1)});
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_update(Ctx *ctx) {
  if (copy_shape(ctx, 0, 0) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  constexpr size_t kMean = 5, kVariance = 6, kSum = 1;
  const size_t sources[] = {kMean, kVariance, kSum, kSum};
  for (size_t i = 0; i < 4; ++i) {
    if (copy_shape(ctx, sources[i], i + 1) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_gathered(Ctx *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    if (copy_shape(ctx, i < 3 ? 3 : 4, i) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}
/// Output 0 has the type of x, the others float32.
ge::graphStatus types_of_batches(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i)
    (void)ctx->SetOutputDataType(i, i == 0 ? ctx->GetInputDataType(0) : ge::DT_FLOAT);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_like_x(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) (void)ctx->SetOutputDataType(i, ctx->GetInputDataType(0));
  return ge::GRAPH_SUCCESS;
}
/// y and x like x1; mean and rstd with 1 in the dimensions that gamma has.
ge::graphStatus infer_sum_rows(Ctx *ctx) {
  for (size_t i = 0; i < 4; ++i) {
    if (copy_shape(ctx, 0, i) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  const gert::Shape *gamma = ctx->GetInputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, gamma);
  for (size_t i : {1U, 2U}) {
    gert::Shape &y = *ctx->GetOutputShape(i);
    if (IsUnknownRank(y) || IsUnknownRank(*gamma)) continue;
    if (gamma->GetDimNum() > y.GetDimNum())
      OPSTRATA_INFER_REFUSE(ctx, "gamma: %s has more dimensions than x1", ToString(*gamma).c_str());
    for (size_t d = y.GetDimNum() - gamma->GetDimNum(); d < y.GetDimNum(); ++d) y.SetDim(d, 1);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_sums(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < 4; ++i)
    (void)ctx->SetOutputDataType(i, i == 1 || i == 2 ? ge::DT_FLOAT : ctx->GetInputDataType(0));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_training(gert::InferDataTypeContext *ctx) {
  const ge::DataType running = ctx->GetInputDataType(3);
  for (size_t i = 0; i < 5; ++i)
    (void)ctx->SetOutputDataType(i, i == 0 ? ctx->GetInputDataType(0) : i < 3 ? running : ge::DT_FLOAT);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_gradients(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < 3; ++i)
    (void)ctx->SetOutputDataType(i, ctx->GetInputDataType(i == 0 ? 0 : ctx->GetComputeNodeInputNum() == 5 ? 4 : 2));
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(GemmaRmsNorm).InferShape(infer_rms<1>).InferDataType(types_of_rms);
IMPL_OP_INFERSHAPE(InplaceAddRmsNorm).InferShape(infer_rms<2>).InferDataType(types_of_rms);
IMPL_OP_INFERSHAPE(BatchNormV3).InferShape(infer_grads<0, 1>).InferDataType(types_of_training);
IMPL_OP_INFERSHAPE(BatchNormGradV3).InferShape(infer_grads<1, 2>).InferDataType(types_of_gradients);
IMPL_OP_INFERSHAPE(AddLayerNorm).InferShape(infer_sum_rows).InferDataType(types_of_sums);
IMPL_OP_INFERSHAPE(GroupNormGrad).InferShape(infer_grads<3, 4>).InferDataType(types_of_gradients);
IMPL_OP_INFERSHAPE(RmsNorm).InferShape(infer_rms<1>).InferDataType(types_of_rms);
IMPL_OP_INFERSHAPE(AddRmsNorm).InferShape(infer_rms<2>).InferDataType(types_of_rms);
IMPL_OP_INFERSHAPE(RmsNormGrad).InferShape(infer_grads<1, 3>).InferDataType(types_of_batches);
IMPL_OP_INFERSHAPE(LayerNormGradV3).InferShape(infer_grads<1, 4>).InferDataType(types_of_batches);
IMPL_OP_INFERSHAPE(GroupNormSilu).InferShape(infer_group_norm).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(BNTrainingReduce).InferShape(infer_reduce);
IMPL_OP_INFERSHAPE(BNTrainingUpdate).InferShape(infer_update).InferDataType(types_of_batches);
IMPL_OP_INFERSHAPE(SyncBatchNormGatherStats).InferShape(infer_gathered);
IMPL_OP_INFERSHAPE(SyncBatchNormBackwardElemt).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(BNInfer).InferShape(infer_like<0>).InferDataType(types_like_x);

}  // namespace opstrata::operators
