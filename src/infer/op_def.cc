// Operator definitions: the interface classes over plain data. Nothing here depends on the string ABI of the caller.
#include "register/op_def.h"

#include <algorithm>
#include <deque>

#include "infer/op_definition.h"

namespace ops {
using opstrata::infer::AttrDefinition;
using opstrata::infer::CoreConfig;
using opstrata::infer::ConfigItems;
using opstrata::infer::OpDefinition;
using opstrata::infer::ParamDefinition;

class OpParamDefImpl : public ParamDefinition {};
class OpAttrDefImpl : public AttrDefinition {
 public:
  mutable ge::AscendString name_text;  ///< what GetName refers to
};

namespace {
const char *text(const char *value) {
  return value == nullptr ? "" : value;
}

/// The element of `name`, added when there is none. A deque: what was returned stays where it is.
template <typename Def>
Def &element(std::deque<std::pair<std::string, Def>> &list, const char *name) {
  const auto it = std::find_if(list.begin(), list.end(), [&](const auto &entry) { return entry.first == text(name); });
  return it != list.end() ? it->second : list.emplace_back(text(name), Def(text(name))).second;
}
}  // namespace

using Params = std::deque<std::pair<std::string, OpParamDef>>;

class OpAICoreConfigImpl {
 public:
  CoreConfig data;
  Params inputs, outputs;
};
class OpAICoreDefImpl {
 public:
  std::deque<std::pair<std::string, OpAICoreConfig>> configs;
  gert::OpImplRegisterV2::TilingKernelFunc tiling = nullptr;
  optiling::OP_CHECK_FUNC check_support = nullptr, select_format = nullptr, support_info = nullptr, spec_info = nullptr;
  optiling::PARAM_GENERALIZE_FUNC generalize = nullptr;
  bool launch_with_empty_outputs = false;
};

/// What OpAICPUDef and OpHostCPUDef share.
class CpuItems : public ConfigItems {
 public:
  void set_flag(std::string_view key, bool value) { set(key, value ? "True" : "False"); }
};
class OpAICPUDefImpl : public CpuItems {
 public:
  OpAICPUDefImpl() {
    set("opInfo.engine", "DNN_VM_AICPU");
    set_flag("opInfo.flagPartial", false);
    set("opInfo.computeCost", "100");
    set_flag("opInfo.flagAsync", false);
    set("opInfo.opKernelLib", "AICPUKernel");
    set("opInfo.kernelSo", "libcpu_kernels.so");
    set("opInfo.functionName", "RunCpuKernel");
    set_flag("opInfo.userDefined", false);
  }
};
class OpHostCPUDefImpl : public CpuItems {};
class OpMC2DefImpl {
 public:
  std::vector<std::string> groups;
  std::map<std::string, enum HcclServerType> servers;
};
class OpDefImpl {
 public:
  OpDefinition data;
  Params inputs, outputs;
  std::deque<std::pair<std::string, OpAttrDef>> attrs;
  OpAICoreDef core;
  OpAICPUDef ai_cpu;
  OpHostCPUDef host_cpu;
  OpMC2Def communication;
};

// Construction and deep copies, the same for every class.
#define OPSTRATA_VALUE_CLASS(Class)                                                      \
  Class::Class(const Class &other) : impl_(new Class##Impl(*other.impl_)) {}             \
  Class &Class::operator=(const Class &other) {                                          \
    if (this != &other) *impl_ = *other.impl_;                                           \
    return *this;                                                                        \
  }                                                                                      \
  Class::~Class() = default;
OPSTRATA_VALUE_CLASS(OpParamDef)
OPSTRATA_VALUE_CLASS(OpAttrDef)
OPSTRATA_VALUE_CLASS(OpAICoreConfig)
OPSTRATA_VALUE_CLASS(OpAICoreDef)
OPSTRATA_VALUE_CLASS(OpAICPUDef)
OPSTRATA_VALUE_CLASS(OpHostCPUDef)
OPSTRATA_VALUE_CLASS(OpMC2Def)
OPSTRATA_VALUE_CLASS(OpDef)
#undef OPSTRATA_VALUE_CLASS

OpParamDef::OpParamDef(const char *name) : impl_(new OpParamDefImpl) {
  impl_->name = text(name);
}
OpAttrDef::OpAttrDef(const char *name) : impl_(new OpAttrDefImpl) {
  impl_->name = text(name);
}
OpAICoreConfig::OpAICoreConfig() : impl_(new OpAICoreConfigImpl) {}
OpAICoreConfig::OpAICoreConfig(const char *soc) : OpAICoreConfig() {
  impl_->data.soc = text(soc);
}
OpAICoreDef::OpAICoreDef() : impl_(new OpAICoreDefImpl) {}
OpAICPUDef::OpAICPUDef() : impl_(new OpAICPUDefImpl) {}
OpHostCPUDef::OpHostCPUDef() : impl_(new OpHostCPUDefImpl) {}
OpMC2Def::OpMC2Def() : impl_(new OpMC2DefImpl) {}
OpDef::OpDef(const char *type) : impl_(new OpDefImpl) {
  impl_->data.type = text(type);
}

// A setter is one assignment; the parameter lists are those of the header.
#define OPSTRATA_SET(Class, Name, parameter, assignment) \
  Class &Class::Name(parameter) {                        \
    impl_->assignment;                                   \
    return *this;                                        \
  }
OPSTRATA_SET(OpParamDef, ParamType, Option value, kind = value)
OPSTRATA_SET(OpParamDef, DataType, std::vector<ge::DataType> value, types = std::move(value))
OPSTRATA_SET(OpParamDef, DataTypeList, std::vector<ge::DataType> value, type_list = std::move(value))
OPSTRATA_SET(OpParamDef, DataTypeForBinQuery, std::vector<ge::DataType> value, types_for_query = std::move(value))
OPSTRATA_SET(OpParamDef, Format, std::vector<ge::Format> value, formats = std::move(value))
OPSTRATA_SET(OpParamDef, FormatList, std::vector<ge::Format> value, format_list = std::move(value))
OPSTRATA_SET(OpParamDef, FormatForBinQuery, std::vector<ge::Format> value, formats_for_query = std::move(value))
OPSTRATA_SET(OpParamDef, UnknownShapeFormat, std::vector<ge::Format> value, unknown_shape_formats = std::move(value))
OPSTRATA_SET(OpParamDef, ValueDepend, Option value, value_depend = value)
OPSTRATA_SET(OpParamDef, IgnoreContiguous, , ignore_contiguous = true)
OPSTRATA_SET(OpParamDef, AutoContiguous, , auto_contiguous = true)
OPSTRATA_SET(OpParamDef, Scalar, , scalar = true)
OPSTRATA_SET(OpParamDef, ScalarList, , scalar_list = true)
OPSTRATA_SET(OpParamDef, To, const ge::DataType value, converts_to = value)
OPSTRATA_SET(OpParamDef, To, const char *value, converts_to = std::string(text(value)))
OPSTRATA_SET(OpParamDef, Version, uint32_t value, version = value)
OPSTRATA_SET(OpParamDef, InitValue, uint64_t value, init_value = value)
OPSTRATA_SET(OpParamDef, InitValue, const ScalarVar &value, init_value = std::vector<ScalarVar>{value})
OPSTRATA_SET(OpParamDef, InitValue, const std::vector<ScalarVar> &value, init_value = value)
OPSTRATA_SET(OpParamDef, OutputShapeDependOnCompute, , shape_depends_on_compute = true)
OPSTRATA_SET(OpParamDef, Comment, const char *value, comment = text(value))
OpParamDef &OpParamDef::ValueDepend(Option value, DependScope scope) {
  impl_->depend_scope = scope;
  return ValueDepend(value);
}
OpParamDef &OpParamDef::Follow(const char *name) {
  return Follow(name, FollowType::ALL);
}
OpParamDef &OpParamDef::Follow(const char *name, FollowType type) {
  impl_->follows = text(name);
  impl_->follow_type = type;
  return *this;
}

#define OPSTRATA_ATTR(Name, data_type, parameter, given)    \
  OpAttrDef &OpAttrDef::Name() {                            \
    impl_->type = AttrDataType::data_type;                  \
    impl_->value = {};                                      \
    return *this;                                           \
  }                                                         \
  OpAttrDef &OpAttrDef::Name(parameter value) {             \
    impl_->type = AttrDataType::data_type;                  \
    impl_->value = given;                                   \
    return *this;                                           \
  }
OPSTRATA_ATTR(Bool, ATTR_DT_BOOL, bool, value)
OPSTRATA_ATTR(Float, ATTR_DT_FLOAT, float, value)
OPSTRATA_ATTR(Int, ATTR_DT_INT, int64_t, value)
OPSTRATA_ATTR(String, ATTR_DT_STR, const char *, std::string(text(value)))
OPSTRATA_ATTR(ListBool, ATTR_DT_LIST_BOOL, std::vector<bool>, std::move(value))
OPSTRATA_ATTR(ListFloat, ATTR_DT_LIST_FLOAT, std::vector<float>, std::move(value))
OPSTRATA_ATTR(ListInt, ATTR_DT_LIST_INT, std::vector<int64_t>, std::move(value))
OPSTRATA_ATTR(ListListInt, ATTR_DT_LIST_LIST_INT, std::vector<std::vector<int64_t>>, std::move(value))
#undef OPSTRATA_ATTR
OPSTRATA_SET(OpAttrDef, AttrType, Option value, kind = value)
OPSTRATA_SET(OpAttrDef, Version, uint32_t value, version = value)
OPSTRATA_SET(OpAttrDef, Comment, const char *value, comment = text(value))
bool OpAttrDef::operator==(const OpAttrDef &other) const {
  return static_cast<const AttrDefinition &>(*impl_) == static_cast<const AttrDefinition &>(*other.impl_);
}
ge::AscendString &OpAttrDef::GetName() const {
  impl_->name_text = ge::AscendString(impl_->name.c_str());
  return impl_->name_text;
}
bool OpAttrDef::IsRequired() {
  return impl_->kind == REQUIRED;
}

OpParamDef &OpAICoreConfig::Input(const char *name) {
  return element(impl_->inputs, name);
}
OpParamDef &OpAICoreConfig::Output(const char *name) {
  return element(impl_->outputs, name);
}
OPSTRATA_SET(OpAICoreConfig, DynamicCompileStaticFlag, bool value, data.compile_static = value)
OPSTRATA_SET(OpAICoreConfig, DynamicFormatFlag, bool value, data.dynamic_format = value)
OPSTRATA_SET(OpAICoreConfig, DynamicRankSupportFlag, bool value, data.dynamic_rank = value)
OPSTRATA_SET(OpAICoreConfig, DynamicShapeSupportFlag, bool value, data.dynamic_shape = value)
OPSTRATA_SET(OpAICoreConfig, NeedCheckSupportFlag, bool value, data.check_support = value)
OPSTRATA_SET(OpAICoreConfig, PrecisionReduceFlag, bool value, data.precision_reduce = value)
OpAICoreConfig &OpAICoreConfig::ExtendCfgInfo(const char *key, const char *value) {
  impl_->data.extended.set(text(key), text(value));
  return *this;
}

OpAICoreDef &OpAICoreDef::AddConfig(const char *soc) {
  OpAICoreConfig config(soc);
  return AddConfig(soc, config);
}
OpAICoreDef &OpAICoreDef::AddConfig(const char *soc, OpAICoreConfig &config) {
  element(impl_->configs, soc) = config;
  return *this;
}
OPSTRATA_SET(OpAICoreDef, SetTiling, gert::OpImplRegisterV2::TilingKernelFunc value, tiling = value)
OPSTRATA_SET(OpAICoreDef, SetCheckSupport, optiling::OP_CHECK_FUNC value, check_support = value)
OPSTRATA_SET(OpAICoreDef, SetOpSelectFormat, optiling::OP_CHECK_FUNC value, select_format = value)
OPSTRATA_SET(OpAICoreDef, SetOpSupportInfo, optiling::OP_CHECK_FUNC value, support_info = value)
OPSTRATA_SET(OpAICoreDef, SetOpSpecInfo, optiling::OP_CHECK_FUNC value, spec_info = value)
OPSTRATA_SET(OpAICoreDef, SetParamGeneralize, optiling::PARAM_GENERALIZE_FUNC value, generalize = value)
OPSTRATA_SET(OpAICoreDef, LaunchWithZeroEleOutputTensors, bool value, launch_with_empty_outputs = value)
gert::OpImplRegisterV2::TilingKernelFunc &OpAICoreDef::GetTiling() { return impl_->tiling; }
optiling::OP_CHECK_FUNC &OpAICoreDef::GetCheckSupport() { return impl_->check_support; }
optiling::OP_CHECK_FUNC &OpAICoreDef::GetOpSelectFormat() { return impl_->select_format; }
optiling::OP_CHECK_FUNC &OpAICoreDef::GetOpSupportInfo() { return impl_->support_info; }
optiling::OP_CHECK_FUNC &OpAICoreDef::GetOpSpecInfo() { return impl_->spec_info; }
optiling::PARAM_GENERALIZE_FUNC &OpAICoreDef::GetParamGeneralize() { return impl_->generalize; }

#define OPSTRATA_CPU_SETTERS(Class)                                                             \
  OPSTRATA_SET(Class, Engine, const char *value, set("opInfo.engine", text(value)))             \
  OPSTRATA_SET(Class, FlagPartial, bool value, set_flag("opInfo.flagPartial", value))           \
  OPSTRATA_SET(Class, ComputeCost, const char *value, set("opInfo.computeCost", text(value)))   \
  OPSTRATA_SET(Class, FlagAsync, bool value, set_flag("opInfo.flagAsync", value))               \
  OPSTRATA_SET(Class, OpKernelLib, const char *value, set("opInfo.opKernelLib", text(value)))   \
  OPSTRATA_SET(Class, KernelSo, const char *value, set("opInfo.kernelSo", text(value)))         \
  OPSTRATA_SET(Class, FunctionName, const char *value, set("opInfo.functionName", text(value))) \
  OPSTRATA_SET(Class, UserDefined, bool value, set_flag("opInfo.userDefined", value))           \
  Class &Class::ExtendCfgInfo(const char *key, const char *value) {                             \
    impl_->set(text(key), text(value));                                                         \
    return *this;                                                                               \
  }
OPSTRATA_CPU_SETTERS(OpAICPUDef)
OPSTRATA_CPU_SETTERS(OpHostCPUDef)
#undef OPSTRATA_CPU_SETTERS

OpMC2Def &OpMC2Def::HcclGroup(const char *value) {
  return HcclGroup(std::vector<const char *>{value});
}
OpMC2Def &OpMC2Def::HcclGroup(std::vector<const char *> value) {
  impl_->groups.clear();
  for (const char *name : value) impl_->groups.emplace_back(text(name));
  return *this;
}
void OpMC2Def::HcclServerType(enum HcclServerType type, const char *soc) {
  impl_->servers[text(soc)] = type;
}

OpParamDef &OpDef::Input(const char *name) {
  return element(impl_->inputs, name);
}
OpParamDef &OpDef::Output(const char *name) {
  return element(impl_->outputs, name);
}
OpAttrDef &OpDef::Attr(const char *name) {
  return element(impl_->attrs, name);
}
OpDef &OpDef::Comment(CommentSection section, const char *comment) {
  impl_->data.comments[section] = text(comment);
  return *this;
}
OPSTRATA_SET(OpDef, SetInferShape, gert::OpImplRegisterV2::InferShapeKernelFunc value, data.infer_shape = value)
OPSTRATA_SET(OpDef, SetInferShapeRange, gert::OpImplRegisterV2::InferShapeRangeKernelFunc value, data.infer_shape_range = value)
OPSTRATA_SET(OpDef, SetInferDataType, gert::OpImplRegisterV2::InferDataTypeKernelFunc value, data.infer_data_type = value)
OPSTRATA_SET(OpDef, FormatMatchMode, FormatCheckOption value, data.format_match = value)
OPSTRATA_SET(OpDef, EnableFallBack, , data.fall_back = true)
#undef OPSTRATA_SET
gert::OpImplRegisterV2::InferShapeKernelFunc &OpDef::GetInferShape() { return impl_->data.infer_shape; }
gert::OpImplRegisterV2::InferShapeRangeKernelFunc &OpDef::GetInferShapeRange() { return impl_->data.infer_shape_range; }
gert::OpImplRegisterV2::InferDataTypeKernelFunc &OpDef::GetInferDataType() { return impl_->data.infer_data_type; }
OpAICoreDef &OpDef::AICore() {
  return impl_->core;
}
OpAICPUDef &OpDef::AICPU() {
  impl_->data.on_ai_cpu = true;
  return impl_->ai_cpu;
}
OpHostCPUDef &OpDef::HostCPU() {
  impl_->data.on_host_cpu = true;
  return impl_->host_cpu;
}
OpMC2Def &OpDef::MC2() {
  return impl_->communication;
}
}  // namespace ops

namespace opstrata::infer {

struct DefinitionAccess {
  static std::vector<ParamDefinition> params(const ops::Params &list) {
    std::vector<ParamDefinition> result;
    for (const auto &[name, def] : list) result.push_back(*def.impl_);
    return result;
  }
  static CoreConfig config(const ops::OpAICoreConfig &def, const std::string &soc) {
    CoreConfig result = def.impl_->data;
    result.soc = soc;
    result.inputs = params(def.impl_->inputs);
    result.outputs = params(def.impl_->outputs);
    return result;
  }
  static OpDefinition definition(const ops::OpDef &def) {
    const ops::OpDefImpl &impl = *def.impl_;
    OpDefinition result = impl.data;
    result.inputs = params(impl.inputs);
    result.outputs = params(impl.outputs);
    for (const auto &[name, attr] : impl.attrs) result.attrs.push_back(*attr.impl_);
    for (const auto &[soc, core] : impl.core.impl_->configs) result.configs.push_back(config(core, soc));
    result.tiling = impl.core.impl_->tiling;
    result.launch_with_empty_outputs = impl.core.impl_->launch_with_empty_outputs;
    result.ai_cpu = *impl.ai_cpu.impl_;
    result.host_cpu = *impl.host_cpu.impl_;
    result.communication_groups = impl.communication.impl_->groups;
    result.communication_servers = impl.communication.impl_->servers;
    return result;
  }
};

OpDefinition read_definition(const ops::OpDef &def) {
  return DefinitionAccess::definition(def);
}
CoreConfig read_config(const ops::OpAICoreConfig &config, const std::string &soc) {
  return DefinitionAccess::config(config, soc);
}

}  // namespace opstrata::infer
