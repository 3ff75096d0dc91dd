// Whole graphs through ge::Session. Expected values are computed by hand beside each graph; the operators are the shipped ones,
// and a few of this file for what those do not have (in-place update, control flow).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <future>
#include <thread>

#include "acl/acl.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/infer_shape_range_context.h"
#include "ge/ge_api.h"
#include "ge/ge_ir_build.h"
#include "graph/model.h"
#include "graph/operator_reg.h"
#include "opstrata/kernel.h"
#include "opstrata/session.h"
#include "proto/prototype.h"
#include "register/op_impl_registry.h"

namespace ge {
REG_OP(SessionTestAccumulate)
    .INPUT(ref, TensorType({DT_FLOAT}))
    .INPUT(value, TensorType({DT_FLOAT}))
    .OUTPUT(ref, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(SessionTestAccumulate)
REG_OP(SessionTestNoKernel).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(SessionTestNoKernel)
REG_OP(SessionTestNonZero).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(SessionTestNonZero)
REG_OP(SessionTestUnbounded).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(SessionTestUnbounded)
REG_OP(PartitionedCall)
    .DYNAMIC_INPUT(args, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(f)
    .ATTR(config, String, "")
    .OP_END_FACTORY_REG(PartitionedCall)
REG_OP(If)
    .INPUT(cond, TensorType::ALL())
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(then_branch)
    .GRAPH(else_branch)
    .OP_END_FACTORY_REG(If)
REG_OP(Case)
    .INPUT(branch_index, DT_INT32)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .DYNAMIC_GRAPH(branches)
    .OP_END_FACTORY_REG(Case)
REG_OP(While)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(cond)
    .GRAPH(body)
    .OP_END_FACTORY_REG(While)
}  // namespace ge

namespace {

ge::graphStatus infer_accumulate(gert::InferShapeContext *context) {
  *context->GetOutputShape(0) = *context->GetInputShape(0);
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(SessionTestAccumulate).InferShape(infer_accumulate);

std::unique_ptr<opstrata::KernelState> prepare_accumulate(opstrata::PrepareContext &context) {
  return opstrata::make_kernel([n = context.input(0)->elements](opstrata::RunContext &run) {
    const float *value = run.in<float>(1);
    float *ref = run.out<float>(0);
    for (int64_t i = 0; i < n; ++i) ref[i] += value[i];
    return true;
  });
}
OPSTRATA_KERNEL(SessionTestAccumulate, prepare_accumulate);

// The positions of the elements that are not 0: how many there are is known when the kernel has run.
ge::graphStatus infer_open(gert::InferShapeContext *context) {
  *context->GetOutputShape(0) = {ge::UNKNOWN_DIM};
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus range_non_zero(gert::InferShapeRangeContext *context) {
  *context->GetOutputShapeRange(0)->GetMin() = {0};
  *context->GetOutputShapeRange(0)->GetMax() = {context->GetInputShapeRange(0)->GetMax()->GetShapeSize()};
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(SessionTestNonZero).InferShape(infer_open).InferShapeRange(range_non_zero);
IMPL_OP_INFERSHAPE(SessionTestUnbounded).InferShape(infer_open);

std::unique_ptr<opstrata::KernelState> prepare_non_zero(opstrata::PrepareContext &context) {
  return opstrata::make_kernel([n = context.input(0)->elements](opstrata::RunContext &run) {
    int64_t count = 0;
    for (int64_t i = 0; i < n; ++i) {
      if (run.in<float>(0)[i] != 0.0F) run.out<float>(0)[count++] = static_cast<float>(i);
    }
    return run.set_output_shape(0, {&count, 1});
  });
}
OPSTRATA_KERNEL(SessionTestNonZero, prepare_non_zero);
OPSTRATA_KERNEL(SessionTestUnbounded, prepare_non_zero);

using opstrata::graph::GraphData;
using opstrata::graph::Node;
using opstrata::graph::NodeSpec;
using testing::ElementsAre;
using testing::HasSubstr;

using Port = std::pair<Node *, int>;
using Options = std::map<ge::AscendString, ge::AscendString>;

template <typename T>
ge::Tensor tensor(std::vector<int64_t> dims, ge::DataType type, std::vector<T> values) {
  return ge::Tensor(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, type), reinterpret_cast<const uint8_t *>(values.data()), values.size() * sizeof(T));
}
ge::Tensor floats(std::vector<int64_t> dims, std::vector<float> values) { return tensor(std::move(dims), ge::DT_FLOAT, std::move(values)); }
ge::Tensor ints(std::vector<int64_t> dims, std::vector<int32_t> values) { return tensor(std::move(dims), ge::DT_INT32, std::move(values)); }

template <typename T = float>
std::vector<T> values(const ge::Tensor &t) {
  std::vector<T> out(t.GetSize() / sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), t.GetData(), out.size() * sizeof(T));
  return out;
}

/// A graph under construction.
class Maker {
 public:
  explicit Maker(const char *name) : data_(std::make_shared<GraphData>(name)) {}

  Port input(const std::string &name, int64_t index) {
    opstrata::proto::OpPrototype prototype;
    prototype.type = "Data";
    prototype.inputs = {{"x", opstrata::proto::InputKind::kOptional, ""}};
    prototype.outputs = {{"y", opstrata::proto::OutputKind::kRequired, ""}};
    Node *node = add({name, std::move(prototype)});
    set(node, "index", index);
    return {node, 0};
  }
  Port constant(const std::string &name, const ge::Tensor &value) { return holder("Const", name, &value); }
  Port variable(const std::string &name, const ge::Tensor *value) { return holder("Variable", name, value); }
  /// `counts`: elements of the dynamic input and output.
  Node *op(const char *type, const std::string &name, std::vector<Port> inputs, std::pair<int, int> counts = {0, 0}) {
    (void)opstrata::proto::load_installed_prototypes();
    const auto *prototype = opstrata::proto::find_prototype(type);
    EXPECT_NE(prototype, nullptr) << type;
    NodeSpec spec(name, *prototype);
    for (const auto &in : prototype->inputs) {
      if (in.kind == opstrata::proto::InputKind::kDynamic) spec.input_counts[in.name] = counts.first;
    }
    for (const auto &out : prototype->outputs) {
      if (out.kind == opstrata::proto::OutputKind::kDynamic) spec.output_counts[out.name] = counts.second;
    }
    Node *node = add(std::move(spec));
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].first == nullptr) continue;
      EXPECT_TRUE(data_->connect(inputs[i].first, inputs[i].second, node, static_cast<int>(i)).ok());
    }
    return node;
  }
  template <typename T>
  static void set(Node *node, const char *name, const T &value) {
    ge::AttrValue attribute;
    EXPECT_EQ(attribute.SetAttrValue(value), ge::GRAPH_SUCCESS);
    node->attrs.insert_or_assign(name, attribute);
  }
  ge::Graph build(std::vector<Port> outputs) {
    data_->outputs = std::move(outputs);
    data_->marked_valid = true;
    return GraphData::wrap(data_);
  }
  std::shared_ptr<GraphData> data() { return data_; }

 private:
  Node *add(NodeSpec spec) {
    auto node = data_->add_node(std::move(spec), true);
    EXPECT_TRUE(node.ok()) << node.status().text();
    return *node;
  }
  Port holder(const char *type, const std::string &name, const ge::Tensor *value) {
    opstrata::proto::OpPrototype prototype;
    prototype.type = type;
    prototype.outputs = {{"y", opstrata::proto::OutputKind::kRequired, ""}};
    Node *node = add({name, std::move(prototype)});
    if (value != nullptr) set(node, "value", *value);
    return {node, 0};
  }

  std::shared_ptr<GraphData> data_;
};

std::string error_text() {
  const ge::AscendString text = ge::GEGetErrorMsgV2();
  return std::string(text.GetString(), text.GetLength());
}

class SessionTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ge::GEInitialize(Options{{"ge.exec.deviceId", "0"}, {"ge.graphRunMode", "0"}}), ge::SUCCESS) << error_text();
    session = std::make_unique<ge::Session>(Options());
  }
  void TearDown() override {
    session.reset();
    EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
    (void)error_text();
  }
  std::vector<ge::Tensor> run(const ge::Graph &graph, const std::vector<ge::Tensor> &inputs) {
    std::vector<ge::Tensor> outputs;
    EXPECT_EQ(session->AddGraph(next, graph), ge::SUCCESS) << error_text();
    EXPECT_EQ(session->RunGraph(next, inputs, outputs), ge::SUCCESS) << error_text();
    ++next;
    return outputs;
  }
  std::unique_ptr<ge::Session> session;
  uint32_t next = 0;
};

