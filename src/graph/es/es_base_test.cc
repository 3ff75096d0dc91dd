// The eager-style base: builders, holders, C functions and the table-driven node builder (es-api sections 7.3 and 10).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <thread>

#include "ge/es_graph_builder.h"
#include "ge/es_tensor_like.h"
#include "graph/es/test_operators.h"

namespace {

using namespace test_operators;
using ge::es::EsGraphBuilder;
using ge::es::EsTensorHolder;
using ge::es::EsTensorLike;
using testing::HasSubstr;

std::string name_of(const ge::GNode &node) {
  ge::AscendString name;
  EXPECT_EQ(node.GetName(name), ge::GRAPH_SUCCESS);
  return name.GetString();
}
std::string type_of(const ge::GNode &node) {
  ge::AscendString type;
  EXPECT_EQ(node.GetType(type), ge::GRAPH_SUCCESS);
  return type.GetString();
}
std::string recent() { return EsGetRecentError() == nullptr ? "" : EsGetRecentError(); }
// The last refusal says why.
#define EXPECT_REFUSED(expression, text)    \
  do {                                      \
    EXPECT_FALSE(expression);               \
    EXPECT_THAT(recent(), HasSubstr(text)); \
  } while (false)
// The same for functions that return a status code.
#define EXPECT_CODE(expression, text)       \
  do {                                      \
    EXPECT_NE(expression, 0U);              \
    EXPECT_THAT(recent(), HasSubstr(text)); \
  } while (false)

struct BuilderDeleter {
  void operator()(EsCGraphBuilder *builder) const { EsDestroyGraphBuilder(builder); }
};
using CBuilder = std::unique_ptr<EsCGraphBuilder, BuilderDeleter>;
CBuilder make_builder(const char *name = "g") { return CBuilder(EsCreateGraphBuilder(name)); }

std::unique_ptr<ge::Graph> as_graph(EsCGraph *graph) { return std::unique_ptr<ge::Graph>(reinterpret_cast<ge::Graph *>(graph)); }

// --- Life cycle, inputs, outputs ----------------------------------------------------------------------------------------

TEST(EsBuilder, NullNameIsGraph) {
  const auto builder = make_builder(nullptr);
  EsSetGraphOutput(EsCreateGraphInput(builder.get(), 0), 0);
  const auto graph = as_graph(EsBuildGraphAndReset(builder.get()));
  ASSERT_NE(graph, nullptr);
  ge::AscendString name;
  EXPECT_EQ(graph->GetName(name), ge::GRAPH_SUCCESS);
  EXPECT_STREQ(name.GetString(), "graph");
  EXPECT_NE(graph->FindNodeByName("NetOutput_graph"), nullptr);
}

TEST(EsBuilder, DestroyNull) { EsDestroyGraphBuilder(nullptr); }

TEST(EsBuilder, InputDetails) {
  const auto builder = make_builder();
  const int64_t shape[] = {2, -1};
  auto *input = EsCreateGraphInputWithDetails(builder.get(), 0, "feed", "RefData", C_DT_INT8, C_FORMAT_NCHW, shape, 2);
  ASSERT_NE(input, nullptr);
  auto &node = input->GetProducer();
  EXPECT_EQ(name_of(node), "feed");
  EXPECT_EQ(type_of(node), "RefData");
  ge::TensorDesc desc;
  ASSERT_EQ(node.GetOutputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetShape().GetDims(), (std::vector<int64_t>{2, -1}));
  EXPECT_EQ(desc.GetOriginShape().GetDims(), (std::vector<int64_t>{2, -1}));
  EXPECT_EQ(desc.GetFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(desc.GetOriginFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(desc.GetDataType(), ge::DT_INT8);
  int64_t index = -1;
  EXPECT_EQ(node.GetAttr("index", index), ge::GRAPH_SUCCESS);
  EXPECT_EQ(index, 0);
  EXPECT_EQ(node.GetInputsSize(), 1U);
  EXPECT_EQ(node.GetOutputsSize(), 1U);
  int32_t port = -1;
  EXPECT_EQ(node.GetInputIndexByName("x", port), ge::GRAPH_SUCCESS);
  EXPECT_EQ(node.GetOutputIndexByName("y", port), ge::GRAPH_SUCCESS);

  auto *plain = EsCreateGraphInput(builder.get(), 1);
  EXPECT_EQ(name_of(plain->GetProducer()), "input_1");
  EXPECT_EQ(type_of(plain->GetProducer()), "Data");
  ASSERT_EQ(plain->GetProducer().GetOutputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetDataType(), ge::DT_FLOAT);
  EXPECT_EQ(desc.GetFormat(), ge::FORMAT_ND);
  EXPECT_TRUE(desc.GetShape().GetDims().empty());
  for (const char *type : {"AippData", "AnyData"}) {
    EXPECT_NE(EsCreateGraphInputWithDetails(builder.get(), type[1] == 'i' ? 2 : 3, nullptr, type, C_DT_FLOAT, C_FORMAT_ND, nullptr, 0), nullptr);
  }
  // Names of the user are not checked for uniqueness.
  EXPECT_NE(EsCreateGraphInputWithDetails(builder.get(), 4, "feed", nullptr, C_DT_FLOAT, C_FORMAT_ND, nullptr, 0), nullptr);
}

TEST(EsBuilder, InputMisuse) {
  const auto builder = make_builder("net");
  EXPECT_REFUSED(EsCreateGraphInput(nullptr, 0), "graph builder is null");
  EXPECT_REFUSED(EsCreateGraphInput(builder.get(), -1), "negative");
  ASSERT_NE(EsCreateGraphInput(builder.get(), 0), nullptr);
  EXPECT_REFUSED(EsCreateGraphInput(builder.get(), 0), "used already");
  EXPECT_REFUSED(EsCreateGraphInput(builder.get(), int64_t{1} << 40), "out of range");
  EXPECT_REFUSED(EsCreateGraphInputWithDetails(builder.get(), 1, nullptr, "Placeholder", C_DT_FLOAT, C_FORMAT_ND, nullptr, 0), "Placeholder");
  const int64_t bad[] = {-3};
  EXPECT_REFUSED(EsCreateGraphInputWithDetails(builder.get(), 1, nullptr, nullptr, C_DT_FLOAT, C_FORMAT_ND, bad, 1), "-3");
  EXPECT_REFUSED(EsCreateGraphInputWithDetails(builder.get(), 1, nullptr, nullptr, C_DT_FLOAT, C_FORMAT_ND, bad, -1), "dim_num");
  EXPECT_REFUSED(EsCreateGraphInputWithDetails(builder.get(), 1, nullptr, nullptr, static_cast<C_DataType>(50), C_FORMAT_ND, nullptr, 0), "50");
  EsSetGraphOutput(EsCreateGraphInput(builder.get(), 1), 0);
  const auto graph = as_graph(EsBuildGraphAndReset(builder.get()));
  ASSERT_NE(graph, nullptr);
  EXPECT_REFUSED(EsCreateGraphInput(builder.get(), 2), "built already");
}

TEST(EsBuilder, OutputMisuse) {
  const auto builder = make_builder("net");
  auto *x = EsCreateGraphInput(builder.get(), 0);
  EXPECT_CODE(EsSetGraphOutput(nullptr, 0), "null");
  EXPECT_CODE(EsSetGraphOutput(x, -1), "negative");
  EXPECT_EQ(EsSetGraphOutput(x, 0), 0U);
  EXPECT_CODE(EsSetGraphOutput(x, 0), "used already");
  EXPECT_CODE(EsSetGraphOutput(EsSink(x), 1), "has no output");
  const auto other = make_builder("other");
  EXPECT_NE(builder->SetGraphOutput(EsCreateGraphInput(other.get(), 0), 1), ge::SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("other"));
}

TEST(EsBuilder, BuildMakesNetOutputAndOrder) {
  const auto builder = make_builder("net");
  auto *b = EsCreateGraphInput(builder.get(), 1);
  auto *a = EsCreateGraphInput(builder.get(), 0);
  EsSetGraphOutput(b, 1);
  EsSetGraphOutput(a, 0);
  EsSetDataType(a, C_DT_INT32);  // after creation: the build copies it to the input description
  const auto graph = as_graph(EsBuildGraphAndReset(builder.get()));
  ASSERT_NE(graph, nullptr);
  const auto net_output = graph->FindNodeByName("NetOutput_net");
  ASSERT_NE(net_output, nullptr);
  EXPECT_EQ(type_of(*net_output), "NetOutput");
  std::vector<int32_t> indexes;
  EXPECT_EQ(net_output->GetDynamicInputIndexesByName("x", indexes), ge::GRAPH_SUCCESS);
  EXPECT_EQ(indexes, (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(name_of(*net_output->GetInDataNodesAndPortIndexs(0).first), "input_0");
  EXPECT_EQ(name_of(*net_output->GetInDataNodesAndPortIndexs(1).first), "input_1");
  ge::TensorDesc desc;
  ASSERT_EQ(graph->FindNodeByName("input_0")->GetInputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetDataType(), ge::DT_INT32);
  EXPECT_REFUSED(EsBuildGraphAndReset(builder.get()), "built already");
  EXPECT_EQ(builder->GetGraph(), nullptr);
}

TEST(EsBuilder, BuildWithoutOutputs) {
  const auto builder = make_builder("net");
  EsCreateGraphInput(builder.get(), 0);
  const auto graph = as_graph(EsBuildGraphAndReset(builder.get()));
  ASSERT_NE(graph, nullptr);
  ASSERT_NE(graph->FindNodeByName("NetOutput_net"), nullptr);
  EXPECT_EQ(graph->FindNodeByName("NetOutput_net")->GetInputsSize(), 0U);
}

TEST(EsBuilder, BuildRefusesGaps) {
  EXPECT_REFUSED(EsBuildGraphAndReset(nullptr), "null");
  const auto builder = make_builder("net");
  auto *late = EsCreateGraphInput(builder.get(), 1);
  EXPECT_REFUSED(EsBuildGraphAndReset(builder.get()), "input 0");
  EsCreateGraphInput(builder.get(), 0);
  EsSetGraphOutput(late, 2);
  EXPECT_REFUSED(EsBuildGraphAndReset(builder.get()), "output 0");
  // A refused build changes nothing: the gap can be filled.
  EsSetGraphOutput(late, 0);
  EsSetGraphOutput(late, 1);
  EXPECT_NE(as_graph(EsBuildGraphAndReset(builder.get())), nullptr);
}

// --- Constants, variables, tensors --------------------------------------------------------------------------------------

template <typename T>
void expect_const(EsCTensorHolder *holder, const std::string &name, ge::DataType type, const std::vector<int64_t> &dims, const std::vector<T> &values) {
  ASSERT_NE(holder, nullptr);
  auto &node = holder->GetProducer();
  EXPECT_EQ(name_of(node), name);
  EXPECT_EQ(type_of(node), "Const");
  ge::Tensor value;
  ASSERT_EQ(node.GetAttr("value", value), ge::GRAPH_SUCCESS);
  EXPECT_EQ(value.GetTensorDesc().GetDataType(), type);
  EXPECT_EQ(value.GetTensorDesc().GetShape().GetDims(), dims);
  ASSERT_EQ(value.GetSize(), values.size() * sizeof(T));
  if (!values.empty()) {
    EXPECT_EQ(std::memcmp(value.GetData(), values.data(), value.GetSize()), 0);
  }
  ge::TensorDesc desc;
  ASSERT_EQ(node.GetOutputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetDataType(), type);
  EXPECT_EQ(desc.GetShape().GetDims(), dims);
}

TEST(EsConst, NextNodeName) {
  EsGraphBuilder builder("g");
  EXPECT_EQ(builder.SetNextNodeName("weights"), 0U);
  const auto input = builder.CreateInput(0);  // has a name of its own and does not take this one
  EXPECT_EQ(name_of(*builder.CreateScalar(int64_t{1}).GetProducer()), "weights");
  EXPECT_EQ(name_of(*builder.CreateScalar(int64_t{1}).GetProducer()), "Const_0");
  EXPECT_EQ(builder.SetNextNodeName("other"), 0U);
  EXPECT_EQ(builder.SetNextNodeName(nullptr), 0U);
  EXPECT_EQ(name_of(*builder.CreateScalar(int64_t{1}).GetProducer()), "Const_1");
  EXPECT_CODE(EsSetNextNodeName(nullptr, "x"), "graph builder");
  ASSERT_NE(builder.BuildAndReset({input}), nullptr);
  EXPECT_CODE(builder.SetNextNodeName("late"), "built");
}

// Nodes of one name: the first is found, whatever was looked up or removed before, and by several threads at once.
TEST(EsConst, NodesOfOneNameAreFoundInTheirOrder) {
  for (const bool look_before : {false, true}) {
    EsGraphBuilder builder("g");
    for (int64_t i = 0; i < 4; ++i) {
      EXPECT_EQ(builder.SetNextNodeName("same"), 0U);
      (void)builder.CreateScalar(i);
    }
    const auto graph = builder.BuildAndReset({builder.CreateScalar(int64_t{9})});
    ASSERT_NE(graph, nullptr);
    const auto first = [&] {
      const auto node = graph->FindNodeByName("same");
      ge::Tensor value;
      if (node == nullptr || node->GetAttr("value", value) != ge::GRAPH_SUCCESS) return int64_t{-1};
      return *reinterpret_cast<const int64_t *>(value.GetData());
    };
    if (look_before) {
      std::vector<std::thread> threads;
      for (int i = 0; i < 4; ++i) threads.emplace_back([&] { EXPECT_EQ(first(), 0); });
      for (auto &thread : threads) thread.join();
    }
    for (int64_t i = 0; i < 4; ++i) {
      EXPECT_EQ(first(), i);
      ge::GNode node = *graph->FindNodeByName("same");
      EXPECT_EQ(graph->RemoveNode(node), ge::GRAPH_SUCCESS);
    }
    EXPECT_EQ(first(), -1);
    EXPECT_NE(graph->FindNodeByName("Const_0"), nullptr);
    EXPECT_NE(graph->FindNodeByName("NetOutput_g"), nullptr);
  }
}

TEST(EsConst, AllFamilies) {
  const auto owner = make_builder();
  auto *b = owner.get();
  const int64_t dims[] = {2, 2};
  int n = 0;
  const auto next = [&n] { return "Const_" + std::to_string(n++); };
#define OPSTRATA_CHECK_FAMILY(Name, T, type)                                                                 \
  {                                                                                                          \
    const std::vector<T> v{T(1), T(2), T(3), T(4)};                                                          \
    expect_const<T>(EsCreateConst##Name(b, v.data(), dims, 2), next(), type, {2, 2}, v);                     \
    expect_const<T>(EsCreateConst##Name(b, v.data(), nullptr, 0), next(), type, {}, {T(1)});                 \
    expect_const<T>(EsCreateVector##Name(b, v.data(), 3), next(), type, {3}, {T(1), T(2), T(3)});            \
    expect_const<T>(EsCreateVector##Name(b, v.data(), 0), next(), type, {0}, {});                            \
    expect_const<T>(EsCreateScalar##Name(b, T(5)), next(), type, {}, {T(5)});                                \
    EXPECT_REFUSED(EsCreateConst##Name(b, nullptr, dims, 2), "data is null");                                \
    EXPECT_REFUSED(EsCreateVector##Name(b, nullptr, 0), "data is null");                                     \
    EXPECT_REFUSED(EsCreateVector##Name(b, v.data(), -1), "-1");                                             \
    EXPECT_REFUSED(EsCreateScalar##Name(nullptr, T(5)), "builder is null");                                  \
    EXPECT_REFUSED(EsCreateConst##Name(nullptr, v.data(), dims, 2), "builder is null");                      \
    EXPECT_REFUSED(EsCreateVector##Name(nullptr, v.data(), 1), "builder is null");                           \
  }
  OPSTRATA_CHECK_FAMILY(Int64, int64_t, ge::DT_INT64)
  OPSTRATA_CHECK_FAMILY(Int32, int32_t, ge::DT_INT32)
  OPSTRATA_CHECK_FAMILY(UInt64, uint64_t, ge::DT_UINT64)
  OPSTRATA_CHECK_FAMILY(UInt32, uint32_t, ge::DT_UINT32)
  OPSTRATA_CHECK_FAMILY(Float, float, ge::DT_FLOAT)
#undef OPSTRATA_CHECK_FAMILY
  const int64_t huge[] = {int64_t{1} << 40, int64_t{1} << 40};
  const float value = 0;
  EXPECT_REFUSED(EsCreateConstFloat(b, &value, huge, 2), "addressed");
  EXPECT_REFUSED(EsCreateConstFloat(b, &value, dims, -2), "dim_num");
}

TEST(EsConst, Variables) {
  const auto owner = make_builder();
  auto *v = EsCreateVariable(owner.get(), 3, "weight");
  ASSERT_NE(v, nullptr);
  EXPECT_EQ(name_of(v->GetProducer()), "weight");
  EXPECT_EQ(type_of(v->GetProducer()), "Variable");
  int64_t index = 0;
  EXPECT_EQ(v->GetProducer().GetAttr("index", index), ge::GRAPH_SUCCESS);
  EXPECT_EQ(index, 3);
  EXPECT_NE(EsCreateVariable(owner.get(), 4, "weight"), nullptr);  // the same variable again
  EXPECT_REFUSED(EsCreateVariable(owner.get(), 0, nullptr), "name is null");
  EXPECT_REFUSED(EsCreateVariable(nullptr, 0, "v"), "builder is null");
}

std::unique_ptr<ge::Tensor> as_tensor(EsCTensor *tensor) { return std::unique_ptr<ge::Tensor>(reinterpret_cast<ge::Tensor *>(tensor)); }

TEST(EsTensor, EveryTypeOfFixedSize) {
  const std::vector<uint8_t> bytes(64, 0x5a);
  const int64_t dims[] = {3};
  for (int type = 0; type < C_DT_MAX; ++type) {
    const int size = ge::GetSizeByDataType(static_cast<ge::DataType>(type));
    const auto tensor = as_tensor(EsCreateEsCTensor(bytes.data(), dims, 1, static_cast<C_DataType>(type), C_FORMAT_NCL));
    if (size <= 0) {
      EXPECT_EQ(tensor, nullptr) << type;
      EXPECT_THAT(recent(), HasSubstr("data type " + std::to_string(type)));
      continue;
    }
    ASSERT_NE(tensor, nullptr) << type;
    // Sub-byte types are packed and rounded up: three 4-bit elements take two bytes, three 6-bit ones three.
    const size_t expected = size > 1000 ? static_cast<size_t>((3 * (size - 1000) + 7) / 8) : static_cast<size_t>(3 * size);
    EXPECT_EQ(tensor->GetSize(), expected) << type;
    EXPECT_EQ(std::memcmp(tensor->GetData(), bytes.data(), expected), 0);
    EXPECT_EQ(tensor->GetTensorDesc().GetFormat(), ge::FORMAT_NCL);
  }
  EXPECT_REFUSED(EsCreateEsCTensor(nullptr, dims, 1, C_DT_FLOAT, C_FORMAT_ND), "data is null");
  const int64_t negative[] = {-1};
  EXPECT_REFUSED(EsCreateEsCTensor(bytes.data(), negative, 1, C_DT_FLOAT, C_FORMAT_ND), "-1");
  EsDestroyEsCTensor(nullptr);
  EsDestroyEsCTensor(EsCreateEsCTensor(bytes.data(), dims, 1, C_DT_FLOAT, C_FORMAT_ND));
}

TEST(EsTensor, FromFile) {
  const std::string path = testing::TempDir() + "es_tensor.bin";
  const int64_t dims[] = {2};
  EXPECT_REFUSED(EsCreateEsCTensorFromFile((path + ".missing").c_str(), dims, 1, C_DT_INT16, C_FORMAT_ND), "cannot open");
  EXPECT_REFUSED(EsCreateEsCTensorFromFile(nullptr, dims, 1, C_DT_INT16, C_FORMAT_ND), "path is null");
  EXPECT_REFUSED(EsCreateEsCTensorFromFile(testing::TempDir().c_str(), dims, 1, C_DT_INT16, C_FORMAT_ND), testing::TempDir());
  std::ofstream(path, std::ios::binary).close();
  EXPECT_REFUSED(EsCreateEsCTensorFromFile(path.c_str(), dims, 1, C_DT_INT16, C_FORMAT_ND), "0 bytes");
  const int16_t values[] = {7, -8, 9};
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char *>(values), 3);
  EXPECT_REFUSED(EsCreateEsCTensorFromFile(path.c_str(), dims, 1, C_DT_INT16, C_FORMAT_ND), "3 bytes");
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char *>(values), sizeof(values));
  const auto tensor = as_tensor(EsCreateEsCTensorFromFile(path.c_str(), dims, 1, C_DT_INT16, C_FORMAT_ND));
  ASSERT_NE(tensor, nullptr);  // longer files are cut
  ASSERT_EQ(tensor->GetSize(), 4U);
  EXPECT_EQ(std::memcmp(tensor->GetData(), values, 4), 0);
  const auto typed = ge::es::CreateTensorFromFile<int16_t>(path.c_str(), {2}, ge::DT_INT16);
  EXPECT_NE(typed, nullptr);
  EXPECT_EQ(ge::es::CreateTensorFromFile<int32_t>(path.c_str(), {2}, ge::DT_INT16), nullptr);
  std::remove(path.c_str());
}

// --- Descriptions, control edges, attributes ------------------------------------------------------------------------------

TEST(EsHolder, Descriptions) {
  const auto owner = make_builder();
  auto *x = EsCreateGraphInput(owner.get(), 0);
  const int64_t shape[] = {4, 5};
  EXPECT_EQ(EsSetDataType(x, C_DT_BF16), 0U);
  EXPECT_EQ(EsSetFormat(x, C_FORMAT_NHWC), 0U);
  EXPECT_EQ(EsSetShape(x, shape, 2), 0U);
  const auto desc = [&] {
    ge::TensorDesc d;
    EXPECT_EQ(x->GetProducer().GetOutputDesc(0, d), ge::GRAPH_SUCCESS);
    return d;
  };
  EXPECT_EQ(desc().GetDataType(), ge::DT_BF16);
  EXPECT_EQ(desc().GetFormat(), ge::FORMAT_NHWC);
  EXPECT_EQ(desc().GetOriginFormat(), ge::FORMAT_NHWC);
  EXPECT_EQ(desc().GetShape().GetDims(), (std::vector<int64_t>{4, 5}));
  EXPECT_EQ(desc().GetOriginShape().GetDims(), (std::vector<int64_t>{4, 5}));
  // Storage alone, origin alone.
  EXPECT_EQ(x->SetStorageFormat(ge::FORMAT_NC1HWC0), ge::SUCCESS);
  EXPECT_EQ(x->SetStorageShape(ge::Shape({4, 1, 1, 1, 16})), ge::SUCCESS);
  EXPECT_EQ(desc().GetFormat(), ge::FORMAT_NC1HWC0);
  EXPECT_EQ(desc().GetOriginFormat(), ge::FORMAT_NHWC);
  EXPECT_EQ(desc().GetShape().GetDims(), (std::vector<int64_t>{4, 1, 1, 1, 16}));
  EXPECT_EQ(desc().GetOriginShape().GetDims(), (std::vector<int64_t>{4, 5}));
  EXPECT_EQ(x->SetOriginFormat(ge::FORMAT_NCHW), ge::SUCCESS);
  EXPECT_EQ(x->SetOriginShape(ge::Shape({6})), ge::SUCCESS);
  EXPECT_EQ(desc().GetFormat(), ge::FORMAT_NC1HWC0);
  EXPECT_EQ(desc().GetOriginFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(desc().GetOriginShape().GetDims(), (std::vector<int64_t>{6}));
  EXPECT_EQ(EsSetShape(x, nullptr, 0), 0U);
  EXPECT_TRUE(desc().GetShape().GetDims().empty());

  const char *symbols[] = {"s0", "2*s0"};
  EXPECT_EQ(EsSetOriginSymbolShape(x, symbols, 2), 0U);
  ge::AttrValue stored;
  EXPECT_EQ(x->GetProducer().GetOutputAttr("_origin_symbol_shape", 0, stored), ge::GRAPH_SUCCESS);
  std::vector<ge::AscendString> expressions;
  EXPECT_EQ(stored.GetAttrValue(expressions), ge::GRAPH_SUCCESS);
  EXPECT_EQ(expressions, (std::vector<ge::AscendString>{"s0", "2*s0"}));

  EXPECT_EQ(EsGetOwnerBuilder(x), owner.get());
  EXPECT_EQ(reinterpret_cast<ge::GNode *>(EsGetProducer(x)), &x->GetProducer());
}

TEST(EsHolder, DescriptionMisuse) {
  const auto owner = make_builder();
  auto *x = EsCreateGraphInput(owner.get(), 0);
  const int64_t shape[] = {1, -5};
  const char *symbols[] = {"s0", nullptr};
  EXPECT_CODE(EsSetDataType(nullptr, C_DT_FLOAT), "null");
  EXPECT_CODE(EsSetDataType(x, static_cast<C_DataType>(50)), "50");
  EXPECT_CODE(EsSetFormat(nullptr, C_FORMAT_ND), "null");
  EXPECT_CODE(EsSetShape(nullptr, shape, 1), "null");
  EXPECT_CODE(EsSetShape(x, nullptr, 1), "dim_num");
  EXPECT_CODE(EsSetShape(x, shape, -1), "dim_num");
  EXPECT_CODE(EsSetShape(x, shape, 2), "-5");
  EXPECT_CODE(EsSetOriginSymbolShape(nullptr, symbols, 1), "null");
  EXPECT_CODE(EsSetOriginSymbolShape(x, nullptr, 1), "dim_num");
  EXPECT_CODE(EsSetOriginSymbolShape(x, symbols, 2), "null");
  EXPECT_REFUSED(EsGetOwnerBuilder(nullptr), "null");
  EXPECT_REFUSED(EsGetProducer(nullptr), "null");
  auto *sink = EsSink(x);
  EXPECT_CODE(EsSetDataType(sink, C_DT_FLOAT), "has no output");
  EXPECT_CODE(EsSetShape(sink, nullptr, 0), "has no output");
}

TEST(EsHolder, ControlEdges) {
  const auto owner = make_builder();
  auto *x = EsCreateGraphInput(owner.get(), 0);
  auto *a = EsSeed(owner.get(), 1);
  auto *sink = EsSink(x);
  EsCTensorHolder *sources[] = {a, x};
  EXPECT_EQ(EsAddControlEdge(sink, sources, 2), 0U);
  const auto controls = sink->GetProducer().GetInControlNodes();
  ASSERT_EQ(controls.size(), 2U);
  EXPECT_EQ(name_of(*controls[0]), name_of(a->GetProducer()));
  EXPECT_EQ(a->GetProducer().GetOutControlNodes().size(), 1U);
  EXPECT_EQ(EsAddControlEdge(sink, nullptr, 0), 0U);
  EXPECT_CODE(EsAddControlEdge(nullptr, sources, 1), "null");
  EXPECT_CODE(EsAddControlEdge(sink, nullptr, 1), "null");
  EXPECT_CODE(EsAddControlEdge(sink, sources, -1), "null");
  EsCTensorHolder *holes[] = {x, nullptr};
  auto *target = EsSeed(owner.get(), 2);
  EXPECT_CODE(EsAddControlEdge(target, holes, 2), "EsAddControlEdge: source 1 is null");
  EXPECT_TRUE(target->GetProducer().GetInControlNodes().empty());  // nothing was half done
  const auto other = make_builder("other");
  EsCTensorHolder *foreign[] = {EsCreateGraphInput(other.get(), 0)};
  EXPECT_CODE(EsAddControlEdge(target, foreign, 1), "two builders");
}

TEST(EsAttributes, GraphTensorNode) {
  const auto owner = make_builder();
  EXPECT_CODE(EsSetInt64AttrForGraph(owner.get(), "a", 1), "no node");
  auto *x = EsCreateGraphInput(owner.get(), 0);
  EXPECT_EQ(EsSetInt64AttrForGraph(owner.get(), "i", 1), 0U);
  EXPECT_EQ(EsSetStringAttrForGraph(owner.get(), "s", "text"), 0U);
  EXPECT_EQ(EsSetBoolAttrForGraph(owner.get(), "b", true), 0U);
  EXPECT_EQ(EsSetInt64AttrForTensor(x, "i", 2), 0U);
  EXPECT_EQ(EsSetStringAttrForTensor(x, "s", "t"), 0U);
  EXPECT_EQ(EsSetBoolAttrForTensor(x, "b", false), 0U);
  EXPECT_EQ(EsSetInt64AttrForNode(x, "i", 3), 0U);
  EXPECT_EQ(EsSetStringAttrForNode(x, "s", "n"), 0U);
  EXPECT_EQ(EsSetBoolAttrForNode(x, "b", true), 0U);
  ge::AttrValue value;
  int64_t i = 0;
  ge::AscendString s;
  bool b = true;
  EXPECT_EQ(owner->GetGraph()->GetAttr("s", value), ge::GRAPH_SUCCESS);
  EXPECT_EQ(value.GetAttrValue(s), ge::GRAPH_SUCCESS);
  EXPECT_STREQ(s.GetString(), "text");
  EXPECT_EQ(x->GetProducer().GetOutputAttr("i", 0, value), ge::GRAPH_SUCCESS);
  EXPECT_EQ(value.GetAttrValue(i), ge::GRAPH_SUCCESS);
  EXPECT_EQ(i, 2);
  EXPECT_EQ(x->GetProducer().GetOutputAttr("b", 0, value), ge::GRAPH_SUCCESS);
  EXPECT_EQ(value.GetAttrValue(b), ge::GRAPH_SUCCESS);
  EXPECT_FALSE(b);
  EXPECT_EQ(x->GetProducer().GetAttr("i", i), ge::GRAPH_SUCCESS);
  EXPECT_EQ(i, 3);

  EXPECT_CODE(EsSetInt64AttrForGraph(nullptr, "a", 1), "null");
  EXPECT_CODE(EsSetInt64AttrForGraph(owner.get(), nullptr, 1), "null");
  EXPECT_CODE(EsSetStringAttrForGraph(owner.get(), "a", nullptr), "value is null");
  EXPECT_CODE(EsSetBoolAttrForGraph(nullptr, "a", true), "null");
  EXPECT_CODE(EsSetInt64AttrForTensor(nullptr, "a", 1), "null");
  EXPECT_CODE(EsSetStringAttrForTensor(x, "a", nullptr), "value is null");
  EXPECT_CODE(EsSetBoolAttrForTensor(x, nullptr, true), "null");
  EXPECT_CODE(EsSetInt64AttrForNode(nullptr, "a", 1), "null");
  EXPECT_CODE(EsSetStringAttrForNode(nullptr, "a", "v"), "null");
  EXPECT_CODE(EsSetBoolAttrForNode(x, nullptr, true), "null");
  EXPECT_CODE(EsSetInt64AttrForNode(x, "", 1), "needs a name");
  EXPECT_CODE(EsSetInt64AttrForTensor(EsSink(x), "a", 1), "has no output");
  const auto graph = as_graph(EsBuildGraphAndReset(owner.get()));
  EXPECT_CODE(EsSetInt64AttrForGraph(owner.get(), "late", 1), "built already");
}

// --- C++ layer --------------------------------------------------------------------------------------------------------------

TEST(EsGraphBuilderTest, CreatesEverything) {
  EsGraphBuilder builder("g");
  const auto [a, b] = builder.CreateInputs<2>();
  const auto more = builder.CreateInputs(2, 2);
  EXPECT_EQ(name_of(*a.GetProducer()), "input_0");
  EXPECT_EQ(name_of(*b.GetProducer()), "input_1");
  ASSERT_EQ(more.size(), 2U);
  EXPECT_EQ(name_of(*more[1].GetProducer()), "input_3");
  EXPECT_EQ(name_of(*builder.CreateInput(4, "four").GetProducer()), "four");
  EXPECT_EQ(type_of(*builder.CreateInput(5, "five", "AnyData").GetProducer()), "AnyData");
  EXPECT_NE(builder.CreateInput(6, "six", ge::DT_INT8, ge::FORMAT_NCHW, {1, 2}).GetCTensorHolder(), nullptr);
  const std::vector<int64_t> axes{1, 2};
  expect_const<int64_t>(builder.CreateConst(axes, {static_cast<int64_t>(axes.size())}).GetCTensorHolder(), "Const_0", ge::DT_INT64, {2}, {1, 2});
  expect_const<int32_t>(builder.CreateConst(std::vector<int32_t>{1, 2}, {1, 2}).GetCTensorHolder(), "Const_1", ge::DT_INT32, {1, 2}, {1, 2});
  expect_const<double>(builder.CreateConst(std::vector<double>{0.5}, {1}, ge::DT_DOUBLE).GetCTensorHolder(), "Const_2", ge::DT_DOUBLE, {1}, {0.5});
  expect_const<uint16_t>(builder.CreateConstV2(std::vector<uint16_t>{0x3f80}, {1}, ge::DT_BF16, ge::FORMAT_ND).GetCTensorHolder(), "Const_3",
                         ge::DT_BF16, {1}, {0x3f80});
  expect_const<float>(builder.CreateVector(std::vector<float>{}).GetCTensorHolder(), "Const_4", ge::DT_FLOAT, {0}, {});
  expect_const<int32_t>(builder.CreateScalar(0).GetCTensorHolder(), "Const_5", ge::DT_INT32, {}, {0});
  expect_const<uint8_t>(builder.CreateConst(std::vector<uint8_t>{0x21, 0x03}, {3}, ge::DT_INT4).GetCTensorHolder(), "Const_6", ge::DT_INT4, {3}, {0x21, 0x03});
  EXPECT_EQ(builder.CreateConst(axes, {3}).GetCTensorHolder(), nullptr);
  EXPECT_THAT(recent(), HasSubstr("2 elements came, the shape takes 3"));
  EXPECT_EQ(builder.CreateConst(axes, {2}, ge::DT_INT32).GetCTensorHolder(), nullptr);
  EXPECT_THAT(recent(), HasSubstr("8 bytes"));
  EXPECT_EQ(builder.CreateConst(axes, {-2}).GetCTensorHolder(), nullptr);
  const auto tensor = builder.CreateTensor(std::vector<float>{1, 2}, {2}, ge::DT_FLOAT);
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(tensor->GetSize(), 8U);
  const auto flags = builder.CreateBoolTensor({true, false}, {2});
  ASSERT_NE(flags, nullptr);
  EXPECT_EQ(flags->GetData()[0], 1);
  EXPECT_EQ(flags->GetData()[1], 0);
  EXPECT_EQ(type_of(*builder.CreateVariable(0, "v").GetProducer()), "Variable");
  EXPECT_EQ(builder.SetAttr("i", 1), ge::SUCCESS);  // a plain int is no longer ambiguous
  EXPECT_EQ(builder.SetAttr("b", true), ge::SUCCESS);
  EXPECT_EQ(builder.SetAttr("s", "x"), ge::SUCCESS);
  EXPECT_EQ(EsGraphBuilder::SetOutput(a, 0), 0);
  EXPECT_NE(EsGraphBuilder::SetOutput(EsTensorHolder(), 1), 0);
  EsGraphBuilder moved(std::move(builder));
  EXPECT_EQ(builder.CreateInput(9).GetCTensorHolder(), nullptr);
  EXPECT_NE(moved.BuildAndReset(), nullptr);
  EXPECT_EQ(moved.BuildAndReset(), nullptr);
}

TEST(EsGraphBuilderTest, BuildWithOutputs) {
  EsGraphBuilder builder("g");
  const auto x = builder.CreateInput(0);
  EXPECT_EQ(builder.BuildAndReset({EsTensorHolder()}), nullptr);
  EXPECT_NE(builder.BuildAndReset({x, x}), nullptr);
}

TEST(EsTensorHolderTest, NullIsSafe) {
  EsTensorHolder null;
  EXPECT_EQ(null.SetDataType(ge::DT_INT8).SetFormat(ge::FORMAT_ND).SetShape({1}).SetOriginSymbolShape({"s"}).GetCTensorHolder(), nullptr);
  EXPECT_NE(null.SetAttr("a", int64_t{1}), ge::SUCCESS);
  EXPECT_NE(null.SetAttr("a", 1), ge::SUCCESS);
  EXPECT_NE(null.SetAttrForNode("a", "b"), ge::SUCCESS);
  EXPECT_NE(null.SetAttrForNode("a", true), ge::SUCCESS);
  EXPECT_EQ(null.GetProducer(), nullptr);
  EXPECT_EQ(null.GetProducerOutIndex(), -1);
  EXPECT_NE(null.AddControlEdge({}), ge::SUCCESS);
  EXPECT_EQ((null + null).GetCTensorHolder(), nullptr);
  EXPECT_EQ((null * 2).GetCTensorHolder(), nullptr);
  EXPECT_EQ((1.5 - null).GetCTensorHolder(), nullptr);
}

TEST(EsTensorHolderTest, ArithmeticWithoutLibraryNamesWhatIsMissing) {
  EsGraphBuilder builder("g");
  const auto x = builder.CreateInput(0);
  EXPECT_EQ((x + x).GetCTensorHolder(), nullptr);
  EXPECT_THAT(recent(), HasSubstr("EsAdd"));
  EXPECT_THAT(recent(), HasSubstr("libes_all.so, libes_math.so"));
  EXPECT_EQ((x / 2).GetCTensorHolder(), nullptr);
  EXPECT_THAT(recent(), HasSubstr("EsDiv"));
}

TEST(EsTensorLikeTest, Conversions) {
  EsGraphBuilder builder("g");
  auto *b = builder.GetCGraphBuilder();
  const auto x = builder.CreateInput(0);
  const auto make = [b](const EsTensorLike &like) { return like.ToTensorHolder(b).GetCTensorHolder(); };
  EXPECT_EQ(make(x), x.GetCTensorHolder());
  EXPECT_EQ(make(nullptr), nullptr);
  int n = 0;
  const auto next = [&n] { return "Const_" + std::to_string(n++); };
  expect_const<int64_t>(make(1), next(), ge::DT_INT64, {}, {1});
  expect_const<int64_t>(make(0), next(), ge::DT_INT64, {}, {0});
  expect_const<float>(make(1.0), next(), ge::DT_FLOAT, {}, {1.0F});
  expect_const<float>(make(0.5F), next(), ge::DT_FLOAT, {}, {0.5F});
  expect_const<int64_t>(make(true), next(), ge::DT_INT64, {}, {1});
  expect_const<int64_t>(make(size_t{7}), next(), ge::DT_INT64, {}, {7});
  expect_const<uint64_t>(make(UINT64_MAX), next(), ge::DT_UINT64, {}, {UINT64_MAX});
  expect_const<int64_t>(make({1, 2}), next(), ge::DT_INT64, {2}, {1, 2});
  expect_const<float>(make({0.5F}), next(), ge::DT_FLOAT, {1}, {0.5F});
  expect_const<int64_t>(make(std::vector<int64_t>{3}), next(), ge::DT_INT64, {1}, {3});
  expect_const<int64_t>(make(std::vector<int64_t>{}), next(), ge::DT_INT64, {0}, {});
  expect_const<float>(make(std::vector<float>{}), next(), ge::DT_FLOAT, {0}, {});
  const EsTensorLike twice(2);
  EXPECT_NE(twice.ToTensorHolder(b).GetCTensorHolder(), twice.ToTensorHolder(b).GetCTensorHolder());
  EXPECT_EQ(EsTensorLike(1).GetOwnerBuilder(), nullptr);
  EXPECT_EQ(EsTensorLike(x).GetOwnerBuilder(), b);
}

template <typename T, typename = void>
struct Converts : std::false_type {};
template <typename T>
struct Converts<T, std::void_t<decltype(std::declval<void (*)(const EsTensorLike &)>()(std::declval<T>()))>> : std::true_type {};
static_assert(Converts<int>::value && Converts<bool>::value && Converts<double>::value && Converts<size_t>::value && Converts<unsigned>::value);
static_assert(!Converts<const char (&)[3]>::value && !Converts<const char *>::value && !Converts<void *>::value && !Converts<std::string>::value);
static_assert(!Converts<ge::DataType>::value && !Converts<std::vector<bool>>::value && !Converts<EsCTensorHolder **>::value);
static_assert(!std::is_copy_constructible_v<EsTensorLike> && !std::is_move_constructible_v<EsTensorLike>);

TEST(EsTensorLikeTest, ResolveBuilder) {
  EsGraphBuilder builder("g");
  EsGraphBuilder other("h");
  auto *b = builder.GetCGraphBuilder();
  const auto x = builder.CreateInput(0);
  const auto y = other.CreateInput(0);
  const EsGraphBuilder *none = nullptr;
  EXPECT_EQ(ge::es::ResolveBuilder(nullptr, EsTensorLike(1), x, y), b);
  EXPECT_EQ(ge::es::ResolveBuilder(std::vector<EsTensorHolder>{EsTensorHolder(), x}), b);
  EXPECT_EQ(ge::es::ResolveBuilder(std::vector<EsCTensorHolder *>{nullptr, x.GetCTensorHolder()}), b);
  EXPECT_EQ(ge::es::ResolveBuilder(none, &builder, b), b);
  EXPECT_EQ(ge::es::ResolveBuilder(x.GetCTensorHolder()), b);
  EXPECT_EQ(ge::es::ResolveBuilder(EsTensorLike(y), x), other.GetCGraphBuilder());
  EXPECT_EQ(ge::es::ResolveBuilder(EsTensorLike(1), nullptr, EsTensorHolder()), nullptr);
  EXPECT_EQ(ge::es::ResolveBuilder(), nullptr);
}

TEST(EsTensorLikeTest, ACallWithoutTensorIsRefusedAndNothingIsPrinted) {
  EsGraphBuilder builder("g");
  const EsTensorLike one(1.0F), two(2.0F);
  const EsTensorLike *const inputs[] = {&one, &two};
  EsCTensorHolder *tensors[2];
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  EXPECT_EQ(ge::es::detail::ResolveTensors("Blend", inputs, 2, tensors), nullptr);
  EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "");
  EXPECT_THAT(recent(), HasSubstr("operator Blend: no argument says into which graph the node goes"));
  EXPECT_EQ(ge::es::detail::ResolveTensors("Blend", inputs, 2, tensors, builder.GetCGraphBuilder()),
            builder.GetCGraphBuilder());
  EXPECT_NE(tensors[1], nullptr);
}

// One mistake makes many calls fail: each text that says no more than "null" ends with the reason of the first.
TEST(EsBuilder, TheFirstOfSeveralRefusalsIsKept) {
  EsGraphBuilder builder("chain");
  const auto x = builder.CreateInput(0);
  const auto again = builder.CreateInput(0);
  const std::string first = "(refused first: EsCreateGraphInput: input index 0 of graph chain is used already";
  EXPECT_THAT(recent(), HasSubstr("input index 0 of graph chain is used already"));
  const auto sum = again + again;
  EXPECT_THAT(recent(), HasSubstr("left operand is null " + first));
  EXPECT_NE(EsSetFormat(sum.GetCTensorHolder(), C_FORMAT_ND), 0U);
  EXPECT_THAT(recent(), HasSubstr(first));
  const EsTensorLike none(sum);
  const EsTensorLike *const inputs[] = {&none};
  EsCTensorHolder *tensors[1];
  EXPECT_EQ(ge::es::detail::ResolveTensors("Blend", inputs, 1, tensors), nullptr);
  EXPECT_THAT(recent(), HasSubstr(first));
  EXPECT_EQ(builder.BuildAndReset({sum}), nullptr);
  EXPECT_THAT(recent(), HasSubstr("EsSetGraphOutput: tensor is null " + first));
  EXPECT_EQ(recent().find("refused first", recent().find("refused first") + 1), std::string::npos) << recent();
  // What is wrong with an argument that is there has nothing to do with it.
  EXPECT_NE(EsSetGraphOutput(x.GetCTensorHolder(), -1), 0U);
  EXPECT_THAT(recent(), testing::Not(HasSubstr("refused first")));
  // A graph that is built, or another builder, ends the chain.
  EXPECT_NE(builder.BuildAndReset({x}), nullptr);
  EXPECT_NE(EsSetGraphOutput(nullptr, 0), 0U);
  EXPECT_THAT(recent(), testing::Not(HasSubstr("refused first")));
  EXPECT_EQ(builder.CreateInput(5).GetCTensorHolder(), nullptr);
  const EsGraphBuilder other("other");
  EXPECT_NE(EsSetGraphOutput(nullptr, 0), 0U);
  EXPECT_THAT(recent(), testing::Not(HasSubstr("refused first")));
}

TEST(EsHelpers, FreeFunctions) {
  EsGraphBuilder builder("g");
  const auto x = builder.CreateInput(0);
  EXPECT_EQ(ge::es::TensorsToEsCTensorHolders({x, EsTensorHolder()}), (std::vector<EsCTensorHolder *>{x.GetCTensorHolder(), nullptr}));
  EXPECT_EQ(ge::es::DataTypesToEsCDataTypes({ge::DT_BF16}), (std::vector<C_DataType>{C_DT_BF16}));
  const std::vector<std::vector<int64_t>> rows{{1, 2}, {}};
  const auto flat = ge::es::ListListTypeToPtrAndCounts<int64_t>(rows);
  EXPECT_EQ(flat.first[0], rows[0].data());
  EXPECT_EQ(flat.second, (std::vector<int64_t>{2, 0}));
  std::vector<std::unique_ptr<ge::Graph>> graphs;
  graphs.push_back(std::make_unique<ge::Graph>("sub"));
  auto *raw = graphs[0].get();
  const auto handles = ge::es::GeGraphsToEsCGraphs(std::move(graphs));
  ASSERT_EQ(handles.size(), 1U);
  EXPECT_EQ(reinterpret_cast<ge::Graph *>(handles[0]), raw);
  as_graph(handles[0]);
  const int64_t dims[] = {1};
  const float value = 1;
  EXPECT_NE(ge::es::EsCreateConst<float>(builder.GetCGraphBuilder(), &value, dims, 1, ge::DT_FLOAT), nullptr);
  EXPECT_EQ(ge::es::EsCreateConstV2<float>(builder.GetCGraphBuilder(), &value, dims, 1, ge::DT_INT64), nullptr);
  EXPECT_NE(ge::es::CreateTensor<float>(&value, dims, 1, ge::DT_FLOAT), nullptr);
}

TEST(EsBase, NodesBuiltWithoutANameGetOneOfTheirOwn) {
  ge::es::EsGraphBuilder builder("pattern");
  const auto x = builder.CreateInput(0);
  ge::Graph *graph = builder.GetCGraphBuilder()->GetGraph();
  const auto build = [graph] {
    return ge::es::CompliantNodeBuilder(graph)
        .OpType("Permute")
        .IrDefInputs({{"x", ge::es::CompliantNodeBuilder::kEsIrInputRequired, ""}})
        .IrDefOutputs({{"y", ge::es::CompliantNodeBuilder::kEsIrOutputRequired, ""}})
        .Build();
  };
  ge::GNode first = build();
  ge::GNode second = build();
  ge::AscendString one;
  ge::AscendString two;
  ASSERT_EQ(first.GetName(one), ge::GRAPH_SUCCESS);
  ASSERT_EQ(second.GetName(two), ge::GRAPH_SUCCESS);
  EXPECT_GT(one.GetLength(), 0U);
  EXPECT_NE(one, two);
  EXPECT_EQ(ge::es::AddEdgeAndUpdatePeerDesc(*graph, *x.GetProducer(), x.GetProducerOutIndex(), first, 0),
            ge::GRAPH_SUCCESS);
  EXPECT_EQ(ge::es::AddEdgeAndUpdatePeerDesc(*graph, first, 0, second, 0), ge::GRAPH_SUCCESS);
  EXPECT_NE(
      builder.BuildAndReset({ge::es::EsTensorHolder(builder.GetCGraphBuilder()->GetTensorHolderFromNode(second, 0))}),
      nullptr);
}

}  // namespace
