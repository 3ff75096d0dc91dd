#include "infer/op_definition.h"

#include <gtest/gtest.h>

#include "infer/infer.h"
#include "register/op_config_registry.h"
#include "register/op_def_registry.h"

// Definitions in the manner of operator libraries; expected values are what they say, defaults are those of aicpu-kernel-api 18.
namespace ops {

class DefTestPair : public OpDef {
 public:
  explicit DefTestPair(const char *name) : OpDef(name) {
    this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT16, ge::DT_INT64}).Format({ge::FORMAT_ND, ge::FORMAT_NCHW}).UnknownShapeFormat(
        {ge::FORMAT_ND, ge::FORMAT_NHWC});
    this->Input("shape").ParamType(OPTIONAL).DataTypeList({ge::DT_INT32}).ValueDepend(REQUIRED, DependScope::TILING).AutoContiguous();
    this->Input("factor").ParamType(DYNAMIC).ScalarList().To("x").Version(2);
    this->Input("number").Scalar().To(ge::DT_FLOAT).IgnoreContiguous();
    this->Output("y").Follow("x", FollowType::DTYPE).InitValue(7).OutputShapeDependOnCompute();
    this->Output("z").Follow("x").InitValue({{ScalarType::FLOAT32, 0.5}, {ScalarType::INT8, -3}});
    this->Output("w").InitValue(ScalarVar(ScalarType::UINT8, 9u)).Comment("rest");
    this->Attr("axis").AttrType(OPTIONAL).Int(-1);
    this->Attr("mode").AttrType(OPTIONAL).String("sum").Comment("how");
    this->Attr("scale").Float();
    this->Attr("flags").ListBool({true, false, true});
    this->Attr("pads").ListListInt({{1, 2}, {3}});
    this->Comment(CommentSection::BRIEF, "a pair").FormatMatchMode(FormatCheckOption::STRICT).EnableFallBack();
    OpAICoreConfig config("ascend910b");
    config.Input("x").DataType({ge::DT_BF16});
    config.DynamicShapeSupportFlag(true).PrecisionReduceFlag(false).ExtendCfgInfo("opFile.value", "pair").ExtendCfgInfo("opFile.value", "pair_v2");
    this->AICore().AddConfig("ascend310p").AddConfig("ascend910b", config).LaunchWithZeroEleOutputTensors(true);
    config.DynamicShapeSupportFlag(false);  // a copy was added
    this->MC2().HcclGroup({"group", "other"});
    this->MC2().HcclServerType(HcclServerType::CCU, "ascend950");
    this->MC2().HcclServerType(HcclServerType::AICPU);
  }
};
OP_ADD(DefTestPair);

class DefTestHost : public OpDef {
 public:
  explicit DefTestHost(const char *name) : OpDef(name) {
    this->Input("x").DataType({ge::DT_FLOAT});
    this->Input("x").Format({ge::FORMAT_ND});
    this->AICPU().OpKernelLib("CUSTAICPUKernel").UserDefined(true).ExtendCfgInfo("opInfo.workspaceSize", "100").KernelSo("libhost.so").ExtendCfgInfo(
        "opInfo.workspaceSize", "200");
  }
};
OP_ADD(DefTestHost);

OpAICoreConfig late_config() {
  OpAICoreConfig config;
  config.DynamicFormatFlag(true);
  return config;
}
REGISTER_OP_AICORE_CONFIG(DefTestPair, "ascend310p", late_config);
REGISTER_OP_AICORE_CONFIG(DefTestPair, "ascend950", late_config);
}  // namespace ops