/// y = relu(x @ w + b), with w and b constant.
ge::Graph layer_graph() {
  Maker m("layer");
  const Port x = m.input("x", 0);
  const Port w = m.constant("w", floats({2, 3}, {1, 0, -1, 2, 1, 0}));
  const Port b = m.constant("b", floats({3}, {0.5F, -10, 1}));
  Node *product = m.op("MatMul", "product", {x, w});
  Node *sum = m.op("Add", "sum", {{product, 0}, b});
  Node *y = m.op("Relu", "y", {{sum, 0}});
  return m.build({{y, 0}, {sum, 0}});
}

TEST_F(SessionTest, RunsAGraphNodeByNode) {
  const auto out = run(layer_graph(), {floats({2, 2}, {1, 2, 3, 4})});
  ASSERT_EQ(out.size(), 2U);
  // x @ w = [[5, 2, -1], [11, 4, -3]]
  EXPECT_THAT(values(out[1]), ElementsAre(5.5F, -8, 0, 11.5F, -6, -2));
  EXPECT_THAT(values(out[0]), ElementsAre(5.5F, 0, 0, 11.5F, 0, 0));
  EXPECT_THAT(out[0].GetTensorDesc().GetShape().GetDims(), ElementsAre(2, 3));
  EXPECT_EQ(out[0].GetTensorDesc().GetDataType(), ge::DT_FLOAT);
}

