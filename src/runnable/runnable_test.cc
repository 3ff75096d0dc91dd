// The Runnable Dump (es-api 13.5): random graphs of real registries go to C++ and Python source, which is compiled, run, and must
// give the equal graph and the identical source again; call shapes, releases and refusals on small histories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "esgen/compile_fixture.h"
#include "esgen/generate.h"
#include "esgen/prototype_fixture.h"
#include "ge/es_graph_builder.h"
#include "graph/model.h"
#include "history/registry.h"
#include "opstrata/es_node.h"
#include "opstrata/runnable_dump.h"
#include "proto/attr_storage.h"
#include "runnable/runnable.h"

namespace opstrata::runnable {
namespace {

using esgen::testing::make_op;
using esgen::testing::run;
using esgen::testing::ScratchFolder;
using ge::es::EsGraphBuilder;
using ge::es::EsTensorHolder;
using ::testing::HasSubstr;
using ::testing::Not;

/// Calls operators as generated C functions do, without compiling them.
class Caller {
 public:
  /// `inputs` by position, a dynamic one with any number; attributes absent = default. One holder per output port.
  std::vector<EsTensorHolder> call(EsGraphBuilder &builder, const proto::OpPrototype &op, const std::vector<std::vector<EsTensorHolder>> &inputs,
                                   const std::vector<std::optional<proto::AttrValue>> &attrs, int64_t dynamic_outputs = 2) {
    // Descriptors name, but do not own; this object does.
    std::vector<OpstrataEsInput> in;
    std::vector<OpstrataEsOutput> out;
    std::vector<OpstrataEsAttr> defs;
    std::vector<OpstrataEsValue> values, counts, attr_values;
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      in.push_back({op.inputs[i].name.c_str(), static_cast<int32_t>(op.inputs[i].kind), op.inputs[i].dtype.c_str()});
      OpstrataEsValue value{};
      if (op.inputs[i].kind == proto::InputKind::kDynamic) {
        auto &list = keep(std::vector<EsCTensorHolder *>());
        for (const auto &holder : inputs[i]) list.push_back(holder.GetCTensorHolder());
        value.p = list.data();
        value.num = static_cast<int64_t>(list.size());
      } else if (!inputs[i].empty()) {
        value.p = inputs[i][0].GetCTensorHolder();
      }
      values.push_back(value);
    }
    for (const auto &def : op.outputs) {
      out.push_back({def.name.c_str(), static_cast<int32_t>(def.kind), def.dtype.c_str()});
      if (def.kind == proto::OutputKind::kDynamic) counts.push_back({dynamic_outputs, 0, nullptr, 0, nullptr});
    }
    for (size_t i = 0; i < op.attrs.size(); ++i) {
      const auto &def = op.attrs[i];
      defs.push_back({def.name.c_str(), def.type_word.c_str(), kind(def.type), def.required ? 1 : 0, value_of(def.default_value)});
      attr_values.push_back(attrs[i].has_value() ? value_of(*attrs[i]) : value_of(def.default_value));
    }
    values.insert(values.end(), counts.begin(), counts.end());
    values.insert(values.end(), attr_values.begin(), attr_values.end());
    const OpstrataEsNodeDescriptor descriptor{sizeof(OpstrataEsNodeDescriptor), OPSTRATA_ES_NODE_VERSION, op.type.c_str(), in.data(),
                                              static_cast<int32_t>(in.size()), out.data(), static_cast<int32_t>(out.size()), nullptr, 0,
                                              defs.data(), static_cast<int32_t>(defs.size())};
    std::vector<OpstrataEsResult> results(std::max<size_t>(out.size(), 1));
    const uint32_t code = OpstrataEsBuildNode(&descriptor, builder.GetCGraphBuilder(), values.data(), static_cast<int32_t>(values.size()), results.data());
    EXPECT_EQ(code, 0U) << op.type << ": " << (EsGetRecentError() == nullptr ? "" : EsGetRecentError());
    std::vector<EsTensorHolder> holders;
    for (const auto &result : results) {
      if (result.tensor != nullptr) holders.emplace_back(result.tensor);
      for (int64_t k = 0; k < result.num; ++k) holders.emplace_back(result.tensors[k]);
    }
    return holders;
  }

