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
OPSTRATA_VARIABLES(ApplyAdamW);

}  // namespace opstrata::operators
