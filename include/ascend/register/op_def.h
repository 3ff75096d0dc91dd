/**
 * @file
 * Operator definitions: a class derived from `OpDef` describes inputs, outputs, attributes and, per chip, how the device runs the
 * operator; `OP_ADD` (register/op_def_registry.h) makes it known (foreign-build section 4.12, aicpu-kernel-api section 18). All
 * classes are values: a copy is deep. Setters return their own object, so that calls chain; a later value replaces an earlier one.
 * `Input("x")` of a name that exists continues that parameter.
 */
#ifndef OP_DEF_H
#define OP_DEF_H

#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "opstrata/visibility.h"
#include "register/op_impl_registry.h"
#ifndef NO_OPERATOR_IMPL
#include "graph/operator_reg.h"
#endif

namespace ge {
class Operator;
}
namespace opstrata {
namespace infer {
struct DefinitionAccess;
}
}  // namespace opstrata

namespace optiling {
/** Answers a question of the compiler about one node as JSON text. */
using OP_CHECK_FUNC = ge::graphStatus (*)(const ge::Operator &op, ge::AscendString &result);
/** Generalises the parameters of one node by a configuration text. */
using PARAM_GENERALIZE_FUNC = ge::graphStatus (*)(const ge::Operator &op, const ge::AscendString &generalize_config,
                                                  ge::AscendString &generalize_para);

#define FUNC_CHECK_SUPPORTED "check_supported"
#define FUNC_OP_SELECT_FORMAT "op_select_format"
#define FUNC_GET_OP_SUPPORT_INFO "get_op_support_info"
#define FUNC_GET_SPECIFIC_INFO "get_op_specific_info"

/** Registers by its construction; a null function registers nothing. */
class OPSTRATA_API OpCheckFuncHelper {
 public:
  OpCheckFuncHelper(const ge::AscendString &check_type, const ge::AscendString &op_type, OP_CHECK_FUNC func);
  OpCheckFuncHelper(const ge::AscendString &op_type, PARAM_GENERALIZE_FUNC func);
};
}  // namespace optiling

namespace ops {
enum Option { IGNORE = 0, OPTIONAL = 1, REQUIRED = 2, DYNAMIC = 3, VIRTUAL = 4 };
enum class FormatCheckOption { DEFAULT = 0, STRICT = 1, MAX = 2 };
enum class DependScope { ALL = 0, TILING = 1, INVALID_SCOPE = 2 };
enum class FollowType { ALL = 0, DTYPE = 1, FORMAT = 2, SHAPE = 3, INVALID_TYPE = 4 };
enum class AttrDataType {
  ATTR_DT_BOOL = 0,
  ATTR_DT_FLOAT = 1,
  ATTR_DT_INT = 2,
  ATTR_DT_STR = 3,
  ATTR_DT_LIST_BOOL = 4,
  ATTR_DT_LIST_FLOAT = 5,
  ATTR_DT_LIST_INT = 6,
  ATTR_DT_LIST_LIST_INT = 7,
  ATTR_DT_MAX = 8
};
enum class CommentSection { CATEGORY = 0, BRIEF, CONSTRAINTS, RESTRICTIONS, SEE, THIRDPARTYFWKCOMPAT, SECTION_MAX };
enum class ScalarType {
  UINT64 = 0,
  INT64 = 1,
  UINT32 = 2,
  INT32 = 3,
  UINT16 = 4,
  INT16 = 5,
  UINT8 = 6,
  INT8 = 7,
  FLOAT32 = 8,
  FLOAT16 = 9,
  INVALID_DTYPE = -1
};
enum class HcclServerType { AICPU = 0, AICORE = 1, CCU = 2, MAX = 3 };

/** The value with which an output is initialised, per output type. */
struct ScalarVar {
  ScalarVar() = default;
  ScalarVar(ScalarType type, uint64_t value) : scalar_type(type) { scalar_num.value_u64 = value; }
  ScalarVar(ScalarType type, int64_t value) : scalar_type(type) { scalar_num.value_i64 = value; }
  ScalarVar(ScalarType type, int value) : scalar_type(type) { scalar_num.value_i64 = value; }
  ScalarVar(ScalarType type, unsigned int value) : scalar_type(type) { scalar_num.value_u64 = value; }
  ScalarVar(ScalarType type, float value) : scalar_type(type) { scalar_num.value_f32 = value; }
  ScalarVar(ScalarType type, double value) : scalar_type(type) { scalar_num.value_f32 = static_cast<float>(value); }
  bool operator==(const ScalarVar &other) const {
    return scalar_type == other.scalar_type && scalar_num.value_u64 == other.scalar_num.value_u64;
  }

