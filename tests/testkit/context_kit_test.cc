// The inference and tiling parts of the test kit, used as the tests of operator libraries use them. The operator under
// test is registered by this program; expected values are read off the functions below.
#include <gtest/gtest-spi.h>

#include "array_ops.h"
#include "common/utils/ut_op_common.h"
#include "graph/any_value.h"
#include "graph/operator_reg.h"
#include "infer_shape_context_faker.h"
#include "infershape_case_executor.h"
#include "kernel_run_context_facker.h"
#include "op_host/tiling_base_class.h"
#include "op_host/tiling_base_util.h"
#include "register/op_impl_registry.h"
#include "test_cube_util.h"
#include "tiling/tiling_api.h"
#include "tiling_case_executor.h"
#include "ut_op_util.h"

namespace ge {
REG_OP(KitRepeat)
    .INPUT(x, TensorType::ALL())
    .OPTIONAL_INPUT(counts, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, Int, 0)
    .ATTR(factors, ListInt, {})
    .OP_END_FACTORY_REG(KitRepeat)
}  // namespace ge

namespace {

/// y = x with dimension `axis` multiplied by the first of `factors`; with `counts`, by its value.
ge::graphStatus infer_shape(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetInputShape(0);
  gert::Shape *y = context->GetOutputShape(0);
  if (x == nullptr || y == nullptr || context->GetAttrs() == nullptr) return ge::GRAPH_FAILED;
  const int64_t *axis = context->GetAttrs()->GetInt(0);
  const auto *factors = context->GetAttrs()->GetListInt(1);
  if (axis == nullptr || static_cast<size_t>(*axis) >= x->GetDimNum()) return ge::GRAPH_FAILED;
  int64_t factor = factors != nullptr && factors->GetSize() > 0 ? factors->GetData()[0] : 1;
  if (const gert::Tensor *counts = context->GetOptionalInputTensor(1);
      counts != nullptr && counts->GetData<int64_t>() != nullptr) {
    factor = *counts->GetData<int64_t>();
  }
  *y = *x;
  y->SetDim(static_cast<size_t>(*axis), x->GetDim(static_cast<size_t>(*axis)) * factor);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_type(gert::InferDataTypeContext *context) {
  return context->SetOutputDataType(
      0, context->GetInputDataType(0) == ge::DT_BOOL ? ge::DT_INT8 : context->GetInputDataType(0));
}
/// Doubles the upper bounds.
ge::graphStatus infer_range(gert::InferShapeRangeContext *context) {
  const auto *x = context->GetInputShapeRange(0);
  auto *y = context->GetOutputShapeRange(0);
  if (x == nullptr || y == nullptr) return ge::GRAPH_FAILED;
  *y->GetMin() = *x->GetMin();
  *y->GetMax() = *x->GetMax();
  for (size_t i = 0; i < x->GetMax()->GetDimNum(); ++i) y->GetMax()->SetDim(i, x->GetMax()->GetDim(i) * 2);
  return ge::GRAPH_SUCCESS;
}

struct CompileInfo {
  int64_t cores = 0;
};
/// Data: number of elements of x, cores of the chip, bytes of the unified buffer; key 7; one workspace of 32 bytes per
/// core.
ge::graphStatus tiling(gert::TilingContext *context) {
  const auto *info = context->GetCompileInfo<CompileInfo>();
  if (info == nullptr) return ge::GRAPH_FAILED;
  uint64_t ub = 0;
  context->GetPlatformInfo()->GetLocalMemSize(fe::LocalMemType::UB, ub);
  gert::TilingData &data = *context->GetRawTilingData();
  const int64_t numbers[] = {context->GetInputShape(0)->GetStorageShape().GetShapeSize(), info->cores,
                             static_cast<int64_t>(ub)};
  if (data.Append(numbers, 3) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  context->GetWorkspaceSizes(1)[0] = 32U * context->GetPlatformInfo()->GetCoreNum();
  context->SetBlockDim(static_cast<uint32_t>(info->cores));
  return context->SetTilingKey(7);
}
ge::graphStatus tiling_parse(gert::TilingParseContext *context) {
  auto *info = context->GetCompiledInfo<CompileInfo>();
  if (info == nullptr || std::string(context->GetCompiledJson()) != "{}") return ge::GRAPH_FAILED;
  info->cores = context->GetPlatformInfo()->GetCoreNum();
  return ge::GRAPH_SUCCESS;
}
IMPL_OP(KitRepeat)
    .InferShape(infer_shape)
    .InferDataType(infer_type)
    .InferShapeRange(infer_range)
    .InputsDataDependency({1})
    .Tiling(tiling)
    .TilingParse<CompileInfo>(tiling_parse);

using Ops::Math::AnyValue;

gert::InfershapeContextPara repeat_para(int64_t axis, const std::vector<size_t> &null_inputs = {}) {
  return gert::InfershapeContextPara(
      "KitRepeat", {{{{2, 3}, {2, 3}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}},
      {{"axis", AnyValue::CreateFrom<int64_t>(axis)}, {"factors", AnyValue::CreateFrom<std::vector<int64_t>>({4, 5})}},
      {1, 0}, {1}, null_inputs);
}

TEST(InfershapeKit, CasesPassAndFailAsTheFunctionSays) {
  gert::InfershapeContextPara good = repeat_para(1);
  ExecuteTestCase(good, ge::GRAPH_SUCCESS, {{2, 12}});
  gert::InfershapeContextPara bad_axis = repeat_para(2);
  ExecuteTestCase(bad_axis);  // failure is the default expectation
  gert::InfershapeContextPara null_input = repeat_para(1, {0});
  ExecuteTestCase(null_input, ge::GRAPH_FAILED);
  EXPECT_NONFATAL_FAILURE(
      {
        gert::InfershapeContextPara para = repeat_para(1);
        ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{2, 11}});
      },
      "operator KitRepeat, output 0");
  EXPECT_NONFATAL_FAILURE(
      {
        gert::InfershapeContextPara para = repeat_para(1);
        ExecuteTestCase(para, ge::GRAPH_FAILED);
      },
      "KitRepeat");
}

TEST(InfershapeKit, AMissingFunctionIsAFailureOfTheTest) {
  EXPECT_FATAL_FAILURE(
      {
        gert::InfershapeContextPara para("KitNone", {}, {});
        ExecuteTestCase(para, ge::GRAPH_SUCCESS);
      },
      "no shape inference function of operator KitNone");
}

TEST(InfershapeKit, ConstantsAreSeenAndInstancesCounted) {
  int64_t counts[] = {6};
  gert::InfershapeContextPara para(
      "KitRepeat",
      {{{{2, -1}, {2, -1}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{1}, {1}}, ge::DT_INT64, ge::FORMAT_ND, true, counts}},
      {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}},
      {{"axis", AnyValue::CreateFrom<int64_t>(0)}, {"factors", AnyValue::CreateFrom<std::vector<int64_t>>({})}});
  ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{12, -1}});
}

