// Dumps (es-api section 13.4). The readable dump is compared with text written from the specification, ONNX files with what
// the onnx package finds in them after its checker has accepted them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ge/es_graph_builder.h"
#include "ge/es_c_graph_builder.h"
#include "ge/compliant_node_builder.h"
#include "graph/es/test_operators.h"
#include "graph/operator_reg.h"
#include "proto/attr_storage.h"
#include "register/op_impl_registry.h"

namespace {

using namespace test_operators;
using ge::es::EsGraphBuilder;
using ge::es::EsTensorHolder;
using ge::Graph;
using testing::HasSubstr;

std::string dump(const Graph &graph, Graph::DumpFormat format) {
  std::ostringstream text;
  EXPECT_EQ(graph.Dump(format, text), ge::GRAPH_SUCCESS);
  return text.str();
}

// Runs the listing script on the model of `graph`; its output, or what it complained about.
std::string onnx_listing(const Graph &graph, const char *name) {
  const std::string path = testing::TempDir() + name + ".onnx";
  if (graph.SaveToFile(path.c_str()) != ge::GRAPH_SUCCESS) return "not written";
  const std::string command = "/usr/bin/python3 " OPSTRATA_SOURCE_DIR "/src/graph/onnx_listing.py " + path + " 2>&1";
  std::string output;
  FILE *pipe = popen(command.c_str(), "r");
  char buffer[4096];
  while (const size_t n = fread(buffer, 1, sizeof(buffer), pipe)) output.append(buffer, n);
  const int status = pclose(pipe);
  std::remove(path.c_str());
  return status == 0 ? output : "refused: " + output;
}

EsCGraph *increment(const char *name) {
  EsGraphBuilder sub(name);
  const auto x = sub.CreateInput(0, "x", ge::DT_INT32, ge::FORMAT_ND, {2});
  EsTensorHolder y(EsBlend(x.GetCTensorHolder(), sub.CreateScalar(1).GetCTensorHolder(), nullptr, "inc", 0.5F, nullptr, 0));
  return reinterpret_cast<EsCGraph *>(sub.BuildAndReset({y.SetDataType(ge::DT_INT32).SetShape({2})}).release());
}

// Two inputs, a constant, several outputs, an optional input left out, control edge, private attribute.
std::unique_ptr<Graph> plain_graph() {
  EsGraphBuilder builder("net");
  const auto a = builder.CreateInput(0, "a", ge::DT_FLOAT, ge::FORMAT_ND, {-1, 4});
  auto b = builder.CreateInput(1);
  const char *symbols[] = {"batch", "4"};
  EsSetOriginSymbolShape(a.GetCTensorHolder(), symbols, 2);
  const auto mask = builder.CreateConst(std::vector<int64_t>{1, 0, 3, 4}, {2, 2});
  const int64_t axes[] = {0, -1};
  const EsTensorHolder blend(EsBlend(a.GetCTensorHolder(), b.GetCTensorHolder(), nullptr, "over \"x\"", 0.25F, axes, 2));
  const EsTensorHolder masked(EsBlend(blend.GetCTensorHolder(), b.GetCTensorHolder(), mask.GetCTensorHolder(), "in", 0.5F, nullptr, 0));
  (void)masked.AddControlEdge({a});
  (void)masked.SetAttrForNode("_owner", true);
  const auto split = EsSplitEven(masked.GetCTensorHolder(), 2, 2);
  EsTensorHolder part(split.part[1]);
  part.SetDataType(ge::DT_FLOAT16).SetShape({-1, 2});
  return builder.BuildAndReset({part, EsTensorHolder(split.rest), b});
}

std::unique_ptr<Graph> graph_with_subgraphs() {
  EsGraphBuilder builder("outer");
  const auto which = builder.CreateInput(0, "which", ge::DT_INT32, ge::FORMAT_ND, {});
  const auto x = builder.CreateInput(1, "x", ge::DT_INT32, ge::FORMAT_ND, {2});
  EsCTensorHolder *inputs[] = {x.GetCTensorHolder()};
  EsCGraph *branches[] = {increment("first"), increment("second")};
  const auto chosen = EsChoose(which.GetCTensorHolder(), inputs, 1, 1, increment("otherwise"), branches, 2, nullptr, 0);
  EsTensorHolder y(chosen.output[0]);
  return builder.BuildAndReset({y.SetDataType(ge::DT_INT32).SetShape({2})});
}

TEST(ReadableDump, NodesElementsAndOutputs) {
  EXPECT_EQ(dump(*plain_graph(), Graph::DumpFormat::kReadable),
            "graph(\"net\"):\n"
            "  %a : [#users=1] = Node[type=Data] (attrs = {index: 0})\n"
            "  %input_1 : [#users=1] = Node[type=Data] (attrs = {index: 1})\n"
            "  %Const_0 : [#users=1] = Node[type=Const] (attrs = {value: [[1, 0], [3, 4]]})\n"
            "  %Blend_1 : [#users=1] = Node[type=Blend] (inputs = (base=%a, layer=%input_1), attrs = {mode: \"over \\\"x\\\"\", alpha: 0.25, axes: [0, -1]})\n"
            "  %Blend_2 : [#users=1] = Node[type=Blend] (inputs = (base=%Blend_1, layer=%input_1, mask=%Const_0), attrs = {mode: \"in\", _owner: true})\n"
            "  %SplitEven_3 : [#users=3] = Node[type=SplitEven] (inputs = (x=%Blend_2), attrs = {count: 2})\n"
            "  %SplitEven_3_0 : [#users=0] = get_element[node=%SplitEven_3](0)\n"
            "  %SplitEven_3_1 : [#users=1] = get_element[node=%SplitEven_3](1)\n"
            "  %SplitEven_3_2 : [#users=1] = get_element[node=%SplitEven_3](2)\n"
            "\n"
            "  return (output_0=%SplitEven_3_1, output_1=%SplitEven_3_2, output_2=%input_1)\n");
}

TEST(ReadableDump, SubgraphsAfterTheirGraph) {
  const std::string inner =
      "  %x : [#users=1] = Node[type=Data] (attrs = {index: 0})\n"
      "  %Const_0 : [#users=1] = Node[type=Const] (attrs = {value: 1})\n"
      "  %Blend_1 : [#users=1] = Node[type=Blend] (inputs = (base=%x, layer=%Const_0), attrs = {mode: \"inc\"})\n"
      "\n"
      "  return (%Blend_1)\n";
  EXPECT_EQ(dump(*graph_with_subgraphs(), Graph::DumpFormat::kReadable),
            "graph(\"outer\"):\n"
            "  %which : [#users=1] = Node[type=Data] (attrs = {index: 0})\n"
            "  %x : [#users=1] = Node[type=Data] (attrs = {index: 1})\n"
            "  %Choose_0 : [#users=1] = Node[type=Choose] (inputs = (which=%which, input_0=%x), attrs = {fallback: %otherwise, branches0: %first, branches1: %second})\n"
            "\n"
            "  return (%Choose_0)\n"
            "\ngraph(\"otherwise\"):\n" + inner + "\ngraph(\"first\"):\n" + inner + "\ngraph(\"second\"):\n" + inner);
}

TEST(OnnxDump, CheckerAcceptsAndFindsEverything) {
  EXPECT_EQ(onnx_listing(*plain_graph(), "plain"),
            "ir 8 opsets [('onnx', 17), ('opstrata', 1)]\n"
            "graph net\n"
            "  input a FLOAT[batch,4]\n"
            "  input input_1 FLOAT[]\n"
            "  initializer Const_0 INT64[2, 2] [[1, 0], [3, 4]]\n"
            "  node opstrata.Blend ['a', 'input_1', ''] -> ['Blend_1'] alpha:FLOAT=0.25 axes:INTS=[0, -1] mode:STRING=b'over \"x\"'\n"
            "  node opstrata.Blend ['Blend_1', 'input_1', 'Const_0'] -> ['Blend_2'] _owner:INT=1 mode:STRING=b'in' _control_inputs:STRINGS=[b'a']\n"
            "  node opstrata.SplitEven ['Blend_2'] -> ['SplitEven_3:0', 'SplitEven_3:1', 'SplitEven_3:2'] count:INT=2\n"
            "  node onnx.Identity ['input_1'] -> ['input_1_output']\n"
            "  output SplitEven_3:1 FLOAT16[?,2]\n"
            "  output SplitEven_3:2 FLOAT[] the shape is not known\n"
            "  output input_1_output FLOAT[]\n");
}

TEST(OnnxDump, SubgraphsHideNoNames) {
  EXPECT_EQ(onnx_listing(*graph_with_subgraphs(), "nested"),
            "ir 8 opsets [('onnx', 17), ('opstrata', 1)]\n"
            "graph outer\n"
            "  input which INT32[]\n"
            "  input x INT32[2]\n"
            "  node opstrata.Choose ['which', 'x'] -> ['Choose_0'] fallback:GRAPH branches:GRAPHS\n"
            "    graph otherwise\n"
            "      input x_1 INT32[2]\n"
            "      initializer Const_0 INT32[] 1\n"
            "      node opstrata.Blend ['x_1', 'Const_0', ''] -> ['Blend_1'] mode:STRING=b'inc'\n"
            "      output Blend_1 INT32[2]\n"
            "    graph first\n"
            "      input x_2 INT32[2]\n"
            "      initializer Const_0_1 INT32[] 1\n"
            "      node opstrata.Blend ['x_2', 'Const_0_1', ''] -> ['Blend_1_1'] mode:STRING=b'inc'\n"
            "      output Blend_1_1 INT32[2]\n"
            "    graph second\n"
            "      input x_3 INT32[2]\n"
            "      initializer Const_0_2 INT32[] 1\n"
            "      node opstrata.Blend ['x_3', 'Const_0_2', ''] -> ['Blend_1_2'] mode:STRING=b'inc'\n"
            "      output Blend_1_2 INT32[2]\n"
            "  output Choose_0 INT32[2]\n");
}

TEST(OnnxDump, EveryConstantTypeAndAttributeKind) {
  EsGraphBuilder builder("types");
  const std::vector<uint8_t> bytes(64, 0);
  const int64_t dims[] = {2};
  for (int type = 0; type < C_DT_MAX; ++type) {
    const auto *holder = EsCreateConstFromData(builder.GetCGraphBuilder(), bytes.data(), dims, 1, static_cast<C_DataType>(type), C_FORMAT_ND);
    EXPECT_EQ(holder != nullptr, ge::GetSizeByDataType(static_cast<ge::DataType>(type)) > 0) << type;
  }
  const EsTensorHolder x = builder.CreateInput(0);
  auto *node = EsSink(x.GetCTensorHolder());
  auto &producer = node->GetProducer();
  std::vector<std::vector<int64_t>> rows{{1, 2}, {}};
  std::vector<float> none;
  std::vector<bool> flags{true, false};
  std::vector<ge::AscendString> texts{"a", ""};
  EXPECT_EQ(producer.SetAttr("rows", rows), ge::GRAPH_SUCCESS);
  EXPECT_EQ(producer.SetAttr("none", none), ge::GRAPH_SUCCESS);
  EXPECT_EQ(producer.SetAttr("flags", flags), ge::GRAPH_SUCCESS);
  EXPECT_EQ(producer.SetAttr("texts", texts), ge::GRAPH_SUCCESS);
  const auto graph = builder.BuildAndReset({x, x});
  const std::string found = onnx_listing(*graph, "types");
  EXPECT_THAT(found, HasSubstr("node opstrata.Sink ['input_0'] -> [] flags:INTS=[1, 0] none:FLOATS=[] rows:TENSORS=[[1, 2], []] texts:STRINGS=[b'a', b'']"));
  for (const char *type : {"FLOAT[2]", "FLOAT16[2]", "BFLOAT16[2]", "DOUBLE[2]", "BOOL[2]", "COMPLEX128[2]", "UINT64[2]"}) EXPECT_THAT(found, HasSubstr(type));
  EXPECT_THAT(found, HasSubstr("node opstrata.Const [] -> "));  // types that ONNX has not keep their node and bytes
  EXPECT_THAT(found, HasSubstr("output input_0_output_1 FLOAT[]"));
}

}  // namespace