 private:
  template <typename T>
  T &keep(T value) {
    auto owned = std::make_shared<T>(std::move(value));
    kept_.push_back(owned);
    return *owned;
  }
  static int32_t kind(proto::AttrType type) {
    using proto::AttrType;
    switch (type) {
      case AttrType::kInt: return OPSTRATA_ES_ATTR_INT;
      case AttrType::kFloat: return OPSTRATA_ES_ATTR_FLOAT;
      case AttrType::kBool: return OPSTRATA_ES_ATTR_BOOL;
      case AttrType::kString: return OPSTRATA_ES_ATTR_STRING;
      case AttrType::kType: return OPSTRATA_ES_ATTR_TYPE;
      case AttrType::kTensor: return OPSTRATA_ES_ATTR_TENSOR;
      case AttrType::kListInt: return OPSTRATA_ES_ATTR_LIST_INT;
      case AttrType::kListFloat: return OPSTRATA_ES_ATTR_LIST_FLOAT;
      case AttrType::kListBool: return OPSTRATA_ES_ATTR_LIST_BOOL;
      case AttrType::kListString: return OPSTRATA_ES_ATTR_LIST_STRING;
      case AttrType::kListType: return OPSTRATA_ES_ATTR_LIST_TYPE;
      default: return OPSTRATA_ES_ATTR_LIST_LIST_INT;
    }
  }
  OpstrataEsValue value_of(const proto::AttrValue &value) {
    OpstrataEsValue out{};
    const auto list = [&](const auto &items) {
      out.p = items.data();
      out.num = static_cast<int64_t>(items.size());
    };
    if (const auto *v = std::get_if<int64_t>(&value)) out.i = *v;
    if (const auto *v = std::get_if<float>(&value)) out.f = *v;
    if (const auto *v = std::get_if<bool>(&value)) out.i = *v ? 1 : 0;
    if (const auto *v = std::get_if<ge::DataType>(&value)) out.i = *v;
    if (const auto *v = std::get_if<std::string>(&value)) out.p = keep(*v).c_str();
    if (std::get_if<proto::TensorDefault>(&value) != nullptr) out.p = new ge::Tensor();  // the builder takes it
    if (const auto *v = std::get_if<std::vector<int64_t>>(&value)) list(keep(*v));
    if (const auto *v = std::get_if<std::vector<float>>(&value)) list(keep(*v));
    if (const auto *v = std::get_if<std::vector<bool>>(&value)) list(keep(std::vector<uint8_t>(v->begin(), v->end())));
    if (const auto *v = std::get_if<std::vector<ge::DataType>>(&value)) {
      auto &types = keep(std::vector<C_DataType>());
      for (const auto type : *v) types.push_back(static_cast<C_DataType>(type));
      list(types);
    }
    if (const auto *v = std::get_if<std::vector<std::string>>(&value)) {
      const auto &texts = keep(*v);
      auto &pointers = keep(std::vector<const char *>());
      for (const auto &text : texts) pointers.push_back(text.c_str());
      list(pointers);
    }
    if (const auto *v = std::get_if<std::vector<std::vector<int64_t>>>(&value)) {
      const auto &rows = keep(*v);
      auto &pointers = keep(std::vector<const int64_t *>());
      auto &sizes = keep(std::vector<int64_t>());
      for (const auto &row : rows) pointers.push_back(row.data()), sizes.push_back(static_cast<int64_t>(row.size()));
      list(pointers);
      out.inner = sizes.data();
    }
    return out;
  }

  std::vector<std::shared_ptr<void>> kept_;
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int64_t below(int64_t n) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(n)); }
  bool one_in(int64_t n) { return below(n) == 0; }
  template <typename T>
  const T &of(const std::vector<T> &items) {
    return items[static_cast<size_t>(below(static_cast<int64_t>(items.size())))];
  }

  proto::AttrValue value(proto::AttrType type) {
    using proto::AttrType;
    static const std::vector<int64_t> kInts = {0, 1, -1, 5, INT64_MIN, INT64_MAX, INT32_MIN, 1LL << 40};
    static const std::vector<float> kFloats = {0.0f, -0.0f, 0.1f, 1e-12f, 3.5f, -1e30f, std::numeric_limits<float>::infinity()};
    static const std::vector<std::string> kTexts = {"", "a", "quote \" and \\", "line\nbreak", "caf\xc3\xa9", "?\?/"};
    static const std::vector<ge::DataType> kTypes = {ge::DT_FLOAT, ge::DT_BF16, ge::DT_INT64, ge::DT_BOOL};
    const auto list = [&](auto make) {
      std::vector<decltype(make())> items;
      for (int64_t i = below(4); i > 0; --i) items.push_back(make());
      return items;
    };
    switch (type) {
      case AttrType::kInt: return of(kInts);
      case AttrType::kFloat: return of(kFloats);
      case AttrType::kBool: return one_in(2);
      case AttrType::kString: return of(kTexts);
      case AttrType::kType: return of(kTypes);
      case AttrType::kTensor: return proto::TensorDefault();
      case AttrType::kListInt: return list([&] { return of(kInts); });
      case AttrType::kListFloat: return list([&] { return of(kFloats); });
      case AttrType::kListBool: return list([&] { return one_in(2); });
      case AttrType::kListString: return list([&] { return of(kTexts); });
      case AttrType::kListType: return list([&] { return of(kTypes); });
      default: return list([&] { return std::vector<int64_t>(static_cast<size_t>(below(3)), 7); });
    }
  }

 private:
  std::mt19937_64 engine_;
};

