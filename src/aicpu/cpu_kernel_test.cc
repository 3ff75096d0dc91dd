// The cpu_kernel.h family. The same source is built with both string ABIs, as consumers are.
#include "cpu_kernel.h"

#include <cstdio>
#include <mutex>
#include <numeric>
#include <set>

#include "aicpu/mini_test.h"
#include "async_cpu_kernel.h"
#include "cpu_kernel_register.h"
#include "cpu_kernel_utils.h"
#include "cust_op/cust_cpu_utils.h"
#include "device.h"
#include "node_def_builder.h"
#include "utils/bcast.h"
#include "utils/eigen_tensor.h"
#include "utils/kernel_util.h"

namespace aicpu {

const char *kDouble = "CpuKernelTestDouble";
/// y = 2 x through an Eigen map in parallel; member state shows whether an object is reused.
class DoubleKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override {
    KERNEL_HANDLE_ERROR(NormalCheck(ctx, 1, 1), "%s: check failed", ctx.GetOpType().c_str());
    KERNEL_CHECK_FALSE(runs_++ == 0, KERNEL_STATUS_INNER_ERROR, "object was reused")
    Tensor *x = ctx.Input(kFirstInputIndex);
    Tensor *y = ctx.Output(kFirstOutputIndex);
    EigenTensor in(x, x->GetData());
    EigenTensor out(y, y->GetData());
    auto source = in.flat<float>();
    auto target = out.flat<float>();
    const int64_t total = x->NumElements();
    const int64_t unit = std::max<int64_t>(1, total / std::max(1U, CpuKernelUtils::GetCPUNum(ctx) - kResvCpuNum));
    return CpuKernelUtils::ParallelFor(ctx, total, unit, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) target(i) = source(i) * 2;
    });
  }

 private:
  int runs_ = 0;
};
REGISTER_CPU_KERNEL(kDouble, DoubleKernel);

const char *kAttrs = "CpuKernelTestAttrs";
/// Reads attributes of every kind by name; the output shape comes from one of them.
class AttrsKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override {
    KERNEL_CHECK_NULLPTR(ctx.GetAttr("dims"), KERNEL_STATUS_PARAM_INVALID, "no dims")
    KERNEL_CHECK_FALSE(ctx.GetAttr("absent") == nullptr && ctx.Input(5) == nullptr, KERNEL_STATUS_INNER_ERROR, "not null")
    KERNEL_CHECK_FALSE(ctx.GetAttr("text")->GetString() == "sum" && ctx.GetAttr("text")->GetInt() == 0 &&
                           ctx.GetAttr("flags")->GetListBool() == std::vector<bool>({true, false}) &&
                           ctx.GetAttr("half")->GetFloat() == 0.5f &&
                           ctx.GetAttr("names")->GetListString() == std::vector<std::string>({"a", "b"}),
                       KERNEL_STATUS_INNER_ERROR, "attributes")
    ctx.Output(0)->GetTensorShape()->SetDimSizes(ctx.GetAttr("dims")->GetListInt());
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kAttrs, AttrsKernel);

const char *kVersions = "CpuKernelTestVersions";
class FirstVersion : public CpuKernel {
  uint32_t Compute(CpuKernelContext &) override { return 201; }
};
class SecondVersion : public CpuKernel {
  uint32_t Compute(CpuKernelContext &) override { return 501; }
};
REGISTER_CPU_KERNEL(kVersions, FirstVersion);
namespace later {
REGISTER_CPU_KERNELV2(kVersions, SecondVersion);
}

const char *kAsync = "CpuKernelTestAsync";
class AsyncKernel : public AsyncCpuKernel {
  uint32_t ComputeAsync(CpuKernelContext &, DoneCallback done) override {
    done(7);
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kAsync, AsyncKernel);

}  // namespace aicpu

using namespace aicpu;  // as tests of kernels do