TEST_F(SessionTest, InfersShapesAnewAtEveryRun) {
  ASSERT_EQ(session->AddGraph(7, layer_graph()), ge::SUCCESS);
  EXPECT_TRUE(session->IsGraphNeedRebuild(7));
  EXPECT_EQ(session->CompileGraph(7), ge::SUCCESS) << error_text();
  EXPECT_FALSE(session->IsGraphNeedRebuild(7));
  for (int64_t rows : {1, 5, 0}) {
    std::vector<ge::Tensor> out;
    std::vector<float> x(static_cast<size_t>(rows) * 2, 1.0F);
    ASSERT_EQ(session->RunGraph(7, {floats({rows, 2}, x)}, out), ge::SUCCESS) << error_text();
    EXPECT_THAT(out[0].GetTensorDesc().GetShape().GetDims(), ElementsAre(rows, 3));
    EXPECT_EQ(out[0].GetSize(), static_cast<size_t>(rows) * 12);
  }
}

TEST_F(SessionTest, ReadsValuesThatShapesDependOn) {
  // The axes of the second reduction are computed by the graph: 2 + (-1) = 1.
  Maker m("axes");
  const Port x = m.input("x", 0);
  const Port p = m.input("p", 1);
  Node *turned = m.op("Transpose", "turned", {x, m.constant("perm", ints({2}, {1, 0}))});
  Node *axis = m.op("Add", "axis", {p, m.constant("minus", ints({1}, {-1}))});
  Node *reduced = m.op("ReduceSum", "reduced", {{turned, 0}, {axis, 0}});
  const auto out = run(m.build({{turned, 0}, {reduced, 0}}), {floats({2, 3}, {1, 2, 3, 4, 5, 6}), ints({1}, {2})});
  ASSERT_EQ(out.size(), 2U);
  EXPECT_THAT(values(out[0]), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(values(out[1]), ElementsAre(5, 7, 9));
  EXPECT_THAT(out[1].GetTensorDesc().GetShape().GetDims(), ElementsAre(3));
}

TEST_F(SessionTest, OutputsWhoseShapesDependOnDataAreKnownToTheNodesBehind) {
  Maker m("data_dependent");
  Node *found = m.op("SessionTestNonZero", "found", {m.input("x", 0)});
  Node *behind_it = m.op("Add", "behind", {{found, 0}, m.constant("one", floats({}, {1}))});
  ASSERT_EQ(session->AddGraph(40, m.build({{behind_it, 0}, {found, 0}})), ge::SUCCESS) << error_text();
  const std::vector<std::pair<std::vector<float>, std::vector<float>>> cases = {{{0, 5, 0, 7, 9}, {1, 3, 4}}, {{0, 0}, {}}, {{2}, {0}}};
  for (const auto &[x, positions] : cases) {
    std::vector<ge::Tensor> out;
    ASSERT_EQ(session->RunGraph(40, {floats({static_cast<int64_t>(x.size())}, x)}, out), ge::SUCCESS) << error_text();
    EXPECT_THAT(out[1].GetTensorDesc().GetShape().GetDims(), ElementsAre(static_cast<int64_t>(positions.size())));
    EXPECT_EQ(values(out[1]), positions);
    std::vector<float> behind = positions;
    for (float &value : behind) value += 1;
    EXPECT_THAT(out[0].GetTensorDesc().GetShape().GetDims(), ElementsAre(static_cast<int64_t>(positions.size())));
    EXPECT_EQ(values(out[0]), behind);
  }
  Maker unbounded("unbounded");
  Node *lost = unbounded.op("SessionTestUnbounded", "lost", {unbounded.input("x", 0)});
  ASSERT_EQ(session->AddGraph(41, unbounded.build({{lost, 0}})), ge::SUCCESS) << error_text();
  std::vector<ge::Tensor> out;
  EXPECT_EQ(session->RunGraph(41, {floats({2}, {1, 2})}, out), ge::FAILED);
  const std::string text = error_text();
  EXPECT_THAT(text, HasSubstr("node lost (SessionTestUnbounded)"));
  EXPECT_THAT(text, HasSubstr("no bound"));
}

TEST_F(SessionTest, OptionalAndDynamicInputsAndControlEdges) {
  Maker m("optional");
  const Port x = m.input("x", 0);
  const Port bias = m.input("bias", 1);
  const Port w = m.constant("w", floats({2, 2}, {1, 0, 0, 1}));
  Node *with = m.op("MatMul", "with", {x, w, bias});
  Node *without = m.op("MatMul", "without", {x, w, {nullptr, 0}});
  // ConcatV2(x..., concat_dim): a dynamic input before a plain one.
  Node *joined = m.op("ConcatV2", "joined", {{with, 0}, {without, 0}, m.constant("axis", ints({}, {0}))}, {2, 0});
  Node *late = m.op("Neg", "late", {x});
  ASSERT_TRUE(m.data()->connect_control(joined, late).ok());
  const auto out = run(m.build({{joined, 0}, {late, 0}}), {floats({1, 2}, {1, 2}), floats({2}, {10, 20})});
  ASSERT_EQ(out.size(), 2U);
  EXPECT_THAT(values(out[0]), ElementsAre(11, 22, 1, 2));
  EXPECT_THAT(values(out[1]), ElementsAre(-1, -2));
}

TEST_F(SessionTest, InputsAreFedInTheOrderOfSetInputs) {
  Maker m("order");
  const Port a = m.input("a", 0);
  const Port b = m.input("b", 0);  // most examples number every input 0
  Node *difference = m.op("Sub", "difference", {a, b});
  m.data()->inputs = {b.first, a.first};
  const auto out = run(m.build({{difference, 0}}), {floats({1}, {1}), floats({1}, {5})});
  ASSERT_EQ(out.size(), 1U);
  EXPECT_THAT(values(out[0]), ElementsAre(4));
}

TEST_F(SessionTest, InputsAndConstantsCanBeOutputs) {
  Maker m("through");
  const Port x = m.input("x", 0);
  const auto out = run(m.build({x, m.constant("c", floats({}, {3})), x}), {floats({2}, {1, 2})});
  ASSERT_EQ(out.size(), 3U);
  EXPECT_THAT(values(out[0]), ElementsAre(1, 2));
  EXPECT_THAT(values(out[1]), ElementsAre(3));
  EXPECT_THAT(values(out[2]), ElementsAre(1, 2));
}

TEST_F(SessionTest, VariablesKeepTheirValueBetweenRunsAndUpdateInPlace) {
  Maker m("counting");
  const ge::Tensor start = floats({2}, {100, 200});
  const Port v = m.variable("v", &start);
  const Port x = m.input("x", 0);
  Node *sum = m.op("SessionTestAccumulate", "sum", {v, x});
  const ge::Graph graph = m.build({{sum, 0}});
  EXPECT_THAT(values(run(graph, {floats({2}, {1, 2})})[0]), ElementsAre(101, 202));
  EXPECT_THAT(values(run(graph, {floats({2}, {1, 2})})[0]), ElementsAre(102, 204));
  std::vector<ge::Tensor> read;
  ASSERT_EQ(session->GetVariables({"v"}, read), ge::SUCCESS) << error_text();
  EXPECT_THAT(values(read[0]), ElementsAre(102, 204));
  EXPECT_EQ(session->GetVariables({"w"}, read), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("variable w"));
}

TEST_F(SessionTest, UpdateInPlaceLeavesOtherReadersTheOldValue) {
  Maker m("shared");
  const Port x = m.input("x", 0);
  const Port c = m.constant("c", floats({1}, {7}));
  Node *updated = m.op("SessionTestAccumulate", "updated", {c, x});
  Node *old = m.op("Neg", "old", {c});
  const ge::Graph graph = m.build({{updated, 0}, {old, 0}});
  for (int i = 0; i < 2; ++i) {
    const auto out = run(graph, {floats({1}, {1})});
    EXPECT_THAT(values(out[0]), ElementsAre(8));
    EXPECT_THAT(values(out[1]), ElementsAre(-7));
  }
}

// --- Control flow ------------------------------------------------------------------------------------------------------------

/// A graph of one input that adds `number`.
std::shared_ptr<GraphData> adding(const char *name, float number) {
  Maker m(name);
  const Port x = m.input("x", 0);
  Node *y = m.op("Add", "y", {x, m.constant("c", floats({}, {number}))});
  (void)m.build({{y, 0}});
  return m.data();
}

TEST_F(SessionTest, IfAndCaseRunTheChosenSubgraph) {
  Maker m("branches");
  const Port which = m.input("which", 0);
  const Port x = m.input("x", 1);
  Node *branch = m.op("If", "branch", {which, x}, {1, 1});
  ASSERT_TRUE(branch->set_subgraphs("then_branch", {adding("plus", 1)}).ok());
  ASSERT_TRUE(branch->set_subgraphs("else_branch", {adding("minus", -1)}).ok());
  Node *choice = m.op("Case", "choice", {which, {branch, 0}}, {1, 1});
  ASSERT_TRUE(choice->set_subgraphs("branches", {adding("ten", 10), adding("twenty", 20), adding("thirty", 30)}).ok());
  const ge::Graph graph = m.build({{branch, 0}, {choice, 0}});
  for (const auto &[index, first, second] : {std::tuple{0, 4.0F, 14.0F}, {1, 6.0F, 26.0F}, {9, 6.0F, 36.0F}}) {
    const auto out = run(graph, {ints({}, {index}), floats({}, {5})});
    ASSERT_EQ(out.size(), 2U);
    EXPECT_THAT(values(out[0]), ElementsAre(first));
    EXPECT_THAT(values(out[1]), ElementsAre(second));
  }
}

TEST_F(SessionTest, PartitionedCallRunsItsSubgraph) {
  const auto inner = [](const char *name) {
    Maker sub(name);
    const Port a = sub.input("a", 0), b = sub.input("b", 1);
    Node *sum = sub.op("Add", "sum", {a, b});
    Node *twice = sub.op("Add", "twice", {{sum, 0}, {sum, 0}});
    (void)sub.build({{twice, 0}, {sum, 0}});
    return sub.data();
  };
  Maker m("calls");
  const Port x = m.input("x", 0);
  Node *first = m.op("PartitionedCall", "first", {x, m.constant("one", floats({}, {1}))}, {2, 2});
  ASSERT_TRUE(first->set_subgraphs("f", {inner("inner")}).ok());
  // A call of a call: what the subgraph gives goes into another one.
  Node *second = m.op("PartitionedCall", "second", {{first, 0}, {first, 1}}, {2, 2});
  ASSERT_TRUE(second->set_subgraphs("f", {inner("inner2")}).ok());
  const auto out = run(m.build({{first, 0}, {second, 0}, {second, 1}}), {floats({2}, {3, 4})});
  ASSERT_EQ(out.size(), 3U);
  EXPECT_THAT(values(out[0]), ElementsAre(8, 10));
  EXPECT_THAT(values(out[1]), ElementsAre(24, 30));
  EXPECT_THAT(values(out[2]), ElementsAre(12, 15));
}

TEST_F(SessionTest, WhileRunsUntilItsConditionIsZero) {
  Maker cond("cond");
  const Port counter = cond.input("counter", 0);
  (void)cond.input("total", 1);
  (void)cond.build({counter});
  Maker body("body");
  const Port c = body.input("counter", 0);
  const Port t = body.input("total", 1);
  Node *less = body.op("Add", "less", {c, body.constant("minus_one", ints({}, {-1}))});
  Node *more = body.op("Add", "more", {t, c});
  (void)body.build({{less, 0}, {more, 0}});
  Maker m("loop");
  Node *loop = m.op("While", "loop", {m.input("n", 0), m.constant("zero", ints({}, {0}))}, {2, 2});
  ASSERT_TRUE(loop->set_subgraphs("cond", {cond.data()}).ok());
  ASSERT_TRUE(loop->set_subgraphs("body", {body.data()}).ok());
  const auto out = run(m.build({{loop, 1}}), {ints({}, {10})});
  ASSERT_EQ(out.size(), 1U);
  EXPECT_THAT(values<int32_t>(out[0]), ElementsAre(55));
}

TEST_F(SessionTest, InputsHaveTheShapesThatTheGraphDeclares) {
  const auto declare = [](const Port &input, std::vector<int64_t> dims) {
    input.first->outputs[0].desc = ge::TensorDesc(ge::Shape(std::move(dims)), ge::FORMAT_ND, ge::DT_FLOAT);
  };
  Maker maker("declared");
  const Port fixed = maker.input("fixed", 0), rows = maker.input("rows", 1), any = maker.input("any", 2),
             open = maker.input("open", 3);
  declare(fixed, {3});
  declare(rows, {-1, 2});
  declare(any, {-2});
  ASSERT_EQ(session->AddGraph(9, maker.build({fixed, rows, any, open})), ge::SUCCESS);
  const auto run = [&](const ge::Tensor &a, const ge::Tensor &b, const ge::Tensor &c, const ge::Tensor &d) {
    std::vector<ge::Tensor> out;
    return session->RunGraph(9, {a, b, c, d}, out) == ge::SUCCESS ? std::string() : error_text();
  };
  const ge::Tensor three = floats({3}, {1, 2, 3}), two = floats({2}, {1, 2}), row = floats({1, 2}, {1, 2}),
                   column = floats({2, 1}, {1, 2});
  EXPECT_EQ(run(three, row, two, column), "");
  EXPECT_EQ(run(three, floats({2, 2}, {1, 2, 3, 4}), row, three), "");
  EXPECT_THAT(run(two, row, two, two),
              HasSubstr("graph declared: input 0 (fixed) has shape [2]; the graph declares [3]"));
  EXPECT_THAT(run(row, row, two, two), HasSubstr("input 0 (fixed) has shape [1, 2]"));
  EXPECT_THAT(run(three, column, two, two), HasSubstr("input 1 (rows) has shape [2, 1]; the graph declares [-1, 2]"));
  EXPECT_NE(session->BuildGraph(9, std::vector<ge::Tensor>{two, row, two, two}), ge::SUCCESS);
  EXPECT_THAT(error_text(), HasSubstr("input 0 (fixed)"));
  EXPECT_EQ(session->BuildGraph(9, std::vector<ge::Tensor>{three, row, two, two}), ge::SUCCESS);
}

// --- Asynchronous runs ---------------------------------------------------------------------------------------------------------

TEST_F(SessionTest, AsynchronousRunsAnswerThroughTheirCallback) {
  ASSERT_EQ(session->AddGraph(0, layer_graph()), ge::SUCCESS);
  std::promise<std::pair<ge::Status, std::vector<ge::Tensor>>> good;
  std::promise<std::string> bad;
  ASSERT_EQ(session->RunGraphAsync(0, {floats({1, 2}, {1, 2})}, [&](ge::Status status, std::vector<ge::Tensor> &out) { good.set_value({status, out}); }),
            ge::SUCCESS);
  ASSERT_EQ(session->RunGraphAsync(0, {}, [&](ge::Status status, std::vector<ge::Tensor> &) { bad.set_value(status == ge::SUCCESS ? "" : error_text()); }),
            ge::SUCCESS);
  const auto [status, out] = good.get_future().get();
  EXPECT_EQ(status, ge::SUCCESS);
  EXPECT_THAT(values(out[0]), ElementsAre(5.5F, 0, 0));
  EXPECT_THAT(bad.get_future().get(), HasSubstr("takes 1 inputs, 0 came"));
  EXPECT_EQ(session->RunGraphAsync(0, {}, nullptr), ge::FAILED);
}

/// Counts blocks; gives memory of the host.
class CountingAllocator final : public ge::Allocator {
 public:
  ge::MemBlock *Malloc(size_t size) override {
    ++taken;
    return new ge::MemBlock(*this, std::aligned_alloc(64, (size + 63) / 64 * 64), size);
  }
  void Free(ge::MemBlock *block) override {
    ++given;
    std::free(block->GetAddr());
    delete block;
  }
  std::atomic<int> taken{0};
  std::atomic<int> given{0};
};

TEST_F(SessionTest, RunsOnAStreamWithDeviceTensorsAndTheUsersAllocator) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  float *device = nullptr;
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void **>(&device), 32, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  const float x[] = {1, 2};
  ASSERT_EQ(aclrtMemcpyAsync(device, 8, x, 8, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, stream), ACL_SUCCESS);
  ge::TensorDesc desc(ge::Shape({1, 2}), ge::FORMAT_ND, ge::DT_FLOAT);
  desc.SetPlacement(ge::kPlacementDevice);
  ge::Tensor input(desc);
  ASSERT_EQ(input.SetData(reinterpret_cast<uint8_t *>(device), 8, [](uint8_t *) {}), ge::GRAPH_SUCCESS);
  ASSERT_EQ(session->AddGraph(0, layer_graph()), ge::SUCCESS);
  ASSERT_EQ(session->LoadGraph(0, Options(), stream), ge::SUCCESS);

  const auto allocator = std::make_shared<CountingAllocator>();
  ASSERT_EQ(session->RegisterExternalAllocator(stream, allocator), ge::SUCCESS);
  EXPECT_EQ(session->RegisterExternalAllocator(stream, allocator), ge::FAILED);
  {
    std::vector<ge::Tensor> outputs;
    ASSERT_EQ(session->RunGraphWithStreamAsync(0, stream, {input}, outputs), ge::SUCCESS) << error_text();
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    ASSERT_EQ(outputs.size(), 2U);
    EXPECT_EQ(outputs[0].GetTensorDesc().GetPlacement(), ge::kPlacementDevice);
    EXPECT_THAT(values(outputs[0]), ElementsAre(5.5F, 0, 0));
    EXPECT_GE(allocator->taken, 3);
  }
  EXPECT_EQ(allocator->taken, allocator->given);
  EXPECT_EQ(session->UnregisterExternalAllocator(stream), ge::SUCCESS);
  EXPECT_EQ(session->UnregisterExternalAllocator(stream), ge::FAILED);

  // Outputs of the user's own.
  std::vector<ge::Tensor> given{floats({3}, {0, 0, 0}), floats({3}, {0, 0, 0})};
  ASSERT_EQ(session->RunGraphWithStreamAsync(0, stream, {input}, given), ge::SUCCESS) << error_text();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_THAT(values(given[1]), ElementsAre(5.5F, -8, 0));
  given[0] = floats({1}, {0});
  EXPECT_EQ(session->RunGraphWithStreamAsync(0, stream, {input}, given), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("output 0 of graph layer needs 12 bytes"));
  given.pop_back();
  EXPECT_EQ(session->RunGraphWithStreamAsync(0, stream, {input}, given), ge::FAILED);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);

  // The same with runtime tensors.
  std::vector<gert::Tensor> runtime_inputs(1);
  runtime_inputs[0] = gert::Tensor({{1, 2}, {1, 2}}, {ge::FORMAT_ND, ge::FORMAT_ND, {}}, gert::kOnDeviceHbm, ge::DT_FLOAT, device);
  float results[2][3] = {};
  std::vector<gert::Tensor> runtime_outputs(2);
  for (size_t i = 0; i < 2; ++i) {
    runtime_outputs[i] = gert::Tensor({{3}, {3}}, {ge::FORMAT_ND, ge::FORMAT_ND, {}}, gert::kOnDeviceHbm, ge::DT_FLOAT, results[i]);
    runtime_outputs[i].SetSize(12);
  }
  ASSERT_EQ(session->ExecuteGraphWithStreamAsync(0, stream, runtime_inputs, runtime_outputs), ge::SUCCESS) << error_text();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_THAT(results[1], ElementsAre(5.5F, -8, 0));
  EXPECT_EQ(runtime_outputs[1].GetStorageShape().GetDimNum(), 2U);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST_F(SessionTest, ThreadsRunOneGraphAtTheSameTime) {
  ASSERT_EQ(session->AddGraphWithCopy(0, layer_graph()), ge::SUCCESS);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 5; ++i) {
        std::vector<ge::Tensor> out;
        const auto number = static_cast<float>(t + i);
        ASSERT_EQ(session->RunGraph(0, {floats({1, 2}, {number, 0})}, out), ge::SUCCESS);
        EXPECT_THAT(values(out[0]), ElementsAre(number + 0.5F, 0, std::max(0.0F, 1 - number)));
      }
    });
  }
  for (auto &thread : threads) thread.join();
}

