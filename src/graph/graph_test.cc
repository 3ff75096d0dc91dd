// ge::Graph and ge::GNode (es-api sections 13.1, 13.2), graphs from linked operators (13.8), native image.
#include "graph/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/messages.h"
#include "ge/compliant_node_builder.h"

namespace {

using ge::GNode;
using ge::Graph;
using ge::GRAPH_SUCCESS;
using testing::HasSubstr;

std::string recent() { return opstrata::recent_message() == nullptr ? "" : opstrata::recent_message(); }
std::string name_of(const GNode &node) {
  ge::AscendString name;
  (void)node.GetName(name);
  return name.GetString();
}
std::string dump(const Graph &graph, Graph::DumpFormat format = Graph::DumpFormat::kTxt) {
  std::ostringstream text;
  EXPECT_EQ(graph.Dump(format, text), GRAPH_SUCCESS);
  return text.str();
}

// An operator with inputs, dynamic inputs, outputs and an attribute, as REG_OP would declare it.
class TestOperator : public ge::es::CompliantNodeBuilder::AnyTypeOperator {
 public:
  TestOperator(const char *name, const char *type, std::initializer_list<const char *> inputs, std::initializer_list<const char *> outputs)
      : AnyTypeOperator(name, type) {
    for (const char *input : inputs) InputRegister(input);
    for (const char *output : outputs) OutputRegister(output);
  }
};
TestOperator data(const char *name) {
  TestOperator op(name, "Data", {"x"}, {"y"});
  op.AttrRegister("index", int64_t{0});  // every input has index 0: the order is that of SetInputs
  return op;
}

TEST(GraphTest, NodesEdgesAndRemoval) {
  Graph graph("g");
  EXPECT_FALSE(graph.IsValid());
  GNode a = graph.AddNodeByOp(TestOperator("a", "Source", {}, {"y", "z"}));
  GNode b = graph.AddNodeByOp(TestOperator("b", "Pair", {"p", "q"}, {"y"}));
  EXPECT_TRUE(graph.IsValid());
  const GNode taken = graph.AddNodeByOp(TestOperator("a", "Other", {}, {}));
  EXPECT_THAT(recent(), HasSubstr("a node named a already"));
  EXPECT_TRUE(name_of(taken).empty());
  EXPECT_EQ(graph.AddDataEdge(a, 1, b, 0), GRAPH_SUCCESS);
  EXPECT_EQ(graph.AddDataEdge(a, 1, b, 1), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddDataEdge(a, 0, b, 1), GRAPH_SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("input q (position 1) is connected to a already"));
  EXPECT_NE(graph.AddDataEdge(a, 2, b, 1), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddDataEdge(a, 0, b, 2), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddDataEdge(a, -1, b, 0), GRAPH_SUCCESS);
  EXPECT_EQ(graph.AddControlEdge(a, b), GRAPH_SUCCESS);
  auto [source, port] = b.GetInDataNodesAndPortIndexs(0);
  EXPECT_EQ(name_of(*source), "a");
  EXPECT_EQ(port, 1);
  EXPECT_EQ(b.GetInDataNodesAndPortIndexs(5).first, nullptr);
  const auto consumers = a.GetOutDataNodesAndPortIndexs(1);
  ASSERT_EQ(consumers.size(), 2U);
  EXPECT_EQ(consumers[1].second, 1);
  EXPECT_TRUE(a.GetOutDataNodesAndPortIndexs(0).empty());
  EXPECT_EQ(b.GetInControlNodes().size(), 1U);
  EXPECT_EQ(a.GetOutControlNodes().size(), 1U);

  EXPECT_EQ(graph.RemoveEdge(a, 1, b, 0), GRAPH_SUCCESS);
  EXPECT_NE(graph.RemoveEdge(a, 1, b, 0), GRAPH_SUCCESS);
  EXPECT_EQ(graph.RemoveEdge(a, -1, b, -1), GRAPH_SUCCESS);
  EXPECT_NE(graph.RemoveEdge(a, -1, b, -1), GRAPH_SUCCESS);
  EXPECT_TRUE(b.GetInControlNodes().empty());
  EXPECT_EQ(graph.RemoveNode(a), GRAPH_SUCCESS);
  EXPECT_EQ(b.GetInDataNodesAndPortIndexs(1).first, nullptr);
  EXPECT_EQ(graph.FindNodeByName("a"), nullptr);
  EXPECT_EQ(name_of(a), "a");  // the handle keeps the node's data
  EXPECT_NE(graph.RemoveNode(a), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddDataEdge(b, 0, a, 0), GRAPH_SUCCESS);
  EXPECT_FALSE(name_of(graph.AddNodeByOp(TestOperator("a", "Again", {}, {"y"}))).empty());
}

TEST(GraphTest, HandlesShareAndOutlive) {
  Graph graph("g");
  const Graph same = graph;
  GNode a = graph.AddNodeByOp(TestOperator("a", "Source", {}, {"y"}));
  EXPECT_NE(same.FindNodeByName("a"), nullptr);
  GNode b = graph.AddNodeByOp(TestOperator("b", "Sink", {"x"}, {}));
  EXPECT_EQ(graph.AddDataEdge(a, 0, b, 0), GRAPH_SUCCESS);
  { const Graph gone = std::move(graph); }
  EXPECT_NE(same.FindNodeByName("b"), nullptr);
  EXPECT_FALSE(graph.IsValid());  // NOLINT: a moved-from handle is an empty one
  ge::AscendString text;
  EXPECT_NE(graph.GetName(text), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddDataEdge(a, 0, b, 0), GRAPH_SUCCESS);
  EXPECT_TRUE(graph.GetAllNodes().empty());
  EXPECT_NE(graph.SaveToFile("x"), GRAPH_SUCCESS);
}

TEST(GraphTest, NodesOutliveTheirGraph) {
  GNode b;
  {
    Graph graph("g");
    GNode a = graph.AddNodeByOp(TestOperator("a", "Source", {}, {"y"}));
    b = graph.AddNodeByOp(TestOperator("b", "Sink", {"x"}, {}));
    EXPECT_EQ(graph.AddDataEdge(a, 0, b, 0), GRAPH_SUCCESS);
  }
  EXPECT_EQ(name_of(b), "b");
  EXPECT_EQ(b.GetInDataNodesAndPortIndexs(0).first, nullptr);
}

TEST(GraphTest, EmptyNodeHandle) {
  GNode node;
  GNode other;
  Graph graph("g");
  ge::AscendString text;
  ge::Tensor tensor;
  ge::TensorDesc desc;
  ge::AttrValue value;
  ge::GraphPtr sub;
  std::vector<ge::GraphPtr> subs;
  std::vector<int32_t> indexes;
  int32_t index = 0;
  EXPECT_NE(node.GetName(text), GRAPH_SUCCESS);
  EXPECT_NE(node.GetType(text), GRAPH_SUCCESS);
  EXPECT_EQ(node.GetInputsSize() + node.GetOutputsSize(), 0U);
  EXPECT_EQ(node.GetInDataNodesAndPortIndexs(0).first, nullptr);
  EXPECT_TRUE(node.GetOutDataNodesAndPortIndexs(0).empty());
  EXPECT_TRUE(node.GetInControlNodes().empty() && node.GetOutControlNodes().empty());
  EXPECT_NE(node.GetInputConstData(0, tensor), GRAPH_SUCCESS);
  EXPECT_NE(node.GetInputIndexByName("x", index), GRAPH_SUCCESS);
  EXPECT_NE(node.GetOutputIndexByName("x", index), GRAPH_SUCCESS);
  EXPECT_NE(node.GetDynamicInputIndexesByName("x", indexes), GRAPH_SUCCESS);
  EXPECT_NE(node.GetDynamicOutputIndexesByName("x", indexes), GRAPH_SUCCESS);
  EXPECT_NE(node.GetInputDesc(0, desc), GRAPH_SUCCESS);
  EXPECT_NE(node.UpdateInputDesc(0, desc), GRAPH_SUCCESS);
  EXPECT_NE(node.GetOutputDesc(0, desc), GRAPH_SUCCESS);
  EXPECT_NE(node.UpdateOutputDesc(0, desc), GRAPH_SUCCESS);
  EXPECT_NE(node.GetAttr("a", value), GRAPH_SUCCESS);
  EXPECT_NE(node.SetAttr("a", value), GRAPH_SUCCESS);
  EXPECT_FALSE(node.HasAttr("a"));
  EXPECT_NE(node.SetOutputAttr("a", 0, value), GRAPH_SUCCESS);
  EXPECT_NE(node.GetInputAttr("a", 0, value), GRAPH_SUCCESS);
  EXPECT_NE(node.GetSubgraph(0, sub), GRAPH_SUCCESS);
  EXPECT_NE(node.GetALLSubgraphs(subs), GRAPH_SUCCESS);
  EXPECT_NE(node.SetSubgraph("g", graph), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddDataEdge(node, 0, other, 0), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddControlEdge(node, other), GRAPH_SUCCESS);
  EXPECT_NE(graph.RemoveNode(node), GRAPH_SUCCESS);
  EXPECT_NE(graph.RemoveEdge(node, 0, other, 0), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddOp(ge::Operator()), GRAPH_SUCCESS);
  EXPECT_TRUE(name_of(graph.AddNodeByOp(ge::Operator())).empty());
}

TEST(GNodeTest, AttributesOfEveryType) {
  Graph graph("g");
  GNode node = graph.AddNodeByOp(TestOperator("a", "T", {"x"}, {"y"}));
  const auto round_trip = [&node](const char *name, auto value) {
    auto copy = value;
    decltype(value) back{};
    EXPECT_EQ(node.SetAttr(name, copy), GRAPH_SUCCESS) << name;
    EXPECT_TRUE(node.HasAttr(name));
    EXPECT_EQ(node.GetAttr(name, back), GRAPH_SUCCESS) << name;
    return back == value;
  };
  EXPECT_TRUE(round_trip("i64", int64_t{1} << 40));
  EXPECT_TRUE(round_trip("i32", int32_t{-7}));
  EXPECT_TRUE(round_trip("u32", uint32_t{4000000000U}));
  EXPECT_TRUE(round_trip("f", 0.1F));
  EXPECT_TRUE(round_trip("s", ge::AscendString("text")));
  EXPECT_TRUE(round_trip("b", true));
  EXPECT_TRUE(round_trip("t", ge::DT_BF16));
  EXPECT_TRUE(round_trip("raw", std::vector<uint8_t>{1, 0, 255}));
  EXPECT_TRUE(round_trip("li64", std::vector<int64_t>{1, -2}));
  EXPECT_TRUE(round_trip("li32", std::vector<int32_t>{1, -2}));
  EXPECT_TRUE(round_trip("lu32", std::vector<uint32_t>{1, 2}));
  EXPECT_TRUE(round_trip("lf", std::vector<float>{0.5F}));
  EXPECT_TRUE(round_trip("ls", std::vector<ge::AscendString>{"a", ""}));
  EXPECT_TRUE(round_trip("lb", std::vector<bool>{true, false}));
  EXPECT_TRUE(round_trip("lt", std::vector<ge::DataType>{ge::DT_INT8}));
  EXPECT_TRUE(round_trip("lli", std::vector<std::vector<int64_t>>{{1}, {}}));
  const uint8_t bytes[] = {1, 2};
  ge::Tensor tensor(ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_UINT8), bytes, 2);
  EXPECT_EQ(node.SetAttr("tensor", tensor), GRAPH_SUCCESS);
  tensor.GetData()[0] = 9;  // the node has a copy
  ge::Tensor back;
  EXPECT_EQ(node.GetAttr("tensor", back), GRAPH_SUCCESS);
  EXPECT_EQ(back.GetData()[0], 1);
  std::vector<ge::Tensor> tensors{tensor};
  EXPECT_EQ(node.SetAttr("lt2", tensors), GRAPH_SUCCESS);
  EXPECT_EQ(node.GetAttr("lt2", tensors), GRAPH_SUCCESS);
  ge::AttrValue value;
  EXPECT_EQ(node.GetAttr("i64", value), GRAPH_SUCCESS);
  (void)value.SetAttrValue(int64_t{5});  // a copy, too
  int64_t stored = 0;
  EXPECT_EQ(node.GetAttr("i64", stored), GRAPH_SUCCESS);
  EXPECT_EQ(stored, int64_t{1} << 40);