  ScalarType scalar_type = ScalarType::INVALID_DTYPE;
  union {
    uint64_t value_u64 = 0;
    int64_t value_i64;
    float value_f32;
  } scalar_num;
};

class OpParamDefImpl;
class OpAttrDefImpl;
class OpAICoreConfigImpl;
class OpAICoreDefImpl;
class OpAICPUDefImpl;
class OpHostCPUDefImpl;
class OpMC2DefImpl;
class OpDefImpl;

/**
 * An input or output. The lists of types and formats are columns: entry i of every parameter belongs to the i-th supported
 * combination.
 */
class OPSTRATA_API OpParamDef {
 public:
  explicit OpParamDef(const char *name);
  OpParamDef(const OpParamDef &other);
  OpParamDef &operator=(const OpParamDef &other);
  ~OpParamDef();

  OpParamDef &ParamType(Option param_type);
  OpParamDef &DataType(std::vector<ge::DataType> types);
  /** Types that combine with every combination of the other parameters. */
  OpParamDef &DataTypeList(std::vector<ge::DataType> types);
  OpParamDef &DataTypeForBinQuery(std::vector<ge::DataType> types);
  OpParamDef &Format(std::vector<ge::Format> formats);
  OpParamDef &FormatList(std::vector<ge::Format> formats);
  OpParamDef &FormatForBinQuery(std::vector<ge::Format> formats);
  OpParamDef &UnknownShapeFormat(std::vector<ge::Format> formats);
  /** Whether the value is needed before the device runs: OPTIONAL or REQUIRED. */
  OpParamDef &ValueDepend(Option value_depend);
  OpParamDef &ValueDepend(Option value_depend, DependScope scope);
  /** Takes strided tensors as they are. */
  OpParamDef &IgnoreContiguous();
  /** Is made contiguous before the kernel runs. */
  OpParamDef &AutoContiguous();
  /** The API takes an aclScalar, or a list of them, in its place. */
  OpParamDef &Scalar();
  OpParamDef &ScalarList();
  /** Type to which the scalar is converted: fixed, or that of another parameter. */
  OpParamDef &To(const ge::DataType type);
  OpParamDef &To(const char *name);
  /** Version of the API function with which the parameter appeared. */
  OpParamDef &Version(uint32_t version);
  OpParamDef &InitValue(uint64_t value);
  OpParamDef &InitValue(const ScalarVar &value);
  OpParamDef &InitValue(const std::vector<ScalarVar> &values);
  OpParamDef &OutputShapeDependOnCompute();
  /** Has type, format and shape (or one of them) of the parameter `name`. */
  OpParamDef &Follow(const char *name);
  OpParamDef &Follow(const char *name, FollowType type);
  OpParamDef &Comment(const char *comment);

 private:
  friend struct opstrata::infer::DefinitionAccess;
  std::unique_ptr<OpParamDefImpl> impl_;
};

/** An attribute: each type setter fixes the type, with an argument also the default. */
class OPSTRATA_API OpAttrDef {
 public:
  explicit OpAttrDef(const char *name);
  OpAttrDef(const OpAttrDef &other);
  OpAttrDef &operator=(const OpAttrDef &other);
  ~OpAttrDef();
  bool operator==(const OpAttrDef &other) const;

