// A library of inference functions as operator libraries are: old string ABI, hidden visibility.
#include "graph/operator_reg.h"
#include "log/log.h"
#include "register/op_impl_registry.h"

static ge::graphStatus InferPluginOp(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, x);
  gert::Shape *y = context->GetOutputShape(0);
  *y = *x;
  y->AppendDim(1);
  OP_LOGD(context, "output %s", Ops::Base::ToString(*y).c_str());
  return ge::GRAPH_SUCCESS;
}
static ge::graphStatus TilingPluginOp(gert::TilingContext *context) { return context->SetTilingKey(1); }

IMPL_OP_INFERSHAPE(InferPluginOp).InferShape(InferPluginOp).InputsDataDependency({1}).OutputShapeDependOnCompute({0});
IMPL_OP_OPTILING(InferPluginOp).Tiling(TilingPluginOp, 64);

namespace ge {
REG_OP(InferPluginOp).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL()).OP_END_FACTORY_REG(InferPluginOp)
}  // namespace ge