  int32_t narrow = 0;
  EXPECT_NE(node.GetAttr("i64", narrow), GRAPH_SUCCESS);  // does not fit
  bool flag = false;
  EXPECT_NE(node.GetAttr("f", flag), GRAPH_SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("attribute f has another type than the Bool"));
  EXPECT_NE(node.GetAttr("none", flag), GRAPH_SUCCESS);
  EXPECT_NE(node.SetAttr("", flag), GRAPH_SUCCESS);

  EXPECT_EQ(node.SetOutputAttr("p", 0, value), GRAPH_SUCCESS);
  EXPECT_EQ(node.GetOutputAttr("p", 0, value), GRAPH_SUCCESS);
  EXPECT_EQ(node.SetInputAttr("p", 0, value), GRAPH_SUCCESS);
  EXPECT_EQ(node.GetInputAttr("p", 0, value), GRAPH_SUCCESS);
  EXPECT_NE(node.SetInputAttr("p", 1, value), GRAPH_SUCCESS);
  EXPECT_NE(node.GetOutputAttr("q", 0, value), GRAPH_SUCCESS);
}

TEST(GraphTest, Subgraphs) {
  Graph graph("root");
  Graph body("body");
  body.AddNodeByOp(TestOperator("inner", "T", {}, {"y"}));
  TestOperator op("call", "Call", {}, {"y"});
  op.SubgraphRegister("body", false);
  op.SubgraphRegister("others", true);
  GNode call = graph.AddNodeByOp(op);
  EXPECT_EQ(call.SetSubgraph("body", body), GRAPH_SUCCESS);
  EXPECT_EQ(call.SetSubgraphs("others", {Graph("o0"), Graph("o1")}), GRAPH_SUCCESS);
  EXPECT_NE(call.SetSubgraph("none", body), GRAPH_SUCCESS);
  EXPECT_NE(call.SetSubgraph("body", Graph()), GRAPH_SUCCESS);
  EXPECT_NE(call.SetSubgraph("body", graph), GRAPH_SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("cannot be its own subgraph"));
  EXPECT_NE(call.SetSubgraphs("body", {Graph("a"), Graph("b")}), GRAPH_SUCCESS);
  ge::GraphPtr sub;
  EXPECT_EQ(call.GetSubgraph(2, sub), GRAPH_SUCCESS);
  EXPECT_NE(call.GetSubgraph(3, sub), GRAPH_SUCCESS);
  EXPECT_EQ(graph.GetAllSubgraphs().size(), 3U);
  EXPECT_EQ(graph.GetAllNodes().size(), 2U);
  EXPECT_EQ(name_of(*body.GetParentNode()), "call");
  ge::AscendString name;
  EXPECT_EQ(body.GetParentGraph()->GetName(name), GRAPH_SUCCESS);
  EXPECT_STREQ(name.GetString(), "root");
  EXPECT_EQ(graph.AddSubGraph(Graph("free")), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddSubGraph(Graph("body")), GRAPH_SUCCESS);
  EXPECT_NE(graph.AddSubGraph(Graph()), GRAPH_SUCCESS);
  EXPECT_EQ(graph.RemoveSubgraph("free"), GRAPH_SUCCESS);
  EXPECT_NE(graph.RemoveSubgraph("free"), GRAPH_SUCCESS);
  EXPECT_NE(graph.RemoveSubgraph("body"), GRAPH_SUCCESS);
  EXPECT_NE(graph.RemoveSubgraph(nullptr), GRAPH_SUCCESS);
  EXPECT_NE(graph.RemoveNode(call), GRAPH_SUCCESS);
  EXPECT_EQ(graph.RemoveNode(call, true), GRAPH_SUCCESS);
  EXPECT_EQ(body.GetParentNode(), nullptr);
  EXPECT_TRUE(graph.GetAllSubgraphs().empty());
}