  OpAttrDef &AttrType(Option attr_type);
  OpAttrDef &Bool();
  OpAttrDef &Bool(bool value);
  OpAttrDef &Float();
  OpAttrDef &Float(float value);
  OpAttrDef &Int();
  OpAttrDef &Int(int64_t value);
  OpAttrDef &String();
  OpAttrDef &String(const char *value);
  OpAttrDef &ListBool();
  OpAttrDef &ListBool(std::vector<bool> value);
  OpAttrDef &ListFloat();
  OpAttrDef &ListFloat(std::vector<float> value);
  OpAttrDef &ListInt();
  OpAttrDef &ListInt(std::vector<int64_t> value);
  OpAttrDef &ListListInt();
  OpAttrDef &ListListInt(std::vector<std::vector<int64_t>> value);
  OpAttrDef &Version(uint32_t version);
  OpAttrDef &Comment(const char *comment);
  ge::AscendString &GetName() const;
  bool IsRequired();

 private:
  friend struct opstrata::infer::DefinitionAccess;
  std::unique_ptr<OpAttrDefImpl> impl_;
};

/** How one chip runs the operator; its own parameters replace those of the definition. */
class OPSTRATA_API OpAICoreConfig {
 public:
  OpAICoreConfig();
  OpAICoreConfig(const char *soc);  // NOLINT: implicit as in the interface
  OpAICoreConfig(const OpAICoreConfig &other);
  OpAICoreConfig &operator=(const OpAICoreConfig &other);
  ~OpAICoreConfig();

  OpParamDef &Input(const char *name);
  OpParamDef &Output(const char *name);
  OpAICoreConfig &DynamicCompileStaticFlag(bool flag);
  OpAICoreConfig &DynamicFormatFlag(bool flag);
  OpAICoreConfig &DynamicRankSupportFlag(bool flag);
  OpAICoreConfig &DynamicShapeSupportFlag(bool flag);
  OpAICoreConfig &NeedCheckSupportFlag(bool flag);
  OpAICoreConfig &PrecisionReduceFlag(bool flag);
  OpAICoreConfig &ExtendCfgInfo(const char *key, const char *value);

 private:
  friend struct opstrata::infer::DefinitionAccess;
  std::unique_ptr<OpAICoreConfigImpl> impl_;
};

/** The device part: one configuration per chip, tiling and the functions that the graph compiler asks. */
class OPSTRATA_API OpAICoreDef {
 public:
  OpAICoreDef();
  OpAICoreDef(const OpAICoreDef &other);
  OpAICoreDef &operator=(const OpAICoreDef &other);
  ~OpAICoreDef();

  /** `soc` by its short name ("ascend910b"); a second configuration of one chip replaces the first. */
  OpAICoreDef &AddConfig(const char *soc);
  OpAICoreDef &AddConfig(const char *soc, OpAICoreConfig &config);
  OpAICoreDef &SetTiling(gert::OpImplRegisterV2::TilingKernelFunc func);
  OpAICoreDef &SetCheckSupport(optiling::OP_CHECK_FUNC func);
  OpAICoreDef &SetOpSelectFormat(optiling::OP_CHECK_FUNC func);
  OpAICoreDef &SetOpSupportInfo(optiling::OP_CHECK_FUNC func);
  OpAICoreDef &SetOpSpecInfo(optiling::OP_CHECK_FUNC func);
  OpAICoreDef &SetParamGeneralize(optiling::PARAM_GENERALIZE_FUNC func);
  gert::OpImplRegisterV2::TilingKernelFunc &GetTiling();
  optiling::OP_CHECK_FUNC &GetCheckSupport();
  optiling::OP_CHECK_FUNC &GetOpSelectFormat();
  optiling::OP_CHECK_FUNC &GetOpSupportInfo();
  optiling::OP_CHECK_FUNC &GetOpSpecInfo();
  optiling::PARAM_GENERALIZE_FUNC &GetParamGeneralize();
  /** Whether the kernel is launched when all outputs are empty. */
  OpAICoreDef &LaunchWithZeroEleOutputTensors(bool flag);

 private:
  friend struct opstrata::infer::DefinitionAccess;
  std::unique_ptr<OpAICoreDefImpl> impl_;
};

/** The AI CPU part: strings under `opInfo.*` keys, in the order in which the keys first came. */
class OPSTRATA_API OpAICPUDef {
 public:
  OpAICPUDef();
  OpAICPUDef(const OpAICPUDef &other);
  OpAICPUDef &operator=(const OpAICPUDef &other);
  ~OpAICPUDef();

