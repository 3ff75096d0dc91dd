// Patterns, replacement and passes (es-api section 13.6). Expected graphs are written down by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "ge/compliant_node_builder.h"
#include "ge/es_graph_builder.h"
#include "ge/fusion/graph_fuse_inspector_utils.h"
#include "ge/fusion/graph_rewriter.h"
#include "ge/fusion/infer_shape_util.h"
#include "ge/fusion/pass/decompose_pass.h"
#include "ge/fusion/pass/pattern_fusion_pass.h"
#include "ge/fusion/pattern_matcher.h"
#include "ge/ge_utils.h"
#include "graph/es/test_operators.h"
#include "graph/fusion/part.h"
#include "register/op_impl_registry.h"
#include "register/register_custom_pass.h"

namespace {

using namespace ge::fusion;
using ge::es::EsGraphBuilder;
using ge::es::EsTensorHolder;
using testing::ElementsAre;
using testing::HasSubstr;
using Inputs = std::vector<EsTensorHolder>;

// A node of one output `y` and inputs `x0`…; attribute `n` where it is not 0.
EsTensorHolder op(const EsGraphBuilder &builder, const char *type, const char *name, const Inputs &inputs, int64_t n = 0) {
  ge::Graph *graph = builder.GetCGraphBuilder()->GetGraph();
  std::vector<ge::es::CompliantNodeBuilder::IrInputDef> defs;
  for (size_t i = 0; i < inputs.size(); ++i) defs.push_back({std::string("x").append(std::to_string(i)), ge::es::CompliantNodeBuilder::kEsIrInputRequired, ""});
  ge::es::CompliantNodeBuilder node_builder(graph);
  node_builder.OpType(type).Name(name).IrDefInputs(defs).IrDefOutputs({{"y", ge::es::CompliantNodeBuilder::kEsIrOutputRequired, ""}});
  if (n != 0) node_builder.IrDefAttrs({{"n", ge::es::CompliantNodeBuilder::kEsAttrRequired, "Int", ge::es::CreateFrom(n)}});
  ge::GNode node = node_builder.Build();
  for (size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(ge::es::AddEdgeAndUpdatePeerDesc(*graph, *inputs[i].GetProducer(), inputs[i].GetProducerOutIndex(), node, static_cast<int32_t>(i)), ge::GRAPH_SUCCESS);
  }
  return EsTensorHolder(builder.GetCGraphBuilder()->GetTensorHolderFromNode(node, 0));
}

std::string text(const ge::AscendString &value) { return value.GetString(); }
std::string name_of(const ge::GNode &node) {
  ge::AscendString name;
  (void)node.GetName(name);
  return text(name);
}
ge::GNode find(const ge::Graph &graph, const char *name) {
  const auto node = graph.FindNodeByName(name);
  EXPECT_NE(node, nullptr) << name;
  return node == nullptr ? ge::GNode() : *node;
}
// "type(sources)" of every operator, in the order of the names.
std::vector<std::string> shown(const ge::Graph &graph) {
  std::map<std::string, std::string> lines;
  for (const auto &node : graph.GetDirectNode()) {
    ge::AscendString type;
    EXPECT_EQ(node.GetType(type), ge::GRAPH_SUCCESS);
    if (text(type) == "Data" || text(type) == "NetOutput") continue;
    std::string line = name_of(node) + "=" + text(type) + "(";
    for (size_t i = 0; i < node.GetInputsSize(); ++i) {
      const auto source = node.GetInDataNodesAndPortIndexs(static_cast<int32_t>(i)).first;
      line.append(i == 0 ? "" : ",").append(source == nullptr ? "-" : name_of(*source));
    }
    lines[name_of(node)] = line + ")";
  }
  std::vector<std::string> result;
  for (const auto &[name, line] : lines) result.push_back(line);
  return result;
}

std::unique_ptr<Pattern> add_relu_pattern() {
  EsGraphBuilder builder("pattern");
  const auto sum = op(builder, "Add", "p_add", {builder.CreateInput(0), builder.CreateInput(1)});
  const auto out = op(builder, "Relu", "p_relu", {sum});
  auto pattern = std::make_unique<Pattern>(std::move(*builder.BuildAndReset({out})));
  pattern->CaptureTensor({find(pattern->GetGraph(), "p_add"), 0}).CaptureTensor({find(pattern->GetGraph(), "p_relu"), 0});
  return pattern;
}

// r1 = Relu(Add(a, b)), r2 = Relu(Add(r1, r1)), and kept = Relu(Add(a, r2)) whose sum is an output too.
ge::GraphPtr chain() {
  EsGraphBuilder builder("chain");
  const auto a = builder.CreateInput(0, "a"), b = builder.CreateInput(1, "b");
  const auto r1 = op(builder, "Relu", "r1", {op(builder, "Add", "s1", {a, b})});
  const auto r2 = op(builder, "Relu", "r2", {op(builder, "Add", "s2", {r1, r1})});
  const auto s3 = op(builder, "Add", "s3", {a, r2});
  return builder.BuildAndReset({op(builder, "Relu", "r3", {s3}), s3});
}

std::unique_ptr<ge::Graph> fused() {
  EsGraphBuilder builder("fused");
  const auto x = builder.CreateInput(0), y = builder.CreateInput(1);
  return builder.BuildAndReset({op(builder, "AddRelu", "f", {x, y})});
}

TEST(Fusion, FindsEveryPlaceThatIsClosed) {
  const auto graph = chain();
  PatternMatcher matcher(add_relu_pattern(), graph);
  std::vector<std::string> found;
  while (const auto match = matcher.MatchNext()) {
    NodeIo sum, relu;
    ASSERT_EQ(match->GetCapturedTensor(0, sum), ge::SUCCESS);
    ASSERT_EQ(match->GetCapturedTensor(1, relu), ge::SUCCESS);
    EXPECT_EQ(match->GetCapturedTensor(2, sum), ge::FAILED);
    found.push_back(name_of(sum.node) + "," + name_of(relu.node));
    EXPECT_EQ(match->GetMatchedNodes().size(), 2U);
    ge::GNode counterpart;
    EXPECT_EQ(match->GetMatchedNode(find(match->GetPatternGraph(), "p_relu"), counterpart), ge::SUCCESS);
    EXPECT_EQ(name_of(counterpart), name_of(relu.node));
    EXPECT_EQ(match->GetMatchedNode(relu.node, counterpart), ge::FAILED);
    EXPECT_THAT(text(match->ToAscendString()), HasSubstr("p_add = " + name_of(sum.node)));
    const auto boundary = match->ToSubgraphBoundary();
    ASSERT_NE(boundary, nullptr);
    std::vector<SubgraphInput> inputs;
    ASSERT_EQ(boundary->GetAllInputs(inputs), ge::SUCCESS);
    ASSERT_EQ(inputs.size(), 2U);
    ASSERT_EQ(inputs[1].GetAllInputs().size(), 1U);
    EXPECT_EQ(name_of(inputs[1].GetAllInputs()[0].node), name_of(sum.node));
    EXPECT_EQ(inputs[1].GetAllInputs()[0].index, 1);
  }
  EXPECT_THAT(found, ElementsAre("s1,r1", "s2,r2"));  // s3 is read outside
}

TEST(Fusion, OneValueOfThePatternIsOneValueOfTheGraph) {
  EsGraphBuilder builder("twice");
  const auto x = builder.CreateInput(0);
  auto pattern = std::make_unique<Pattern>(std::move(*builder.BuildAndReset({op(builder, "Add", "p", {x, x})})));
  PatternMatcher matcher(std::move(pattern), chain());
  const auto match = matcher.MatchNext();
  ASSERT_NE(match, nullptr);
  EXPECT_EQ(name_of(match->GetMatchedNodes().at(0)), "s2");
  std::vector<SubgraphInput> inputs;
  ASSERT_EQ(match->ToSubgraphBoundary()->GetAllInputs(inputs), ge::SUCCESS);
  EXPECT_EQ(inputs.at(0).GetAllInputs().size(), 2U);
  EXPECT_EQ(matcher.MatchNext(), nullptr);
}

TEST(Fusion, ConstantsAndAttributesCountWhenAsked) {
  const auto make = [](float value, int64_t n) {
    EsGraphBuilder builder("g");
    const auto c = builder.CreateConst(std::vector<float>{value}, {1});
    return builder.BuildAndReset({op(builder, "Scale", "scale", {builder.CreateInput(0), c}, n)});
  };
  const auto count = [&](float value, int64_t n, std::unique_ptr<PatternMatcherConfig> config) {
    PatternMatcher matcher(std::make_unique<Pattern>(std::move(*make(1.0f, 5))), ge::GraphPtr(make(value, n)), std::move(config));
    int places = 0;
    while (matcher.MatchNext() != nullptr) ++places;
    return places;
  };
  EXPECT_EQ(count(2.0f, 6, nullptr), 1);
  EXPECT_EQ(count(2.0f, 5, PatternMatcherConfigBuilder().EnableConstValueMatch().Build()), 0);
  EXPECT_EQ(count(1.0f, 6, PatternMatcherConfigBuilder().EnableConstValueMatch().Build()), 1);
  EXPECT_EQ(count(2.0f, 6, PatternMatcherConfigBuilder().EnableIrAttrMatch().Build()), 0);
  EXPECT_EQ(count(2.0f, 5, PatternMatcherConfigBuilder().EnableIrAttrMatch().Build()), 1);
}

TEST(Fusion, ReplacesByIndexAndRefusesWhatDoesNotFit) {
  const auto graph = chain();
  PatternMatcher matcher(add_relu_pattern(), graph);
  const auto match = matcher.MatchNext();
  const auto boundary = match->ToSubgraphBoundary();
  const auto before = shown(*graph);
  EsGraphBuilder one("one");
  const auto narrow = one.BuildAndReset({op(one, "Relu", "f", {one.CreateInput(0)})});
  ge::CustomPassContext context;
  EXPECT_EQ(SubgraphRewriter::Replace(*boundary, *narrow, context), ge::FAILED);
  EXPECT_THAT(text(context.GetErrorMessage()), HasSubstr("has 1 inputs, the part to replace has 2"));
  EXPECT_EQ(shown(*graph), before);

  const auto replacement = fused();
  EXPECT_EQ(SubgraphRewriter::Replace(*boundary, *replacement), ge::SUCCESS);
  EXPECT_THAT(shown(*graph), ElementsAre("f=AddRelu(a,b)", "r2=Relu(s2)", "r3=Relu(s3)", "s2=Add(f,f)", "s3=Add(a,r2)"));
  EXPECT_THAT(shown(*replacement), ElementsAre(HasSubstr("f=AddRelu")));  // copied, not taken
  EXPECT_EQ(SubgraphRewriter::Replace(*boundary, *replacement), ge::FAILED);  // the part is gone
}

TEST(Fusion, OpenPartsAndCyclesAreRefused) {
  const auto graph = chain();
  const auto io = [&](const char *name, int64_t index) { return NodeIo{find(*graph, name), index}; };
  // s3 gives a graph output of its own.
  SubgraphBoundary open({SubgraphInput({io("s3", 0)}), SubgraphInput({io("s3", 1)})}, {SubgraphOutput(io("r3", 0))});
  ge::CustomPassContext context;
  EXPECT_EQ(SubgraphRewriter::Replace(open, *fused(), context), ge::FAILED);
  EXPECT_THAT(text(context.GetErrorMessage()), HasSubstr("not closed: node s3"));
  // From r1 a path leads through s2 back to r2.
  ge::AscendString reason;
  EXPECT_FALSE(GraphFuseInspectorUtils::CanFuse({find(*graph, "r1"), find(*graph, "r2")}, reason));
  EXPECT_THAT(text(reason), HasSubstr("enters again at r2"));
  EXPECT_TRUE(GraphFuseInspectorUtils::CanFuse({find(*graph, "r1"), find(*graph, "s2"), find(*graph, "r2")}, reason));
  EXPECT_EQ(text(reason), "");
  SubgraphInput input;
  EXPECT_EQ(input.AddInput(io("s1", 0)), ge::SUCCESS);
  EXPECT_EQ(input.AddInput(io("s1", 1)), ge::FAILED);  // b, not a
  EXPECT_EQ(input.AddInput(io("s1", 7)), ge::FAILED);
  SubgraphBoundary gap;
  EXPECT_EQ(gap.AddInput(1, input), ge::SUCCESS);
  EXPECT_EQ(gap.AddInput(1, input), ge::FAILED);
  EXPECT_EQ(gap.AddInput(-1, input), ge::FAILED);
  std::vector<SubgraphInput> all;
  EXPECT_EQ(gap.GetAllInputs(all), ge::FAILED);
  SubgraphOutput none;
  NodeIo out;
  EXPECT_EQ(none.GetOutput(out), ge::FAILED);
}

TEST(Fusion, SharedConstantStays) {
  EsGraphBuilder builder("g");
  const auto c = builder.CreateConst(std::vector<float>{1.0f}, {1});
  const auto x = builder.CreateInput(0, "x");
  const ge::GraphPtr graph = builder.BuildAndReset({op(builder, "Mul", "m", {x, c}), op(builder, "Sub", "s", {x, c})});
  EsGraphBuilder maker("pattern");
  const auto y = maker.CreateInput(0), k = maker.CreateConst(std::vector<float>{1.0f}, {1});
  PatternMatcher matcher(std::make_unique<Pattern>(std::move(*maker.BuildAndReset({op(maker, "Mul", "p", {y, k})}))), graph);
  const auto match = matcher.MatchNext();
  ASSERT_NE(match, nullptr);
  EsGraphBuilder one("one");
  EXPECT_EQ(SubgraphRewriter::Replace(*match->ToSubgraphBoundary(), std::move(*one.BuildAndReset({op(one, "Scale", "f", {one.CreateInput(0)})}))), ge::SUCCESS);
  const auto lines = shown(*graph);
  ASSERT_EQ(lines.size(), 3U);  // the constant, f, s
  EXPECT_THAT(lines, testing::Contains("f=Scale(x)"));
  EXPECT_THAT(lines, testing::Contains(testing::StartsWith("s=Sub(x,")));
}

class AddReluPass : public PatternFusionPass {
 protected:
  std::vector<PatternUniqPtr> Patterns() override {
    std::vector<PatternUniqPtr> patterns;
    patterns.push_back(add_relu_pattern());
    return patterns;
  }
  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult> &) override { return fused(); }
};
class PickyPass : public AddReluPass {
 protected:
  bool MeetRequirements(const std::unique_ptr<MatchResult> &match) override { return name_of(match->GetMatchedNodes().at(0)) == "s2"; }
};
class BrokenPass : public AddReluPass {
 protected:
  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult> &) override { return nullptr; }
};
class SplitRelu : public DecomposePass {
 public:
  using DecomposePass::DecomposePass;