TEST(GraphTest, FromLinkedOperators) {
  auto x1 = data("x1");
  auto x2 = data("x2");
  TestOperator constant("c", "Const", {}, {"y"});
  ge::Tensor value(ge::TensorDesc(ge::Shape({1}), ge::FORMAT_ND, ge::DT_UINT8), std::vector<uint8_t>{7});
  constant.SetAttr("value", value);
  TestOperator add("add", "Add3", {"a", "b", "c"}, {"y"});
  TestOperator split("split", "Split2", {"x"}, {"low", "high"});
  Graph graph("g");
  EXPECT_EQ(graph.AddOp(x1), GRAPH_SUCCESS);  // as the examples do, before it is linked
  add.SetInput("a", x2, "y");
  add.SetInput("b", x1, "y");
  add.SetInput("c", constant);
  split.SetInput("x", add);
  split.AddControlInput(x1);
  graph.SetInputs({x2, x1}).SetOutputs(std::vector<ge::Operator>{split});
  EXPECT_EQ(graph.GetDirectNode().size(), 5U);
  const auto node = graph.FindNodeByName("add");
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(name_of(*node->GetInDataNodesAndPortIndexs(0).first), "x2");
  ge::Tensor read;
  EXPECT_EQ(node->GetInputConstData(2, read), GRAPH_SUCCESS);
  EXPECT_EQ(read.GetData()[0], 7);
  EXPECT_NE(node->GetInputConstData(0, read), GRAPH_SUCCESS);
  EXPECT_EQ(name_of(*graph.FindNodeByName("split")->GetInControlNodes()[0]), "x1");
  // The dump gives inputs in the order of SetInputs and both outputs of the last operator.
  const std::string text = dump(graph);
  EXPECT_NE(text.find("outputs {"), std::string::npos);
  std::vector<ge::AscendString> names;
  EXPECT_EQ(graph.GetAllOpName(names), GRAPH_SUCCESS);
  EXPECT_EQ(names.size(), 5U);
  std::vector<std::string> old_names;
  EXPECT_EQ(graph.GetAllOpName(old_names), GRAPH_SUCCESS);
  EXPECT_EQ(old_names[0], "x1");
  ge::Operator found;
  EXPECT_EQ(graph.FindOpByName("split", found), GRAPH_SUCCESS);
  EXPECT_EQ(found.GetOutputsSize(), 2U);
  EXPECT_NE(graph.FindOpByName("none", found), GRAPH_SUCCESS);
  EXPECT_NE(graph.FindOpByName(nullptr, found), GRAPH_SUCCESS);
  std::vector<ge::Operator> all;
  EXPECT_EQ(graph.FindOpByType(std::string("Data"), all), GRAPH_SUCCESS);
  EXPECT_EQ(all.size(), 2U);

  graph.SetOutputs(std::vector<std::pair<ge::Operator, std::vector<size_t>>>{{split, {1}}});
  EXPECT_EQ(dump(graph, Graph::DumpFormat::kReadable).find("return (%split_1)") != std::string::npos, true);
  graph.SetOutputs(std::vector<std::pair<ge::Operator, std::string>>{{split, "low"}, {add, "y"}});
  EXPECT_THAT(dump(graph, Graph::DumpFormat::kReadable), HasSubstr("return (output_0=%split_0, output_1=%add)"));
  graph.SetOutputs(std::vector<std::pair<ge::Operator, ge::AscendString>>{{split, "none"}});
  EXPECT_THAT(recent(), HasSubstr("has no output none"));
  graph.SetOutputs(std::vector<ge::Operator>{ge::Operator()});
  EXPECT_THAT(recent(), HasSubstr("operator 0 of SetOutputs is empty"));
  graph.SetOutputs(std::vector<std::pair<GNode, int32_t>>{{*node, 0}});
  EXPECT_THAT(dump(graph, Graph::DumpFormat::kReadable), HasSubstr("return (%add)"));
  graph.SetTargets({add});
  const auto constructed = Graph::ConstructFromInputs({x1}, "made");
  ASSERT_NE(constructed, nullptr);
  EXPECT_EQ(constructed->GetDirectNode().size(), 5U);
  EXPECT_EQ(Graph::ConstructFromInputs({ge::Operator()}, "made"), nullptr);
}

