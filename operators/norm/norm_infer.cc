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

/// Outputs have the shapes of inputs, by number.
template <size_t... Inputs>
ge::graphStatus infer_as(Ctx *ctx) {
  const size_t from[] = {Inputs...};
  for (size_t i = 0; i < sizeof...(Inputs) && i < ctx->GetComputeNodeOutputNum(); ++i) {
    if (copy_shape(ctx, from[i], i) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}
/// Outputs have the data types of inputs, by number; float32 where that is -1.
template <int... Inputs>
ge::graphStatus types_as(gert::InferDataTypeContext *ctx) {
  const int from[] = {Inputs...};
  for (size_t i = 0; i < sizeof...(Inputs) && i < ctx->GetComputeNodeOutputNum(); ++i)
    (void)ctx->SetOutputDataType(i, from[i] < 0 ? ge::DT_FLOAT : ctx->GetInputDataType(static_cast<size_t>(from[i])));
  return ge::GRAPH_SUCCESS;
}
/// Where the channels of x are.
size_t channel_axis(const Ctx *ctx, size_t rank) {
  const gert::CompileTimeTensorDesc *desc = ctx->GetInputDesc(0);
  const ge::Format format = desc == nullptr ? ge::FORMAT_ND : desc->GetOriginFormat();
  return format == ge::FORMAT_NHWC || format == ge::FORMAT_NDHWC ? rank - 1 : 1;
}
/// Means and variances of the channels of each image: x with 1 in all other dimensions.
ge::graphStatus infer_instances(Ctx *ctx) {
  for (size_t i = 0; i < 3; ++i) {
    if (copy_shape(ctx, 0, i) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
    gert::Shape &y = *ctx->GetOutputShape(i);
    if (i == 0 || IsUnknownRank(y)) continue;
    if (y.GetDimNum() < 2) OPSTRATA_INFER_REFUSE(ctx, "x: %s has no channels", ToString(y).c_str());
    for (size_t d = 1; d < y.GetDimNum(); ++d) {
      if (d != channel_axis(ctx, y.GetDimNum())) y.SetDim(d, 1);
    }
  }
  return ge::GRAPH_SUCCESS;
}
/// All outputs as attribute 0 says.
ge::graphStatus infer_parameters(Ctx *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    y->SetDimNum(0);
    for (int64_t d : list_attr(ctx, 0)) y->AppendDim(d);
  }
  return ge::GRAPH_SUCCESS;
}
/// mean and rstd with 1 in the dimensions that gamma has, then y.
ge::graphStatus infer_deep(Ctx *ctx) {
  if (infer_as<0, 0, 0>(ctx) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  const gert::Shape *gamma = ctx->GetInputShape(3);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, gamma);
  for (size_t i = 0; i < 2; ++i) {
    gert::Shape &y = *ctx->GetOutputShape(i);
    if (IsUnknownRank(y) || IsUnknownRank(*gamma)) continue;
    if (gamma->GetDimNum() > y.GetDimNum())
      OPSTRATA_INFER_REFUSE(ctx, "gamma: %s has more dimensions than x", ToString(*gamma).c_str());
    for (size_t d = y.GetDimNum() - gamma->GetDimNum(); d < y.GetDimNum(); ++d) y.SetDim(d, 1);
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(GroupNormV2).InferShape(infer_group_norm).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(GroupNormSwish).InferShape(infer_group_norm).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(GroupNormSwishGrad).InferShape(infer_as<3, 4, 4>).InferDataType(types_as<0, 4, 4>);
IMPL_OP_INFERSHAPE(InstanceNorm).InferShape(infer_instances).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(InstanceNormV3).InferShape(infer_instances).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(LayerNormGrad).InferShape(infer_as<1, 4, 4>).InferDataType(types_as<0, 4, 4>);
IMPL_OP_INFERSHAPE(LayerNormXBackprop).InferShape(infer_as<1>).InferDataType(types_as<0>);
IMPL_OP_INFERSHAPE(LayerNormXBackpropV2).InferShape(infer_as<1, 1>).InferDataType(types_as<0, -1>);
IMPL_OP_INFERSHAPE(LayerNormXBackpropV3).InferShape(infer_as<1, 1>).InferDataType(types_as<0, -1>);
IMPL_OP_INFERSHAPE(LayerNormBetaGammaBackprop).InferShape(infer_parameters).InferDataType(types_as<0, 0>);
IMPL_OP_INFERSHAPE(LayerNormBetaGammaBackpropV2).InferShape(infer_parameters);
IMPL_OP_INFERSHAPE(AddLayerNormGrad).InferShape(infer_as<1, 5, 5>).InferDataType(types_as<0, -1, -1>);
IMPL_OP_INFERSHAPE(InplaceAddLayerNorm).InferShape(infer_sum_rows).InferDataType(types_of_sums);
IMPL_OP_INFERSHAPE(DeepNorm).InferShape(infer_deep).InferDataType(types_as<-1, -1, 0>);
IMPL_OP_INFERSHAPE(DeepNormGrad).InferShape(infer_as<1, 2, 3, 3>).InferDataType(types_as<0, 0, -1, -1>);
IMPL_OP_INFERSHAPE(BatchNorm).InferShape(infer_as<0, 1, 1, 1, 1>).InferDataType(types_of_batches);
IMPL_OP_INFERSHAPE(BatchNormGrad).InferShape(infer_as<1, 2, 2, 2, 2>).InferDataType(types_of_batches);
IMPL_OP_INFERSHAPE(BNInferGrad).InferShape(infer_like<0>).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(BNTrainingUpdateV3).InferShape(infer_as<0, 1, 1, 1, 1>).InferDataType(types_of_batches);
IMPL_OP_INFERSHAPE(BNTrainingUpdateGrad).InferShape(infer_as<2, 2>);
IMPL_OP_INFERSHAPE(BN3DTrainingUpdateGrad).InferShape(infer_as<2, 2>);
IMPL_OP_INFERSHAPE(BNTrainingReduceGrad).InferShape(infer_like<0>).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(BN3DTrainingReduceGrad).InferShape(infer_like<0>).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(BN3DTrainingReduce).InferShape(infer_reduce);
IMPL_OP_INFERSHAPE(BN3DTrainingUpdate).InferShape(infer_update).InferDataType(types_of_batches);
IMPL_OP_INFERSHAPE(SyncBatchNormBackwardReduce).InferShape(infer_as<0, 0>).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(SyncBatchNormGatherStatsWithCounts).InferShape(infer_as<5, 5>).InferDataType(types_as<0, 0>);
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