std::unique_ptr<ge::Graph> random_graph(const std::string &name, const std::vector<const proto::OpPrototype *> &ops, Random &random) {
  EsGraphBuilder builder(name.c_str());
  Caller caller;
  std::vector<EsTensorHolder> tensors;
  tensors.push_back(builder.CreateInput(0));
  tensors.push_back(builder.CreateInput(1, "image \"one\"", ge::DT_FLOAT16, ge::FORMAT_NCHW, {-1, 3, 224, 224}));
  tensors.push_back(builder.CreateInput(2, "reference", "RefData"));
  tensors.push_back(builder.CreateScalar(int64_t{-3}));
  tensors.push_back(builder.CreateScalar(0.1f));
  (void)builder.SetNextNodeName("weights");
  tensors.push_back(builder.CreateConst(std::vector<float>{1.0f, -0.0f, 1e-12f, 4.0f}, {2, 2}));
  tensors.push_back(builder.CreateVector(std::vector<int32_t>{1, INT32_MIN}));
  tensors.push_back(builder.CreateConst(std::vector<uint16_t>{0x3c00, 0xffff}, {2}, ge::DT_FLOAT16));
  tensors.push_back(builder.CreateVariable(0, "state"));
  const auto pick = [&] { return random.of(tensors); };
  for (int i = 0; i < 12; ++i) {
    const auto &op = *random.of(ops);
    std::vector<std::vector<EsTensorHolder>> inputs;
    for (const auto &def : op.inputs) {
      std::vector<EsTensorHolder> given;
      const int64_t count = def.kind == proto::InputKind::kDynamic ? 1 + random.below(3) : def.kind == proto::InputKind::kOptional ? random.below(2) : 1;
      for (int64_t k = 0; k < count; ++k) given.push_back(pick());
      inputs.push_back(std::move(given));
    }
    std::vector<std::optional<proto::AttrValue>> attrs;
    for (const auto &def : op.attrs) {
      attrs.push_back(def.required || random.one_in(2) ? std::optional(random.value(def.type)) : std::nullopt);
    }
    if (random.one_in(4)) (void)builder.SetNextNodeName((std::string(random.one_in(2) ? "layer/" : "") + op.type + "-" + std::to_string(i)).c_str());
    auto results = caller.call(builder, op, inputs, attrs);
    if (results.empty()) continue;
    if (random.one_in(3)) results[0].SetDataType(ge::DT_INT32).SetShape({2, -1}).SetFormat(ge::FORMAT_NHWC);
    if (random.one_in(4)) (void)results[0].GetCTensorHolder()->SetOriginShape(ge::Shape(std::vector<int64_t>{4, 5}));
    if (random.one_in(4)) (void)results[0].SetAttrForNode("_stream", random.below(9));
    if (random.one_in(4)) (void)results[0].SetAttrForNode("_label", "x\"y");
    if (random.one_in(5)) (void)results[0].SetAttr("_tag", true);
    if (random.one_in(4)) (void)results[0].AddControlEdge({pick()});
    if (!op.outputs.empty()) tensors.insert(tensors.end(), results.begin(), results.end());
  }
  (void)builder.SetAttr("version", int64_t{3});
  std::vector<EsTensorHolder> outputs = {tensors.back(), pick()};
  return builder.BuildAndReset(outputs);
}

std::string native(const ge::Graph &graph) { return graph::to_native(*graph::GraphData::of(graph), true); }
std::string readable(const ge::Graph &graph) { return graph::to_readable(*graph::GraphData::of(graph)); }