Graph rich_graph() {
  Graph graph("rich");
  GNode a = graph.AddNodeByOp(data("a"));
  TestOperator op("b", "Rich", {"x"}, {"y", "z"});
  op.SubgraphRegister("body", false);
  op.OptionalInputRegister("o");
  op.DynamicInputRegister("d", 2, "T", true);
  op.AttrRegister("alpha", 0.1F);
  GNode b = graph.AddNodeByOp(op);
  (void)graph.AddDataEdge(a, 0, b, 0);
  (void)graph.AddDataEdge(a, 0, b, 3);
  (void)graph.AddControlEdge(a, b);
  Graph body("body");
  body.AddNodeByOp(data("i"));
  (void)b.SetSubgraph("body", body);
  ge::TensorDesc desc(ge::Shape({2, -1}), ge::FORMAT_NCHW, ge::DT_BF16);
  desc.SetOriginShape(ge::Shape({2, 3, 4}));
  desc.SetOriginFormat(ge::FORMAT_NHWC);
  (void)b.UpdateOutputDesc(1, desc);
  std::vector<float> floats{0.1F, -0.0F};
  (void)b.SetAttr("floats", floats);
  std::vector<uint8_t> raw{0, 255};
  (void)b.SetAttr("raw", raw);
  std::vector<std::vector<int64_t>> rows{{1}, {}};
  (void)b.SetAttr("rows", rows);
  ge::Tensor tensor(ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_UINT8), std::vector<uint8_t>{1, 2});
  (void)b.SetAttr("tensor", tensor);
  ge::AttrValue text;
  (void)text.SetAttrValue(ge::AscendString("text"));
  (void)graph.SetAttr("note", text);
  (void)b.SetOutputAttr("mark", 1, text);
  graph.SetOutputs(std::vector<std::pair<GNode, int32_t>>{{b, 1}});
  graph.SetNeedIteration(true);
  return graph;
}