 protected:
  bool MeetRequirements(const ge::GNode &node) override { return name_of(node) != "r3"; }
  GraphUniqPtr Replacement(const ge::GNode &) override {
    EsGraphBuilder builder("split");
    const auto x = builder.CreateInput(0);
    return builder.BuildAndReset({op(builder, "Max", "m", {x, op(builder, "Zero", "z", {x})})});
  }
};
class NamedPass : public PatternFusionPassV2 {
 protected:
  std::vector<PatternUniqPtr> Patterns(ge::CustomPassContext &) override {
    std::vector<PatternUniqPtr> patterns;
    patterns.push_back(add_relu_pattern());
    return patterns;
  }
  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult> &, ge::CustomPassContext &context) override {
    EsGraphBuilder builder("fused");
    const auto x = builder.CreateInput(0), y = builder.CreateInput(1);
    return builder.BuildAndReset({op(builder, "AddRelu", text(context.GetPassName()).c_str(), {x, y})});
  }
};
REG_FUSION_PASS(AddReluPass).Stage(ge::CustomPassStage::kAfterInferShape);
REG_FUSION_PASS(NamedPass);
REG_DECOMPOSE_PASS(SplitRelu, {"Relu"}).Stage(ge::CustomPassStage::kAfterAssignLogicStream);
REGISTER_CUSTOM_PASS("nothing").CustomPassFn([](ge::GraphPtr &, ge::CustomPassContext &) { return ge::NOT_CHANGED; }).Stage(ge::CustomPassStage::kAfterInferShape);