/// A registry whose releases are written by the test, and the prototypes of its newest one.
struct History {
  explicit History(const std::vector<std::vector<proto::OpPrototype>> &releases) {
    for (size_t i = 0; i < releases.size(); ++i) {
      history::ArchiveRequest archive;
      archive.directory = folder.path() + "/pkg";
      archive.release = {"V" + std::to_string(i + 1), "2026-0" + std::to_string(i + 1) + "-01", ""};
      std::vector<const proto::OpPrototype *> pointers;
      for (const auto &op : releases[i]) pointers.push_back(&op);
      EXPECT_TRUE(history::archive_release(archive, pointers).ok());
    }
    request.registry = *history::Registry::open(folder.path() + "/pkg");
    request.version = "test";
  }
  std::string cpp(const ge::Graph &graph) { return text(graph, Language::kCpp); }
  std::string text(const ge::Graph &graph, Language language) {
    request.language = language;
    const auto result = dump_source(graph, request);
    return result.ok() ? result->text : "refused: " + result.status().text();
  }
  ScratchFolder folder;
  DumpRequest request;
};

// --- Call shapes -----------------------------------------------------------------------------------------------------

TEST(RunnableShapes, OldestSignatureThatHoldsTheInputs) {
  // The seed's A2 (4.2.2.2), A1 (4.2.2.1) and A0 examples.
  const auto number1 = make_op("Number", "x, xo1", {"Int a=0"}), number2 = make_op("Number", "x, xo1, xo2?", {"Int a=0", "Int b=0"});
  const auto mode1 = make_op("Mode", "x, xo1", {"String mode=\"xx\""}), mode2 = make_op("Mode", "x, xo1, xo2?", {"String mode=\"xx\""});
  const auto plain1 = make_op("Plain", "x"), plain2 = make_op("Plain", "x, xo2?");
  const auto two1 = make_op("Two", "x, xo1", {"Int a=0"}), two2 = make_op("Two", "x, xo1, p?, q?", {"Int a=0"});
  History history({{number1, mode1, plain1, two1}, {number2, mode2, plain2, two2}});
  EsGraphBuilder builder("g");
  Caller caller;
  const auto x = builder.CreateInput(0, "x"), y = builder.CreateInput(1, "y");
  const auto k = builder.CreateScalar(int64_t{4});
  const auto node = [&](const proto::OpPrototype &op, std::vector<std::vector<EsTensorHolder>> inputs,
                        std::vector<std::optional<proto::AttrValue>> attrs) { (void)caller.call(builder, op, inputs, attrs); };
  node(number2, {{x}, {y}, {}}, {std::nullopt, std::nullopt});
  node(number2, {{x}, {y}, {}}, {int64_t{5}, std::nullopt});
  node(number2, {{x}, {y}, {k}}, {std::nullopt, std::nullopt});
  node(number2, {{x}, {y}, {k}}, {std::nullopt, int64_t{6}});
  node(mode2, {{x}, {y}, {}}, {std::string("m")});
  node(mode2, {{x}, {y}, {k}}, {std::nullopt});
  node(plain2, {{x}, {}}, {});
  node(plain2, {{x}, {y}}, {});
  node(two2, {{x}, {y}, {}, {k}}, {std::nullopt});
  node(two2, {{x}, {y}, {k}, {}}, {int64_t{7}});
  const std::string text = history.cpp(*builder.BuildAndReset({x}));
  for (const char *call : {"Number(x, y);", "Number(x, y, 5);", "Number(x, y, Const_0);", "Number(x, y, Const_0, 0, 6);", "Mode(x, y, \"m\");",
                           "Mode(x, y, Const_0);", "Plain(x);", "Plain(x, y);", "Two(x, y, nullptr, Const_0);", "Two(x, y, Const_0, nullptr, 7);"}) {
    EXPECT_THAT(text, HasSubstr(std::string("ge::es::") + call));
  }
  EXPECT_THAT(text, HasSubstr("auto Const_0 = builder.CreateScalar(int64_t{4});"));
}

TEST(RunnableShapes, ReleaseNamesWhatIsMissingAndSinceWhen) {
  const auto v1 = make_op("Foo", "x"), v2 = make_op("Foo", "x, extra?"), v3 = make_op("Foo", "x, extra?", {"Int late=0"});
  const auto bar = make_op("Bar", "x");
  History history({{v1}, {v2}, {v3, bar}});
  EsGraphBuilder builder("g");
  Caller caller;
  const auto x = builder.CreateInput(0, "x");
  (void)builder.SetNextNodeName("plain");
  (void)caller.call(builder, v3, {{x}, {}}, {std::nullopt});
  (void)builder.SetNextNodeName("wide");
  (void)caller.call(builder, v3, {{x}, {x}}, {int64_t{3}});
  (void)builder.SetNextNodeName("young");
  const auto out = caller.call(builder, bar, {{x}}, {});
  const auto graph = builder.BuildAndReset(out);
  history.request.release = "V1";
  std::string text = history.cpp(*graph);
  EXPECT_THAT(text, HasSubstr("node 'wide' (Foo): input extra, which is there since V2"));
  EXPECT_THAT(text, HasSubstr("node 'wide' (Foo): attribute late, which is there since V3"));
  EXPECT_THAT(text, HasSubstr("node 'young': operator Bar, which is there since V3"));
  EXPECT_THAT(text, Not(HasSubstr("'plain'")));
  history.request.release = "V3";
  text = history.cpp(*graph);
  EXPECT_THAT(text, HasSubstr("ge::es::Foo(x, x, 3)"));
  history.request.release = "V9";
  EXPECT_THAT(history.cpp(*graph), HasSubstr("V9"));
}