TEST(GraphImage, RoundTripIsLossless) {
  const Graph graph = rich_graph();
  const std::string path = testing::TempDir() + "opstrata_graph.air";
  ASSERT_EQ(graph.SaveToFile(path.c_str()), GRAPH_SUCCESS);
  Graph loaded;
  ASSERT_EQ(loaded.LoadFromFile(path), GRAPH_SUCCESS);
  EXPECT_EQ(dump(loaded), dump(graph));  // the text image holds everything
  ge::GraphBuffer buffer;
  ASSERT_EQ(graph.SaveToMem(buffer), GRAPH_SUCCESS);
  Graph from_memory("x");
  EXPECT_EQ(from_memory.LoadFromMem(buffer), GRAPH_SUCCESS);
  EXPECT_EQ(dump(from_memory), dump(graph));
  Graph copy("copy");
  EXPECT_EQ(copy.CopyFrom(graph), GRAPH_SUCCESS);
  ge::AscendString name;
  EXPECT_EQ(copy.GetName(name), GRAPH_SUCCESS);
  EXPECT_STREQ(name.GetString(), "copy");
  EXPECT_EQ(copy.CopyFrom(copy), GRAPH_SUCCESS);
  GNode b = *copy.FindNodeByName("b");  // deep: the original does not change
  float alpha = 9;
  EXPECT_EQ(b.SetAttr("alpha", alpha), GRAPH_SUCCESS);
  EXPECT_EQ(graph.FindNodeByName("b")->GetAttr("alpha", alpha), GRAPH_SUCCESS);
  EXPECT_EQ(alpha, 0.1F);
  EXPECT_EQ(copy.GetSubGraph("body")->GetParentGraph()->GetDirectNode().size(), 2U);
  std::remove(path.c_str());
}