// --- Refusals --------------------------------------------------------------------------------------------------------------------

TEST_F(SessionTest, RefusesByName) {
  std::vector<ge::Tensor> out;
  EXPECT_EQ(session->RunGraph(3, {}, out), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("no graph 3"));
  EXPECT_EQ(session->AddGraph(0, ge::Graph("empty")), ge::FAILED);
  ASSERT_EQ(session->AddGraph(0, layer_graph()), ge::SUCCESS);
  EXPECT_EQ(session->AddGraph(0, layer_graph()), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("has a graph 0 already"));
  EXPECT_EQ(session->RunGraph(0, {floats({1, 2}, {1})}, out), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("input 0: 4 bytes of data for shape [1, 2]"));
  EXPECT_EQ(session->RunGraph(0, {floats({1, 5}, {1, 2, 3, 4, 5})}, out), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("node product (MatMul)"));
  EXPECT_EQ(session->BuildGraph(0, std::vector<ge::Tensor>{}), ge::FAILED);
  EXPECT_EQ(session->BuildGraph(0, std::vector<ge::Tensor>{floats({1, 2}, {1, 2})}), ge::SUCCESS) << error_text();
  ge::InputTensorInfo info;
  info.data_type = ge::DT_FLOAT;
  info.dims = {1, 2};
  info.length = 4;
  EXPECT_EQ(session->BuildGraph(0, std::vector<ge::InputTensorInfo>{info}), ge::FAILED);
  info.length = 8;
  EXPECT_EQ(session->BuildGraph(0, std::vector<ge::InputTensorInfo>{info}), ge::SUCCESS) << error_text();
  EXPECT_EQ(session->RemoveGraph(0), ge::SUCCESS);
  EXPECT_EQ(session->RemoveGraph(0), ge::FAILED);

  Maker open("open");
  Node *add = open.op("Add", "add", {open.input("x", 0)});
  ASSERT_EQ(session->AddGraph(1, open.build({{add, 0}})), ge::SUCCESS);
  EXPECT_EQ(session->CompileGraph(1), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("required input x2 of node add (Add) is not connected"));

  Maker none("none");
  Node *lost = none.op("SessionTestNoKernel", "lost", {none.input("x", 0)});
  ASSERT_EQ(session->AddGraph(2, none.build({{lost, 0}})), ge::SUCCESS);
  EXPECT_EQ(session->CompileGraph(2), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("SessionTestNoKernel"));

  Maker unset("unset");
  ASSERT_EQ(session->AddGraph(4, unset.build({unset.variable("v", nullptr)})), ge::SUCCESS);
  EXPECT_EQ(session->RunGraph(4, {}, out), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("variable v has no value"));
}

