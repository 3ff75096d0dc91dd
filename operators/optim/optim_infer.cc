#include "support/infer.h"

namespace opstrata::operators {
namespace {

/// Output i has the shape of input i: variables come first, in the same order.
ge::graphStatus infer_variables(gert::InferShapeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    const gert::Shape *before = ctx->GetInputShape(i);
    gert::Shape *after = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, before);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, after);
    *after = *before;
  }
  return ge::GRAPH_SUCCESS;
}
/// The same for data types, which no symbol of the prototypes ties together.
ge::graphStatus infer_types(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) (void)ctx->SetOutputDataType(i, ctx->GetInputDataType(i));
  return ge::GRAPH_SUCCESS;
}

}  // namespace

#define OPSTRATA_VARIABLES(Name) IMPL_OP_INFERSHAPE(Name).InferShape(infer_variables).InferDataType(infer_types)
OPSTRATA_VARIABLES(ApplyAdamD);
OPSTRATA_VARIABLES(ApplyAdaMaxD);
OPSTRATA_VARIABLES(ApplyMomentumD);
OPSTRATA_VARIABLES(ApplyKerasMomentumD);
OPSTRATA_VARIABLES(ApplyAdagradD);
OPSTRATA_VARIABLES(ApplyAdadeltaD);
OPSTRATA_VARIABLES(ApplyRMSPropD);
OPSTRATA_VARIABLES(ApplyGradientDescent);
OPSTRATA_VARIABLES(ApplyAdam);
OPSTRATA_VARIABLES(ApplyAdaMax);
OPSTRATA_VARIABLES(ApplyMomentum);
OPSTRATA_VARIABLES(ApplyKerasMomentum);
OPSTRATA_VARIABLES(ApplyAdagrad);
OPSTRATA_VARIABLES(ApplyAdadelta);
OPSTRATA_VARIABLES(ApplyAdagradV2);
OPSTRATA_VARIABLES(ApplyAdagradV2D);
OPSTRATA_VARIABLES(ApplyAdagradDA);
OPSTRATA_VARIABLES(ApplyAddSign);
OPSTRATA_VARIABLES(ApplyAddSignD);
OPSTRATA_VARIABLES(ApplyPowerSign);
OPSTRATA_VARIABLES(ApplyPowerSignD);
OPSTRATA_VARIABLES(ApplyCenteredRMSProp);
OPSTRATA_VARIABLES(ApplyCenteredRMSPropD);
OPSTRATA_VARIABLES(ApplyRMSProp);
OPSTRATA_VARIABLES(ApplyFtrl);
OPSTRATA_VARIABLES(ApplyFtrlD);
OPSTRATA_VARIABLES(ApplyFtrlV2);
OPSTRATA_VARIABLES(ApplyFtrlV2D);
OPSTRATA_VARIABLES(ApplyProximalGradientDescent);
OPSTRATA_VARIABLES(ApplyAdamWithAmsgrad);
OPSTRATA_VARIABLES(ApplyAdamWithAmsgradD);
OPSTRATA_VARIABLES(SparseApplyAdagrad);
OPSTRATA_VARIABLES(SparseApplyAdagradD);
OPSTRATA_VARIABLES(SparseApplyAdagradV2);
OPSTRATA_VARIABLES(SparseApplyAdadelta);
OPSTRATA_VARIABLES(SparseApplyRMSProp);
OPSTRATA_VARIABLES(SparseApplyFtrl);
OPSTRATA_VARIABLES(SparseApplyFtrlV2);
OPSTRATA_VARIABLES(ApplyAdamW);

}  // namespace opstrata::operators