TEST(GraphImage, WhatNoImageCanHoldIsRefused) {
  if (std::getenv("OPSTRATA_FULL_TESTS") == nullptr) GTEST_SKIP() << "needs five gigabytes of memory: the full group runs it";
  const std::vector<uint8_t> bytes(size_t{64} << 20);
  ge::Tensor tensor(ge::TensorDesc(ge::Shape({int64_t{64} << 20}), ge::FORMAT_ND, ge::DT_UINT8), bytes.data(), bytes.size());
  Graph graph("large");
  for (int i = 0; i < 33; ++i) {
    GNode node = graph.AddNodeByOp(TestOperator(std::to_string(i).c_str(), "Source", {}, {"y"}));
    ASSERT_EQ(node.SetAttr("value", tensor), GRAPH_SUCCESS);
  }
  const auto path = std::filesystem::path(testing::TempDir()) / "opstrata_large";
  for (const char *ending : {".air", ".onnx"}) {
    std::filesystem::remove(path.string() + ending);
    EXPECT_NE(graph.SaveToFile((path.string() + ending).c_str()), GRAPH_SUCCESS) << ending;
    EXPECT_THAT(recent(), HasSubstr("larger than 2 GiB"));
    EXPECT_FALSE(std::filesystem::exists(path.string() + ending));  // refused before the file is made
  }
  ge::GraphBuffer buffer;
  EXPECT_NE(graph.SaveToMem(buffer), GRAPH_SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("larger than 2 GiB"));
  EXPECT_EQ(buffer.GetSize(), 0U);
  Graph copy;
  EXPECT_NE(copy.CopyFrom(graph), GRAPH_SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("larger than 2 GiB"));
}

