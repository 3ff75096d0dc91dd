#include <cstring>

#include "support/infer.h"
#include "support/product_shape.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_quantised(Ctx *ctx) { return infer_like<0>(ctx); }

ge::graphStatus infer_parameters(Ctx *ctx) {
  const gert::Shape *scale = ctx->GetInputShape(0), *offset = ctx->GetOptionalInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, scale);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (offset == nullptr) return infer_like<0>(ctx);
  if (!BroadcastShape(scale, offset, y))
    OPSTRATA_INFER_REFUSE(ctx, "scale, offset: shapes %s and %s cannot be broadcast", ToString(*scale).c_str(),
                          ToString(*offset).c_str());
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_weight_type(gert::InferDataTypeContext *ctx) {
  const bool quantised = ctx->GetOptionalInputDataType(4) != ge::DT_UNDEFINED;
  return ctx->SetOutputDataType(0, quantised ? ge::DT_INT8 : ctx->GetInputDataType(0));
}

}  // namespace

IMPL_OP_INFERSHAPE(AscendQuant).InferShape(infer_quantised);
IMPL_OP_INFERSHAPE(AscendQuantV2).InferShape(infer_quantised).InferDataType(infer_type_of_attr<2, ge::DT_INT8>);
IMPL_OP_INFERSHAPE(AscendAntiQuant).InferShape(infer_quantised).InferDataType(infer_type_of_attr<2, ge::DT_FLOAT>);
IMPL_OP_INFERSHAPE(AscendAntiQuantV2).InferShape(infer_quantised).InferDataType(infer_type_of_attr<0, ge::DT_FLOAT16>);
IMPL_OP_INFERSHAPE(TransQuantParamV2).InferShape(infer_parameters);
IMPL_OP_INFERSHAPE(QuantBatchMatmulV3)
    .InferShape(infer_product<1, 2>)
    .InferDataType(infer_type_of_attr<0, ge::DT_FLOAT16>);
IMPL_OP_INFERSHAPE(QuantBatchMatmulV4)
    .InferShape(infer_product<2, 3>)
    .InferDataType(infer_type_of_attr<0, ge::DT_FLOAT16>);
IMPL_OP_INFERSHAPE(WeightQuantBatchMatmulV2).InferShape(infer_product<0, 1>).InferDataType(infer_weight_type);

}  // namespace opstrata::operators