TEST_F(SessionTest, UnneededNodesAreNotRun) {
  Maker m("pruned");
  const Port x = m.input("x", 0);
  (void)m.op("SessionTestNoKernel", "lost", {x});
  Node *y = m.op("Neg", "y", {x});
  EXPECT_THAT(values(run(m.build({{y, 0}}), {floats({1}, {2})})[0]), ElementsAre(-2));
}

TEST_F(SessionTest, SummaryKnowsWhatIsKnownBeforeARun) {
  EXPECT_EQ(session->GetCompiledGraphSummary(0), nullptr);
  ASSERT_EQ(session->AddGraph(0, layer_graph()), ge::SUCCESS);
  ASSERT_EQ(session->CompileGraph(0), ge::SUCCESS);
  const auto summary = session->GetCompiledGraphSummary(0);
  ASSERT_NE(summary, nullptr);
  size_t number = 0;
  EXPECT_FALSE(summary->IsStatic());
  EXPECT_EQ(summary->GetConstMemorySize(number), ge::SUCCESS);
  EXPECT_EQ(number, 36U);  // 6 + 3 floats
  EXPECT_EQ(summary->GetStreamNum(number), ge::SUCCESS);
  EXPECT_EQ(number, 1U);
  std::vector<ge::DataType> types;
  EXPECT_EQ(summary->GetOutputDtypes(types), ge::SUCCESS);
  EXPECT_EQ(types.size(), 2U);
  std::vector<ge::Shape> shapes;
  EXPECT_EQ(summary->GetOutputShapes(shapes), ge::FAILED);
  EXPECT_EQ(summary->GetFeatureMemorySize(number), ge::FAILED);
}