TEST(GraphImage, DamagedImagesAreRefused) {
  ge::GraphBuffer buffer;
  const Graph graph = rich_graph();
  ASSERT_EQ(graph.SaveToMem(buffer), GRAPH_SUCCESS);
  Graph target("t");
  GNode kept = target.AddNodeByOp(data("kept"));
  const std::string before = dump(target);
  EXPECT_NE(target.LoadFromMem(buffer.GetData(), buffer.GetSize() / 2), GRAPH_SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("not a graph image"));
  EXPECT_NE(target.LoadFromMem(nullptr, 4), GRAPH_SUCCESS);
  EXPECT_NE(target.LoadFromFile(static_cast<const char *>(nullptr)), GRAPH_SUCCESS);
  EXPECT_NE(target.LoadFromFile("/nonexistent/graph"), GRAPH_SUCCESS);
  EXPECT_NE(target.LoadFromFile(testing::TempDir().c_str()), GRAPH_SUCCESS);
  // What would wait for a writer, never end, or fill the memory is refused at once.
  const std::string odd = testing::TempDir() + "opstrata_odd.air";
  ASSERT_EQ(::mkfifo(odd.c_str(), 0600), 0);
  EXPECT_NE(target.LoadFromFile(odd), GRAPH_SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("no ordinary file"));
  EXPECT_NE(target.LoadFromFile("/dev/zero"), GRAPH_SUCCESS);
  std::remove(odd.c_str());
  std::ofstream(odd) << "x";
  std::filesystem::resize_file(odd, uintmax_t{20} << 30);
  EXPECT_NE(target.LoadFromFile(odd), GRAPH_SUCCESS);
  EXPECT_THAT(recent(), HasSubstr("larger than 2 GiB"));
  std::remove(odd.c_str());
  EXPECT_NE(target.SaveToFile("/nonexistent/graph"), GRAPH_SUCCESS);
  // Any single damaged byte is either refused or gives a graph that can be walked; never a crash.
  std::vector<uint8_t> bytes(buffer.GetData(), buffer.GetData() + buffer.GetSize());
  for (size_t i = 0; i < bytes.size(); ++i) {
    const uint8_t good = bytes[i];
    for (const uint8_t bad : {uint8_t(good ^ 1U), uint8_t(good ^ 0x80U), uint8_t(0x7f)}) {
      bytes[i] = bad;
      Graph damaged;
      if (damaged.LoadFromMem(bytes.data(), bytes.size()) == GRAPH_SUCCESS) (void)dump(damaged, Graph::DumpFormat::kReadable);
    }
    bytes[i] = good;
  }
  EXPECT_EQ(dump(target), before);
}

}  // namespace