  OpAICPUDef &Engine(const char *engine);
  OpAICPUDef &FlagPartial(bool flag);
  OpAICPUDef &ComputeCost(const char *cost);
  OpAICPUDef &FlagAsync(bool flag);
  OpAICPUDef &OpKernelLib(const char *library);
  OpAICPUDef &KernelSo(const char *file);
  OpAICPUDef &FunctionName(const char *name);
  OpAICPUDef &UserDefined(bool flag);
  OpAICPUDef &ExtendCfgInfo(const char *key, const char *value);

 private:
  friend struct opstrata::infer::DefinitionAccess;
  std::unique_ptr<OpAICPUDefImpl> impl_;
};

/** The host CPU part, described like the AI CPU part. */
class OPSTRATA_API OpHostCPUDef {
 public:
  OpHostCPUDef();
  OpHostCPUDef(const OpHostCPUDef &other);
  OpHostCPUDef &operator=(const OpHostCPUDef &other);
  ~OpHostCPUDef();

  OpHostCPUDef &Engine(const char *engine);
  OpHostCPUDef &FlagPartial(bool flag);
  OpHostCPUDef &ComputeCost(const char *cost);
  OpHostCPUDef &FlagAsync(bool flag);
  OpHostCPUDef &OpKernelLib(const char *library);
  OpHostCPUDef &KernelSo(const char *file);
  OpHostCPUDef &FunctionName(const char *name);
  OpHostCPUDef &UserDefined(bool flag);
  OpHostCPUDef &ExtendCfgInfo(const char *key, const char *value);

 private:
  friend struct opstrata::infer::DefinitionAccess;
  std::unique_ptr<OpHostCPUDefImpl> impl_;
};

/** Fused computation and communication: the attributes that name groups, and who serves them on which chip. */
class OPSTRATA_API OpMC2Def {
 public:
  OpMC2Def();
  OpMC2Def(const OpMC2Def &other);
  OpMC2Def &operator=(const OpMC2Def &other);
  ~OpMC2Def();

  OpMC2Def &HcclGroup(const char *value);
  OpMC2Def &HcclGroup(std::vector<const char *> value);
  /** `soc` null: all chips that have no server of their own. */
  void HcclServerType(enum HcclServerType type, const char *soc = nullptr);

 private:
  friend struct opstrata::infer::DefinitionAccess;
  std::unique_ptr<OpMC2DefImpl> impl_;
};

/** An operator: derive, describe it in the constructor `explicit Type(const char *name) : OpDef(name)`, add it with OP_ADD. */
class OPSTRATA_API OpDef {
 public:
  explicit OpDef(const char *type);
  OpDef(const OpDef &other);
  OpDef &operator=(const OpDef &other);
  ~OpDef();

  OpParamDef &Input(const char *name);
  OpParamDef &Output(const char *name);
  OpAttrDef &Attr(const char *name);
  OpDef &Comment(CommentSection section, const char *comment);
  OpDef &SetInferShape(gert::OpImplRegisterV2::InferShapeKernelFunc func);
  OpDef &SetInferShapeRange(gert::OpImplRegisterV2::InferShapeRangeKernelFunc func);
  OpDef &SetInferDataType(gert::OpImplRegisterV2::InferDataTypeKernelFunc func);
  gert::OpImplRegisterV2::InferShapeKernelFunc &GetInferShape();
  gert::OpImplRegisterV2::InferShapeRangeKernelFunc &GetInferShapeRange();
  gert::OpImplRegisterV2::InferDataTypeKernelFunc &GetInferDataType();
  OpAICoreDef &AICore();
  OpAICPUDef &AICPU();
  OpHostCPUDef &HostCPU();
  OpMC2Def &MC2();
  OpDef &FormatMatchMode(FormatCheckOption option);
  OpDef &EnableFallBack();

 private:
  friend struct opstrata::infer::DefinitionAccess;
  std::unique_ptr<OpDefImpl> impl_;
};
}  // namespace ops

#endif  // OP_DEF_H