TEST(SessionLife, NeedsTheEngine) {
  EXPECT_EQ(ge::GEFinalize(), ge::FAILED);
  ge::Session early{Options()};
  EXPECT_EQ(early.AddGraph(0, layer_graph()), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("GEInitialize"));
  EXPECT_EQ(ge::GEInitialize(Options{{"ge.exec.deviceId", "99"}}), ge::FAILED);
  EXPECT_THAT(error_text(), HasSubstr("ge.exec.deviceId"));
  const std::map<std::string, std::string> texts{{"ge.exec.deviceId", "0"}};
  EXPECT_EQ(ge::GEInitialize(texts), ge::SUCCESS);
  EXPECT_EQ(ge::GEInitialize(texts), ge::SUCCESS);
  ge::Session late(texts);
  EXPECT_NE(late.GetSessionId(), early.GetSessionId());
  EXPECT_EQ(late.AddGraph(0, layer_graph(), texts), ge::SUCCESS) << error_text();
  ge::Session wrong(Options{{"ge.exec.deviceId", "x"}});
  EXPECT_EQ(wrong.AddGraph(0, layer_graph()), ge::FAILED);
  EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
  std::vector<ge::Tensor> out;
  EXPECT_EQ(late.RunGraph(0, {floats({1, 2}, {1, 2})}, out), ge::FAILED);
  EXPECT_NE(error_text(), "");
  EXPECT_EQ(ge::GEGetErrorMsg(), "");
  EXPECT_EQ(ge::GEGetWarningMsg(), "");
}