/// What the graph uses of an operator and a release lacks is named, whatever it is; what today's defaults mean is
/// written out.
TEST(RunnableShapes, ReleaseKnowsOutputsKindsAndDefaults) {
  auto old = make_op("Foo", "x, need", {"Int d=3", "Int k=0"});
  auto now = make_op("Foo", "x, need?", {"Int d=5", "String k=\"\""});
  now.outputs.push_back({"z", proto::OutputKind::kRequired, ""});
  const auto list_old = make_op("List", "x"), list_now = make_op("List", "x*");
  const auto gone_old = make_op("Gone", "x, q"), gone_now = make_op("Gone", "x");
  History history({{old, list_old, gone_old}, {now, list_now, gone_now}});
  Caller caller;
  const auto dump = [&](const auto &build) {
    EsGraphBuilder builder("g");
    const auto out = build(builder, builder.CreateInput(0, "x"));
    const auto graph = builder.BuildAndReset(out);
    history.request.release = "V1";
    return graph == nullptr ? std::string(EsGetRecentError()) : history.cpp(*graph);
  };
  using Tensors = std::vector<EsTensorHolder>;
  // A string attribute that is not the default of a release where it is a number.
  std::string text = dump([&](EsGraphBuilder &b, const EsTensorHolder &x) {
    return Tensors{caller.call(b, now, {{x}, {x}}, {std::nullopt, std::string("s")})[0]};
  });
  EXPECT_THAT(text, HasSubstr("(Foo): attribute k of its kind, which is there since V2"));
  now.attrs.pop_back();
  old.attrs.pop_back();
  History plain({{old}, {now}});
  std::swap(history.request.registry, plain.request.registry);
  text = dump([&](EsGraphBuilder &b, const EsTensorHolder &x) {
    return Tensors{caller.call(b, now, {{x}, {x}}, {std::nullopt})[1]};
  });
  EXPECT_THAT(text, HasSubstr("(Foo): output z, which is there since V2"));
  text = dump([&](EsGraphBuilder &b, const EsTensorHolder &x) {
    return Tensors{caller.call(b, now, {{caller.call(b, now, {{x}, {x}}, {std::nullopt})[1]}, {x}}, {std::nullopt})[0]};
  });
  EXPECT_THAT(text, HasSubstr("'Foo_0' (Foo): output z, which is there since V2"));
  EXPECT_THAT(text, Not(HasSubstr("'Foo_1'")));
  text = dump([&](EsGraphBuilder &b, const EsTensorHolder &x) {
    return Tensors{caller.call(b, now, {{x}, {}}, {std::nullopt})[0]};
  });
  EXPECT_THAT(text, HasSubstr("(Foo): input need left out, which is possible since V2"));
  // An unused new output takes nothing away; today's default is the value that the node has.
  text = dump([&](EsGraphBuilder &b, const EsTensorHolder &x) {
    auto first = caller.call(b, now, {{x}, {x}}, {std::nullopt});
    first[1].SetDataType(ge::DT_INT8);
    return Tensors{first[0], caller.call(b, now, {{x}, {x}}, {int64_t{3}})[0]};
  });
  EXPECT_THAT(text, HasSubstr("auto Foo_0 = ge::es::Foo(x, x, 5);"));
  EXPECT_THAT(text, HasSubstr("auto Foo_1 = ge::es::Foo(x, x);"));
  EXPECT_THAT(text, Not(HasSubstr("SetDataType")));
  std::swap(history.request.registry, plain.request.registry);
  text = dump([&](EsGraphBuilder &b, const EsTensorHolder &x) { return caller.call(b, list_now, {{x, x}}, {}); });
  EXPECT_THAT(text, HasSubstr("(List): list of inputs x, which is there since V2"));
  text = dump([&](EsGraphBuilder &b, const EsTensorHolder &x) { return caller.call(b, gone_now, {{x}}, {}); });
  EXPECT_THAT(text, HasSubstr("(Gone): an input q, which that release requires"));
}