TEST(Fusion, PassesSayWhetherTheyChangedSomething) {
  ge::GraphPtr graph = chain();
  ge::CustomPassContext context;
  EXPECT_EQ(PickyPass().Run(graph, context), ge::SUCCESS);
  EXPECT_THAT(shown(*graph), ElementsAre("f=AddRelu(r1,r1)", "r1=Relu(s1)", "r3=Relu(s3)", "s1=Add(a,b)", "s3=Add(a,f)"));
  EXPECT_EQ(PickyPass().Run(graph, context), ge::NOT_CHANGED);
  EXPECT_EQ(AddReluPass().Run(graph, context), ge::SUCCESS);
  EXPECT_THAT(shown(*graph), ElementsAre("f=AddRelu(f_1,f_1)", "f_1=AddRelu(a,b)", "r3=Relu(s3)", "s3=Add(a,f)"));
  graph = chain();
  context.SetPassName("broken");
  EXPECT_EQ(BrokenPass().Run(graph, context), ge::FAILED);
  EXPECT_EQ(text(context.GetErrorMessage()), "pass broken: it gave no replacement");
  EXPECT_EQ(shown(*graph), shown(*chain()));
  ge::AscendString value;
  EXPECT_EQ(context.GetOptionValue("no such", value), ge::GRAPH_FAILED);
  ge::GraphPtr none;
  EXPECT_EQ(AddReluPass().Run(none, context), ge::FAILED);
}