TEST(InfershapeKit, ShippedOperatorsAreFoundWithoutASpaceRegistry) {
  gert::InfershapeContextPara para("Neg", {{{{4, -1}, {4, -1}}, ge::DT_FLOAT16, ge::FORMAT_ND}},
                                   {{{{}, {}}, ge::DT_FLOAT16, ge::FORMAT_ND}});
  ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{4, -1}});
}

TEST(InfershapeKit, ASpaceRegistryThatIsSetDecides) {
  auto &defaults = gert::DefaultOpImplSpaceRegistryV2::GetInstance();
  ASSERT_EQ(defaults.SetSpaceRegistry(std::make_shared<gert::OpImplSpaceRegistryV2>()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(opstrata::op_impls_in_force()->GetOpImpl("KitRepeat"), nullptr);
  ASSERT_EQ(defaults.SetSpaceRegistry(nullptr), ge::GRAPH_SUCCESS);
  EXPECT_NE(opstrata::op_impls_in_force()->GetOpImpl("KitRepeat"), nullptr);
}

TEST(Fakers, ShapeContextByShapesAndByTensors) {
  gert::StorageShape x = {{2, 3}, {2, 3, 1}}, y = {{9}, {9}};
  auto faker = gert::InferShapeContextFaker();
  faker.SetOpType("KitRepeat").NodeIoNum(1, 1).IrInstanceNum({1, 0}).InputShapes({&x}).OutputShapes({&y});
  faker.NodeInputTd(0, ge::DT_BF16, ge::FORMAT_NCHW, ge::FORMAT_NC1HWC0)
      .NodeOutputTd(0, ge::DT_INT8, ge::FORMAT_ND, ge::FORMAT_NHWC);
  faker.NodeAttrs({{"axis", Ops::NN::AnyValue::CreateFrom<int64_t>(0)},
                   {"factors", Ops::NN::AnyValue::CreateFrom<std::vector<int64_t>>({3})}});
  gert::InferShapeContextFaker moved(std::move(faker));
  auto holder = moved.Build();
  gert::InferShapeContext *context = holder.GetContext();
  EXPECT_STREQ(context->GetNodeType(), "KitRepeat");
  EXPECT_EQ(context->GetInputDesc(0)->GetDataType(), ge::DT_BF16);
  EXPECT_EQ(context->GetInputDesc(0)->GetStorageFormat(), ge::FORMAT_NC1HWC0);
  EXPECT_EQ(context->GetOutputDesc(0)->GetDataType(), ge::DT_INT8);
  EXPECT_EQ(context->GetOptionalInputShape(1), nullptr);
  EXPECT_EQ(context->GetOutputShape(0)->GetDimNum(), 0U);  // emptied
  ASSERT_EQ(infer_shape(context), ge::GRAPH_SUCCESS);
  EXPECT_EQ(y.GetOriginShape(), gert::Shape({6, 3}));
  EXPECT_EQ(holder.GetContext<gert::KernelContext>()->GetInputNum(), 1U);
  const gert::ContextHolder<gert::InferShapeContext> plain = std::move(holder);
  static_cast<void>(plain);
}

TEST(Fakers, EveryKindOfAttributeByPosition) {
  auto holder = gert::InferShapeContextFaker()
                    .NodeIoNum(0, 0)
                    .Attr("a", true)
                    .Attr("b", int64_t{-5})
                    .Attr("c", 0.5f)
                    .Attr("d", ge::AscendString("sum"))
                    .Attr("e", std::vector<bool>{true, false})
                    .Attr("f", std::vector<int64_t>{1, 2})
                    .Attr("g", std::vector<float>{1.5f})
                    .Attr("h", std::vector<ge::AscendString>{"u", "v"})
                    .Attr("i", std::vector<std::vector<int64_t>>{{1}, {2, 3}})
                    .Attr("j", Ops::Cv::AnyValue::CreateFrom<std::string>("text"))
                    .Attr("k", Ops::Cv::AnyValue::CreateFrom<std::vector<std::string>>({"w"}))
                    .Build();
  const gert::RuntimeAttrs &attrs = *holder.GetContext()->GetAttrs();
  EXPECT_EQ(attrs.GetAttrNum(), 11U);
  EXPECT_TRUE(*attrs.GetBool(0));
  EXPECT_EQ(*attrs.GetInt(1), -5);
  EXPECT_EQ(*attrs.GetFloat(2), 0.5f);
  EXPECT_STREQ(attrs.GetStr(3), "sum");
  EXPECT_FALSE(static_cast<const bool *>(attrs.GetAttrPointer<gert::ContinuousVector>(4)->GetData())[1]);
  EXPECT_EQ(attrs.GetListInt(5)->GetData()[1], 2);
  EXPECT_EQ(attrs.GetListFloat(6)->GetData()[0], 1.5f);
  EXPECT_EQ(attrs.GetListListInt(8)->Get(1)->GetSize(), 2U);
  EXPECT_STREQ(attrs.GetStr(9), "text");
}

TEST(Fakers, DataTypesAndRanges) {
  ge::DataType in = ge::DT_BOOL, out = ge::DT_UNDEFINED;
  auto types = gert::InferDataTypeContextFaker()
                   .IrInputNum(1)
                   .NodeIoNum(1, 1)
                   .InputDataTypes({&in})
                   .OutputDataTypes({&out})
                   .Build();
  ASSERT_EQ(infer_type(types.GetContext()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(types.GetContext()->GetOutputDataType(0), ge::DT_INT8);
  auto by_desc = gert::InferDataTypeContextFaker()
                     .NodeIoNum(1, 1)
                     .NodeInputTd(0, ge::DT_INT64, ge::FORMAT_ND, ge::FORMAT_ND)
                     .Build();
  ASSERT_EQ(infer_type(by_desc.GetContext()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(by_desc.GetContext()->GetOutputDataType(0), ge::DT_INT64);

  gert::Shape low({1, 2}), high({3, 4}), y_low, y_high;
  gert::Range<gert::Shape> x(&low, &high), y(&y_low, &y_high);
  auto ranges =
      gert::InferShapeRangeContextFaker().NodeIoNum(1, 1).InputShapeRanges({&x}).OutputShapeRanges({&y}).Build();
  ASSERT_EQ(infer_range(ranges.GetContext()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(y_low, gert::Shape({1, 2}));
  EXPECT_EQ(y_high, gert::Shape({6, 8}));
}

gert::TilingContextPara tiling_para(CompileInfo &info, uint64_t data_size = 4096) {
  return gert::TilingContextPara("KitRepeat", {{{{2, 3}, {2, 3}}, ge::DT_FLOAT, ge::FORMAT_ND}},
                                 {{{{4, 3}, {4, 3}}, ge::DT_FLOAT, ge::FORMAT_ND}}, &info, 20, 1024, data_size);
}

TEST(TilingKit, CasesCompareKeyDataAndWorkspaces) {
  CompileInfo info{8};
  ExecuteTestCase(tiling_para(info), ge::GRAPH_SUCCESS, 7, "6 8 1024 ", {640});
  ExecuteTestCase(tiling_para(info), ge::GRAPH_SUCCESS, 7, std::vector<size_t>{640});
  ExecuteTestCase(tiling_para(info, 16));  // the data does not fit
  EXPECT_NONFATAL_FAILURE(
      {
        CompileInfo eight{8};
        ExecuteTestCase(tiling_para(eight), ge::GRAPH_SUCCESS, 7, "6 8 1025 ", {640});
      },
      "tiling data");
  EXPECT_FATAL_FAILURE(
      {
        CompileInfo eight{8};
        ExecuteTestCase(tiling_para(eight), ge::GRAPH_SUCCESS, 8, "6 8 1024 ", {640});
      },
      "tiling key");
  EXPECT_FATAL_FAILURE(
      {
        CompileInfo eight{8};
        ExecuteTestCase(tiling_para(eight), ge::GRAPH_SUCCESS, 7, std::vector<size_t>{641});
      },
      "workspaces");
  TilingInfo tiled;
  ASSERT_TRUE(ExecuteTiling(tiling_para(info), tiled));
  EXPECT_EQ(tiled.tilingKey, 7);
  EXPECT_EQ(tiled.blockNum, 8U);
  EXPECT_EQ(tiled.workspaceSizes, std::vector<int64_t>({640}));
  EXPECT_EQ(tiled.tilingDataSize, 24U);
  TilingInfo failed;
  EXPECT_FALSE(ExecuteTiling(tiling_para(info, 16), failed));
  EXPECT_THROW(ExecuteTiling(gert::TilingContextPara("KitNone", {}, {}), failed), std::invalid_argument);
}

TEST(TilingKit, TheRecordOfElementwiseOperators) {
  // 32 bytes of data as the record reads them: int64 6, the halves of int64 8, int64 1024, then zeros of the buffer.
  CompileInfo info{8};
  ExecuteTestCaseForEle(tiling_para(info), ge::GRAPH_SUCCESS, true, 7, true, "6 8 0 1024 0 0 0 0 0 0 0 ", {640});
  ExecuteTestCaseForEle(tiling_para(info), ge::GRAPH_SUCCESS, false, 0, false, "", {640});
}

TEST(TilingKit, ParseFunctionsByBothFakers) {
  fe::PlatFormInfos platform;
  opstrata_testkit::FillPlatform(platform, 20, 1024);
  CompileInfo info;
  auto holder = gert::TilingParseContextFaker()
                    .SetOpType("KitRepeat")
                    .CompiledJson("{}")
                    .PlatformInfo(&platform)
                    .CompiledInfo(&info)
                    .Build();
  ASSERT_EQ(tiling_parse(holder.GetContext()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(info.cores, 20);
  std::string architecture;
  EXPECT_TRUE(platform.GetPlatformRes("version", "NpuArch", architecture));
  EXPECT_EQ(architecture, "2201");  // Ascend910B

  std::string json = "{}", type = "KitRepeat";
  CompileInfo again;
  auto values = gert::KernelRunContextFaker()
                    .KernelIONum(3, 1)
                    .Inputs({json.data(), &platform, type.data()})
                    .Outputs({&again})
                    .Build();
  ASSERT_EQ(tiling_parse(values.GetContext<gert::TilingParseContext>()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(again.cores, 20);
  EXPECT_EQ(values.GetContext<gert::KernelContext>()->GetInputNum(), 3U);
}

TEST(OperatorKit, InferenceOnGraphOperators) {
  ge::op::KitRepeat op;
  op.UpdateInputDesc("x", create_desc_with_ori({2, 3}, ge::DT_BOOL, ge::FORMAT_ND, {2, 3}, ge::FORMAT_ND));
  op.set_attr_axis(1);
  op.set_attr_factors({5});
  const Runtime2TestParam param{{"axis", "factors"}, {}, {1, 0}};
  ASSERT_EQ(InferShapeTest(op, param), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetOutputDescByName("y").GetShape().GetDims(), std::vector<int64_t>({2, 15}));
  ASSERT_EQ(InferDataTypeTest(op), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetOutputDescByName("y").GetDataType(), ge::DT_INT8);
  EXPECT_EQ(InferShapeTest(op, Runtime2TestParam{{"none"}, {}, {1, 0}}), ge::GRAPH_FAILED);
  const auto ranged = create_desc_shape_range({-1}, ge::DT_FLOAT, ge::FORMAT_ND, {-1}, ge::FORMAT_ND, {{1, 9}});
  std::vector<std::pair<int64_t, int64_t>> range;
  ASSERT_EQ(ranged.GetShapeRange(range), ge::GRAPH_SUCCESS);
  EXPECT_EQ(range, (std::vector<std::pair<int64_t, int64_t>>{{1, 9}}));
  EXPECT_EQ(CreateStorageShape({4, -1}).GetStorageShape(), gert::Shape({4, -1}));
}

}  // namespace

namespace {
/// The platform as tests of tiling functions set it up.
fe::PlatFormInfos MakePlatform(const char *arch, const char *name, bool counts_apart) {
  fe::PlatFormInfos infos;
  EXPECT_TRUE(infos.Init());
  std::map<std::string, std::string> soc = {{"ai_core_cnt", "20"}, {"l2_size", "33554432"}, {"memory_size", "1024"}};
  if (counts_apart) {
    soc["cube_core_cnt"] = "24";
    soc["vector_core_cnt"] = "48";
  }
  std::map<std::string, std::string> core = {{"ub_size", "196608"},   {"l0_a_size", "65536"}, {"l0_b_size", "65537"},
                                             {"l0_c_size", "131072"}, {"l1_size", "524288"},  {"bt_size", "1024"}};
  std::map<std::string, std::string> version = {{"NpuArch", arch}, {"Short_SoC_version", name}};
  infos.SetPlatformRes("SoCInfo", soc);
  infos.SetPlatformRes("AICoreSpec", core);
  infos.SetPlatformRes("version", version);
  infos.SetCoreNumByCoreType("AICore");
  return infos;
}

/// What a tiling function reads of the two kinds of context.
struct FakeContext {
  fe::PlatFormInfos *infos;
  fe::PlatFormInfos *GetPlatformInfo() const { return infos; }
};

class CountingTiling : public Ops::Base::TilingBaseClass {
 public:
  CountingTiling(gert::TilingContext *context, bool capable, ge::graphStatus lib)
      : TilingBaseClass(context), capable_(capable), lib_(lib) {}
  std::string order;

 protected:
  bool IsCapable() override { return Step("capable"), capable_; }
  ge::graphStatus GetPlatformInfo() override { return Step("platform"), ge::GRAPH_SUCCESS; }
  ge::graphStatus GetShapeAttrsInfo() override { return Step("shapes"), ge::GRAPH_SUCCESS; }
  ge::graphStatus DoOpTiling() override { return Step("op"), ge::GRAPH_SUCCESS; }
  ge::graphStatus DoLibApiTiling() override { return Step("lib"), lib_; }
  uint64_t GetTilingKey() const override { return 77; }
  ge::graphStatus GetWorkspaceSize() override { return Step("workspace"), ge::GRAPH_SUCCESS; }
  ge::graphStatus PostTiling() override { return Step("post"), ge::GRAPH_SUCCESS; }

 private:
  void Step(const char *name) { order += std::string(name) + ' '; }
  bool capable_;
  ge::graphStatus lib_;
};
}  // namespace

TEST(TilingToolkit, PlatformIsReadFromTheContextsInformation) {
  fe::PlatFormInfos infos = MakePlatform("2201", "Ascend910B", true);
  const platform_ascendc::PlatformAscendC platform(&infos);
  EXPECT_EQ(platform.GetCoreNum(), 20U);
  EXPECT_EQ(platform.GetCoreNumAic(), 24U);
  EXPECT_EQ(platform.GetCoreNumAiv(), 48U);
  EXPECT_EQ(platform.GetSocVersion(), platform_ascendc::SocVersion::ASCEND910B);
  EXPECT_EQ(platform.GetCurNpuArch(), NpuArch::DAV_2201);
  EXPECT_EQ(platform.GetLibApiWorkSpaceSize(), 16U * 1024 * 1024);
  const std::pair<platform_ascendc::CoreMemType, uint64_t> sizes[] = {
      {platform_ascendc::CoreMemType::UB, 196608},   {platform_ascendc::CoreMemType::L0_A, 65536},
      {platform_ascendc::CoreMemType::L0_B, 65537},  {platform_ascendc::CoreMemType::L0_C, 131072},
      {platform_ascendc::CoreMemType::L1, 524288},   {platform_ascendc::CoreMemType::BT, 1024},
      {platform_ascendc::CoreMemType::L2, 33554432}, {platform_ascendc::CoreMemType::HBM, 1024},
      {platform_ascendc::CoreMemType::RESERVED, 0}};
  for (const auto &entry : sizes) {
    uint64_t size = 1;
    platform.GetCoreMemSize(entry.first, size);
    EXPECT_EQ(size, entry.second) << static_cast<int>(entry.first);
  }
  fe::PlatFormInfos small = MakePlatform("2002", "Ascend310P", false);
  const platform_ascendc::PlatformAscendC other(&small);
  EXPECT_EQ(other.GetCoreNumAic(), 20U);
  EXPECT_EQ(other.GetCoreNumAiv(), 20U);
  EXPECT_EQ(other.GetSocVersion(), platform_ascendc::SocVersion::ASCEND310P);
  EXPECT_EQ(other.GetLibApiWorkSpaceSize(), 2U * 1024 * 1024);
  const platform_ascendc::PlatformAscendC none(nullptr);
  EXPECT_EQ(none.GetCoreNumAiv(), 0U);
  EXPECT_EQ(none.GetSocVersion(), platform_ascendc::SocVersion::RESERVED_VERSION);

  const FakeContext on_910b{&infos};
  EXPECT_EQ(Ops::Base::GetAivCoreNum(&on_910b), 48U);
  EXPECT_FALSE(Ops::Base::IsRegbaseSocVersion(&on_910b));
  fe::PlatFormInfos regbase = MakePlatform("3510", "Ascend950", true);
  const FakeContext on_950{&regbase};
  EXPECT_TRUE(Ops::Base::IsRegbaseSocVersion(&on_950));
  EXPECT_EQ(Ops::Base::GetUbBlockSize(&on_950), 32U);
  EXPECT_EQ(Ops::Base::GetVRegSize(&on_950), 256U);
}

TEST(TilingToolkit, TemplatesRunTheirStepsInOrder) {
  gert::TilingContextFaker faker;
  auto data = gert::TilingData::CreateCap(64);
  auto holder = faker.SetOpType("KitRepeat").NodeIoNum(1, 1).TilingData(data.get()).Build();
  CountingTiling whole(holder.GetContext(), true, ge::GRAPH_SUCCESS);
  EXPECT_EQ(whole.DoTiling(), ge::GRAPH_SUCCESS);
  EXPECT_EQ(whole.order, "shapes platform capable op lib workspace post ");
  EXPECT_EQ(holder.GetContext()->GetTilingKey(), 77U);
  CountingTiling not_mine(holder.GetContext(), false, ge::GRAPH_SUCCESS);
  EXPECT_EQ(not_mine.DoTiling(), ge::GRAPH_PARAM_INVALID);
  EXPECT_EQ(not_mine.order, "shapes platform capable ");
  CountingTiling fails(holder.GetContext(), true, ge::GRAPH_FAILED);
  EXPECT_EQ(fails.DoTiling(), ge::GRAPH_FAILED);
  EXPECT_EQ(fails.order, "shapes platform capable op lib ");
  EXPECT_EQ(Ops::Base::EnsureNotScalar(gert::Shape()).GetDimNum(), 1U);
  EXPECT_EQ(Ops::Base::EnsureNotScalar(gert::Shape({2, 3})).GetDim(1), 3);
}

TEST(GraphAnyValue, KindsTypesAndDeepCopies) {
  using ge::AnyValue;
  AnyValue number = AnyValue::CreateFrom(int64_t{3});
  EXPECT_EQ(number.GetValueType(), AnyValue::VT_INT);
  EXPECT_EQ(number.Get<float>(), nullptr);
  AnyValue copy = number;
  *copy.MutableGet<int64_t>() = 4;
  int64_t value = 0;
  EXPECT_EQ(number.GetValue(value), ge::GRAPH_SUCCESS);
  EXPECT_EQ(value, 3);
  EXPECT_EQ(AnyValue::CreateFrom(std::string("a")).GetValueType(), AnyValue::VT_STRING);
  EXPECT_EQ(AnyValue::CreateFrom(true).GetValueType(), AnyValue::VT_BOOL);
  EXPECT_EQ(AnyValue::CreateFrom(1.0f).GetValueType(), AnyValue::VT_FLOAT);
  EXPECT_EQ(AnyValue::CreateFrom(ge::DT_INT8).GetValueType(), AnyValue::VT_DATA_TYPE);
  EXPECT_EQ(AnyValue::CreateFrom(std::vector<ge::DataType>()).GetValueType(), AnyValue::VT_LIST_DATA_TYPE);
  EXPECT_EQ(AnyValue::CreateFrom(std::vector<std::string>()).GetValueType(), AnyValue::VT_LIST_STRING);
  EXPECT_EQ(AnyValue::CreateFrom(std::vector<std::vector<int64_t>>()).GetValueType(), AnyValue::VT_LIST_LIST_INT);
  EXPECT_EQ(AnyValue::CreateFrom(std::vector<std::vector<float>>()).GetValueType(), AnyValue::VT_LIST_LIST_FLOAT);
  EXPECT_EQ(AnyValue::CreateFrom(ge::Tensor()).GetValueType(), AnyValue::VT_TENSOR);
  EXPECT_EQ(AnyValue::CreateFrom(std::make_shared<int>(1)).GetValueType(), AnyValue::VT_NONE);
  copy.Clear();
  EXPECT_TRUE(copy.IsEmpty());
  EXPECT_EQ(copy.GetValue(value), ge::GRAPH_FAILED);
}

TEST(OperatorKit, PrototypesInFrontOfTheOperatorUnderTest) {
  const auto data = ge::op::Data("x").set_attr_index(1);
  const auto constant = ge::op::Const("c").set_attr_value(ge::Tensor());
  ge::AscendString type;
  EXPECT_EQ(data.GetOpType(type), ge::GRAPH_SUCCESS);
  EXPECT_STREQ(type.GetString(), "Data");
  EXPECT_EQ(constant.GetOpType(type), ge::GRAPH_SUCCESS);
  EXPECT_STREQ(type.GetString(), "Const");
}
