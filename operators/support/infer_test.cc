// Shape inference of the shipped operators on known and unknown shapes, as graph preparation calls it. What known shapes give
// is also compared with PyTorch by every golden case; here are the rules for what is not known, and the refusals.
#include <gtest/gtest.h>

#include <optional>

#include "acl/acl.h"
#include "base/context_builder/op_infer_shape_context_builder.h"
#include "base/registry/op_impl_space_registry_v2.h"
#include "op_common/log/log.h"

namespace {

using gert::Shape;
using Values = std::vector<int64_t>;

const gert::OpImplKernelRegistry::OpImplFunctionsV2 *functions_of(const char *op) {
  static gert::OpImplSpaceRegistryV2 *const registry = [] {
    auto *r = new gert::OpImplSpaceRegistryV2;
    EXPECT_EQ(r->AddSoToRegistry(gert::OppSoDesc({OPSTRATA_PREFIX_DIR "/opp/built-in/op_proto/libopgraph_opstrata.so"}, "op_proto_so")), ge::GRAPH_SUCCESS);
    return r;
  }();
  return registry->GetOpImpl(op);
}

/// An input: its shape, and its values (int64) where the host knows them.
struct In {
  Shape shape;
  std::optional<Values> values{};
};
In known(const Values &values) { return {Shape({static_cast<int64_t>(values.size())}), values}; }

/// Text of the output shapes, or "refused".
template <class... Attrs>
std::string infer(const char *op, std::vector<In> inputs, size_t outputs, Attrs... attrs) {
  std::vector<gert::Tensor> tensors;
  std::vector<gert::Tensor *> pointers;
  tensors.reserve(inputs.size());
  for (In &in : inputs) {
    gert::StorageShape shape;
    shape.MutableOriginShape() = shape.MutableStorageShape() = in.shape;
    void *data = in.values.has_value() && !in.values->empty() ? in.values->data() : nullptr;
    tensors.emplace_back(shape, gert::StorageFormat(ge::FORMAT_ND, ge::FORMAT_ND, {}), gert::kOnHost, in.values ? ge::DT_INT64 : ge::DT_FLOAT, data);
    pointers.push_back(&tensors.back());
  }
  gert::OpInferShapeContextBuilder builder;
  builder.OpType(op).OpName(op).IONum(inputs.size(), outputs);
  if (std::string(op).rfind("Concat", 0) == 0) {
    const auto parts = static_cast<uint32_t>(inputs.size() - (std::string(op) == "ConcatV2" ? 1 : 0));
    builder.IOInstanceNum(std::string(op) == "ConcatV2" ? std::vector<uint32_t>{parts, 1} : std::vector<uint32_t>{parts}, {1});
  }
  for (size_t i = 0; i < outputs; ++i) builder.OutputTensorDesc(i, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND);
  (builder.AppendAttr(attrs), ...);
  auto holder = builder.InputTensors(pointers).Build();
  const auto *functions = functions_of(op);
  if (functions == nullptr || functions->infer_shape == nullptr) return "not registered";
  if (functions->infer_shape(holder.GetContext()) != ge::GRAPH_SUCCESS) return "refused";
  std::string text;
  for (size_t i = 0; i < outputs; ++i) text += Ops::Base::ToString(*holder.GetContext()->GetOutputShape(i));
  return text;
}

constexpr int64_t kSome = -1;
const Shape kAnyRank({-2});

TEST(Infer, UnknownDimensionsOfBroadcastAndElementwise) {
  EXPECT_EQ(infer("Add", {{Shape({kSome, 3})}, {Shape({4, 1})}}, 1), "[4, 3]");
  EXPECT_EQ(infer("Mul", {{kAnyRank}, {Shape({4, 1})}}, 1), "[-2]");
  EXPECT_EQ(infer("Relu", {{Shape({kSome, 2})}}, 1), "[-1, 2]");
  EXPECT_EQ(infer("Sub", {{Shape({2})}, {Shape({3})}}, 1), "refused");
}

TEST(Infer, MatMul) {
  EXPECT_EQ(infer("MatMul", {{Shape({kSome, 3})}, {Shape({3, 5})}}, 1, false, false), "[-1, 5]");
  EXPECT_EQ(infer("MatMul", {{Shape({3, 4})}, {Shape({5, 3})}}, 1, true, true), "[4, 5]");
  EXPECT_EQ(infer("MatMul", {{Shape({4, kSome})}, {Shape({3, 5})}}, 1, false, false), "[4, 5]");
  EXPECT_EQ(infer("MatMul", {{kAnyRank}, {Shape({3, 5})}}, 1, false, false), "[-2]");
  EXPECT_EQ(infer("MatMul", {{Shape({2, 3})}, {Shape({2, 3})}}, 1, false, false), "refused");
  EXPECT_EQ(infer("MatMul", {{Shape({3})}, {Shape({3, 3})}}, 1, false, false), "refused");
  EXPECT_EQ(infer("BatchMatMulV2", {{Shape({7, 1, 2, 3})}, {Shape({4, 3, 5})}}, 1, false, false, int64_t{0}), "[7, 4, 2, 5]");
}

TEST(Infer, ReduceSum) {
  const In x = {Shape({2, kSome, 4})};
  EXPECT_EQ(infer("ReduceSum", {x, known({1})}, 1, false, true), "[2, 4]");
  EXPECT_EQ(infer("ReduceSum", {x, known({-1, 0})}, 1, true, true), "[1, -1, 1]");
  EXPECT_EQ(infer("ReduceSum", {x, known({})}, 1, false, true), "[2, -1, 4]");
  EXPECT_EQ(infer("ReduceSum", {x, known({})}, 1, false, false), "[]");
  EXPECT_EQ(infer("ReduceSum", {x, {Shape({1})}}, 1, true, true), "[-1, -1, -1]") << "axes unknown";
  EXPECT_EQ(infer("ReduceSum", {x, {Shape({1})}}, 1, false, true), "[-2]") << "axes unknown";
  EXPECT_EQ(infer("ReduceSum", {{kAnyRank}, known({0})}, 1, false, true), "[-2]");
  EXPECT_EQ(infer("ReduceSum", {x, known({3})}, 1, false, true), "refused");
}

TEST(Infer, TransposeConcatGather) {
  EXPECT_EQ(infer("Transpose", {{Shape({2, 3, 4})}, known({2, 0, -2})}, 1), "[4, 2, 3]");
  EXPECT_EQ(infer("Transpose", {{Shape({2, 3})}, {Shape({2})}}, 1), "[-1, -1]") << "perm unknown";
  EXPECT_EQ(infer("Transpose", {{kAnyRank}, {Shape({3})}}, 1), "[-1, -1, -1]");
  EXPECT_EQ(infer("Transpose", {{Shape({2, 3})}, known({0, 0})}, 1), "refused");
  EXPECT_EQ(infer("ConcatV2", {{Shape({2, kSome})}, {Shape({2, 3})}, known({-1})}, 1, int64_t{2}), "[2, -1]");
  EXPECT_EQ(infer("ConcatV2", {{Shape({kSome, 1})}, {Shape({2, 3})}, known({1})}, 1, int64_t{2}), "[2, 4]");
  EXPECT_EQ(infer("ConcatV2", {{Shape({2, 1})}, {Shape({3, 1})}, known({1})}, 1, int64_t{2}), "refused");
  EXPECT_EQ(infer("ConcatV2", {{Shape({2, 1})}, {Shape({2, 1})}, {Shape({1})}}, 1, int64_t{2}), "[-1, -1]") << "axis unknown";
  EXPECT_EQ(infer("ConcatD", {{Shape({2, 1})}, {Shape({2, 3})}}, 1, int64_t{1}, int64_t{2}), "[2, 4]");
  EXPECT_EQ(infer("GatherV2", {{Shape({2, 3, 4})}, {Shape({5, 6})}, known({1})}, 1, int64_t{0}, false, false), "[2, 5, 6, 4]");
  EXPECT_EQ(infer("GatherV2", {{Shape({2, 3, 4})}, {Shape({2, 6})}, known({1})}, 1, int64_t{1}, false, false), "[2, 6, 4]");
  EXPECT_EQ(infer("GatherV2", {{Shape({2, 3, 4})}, {Shape({5})}, {Shape({1})}}, 1, int64_t{0}, false, false), "[-1, -1, -1]") << "axis unknown";
  EXPECT_EQ(infer("GatherV2", {{Shape({2})}, {Shape({5})}, known({1})}, 1, int64_t{0}, false, false), "refused");
}

TEST(Infer, LayerNormStatistics) {
  EXPECT_EQ(infer("LayerNorm", {{Shape({2, kSome, 4})}, {Shape({4})}, {Shape({4})}}, 3, int64_t{-1}, int64_t{-1}, 1e-5f), "[2, -1, 4][2, -1, 1][2, -1, 1]");
  EXPECT_EQ(infer("LayerNorm", {{Shape({2, 3})}, {Shape({3})}, {Shape({3})}}, 3, int64_t{2}, int64_t{2}, 1e-5f), "refused");
  EXPECT_EQ(infer("LayerNormV4", {{Shape({2, 3, 4})}, known({3, 4})}, 3, 1e-5f), "[2, 3, 4][2, 1, 1][2, 1, 1]");
}

TEST(Infer, Moves) {
  EXPECT_EQ(infer("AsStrided", {{Shape({9})}, known({2, 2}), known({1, 3}), known({0})}, 1), "[2, 2]");
  EXPECT_EQ(infer("AsStrided", {{Shape({9})}, {Shape({2})}, known({1, 3}), known({0})}, 1), "[-1, -1]") << "sizes unknown";
  EXPECT_EQ(infer("BroadcastTo", {{Shape({3})}, known({2, -1})}, 1), "[2, 3]");
  EXPECT_EQ(infer("BroadcastTo", {{Shape({3, 1})}, known({3})}, 1), "refused");
  EXPECT_EQ(infer("Slice", {{Shape({5, 6})}, known({1, 2}), known({-1, 3})}, 1), "[4, 3]");
  EXPECT_EQ(infer("Pad", {{Shape({2, kSome})}, known({1, 2, 3, 4})}, 1), "[5, -1]");
  EXPECT_EQ(infer("Pad", {{Shape({2, 3})}, known({1, 2})}, 1), "refused");
  using Pairs = std::vector<std::vector<int64_t>>;
  EXPECT_EQ(infer("PadD", {{Shape({2, kSome})}}, 1, Pairs{{1, 2}, {3, 4}}), "[5, -1]");
  EXPECT_EQ(infer("PadD", {{Shape({2, 3})}}, 1, Pairs{{1, 2}}), "refused");
  EXPECT_EQ(infer("PadD", {{Shape({2, 3})}}, 1, Pairs{{1, 2}, {3}}), "refused");
}

TEST(Infer, SpaceAndBatches) {
  const ge::AscendString deep("DCR"), last("NHWC");
  EXPECT_EQ(infer("DepthToSpace", {{Shape({kSome, 2, kSome, 8})}}, 1, int64_t{2}, deep, last), "[-1, 4, -1, 2]");
  EXPECT_EQ(infer("DepthToSpace", {{kAnyRank}}, 1, int64_t{2}, deep, last), "[-1, -1, -1, -1]");
  EXPECT_EQ(infer("DepthToSpace", {{Shape({1, 2, 2, 9})}}, 1, int64_t{2}, deep, last), "refused");
  EXPECT_EQ(infer("SpaceToDepth", {{Shape({1, 3, 2, 1})}}, 1, int64_t{2}, last), "refused");
  EXPECT_EQ(infer("SpaceToBatchND", {{Shape({kSome, 3, kSome})}, known({2}), known({1, 0})}, 1), "[-1, 2, -1]");
  EXPECT_EQ(infer("SpaceToBatchND", {{Shape({1, 3, 2})}, known({2}), {Shape({1, 2})}}, 1), "[-1, -1, -1]") << "paddings unknown";
  EXPECT_EQ(infer("BatchToSpaceND", {{Shape({6, kSome, 2})}, known({2}), known({1, 1})}, 1), "[3, -1, 2]");
  EXPECT_EQ(infer("BatchToSpaceND", {{Shape({5, 3})}, known({2}), known({0, 0})}, 1), "refused");
  EXPECT_EQ(infer("ConfusionTransposeD", {{Shape({kSome, 3})}}, 1, Values{1, 0}, Values{3, -1}, true), "[3, -1]");
}

TEST(Infer, ShapesAndDiagonals) {
  EXPECT_EQ(infer("Shape", {{Shape({kSome, 3})}}, 1, int64_t{3}), "[2]");
  EXPECT_EQ(infer("Shape", {{kAnyRank}}, 1, int64_t{3}), "[-1]");
  EXPECT_EQ(infer("ExpandDims", {{Shape({2, kSome})}, known({-1})}, 1), "[2, -1, 1]");
  EXPECT_EQ(infer("ExpandDims", {{Shape({2, 3})}, {Shape({1})}}, 1), "[-1, -1, -1]") << "axis unknown";
  EXPECT_EQ(infer("SqueezeV2", {{Shape({1, kSome, 1})}}, 1, Values{0}), "[-1, 1]");
  EXPECT_EQ(infer("UnsqueezeV3", {{kAnyRank}, known({0})}, 1), "[-2]");
  EXPECT_EQ(infer("Empty", {known({2, -3})}, 1, int64_t{0}, true), "refused");
  EXPECT_EQ(infer("MatrixDiag", {{Shape({kSome, 3})}}, 1), "[-1, 3, 3]");
  EXPECT_EQ(infer("MatrixDiagPart", {{Shape({2, kSome, 3})}}, 1), "[2, -1]");
  EXPECT_EQ(infer("MatrixDiagV2", {{Shape({2})}, known({1}), known({-1}), known({-1}), {Shape({1})}}, 1), "[3, 3]");
  EXPECT_EQ(infer("MatrixDiagV2", {{Shape({2})}, {Shape({1})}, known({-1}), known({-1}), {Shape({1})}}, 1), "[-2]") << "k unknown";
  EXPECT_EQ(infer("MatrixDiagPartV2", {{Shape({kSome, 3, 4})}, known({-1, 2}), {Shape({1})}}, 1), "[-1, 4, 3]");
  EXPECT_EQ(infer("MatrixDiagPartV2", {{Shape({3, 4})}, known({2, 1}), {Shape({1})}}, 1), "refused");
  EXPECT_EQ(infer("DiagPart", {{Shape({2, 3, 2, 4})}}, 1), "refused");
}

TEST(Infer, SparseCountingAndWindows) {
  EXPECT_EQ(infer("SegmentMax", {{Shape({3, kSome})}, known({0, 0, 4})}, 1), "[5, -1]");
  EXPECT_EQ(infer("SegmentMax", {{Shape({3, 2})}, {Shape({3})}}, 1), "[-1, 2]") << "segment_ids unknown";
  EXPECT_EQ(infer("SparseToDense", {{Shape({4, 2})}, known({3, 4}), {Shape({4})}, {Shape({})}}, 1, true), "[3, 4]");
  EXPECT_EQ(infer("SparseTensorDenseMatMul", {{Shape({4, 2})}, {Shape({4})}, known({3, 4}), {Shape({4, kSome})}}, 1, false, false), "[3, -1]");
  EXPECT_EQ(infer("SparseFillEmptyRows", {{Shape({kSome, 2})}, {Shape({kSome})}, known({5, 3}), {Shape({})}}, 4), "[-1, 2][-1][5][-1]");
  EXPECT_EQ(infer("DenseBincount", {{Shape({kSome, 7})}, known({5}), {Shape({0})}}, 1, false), "[-1, 5]");
  EXPECT_EQ(infer("NthElement", {{Shape({2, kSome})}, known({0})}, 1, false), "[2]");
  const ge::AscendString same("SAME");
  EXPECT_EQ(infer("ExtractImagePatches", {{Shape({kSome, 5, kSome, 3})}}, 1, Values{1, 2, 2, 1}, Values{1, 2, 2, 1}, Values{1, 1, 1, 1}, same), "[-1, 3, -1, 12]");
  EXPECT_EQ(infer("ExtractImagePatches", {{Shape({1, 5, 5})}}, 1, Values{1, 2, 2, 1}, Values{1, 2, 2, 1}, Values{1, 1, 1, 1}, same), "refused");
}

TEST(Infer, RefusalsNameOperatorAndInput) {
  EXPECT_EQ(infer("Transpose", {{Shape({2, 3})}, known({0, 7})}, 1), "refused");
  const std::string text = aclGetRecentErrMsg();
  EXPECT_NE(text.find("Transpose"), std::string::npos) << text;
  EXPECT_NE(text.find("perm"), std::string::npos) << text;
  EXPECT_NE(text.find("[0, 7]"), std::string::npos) << text;
}

}  // namespace