TEST(Fusion, RegisteredPassesRunByStage) {
  const auto names = [](ge::CustomPassStage stage) {
    std::vector<std::string> result;
    for (const auto &pass : opstrata::graph::registered_passes(stage)) result.push_back(pass.name);
    return result;
  };
  EXPECT_THAT(names(ge::CustomPassStage::kAfterInferShape), ElementsAre("AddReluPass", "nothing"));
  EXPECT_THAT(names(ge::CustomPassStage::kBeforeInferShape), ElementsAre("NamedPass"));
  ge::GraphPtr graph = chain();
  ge::CustomPassContext context;
  context.SetPassName("own");
  EXPECT_EQ(opstrata::graph::registered_passes(ge::CustomPassStage::kBeforeInferShape).at(0).run(graph, context), ge::SUCCESS);
  EXPECT_THAT(shown(*graph), ElementsAre("own=AddRelu(a,b)", "own_1=AddRelu(own,own)", "r3=Relu(s3)", "s3=Add(a,own_1)"));
  EXPECT_EQ(opstrata::graph::registered_passes(ge::CustomPassStage::kAfterInferShape).at(1).run(graph, context), ge::NOT_CHANGED);
  graph = chain();
  EXPECT_EQ(opstrata::graph::registered_passes(ge::CustomPassStage::kAfterAssignLogicStream).at(0).run(graph, context), ge::SUCCESS);
  EXPECT_THAT(shown(*graph), ElementsAre("m=Max(s1,z)", "m_1=Max(s2,z_1)", "r3=Relu(s3)", "s1=Add(a,b)", "s2=Add(m,m)", "s3=Add(a,m_1)", "z=Zero(s1)", "z_1=Zero(s2)"));
}