namespace {
using namespace opstrata::infer;

OpDefinition only(const char *type) {
  auto all = definitions_of(type);
  EXPECT_EQ(all.size(), 1u) << type;
  return all.empty() ? OpDefinition{} : all.front();
}

TEST(OpDef, ReadBackParameters) {
  const OpDefinition def = only("DefTestPair");
  EXPECT_EQ(def.type, "DefTestPair");
  ASSERT_EQ(def.inputs.size(), 4u);
  const ParamDefinition &x = def.inputs[0];
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.kind, ops::REQUIRED);
  EXPECT_EQ(x.types, (std::vector<ge::DataType>{ge::DT_FLOAT16, ge::DT_INT64}));
  EXPECT_EQ(x.formats, (std::vector<ge::Format>{ge::FORMAT_ND, ge::FORMAT_NCHW}));
  EXPECT_EQ(x.unknown_shape_formats, (std::vector<ge::Format>{ge::FORMAT_ND, ge::FORMAT_NHWC}));
  EXPECT_EQ(def.inputs[1].value_depend, ops::REQUIRED);
  EXPECT_EQ(def.inputs[1].depend_scope, ops::DependScope::TILING);
  EXPECT_TRUE(def.inputs[1].auto_contiguous);
  EXPECT_FALSE(def.inputs[1].ignore_contiguous);
  EXPECT_EQ(std::get<std::string>(def.inputs[2].converts_to), "x");
  EXPECT_TRUE(def.inputs[2].scalar_list);
  EXPECT_EQ(def.inputs[2].version, 2u);
  EXPECT_EQ(std::get<ge::DataType>(def.inputs[3].converts_to), ge::DT_FLOAT);
  ASSERT_EQ(def.outputs.size(), 3u);
  EXPECT_EQ(def.outputs[0].follows, "x");
  EXPECT_EQ(def.outputs[0].follow_type, ops::FollowType::DTYPE);
  EXPECT_EQ(std::get<uint64_t>(def.outputs[0].init_value), 7u);
  EXPECT_TRUE(def.outputs[0].shape_depends_on_compute);
  EXPECT_EQ(def.outputs[1].follow_type, ops::FollowType::ALL);
  const auto &values = std::get<std::vector<ops::ScalarVar>>(def.outputs[1].init_value);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].scalar_num.value_f32, 0.5F);
  EXPECT_EQ(values[1].scalar_num.value_i64, -3);
  EXPECT_EQ(std::get<std::vector<ops::ScalarVar>>(def.outputs[2].init_value)[0].scalar_num.value_u64, 9u);
  EXPECT_EQ(def.outputs[2].comment, "rest");
  EXPECT_EQ(def.format_match, ops::FormatCheckOption::STRICT);
  EXPECT_TRUE(def.fall_back);
  EXPECT_EQ(def.comments.at(ops::CommentSection::BRIEF), "a pair");
  EXPECT_FALSE(def.on_ai_cpu);
}

TEST(OpDef, ReadBackAttributes) {
  const OpDefinition def = only("DefTestPair");
  ASSERT_EQ(def.attrs.size(), 5u);
  EXPECT_EQ(std::get<int64_t>(def.attrs[0].value), -1);
  EXPECT_EQ(def.attrs[0].kind, ops::OPTIONAL);
  EXPECT_EQ(std::get<std::string>(def.attrs[1].value), "sum");
  EXPECT_EQ(def.attrs[2].type, ops::AttrDataType::ATTR_DT_FLOAT);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(def.attrs[2].value));
  EXPECT_EQ(std::get<std::vector<bool>>(def.attrs[3].value), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(std::get<std::vector<std::vector<int64_t>>>(def.attrs[4].value), (std::vector<std::vector<int64_t>>{{1, 2}, {3}}));

  ops::OpAttrDef attr("keep");
  EXPECT_STREQ(attr.GetName().GetString(), "keep");
  EXPECT_TRUE(attr.IsRequired());
  EXPECT_FALSE(attr.AttrType(ops::OPTIONAL).IsRequired());
  ops::OpAttrDef copy = attr;
  EXPECT_TRUE(copy == attr);
  copy.Bool(true);
  EXPECT_FALSE(copy == attr);
}

TEST(OpDef, ConfigurationsPerChip) {
  const OpDefinition def = only("DefTestPair");
  ASSERT_EQ(def.configs.size(), 3u);
  const CoreConfig &own = def.configs[0];
  EXPECT_EQ(own.soc, "ascend910b");
  ASSERT_EQ(own.inputs.size(), 1u);
  EXPECT_EQ(own.inputs[0].types, std::vector<ge::DataType>{ge::DT_BF16});
  EXPECT_EQ(own.dynamic_shape, true);
  EXPECT_EQ(own.precision_reduce, false);
  EXPECT_FALSE(own.dynamic_rank.has_value());
  ASSERT_NE(own.extended.find("opFile.value"), nullptr);
  EXPECT_EQ(*own.extended.find("opFile.value"), "pair_v2");
  EXPECT_EQ(own.extended.items().size(), 1u);
  // REGISTER_OP_AICORE_CONFIG replaces the configuration of its chip, or adds one.
  EXPECT_EQ(def.configs[1].soc, "ascend310p");
  EXPECT_EQ(def.configs[1].dynamic_format, true);
  EXPECT_EQ(def.configs[2].soc, "ascend950");
  EXPECT_TRUE(def.launch_with_empty_outputs);
  EXPECT_EQ(def.communication_groups, (std::vector<std::string>{"group", "other"}));
  EXPECT_EQ(def.communication_servers.at("ascend950"), ops::HcclServerType::CCU);
  EXPECT_EQ(def.communication_servers.at(""), ops::HcclServerType::AICPU);
}