TEST(SessionC, RunsAGraphAndReportsErrors) {
  const char *keys[] = {"ge.exec.deviceId"};
  const char *texts[] = {"0"};
  ASSERT_EQ(opstrata_ge_initialize(keys, texts, 1), 0U);
  OpstrataSession *session = opstrata_session_create(nullptr, nullptr, 0);
  ASSERT_NE(session, nullptr);
  const ge::Graph graph = layer_graph();
  EXPECT_EQ(opstrata_session_add_graph(session, 1, &graph, nullptr, nullptr, 0), 0U);
  EXPECT_NE(opstrata_session_add_graph(session, 1, nullptr, nullptr, nullptr, 0), 0U);
  EXPECT_EQ(opstrata_session_compile_graph(session, 1), 0U);
  const ge::Tensor x = floats({1, 2}, {1, 2});
  const void *inputs[] = {&x};
  void **outputs = nullptr;
  size_t count = 0;
  ASSERT_EQ(opstrata_session_run_graph(session, 1, inputs, 1, &outputs, &count), 0U);
  ASSERT_EQ(count, 2U);
  EXPECT_THAT(values(*static_cast<ge::Tensor *>(outputs[0])), ElementsAre(5.5F, 0, 0));
  opstrata_session_free_outputs(outputs, count);
  EXPECT_NE(opstrata_session_run_graph(session, 9, inputs, 1, &outputs, &count), 0U);
  EXPECT_THAT(opstrata_session_recent_error(), HasSubstr("no graph 9"));
  EXPECT_EQ(opstrata_session_recent_error(), nullptr);

  // On a stream, with an allocator of three functions.
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  std::atomic<int> blocks{0};
  ASSERT_EQ(opstrata_session_register_allocator(
                session, stream,
                [](void *context, size_t bytes) -> void * {
                  ++*static_cast<std::atomic<int> *>(context);
                  return std::malloc(bytes);
                },
                [](void *, void *block) { return block; },
                [](void *context, void *block) {
                  --*static_cast<std::atomic<int> *>(context);
                  std::free(block);
                },
                &blocks),
            0U);
  ASSERT_EQ(opstrata_session_run_graph_with_stream(session, 1, stream, inputs, 1, &outputs, &count), 0U);
  EXPECT_GT(blocks, 0);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_THAT(values(*static_cast<ge::Tensor *>(outputs[1])), ElementsAre(5.5F, -8, 0));
  opstrata_session_free_outputs(outputs, count);
  EXPECT_EQ(blocks, 0);
  EXPECT_EQ(opstrata_session_unregister_allocator(session, stream), 0U);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);

  EXPECT_EQ(opstrata_session_remove_graph(session, 1), 0U);
  opstrata_session_destroy(session);
  EXPECT_NE(opstrata_session_remove_graph(nullptr, 1), 0U);
  EXPECT_EQ(opstrata_ge_finalize(), 0U);
  (void)error_text();
}

