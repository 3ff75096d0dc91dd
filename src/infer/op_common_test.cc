// The helpers of op_common (opdev-api section 4.4) on contexts that the builders make, and space registries over real
// libraries (foreign-build sections 3.4, 4.10).
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <climits>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/context_builder/op_infer_datatype_context_builder.h"
#include "base/context_builder/op_infer_shape_context_builder.h"
#include "base/context_builder/op_infer_shape_range_context_builder.h"
#include "base/context_builder/op_kernel_run_context_builder.h"
#include "base/context_builder/op_tiling_context_builder.h"
#include "base/context_builder/op_tiling_parse_context_builder.h"
#include "base/half.h"
#include "base/messages.h"
#include "base/registry/op_impl_space_registry_v2.h"
#include "infer/infer.h"
#include "infer/op_definition.h"
#include "op_common/log/log.h"
#include "op_common/op_host/infershape_broadcast_util.h"
#include "op_common/op_host/infershape_elewise_util.h"
#include "op_common/op_host/infershape_reduce_util.h"
#include "op_common/op_host/util/bfloat16.h"
#include "op_common/op_host/util/const_util.h"
#include "op_common/op_host/util/fp16.h"
#include "op_common/op_host/util/math_util.h"
#include "op_common/op_host/util/shape_util.h"
#include "proto/prototype.h"