ge::graphStatus flip(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetInputShape(0);
  gert::Shape *y = context->GetOutputShape(0);
  if (x == nullptr || y == nullptr || x->GetDimNum() != 2) return ge::GRAPH_FAILED;
  y->SetDimNum(2);
  y->SetDim(0, x->GetDim(1));
  y->SetDim(1, x->GetDim(0));
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(FusionTestFlip).InferShape(flip);

TEST(Fusion, InfersWhatAReplacementGives) {
  EsGraphBuilder builder("g");
  const auto x = builder.CreateInput(0, "x", ge::DT_FLOAT16, ge::FORMAT_ND, {1, 1});
  const auto kept = op(builder, "FusionTestUnknown", "kept", {x});
  const auto graph = builder.BuildAndReset({op(builder, "FusionTestFlip", "flip", {x}), kept});
  EXPECT_EQ(ge::GeUtils::InferShape(*graph, {ge::Shape({2, 3})}), ge::SUCCESS);
  ge::TensorDesc desc;
  ASSERT_EQ(find(*graph, "flip").GetOutputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_THAT(desc.GetShape().GetDims(), ElementsAre(3, 2));
  ASSERT_EQ(find(*graph, "flip").GetInputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_THAT(desc.GetShape().GetDims(), ElementsAre(2, 3));
  EXPECT_EQ(desc.GetDataType(), ge::DT_FLOAT16);
  EXPECT_EQ(ge::GeUtils::InferShape(*graph, {}), ge::FAILED);
  EXPECT_EQ(ge::GeUtils::InferShape(*graph, {ge::Shape({2, 3, 4})}), ge::FAILED);
  EXPECT_THAT(EsGetRecentError(), HasSubstr("operator FusionTestFlip"));

  // As the description of the node that it stands for says.
  const auto target = chain();
  ge::GNode relu = find(*target, "r1");
  EXPECT_EQ(relu.UpdateInputDesc(0, ge::TensorDesc(ge::Shape({4, 5}), ge::FORMAT_ND, ge::DT_INT8)), ge::GRAPH_SUCCESS);
  EXPECT_EQ(InferShapeUtil::InferShape(*graph, relu), ge::SUCCESS);
  ASSERT_EQ(find(*graph, "flip").GetOutputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_THAT(desc.GetShape().GetDims(), ElementsAre(5, 4));
  ASSERT_EQ(find(*graph, "flip").GetInputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetDataType(), ge::DT_INT8);

  bool supported = true;
  ge::AscendString reason;
  EXPECT_EQ(ge::GeUtils::CheckNodeSupportOnAicore(relu, supported, reason), ge::SUCCESS);
  EXPECT_EQ(supported, text(reason).empty());
  EXPECT_EQ(ge::GeUtils::CheckNodeSupportOnAicore(find(*graph, "kept"), supported, reason), ge::SUCCESS);
  EXPECT_FALSE(supported);
  EXPECT_THAT(text(reason), HasSubstr("FusionTestUnknown"));
  ge::CustomPassContext context;
  EXPECT_EQ(GraphFuseInspectorUtils::ReportFuse({relu}, {find(*graph, "flip")}, context), ge::SUCCESS);
  std::vector<ge::AscendString> from;
  ASSERT_EQ(find(*graph, "flip").GetAttr("_opstrata_fused_from", from), ge::GRAPH_SUCCESS);
  EXPECT_EQ(text(from.at(0)), "r1");
}

ge::graphStatus type_of_attribute(gert::InferDataTypeContext *context) {
  const auto *type = context->GetAttrs()->GetAttrPointer<ge::DataType>(2);
  return type == nullptr ? ge::GRAPH_FAILED : context->SetOutputDataType(0, *type);
}
IMPL_OP(Tune).InferDataType(type_of_attribute);

// A generated node does not store a value that is the default. Inference gets it all the same, also where no prototype
// of the operator is loaded.
TEST(Fusion, InferenceSeesDefaultsOfGeneratedNodes) {
  for (const C_DataType type : {C_DT_FLOAT, C_DT_INT8}) {
    EsGraphBuilder builder("g");
    const auto x = builder.CreateInput(0, "x", ge::DT_INT32, ge::FORMAT_ND, {2});
    auto *tuned = test_operators::EsTune(x.GetCTensorHolder(), nullptr, nullptr, 1, nullptr, 0, nullptr, type);
    ASSERT_NE(tuned, nullptr);
    EXPECT_EQ(tuned->GetProducer().HasAttr("out_type"), type != C_DT_FLOAT);
    const auto graph = builder.BuildAndReset({ge::es::EsTensorHolder(tuned)});
    EXPECT_EQ(ge::GeUtils::InferShape(*graph, {ge::Shape({2})}), ge::SUCCESS) << EsGetRecentError();
    for (auto &node : graph->GetDirectNode()) {
      ge::AscendString name;
      ge::TensorDesc desc;
      if (node.GetType(name) != ge::GRAPH_SUCCESS || text(name) != "Tune") continue;
      ASSERT_EQ(node.GetOutputDesc(0, desc), ge::GRAPH_SUCCESS);
      EXPECT_EQ(static_cast<int>(desc.GetDataType()), static_cast<int>(type));
    }
  }
}

}  // namespace
