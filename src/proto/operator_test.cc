// ge::Operator as an object, its factory, and what other rooms see of it (es-api section 2.8, 3.5).
#include "graph/operator.h"

#include <gtest/gtest.h>

#include "base/messages.h"
#include "graph/operator_factory.h"
#include "proto/operator_impl.h"

namespace opstrata::proto {
namespace {

/// Publishes the registration functions, as the eager-style layer does.
class AnyOperator : public ge::Operator {
 public:
  using ge::Operator::AttrRegister;
  using ge::Operator::DynamicInputRegister;
  using ge::Operator::DynamicOutputRegister;
  using ge::Operator::InputRegister;
  using ge::Operator::Operator;
  using ge::Operator::OptionalInputRegister;
  using ge::Operator::OutputRegister;
  using ge::Operator::RequiredAttrWithTypeRegister;
};

AnyOperator unary(const char *name) {
  AnyOperator op(name, "Unary");
  op.InputRegister("x");
  op.OutputRegister("y");
  return op;
}

TEST(Operator, EmptyHandleDoesNothing) {
  ge::Operator empty;
  ge::AscendString text;
  std::map<ge::AscendString, ge::AscendString> names;
  EXPECT_TRUE(empty.IsEmpty());
  EXPECT_EQ(empty.GetName(text), ge::GRAPH_FAILED);
  EXPECT_EQ(empty.GetOpType(text), ge::GRAPH_FAILED);
  EXPECT_EQ(empty.SetAttr("a", 1).GetAllAttrNamesAndTypes(names), ge::GRAPH_FAILED);
  EXPECT_EQ(empty.GetInputsSize() + empty.GetOutputsSize() + empty.GetSubgraphNamesCount(), 0U);
  EXPECT_EQ(empty.UpdateInputDesc(0, ge::TensorDesc()), ge::GRAPH_FAILED);
  EXPECT_EQ(empty.InferShapeAndType(), ge::GRAPH_PARAM_INVALID);
  empty.SetInput("x", unary("u")).AddControlInput(unary("u")).BreakConnect();
  AnyOperator op = unary("a");
  op.SetInput("x", empty);
  EXPECT_STREQ(take_recent_message(), "operator a (Unary): the source given for input x is an empty operator");
  op.AddControlInput(empty);
  EXPECT_STREQ(take_recent_message(), "operator a (Unary): the source given for input control is an empty operator");
}

TEST(Operator, CopiesShowTheSameOperator) {
  AnyOperator op = unary("a");
  ge::Operator copy = op;
  copy.SetAttr("n", 3);
  int32_t n = 0;
  EXPECT_EQ(op.GetAttr("n", n), ge::GRAPH_SUCCESS);
  EXPECT_EQ(n, 3);
}

TEST(Operator, IndexLinksAndTheirRefusals) {
  AnyOperator a = unary("a");
  AnyOperator b = unary("b");
  b.SetInput(0, a, 0);
  EXPECT_EQ(OperatorImpl::of(b)->inputs[0].source, OperatorImpl::of(a));
  b.SetInput("x", a, 0).SetInput(size_t{2}, a, 0U);
  EXPECT_STREQ(take_recent_message(), "operator b (Unary): input index 2 is out of range, it has 1 input instances");
  b.SetInput(0U, a, 4U);
  EXPECT_STREQ(take_recent_message(), "operator b (Unary), input x: source a (Unary) has no output 4, it has 1 output instances");
  b.SetInput("z", a);
  EXPECT_STREQ(take_recent_message(), "operator b (Unary) has no input z; it has x");
}

TEST(Operator, BreakConnectDropsBothDirections) {
  AnyOperator a = unary("a");
  AnyOperator b = unary("b");
  AnyOperator c = unary("c");
  b.SetInput("x", a).AddControlInput(c);
  c.SetInput("x", b);
  a.SetInput("x", c);  // a cycle, which only BreakConnect frees
  const std::weak_ptr<OperatorImpl> seen = OperatorImpl::of(b);
  b.BreakConnect();
  EXPECT_EQ(OperatorImpl::of(b)->inputs[0].source, nullptr);
  EXPECT_TRUE(OperatorImpl::of(b)->control_inputs.empty());
  EXPECT_EQ(OperatorImpl::of(c)->inputs[0].source, nullptr);
  b = AnyOperator("other", "Unary");
  EXPECT_TRUE(seen.expired());
}

TEST(Operator, LongChainsAreFreedWithoutRecursion) {
  AnyOperator last = unary("first");
  for (int i = 0; i < 300000; ++i) {
    AnyOperator next = unary("n");
    next.SetInput("x", last);
    last = next;
  }
  EXPECT_NE(OperatorImpl::of(last)->inputs[0].source, nullptr);
}

TEST(Operator, ConstDataOfAnInput) {
  AnyOperator constant("c", "Const");
  constant.OutputRegister("y");
  const std::vector<uint8_t> bytes = {1, 2, 3, 4};
  constant.SetAttr("value", ge::Tensor(ge::TensorDesc(ge::Shape({1}), ge::FORMAT_ND, ge::DT_INT32), bytes));
  AnyOperator op = unary("a");
  ge::Tensor data;
  EXPECT_EQ(op.GetInputConstData("x", data), ge::GRAPH_NODE_WITHOUT_CONST_INPUT);
  EXPECT_EQ(op.GetInputConstData("z", data), ge::GRAPH_PARAM_INVALID);
  op.SetInput("x", constant);
  EXPECT_EQ(op.GetInputConstData("x", data), ge::GRAPH_SUCCESS);
  EXPECT_EQ(data.GetSize(), 4U);
  AnyOperator described = unary("b");
  ge::TensorDesc desc;
  desc.SetConstData(std::make_unique<uint8_t[]>(2), 2);
  EXPECT_EQ(described.UpdateInputDesc("x", desc), ge::GRAPH_SUCCESS);
  EXPECT_EQ(described.GetInputConstData(std::string("x"), data), ge::GRAPH_SUCCESS);
  EXPECT_EQ(data.GetSize(), 2U);
}

TEST(Operator, IntegersOfThirtyTwoBitsAreCheckedWhenRead) {
  AnyOperator op = unary("a");
  op.SetAttr("wide", int64_t{1} << 40).SetAttr("unsigned", 4000000000U).SetAttr("list", std::vector<int32_t>{1, -2});
  int32_t narrow = 5;
  int64_t wide = 0;
  uint32_t positive = 0;
  std::vector<uint32_t> list;
  std::vector<int64_t> wide_list;
  EXPECT_EQ(op.GetAttr("wide", narrow), ge::GRAPH_FAILED);
  EXPECT_EQ(narrow, 5);
  EXPECT_EQ(op.GetAttr("unsigned", wide), ge::GRAPH_SUCCESS);
  EXPECT_EQ(wide, 4000000000);
  EXPECT_EQ(op.GetAttr("unsigned", positive), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetAttr("list", list), ge::GRAPH_FAILED);
  EXPECT_EQ(op.GetAttr(std::string("list"), wide_list), ge::GRAPH_SUCCESS);
  EXPECT_EQ(wide_list, (std::vector<int64_t>{1, -2}));
  EXPECT_EQ(op.GetAttr("none", wide), ge::GRAPH_FAILED);
  EXPECT_TRUE(op.HasAttr("list"));
  EXPECT_FALSE(op.HasAttr("none"));
}

TEST(Operator, TextAttributesInEveryFlavour) {
  AnyOperator op = unary("a");
  op.SetAttr("literal", "one").SetAttr(std::string("string"), std::string("two")).SetAttr("ascend", ge::AscendString("three"));
  op.SetAttr("list", std::vector<std::string>{"a", "b"});
  std::string text;
  ge::AscendString ascend;
  std::vector<std::string> list;
  std::vector<ge::AscendString> ascend_list;
  EXPECT_EQ(op.GetAttr("literal", text), ge::GRAPH_SUCCESS);
  EXPECT_EQ(text, "one");
  EXPECT_EQ(op.GetAttr("string", ascend), ge::GRAPH_SUCCESS);
  EXPECT_TRUE(ascend == "two");
  EXPECT_EQ(op.GetAttr(std::string("ascend"), text), ge::GRAPH_SUCCESS);
  EXPECT_EQ(text, "three");
  EXPECT_EQ(op.GetAttr("list", list), ge::GRAPH_SUCCESS);
  EXPECT_EQ(list, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(op.GetAttr("list", ascend_list), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetAttr("none", list), ge::GRAPH_FAILED);
  EXPECT_EQ(list.size(), 2U);
  const auto kinds = op.GetAllAttrNamesAndTypes();
  EXPECT_EQ(kinds, (std::map<std::string, std::string>{
                       {"ascend", "VT_STRING"}, {"list", "VT_LIST_STRING"}, {"literal", "VT_STRING"}, {"string", "VT_STRING"}}));
}

TEST(Operator, AttributeValuesAreCopied) {
  AnyOperator op = unary("a");
  ge::AttrValue value;
  EXPECT_EQ(value.SetAttrValue(int64_t{1}), ge::GRAPH_SUCCESS);
  op.SetAttr("v", value);
  EXPECT_EQ(value.SetAttrValue(int64_t{2}), ge::GRAPH_SUCCESS);
  int64_t read = 0;
  EXPECT_EQ(op.GetAttr("v", read), ge::GRAPH_SUCCESS);
  EXPECT_EQ(read, 1);
  ge::AttrValue out;
  EXPECT_EQ(op.GetAttr("v", out), ge::GRAPH_SUCCESS);
  EXPECT_EQ(out.GetAttrValue(read), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetAttr("none", out), ge::GRAPH_FAILED);
}

TEST(Operator, RegisteredAttributes) {
  AnyOperator op("a", "Any");
  op.AttrRegister("given", int64_t{4});
  op.AttrRegister("empty", ge::AttrValue());  // recorded, no value (es-api section 2.7)
  op.RequiredAttrWithTypeRegister("needed", "ListInt");
  EXPECT_TRUE(op.HasAttr("given"));
  EXPECT_FALSE(op.HasAttr("empty") || op.HasAttr("needed"));
  std::map<ge::AscendString, ge::AscendString> names;
  EXPECT_EQ(op.GetAllIrAttrNamesAndTypes(names), ge::GRAPH_SUCCESS);
  EXPECT_EQ(names.size(), 3U);
  EXPECT_TRUE(names["needed"] == "VT_LIST_INT");
  EXPECT_TRUE(names["empty"] == "");
}

TEST(Operator, AttributesOfPorts) {
  AnyOperator op = unary("a");
  op.SetInputAttr(0, "i", int64_t{1}).SetInputAttr("x", "s", std::string("text")).SetOutputAttr("y", "b", true).SetOutputAttr(0, "n", 7);
  int64_t i = 0;
  int32_t n = 0;
  std::string s;
  bool b = false;
  EXPECT_EQ(op.GetInputAttr("x", "i", i), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetInputAttr(0, "s", s), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetOutputAttr(0, "b", b), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetOutputAttr("y", "n", n), ge::GRAPH_SUCCESS);
  EXPECT_EQ(i, 1);
  EXPECT_EQ(s, "text");
  EXPECT_TRUE(b);
  EXPECT_EQ(n, 7);
  EXPECT_EQ(op.GetInputAttr(1, "i", i), ge::GRAPH_FAILED);
  EXPECT_EQ(op.GetOutputAttr("z", "b", b), ge::GRAPH_FAILED);
}

TEST(Operator, InferenceContextIsKept) {
  AnyOperator op = unary("a");
  EXPECT_EQ(op.GetInferenceContext(), nullptr);
  const ge::InferenceContextPtr context = ge::InferenceContext::Create();
  op.SetInferenceContext(context);
  EXPECT_EQ(op.GetInferenceContext(), context);
}

TEST(Operator, IrRangesOfInstances) {
  AnyOperator op("a", "Any");
  op.DynamicInputRegister("xs", 2, "T", true);
  op.OptionalInputRegister("o");
  op.DynamicInputRegister("zs", 0, "T", true);
  op.InputRegister("x");
  op.DynamicInputRegister("zs", 3);
  op.DynamicOutputRegister("ys", 2);
  const OperatorPtr &impl = OperatorImpl::of(op);
  std::string names;
  for (const InputPort &input : impl->inputs) names += input.name + " ";
  EXPECT_EQ(names, "xs0 xs1 o zs0 zs1 zs2 x ");
  EXPECT_EQ(impl->input_range(2).first, 3U);
  EXPECT_EQ(impl->input_range(2).count, 3U);
  EXPECT_EQ(impl->output_range(0).count, 2U);
  EXPECT_EQ(impl->find_input("zs2"), 5);
  EXPECT_EQ(impl->find_output("zs2"), -1);
}

TEST(OperatorFactory, MakesWhatIsRegisteredAndNamesWhatIsNot) {
  static const ge::OperatorCreatorRegister by_function("FactoryType", ge::OpCreatorV2([](const ge::AscendString &name) -> ge::Operator {
                                                         return AnyOperator(name.GetString(), "FactoryType");
                                                       }));
  static const ge::OperatorCreatorRegister by_string(std::string("FactoryLegacy"), ge::OpCreator([](const std::string &name) -> ge::Operator {
                                                       return AnyOperator(name.c_str(), "FactoryLegacy");
                                                     }));
  static const ge::OperatorCreatorRegister wrong("FactoryWrong", ge::OpCreatorV2([](const ge::AscendString &) { return ge::Operator(); }));
  EXPECT_EQ(ge::OperatorFactory::CreateOperator("n", "FactoryType").GetName(), "n");
  EXPECT_EQ(ge::OperatorFactory::CreateOperator(std::string("m"), std::string("FactoryLegacy")).GetOpType(), "FactoryLegacy");
  EXPECT_TRUE(ge::OperatorFactory::IsExistOp("FactoryType") && ge::OperatorFactory::IsExistOp(std::string("FactoryLegacy")));
  EXPECT_FALSE(ge::OperatorFactory::IsExistOp("Nothing") || ge::OperatorFactory::IsExistOp(static_cast<const char *>(nullptr)));
  std::vector<std::string> types;
  EXPECT_EQ(ge::OperatorFactory::GetOpsTypeList(types), ge::GRAPH_SUCCESS);
  EXPECT_EQ(types, (std::vector<std::string>{"FactoryLegacy", "FactoryType", "FactoryWrong"}));
  EXPECT_TRUE(ge::OperatorFactory::CreateOperator("n", "Nothing").IsEmpty());
  EXPECT_STREQ(take_recent_message(), "operator type Nothing is not registered; 3 types are");

  // A creator that gives nothing: the type is absent, and the message says why.
  EXPECT_EQ(find_prototype("FactoryWrong"), nullptr);
  const char *message = take_recent_message();
  ASSERT_NE(message, nullptr);
  EXPECT_NE(std::string(message).find("gives no operator of that type"), std::string::npos) << message;
  EXPECT_EQ(all_prototypes().size(), 2U);
}

}  // namespace
}  // namespace opstrata::proto