namespace ge {
REG_OP(DumpsTestTurn).INPUT(x, "T").OUTPUT(y, "T").DATATYPE(T, TensorType::ALL()).OP_END_FACTORY_REG(DumpsTestTurn)
}  // namespace ge

namespace {

ge::graphStatus transposed(gert::InferShapeContext *context) {
  *context->GetOutputShape(0) = gert::Shape({context->GetInputShape(0)->GetDim(1), context->GetInputShape(0)->GetDim(0)});
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(DumpsTestTurn).InferShape(transposed);

EsTensorHolder turned(EsGraphBuilder &builder, const EsTensorHolder &x, const char *type) {
  ge::Graph *graph = builder.GetCGraphBuilder()->GetGraph();
  ge::GNode node = ge::es::CompliantNodeBuilder(graph).OpType(type).Name(type)
      .IrDefInputs({{"x", ge::es::CompliantNodeBuilder::kEsIrInputRequired, "T"}})
      .IrDefOutputs({{"y", ge::es::CompliantNodeBuilder::kEsIrOutputRequired, "T"}}).Build();
  EXPECT_EQ(ge::es::AddEdgeAndUpdatePeerDesc(*graph, *x.GetProducer(), x.GetProducerOutIndex(), node, 0), ge::GRAPH_SUCCESS);
  return EsTensorHolder(builder.GetCGraphBuilder()->GetTensorHolderFromNode(node, 0));
}

TEST(OnnxDump, ShapesOfOutputsAreInferredWhereTheyCanBe) {
  EsGraphBuilder builder("net");
  const auto x = builder.CreateInput(0, "x", ge::DT_INT32, ge::FORMAT_ND, {2, -1});
  const auto known = turned(builder, x, "DumpsTestTurn");
  const auto behind = turned(builder, turned(builder, x, "DumpsTestUnknown"), "DumpsTestTurnToo");
  const auto graph = builder.BuildAndReset({known, behind});
  const std::string found = onnx_listing(*graph, "inferred");
  EXPECT_THAT(found, HasSubstr("output DumpsTestTurn INT32[?,2]\n"));
  EXPECT_THAT(found, HasSubstr("output DumpsTestTurnToo FLOAT[] the shape is not known\n"));
  ge::TensorDesc desc;
  EXPECT_EQ(known.GetProducer()->GetOutputDesc(0, desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetShape().GetDimNum(), 0U);  // the dump changes nothing
}

TEST(OnnxDump, NamedAttrsAreGraphsOfOneNode) {
  EsGraphBuilder builder("named");
  const EsTensorHolder x = builder.CreateInput(0);
  auto &producer = EsSink(x.GetCTensorHolder())->GetProducer();
  const auto value = [](opstrata::proto::AttrStorage storage) { return opstrata::proto::make_attr_value(std::move(storage)); };
  ge::NamedAttrs inner;
  inner.SetName("inner");
  EXPECT_EQ(inner.SetAttr("rate", value(int64_t{7})), ge::GRAPH_SUCCESS);
  ge::NamedAttrs outer;
  outer.SetName("outer");
  EXPECT_EQ(outer.SetAttr("nested", value(inner)), ge::GRAPH_SUCCESS);
  ge::AttrValue one = value(outer);
  ge::AttrValue several = value(std::vector<ge::NamedAttrs>{inner, ge::NamedAttrs()});
  EXPECT_EQ(producer.SetAttr("one", one), ge::GRAPH_SUCCESS);
  EXPECT_EQ(producer.SetAttr("several", several), ge::GRAPH_SUCCESS);
  const auto graph = builder.BuildAndReset({x});
  const std::string found = onnx_listing(*graph, "named");
  EXPECT_THAT(found, HasSubstr("  node opstrata.Sink ['input_0'] -> [] one:GRAPH several:GRAPHS\n"
                               "    graph outer\n"
                               "      node opstrata.NamedAttrs [] -> [''] nested:GRAPH\n"
                               "        graph inner\n"
                               "          node opstrata.NamedAttrs [] -> [''] rate:INT=7\n"
                               "    graph inner\n"
                               "      node opstrata.NamedAttrs [] -> [''] rate:INT=7\n"
                               "    graph NamedAttrs\n"
                               "      node opstrata.NamedAttrs [] -> ['']\n"));
}

TEST(OnnxDump, TextFormAndCycle) {
  EXPECT_THAT(dump(*plain_graph(), Graph::DumpFormat::kOnnx), HasSubstr("producer_name: \"opstrata\""));
  EXPECT_THAT(dump(*plain_graph(), Graph::DumpFormat::kTxt), HasSubstr("producer: \"opstrata\""));
  auto graph = plain_graph();
  auto first = graph->FindNodeByName("Blend_1");
  auto second = graph->FindNodeByName("Blend_2");
  EXPECT_EQ(graph->AddDataEdge(*second, 0, *first, 2), ge::GRAPH_SUCCESS);
  std::ostringstream text;
  EXPECT_NE(graph->Dump(Graph::DumpFormat::kOnnx, text), ge::GRAPH_SUCCESS);
  EXPECT_THAT(EsGetRecentError(), HasSubstr("cycle"));
  EXPECT_EQ(graph->Dump(Graph::DumpFormat::kReadable, text), ge::GRAPH_SUCCESS);
  std::ostringstream broken;
  broken.setstate(std::ios::failbit);
  EXPECT_NE(graph->Dump(Graph::DumpFormat::kReadable, broken), ge::GRAPH_SUCCESS);
}

TEST(DumpToFile, DirectoriesAndNames) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(testing::TempDir()) / ("opstrata_dump_" + std::to_string(getpid()));
  const auto graph = plain_graph();
  const std::string pid = std::to_string(getpid());
  const auto only_file = [](const fs::path &folder) {
    std::vector<std::string> names;
    if (fs::exists(folder)) for (const auto &entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
    return names.size() == 1 ? names[0] : std::to_string(names.size()) + " files";
  };
  setenv("DUMP_GRAPH_PATH", (root / "d").c_str(), 1);
  EXPECT_EQ(graph->DumpToFile(Graph::DumpFormat::kReadable, "after"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(only_file(root / "d" / ("pid_" + pid + "_deviceid_0")), testing::MatchesRegex("ge_readable_[0-9]{8}_graph_[0-9]+_after\\.txt"));
  setenv("NPU_COLLECT_PATH", (root / "c").c_str(), 1);  // stronger
  EXPECT_EQ(graph->DumpToFile(Graph::DumpFormat::kOnnx, "x"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(only_file(root / "c" / "extra-info" / "graph" / (pid + "_0")), testing::MatchesRegex("ge_onnx_[0-9]{8}_graph_[0-9]+_x\\.pbtxt"));
  unsetenv("NPU_COLLECT_PATH");
  fs::remove_all(root / "d");
  EXPECT_EQ(graph->DumpToFile(Graph::DumpFormat::kTxt, ""), ge::GRAPH_SUCCESS);
  EXPECT_THAT(only_file(root / "d" / ("pid_" + pid + "_deviceid_0")), testing::MatchesRegex("ge_proto_[0-9]{8}_graph_[0-9]+_\\.txt"));
  unsetenv("DUMP_GRAPH_PATH");
  std::ofstream(root / "file").put('x');
  setenv("DUMP_GRAPH_PATH", (root / "file").c_str(), 1);
  EXPECT_NE(graph->DumpToFile(Graph::DumpFormat::kTxt, ""), ge::GRAPH_SUCCESS);
  unsetenv("DUMP_GRAPH_PATH");
  fs::remove_all(root);
  EXPECT_NE(Graph().DumpToFile(Graph::DumpFormat::kTxt, ""), ge::GRAPH_SUCCESS);
  EXPECT_NE(graph->DumpToFile(static_cast<Graph::DumpFormat>(3), "x"), ge::GRAPH_SUCCESS);  // there are three
}

}  // namespace