/// Names of nodes are no names that the source uses; texts and numbers come back to the bit.
TEST(RunnableRoundTrip, OddNamesAndValues) {
  const auto op = make_op("Odd", "x, y?", {"Float f=0.5", "String s=\"\"", "ListString l=[]"});
  History history({{op}});
  Caller caller;
  EsGraphBuilder builder("odd \"graph");
  auto x = builder.CreateInput(0, "Value");
  for (const char *name : {"SetNodeAttr", "SetOutputAttr", "SetInputAttr", "BuildGraph", "Build_x", "build_graph",
                           "int32_t",     "INT32_MAX",     "UINT8_C",      "bytes",      "Tensor",  "DataType",
                           "__x__",       "\xc3\xa9",      "\xc3\xa8",     "t_",         "_",       "a__b",
                           "a_b",         "quote\"s",      "new\nline",    "Odd_1"}) {
    (void)builder.SetNextNodeName(name);
    x = caller.call(builder, op, {{x}, {}}, {std::nullopt, std::nullopt, std::nullopt})[0];
    (void)x.SetAttrForNode("place", name);
    ge::AttrValue half;
    (void)half.SetAttrValue(0.5f);
    (void)x.GetProducer()->SetAttr("half", half);
  }
  for (int i = 0; i < 2; ++i) {  // the eager style does not ask whether a name is taken
    (void)builder.SetNextNodeName("same");
    x = caller.call(builder, op, {{x}, {}}, {std::nullopt, std::nullopt, std::nullopt})[0];
    (void)x.SetAttrForNode("order", int64_t{i});
  }
  const auto set = [&](const char *name, auto value) {
    ge::AttrValue attr;
    (void)attr.SetAttrValue(value);
    EXPECT_EQ(x.GetProducer()->SetAttr(name, attr), ge::GRAPH_SUCCESS);
  };
  set("zero", ge::AscendString("a\0b", 3));
  set("zeros", std::vector<ge::AscendString>{ge::AscendString("c"), ge::AscendString("\0", 1)});
  set("none", std::vector<int64_t>{});
  set("s", ge::AscendString("of the prototype\0", 17));
  set("l", std::vector<ge::AscendString>{ge::AscendString("of the prototype\0", 17)});
  set("f", -std::numeric_limits<float>::quiet_NaN());
  const uint32_t nans[] = {0x7FC00000U, 0xFFC00000U, 0x7F800001U, 0x7FC0ABCDU};
  std::vector<float> floats(4);
  std::memcpy(floats.data(), nans, sizeof nans);
  const auto exact = builder.CreateVector(floats);
  const auto graph = builder.BuildAndReset({x, exact});
  ASSERT_NE(graph, nullptr) << EsGetRecentError();
  const std::string text = history.cpp(*graph);
  EXPECT_THAT(text, HasSubstr("4290772992U"));  // 0xFFC00000
  ScratchFolder scratch;
  esgen::GenerateRequest generate;
  generate.prototypes = {&op};
  generate.registry = history.request.registry;
  const auto generation = esgen::generate(generate);
  ASSERT_TRUE(generation.ok()) << generation.status().text();
  for (const auto &[name, content] : generation->files) scratch.write(name, content);
  const std::string source = scratch.write("program.cc", "#include \"es_Odd.cpp\"\n" + text);
  const std::string lib = OPSTRATA_LIB_DIR;
  const auto compiled = run("g++ -std=c++17 -O0 -Wall -Werror " + esgen::testing::include_flags(scratch.path()) +
                            OPSTRATA_TEST_LINK_FLAGS " '" + source + "' -o '" + scratch.path() + "/program' -L" + lib +
                            " -Wl,-rpath," + lib + " -leager_style_graph_builder_base -lgraph -lopstrata_base");
  ASSERT_EQ(compiled.code, 0) << compiled.output.substr(0, 6000) << text;
  const std::string image = scratch.path() + "/graph.air";
  ASSERT_EQ(run("'" + scratch.path() + "/program' '" + image + "'").code, 0);
  ge::Graph again("again");
  ASSERT_EQ(again.LoadFromFile(image.c_str()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(native(again), native(*graph)) << text;
  EXPECT_EQ(history.cpp(again), text);
  const std::string python = history.text(*graph, Language::kPython);
  EXPECT_THAT(python, HasSubstr("[n for n in graph.get_direct_nodes() if n.name == \"same\"][1].set_attr(\"none\", [], "
                                "value_type=AttrValueType.VT_LIST_INT)"));
  EXPECT_THAT(python, HasSubstr("f=float(\"-nan\")"));
  EXPECT_THAT(python, HasSubstr("Tensor_2 = "));
}

TEST(RunnableShapes, RefusalsNameTheNode) {
  const auto foo = make_op("Foo", "x");
  History history({{make_op("Other", "x")}});
  EsGraphBuilder builder("g");
  Caller caller;
  const auto x = builder.CreateInput(0);
  (void)builder.SetNextNodeName("odd one");
  const auto out = caller.call(builder, foo, {{x}}, {});
  const auto graph = builder.BuildAndReset(out);
  EXPECT_THAT(history.cpp(*graph), HasSubstr("node 'odd one': neither the prototype libraries nor the registry have operator Foo"));
  EXPECT_EQ(OpstrataDumpRunnable(nullptr, "cpp", nullptr, nullptr, nullptr), nullptr);
  EXPECT_EQ(OpstrataDumpRunnable(reinterpret_cast<const EsCGraph *>(graph.get()), "rust", nullptr, nullptr, nullptr), nullptr);
  EXPECT_THAT(EsGetRecentError(), HasSubstr("'rust'"));
}

TEST(RunnableShapes, CFunctionGivesWhatTheLibraryGives) {
  const auto foo = make_op("Foo", "x", {"Int a=0"});
  History history({{foo}});
  EsGraphBuilder builder("g");
  Caller caller;
  const auto graph = builder.BuildAndReset(caller.call(builder, foo, {{builder.CreateInput(0)}}, {int64_t{2}}));
  char *text = OpstrataDumpRunnable(reinterpret_cast<const EsCGraph *>(graph.get()), "cpp", (history.folder.path() + "/pkg").c_str(), nullptr, nullptr);
  ASSERT_NE(text, nullptr) << EsGetRecentError();
  EXPECT_THAT(text, HasSubstr("ge::es::Foo(input_0, 2)"));
  OpstrataFreeText(text);
  // What is left out is told: a graph attribute of a kind that source cannot give.
  char *notes = nullptr;
  const auto dump = [&] {
    return OpstrataDumpRunnableWithNotes(reinterpret_cast<const EsCGraph *>(graph.get()), "cpp", (history.folder.path() + "/pkg").c_str(), nullptr,
                                         nullptr, &notes);
  };
  text = dump();
  EXPECT_EQ(notes, nullptr);
  OpstrataFreeText(text);
  ge::AttrValue bytes = proto::make_attr_value(proto::AttrStorage(std::vector<uint8_t>{1, 2}));
  ASSERT_EQ(graph->SetAttr("extents", bytes), ge::GRAPH_SUCCESS);
  text = dump();
  ASSERT_NE(notes, nullptr);
  EXPECT_STREQ(notes, "graph 'g': attribute extents cannot be written as source\n");
  OpstrataFreeText(text);
  OpstrataFreeText(notes);
  EXPECT_EQ(OpstrataDumpRunnableWithNotes(reinterpret_cast<const EsCGraph *>(graph.get()), "cpp", nullptr, nullptr, nullptr, nullptr), nullptr);
}

// --- Property: dump -> compile -> run -> dump --------------------------------------------------------------------------

/// Graphs of a real registry through the compiler: everything is generated for the operators in use alone.
void round_trip(const std::string &package, unsigned seed, int graphs) {
  const auto registry = history::Registry::open(OPSTRATA_SOURCE_DIR "/examples/data/history/" + package);
  ASSERT_TRUE(registry.ok()) << registry.status().text();
  const std::string newest = registry->releases().back().version;
  const auto loaded = registry->load_release(newest);
  ASSERT_TRUE(loaded.ok());
  Random random(seed);
  std::vector<const proto::OpPrototype *> ops;
  for (const auto &op : (*loaded)->prototypes) {
    bool skip = false;
    const bool taken = op.type == "Const" || op.type == "Variable" || op.type == "NetOutput" || graph::is_input_type(op.type);
    // Control flow has subgraphs; those are in the hand-written test.
    if (esgen::unsupported_reason(op, &skip).empty() && !skip && !taken && op.subgraphs.empty()) ops.push_back(&op);
  }
  // Operators that gained inputs are what the shapes are about: all of them, and a sample of the others.
  std::vector<const proto::OpPrototype *> chosen;
  for (const auto *op : ops) {
    const auto oldest = registry->load_release(registry->releases().front().version);
    const auto *before = oldest.ok() ? (*oldest)->find(op->type) : nullptr;
    const bool grown = before != nullptr && before->inputs.size() < op->inputs.size();
    if (grown || random.one_in(static_cast<int64_t>(ops.size()) / 16 + 1)) chosen.push_back(op);
  }
  if (chosen.size() > 24) chosen.resize(24);

  ScratchFolder scratch;
  esgen::GenerateRequest generate;
  generate.prototypes = chosen;
  generate.registry = *registry;
  generate.window = *history::select_window(*registry, {{}, newest, "", ""});
  const auto generation = esgen::generate(generate);
  ASSERT_TRUE(generation.ok()) << generation.status().text();
  std::string all;
  for (const auto &[name, text] : generation->files) {
    scratch.write(name, text);
    if (name.ends_with(".cpp")) all += "#include \"" + name + "\"\n";
  }
  DumpRequest request;
  request.registry = *registry;
  request.version = "test";
  std::vector<std::unique_ptr<ge::Graph>> originals;
  std::vector<std::string> sources;
  std::string program = all + "#include <fstream>\n#define ES_DUMP_NO_MAIN\n";
  std::string calls;
  for (int i = 0; i < graphs; ++i) {
    originals.push_back(random_graph("graph_" + std::to_string(i), chosen, random));
    ASSERT_NE(originals.back(), nullptr) << EsGetRecentError();
    const auto dumped = dump_source(*originals.back(), request);
    ASSERT_TRUE(dumped.ok()) << dumped.status().text();
    EXPECT_THAT(dumped->notes, ::testing::IsEmpty());
    sources.push_back(dumped->text);
    const std::string number = std::to_string(i);
    scratch.write("dump" + number + ".inc", dumped->text);
    // Every dump is a program of its own; here they share one, each in its namespace. Their headers are in already.
    program += "#include \"ge/es_graph_builder.h\"\n";
    std::string body = dumped->text;
    for (size_t at = body.find("#include"); at != std::string::npos; at = body.find("#include", at)) {
      const size_t end = body.find('\n', at);
      program += body.substr(at, end - at + 1);
      body.erase(at, end - at + 1);
    }
    program += "namespace dump" + number + " {\n" + body + "std::unique_ptr<ge::Graph> Build() { return BuildGraph(); }\n}\n";
    calls += "  if (auto g = dump" + number + "::Build()) (void)g->SaveToFile(\"" + scratch.path() + "/graph" + number + ".air\");\n" +
             "  else std::cerr << \"graph " + number + ": \" << EsGetRecentError() << std::endl;\n";
  }
  const std::string source = scratch.write("program.cc", program + "int main() {\n" + calls + "}\n");
  const std::string lib = OPSTRATA_LIB_DIR;
  const auto compiled = run("g++ -std=c++17 -O0 -Wall -Werror " + esgen::testing::include_flags(scratch.path()) + OPSTRATA_TEST_LINK_FLAGS " '" + source +
                            "' -o '" + scratch.path() + "/program' -L" + lib + " -Wl,-rpath," + lib +
                            " -leager_style_graph_builder_base -lgraph -lopstrata_base");
  ASSERT_EQ(compiled.code, 0) << compiled.output.substr(0, 6000);
  const auto ran = run("'" + scratch.path() + "/program'");
  ASSERT_EQ(ran.code, 0) << ran.output;
  EXPECT_EQ(ran.output, "");
  for (int i = 0; i < graphs; ++i) {
    ge::Graph again("again");
    ASSERT_EQ(again.LoadFromFile((scratch.path() + "/graph" + std::to_string(i) + ".air").c_str()), ge::GRAPH_SUCCESS) << i;
    EXPECT_EQ(readable(again), readable(*originals[static_cast<size_t>(i)])) << sources[static_cast<size_t>(i)];
    EXPECT_EQ(native(again), native(*originals[static_cast<size_t>(i)])) << sources[static_cast<size_t>(i)];
    const auto dumped = dump_source(again, request);
    ASSERT_TRUE(dumped.ok()) << dumped.status().text();
    EXPECT_EQ(dumped->text, sources[static_cast<size_t>(i)]);
  }
}

TEST(RunnableRoundTrip, Math) { round_trip("math", 1, 12); }
TEST(RunnableRoundTrip, Framework) { round_trip("fwk2020", 2, 8); }
TEST(RunnableRoundTrip, Vision) { round_trip("cv", 3, 6); }
TEST(RunnableRoundTrip, Onnx) { round_trip("onnx", 4, 6); }

}  // namespace
}  // namespace opstrata::runnable
