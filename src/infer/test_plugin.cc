// A library of inference functions as operator libraries are: old string ABI, hidden visibility.
#include <dlfcn.h>

#include "graph/operator_reg.h"
#include "log/log.h"
#include "register/op_config_registry.h"
#include "register/op_def_registry.h"
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

// What a library that defines operators registers. The configuration names the library, the functions lie in it.
namespace ops {
class InferPluginOp : public OpDef {
 public:
  explicit InferPluginOp(const char *name) : OpDef(name) { this->Input("x").DataType({ge::DT_FLOAT}); }
};
OP_ADD(InferPluginOp, EmptyCompileInfo);

static OpAICoreConfig plugin_config() {
  Dl_info info{};
  (void)dladdr(reinterpret_cast<const void *>(&plugin_config), &info);
  OpAICoreConfig config("ascend910b");
  config.ExtendCfgInfo("library", info.dli_fname);
  return config;
}
REGISTER_OP_AICORE_CONFIG(InferPluginOp, "ascend910b", plugin_config);
}  // namespace ops

static ge::graphStatus plugin_is_supported(const ge::Operator &, ge::AscendString &) { return ge::GRAPH_SUCCESS; }
static ge::graphStatus plugin_generalize(const ge::Operator &, const ge::AscendString &, ge::AscendString &) {
  return ge::GRAPH_SUCCESS;
}
static const optiling::OpCheckFuncHelper g_supported(FUNC_CHECK_SUPPORTED, "InferPluginOp", plugin_is_supported);
static const optiling::OpCheckFuncHelper g_generalize("InferPluginOp", plugin_generalize);
