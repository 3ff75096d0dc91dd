/**
 * @file
 * `OP_ADD(Type)` makes the definition class `Type` known (foreign-build sections 4.12, 5.1). Which of its parts it registers depends
 * on what is being built: with OP_PROTO_LIB the inference functions, with OP_TILING_LIB tiling and the compiler's questions, without
 * both the definition itself. Write it after the class, inside its namespace, once per library and type.
 */
#ifndef OP_DEF_REGISTRY_H
#define OP_DEF_REGISTRY_H

#include "register/op_def.h"
#include "register/op_def_factory.h"

namespace ops {
struct EmptyCompileInfo {};
/** For operators whose tiling needs nothing from the compiler. */
inline UINT32 ParseNothing(gert::TilingParseContext *) {
  return ge::GRAPH_SUCCESS;
}
/* Static: each library runs its own, also where it exports what is inline, because a registration belongs to the
 * library that makes it. */
static inline int AddInference(const char *op_type, OpDef op) {
  gert::OpImplRegisterV2 impl(op_type);
  if (op.GetInferShape() != nullptr) {
    impl.InferShape(op.GetInferShape());
  }
  if (op.GetInferShapeRange() != nullptr) {
    impl.InferShapeRange(op.GetInferShapeRange());
  }
  if (op.GetInferDataType() != nullptr) {
    impl.InferDataType(op.GetInferDataType());
  }
  return 0;
}
static inline int AddTiling(const char *op_type, OpDef op) {
  OpAICoreDef &core = op.AICore();
  gert::OpImplRegisterV2 impl(op_type);
  if (core.GetTiling() != nullptr) {
    impl.Tiling(core.GetTiling());
  }
  impl.TilingParse<EmptyCompileInfo>(&ParseNothing);
  optiling::OpCheckFuncHelper(FUNC_CHECK_SUPPORTED, op_type, core.GetCheckSupport());
  optiling::OpCheckFuncHelper(FUNC_OP_SELECT_FORMAT, op_type, core.GetOpSelectFormat());
  optiling::OpCheckFuncHelper(FUNC_GET_OP_SUPPORT_INFO, op_type, core.GetOpSupportInfo());
  optiling::OpCheckFuncHelper(FUNC_GET_SPECIFIC_INFO, op_type, core.GetOpSpecInfo());
  optiling::OpCheckFuncHelper(op_type, core.GetParamGeneralize());
  return 0;
}
static inline int AddDefinition(const char *op_type, OpDef (*creator)(const char *)) {
  if (&OpDefFactory::OpDefRegisterV2 != nullptr) {
    return OpDefFactory::OpDefRegisterV2(op_type, creator);
  }
  return OpDefFactory::OpDefRegister(op_type, creator);
}
}  // namespace ops

#if defined(OP_PROTO_LIB)
#define OP_ADD(opType, ...) \
  static int g_##opType##_added __attribute__((unused)) = [](const char *name) { return ::ops::AddInference(name, opType(name)); }(#opType)
#elif defined(OP_TILING_LIB)
#define OP_ADD(opType, ...) \
  static int g_##opType##_added __attribute__((unused)) = [](const char *name) { return ::ops::AddTiling(name, opType(name)); }(#opType)
#else
#define OP_ADD(opType, ...)                                                                    \
  static int g_##opType##_added __attribute__((unused)) = [](const char *type_name) {          \
    return ::ops::AddDefinition(type_name, [](const char *name) -> ::ops::OpDef { return opType(name); }); \
  }(#opType)
#endif

#endif  // OP_DEF_REGISTRY_H