namespace {

std::shared_ptr<NodeDef> double_node(std::vector<int64_t> shape, float *x, float *y) {
  auto node = CpuKernelUtils::CreateNodeDef();
  NodeDefBuilder(node.get(), "double", "CpuKernelTestDouble")
      .Input({"x", DT_FLOAT, shape, x})
      .Output({"y", DT_FLOAT, shape, y});
  return node;
}

MINI_TEST(RunsThroughTheRegisterWithANewObjectEachTime) {
  alignas(16) float x[1000], y[1000] = {};
  std::iota(x, x + 1000, 0.0f);
  const auto node = double_node({10, 100}, x, y);
  for (int i = 0; i < 2; ++i) {
    CpuKernelContext ctx(i == 0 ? HOST : DEVICE);
    EXPECT(ctx.Init(node.get()) == KERNEL_STATUS_OK);
    EXPECT(CpuKernelRegister::Instance().RunCpuKernel(ctx) == KERNEL_STATUS_OK);
    EXPECT(y[999] == 1998.0f);
  }
  EXPECT(node->MutableInputs(0)->GetDataSize() == 4000);
  EXPECT(node->MutableInputs(1) == nullptr);
  CpuKernelContext ctx(HOST);
  EXPECT(ctx.Init(static_cast<NodeDef *>(nullptr)) == KERNEL_STATUS_PARAM_INVALID);
}

MINI_TEST(ChecksOfNormalCheck) {
  alignas(16) float x[4] = {}, y[4] = {};
  auto run = [](const std::shared_ptr<NodeDef> &node) {
    CpuKernelContext ctx(HOST);
    (void)ctx.Init(node.get());
    return CpuKernelRegister::Instance().RunCpuKernel(ctx);
  };
  EXPECT(run(double_node({4}, x, nullptr)) == KERNEL_STATUS_PARAM_INVALID);
  EXPECT(run(double_node({0}, nullptr, nullptr)) == KERNEL_STATUS_OK);  // empty tensors need no data
  const auto more_outputs = double_node({4}, x, y);
  (void)more_outputs->AddOutputs();
  EXPECT(run(more_outputs) == KERNEL_STATUS_PARAM_INVALID);
  const auto unknown = double_node({4}, x, y);
  unknown->SetOpType("CpuKernelTestNone");
  EXPECT(run(unknown) == KERNEL_STATUS_INNER_ERROR);
}

MINI_TEST(AttributesByNameAndShapesAlias) {
  auto node = CpuKernelUtils::CreateNodeDef();
  NodeDefBuilder(node.get(), "n", "CpuKernelTestAttrs")
      .Output({"y", DT_INT8, {9}, nullptr})
      .Attr("dims", std::vector<int64_t>{2, 3})
      .Attr("text", std::string("sum"))
      .Attr("flags", std::vector<bool>{true, false})
      .Attr("half", 0.5)
      .Attr("names", std::vector<std::string>{"a", "b"})
      .Attr("shape", std::vector<int64_t>{4, 5}, "shape")
      .Attr("shapes", std::vector<std::vector<int64_t>>{{1}, {2, 3}}, "shape_list");
  CpuKernelContext ctx(HOST);
  EXPECT(ctx.Init(node.get()) == KERNEL_STATUS_OK);
  EXPECT(CpuKernelRegister::Instance().RunCpuKernel(ctx) == KERNEL_STATUS_OK);
  EXPECT(node->MutableOutputs(0)->GetTensorShape()->GetDimSizes() == std::vector<int64_t>({2, 3}));
  EXPECT(ctx.GetAttr("shape")->GetTensorShape()->GetDimSizes() == std::vector<int64_t>({4, 5}));
  EXPECT(ctx.GetAttr("shapes")->GetListTensorShape()[1].GetDimSize(1) == 3);
  EXPECT(ctx.GetAttr("shapes")->ListTensorShapeSize() == 2);
  EXPECT(CpuKernelUtils::GetTensorName(node->MutableOutputs(0).get()) == "y");
  EXPECT(node->Attrs().size() == 7 && node->Attrs().count("half") == 1);
  EXPECT(!node->AddAttrs("half", CpuKernelUtils::CreateAttrValue().get()));
}

MINI_TEST(ListsAppendAndScalarsReplace) {
  const auto attr = CpuKernelUtils::CreateAttrValue();
  attr->SetListInt({1, 2});
  attr->SetListInt({3});
  attr->AddListInt(4);
  EXPECT(attr->GetListInt() == std::vector<int64_t>({1, 2, 3, 4}));
  EXPECT(attr->ListIntSize() == 4 && attr->ListFloatSize() == 0 && attr->GetString().empty());
  attr->SetListListInt({{1}, {2}});
  attr->SetListListInt({{5}});
  EXPECT(attr->GetListListInt().size() == 1);
  attr->SetListString({"a"});
  attr->AddListString("b");
  EXPECT(attr->GetListString() == std::vector<std::string>({"a", "b"}));
  attr->SetInt(3);
  EXPECT(attr->GetInt() == 3 && attr->GetListString().empty());
  EXPECT(attr->GetTensorShape()->GetDims() == 0 && attr->GetInt() == 0);  // reading as shape makes it one
  const auto shape = CpuKernelUtils::CreateTensorShape();
  EXPECT(attr->SetListTensorShape({shape.get(), nullptr}) == 1 && attr->ListTensorShapeSize() == 2);
  EXPECT(!attr->SetTensor(nullptr));
}

MINI_TEST(NodesSurviveTheirWireForm) {
  float data = 0;
  auto node = CpuKernelUtils::CreateNodeDef();
  NodeDefBuilder(node.get(), "n", "Any").Input({"x", DT_BFLOAT16, {2, 3}, &data, FORMAT_ND}).Attr("axis", int64_t{-1});
  // Data of a type without size are there: kernels that ask whether a tensor is empty go on to refuse the type.
  const auto odd = NodeDefBuilder::CreateNodeDef();
  NodeDefBuilder(odd.get(), "n", "Any")
      .Input({"x", DT_UNDEFINED, {}, &data, FORMAT_ND})
      .Input({"y", DT_STRING, {2}, &data, FORMAT_ND})
      .Input({"z", DT_UNDEFINED, {3}, nullptr, FORMAT_ND})
      .Input({"w", DT_UNDEFINED, {0}, &data, FORMAT_ND});
  EXPECT(odd->MutableInputs(0)->GetDataSize() != 0 && odd->MutableInputs(1)->GetDataSize() != 0);
  EXPECT(odd->MutableInputs(2)->GetDataSize() == 0 && odd->MutableInputs(3)->GetDataSize() == 0);
  std::string bytes;
  EXPECT(node->SerializeToString(bytes));
  // op = field 2, length-delimited: 0x12, 3, "Any"
  EXPECT(bytes.compare(0, 5, "\x12\x03" "Any") == 0);
  auto copy = CpuKernelUtils::CreateNodeDef();
  EXPECT(copy->ParseFromString(bytes));
  EXPECT(copy->GetOpType() == "Any" && copy->Attrs().at("axis")->GetInt() == -1);
  EXPECT(copy->MutableInputs(0)->GetData() == &data && copy->MutableInputs(0)->GetDataType() == DT_BFLOAT16);
  EXPECT(copy->MutableInputs(0)->GetTensorShape()->GetFormat() == FORMAT_ND);
  EXPECT(!copy->ParseFromString("\x12\x7f") && copy->GetOpType() == "Any");
}

MINI_TEST(VersionsAndTypesOfTheRegister) {
  auto &kernels = CpuKernelRegister::Instance();
  EXPECT(kernels.IsRegisteredV2("CpuKernelTestVersions") && !kernels.IsRegisteredV2("CpuKernelTestDouble"));
  EXPECT(kernels.GetCpuKernelV2("CpuKernelTestDouble") == nullptr);
  EXPECT(kernels.GetAllRegisteredOpTypesV2() == std::vector<std::string>({"CpuKernelTestVersions"}));
  const auto types = kernels.GetAllRegisteredOpTypes();
  EXPECT(std::is_sorted(types.begin(), types.end()) && types.size() == 4);
  EXPECT(RegistCpuKernel("CpuKernelTestDouble", [] { return MakeShared<FirstVersion>(); }));  // skipped: first wins
  EXPECT(std::dynamic_pointer_cast<DoubleKernel>(kernels.GetCpuKernel("CpuKernelTestDouble")) != nullptr);
}

MINI_TEST(AsynchronousKernelsAreWaitedFor) {
  auto node = CpuKernelUtils::CreateNodeDef();
  node->SetOpType("CpuKernelTestAsync");
  CpuKernelContext ctx(HOST);
  EXPECT(ctx.Init(node.get()) == KERNEL_STATUS_OK);
  EXPECT(CpuKernelRegister::Instance().RunCpuKernel(ctx) == KERNEL_STATUS_OK);
}

MINI_TEST(ParallelForAsTheInterfaceSays) {
  CpuKernelContext ctx(HOST);
  std::mutex mutex;
  std::multiset<int64_t> seen;
  const auto note = [&](int64_t begin, int64_t end) {
    const std::lock_guard<std::mutex> lock(mutex);
    for (; begin < end; ++begin) seen.insert(begin);
  };
  EXPECT(CpuKernelUtils::ParallelFor(ctx, 100, 7, note) == KERNEL_STATUS_OK);
  EXPECT(seen.size() == 100 && *seen.rbegin() == 99 && std::set<int64_t>(seen.begin(), seen.end()).size() == 100);
  EXPECT(CpuKernelUtils::ParallelFor(ctx, 0, 1, note) == KERNEL_STATUS_OK);
  EXPECT(CpuKernelUtils::ParallelFor(ctx, 5, 0, note) == KERNEL_STATUS_OK);
  EXPECT(CpuKernelUtils::ParallelFor(ctx, 5, 1, nullptr) == KERNEL_STATUS_OK);
  // A device's loop by itself does not call what is not there either.
  for (const DeviceType type : {HOST, DEVICE}) {
    const Device device(type);
    device.GetSharder()->ParallelFor(5, 1, nullptr);
    device.GetSharder()->ParallelFor(0, 1, note);
    device.GetSharder()->ParallelFor(-5, 1, note);
    device.GetSharder()->ParallelFor(5, 0, note);
  }
  EXPECT(seen.size() == 100);
  EXPECT(CpuKernelUtils::ParallelFor(ctx, 5, 1, [](int64_t, int64_t) { throw 1; }) == KERNEL_STATUS_INNER_ERROR);
  EXPECT(CpuKernelUtils::GetCPUNum(ctx) >= 2);
}

MINI_TEST(NamesAndHelpers) {
  EXPECT(DTypeStr(DT_BFLOAT16) == "DT_BFLOAT16" && DTypeStr(static_cast<DataType>(5)) == "DT_UNDEFINED");
  EXPECT(DType("DT_COMPLEX64") == DT_COMPLEX64 && DType("none") == DT_UNDEFINED);
  EXPECT(FormatToSerialString(FORMAT_NCHW) == "NCHW" && FormatToSerialString(FORMAT_FRACTAL_NZ_C0_32) == "FRACTAL_NZ_C0_32");
  EXPECT(FormatToSerialString(static_cast<Format>(4 | (3 << 8))) == "FRACTAL_Z:3");
  EXPECT(FormatToSerialString(static_cast<Format>(200)) == "UNDEFINED");
  EXPECT(GetPrimaryFormat(4 | (300 << 8)) == 4 && GetSubFormat(4 | (300 << 8)) == 300);
  EXPECT(GetSizeByDataType(DT_COMPLEX128) == 16 && GetSizeByDataType(DT_INT4) == 1 && GetSizeByDataType(DT_STRING) == -1);
  EXPECT(GetSizeByDataType(DT_DUAL) == 5 && GetSizeByDataType(DT_COMPLEX32) == 4 && GetSizeByDataType(DT_FLOAT6_E3M2) == -1);
  EXPECT(VectorToString(std::vector<int64_t>{1, 2, 3}) == "1, 2, 3" && FmtToStr(7) == "[7]" && ConcatString("a", 1) == "a1");
  EXPECT(CeilMultiple(7, 2) == 4 && CeilMultiple(6, 2) == 3);
  EXPECT(CeilMultiple(INT64_MIN, -1) == INT64_MAX && CeilMultiple(7, 0) == 7);
  EXPECT(IsValueEqual(1.0f, 1.000001f) && !IsValueEqual(1.0f, 1.0001f) && !IsValueEqual(1, 2));
  EXPECT(IsValueEqual(Eigen::half(1.0f), Eigen::half(1.0009765625f)));
  int64_t product = 0;
  EXPECT(MulWithoutOverflow(1LL << 31, 2, product) && product == 1LL << 32 && !CheckInt64MulOverflow(1LL << 62, 2));
  char target[4] = {};
  EXPECT(BiggerMemCpy(target, 4, "abc", 4) && target[2] == 'c' && !BiggerMemCpy(target, 3, "abc", 4));
  EXPECT(BiggerMemSet(target, 4, 'x', 2) && target[1] == 'x' && target[2] == 'c');
  EXPECT(AddrAlignedCheck(reinterpret_cast<void *>(32)) && !AddrAlignedCheck(reinterpret_cast<void *>(40)));
}

// The broadcasts are those of NumPy: shapes (2, 1, 3) and (4, 1).
MINI_TEST(BroadcastMapsIndices) {
  std::vector<int64_t> x = {2, 1, 3}, y = {4, 1};
  const Bcast bcast(x, y);
  EXPECT(bcast.IsValid());
  for (int64_t i = 0; i < 24; ++i) {
    EXPECT(bcast.GetBroadcastXIndex(i) == i / 12 * 3 + i % 3);
    EXPECT(bcast.GetBroadcastYIndex(i) == i / 3 % 4);
  }
  std::vector<int64_t> a = {2, 3, 4}, b = {2, 3, 1}, c = {3, 3};
  const Bcast merged(a, b);
  EXPECT(merged.XReshape() == std::vector<int64_t>({6, 4}) && merged.YReshape() == std::vector<int64_t>({6, 1}));
  EXPECT(merged.YBcast() == std::vector<int64_t>({1, 4}) && merged.ResultShape() == std::vector<int64_t>({6, 4}));
  EXPECT(!Bcast(a, c).IsValid());
  EXPECT(Bcast(a, a).ResultShape() == std::vector<int64_t>({24}));

  auto node = double_node({2, 3}, nullptr, nullptr);
  const auto second = node->AddInputs();
  second->GetTensorShape()->SetDimSizes({3});
  BCalcInfo info;
  info.input_0 = node->MutableInputs(0).get();
  const auto first = node->MutableInputs(0), out = node->MutableOutputs(0);
  info.input_0 = first.get();
  info.input_1 = second.get();
  info.output = out.get();
  Bcast three;
  EXPECT(three.GenerateBcastInfo(info) == KERNEL_STATUS_OK);
  three.BCastIndexes(info.x_indexes, info.y_indexes);
  EXPECT(info.y_indexes == std::vector<int64_t>({0, 1, 2, 0, 1, 2}));
  three.GetBcastVec(info);
  EXPECT(info.bcast_1 == std::vector<int64_t>({2, 1}) && info.reshape_1 == std::vector<int64_t>({1, 3}));
  out->GetTensorShape()->SetDimSizes({2, 4});
  EXPECT(three.GenerateBcastInfo(info) == KERNEL_STATUS_PARAM_INVALID);
}

MINI_TEST(CustomKernelsLogIntoTheirWorkspace) {
  CpuKernelContext ctx(HOST);
  char workspace[32];
  CpuKernelUtils::UpdateCustWorkSpaceInfo(&ctx, sizeof(workspace), reinterpret_cast<uint64_t>(workspace));
  CustCpuKernelUtils::CustLogInfo(ctx, "n = %d", 5);
  CustCpuKernelUtils::CustLogWarning(ctx, "%s", "a text that is longer than what is left");
  EXPECT(std::string(workspace).compare(0, 13, "[Info]n = 5\n[") == 0 && std::string(workspace).size() == 31);
}

MINI_TEST(ShapesAndTensors) {
  const auto shape = CpuKernelUtils::CreateTensorShape();
  shape->SetDimSizes({2, 0, 3});
  EXPECT(shape->NumElements() == 0 && shape->GetDimSize(7) == 0 && shape->GetDims() == 3);
  shape->SetDimSizes({int64_t{1} << 40, int64_t{1} << 40});
  EXPECT(shape->NumElements() == -1);
  shape->SetDimSizes({-1, 2});
  EXPECT(shape->NumElements() == -1);
  const auto tensor = CpuKernelUtils::CreateTensor();
  EXPECT(tensor->NumElements() == 1 && !tensor->SetTensorShape(nullptr));
  tensor->SetDataType(DT_DOUBLE);
  shape->SetDimSizes({3, 5});
  EXPECT(tensor->SetTensorShape(shape.get()) && tensor->CalcDataSizeByShape() == 120 && tensor->GetDataSize() == 0);
  shape->SetDimSizes({1});
  EXPECT(tensor->NumElements() == 15);  // a copy
  tensor->GetTensorShape()->SetDimSizes({4});
  EXPECT(tensor->NumElements() == 4);  // a handle
  tensor->SetDataType(DT_STRING);
  EXPECT(tensor->CalcDataSizeByShape() == -1);
}

MINI_TEST(EveryKindOfAttributeValue) {
  const auto attr = CpuKernelUtils::CreateAttrValue();
  attr->SetString("text");
  EXPECT(attr->GetString() == "text" && attr->GetInt() == 0 && !attr->GetBool() && attr->GetListInt().empty());
  attr->SetFloat(0.5f);
  EXPECT(attr->GetFloat() == 0.5f && attr->GetString().empty());
  attr->SetBool(true);
  EXPECT(attr->GetBool() && attr->GetFloat() == 0.0f);
  attr->SetDataType(DT_INT8);
  EXPECT(attr->GetDataType() == DT_INT8 && !attr->GetBool());
  attr->SetListFloat({0.5f});
  attr->AddListFloat(1.5f);
  EXPECT(attr->GetListFloat() == std::vector<float>({0.5f, 1.5f}) && attr->ListFloatSize() == 2);
  attr->SetListBool({true});
  attr->AddListBool(false);
  EXPECT(attr->GetListBool() == std::vector<bool>({true, false}) && attr->ListBoolSize() == 2 &&
         attr->ListFloatSize() == 0);
  attr->SetListDataType({DT_FLOAT});
  attr->AddListDataType(DT_BOOL);
  EXPECT(attr->GetListDataType() == std::vector<DataType>({DT_FLOAT, DT_BOOL}) && attr->ListDataTypeSize() == 2);
  attr->SetListString({"a"});
  EXPECT(attr->ListStringSize() == 1 && attr->ListDataTypeSize() == 0);
  const auto tensor = CpuKernelUtils::CreateTensor();
  tensor->SetDataType(DT_INT16);
  tensor->SetDataSize(6);
  EXPECT(tensor->GetDataSize() == 6);
  EXPECT(attr->SetTensor(tensor.get()) && attr->GetTensor()->GetDataType() == DT_INT16 &&
         attr->GetTensor()->GetDataSize() == 6);
  EXPECT(attr->SetListTensor({tensor.get(), nullptr}) == 1 && attr->ListTensorSize() == 2);
  attr->AddListTensor()->SetDataType(DT_UINT8);
  EXPECT(attr->ListTensorSize() == 3 && attr->GetListTensor()[0].GetDataType() == DT_INT16 &&
         attr->GetListTensor()[2].GetDataType() == DT_UINT8);
  attr->AddListTensorShape()->SetDimSizes({7});
  EXPECT(attr->ListTensorShapeSize() == 1 && attr->GetListTensorShape()[0].GetDimSize(0) == 7 &&
         attr->ListTensorSize() == 0);
}

MINI_TEST(NodesTensorsAndShapes) {
  const auto node = CpuKernelUtils::CreateNodeDef();
  EXPECT(node->InputsSize() == 0 && node->OutputsSize() == 0);
  auto input = node->AddInputs();
  (void)node->AddOutputs();
  (void)node->AddOutputs();
  EXPECT(node->InputsSize() == 1 && node->OutputsSize() == 2);
  CpuKernelUtils::SetTensorName("x", input);
  EXPECT(CpuKernelUtils::GetTensorName(node->MutableInputs(0).get()) == "x");
  EXPECT(!input->GetTensorShape()->GetUnknownRank());
  input->GetTensorShape()->SetUnknownRank(true);
  EXPECT(input->GetTensorShape()->GetUnknownRank());
  EXPECT(CpuKernelUtils::GetImpl(input.get()) != nullptr);
  float data = 0;
  Tensor *const tensor = input.get();
  tensor->GetTensorShape()->SetDimSizes({0, 3});
  EXPECT(IsEmptyTensor(tensor));
  tensor->SetData(&data);
  EXPECT(!IsEmptyTensor(tensor));  // null data and a dimension of 0, both
  tensor->SetData(nullptr);
  tensor->GetTensorShape()->SetDimSizes({2});
  EXPECT(!IsEmptyTensor(tensor));
}

MINI_TEST(KindsOfShapesAndNumbersOfProcessors) {
  const std::vector<int64_t> scalar, vector = {3}, matrix = {2, 3}, square = {4, 4}, cube = {2, 2, 2};
  EXPECT(IsScalar(scalar) && !IsScalar(vector));
  EXPECT(IsVector(vector) && !IsVector(scalar) && !IsVector(matrix));
  EXPECT(IsMatrix(matrix) && !IsMatrix(vector) && !IsMatrix(cube));
  EXPECT(IsSquareMatrix(square) && !IsSquareMatrix(matrix) && !IsSquareMatrix(cube));
  EXPECT(IsVectorOrHigher(vector) && IsVectorOrHigher(cube) && !IsVectorOrHigher(scalar));
  EXPECT(GetMaxCompilerCoreNum() >= 1 && GetMaxCompilerCoreNum() <= 48);
  EXPECT(AlignedTo(13, 8) == 16 && AlignedTo(16, 8) == 16);
  std::FILE *file = std::fopen("cpu_kernel_test.tmp", "wb");
  EXPECT(file != nullptr && std::fwrite("12345", 1, 5, file) == 5 && std::fclose(file) == 0);
  EXPECT(CalFileSize("cpu_kernel_test.tmp") == 5);
  (void)std::remove("cpu_kernel_test.tmp");
}

// Exactly two inputs and one output, all there; types that differ are refused.
MINI_TEST(ChecksOfNormalMathCheck) {
  float x[2] = {}, y[2] = {}, out[2] = {};
  const auto check = [&](DataType second, void *second_data, int outputs) {
    auto node = CpuKernelUtils::CreateNodeDef();
    NodeDefBuilder builder(node.get(), "n", "Any");
    builder.Input({"x", DT_FLOAT, {2}, x}).Input({"y", second, {2}, second_data});
    for (int i = 0; i < outputs; ++i) builder.Output({"z", DT_FLOAT, {2}, out});
    CpuKernelContext ctx(HOST);
    (void)ctx.Init(node.get());
    return NormalMathCheck(ctx);
  };
  EXPECT(check(DT_FLOAT, y, 1) == KERNEL_STATUS_OK);
  EXPECT(check(DT_INT32, y, 1) == KERNEL_STATUS_PARAM_INVALID);
  EXPECT(check(DT_FLOAT, nullptr, 1) == KERNEL_STATUS_PARAM_INVALID);
  EXPECT(check(DT_FLOAT, y, 2) == KERNEL_STATUS_PARAM_INVALID);
}

MINI_TEST(CustomLogsNameTheirLevel) {
  CpuKernelContext ctx(HOST);
  char workspace[256];
  CpuKernelUtils::UpdateCustWorkSpaceInfo(&ctx, sizeof(workspace), reinterpret_cast<uint64_t>(workspace));
  CustCpuKernelUtils::CustLogDebug(ctx, "%d", 1);
  CustCpuKernelUtils::CustLogError(ctx, "%d", 2);
  const std::string text = workspace;
  EXPECT(text.find("[Debug]1") == 0 && text.find("[Error]2") != std::string::npos);
}

}  // namespace

MINI_TEST_MAIN()