TEST(OpDef, CpuItemsKeepTheOrderOfTheirKeys) {
  const OpDefinition def = only("DefTestHost");
  EXPECT_TRUE(def.on_ai_cpu);
  ASSERT_EQ(def.inputs.size(), 1u);
  EXPECT_EQ(def.inputs[0].types.size(), 1u);
  EXPECT_EQ(def.inputs[0].formats.size(), 1u);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"opInfo.engine", "DNN_VM_AICPU"},        {"opInfo.flagPartial", "False"}, {"opInfo.computeCost", "100"},
      {"opInfo.flagAsync", "False"},            {"opInfo.opKernelLib", "CUSTAICPUKernel"}, {"opInfo.kernelSo", "libhost.so"},
      {"opInfo.functionName", "RunCpuKernel"},  {"opInfo.userDefined", "True"},  {"opInfo.workspaceSize", "200"}};
  EXPECT_EQ(def.ai_cpu.items(), expected);
}

TEST(OpDef, CopiesAreDeep) {
  ops::OpDef first("First");
  first.Input("x").DataType({ge::DT_FLOAT});
  ops::OpDef second = first;
  second.Input("x").DataType({ge::DT_INT8});
  second.Output("y");
  EXPECT_EQ(read_definition(first).inputs[0].types, std::vector<ge::DataType>{ge::DT_FLOAT});
  EXPECT_TRUE(read_definition(first).outputs.empty());
  first = second;
  EXPECT_EQ(read_definition(first).inputs[0].types, std::vector<ge::DataType>{ge::DT_INT8});
}

TEST(OpDef, RegistryKeepsOneDefinitionPerLibraryAndType) {
  const auto other = [](const char *name) { return ops::OpDef(name).EnableFallBack(); };
  EXPECT_EQ(ops::OpDefFactory::OpDefRegister("DefTestHost", other), 0);
  EXPECT_FALSE(only("DefTestHost").fall_back);  // the first registration of a library stays
  EXPECT_NE(ops::OpDefFactory::OpDefRegister("", other), 0);
  EXPECT_NE(ops::OpDefFactory::OpDefRegister("DefTestNone", nullptr), 0);
  const auto types = defined_operators();
  EXPECT_EQ(std::count(types.begin(), types.end(), "DefTestHost"), 1);
  EXPECT_EQ(std::count(types.begin(), types.end(), "DefTestNone"), 0);
  EXPECT_TRUE(definitions_of("DefTestNone").empty());
}

// What OP_ADD does when inference or tiling is built.
ge::graphStatus pass_shape(gert::InferShapeContext *) {
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus pass_tiling(gert::TilingContext *) {
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus supported(const ge::Operator &, ge::AscendString &result) {
  result = ge::AscendString("{\"ret_code\": \"0\"}");
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus generalized(const ge::Operator &, const ge::AscendString &config, ge::AscendString &result) {
  result = config;
  return ge::GRAPH_SUCCESS;
}

TEST(OpDef, PartsForInferenceAndTiling) {
  ops::OpDef def("DefTestParts");
  def.SetInferShape(pass_shape);
  def.AICore().SetTiling(pass_tiling).SetCheckSupport(supported).SetParamGeneralize(generalized);
  ops::AddInference("DefTestParts", def);
  ops::AddTiling("DefTestParts", def);
  EXPECT_EQ(def.GetInferShape(), &pass_shape);
  EXPECT_EQ(def.GetInferDataType(), nullptr);
  EXPECT_EQ(read_definition(def).tiling, &pass_tiling);
  const auto entries = find_entries("DefTestParts");
  ASSERT_EQ(entries.size(), 1u);
  const auto &functions = entries[0]->functions;
  EXPECT_EQ(functions.infer_shape, &pass_shape);
  EXPECT_EQ(functions.infer_datatype, nullptr);
  EXPECT_EQ(functions.tiling, &pass_tiling);
  ASSERT_NE(functions.tiling_parse, nullptr);
  EXPECT_EQ(functions.tiling_parse(nullptr), ge::GRAPH_SUCCESS);

  const auto check = check_function(FUNC_CHECK_SUPPORTED, "DefTestParts");
  ASSERT_NE(check, nullptr);
  ge::AscendString text;
  EXPECT_EQ(check(ge::Operator("DefTestParts"), text), ge::GRAPH_SUCCESS);
  EXPECT_STREQ(text.GetString(), "{\"ret_code\": \"0\"}");
  EXPECT_EQ(check_function(FUNC_OP_SELECT_FORMAT, "DefTestParts"), nullptr);
  EXPECT_EQ(generalize_function("DefTestParts"), &generalized);
  EXPECT_EQ(generalize_function("DefTestPair"), nullptr);
}

}  // namespace
