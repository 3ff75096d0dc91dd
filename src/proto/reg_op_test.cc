// What REG_OP captures, against es-api section 1; and every member of a generated class (section 1.7, 1.8).
#define OPSTRATA_KEEP_STRING_API  // the deprecated std::string members are tested too
#include "proto/testdata/odd_forms.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "base/messages.h"
#include "proto/operator_impl.h"
#include "proto/prototype.h"
#include "proto/registry.h"

namespace opstrata::proto {
namespace {

const OpPrototype &prototype(const char *type) {
  const OpPrototype *found = find_prototype(type);
  if (found == nullptr) {
    ADD_FAILURE() << type << " is not registered";
    static const OpPrototype none;
    return none;
  }
  return *found;
}

AttrDef attr(const char *name, const char *word, AttrValue value) {
  return {name, attr_type_from_word(word), word, false, std::move(value)};
}
AttrDef required(const char *name, const char *word, AttrType type) { return {name, type, word, true, {}}; }

TEST(RegOp, ExampleOfTheSpecification) {
  const OpPrototype &p = prototype("Blend");
  EXPECT_EQ(p.type, "Blend");
  EXPECT_EQ(p.inputs, (std::vector<InputDef>{{"base", InputKind::kRequired, "T"},
                                             {"layer", InputKind::kRequired, "T"},
                                             {"mask", InputKind::kOptional, "TensorType({DT_BOOL})"}}));
  EXPECT_EQ(p.outputs, (std::vector<OutputDef>{{"out", OutputKind::kRequired, "T"}}));
  EXPECT_EQ(p.attrs, (std::vector<AttrDef>{required("mode", "String", AttrType::kString), attr("alpha", "Float", 0.5F)}));
  EXPECT_TRUE(p.subgraphs.empty());
  EXPECT_EQ(p.symbols, (std::map<std::string, SymbolDef>{{"T", {SymbolDef::Kind::kRange, {ge::DT_FLOAT, ge::DT_FLOAT16}, {}}}}));
  EXPECT_EQ(p.origin.rank, OriginRank::kProgram);
}

TEST(RegOp, TypeExpressionsAreTextWithSingleBlanks) {
  const std::vector<std::string> expected = {
      "TensorType:ALL()", "TensorType::({DT_X})",      "TensorType({float16})",        "TensorType({DT_A DT_B})",
      "TensorType({DI_UINT16})", "TensorType({POW_TYPES})", "TensorType(IndexNumberType)", "BasicType",
      "DT_INT32", "lower_case", "TensorType( {DT_FLOAT, DT_INT8} )"};
  std::vector<std::string> texts;
  for (const InputDef &input : prototype("OddTypes").inputs) texts.push_back(input.dtype);
  EXPECT_EQ(texts, expected);
}

TEST(RegOp, EveryKindKeepsItsOwnOrder) {
  const OpPrototype &p = prototype("Order");
  EXPECT_EQ(p.inputs, (std::vector<InputDef>{{"xs", InputKind::kDynamic, "T2"}, {"z", InputKind::kRequired, "T2"}}));
  EXPECT_EQ(p.attrs, (std::vector<AttrDef>{attr("n", "Int", int64_t{1}), required("k", "Int", AttrType::kInt)}));
  EXPECT_EQ(p.symbols.at("T2").types.size(), 18U);
  EXPECT_TRUE(prototype("Empty").inputs.empty() && prototype("Empty").outputs.empty() && prototype("Empty").attrs.empty());
}

TEST(RegOp, NamesMayBeKeywordsAndRepeat) {
  const OpPrototype &p = prototype("Keywords");
  EXPECT_EQ(p.inputs, (std::vector<InputDef>{{"for", InputKind::kRequired, "T"}, {"not", InputKind::kOptional, "T"}, {"case", InputKind::kDynamic, "T"}}));
  EXPECT_EQ(p.outputs, (std::vector<OutputDef>{{"if", OutputKind::kRequired, "T"}, {"or", OutputKind::kDynamic, "T"}}));
  EXPECT_EQ(p.attrs, (std::vector<AttrDef>{attr("and", "Int", int64_t{7}), attr("for", "Bool", true), required("while", "ListInt", AttrType::kListInt)}));
  const OpPrototype &ref = prototype("Ref");
  EXPECT_EQ(ref.inputs[0].name, "var");
  EXPECT_EQ(ref.outputs[0].name, "var");
  EXPECT_EQ(ref.attrs[0], attr("var", "Int", int64_t{-1}));
}

TEST(RegOp, DefaultsAreTyped) {
  using List = std::vector<int64_t>;
  using Floats = std::vector<float>;
  using Strings = std::vector<std::string>;
  const std::vector<AttrDef> expected = {
      attr("i0", "Int", int64_t{0}), attr("i1", "Int", int64_t{-65530}), attr("i2", "Int", int64_t{1}),
      attr("i3", "Int", int64_t{36}), attr("i4", "Int", int64_t{27}),
      attr("f0", "Float", 1.0F), attr("f1", "Float", -0.75F), attr("f2", "Float", 0.00001F), attr("f3", "Float", 1e-12F),
      attr("f4", "Float", 1e-8F), attr("f5", "Float", 1.414213562373F),
      attr("b0", "Bool", true), attr("b1", "Bool", false),
      attr("s0", "String", std::string()), attr("s1", "String", std::string("%s")), attr("s2", "String", std::string("./aipp.cfg")),
      attr("s3", "String", std::string("ascend")),
      attr("t0", "Type", ge::DT_UNDEFINED), attr("t1", "Type", static_cast<ge::DataType>(-1)),
      attr("x0", "Tensor", TensorDefault{}),
      attr("li0", "ListInt", List{}), attr("li1", "ListInt", List{0}), attr("li2", "ListInt", List{-1}),
      attr("li3", "ListInt", List{1, 1, 1, 1}), attr("li4", "ListInt", List{-2}), attr("li5", "ListInt", List{-1}),
      attr("lf0", "ListFloat", Floats{}), attr("lf1", "ListFloat", Floats{0}), attr("lf2", "ListFloat", Floats{0.5F, 1, 2}),
      attr("lf3", "ListFloat", Floats{0.25F, 0.125F}),
      attr("lb0", "ListBool", std::vector<bool>{}), attr("lb1", "ListBool", std::vector<bool>{true, false, false}),
      attr("ls0", "ListString", Strings{}), attr("ls1", "ListString", Strings{"random_uniform"}), attr("ls2", "ListString", Strings{"a", "b"}),
      attr("ls3", "ListString", Strings{"c"}), attr("ls4", "ListString", Strings{}),
      attr("lt0", "ListType", std::vector<ge::DataType>{}), attr("lt1", "ListType", std::vector<ge::DataType>{ge::DT_FLOAT, ge::DT_DOUBLE}),
      attr("ll0", "ListListInt", std::vector<List>{{}, {}}), attr("ll1", "ListListInt", std::vector<List>{{}, {}}),
      attr("ll2", "ListListInt", std::vector<List>{{1, 2, 3}, {3, 2, 1}}),
  };
  const OpPrototype &p = prototype("Defaults");
  ASSERT_EQ(p.attrs.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(p.attrs[i], expected[i]) << expected[i].name;
}

TEST(RegOp, TypeWordsOfRequiredAttributes) {
  const std::vector<std::pair<const char *, const char *>> words = {
      {"Int", "VT_INT"}, {"Float", "VT_FLOAT"}, {"String", "VT_STRING"}, {"AscendString", "VT_STRING"}, {"Bool", "VT_BOOL"},
      {"Type", "VT_DATA_TYPE"}, {"Tensor", "VT_TENSOR"}, {"NamedAttrs", "VT_NAMED_ATTRS"}, {"Bytes", "VT_BYTES"},
      {"ListInt", "VT_LIST_INT"}, {"ListFloat", "VT_LIST_FLOAT"}, {"ListBool", "VT_LIST_BOOL"}, {"ListString", "VT_LIST_STRING"},
      {"ListAscendString", "VT_LIST_STRING"}, {"ListAcendString", "VT_LIST_STRING"}, {"ListType", "VT_LIST_DATA_TYPE"},
      {"ListListInt", "VT_LIST_LIST_INT"}, {"ListTensor", "VT_LIST_TENSOR"}, {"ListNamedAttrs", "VT_LIST_NAMED_ATTRS"}};
  const OpPrototype &p = prototype("Required");
  ASSERT_EQ(p.attrs.size(), words.size() + 4);
  std::map<ge::AscendString, ge::AscendString> kinds;
  EXPECT_EQ(ge::op::Required().GetAllIrAttrNamesAndTypes(kinds), ge::GRAPH_SUCCESS);
  for (size_t i = 0; i < words.size(); ++i) {
    EXPECT_TRUE(p.attrs[i].required);
    EXPECT_EQ(p.attrs[i].type_word, words[i].first);
    EXPECT_EQ(attr_type_vt_name(p.attrs[i].type), words[i].second);
    EXPECT_STREQ(kinds[p.attrs[i].name.c_str()].GetString(), words[i].second);
  }
  EXPECT_EQ(p.find_attr("u")->type, AttrType::kBytes);
  EXPECT_EQ(p.find_attr("w")->type, AttrType::kListNamedAttrs);
  EXPECT_EQ(p.find_attr("nothing"), nullptr);
}

TEST(RegOp, SymbolsAndSubgraphs) {
  const OpPrototype &p = prototype("Symbols");
  EXPECT_EQ(p.symbols, (std::map<std::string, SymbolDef>{
                           {"T1", {SymbolDef::Kind::kRange, {ge::DT_INT32, ge::DT_INT64}, {}}},
                           {"T2", {SymbolDef::Kind::kRange, {ge::DT_FLOAT}, {}}},
                           {"L", {SymbolDef::Kind::kListRange, {ge::DT_INT8, ge::DT_UINT8}, {}}},
                           {"T3", {SymbolDef::Kind::kPromote, {}, {"T1", "T2"}}}}));
  EXPECT_EQ(p.subgraphs, (std::vector<SubgraphDef>{{"then_branch", SubgraphKind::kStatic}, {"branches", SubgraphKind::kDynamic}}));
}

TEST(RegOp, PlaceIsTheLineOfRegOp) {
  std::ifstream file(OPSTRATA_SOURCE_DIR "/src/proto/testdata/odd_forms.h");
  std::map<std::string, int> lines;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    for (size_t at = line.find("REG_OP("); at != std::string::npos; at = line.find("REG_OP(", at + 1)) {
      lines[line.substr(at + 7, line.find(')', at) - at - 7)] = number;
    }
  }
  for (const char *type : {"Blend", "OddTypes", "Order", "Empty", "Shape", "Symbols"}) {
    const SourceLocation &where = prototype(type).where;
    EXPECT_EQ(where.line, lines[type]) << type;
    EXPECT_TRUE(where.to_string().find("odd_forms.h:" + std::to_string(where.line)) != std::string::npos) << where.to_string();
  }
}

// es-api section 1.4: the named sets.
TEST(TensorTypeSets, HaveTheMembersOfTheTable) {
  const std::vector<std::pair<ge::TensorType, size_t>> sizes = {
      {ge::TensorType::ALL(), 23}, {ge::TensorType::QuantifiedType(), 5}, {ge::TensorType::OrdinaryType(), 16},
      {ge::TensorType::BasicType(), 20}, {ge::TensorType::NumberType(), 18}, {ge::TensorType::RealNumberType(), 12},
      {ge::TensorType::ComplexDataType(), 3}, {ge::TensorType::IntegerDataType(), 8}, {ge::TensorType::SignedDataType(), 4},
      {ge::TensorType::UnsignedDataType(), 4}, {ge::TensorType::FloatingDataType(), 3}, {ge::TensorType::IndexNumberType(), 2},
      {ge::TensorType::UnaryDataType(), 7}, {ge::TensorType::FLOAT(), 3}};
  struct Probe : ge::Operator {
    explicit Probe(const ge::TensorType &set) : ge::Operator("Probe") { DataTypeRegister("T", set); }
  };
  for (const auto &[set, size] : sizes) {
    std::vector<ge::DataType> types = OperatorImpl::of(Probe(set))->ir.symbols.at("T").types;
    EXPECT_EQ(types.size(), size);
    std::sort(types.begin(), types.end());
    EXPECT_EQ(std::unique(types.begin(), types.end()), types.end());
  }
  using namespace ge;
  EXPECT_EQ(OperatorImpl::of(Probe(TensorType::UnaryDataType()))->ir.symbols.at("T").types,
            (std::vector<DataType>{DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16, DT_COMPLEX32}));
}

TEST(RegOp, ASymbolMustNotPromoteItself) {
  struct Probe : ge::Operator {
    Probe() : ge::Operator("Probe") { DataTypeRegister("T", ge::Promote({"T", "U"})); }
  };
  EXPECT_TRUE(OperatorImpl::of(Probe())->ir.symbols.empty());
  EXPECT_STREQ(take_recent_message(),
               "prototype Probe: data-type symbol T must not promote itself (it stands for the common type of two other symbols); the DATATYPE line is ignored");
  ge::Promote first({"A", "B"});
  const ge::Promote second(std::move(first));
  EXPECT_EQ(second.Syms().size(), 2U);
  static_assert(!std::is_copy_constructible_v<ge::Promote>);
}

// --- Section 1.7: members -------------------------------------------------------------------------------------------------

std::string text(const ge::AscendString &s) { return s.GetString(); }

TEST(GeneratedClass, ConstructorsAndNames) {
  EXPECT_EQ(ge::op::Blend().GetName(), "Blend");
  EXPECT_EQ(ge::op::Blend("a").GetName(), "a");
  EXPECT_EQ(ge::op::Blend(std::string("b")).GetName(), "b");
  EXPECT_EQ(ge::op::Blend(ge::AscendString("c")).GetName(), "c");
  EXPECT_EQ(ge::op::Blend("a").GetOpType(), "Blend");

  ge::AscendString name;
  ge::op::Blend::name_in_base(name);
  EXPECT_EQ(text(name), "base");
  ge::op::Blend::name_out_out(name);
  EXPECT_EQ(text(name), "out");
  ge::op::Blend::name_attr_alpha(name);
  EXPECT_EQ(text(name), "alpha");
  ge::op::Symbols::name_graph_then_branch(name);
  EXPECT_EQ(text(name), "then_branch");
  EXPECT_EQ(ge::op::Blend::name_in_mask() + ge::op::Blend::name_out_out() + ge::op::Blend::name_attr_mode() +
                ge::op::Symbols::name_graph_branches() + ge::op::Keywords::name_in_for() + ge::op::Keywords::name_out_or(),
            "maskoutmodebranchesforor");
}

TEST(GeneratedClass, InputsLinkByEverySourceForm) {
  ge::op::Shape shape("shape");
  ge::op::Symbols two("two");
  two.create_dynamic_output_ys(2);
  ge::op::Blend blend("blend");
  EXPECT_EQ(&blend.set_input_base(shape), &blend);
  blend.set_input_layer(two, 1).set_input_mask_by_name(two, "ys1");
  const OperatorPtr &impl = OperatorImpl::of(blend);
  EXPECT_EQ(impl->inputs[0].source, OperatorImpl::of(shape));
  EXPECT_EQ(impl->inputs[1].source_index, 1U);
  EXPECT_EQ(impl->inputs[2].source_index, 2U);
  EXPECT_TRUE(impl->inputs[2].present);
  blend.set_input_layer(two, std::string("y"));
  EXPECT_EQ(impl->inputs[1].source_index, 0U);

  blend.set_input_layer(two);  // three outputs: which one?
  EXPECT_STREQ(take_recent_message(), "operator blend (Blend), input layer: source two (Symbols) has 3 outputs (y, ys0, ys1); "
                                      "name one of them, only an operator with one output links without");
  EXPECT_EQ(impl->inputs[1].source_index, 0U);
  blend.set_input_layer(two, "nothing");
  EXPECT_STREQ(take_recent_message(), "operator two (Symbols) has no output nothing; it has y, ys0, ys1");
}

TEST(GeneratedClass, DynamicInstancesStandInIrOrder) {
  ge::op::Order order("order");
  order.create_dynamic_input_xs(2, false);
  const OperatorPtr &impl = OperatorImpl::of(order);
  ASSERT_EQ(order.GetInputsSize(), 3U);
  EXPECT_EQ(impl->inputs[0].name, "xs0");
  EXPECT_EQ(impl->inputs[1].name, "xs1");
  EXPECT_EQ(impl->inputs[2].name, "z");
  order.create_dynamic_input_byindex_xs(3, 0);
  EXPECT_EQ(order.GetDynamicInputNum("xs"), 3);
  EXPECT_EQ(order.GetDynamicInputNum("z"), 0);
  EXPECT_EQ(order.GetInputsSize(), 4U);

  ge::op::Shape source("s");
  order.set_dynamic_input_xs(2, source).set_dynamic_input_xs(1, source, "y").set_dynamic_input_xs(0, source, std::string("y"));
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(impl->inputs[i].source, OperatorImpl::of(source));
  EXPECT_EQ(order.update_dynamic_input_desc_xs(1, ge::TensorDesc(ge::Shape({4, 5}))), ge::GRAPH_SUCCESS);
  EXPECT_EQ(order.get_dynamic_input_desc_xs(1).GetShape().GetDims(), (std::vector<int64_t>{4, 5}));
  EXPECT_EQ(order.update_dynamic_input_desc_xs(3, ge::TensorDesc()), ge::GRAPH_FAILED);

  ge::op::Keywords keywords;
  keywords.create_dynamic_output_or(1).create_dynamic_input_case(1);
  EXPECT_EQ(keywords.update_dynamic_output_desc_or(0, ge::TensorDesc(ge::Shape({7}))), ge::GRAPH_SUCCESS);
  EXPECT_EQ(keywords.get_dynamic_output_desc_or(0).GetShape().GetDim(0), 7);
  EXPECT_EQ(keywords.GetDynamicOutputNum("or"), 1);
}

TEST(GeneratedClass, DescriptionsAndOptionalInputs) {
  ge::op::Blend blend;
  EXPECT_EQ(blend.get_input_desc_mask().GetFormat(), ge::FORMAT_RESERVED);
  EXPECT_EQ(blend.get_input_desc_mask().GetDataType(), ge::DT_UNDEFINED);
  ge::TensorDesc desc;
  EXPECT_EQ(blend.TryGetInputDesc("mask", desc), ge::GRAPH_FAILED);
  EXPECT_EQ(blend.update_input_desc_mask(ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_BOOL)), ge::GRAPH_SUCCESS);
  EXPECT_EQ(blend.TryGetInputDesc("mask", desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetDataType(), ge::DT_BOOL);
  EXPECT_EQ(blend.update_output_desc_out(ge::TensorDesc(ge::Shape({3}), ge::FORMAT_NCHW, ge::DT_FLOAT16)), ge::GRAPH_SUCCESS);
  EXPECT_EQ(blend.get_output_desc_out().GetDataType(), ge::DT_FLOAT16);
}

TEST(GeneratedClass, AttributesOfEveryKind) {
  ge::op::Defaults d;
  EXPECT_EQ(d.get_attr_i1(), -65530);
  EXPECT_EQ(d.set_attr_i1(ge::DT_INT8).get_attr_i1(), 2);
  EXPECT_EQ(d.get_attr_f2(), 0.00001F);
  EXPECT_EQ(d.set_attr_f2(2).get_attr_f2(), 2.0F);
  EXPECT_TRUE(d.get_attr_b0());
  EXPECT_FALSE(d.set_attr_b0(false).get_attr_b0());
  EXPECT_EQ(d.get_attr_s1(), "%s");
  EXPECT_EQ(d.set_attr_s1("literal").get_attr_s1(), "literal");
  EXPECT_EQ(d.set_attr_s1(std::string("text")).get_attr_s1(), "text");
  ge::AscendString ascend;
  EXPECT_EQ(d.get_attr_s1(ascend), ge::GRAPH_SUCCESS);
  EXPECT_EQ(text(ascend), "text");
  EXPECT_EQ(d.get_attr_s3(ascend), ge::GRAPH_SUCCESS);
  EXPECT_EQ(text(ascend), "ascend");
  EXPECT_EQ(text(d.set_attr_s3("x").get_attr_s3()), "x");
  EXPECT_EQ(d.get_attr_t0(), ge::DT_UNDEFINED);
  EXPECT_EQ(d.set_attr_t0(ge::DT_INT8).get_attr_t0(), ge::DT_INT8);
  EXPECT_EQ(d.set_attr_li1({5}).get_attr_li1(), (std::vector<int64_t>{5}));
  EXPECT_EQ(d.set_attr_li1({}).get_attr_li1(), std::vector<int64_t>());
  EXPECT_EQ(d.set_attr_lf1({1, 2}).get_attr_lf1(), (std::vector<float>{1, 2}));
  EXPECT_EQ(d.set_attr_lb1({true}).get_attr_lb1(), (std::vector<bool>{true}));
  EXPECT_EQ(d.get_attr_ls1(), (std::vector<std::string>{"random_uniform"}));
  EXPECT_EQ(d.set_attr_ls1(std::vector<ge::AscendString>{"p", "q"}).get_attr_ls1(), (std::vector<std::string>{"p", "q"}));
  std::vector<ge::AscendString> list;
  EXPECT_EQ(d.get_attr_ls1(list), ge::GRAPH_SUCCESS);
  EXPECT_EQ(list, (std::vector<ge::AscendString>{"p", "q"}));
  EXPECT_EQ(d.get_attr_ls3(list), ge::GRAPH_SUCCESS);
  EXPECT_EQ(list, (std::vector<ge::AscendString>{"c"}));
  EXPECT_EQ(d.set_attr_lt0({ge::DT_BF16}).get_attr_lt0(), (std::vector<ge::DataType>{ge::DT_BF16}));
  EXPECT_EQ(d.set_attr_ll0({{1}, {2, 3}}).get_attr_ll0(), (std::vector<std::vector<int64_t>>{{1}, {2, 3}}));
  const std::vector<uint8_t> bytes = {1, 2, 3, 4};
  EXPECT_EQ(d.set_attr_x0(ge::Tensor(ge::TensorDesc(), bytes)).get_attr_x0().GetSize(), 4U);

  // Functions as attribute values are accepted and ignored.
  d.set_attr_i0([] { return int64_t{9}; }).set_attr_s0([] { return std::string("9"); });
  d.set_attr_s0(std::function<ge::AscendString()>([] { return ge::AscendString("9"); }));
  d.set_attr_ls0(std::function<std::vector<ge::AscendString>()>());
  EXPECT_EQ(d.get_attr_i0(), 0);
  EXPECT_EQ(d.get_attr_s0(), "");
}

TEST(GeneratedClass, RequiredAttributes) {
  ge::op::Required r;
  EXPECT_EQ(r.get_attr_a(), 0);
  EXPECT_EQ(r.get_attr_c(), "");
  ge::AscendString ascend;
  std::vector<ge::AscendString> list;
  EXPECT_EQ(r.get_attr_c(ascend), ge::GRAPH_FAILED);
  EXPECT_EQ(r.get_attr_d(ascend), ge::GRAPH_FAILED);
  EXPECT_EQ(r.get_attr_m(list), ge::GRAPH_FAILED);
  r.set_attr_c("given").set_attr_d("ascend").set_attr_m({std::string("s")});
  EXPECT_EQ(r.get_attr_c(ascend), ge::GRAPH_SUCCESS);
  EXPECT_EQ(text(ascend), "given");
  EXPECT_EQ(r.get_attr_d(ascend), ge::GRAPH_SUCCESS);
  EXPECT_EQ(r.get_attr_m(list), ge::GRAPH_SUCCESS);
  EXPECT_EQ(list, (std::vector<ge::AscendString>{"s"}));
  ge::NamedAttrs named;
  named.SetName("set");
  ge::AttrValue value;
  EXPECT_EQ(value.SetAttrValue(int64_t{4}), ge::GRAPH_SUCCESS);
  EXPECT_EQ(named.SetAttr("k", value), ge::GRAPH_SUCCESS);
  const ge::NamedAttrs back = r.set_attr_h(named).get_attr_h();
  EXPECT_EQ(text(back.GetName()), "set");
  ge::AttrValue found;
  int64_t number = 0;
  EXPECT_EQ(back.GetAttr("k", found), ge::GRAPH_SUCCESS);
  EXPECT_EQ(found.GetAttrValue(number), ge::GRAPH_SUCCESS);
  EXPECT_EQ(number, 4);
  EXPECT_EQ(back.GetAttr("none", found), ge::GRAPH_FAILED);
  EXPECT_EQ(back.GetAllAttrNames(), (std::vector<ge::AscendString>{"k"}));
  EXPECT_EQ(r.set_attr_i({1, 2}).get_attr_i(), (std::vector<uint8_t>{1, 2}));
  EXPECT_EQ(r.set_attr_s({named, named}).get_attr_s().size(), 2U);
  EXPECT_EQ(r.set_attr_r({ge::Tensor()}).get_attr_r().size(), 1U);
}

TEST(GeneratedClass, SubgraphInstances) {
  ge::op::Symbols op("s");
  EXPECT_EQ(op.GetSubgraphNames(), (std::vector<std::string>{"then_branch"}));
  op.create_dynamic_subgraph_branches(2);
  EXPECT_EQ(op.GetSubgraphNames(), (std::vector<std::string>{"then_branch", "branches0", "branches1"}));
  EXPECT_EQ(op.GetSubgraphNamesCount(), 3U);
  int calls = 0;
  const ge::SubgraphBuilder builder = [&calls]() -> ge::Graph {
    ++calls;
    return ge::Graph("sub");
  };
  op.set_subgraph_builder_then_branch(builder).set_dynamic_subgraph_builder_branches(1, builder);
  EXPECT_TRUE(op.get_subgraph_builder_then_branch());
  EXPECT_FALSE(op.get_dynamic_subgraph_builder_branches(0));
  EXPECT_TRUE(op.get_dynamic_subgraph_builder_branches(1));
  ge::AscendString name;
  EXPECT_EQ(op.get_subgraph_then_branch().GetName(name), ge::GRAPH_SUCCESS);
  EXPECT_EQ(text(name), "sub");
  (void)op.get_dynamic_subgraph_branches(1);
  (void)op.get_dynamic_subgraph_branches(0);
  EXPECT_EQ(calls, 2);
  op.set_dynamic_subgraph_builder_branches(5, builder);
  EXPECT_STREQ(take_recent_message(), "operator s (Symbols) has no subgraph branches with index 5");
}

// --- Section 1.8 ----------------------------------------------------------------------------------------------------------

TEST(Inference, RegisteredFunctionsRun) {
  ge::op::Blend blend("b");
  blend.update_input_desc_base(ge::TensorDesc(ge::Shape({8, 9}), ge::FORMAT_NHWC, ge::DT_FLOAT16));
  EXPECT_EQ(blend.InferShapeAndType(), ge::GRAPH_SUCCESS);
  EXPECT_EQ(blend.get_output_desc_out().GetShape().GetDims(), (std::vector<int64_t>{8, 9}));
  const InferFunctions functions = find_infer_functions("Blend");
  ge::Operator handle = blend;
  ge::TensorDesc out = blend.get_output_desc_out();
  out.SetFormat(ge::FORMAT_ND);
  blend.update_output_desc_out(out);
  EXPECT_EQ(functions.format(handle), ge::GRAPH_SUCCESS);
  EXPECT_EQ(blend.get_output_desc_out().GetFormat(), ge::FORMAT_NHWC);
  EXPECT_EQ(functions.value_range(handle), ge::GRAPH_SUCCESS);
  EXPECT_EQ(functions.value_range_when, ge::INPUT_IS_DYNAMIC);
  EXPECT_EQ(find_infer_functions("Ref").value_range_when, ge::INPUT_HAS_VALUE_RANGE);
  EXPECT_EQ(find_infer_functions("Ref").value_range, nullptr);

  EXPECT_EQ(ge::op::OddTypes("o").InferShapeAndType(), ge::GRAPH_PARAM_INVALID);
  EXPECT_STREQ(take_recent_message(), "operator o (OddTypes): no shape inference is registered for the type");
}

TEST(Inference, VerifyNamesWhatIsMissing) {
  ge::op::Shape source("s");
  ge::op::Blend blend("b");
  blend.set_input_base(source);
  EXPECT_EQ(blend.VerifyAllAttr(), ge::GRAPH_FAILED);
  EXPECT_STREQ(take_recent_message(), "operator b (Blend): required input layer is not linked");
  blend.set_input_layer(source);
  EXPECT_EQ(blend.VerifyAllAttr(), ge::GRAPH_FAILED);
  EXPECT_STREQ(take_recent_message(), "operator b (Blend): required attribute mode (String) is not set");
  blend.set_attr_mode("m");
  EXPECT_EQ(blend.VerifyAllAttr(), ge::GRAPH_SUCCESS);
  blend.set_attr_alpha(-1);  // refused by the registered verifier
  EXPECT_EQ(blend.VerifyAllAttr(true), ge::GRAPH_FAILED);
}

TEST(Inference, ElementwiseCopiesShapeTypeAndRange) {
  ge::op::Ref ref;
  ge::TensorDesc desc(ge::Shape({-1, 3}), ge::FORMAT_ND, ge::DT_INT8);
  desc.SetOriginShape(ge::Shape({-1, 4}));
  desc.SetShapeRange({{1, 8}, {3, 3}});
  ref.update_input_desc_var(desc);
  EXPECT_EQ(ref.InferShapeAndType(), ge::GRAPH_SUCCESS);
  const ge::TensorDesc out = ref.get_output_desc_var();
  EXPECT_EQ(out.GetShape().GetDims(), (std::vector<int64_t>{-1, 3}));
  EXPECT_EQ(out.GetOriginShape().GetDims(), (std::vector<int64_t>{-1, 4}));
  EXPECT_EQ(out.GetDataType(), ge::DT_INT8);
  std::vector<std::pair<int64_t, int64_t>> range;
  EXPECT_EQ(out.GetShapeRange(range), ge::GRAPH_SUCCESS);
  EXPECT_EQ(range, (std::vector<std::pair<int64_t, int64_t>>{{1, 8}, {3, 3}}));
}

TEST(Inference, BroadcastFollowsTheUsualRule) {
  using Dims = std::vector<int64_t>;
  const auto infer = [](const Dims &a, const Dims &b) {
    ge::op::Symbols op("s");
    op.update_input_desc_x1(ge::TensorDesc(ge::Shape(a)));
    op.update_input_desc_x2(ge::TensorDesc(ge::Shape(b)));
    return op.InferShapeAndType() == ge::GRAPH_SUCCESS ? op.get_output_desc_y().GetShape().GetDims() : Dims{-99};
  };
  EXPECT_EQ(infer({2, 3}, {3}), (Dims{2, 3}));
  EXPECT_EQ(infer({1, 3}, {4, 1}), (Dims{4, 3}));
  EXPECT_EQ(infer({}, {5}), (Dims{5}));
  EXPECT_EQ(infer({0, 3}, {1, 1}), (Dims{0, 3}));
  EXPECT_EQ(infer({-1, 3}, {4, 3}), (Dims{4, 3}));
  EXPECT_EQ(infer({-1}, {1}), (Dims{-1}));
  EXPECT_EQ(infer({-2}, {1}), (Dims{-2}));
  EXPECT_EQ(infer({2, 3}, {2}), (Dims{-99}));
  EXPECT_STREQ(take_recent_message(), "shapes [2, 3] and [2] do not broadcast: dimensions must be equal or 1, counted from the last");
}

}  // namespace
}  // namespace opstrata::proto
