// The table-driven node builder: the eight rules of es-api section 7.3, ownership, defaults, descriptor versions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "ge/es_graph_builder.h"
#include "graph/es/test_operators.h"
#include "graph/model.h"

namespace {

using namespace test_operators;
using ge::es::EsGraphBuilder;
using testing::HasSubstr;

std::string recent() { return EsGetRecentError() == nullptr ? "" : EsGetRecentError(); }
std::string name_of(const ge::GNode &node) {
  ge::AscendString name;
  (void)node.GetName(name);
  return name.GetString();
}
#define EXPECT_REFUSED(expression, text)    \
  do {                                      \
    EXPECT_FALSE(expression);               \
    EXPECT_THAT(recent(), HasSubstr(text)); \
  } while (false)

class NodeTable : public testing::Test {
 protected:
  EsGraphBuilder builder{"g"};
  EsCGraphBuilder *b = builder.GetCGraphBuilder();
  EsCTensorHolder *x = EsCreateGraphInput(b, 0);
  EsCTensorHolder *y = EsCreateGraphInput(b, 1);
  EsCTensorHolder *z = EsCreateGraphInput(b, 2);

  size_t node_count() const { return b->GetGraph()->GetDirectNode().size(); }

  // A graph with inputs of the given indices and `outputs` outputs.
  static EsCGraph *subgraph(const char *name, std::initializer_list<int64_t> indices, int outputs) {
    EsGraphBuilder sub(name);
    std::vector<ge::es::EsTensorHolder> results;
    for (const int64_t index : indices) results.push_back(sub.CreateInput(index));
    const auto constant = sub.CreateScalar(int64_t{1});
    std::vector<ge::es::EsTensorHolder> given(static_cast<size_t>(outputs), results.empty() ? constant : results[0]);
    return reinterpret_cast<EsCGraph *>(sub.BuildAndReset(given).release());
  }
};

TEST_F(NodeTable, ConnectsAndNumbersNodes) {
  auto *first = EsBlend(x, y, nullptr, "add", 0.25F, nullptr, 0);
  auto *second = EsBlend(first, y, z, "add", 0.5F, nullptr, 0);
  auto *seed = EsSeed(b, 7);
  ASSERT_TRUE(first && second && seed);
  // One counter for all types, from 0.
  EXPECT_EQ(name_of(first->GetProducer()), "Blend_0");
  EXPECT_EQ(name_of(second->GetProducer()), "Blend_1");
  EXPECT_EQ(name_of(seed->GetProducer()), "Seed_2");
  EXPECT_EQ(name_of(EsCreateScalarInt64(b, 1)->GetProducer()), "Const_3");

  const auto &node = second->GetProducer();
  EXPECT_EQ(name_of(*node.GetInDataNodesAndPortIndexs(0).first), "Blend_0");
  EXPECT_EQ(name_of(*node.GetInDataNodesAndPortIndexs(1).first), "input_1");
  EXPECT_EQ(name_of(*node.GetInDataNodesAndPortIndexs(2).first), "input_2");
  const auto &partial = first->GetProducer();
  EXPECT_EQ(partial.GetInputsSize(), 3U);
  EXPECT_EQ(partial.GetInDataNodesAndPortIndexs(2).first, nullptr);
  ge::TensorDesc desc;
  EXPECT_NE(partial.GetInputDesc(2, desc), ge::GRAPH_SUCCESS);  // an optional input that is not connected
  EXPECT_EQ(node.GetInputDesc(2, desc), ge::GRAPH_SUCCESS);
}

TEST_F(NodeTable, AttributesEqualToTheirDefaultAreNotStored) {
  auto *same = EsBlend(x, y, nullptr, "m", 0.5F, nullptr, 0);
  EXPECT_TRUE(same->GetProducer().HasAttr("mode"));
  EXPECT_FALSE(same->GetProducer().HasAttr("alpha"));
  EXPECT_FALSE(same->GetProducer().HasAttr("axes"));
  // Exact: the next float is another value, however near (section 14.13).
  const float near = std::nextafter(0.5F, 1.0F);
  auto *other = EsBlend(x, y, nullptr, "m", near, nullptr, 0);
  float alpha = 0;
  EXPECT_EQ(other->GetProducer().GetAttr("alpha", alpha), ge::GRAPH_SUCCESS);
  EXPECT_EQ(alpha, near);
  auto *nan = EsBlend(x, y, nullptr, "m", std::numeric_limits<float>::quiet_NaN(), nullptr, 0);
  EXPECT_EQ(nan->GetProducer().GetAttr("alpha", alpha), ge::GRAPH_SUCCESS);
  EXPECT_TRUE(std::isnan(alpha));
  const int64_t axes[] = {0};
  std::vector<int64_t> stored;
  EXPECT_EQ(EsBlend(x, y, nullptr, "m", 0.5F, axes, 1)->GetProducer().GetAttr("axes", stored), ge::GRAPH_SUCCESS);
  EXPECT_EQ(stored, (std::vector<int64_t>{0}));
  EXPECT_FALSE(EsSeed(b, 7)->GetProducer().HasAttr("value"));
  int64_t value = 0;
  EXPECT_EQ(EsSeed(b, 8)->GetProducer().GetAttr("value", value), ge::GRAPH_SUCCESS);
  EXPECT_EQ(value, 8);
}

// What a node does not store is still known: inference asks for it where no prototype is loaded.
TEST_F(NodeTable, PrototypesOfNodesKnowTheirDefaults) {
  using opstrata::graph::Node;
  namespace proto = opstrata::proto;
  const auto default_of = [](EsCTensorHolder *tensor, size_t attr) {
    return Node::of(tensor->GetProducer())->ir.attrs.at(attr).default_value;
  };
  auto *blend = EsBlend(x, y, nullptr, "m", 0.25F, nullptr, 0);
  EXPECT_EQ(default_of(blend, 0), proto::AttrValue());  // required
  EXPECT_EQ(default_of(blend, 1), proto::AttrValue(0.5F));
  EXPECT_EQ(default_of(EsSeed(b, 8), 0), proto::AttrValue(int64_t{7}));
  const int64_t *rows[] = {nullptr};
  const int64_t sizes[] = {0};
  auto *tune = EsTune(x, nullptr, b, 1, rows, 1, sizes, C_DT_INT8);
  EXPECT_EQ(default_of(tune, 1), proto::AttrValue(std::vector<std::vector<int64_t>>(2)));
  EXPECT_EQ(default_of(tune, 2), proto::AttrValue(ge::DT_FLOAT));
  // Nodes of one table share their prototype; a table with another default is another prototype.
  EXPECT_EQ(Node::of(EsSeed(b, 9)->GetProducer())->prototype, Node::of(EsSeed(b, 10)->GetProducer())->prototype);
  auto other = kSeed;
  other.attrs[0].default_value = of_int(70);
  auto *seventy = build(other.descriptor("Seed"), b, {of_int(70)}).tensor;
  EXPECT_EQ(default_of(seventy, 0), proto::AttrValue(int64_t{70}));
  EXPECT_EQ(default_of(EsSeed(b, 8), 0), proto::AttrValue(int64_t{7}));

  const char *texts[] = {"a", "b"};
  const bool bools[] = {true, false};
  const float floats[] = {1.5F};
  const C_DataType types[] = {C_DT_INT8, C_DT_BF16};
  const Table<1, 1, 0, 6> all{{{"x", OPSTRATA_ES_INPUT_REQUIRED, "T"}},
                              {{"y", OPSTRATA_ES_OUTPUT_REQUIRED, "T"}},
                              {},
                              {{"s", "String", OPSTRATA_ES_ATTR_STRING, 0, of_pointer("text")},
                               {"b", "Bool", OPSTRATA_ES_ATTR_BOOL, 0, of_int(1)},
                               {"ls", "ListString", OPSTRATA_ES_ATTR_LIST_STRING, 0, of_list(texts, 2)},
                               {"lb", "ListBool", OPSTRATA_ES_ATTR_LIST_BOOL, 0, of_list(bools, 2)},
                               {"lf", "ListFloat", OPSTRATA_ES_ATTR_LIST_FLOAT, 0, of_list(floats, 1)},
                               {"lt", "ListType", OPSTRATA_ES_ATTR_LIST_TYPE, 0, of_list(types, 2)}}};
  const auto make = [&] {
    return build(all.descriptor("All"), nullptr,
                 {of_pointer(x), of_pointer("text"), of_int(1), of_list(texts, 2), of_list(bools, 2),
                  of_list(floats, 1), of_list(types, 2)})
        .tensor;
  };
  auto *made = make();
  EXPECT_EQ(default_of(made, 0), proto::AttrValue(std::string("text")));
  EXPECT_EQ(default_of(made, 1), proto::AttrValue(true));
  EXPECT_EQ(default_of(made, 2), proto::AttrValue(std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(default_of(made, 3), proto::AttrValue(std::vector<bool>{true, false}));
  EXPECT_EQ(default_of(made, 4), proto::AttrValue(std::vector<float>{1.5F}));
  EXPECT_EQ(default_of(made, 5), proto::AttrValue(std::vector<ge::DataType>{ge::DT_INT8, ge::DT_BF16}));
  EXPECT_EQ(Node::of(made->GetProducer())->prototype, Node::of(make()->GetProducer())->prototype);
}

// Nodes may share equal values, but what one of them is given later is its own.
TEST_F(NodeTable, EqualValuesOfNodesAreIndependent) {
  const auto expect = [](EsCTensorHolder *tensor, const char *mode, float alpha, const std::vector<int64_t> &axes) {
    ge::AscendString text;
    float number = 1.0F;
    std::vector<int64_t> list;
    EXPECT_EQ(tensor->GetProducer().GetAttr("mode", text), ge::GRAPH_SUCCESS);
    EXPECT_STREQ(text.GetString(), mode);
    EXPECT_EQ(tensor->GetProducer().GetAttr("alpha", number), ge::GRAPH_SUCCESS);
    EXPECT_EQ(std::signbit(number), std::signbit(alpha));
    EXPECT_EQ(number, alpha);
    EXPECT_EQ(tensor->GetProducer().GetAttr("axes", list), ge::GRAPH_SUCCESS);
    EXPECT_EQ(list, axes);
  };
  const int64_t axes[] = {1, 2}, others[] = {1, 3};
  auto *first = EsBlend(x, y, nullptr, "m", 0.0F, axes, 2);
  auto *second = EsBlend(x, y, nullptr, "m", 0.0F, axes, 2);
  auto *third = EsBlend(x, y, nullptr, "m", -0.0F, others, 2);
  auto *fourth = EsBlend(x, y, nullptr, "mm", -0.0F, others, 1);
  ge::AscendString changed("changed");
  std::vector<int64_t> nine{9};
  EXPECT_EQ(first->GetProducer().SetAttr("mode", changed), ge::GRAPH_SUCCESS);
  EXPECT_EQ(first->GetProducer().SetAttr("axes", nine), ge::GRAPH_SUCCESS);
  expect(first, "changed", 0.0F, {9});
  expect(second, "m", 0.0F, {1, 2});
  expect(third, "m", -0.0F, {1, 3});
  expect(fourth, "mm", -0.0F, {1});
  ge::AttrValue taken;  // a copy, whatever is done to it
  EXPECT_EQ(second->GetProducer().GetAttr("mode", taken), ge::GRAPH_SUCCESS);
  EXPECT_EQ(taken.SetAttrValue(changed), ge::GRAPH_SUCCESS);
  expect(second, "m", 0.0F, {1, 2});
  expect(EsBlend(x, y, nullptr, "m", 0.0F, axes, 2), "m", 0.0F, {1, 2});
}

TEST_F(NodeTable, OwnerComesFromInputsThenParameter) {
  const int64_t *rows[] = {nullptr, nullptr};
  const int64_t sizes[] = {0, 0};
  auto *by_second = EsTune(nullptr, x, nullptr, 1, rows, 2, sizes, C_DT_FLOAT);
  ASSERT_NE(by_second, nullptr);
  EXPECT_EQ(&by_second->GetOwnerBuilder(), b);
  EXPECT_FALSE(by_second->GetProducer().HasAttr("steps"));
  auto *by_owner = EsTune(nullptr, nullptr, b, 2, rows, 1, sizes, C_DT_INT8);
  ASSERT_NE(by_owner, nullptr);
  std::vector<std::vector<int64_t>> steps;
  EXPECT_EQ(by_owner->GetProducer().GetAttr("steps", steps), ge::GRAPH_SUCCESS);
  EXPECT_EQ(steps, (std::vector<std::vector<int64_t>>{{}}));
  ge::DataType type = ge::DT_FLOAT;
  EXPECT_EQ(by_owner->GetProducer().GetAttr("out_type", type), ge::GRAPH_SUCCESS);
  EXPECT_EQ(type, ge::DT_INT8);
  EXPECT_REFUSED(EsTune(nullptr, nullptr, nullptr, 1, rows, 2, sizes, C_DT_FLOAT), "says into which graph");
  EXPECT_REFUSED(EsSeed(nullptr, 1), "says into which graph");
}

TEST_F(NodeTable, AnInputThatARefusedCallDidNotGiveIsNamedWithItsReason) {
  EXPECT_REFUSED(
      EsBlend(EsBlend(x, y, nullptr, nullptr, 1, nullptr, 0), y, nullptr, "m", 1, nullptr, 0),
      "operator Blend: required input base is null (refused first: operator Blend: attribute mode (String) is null)");
  EXPECT_REFUSED(EsSeed(nullptr, 1), "(refused first: operator Blend: attribute mode");
}

TEST_F(NodeTable, RefusalsLeaveNoNode) {
  const size_t before = node_count();
  const int64_t axes[] = {1};
  EXPECT_REFUSED(EsBlend(nullptr, y, nullptr, "m", 1, nullptr, 0), "required input base is null");
  EXPECT_REFUSED(EsBlend(x, nullptr, nullptr, "m", 1, nullptr, 0), "required input layer is null");
  EXPECT_REFUSED(EsBlend(x, y, nullptr, nullptr, 1, nullptr, 0), "attribute mode (String) is null");
  EXPECT_REFUSED(EsBlend(x, y, nullptr, "m", 1, nullptr, 2), "attribute axes is null but 2");
  EXPECT_REFUSED(EsBlend(x, y, nullptr, "m", 1, axes, -1), "-1 elements");
  const int64_t *rows[] = {axes, nullptr};
  const int64_t sizes[] = {1, 1};
  EXPECT_REFUSED(EsTune(x, nullptr, nullptr, 1, rows, 2, sizes, C_DT_FLOAT), "element 1 of attribute steps");
  EXPECT_REFUSED(EsTune(x, nullptr, nullptr, 1, rows, 2, nullptr, C_DT_FLOAT), "attribute steps (ListListInt) is null");
  EXPECT_REFUSED(EsTune(x, nullptr, nullptr, 1, rows, 1, sizes, static_cast<C_DataType>(60)),
                 "60, which is not a data type");
  EXPECT_REFUSED(EsSplitEven(x, -1, 1).rest, "dynamic output part has -1");
  EXPECT_REFUSED(EsSplitEven(x, int64_t{1} << 31, 1).rest, "dynamic output part has 2147483648");
  EsGraphBuilder other("other");
  EXPECT_REFUSED(EsBlend(x, other.CreateInput(0).GetCTensorHolder(), nullptr, "m", 1, nullptr, 0), "two builders");
  EXPECT_REFUSED(EsBlend(x, EsSink(y), nullptr, "m", 1, nullptr, 0), "has no output");
  EXPECT_EQ(node_count(), before + 1);  // the Sink
  const auto graph = builder.BuildAndReset();
  EXPECT_REFUSED(EsBlend(x, y, nullptr, "m", 1, nullptr, 0), "built already");
}

TEST_F(NodeTable, DynamicOutputs) {
  const auto split = EsSplitEven(x, 3, 2);
  ASSERT_EQ(split.part_num, 3);
  ASSERT_NE(split.rest, nullptr);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(split.part[i]->GetOutIndex(), i);
  EXPECT_EQ(split.rest->GetOutIndex(), 3);
  EXPECT_EQ(split.rest->GetProducer().GetOutputsSize(), 4U);
  const auto none = EsSplitEven(x, 0, 2);
  EXPECT_EQ(none.part_num, 0);
  EXPECT_EQ(none.rest->GetOutIndex(), 0);
  auto *sink = EsSink(x);
  ASSERT_NE(sink, nullptr);
  EXPECT_EQ(sink->GetOutIndex(), -1);
}

TEST_F(NodeTable, DynamicInputsAndSubgraphs) {
  EsCTensorHolder *inputs[] = {y, z};
  EsCGraph *branches[] = {subgraph("b0", {0, 1}, 1), subgraph("b1", {}, 1)};
  const char *tags[] = {"a", ""};
  const auto result = EsChoose(x, inputs, 2, 1, subgraph("f", {0}, 1), branches, 2, tags, 2);
  ASSERT_EQ(result.output_num, 1) << recent();
  auto &node = result.output[0]->GetProducer();
  EXPECT_EQ(name_of(*node.GetInDataNodesAndPortIndexs(0).first), "input_0");
  EXPECT_EQ(name_of(*node.GetInDataNodesAndPortIndexs(2).first), "input_2");
  std::vector<int32_t> indexes;
  EXPECT_EQ(node.GetDynamicInputIndexesByName("input", indexes), ge::GRAPH_SUCCESS);
  EXPECT_EQ(indexes, (std::vector<int32_t>{1, 2}));
  std::vector<ge::GraphPtr> graphs;
  EXPECT_EQ(node.GetALLSubgraphs(graphs), ge::GRAPH_SUCCESS);
  ASSERT_EQ(graphs.size(), 3U);
  ge::AscendString name;
  graphs[2]->GetName(name);
  EXPECT_STREQ(name.GetString(), "b1");
  EXPECT_EQ(name_of(*graphs[2]->GetParentNode()), "Choose_0");
  std::vector<ge::AscendString> stored;
  EXPECT_EQ(node.GetAttr("tags", stored), ge::GRAPH_SUCCESS);
  EXPECT_EQ(stored, (std::vector<ge::AscendString>{"a", ""}));
  // The graph lists its nested subgraphs, and the caller keeps them after the builder is gone.
  ge::es::EsGraphBuilder::SetOutput(result.output[0], 0);
  auto graph = builder.BuildAndReset();
  ASSERT_NE(graph, nullptr);
  { EsGraphBuilder gone(std::move(builder)); }
  EXPECT_EQ(graph->GetAllSubgraphs().size(), 3U);
  EXPECT_NE(graph->GetSubGraph("f"), nullptr);
  EXPECT_EQ(graph->GetSubGraph("none"), nullptr);
  EXPECT_GT(graph->GetAllNodes().size(), graph->GetDirectNode().size());
}

TEST_F(NodeTable, SubgraphChecks) {
  EsCTensorHolder *inputs[] = {y, z};
  const auto choose = [&](EsCGraph *fallback) {
    return EsChoose(x, inputs, 2, 1, fallback, nullptr, 0, nullptr, 0).output_num == 1;
  };
  EXPECT_REFUSED(choose(nullptr), "subgraph fallback is null");
  EXPECT_REFUSED(choose(subgraph("s", {0, 1, 2}, 1)), "index 2, but dynamic input input has 2");
  EXPECT_REFUSED(choose(subgraph("s", {0}, 2)), "has 2 outputs, dynamic output output has 1");
  EXPECT_REFUSED(choose(reinterpret_cast<EsCGraph *>(new ge::Graph("empty"))), "0 NetOutput");
  EXPECT_REFUSED(choose(reinterpret_cast<EsCGraph *>(new ge::Graph())), "subgraph fallback");
  // An input without index, and one index twice.
  auto *edited = subgraph("s", {0, 1}, 1);
  ge::AttrValue index;
  (void)index.SetAttrValue(int64_t{0});
  EXPECT_EQ(reinterpret_cast<ge::Graph *>(edited)->FindNodeByName("input_1")->SetAttr("index", index),
            ge::GRAPH_SUCCESS);
  EXPECT_REFUSED(choose(edited), "another input has too");
  edited = subgraph("s", {0, 1}, 1);
  ge::AttrValue nothing;
  EXPECT_EQ(reinterpret_cast<ge::Graph *>(edited)->FindNodeByName("input_1")->SetAttr("index", nothing),
            ge::GRAPH_SUCCESS);
  EXPECT_REFUSED(choose(edited), "has no attribute index");
  // The same graph twice in one call, and in two calls.
  auto *shared = subgraph("twice", {0}, 1);
  EsCGraph *same[] = {shared};
  EXPECT_REFUSED(EsChoose(x, inputs, 2, 1, shared, same, 1, nullptr, 0).output, "passed twice");
  auto *used = subgraph("used", {0}, 1);
  EXPECT_TRUE(choose(used));
  EXPECT_REFUSED(choose(used), "passed twice or belongs");
  EsGraphBuilder other("other");
  auto *o = other.CreateInput(0).GetCTensorHolder();
  EsCTensorHolder *others[] = {o};
  EXPECT_REFUSED(EsChoose(o, others, 1, 1, used, nullptr, 0, nullptr, 0).output, "passed twice or belongs");
  EsCTensorHolder *holes[] = {y, nullptr};
  EXPECT_REFUSED(EsChoose(x, holes, 2, 1, subgraph("s", {0}, 1), nullptr, 0, nullptr, 0).output,
                 "element 1 of dynamic input input is null");
  EXPECT_REFUSED(EsChoose(x, nullptr, 2, 1, subgraph("s", {0}, 1), nullptr, 0, nullptr, 0).output, "announced");
  // Without owner the graph is freed (the leak checker of the asan preset watches).
  EXPECT_REFUSED(EsChoose(nullptr, nullptr, 0, 1, subgraph("s", {0}, 1), nullptr, 0, nullptr, 0).output,
                 "required input which is null");
}

TEST_F(NodeTable, ConditionOfALoopHasItsOwnOutputs) {
  EsCTensorHolder *inputs[] = {x, y};
  const auto loop = [&](EsCGraph *cond, EsCGraph *body) {
    return build(kWhile.descriptor("While"), nullptr,
                 {of_list(inputs, 2), of_int(2), of_pointer(cond), of_pointer(body)})
               .num == 2;
  };
  EXPECT_TRUE(loop(subgraph("c", {0, 1}, 1), subgraph("w", {0, 1}, 2))) << recent();
  EXPECT_REFUSED(loop(subgraph("c1", {0, 1}, 1), subgraph("w1", {0, 1}, 1)), "subgraph body (graph w1) has 1 outputs");
}

TEST_F(NodeTable, TensorAttributeBelongsToTheBuilder) {
  static const Table<1, 1, 0, 1> table{{{"x", OPSTRATA_ES_INPUT_REQUIRED, "T"}},
                                       {{"y", OPSTRATA_ES_OUTPUT_REQUIRED, "T"}},
                                       {},
                                       {{"seed", "Tensor", OPSTRATA_ES_ATTR_TENSOR, 0, {}}}};
  const int32_t value = 42;
  auto *tensor = EsCreateEsCTensor(&value, nullptr, 0, C_DT_INT32, C_FORMAT_ND);
  auto *node = build(table.descriptor("Keep"), nullptr, {of_pointer(x), of_pointer(tensor)}).tensor;
  ASSERT_NE(node, nullptr);
  ge::Tensor stored;
  EXPECT_EQ(node->GetProducer().GetAttr("seed", stored), ge::GRAPH_SUCCESS);
  EXPECT_EQ(std::memcmp(stored.GetData(), &value, sizeof(value)), 0);
  EXPECT_REFUSED(build(table.descriptor("Keep"), nullptr, {of_pointer(x), of_pointer(nullptr)}).tensor,
                 "attribute seed (Tensor) is null");
  auto *lost = EsCreateEsCTensor(&value, nullptr, 0, C_DT_INT32, C_FORMAT_ND);
  EXPECT_REFUSED(build(table.descriptor("Keep"), nullptr, {of_pointer(nullptr), of_pointer(lost)}).tensor,
                 "required input x");
}

// What functions of old parameter lists do that cannot be kept: the builder has the graphs and tensors afterwards, as
// after any refusal.
TEST_F(NodeTable, RefusedOldCallsTakeGraphsAndTensors) {
  static const Table<1, 1, 1, 1> table{{{"x", OPSTRATA_ES_INPUT_OPTIONAL, "T"}},
                                       {{"y", OPSTRATA_ES_OUTPUT_REQUIRED, "T"}},
                                       {{"g", OPSTRATA_ES_SUBGRAPH_STATIC}},
                                       {{"seed", "Tensor", OPSTRATA_ES_ATTR_TENSOR, 0, {}}}};
  const auto op = table.descriptor("Keep");
  const int32_t value = 42;
  auto *const graph = subgraph("s", {0}, 1);
  auto *const tensor = EsCreateEsCTensor(&value, nullptr, 0, C_DT_INT32, C_FORMAT_ND);
  const OpstrataEsValue args[] = {of_pointer(x), of_pointer(graph), of_pointer(tensor)};
  OpstrataEsRefuseOldArguments(&op, nullptr, args, 3, "1.0", "input z was removed");
  EXPECT_THAT(recent(), testing::AllOf(HasSubstr("Keep"), HasSubstr("1.0"), HasSubstr("input z was removed")));
  EXPECT_REFUSED(build(op, nullptr, {args[0], args[1], args[2]}).tensor, "passed twice or belongs");
  // Without owner they are freed (the leak checker of the asan preset watches).
  const OpstrataEsValue nobody[] = {of_pointer(nullptr), of_pointer(subgraph("s", {0}, 1)),
                                    of_pointer(EsCreateEsCTensor(&value, nullptr, 0, C_DT_INT32, C_FORMAT_ND))};
  OpstrataEsRefuseOldArguments(&op, nullptr, nobody, 3, "1.0", "input z was removed");
  EXPECT_THAT(recent(), HasSubstr("input z was removed"));
  OpstrataEsRefuseOldArguments(&op, nullptr, nobody, 2, "1.0", "input z was removed");
  EXPECT_THAT(recent(), HasSubstr("2 values came, the prototype takes 3"));
  OpstrataEsRefuseOldArguments(nullptr, nullptr, nobody, 3, "1.0", "input z was removed");
}

TEST_F(NodeTable, EveryListKind) {
  static const Table<1, 1, 0, 4> table{{{"x", OPSTRATA_ES_INPUT_REQUIRED, "T"}},
                                       {{"y", OPSTRATA_ES_OUTPUT_REQUIRED, "T"}},
                                       {},
                                       {{"f", "ListFloat", OPSTRATA_ES_ATTR_LIST_FLOAT, 1, {}},
                                        {"b", "ListBool", OPSTRATA_ES_ATTR_LIST_BOOL, 1, {}},
                                        {"t", "ListType", OPSTRATA_ES_ATTR_LIST_TYPE, 1, {}},
                                        {"flag", "Bool", OPSTRATA_ES_ATTR_BOOL, 0, of_int(1)}}};
  const float f[] = {0.5F, -0.0F};
  const bool flags[] = {true, false};
  const C_DataType types[] = {C_DT_INT8, C_DT_BF16};
  auto *node = build(table.descriptor("Lists"), nullptr,
                     {of_pointer(x), of_list(f, 2), of_list(flags, 2), of_list(types, 2), of_int(1)})
                   .tensor;
  ASSERT_NE(node, nullptr) << recent();
  std::vector<float> floats;
  std::vector<bool> bools;
  std::vector<ge::DataType> data_types;
  EXPECT_EQ(node->GetProducer().GetAttr("f", floats), ge::GRAPH_SUCCESS);
  EXPECT_TRUE(floats.size() == 2 && std::signbit(floats[1]));
  EXPECT_EQ(node->GetProducer().GetAttr("b", bools), ge::GRAPH_SUCCESS);
  EXPECT_EQ(bools, (std::vector<bool>{true, false}));
  EXPECT_EQ(node->GetProducer().GetAttr("t", data_types), ge::GRAPH_SUCCESS);
  EXPECT_EQ(data_types, (std::vector<ge::DataType>{ge::DT_INT8, ge::DT_BF16}));
  EXPECT_FALSE(node->GetProducer().HasAttr("flag"));
}

TEST_F(NodeTable, DescriptorVersions) {
  auto op = kSeed.descriptor("Seed");
  OpstrataEsResult result{};
  const OpstrataEsValue args[] = {of_int(9)};
  EXPECT_EQ(OpstrataEsBuildNode(&op, b, args, 1, &result), 0U);
  // A newer table is refused with both versions.
  op.version = OPSTRATA_ES_NODE_VERSION + 1;
  op.size += 16;
  EXPECT_NE(OpstrataEsBuildNode(&op, b, args, 1, &result), 0U);
  EXPECT_EQ(result.tensor, nullptr);
  EXPECT_THAT(recent(), HasSubstr("table version " + std::to_string(OPSTRATA_ES_NODE_VERSION + 1)));
  EXPECT_THAT(recent(), HasSubstr("has version " + std::to_string(OPSTRATA_ES_NODE_VERSION)));
  EXPECT_THAT(recent(), HasSubstr("Seed"));
  op = kSeed.descriptor("Seed");
  op.size = 4;
  EXPECT_NE(OpstrataEsBuildNode(&op, b, args, 1, &result), 0U);
  op = kSeed.descriptor("Seed");
  op.attrs = nullptr;
  EXPECT_NE(OpstrataEsBuildNode(&op, b, args, 1, &result), 0U);
  EXPECT_THAT(recent(), HasSubstr("malformed"));
  op = kSeed.descriptor("Seed");
  EXPECT_NE(OpstrataEsBuildNode(&op, b, args, 2, &result), 0U);
  EXPECT_THAT(recent(), HasSubstr("2 values came, the prototype takes 1"));
  EXPECT_NE(OpstrataEsBuildNode(&op, b, nullptr, 1, &result), 0U);
  EXPECT_NE(OpstrataEsBuildNode(nullptr, b, args, 1, &result), 0U);
  EXPECT_NE(OpstrataEsBuildNode(&op, b, args, 1, nullptr), 0U);
}

// A counted attribute gets the number of tensors of the dynamic input or output that its default names, when the call passes the
// default; any other value stays as it is, and the node has it in both cases.
TEST_F(NodeTable, CountedAttributes) {
  const Value count_of_x = {INT64_MIN, 0, "x", 0, nullptr}, count_of_y = {INT64_MIN, 0, "y", 0, nullptr}, count_of_s = {INT64_MIN, 0, "s", 0, nullptr};
  const Table<2, 1, 0, 2> table{{{"s", OPSTRATA_ES_INPUT_REQUIRED, "T"}, {"x", OPSTRATA_ES_INPUT_DYNAMIC, "T"}},
                                {{"y", OPSTRATA_ES_OUTPUT_DYNAMIC, "T"}},
                                {},
                                {{"n", "Int", OPSTRATA_ES_ATTR_INT, 1, count_of_x}, {"m", "Int", OPSTRATA_ES_ATTR_INT, 0, count_of_y}}};
  EsCTensorHolder *inputs[] = {x, y, z};
  const auto attrs = [&](int64_t n, int64_t m) {
    const auto result = build(table.descriptor("Counted"), nullptr, {of_pointer(x), of_list(inputs, 3), of_int(2), of_int(n), of_int(m)});
    std::pair<int64_t, int64_t> values{-1, -1};
    if (result.num != 2) return values;
    auto node = result.tensors[0]->GetProducer();
    EXPECT_EQ(node.GetAttr("n", values.first), ge::GRAPH_SUCCESS);
    EXPECT_EQ(node.GetAttr("m", values.second), ge::GRAPH_SUCCESS);
    return values;
  };
  EXPECT_EQ(attrs(INT64_MIN, INT64_MIN), (std::pair<int64_t, int64_t>(3, 2)));
  EXPECT_EQ(attrs(7, INT64_MIN), (std::pair<int64_t, int64_t>(7, 2)));
  EXPECT_EQ(attrs(INT64_MIN, -4), (std::pair<int64_t, int64_t>(3, -4)));
  auto bad = table;
  bad.attrs[0].default_value = count_of_s;
  EXPECT_EQ(build(bad.descriptor("Counted"), nullptr, {of_pointer(x), of_list(inputs, 3), of_int(2), of_int(INT64_MIN), of_int(0)}).num, 0);
  EXPECT_THAT(recent(), HasSubstr("attribute n counts s, which is no dynamic input or output"));
}

// Nodes of one operator share their prototype. What counts is what the tables say when the node is built, wherever they
// lie.
TEST_F(NodeTable, NodesHaveThePrototypeThatTheTablesHadThen) {
  OpstrataEsInput inputs[] = {{"x", OPSTRATA_ES_INPUT_REQUIRED, "T"}};
  OpstrataEsOutput outputs[] = {{"y", OPSTRATA_ES_OUTPUT_REQUIRED, "T"}};
  OpstrataEsAttr attrs[] = {{"size", "Int", OPSTRATA_ES_ATTR_INT, 0, {1, 0.0F, nullptr, 0, nullptr}}};
  char type[] = "Foo";
  const OpstrataEsNodeDescriptor op = {
      sizeof op, OPSTRATA_ES_NODE_VERSION, type, inputs, 1, outputs, 1, nullptr, 0, attrs, 1};
  const auto build = [&] {
    const OpstrataEsValue args[] = {of_pointer(x), of_int(2)};
    OpstrataEsResult result{};
    EXPECT_EQ(OpstrataEsBuildNode(&op, nullptr, args, 2, &result), 0U) << recent();
    return opstrata::graph::Node::of(result.tensor->GetProducer());
  };
  std::vector<std::shared_ptr<opstrata::graph::Node>> nodes = {build(), build()};
  EXPECT_EQ(nodes[0]->prototype, nodes[1]->prototype);
  const std::vector<std::function<void()>> changes = {
      [&] { inputs[0].name = "z"; },
      [&] { inputs[0].dtype = nullptr; },
      [&] { inputs[0].kind = OPSTRATA_ES_INPUT_OPTIONAL; },
      [&] { outputs[0].name = "w"; },
      [&] { outputs[0].dtype = "U"; },
      [&] { attrs[0].name = "count"; },
      [&] { attrs[0].required = 1; },
      [&] { type[2] = 'a'; },
  };
  for (const auto &change : changes) {
    change();
    nodes.push_back(build());
    const auto &before = nodes[nodes.size() - 2]->ir, &after = nodes.back()->ir;
    EXPECT_FALSE(opstrata::proto::same_interface(before, after)) << nodes.size();
  }
  const auto &last = nodes.back()->ir;
  EXPECT_EQ(last.type, "Foa");
  EXPECT_EQ(last.inputs.front().name + last.inputs.front().dtype, "z");
  EXPECT_EQ(last.outputs.front().name + last.outputs.front().dtype, "wU");
  EXPECT_EQ(nodes.front()->ir.inputs.front().name + nodes.front()->ir.inputs.front().dtype, "xT");
  EXPECT_EQ(nodes.back()->attrs.count("count"), 1U);
}

TEST_F(NodeTable, BuildRefusesTwoSubgraphsOfOneName) {
  EsCTensorHolder *inputs[] = {y, z};
  EsCGraph *branches[] = {subgraph("same", {0}, 1)};
  EXPECT_EQ(EsChoose(x, inputs, 2, 1, subgraph("same", {0}, 1), branches, 1, nullptr, 0).output_num, 1);
  EXPECT_REFUSED(builder.BuildAndReset(), "two subgraphs of graph g are named same");
}

// --- CompliantNodeBuilder
// ---------------------------------------------------------------------------------------------------

using Compliant = ge::es::CompliantNodeBuilder;

TEST_F(NodeTable, CompliantNodeBuilderBuildsTheSameNode) {
  auto *graph = b->GetGraph();
  auto node =
      Compliant(graph)
          .OpType("Mix")
          .Name("mix")
          .IrDefInputs({{"x", Compliant::kEsIrInputRequired, ""},
                        {"m", Compliant::kEsIrInputOptional, ""},
                        {"d", Compliant::kEsIrInputDynamic, "T"}})
          .IrDefOutputs({{"y", Compliant::kEsIrOutputRequired, ""}, {"e", Compliant::kEsIrOutputDynamic, ""}})
          .IrDefAttrs({{"mode", Compliant::kEsAttrRequired, "Int", ge::es::CreateFrom(int64_t{3})},
                       {"unset", Compliant::kEsAttrOptional, "Float", ge::es::CreateFromIfNotEqual(0.5F, 0.5F)},
                       {"set", Compliant::kEsAttrOptional, "VT_FLOAT", ge::es::CreateFromIfNotEqual(0.25F, 0.5F)}})
          .InstanceDynamicInputNum("d", 2)
          .InstanceDynamicOutputNum("e", 2)
          .InstanceOutputDataType("y", ge::DT_INT8)
          .InstanceOutputShape("y", {2, 3})
          .InstanceOutputStorageShape("e1", {16})
          .InstanceOutputOriginShape("e1", {4})
          .InstanceOutputFormat("y", ge::FORMAT_NCHW)
          .InstanceOutputStorageFormat("e1", ge::FORMAT_NC1HWC0)
          .InstanceOutputOriginFormat("e1", ge::FORMAT_NHWC)
          .Build();
  EXPECT_EQ(name_of(node), "mix");
  EXPECT_EQ(node.GetInputsSize(), 4U);
  EXPECT_EQ(node.GetOutputsSize(), 3U);
  int64_t mode = 0;
  EXPECT_EQ(node.GetAttr("mode", mode), ge::GRAPH_SUCCESS);
  EXPECT_EQ(mode, 3);
  EXPECT_FALSE(node.HasAttr("unset"));
  EXPECT_TRUE(node.HasAttr("set"));
  ge::TensorDesc desc;
  EXPECT_EQ(node.GetOutputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetShape().GetDims(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(desc.GetOriginFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(node.GetOutputDesc(2, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetShape().GetDims(), (std::vector<int64_t>{16}));
  EXPECT_EQ(desc.GetOriginShape().GetDims(), (std::vector<int64_t>{4}));
  EXPECT_EQ(desc.GetOriginFormat(), ge::FORMAT_NHWC);
  // An edge to the optional input makes its description valid.
  EXPECT_NE(node.GetInputDesc(1, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(ge::es::AddEdgeAndUpdatePeerDesc(*graph, x->GetProducer(), 0, node, 1), ge::GRAPH_SUCCESS);
  EXPECT_EQ(node.GetInputDesc(1, desc), ge::GRAPH_SUCCESS);
  EXPECT_NE(ge::es::AddEdgeAndUpdatePeerDesc(*graph, x->GetProducer(), 0, node, 1), ge::GRAPH_SUCCESS);
  EXPECT_NE(ge::es::AddEdgeAndUpdatePeerDesc(*graph, x->GetProducer(), 0, node, 9), ge::GRAPH_SUCCESS);
  auto *holder = b->GetTensorHolderFromNode(node, 2);
  ASSERT_NE(holder, nullptr);
  EXPECT_EQ(b->GetTensorHolderFromNode(node, 2), holder);
  EXPECT_REFUSED(b->GetTensorHolderFromNode(node, 3), "output 3");
  EXPECT_REFUSED(b->GetTensorHolderFromNode(x->GetProducer(), 0), "graph input");
  EXPECT_REFUSED(b->GetTensorHolderFromNode(ge::GNode(), 0), "empty handle");
  auto *list = b->CreateDynamicTensorHolderFromNode(node, 1, 2);
  ASSERT_NE(list, nullptr);
  EXPECT_EQ((*list)[1], holder);
  EXPECT_EQ(b->CreateDynamicTensorHolderFromNode(node, 2, 2), nullptr);
}

TEST_F(NodeTable, CompliantNodeBuilderV2AndMisuse) {
  auto *graph = b->GetGraph();
  const Compliant::IrInputDefV2 inputs[] = {{"x", Compliant::kEsIrInputRequired, "T"}};
  const Compliant::IrOutputDefV2 output =
      Compliant::IrOutputDefV2().Name("y").OutputType(Compliant::kEsIrOutputRequired).SymbolId("T");
  const std::vector<Compliant::IrAttrDefV2> attrs{Compliant::IrAttrDefV2()
                                                      .AttrName("a")
                                                      .AttrType(Compliant::kEsAttrOptional)
                                                      .AttrDataType("Bool")
                                                      .DefaultValue(ge::es::CreateFrom(true))};
  Compliant builder_v2(graph);
  builder_v2.OpType("V2").Name("v2").IrDefInputsV2(inputs, 1).IrDefOutputsV2({output}).IrDefAttrsV2(attrs);
  Compliant moved(std::move(builder_v2));
  auto node = moved.Build();
  EXPECT_EQ(name_of(node), "v2");
  EXPECT_TRUE(node.HasAttr("a"));
  const auto empty = [](const ge::GNode &n) { return name_of(n).empty(); };
  EXPECT_TRUE(empty(moved.Build()));
  EXPECT_TRUE(empty(Compliant(nullptr).OpType("T").Name("n").Build()));
  EXPECT_TRUE(empty(Compliant(graph).Name("n").Build()));
  EXPECT_TRUE(empty(Compliant(graph).OpType("T").Name("n").IrDefInputsV2(nullptr, 2).Build()));
  EXPECT_TRUE(empty(Compliant(graph).OpType("T").Name("n").InstanceDynamicInputNum("x", 1).Build()));
  EXPECT_TRUE(empty(Compliant(graph).OpType("T").Name("n").InstanceOutputShape("y", {1}).Build()));
  EXPECT_TRUE(empty(Compliant(graph).OpType(nullptr).Name(nullptr).InstanceOutputShape(nullptr, {1}).Build()));
  EXPECT_TRUE(empty(Compliant(graph)
                        .OpType("T")
                        .Name("n")
                        .IrDefInputs({{"d", Compliant::kEsIrInputDynamic, ""}})
                        .InstanceDynamicInputNum("d", -1)
                        .Build()));
  EXPECT_TRUE(empty(Compliant(graph)
                        .OpType("T")
                        .Name("n")
                        .IrDefAttrs({{"a", Compliant::kEsAttrRequired, "Int", ge::AttrValue()}})
                        .Build()));
}

TEST(CompliantHelpers, ValuesEqualIsExact) {
  using ge::es::CreateFromIfNotEqual;
  using ge::es::ValuesEqual;
  EXPECT_TRUE(ValuesEqual(1.0F, 1.0F));
  EXPECT_FALSE(ValuesEqual(1e-8F, 0.0F));
  EXPECT_FALSE(ValuesEqual(0.0F, -0.0F));
  EXPECT_TRUE(ValuesEqual(std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::quiet_NaN()));
  EXPECT_FALSE(ValuesEqual(std::vector<float>{1e-7F}, std::vector<float>{0.0F}));
  EXPECT_TRUE(ValuesEqual(std::vector<bool>{true}, std::vector<bool>{true}));
  EXPECT_TRUE(ValuesEqual("a", "a"));
  EXPECT_FALSE(ValuesEqual("a", static_cast<const char *>(nullptr)));
  EXPECT_TRUE(CreateFromIfNotEqual(int64_t{1}, int64_t{1}).IsEmpty());
  EXPECT_FALSE(CreateFromIfNotEqual(ge::DT_FLOAT, ge::DT_INT8).IsEmpty());
  EXPECT_TRUE(
      CreateFromIfNotEqual(std::vector<std::vector<int64_t>>{{1}}, std::vector<std::vector<int64_t>>{{1}}).IsEmpty());
  EXPECT_FALSE(CreateFromIfNotEqual("x", "y").IsEmpty());
  EXPECT_FALSE(ge::es::CreateFrom(std::vector<const char *>{"a"}).IsEmpty());
}

TEST(EsCGraphBuilderTest, MoveKeepsHoldersAndResources) {
  struct Probe {
    explicit Probe(int *n) : count(n) {}
    Probe(const Probe &) = delete;
    Probe &operator=(const Probe &) = delete;
    ~Probe() { ++*count; }
    int *count;
  };
  int destroyed = 0;
  {
    EsCGraphBuilder first("a");
    auto *x = first.AppendGraphInput();
    auto *y = first.AppendGraphInput("second", "RefData");
    EXPECT_EQ(name_of(x->GetProducer()), "input_0");
    EXPECT_EQ(name_of(y->GetProducer()), "second");
    EXPECT_STREQ(first.GenerateNodeName("T").GetString(), "T_0");
    EXPECT_NE(first.AddResource(std::make_unique<Probe>(&destroyed)), nullptr);
    EsCGraphBuilder second(std::move(first));
    EXPECT_EQ(&x->GetOwnerBuilder(), &second);
    EXPECT_EQ(first.GetGraph(), nullptr);
    EXPECT_EQ(first.AppendGraphInput(), nullptr);
    EXPECT_EQ(first.BuildGraphAndReset(), nullptr);
    first.AddResource(std::make_unique<Probe>(&destroyed));
    EXPECT_EQ(destroyed, 1);
    EXPECT_NE(second.AppendGraphInput(), nullptr);
    EsCTensorHolder moved(std::move(*y));
    EXPECT_EQ(moved.SetDataType(ge::DT_INT8), ge::SUCCESS);
  }
  EXPECT_EQ(destroyed, 2);
}

}  // namespace