namespace {

using gert::Shape;
using namespace Ops::Base;

gert::Tensor tensor(std::initializer_list<int64_t> shape, ge::DataType dtype = ge::DT_FLOAT, void *data = nullptr) {
  return gert::Tensor({shape, shape}, {ge::FORMAT_ND, ge::FORMAT_ND, {}}, gert::kOnHost, dtype, data);
}

TEST(Broadcast, FollowsTheRules) {
  const auto both = [](const Shape &a, const Shape &b) {
    Shape out({99}), swapped;
    const bool fits = BroadcastShape(&a, &b, &out);
    EXPECT_EQ(BroadcastShape(&b, &a, &swapped), fits);
    EXPECT_TRUE(!fits || out == swapped);
    return fits ? ToString(out) : std::string(out == Shape({99}) ? "no" : "written");
  };
  EXPECT_EQ(both({2, 1, 3}, {4, 1}), "[2, 4, 3]");
  EXPECT_EQ(both({}, {2}), "[2]");
  EXPECT_EQ(both({0, 1}, {1, 5}), "[0, 5]");
  EXPECT_EQ(both({2}, {3}), "no");
  EXPECT_EQ(both({-1, 3}, {4, 1}), "[4, 3]");
  EXPECT_EQ(both({-1}, {1}), "[-1]");
  EXPECT_EQ(both({-2}, {1, 2}), "[-2]");
  Shape a({2, 1}), b({1, 3}), c({4, 1, 1});
  EXPECT_TRUE(BroadcastShape({&a, &b, &c}, &a));
  EXPECT_EQ(a, Shape({4, 2, 3}));
}

TEST(InferHelpers, ElementwiseAndBroadcast) {
  gert::Tensor x = tensor({2, 1}), y = tensor({3}), z = tensor({5, 1, 1});
  gert::OpInferShapeContextBuilder builder;
  builder.OpType("Add").OpName("add_1").IONum(3, 1).OutputTensorDesc(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND);
  auto holder = builder.InputTensors({&x, &y, &z}).Build();
  gert::InferShapeContext *context = holder.GetContext();
  EXPECT_EQ(InferShape4Elewise(context), ge::GRAPH_SUCCESS);
  EXPECT_EQ(*context->GetOutputShape(0), Shape({2, 1}));
  EXPECT_EQ(InferShape4Broadcast(context), ge::GRAPH_SUCCESS);
  EXPECT_EQ(*context->GetOutputShape(0), Shape({2, 3}));
  EXPECT_EQ(InferShape4Broadcast(context, 3), ge::GRAPH_SUCCESS);
  EXPECT_EQ(*context->GetOutputShape(0), Shape({5, 2, 3}));
  // As the test kit fakes a missing input.
  reinterpret_cast<KernelRunContext *>(context)->values[0]->data.pointer = nullptr;
  EXPECT_EQ(InferShape4Elewise(context), ge::GRAPH_FAILED);
  EXPECT_NE(std::string(opstrata::take_recent_message()).find("Add:add_1"), std::string::npos);
  auto bad = tensor({4});
  holder = builder.InputTensors({&y, &bad, &z}).Build();
  EXPECT_EQ(InferShape4Broadcast(holder.GetContext()), ge::GRAPH_FAILED);
  EXPECT_NE(std::string(opstrata::take_recent_message()).find("[[3], [4]]"), std::string::npos);
}

TEST(InferHelpers, Reduce) {
  const auto reduce = [](gert::Tensor x, std::vector<int64_t> axes, bool keep) {
    const auto num = static_cast<int64_t>(axes.size());
    gert::Tensor axes_tensor = tensor({num}, ge::DT_INT64, axes.data());
    gert::OpInferShapeContextBuilder builder;
    builder.OpType("ReduceSum").IONum(2, 1).AppendAttr(keep);
    auto holder = builder.InputTensors({&x, &axes_tensor}).Build();
    const auto status = InferShape4Reduce(holder.GetContext());
    return status == ge::GRAPH_SUCCESS ? ToString(*holder.GetContext()->GetOutputShape(0)) : std::string("failed");
  };
  EXPECT_EQ(reduce(tensor({2, 3, 4}), {0, -1}, false), "[3]");
  EXPECT_EQ(reduce(tensor({2, 3, 4}), {0, -1}, true), "[1, 3, 1]");
  EXPECT_EQ(reduce(tensor({2, 3}), {}, false), "[2, 3]");
  EXPECT_EQ(reduce(tensor({2, 3}), {2}, true), "failed");
  EXPECT_EQ(reduce(tensor({}), {5}, false), "[]");
  EXPECT_EQ(reduce(tensor({}), {1}, true), "failed");
  EXPECT_EQ(reduce(tensor({}), {-1}, true), "[]");
  EXPECT_EQ(reduce(tensor({-2}), {0}, true), "[-2]");
  EXPECT_EQ(reduce(tensor({-1, 3}), {1}, true), "[-1, 1]");
}

TEST(Helpers, ConstantsShapesAndNumbers) {
  int32_t dims[] = {4, 5};
  uint64_t wide = 7;
  gert::Tensor list = tensor({2}, ge::DT_INT32, dims), number = tensor({}, ge::DT_UINT64, &wide);
  gert::Tensor real = tensor({}, ge::DT_FLOAT, dims), unknown = tensor({2}, ge::DT_INT32);
  gert::OpInferShapeContextBuilder builder;
  auto holder = builder.OpType("X").IONum(4, 0).InputTensors({&list, &number, &real, &unknown}).Build();
  const gert::InferShapeContext *context = holder.GetContext();
  Shape shape;
  EXPECT_TRUE(GetConstIntToShape(context, 0, shape));
  EXPECT_EQ(shape, Shape({4, 5}));
  int64_t value = 0;
  EXPECT_TRUE(GetConstInt(context, 1, value));
  EXPECT_EQ(value, 7);
  EXPECT_FALSE(GetConstInt(context, 2, value));
  EXPECT_FALSE(GetConstIntToShape(context, 3, shape));
  EXPECT_FALSE(GetConstInt(context, 9, value));

  SetUnknownRank(shape);
  EXPECT_TRUE(IsUnknownRank(shape));
  EXPECT_FALSE(IsUnknownShape(shape));
  SetUnknownShape(3, shape);
  EXPECT_EQ(shape, Shape({-1, -1, -1}));
  EXPECT_TRUE(IsUnknownShape(shape));
  EXPECT_TRUE(CheckAxisBounds(3, -3));
  EXPECT_FALSE(CheckAxisBounds(3, 3));
  EXPECT_TRUE(CheckAxisBounds(0, 0));
  EXPECT_FALSE(CheckAxisBounds(0, -1));

  EXPECT_EQ(CeilDiv(7, 2), 4);
  EXPECT_EQ(CeilDiv(-7, 2), -3);
  EXPECT_EQ(CeilDiv(7U, 0U), 7U);
  EXPECT_EQ(CeilDiv(0, 5), 0);
  EXPECT_EQ(FloorDiv(9, 0), 9);
  EXPECT_EQ(CeilAlign(9, 8), 16);
  EXPECT_EQ(CeilAlign(9, 0), 0);
  EXPECT_EQ(CeilAlign(INT_MAX, 2), INT_MAX);
  EXPECT_EQ(FloorAlign(15, 8), 8);
  EXPECT_EQ(LastPow2(100), 64);
  EXPECT_EQ(LastPow2(64), 64);
  EXPECT_EQ(SplitIntoEqualByParts(10, 4).mainSize, 3);
  EXPECT_EQ(SplitIntoEqualByParts(10, 4).tailSize, 1);
  EXPECT_EQ(SplitIntoEqualByFactor(10, 5).partNum, 2);
  // Published test vectors of MurmurHash3 x86 32.
  EXPECT_EQ(MurmurHash("", 0, 1), 0x514E28B7U);
  EXPECT_EQ(MurmurHash("test", 4, 0x9747b28cU), 0x704B81DCU);
  EXPECT_EQ(MurmurHash("Hello, world!", 13, 0x9747b28cU), 0x24884CBAU);
}

TEST(SmallFloats, AgreeWithTheProjectsOwnConversions) {
  for (uint32_t bits = 0; bits < 0x10000U; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const float value = opstrata::fp16_to_float(half);
    const fp16_t fp16(half);
    if (std::isnan(value)) {
      ASSERT_TRUE(std::isnan(fp16.toFloat()) && std::isnan(fp16_t(value).toFloat())) << bits;
      continue;
    }
    ASSERT_EQ(fp16.toFloat(), value) << bits;
    ASSERT_EQ(fp16_t(value).val, half) << bits;
    // The middle between two neighbours goes to the even one; the next double beyond it does not.
    const float next = opstrata::fp16_to_float(static_cast<uint16_t>(bits + 1));
    if ((bits & 0x7fffU) >= 0x7bffU) continue;
    const double middle = (static_cast<double>(value) + next) / 2;
    ASSERT_EQ(fp16_t(middle).val, (bits & 1U) == 0 ? bits : bits + 1) << bits;
    ASSERT_EQ(fp16_t(std::nextafter(middle, static_cast<double>(value))).val, bits) << bits;
  }
  for (const float value : {0.0f, -0.0f, 1.0f, 1.00390625f, 3.4e38f, 1e-40f, -2.7182818f}) {
    EXPECT_EQ(bfloat16(value).value, opstrata::float_to_bf16(value)) << value;
  }
  EXPECT_EQ(static_cast<int8_t>(fp16_t(1000)), 127);
  EXPECT_EQ(static_cast<uint32_t>(fp16_t(-3)), 0U);
  EXPECT_TRUE(fp16_t(1.5f) + fp16_t(2) == fp16_t(3.5) && fp16_t(1) < fp16_t(2));
  EXPECT_EQ(static_cast<float>(std::numeric_limits<bfloat16>::epsilon()), 0x1p-7f);
  EXPECT_EQ(bfloat16(1) / bfloat16(4), bfloat16(0.25));
}

TEST(LogMacros, AcceptEveryFormOfEntityAndReport) {
  const std::string name = "Mul";
  const gert::InferShapeContext *none = nullptr;
  OP_LOGI("text without entity");
  OP_LOGD(name, "n = %d", 1);
  OP_LOGW(none, "n = %zu", size_t{1});
  OP_LOGE(name.c_str(), "axis %d is out of range", 3);
  EXPECT_NE(std::string(opstrata::take_recent_message()).find("op[Mul], axis 3 is out of range"), std::string::npos);
  OP_LOGE(none, "plain");
  EXPECT_NE(std::string(opstrata::take_recent_message()).find("op[nil:nil], plain"), std::string::npos);
  OP_LOGE_WITHOUT_REPORT(name, "silent");
  EXPECT_EQ(opstrata::take_recent_message(), nullptr);
  OP_LOGE_FOR_INVALID_DTYPE(name, "x", ToString(ge::DT_INT8), std::string("DT_FLOAT").append(", DT_BF16"));
  const std::string text = opstrata::take_recent_message();
  for (const char *part : {"EZ0005", "Mul", "x", "DT_INT8", "DT_FLOAT, DT_BF16"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
  const char *unnamed = nullptr;
  OP_LOGE_FOR_INVALID_TENSORNUM(unnamed, "x", size_t{3}, std::to_string(2).c_str());
  const std::string numbers = opstrata::take_recent_message();
  EXPECT_NE(numbers.find("EZ0006"), std::string::npos) << numbers;
  EXPECT_NE(numbers.find("op_name=nil, param_name=x, incorrect_num=3, correct_num=2"), std::string::npos) << numbers;
  const auto refuse = [&](const int *pointer) -> ge::graphStatus {
    OP_CHECK_NULL_WITH_CONTEXT(none, pointer);
    OP_CHECK_IF(*pointer > 1, OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(name, "n", "2", "too many"), return ge::GRAPH_FAILED);
    return ge::GRAPH_SUCCESS;
  };
  const int one = 1, two = 2;
  EXPECT_EQ(refuse(nullptr), ge::GRAPH_FAILED);
  EXPECT_EQ(refuse(&one), ge::GRAPH_SUCCESS);
  EXPECT_EQ(refuse(&two), ge::GRAPH_FAILED);
  (void)opstrata::take_recent_message();
  EXPECT_EQ(ToString(ge::FORMAT_NC1HWC0), "NC1HWC0");
}

TEST(Builders, DataTypeRangeTilingAndPlainContexts) {
  gert::OpInferDataTypeContextBuilder types;
  types.OpType("T").IOInstanceNum({1, 0, 2}, {1});
  types.InputTensorDesc(0, ge::DT_INT8, ge::FORMAT_ND, ge::FORMAT_ND).InputTensorDesc(2, ge::DT_BF16, ge::FORMAT_ND, ge::FORMAT_NCHW);
  auto type_holder = types.OutputTensorDesc(0, ge::FORMAT_ND, ge::FORMAT_ND).Build();
  auto *type_context = type_holder.GetContext();
  EXPECT_EQ(type_context->GetOptionalInputDataType(1), ge::DT_UNDEFINED);
  EXPECT_EQ(type_context->GetDynamicInputDataType(2, 1), ge::DT_BF16);
  EXPECT_EQ(type_context->GetDynamicInputDesc(2, 1)->GetStorageFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(type_context->SetOutputDataType(0, ge::DT_BOOL), ge::GRAPH_SUCCESS);
  EXPECT_EQ(type_context->SetOutputDataType(1, ge::DT_BOOL), ge::GRAPH_FAILED);
  EXPECT_EQ(type_context->GetOutputDataType(0), ge::DT_BOOL);

  gert::Tensor low = tensor({1}), high = tensor({8});
  gert::Range<gert::Tensor> range(&low, &high);
  gert::OpInferShapeRangeContextBuilder ranges;
  auto range_holder = ranges.OpType("R").IONum(2, 1).InputTensorsRange({&range, nullptr}).Build();
  EXPECT_EQ(*range_holder.GetContext()->GetInputShapeRange(0)->GetMax(), Shape({8}));
  EXPECT_EQ(range_holder.GetContext()->GetInputShapeRange(1), nullptr);
  EXPECT_NE(range_holder.GetContext()->GetOutputShapeRange(0)->GetMin(), nullptr);

  auto tiling_data = gert::TilingData::CreateCap(16);
  auto workspace = gert::ContinuousVector::Create<size_t>(2);
  const int compile_info = 5;
  gert::OpTilingContextBuilder tiling;
  tiling.OpType("T").IONum(1, 1).AppendAttr(int64_t{3}).InputTensors({&low}).OutputTensors({&high});
  tiling.CompileInfo(&compile_info).Deterministic(1).TilingData(reinterpret_cast<gert::TilingData *>(tiling_data.get()));
  auto tiling_holder = tiling.Workspace(reinterpret_cast<gert::ContinuousVector *>(workspace.get())).Build();
  gert::TilingContext *context = tiling_holder.GetContext();
  EXPECT_EQ(context->GetInputShape(0)->GetOriginShape(), Shape({1}));
  EXPECT_EQ(context->GetOutputShape(0)->GetStorageShape(), Shape({8}));
  EXPECT_EQ(context->GetInputShape(1), nullptr);
  EXPECT_EQ(*context->GetCompileInfo<int>(), 5);
  EXPECT_EQ(context->GetDeterministic(), 1);
  EXPECT_EQ(*context->GetAttrs()->GetInt(0), 3);
  EXPECT_EQ(context->SetTilingKey(7), ge::GRAPH_SUCCESS);
  EXPECT_EQ(context->SetBlockDim(4), ge::GRAPH_SUCCESS);
  EXPECT_EQ(context->GetTilingKey(), 7U);
  EXPECT_EQ(context->GetBlockDim(), 4U);
  context->GetWorkspaceSizes(2)[1] = 32;
  EXPECT_EQ(context->GetWorkspaceNum(), 2U);
  EXPECT_EQ(context->GetWorkspaceSizes(3), nullptr);
  *context->GetTilingData<int64_t>() = 9;
  EXPECT_EQ(context->GetRawTilingData()->GetDataSize(), 8U);
  EXPECT_EQ(context->GetRawTilingData()->Append(int64_t{1}), ge::GRAPH_SUCCESS);
  EXPECT_EQ(context->GetRawTilingData()->Append(int64_t{1}), ge::GRAPH_FAILED);

  gert::OpTilingParseContextBuilder parse;
  int target = 0;
  auto parse_holder = parse.OpType("P").IONum(1, 1).CompiledJson("{}").CompiledInfo(&target).Build();
  *parse_holder.GetContext()->GetCompiledInfo<int>() = 6;
  EXPECT_EQ(target, 6);
  EXPECT_STREQ(parse_holder.GetContext()->GetCompiledJson(), "{}");

  gert::OpKernelContextBuilder plain;
  auto plain_holder = plain.OpType("K").IONum(1, 0).Inputs({&target}).Outputs({}).Build();
  EXPECT_EQ(plain_holder.GetContext()->GetInputNum(), 1U);
  EXPECT_EQ(*static_cast<int *>(plain_holder.GetContext()->GetInputValue<void *>(0)), 6);
  EXPECT_EQ(gert::ContextHolder<gert::TilingContext>().GetContext(), nullptr);
}

// Values that make no sense: no elements, more than a shape has, ranks that nobody means.
TEST(Helpers, ConstantsAndRanksThatMakeNoSense) {
  int64_t numbers[30];
  for (int64_t i = 0; i < 30; ++i) numbers[i] = i + 1;
  int64_t value = -7;
  Shape shape({5, 6});
  const gert::Tensor none = tensor({0}, ge::DT_INT64, numbers), one = tensor({}, ge::DT_INT64, numbers),
                     most = tensor({25}, ge::DT_INT64, numbers), more = tensor({26}, ge::DT_INT64, numbers),
                     unknown = tensor({-1}, ge::DT_INT64, numbers), absent = tensor({3}, ge::DT_INT64, nullptr);
  EXPECT_FALSE((GetValueToInteger<int64_t>(&none, value)));
  EXPECT_FALSE((GetValueToInteger<int64_t>(&absent, value)));
  EXPECT_FALSE((GetValueToInteger<int64_t>(static_cast<const gert::Tensor *>(nullptr), value)));
  EXPECT_EQ(value, -7);
  EXPECT_TRUE((GetValueToInteger<int64_t>(&one, value)));
  EXPECT_EQ(value, 1);
  EXPECT_FALSE(GetValueToShape<int64_t>(&more, shape));
  EXPECT_FALSE(GetValueToShape<int64_t>(&unknown, shape));
  EXPECT_FALSE(GetValueToShape<int64_t>(&absent, shape));
  EXPECT_EQ(shape, Shape({5, 6}));
  EXPECT_TRUE(GetValueToShape<int64_t>(&most, shape));
  EXPECT_EQ(shape.GetDimNum(), 25U);
  EXPECT_EQ(shape.GetDim(24), 25);
  EXPECT_TRUE(GetValueToShape<int64_t>(&none, shape));
  EXPECT_EQ(shape.GetDimNum(), 0U);
  SetUnknownShape(INT64_MAX, shape);
  EXPECT_EQ(shape.GetDimNum(), Shape::kMaxDimNum);
  SetUnknownShape(-3, shape);
  EXPECT_EQ(shape.GetDimNum(), 0U);
}

// The plug-in is built with the old string ABI, as operator libraries are.
// What is in force follows the order of the roots, also when everything is loaded already. Before the tests that load the
// library as a part of the program.
TEST(SpaceRegistry, FunctionsAndPrototypesFollowTheRoots) {
  namespace fs = std::filesystem;
  const fs::path root = fs::temp_directory_path() / std::string("infer_roots.").append(std::to_string(getpid()));
  for (const char *name : {"a", "b c"}) {
    fs::create_directories(root / name / "op_proto");
    fs::copy_file(OPSTRATA_INFER_PLUGIN, root / name / "op_proto/lib.so");
  }
  const std::string a = (root / "a").string(), b = (root / "b c").string();
  const auto expect_definitions_of = [](const std::string &library) {
    const auto library_of = [](auto *function) {
      Dl_info info{};
      return function != nullptr && dladdr(reinterpret_cast<const void *>(function), &info) != 0
                 ? std::string(info.dli_fname)
                 : "";
    };
    const auto definitions = opstrata::infer::definitions_of("InferPluginOp");
    ASSERT_FALSE(definitions.empty());
    const auto &definition = definitions.front();
    EXPECT_EQ(definition.origin.library, library);
    ASSERT_EQ(definition.configs.size(), 1u);
    EXPECT_EQ(*definition.configs[0].extended.find("library"), library);
    EXPECT_EQ(library_of(opstrata::infer::check_function(FUNC_CHECK_SUPPORTED, "InferPluginOp")), library);
    EXPECT_EQ(library_of(opstrata::infer::generalize_function("InferPluginOp")), library);
  };
  const auto in_force = [&](const std::string &custom) {
    setenv("ASCEND_CUSTOM_OPP_PATH", custom.c_str(), 1);
    const auto *entry = opstrata::infer::find_shape_inference("InferPluginOp");
    const auto *prototype = opstrata::infer::known_prototype("InferPluginOp");
    EXPECT_NE(entry, nullptr);
    EXPECT_NE(prototype, nullptr);
    if (entry == nullptr || prototype == nullptr) return std::string();
    EXPECT_EQ(entry->origin.library, prototype->origin.library);
    expect_definitions_of(entry->origin.library);
    return fs::path(entry->origin.library).parent_path().parent_path().string();
  };
  EXPECT_EQ(in_force(a), a);
  const uint64_t state = opstrata::infer::registry_state();
  EXPECT_EQ(opstrata::infer::registry_state(), state);
  EXPECT_EQ(in_force(b + ":" + a), b);
  EXPECT_NE(opstrata::infer::registry_state(), state);
  EXPECT_EQ(in_force(a + ":" + b), a);
  EXPECT_EQ(in_force(b), b);
  unsetenv("ASCEND_CUSTOM_OPP_PATH");
  fs::remove_all(root);
}

TEST(SpaceRegistry, SeesWhatWasAddedToItOnly) {
  gert::OpImplSpaceRegistryV2 empty, filled;
  EXPECT_EQ(empty.GetOpImpl("InferPluginOp"), nullptr);
  ASSERT_EQ(filled.AddSoToRegistry(gert::OppSoDesc({OPSTRATA_INFER_PLUGIN}, "op_host_so")), ge::GRAPH_SUCCESS);
  const auto *functions = filled.GetOpImpl("InferPluginOp");
  ASSERT_NE(functions, nullptr);
  EXPECT_NE(functions->infer_shape, nullptr);
  EXPECT_NE(functions->tiling, nullptr);
  EXPECT_EQ(functions->max_tiling_data_size, 64U);
  EXPECT_EQ(functions->infer_datatype, nullptr);
  EXPECT_TRUE(functions->IsInputDataDependency(1));
  EXPECT_FALSE(functions->IsInputDataDependency(0));
  EXPECT_TRUE(functions->IsOutputShapeDependOnCompute(0));
  EXPECT_EQ(empty.GetOpImpl("InferPluginOp"), nullptr);
  // A second registry over the library that is loaded already.
  gert::OpImplSpaceRegistryV2 again;
  ASSERT_EQ(again.AddSoToRegistry(gert::OppSoDesc({OPSTRATA_INFER_PLUGIN}, "op_host_so")), ge::GRAPH_SUCCESS);
  EXPECT_NE(again.GetOpImpl("InferPluginOp"), nullptr);
  EXPECT_EQ(again.AddSoToRegistry(gert::OppSoDesc({"/nowhere/lib.so"}, "x")), ge::GRAPH_FAILED);
  EXPECT_NE(std::string(opstrata::take_recent_message()).find("/nowhere/lib.so"), std::string::npos);

  auto &defaults = gert::DefaultOpImplSpaceRegistryV2::GetInstance();
  EXPECT_EQ(defaults.GetSpaceRegistry(), nullptr);
  const auto shared = std::make_shared<gert::OpImplSpaceRegistryV2>();
  EXPECT_EQ(defaults.SetSpaceRegistry(shared), ge::GRAPH_SUCCESS);
  EXPECT_EQ(defaults.GetSpaceRegistry(), shared);
  EXPECT_EQ(defaults.GetSpaceRegistry(gert::OppImplVersionTag::kOppKernel), nullptr);
  EXPECT_EQ(defaults.SetSpaceRegistry(nullptr), ge::GRAPH_SUCCESS);
  EXPECT_EQ(defaults.SetSpaceRegistry(shared, gert::OppImplVersionTag::kVersionEnd), ge::GRAPH_FAILED);
  EXPECT_EQ(defaults.GetSpaceRegistry(), nullptr);
}

TEST(SpaceRegistry, PluginsRunThroughTheExecutorsDoorToo) {
  gert::OpImplSpaceRegistryV2 registry;
  ASSERT_EQ(registry.AddSoToRegistry(gert::OppSoDesc({OPSTRATA_INFER_PLUGIN}, "op_host_so")), ge::GRAPH_SUCCESS);
  opstrata::infer::Node node;
  node.type = "InferPluginOp";
  node.inputs.resize(1);
  node.inputs[0].shape = Shape({2, 3});
  node.outputs.resize(1);
  const opstrata::Status status = opstrata::infer::infer_shapes(node);
  ASSERT_TRUE(status.ok()) << status.text();
  EXPECT_EQ(node.outputs[0].shape, Shape({2, 3, 1}));
  EXPECT_EQ(opstrata::infer::find_shape_inference("InferPluginOp")->origin.library, OPSTRATA_INFER_PLUGIN);
}

}  // namespace