TEST(IrBuild, SavesAndDumpsGraphs) {
  int32_t major = 0;
  int32_t minor = -1;
  int32_t patch = -1;
  EXPECT_EQ(ge::aclgrphGetIRVersion(&major, &minor, &patch), ge::GRAPH_SUCCESS);
  EXPECT_EQ(major, 1);
  EXPECT_EQ(minor, 0);
  EXPECT_EQ(patch, 0);
  EXPECT_NE(ge::aclgrphGetIRVersion(nullptr, &minor, &patch), ge::GRAPH_SUCCESS);
  Options options{{"a", "b"}};
  EXPECT_EQ(ge::aclgrphBuildInitialize(options), ge::GRAPH_SUCCESS);
  ge::ModelBufferData model;
  ASSERT_EQ(ge::aclgrphBuildModel(layer_graph(), options, model), ge::GRAPH_SUCCESS);
  const std::string path = testing::TempDir() + "opstrata_session_model";
  ASSERT_EQ(ge::aclgrphSaveModel(path.c_str(), model), ge::GRAPH_SUCCESS);
  ge::Graph back("back");
  ASSERT_EQ(back.LoadFromFile((path + ".om").c_str()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(back.GetDirectNode().size(), layer_graph().GetDirectNode().size());
  ASSERT_EQ(ge::aclgrphDumpGraph(layer_graph(), path.c_str(), path.size()), ge::GRAPH_SUCCESS);
  std::remove((path + ".om").c_str());
  EXPECT_EQ(std::remove((path + ".txt").c_str()), 0);
  EXPECT_NE(ge::aclgrphSaveModel("/nonexistent/folder/model", model), ge::GRAPH_SUCCESS);
  EXPECT_THAT(error_text(), HasSubstr("/nonexistent/folder/model.om"));
  EXPECT_NE(ge::aclgrphBuildModel(ge::Graph(), options, model), ge::GRAPH_SUCCESS);
  EXPECT_NE(ge::aclgrphDumpGraph(layer_graph(), nullptr, 0), ge::GRAPH_SUCCESS);
  ge::aclgrphBuildFinalize();
  (void)error_text();
}

}  // namespace
