#include "infer/infer.h"

#include <gtest/gtest.h>

#include "base/messages.h"
#include "graph/operator_reg.h"
#include "infer/context_storage.h"
#include "infer/promote.h"
#include "proto/prototype.h"
#include "register/op_impl_registry.h"

// Functions as operator libraries write and register them.
namespace {

ge::graphStatus CopyShape(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetRequiredInputShape(0);
  gert::Shape *y = context->GetOutputShape(0);
  if (x == nullptr || y == nullptr) return ge::GRAPH_FAILED;
  *y = *x;
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(InferTestCopy).InferShape(CopyShape);

/// Records what a function sees of a node with optional and dynamic inputs and all kinds of attributes.
struct Seen {
  size_t optional_instances = 99, dynamic_start = 0, dynamic_num = 0, attr_num = 0;
  const void *absent = &optional_instances;
  int64_t integer = 0, dtype = 0;
  float real = 0;
  double wide = 0;
  bool flag = false;
  std::string text, name, type;
  std::vector<int64_t> list;
  std::vector<float> floats;
  std::vector<bool> flags;
  size_t lists = 0;
  int64_t last_of_lists = 0;
  const void *beyond = &text;
  float private_value = 0;
};
Seen seen;

ge::graphStatus Look(gert::InferShapeContext *context) {
  seen = {};
  seen.name = context->GetNodeName();
  seen.type = context->GetNodeType();
  seen.optional_instances = context->GetIrInputInstanceInfo(1)->GetInstanceNum();
  seen.absent = context->GetOptionalInputShape(1);
  seen.dynamic_start = context->GetIrInputInstanceInfo(2)->GetInstanceStart();
  seen.dynamic_num = context->GetIrInputInstanceInfo(2)->GetInstanceNum();
  const gert::RuntimeAttrs *attrs = context->GetAttrs();
  seen.attr_num = attrs->GetAttrNum();
  seen.integer = *attrs->GetInt(0);
  seen.real = *attrs->GetFloat(1);
  seen.flag = *attrs->GetBool(2);
  seen.text = attrs->GetAttrPointer<char>(3);
  seen.dtype = *attrs->GetAttrPointer<int64_t>(4);
  const auto *list = attrs->GetListInt(5);
  seen.list.assign(list->GetData(), list->GetData() + list->GetSize());
  const auto *floats = attrs->GetListFloat(6);
  seen.floats.assign(floats->GetData(), floats->GetData() + floats->GetSize());
  const auto *flags = attrs->GetAttrPointer<gert::ContinuousVector>(7);
  for (size_t i = 0; i < flags->GetSize(); ++i) seen.flags.push_back(static_cast<const bool *>(flags->GetData())[i]);
  seen.lists = attrs->GetListListInt(8)->GetSize();
  seen.last_of_lists = static_cast<const int64_t *>(attrs->GetListListInt(8)->Get(1)->GetData())[2];
  seen.wide = *attrs->GetAttrPointer<double>(9);
  seen.private_value = *attrs->GetFloat(10);
  seen.beyond = attrs->GetInt(11);
  gert::Shape *y = context->GetOutputShape(0);
  y->SetScalar();
  for (size_t i = 0; i < seen.dynamic_num; ++i) y->AppendDim(context->GetDynamicInputShape(2, i)->GetDim(0));
  return context->GetDynamicInputShape(2, seen.dynamic_num) == nullptr ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}
IMPL_OP_INFERSHAPE(InferTestLook).InferShape(Look).PrivateAttr("scale", 0.5f).PrivateAttr("scale", 7.0f);

/// Reads the value of input 1 and writes the output's type into its description.
ge::graphStatus ShapeFromValue(gert::InferShapeContext *context) {
  const gert::Tensor *shape = context->GetInputTensor(1);
  if (shape == nullptr || shape->GetData<int32_t>() == nullptr) return ge::GRAPH_FAILED;
  gert::Shape *y = context->GetOutputShape(0);
  y->SetDimNum(0);
  for (int64_t i = 0; i < shape->GetShapeSize(); ++i) y->AppendDim(shape->GetData<int32_t>()[i]);
  context->GetComputeNodeInfo()->MutableOutputTdInfo(0)->SetDataType(ge::DT_INT8);
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(InferTestValue).InferShape(ShapeFromValue).InputsDataDependency({1});

/// Leaves behind what the next call may not see; the first dimension says what went wrong: 0 for nothing.
int contexts_asked = 0;
opstrata::infer::ReadyContexts *nested_contexts = nullptr;
ge::graphStatus Untidy(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetInputShape(0);
  gert::Shape *y = context->GetOutputShape(0);
  int64_t wrong = 0;
  for (size_t i = x->GetDimNum(); i < gert::Shape::kMaxDimNum; ++i) wrong += (*x)[i] != 0 ? 1 : 0;
  for (size_t i = y->GetDimNum(); i < gert::Shape::kMaxDimNum; ++i) wrong += (*y)[i] != 0 ? 100 : 0;
  auto *described = context->GetComputeNodeInfo()->MutableOutputTdInfo(0);
  if (described->GetDataType() != ge::DT_FLOAT || described->GetOriginFormat() != ge::FORMAT_ND) wrong += 10000;
  described->SetDataType(ge::DT_INT8);
  described->SetOriginFormat(ge::FORMAT_NCHW);
  ++contexts_asked;
  if (nested_contexts != nullptr) {
    // The same form of node while this one is in use.
    const gert::Shape inner{5, 5, 5};
    const opstrata::infer::TensorRef ref{&inner, &inner, nullptr, ge::FORMAT_ND, ge::FORMAT_ND, ge::DT_FLOAT};
    opstrata::infer::NodeRef node{"InferTestUntidy", {}, {&ref, 1}, {&ref, 1}, {}, {}, {}};
    auto *const contexts = std::exchange(nested_contexts, nullptr);
    const auto *entry = opstrata::infer::find_shape_inference("InferTestUntidy");
    if (!infer_shapes(entry, node, *contexts, [](size_t, const opstrata::infer::TensorRef &) {}).ok()) wrong += 1000000;
    if (x->GetDimNum() == 3) wrong += 2000000;
  }
  for (size_t i = 0; i < gert::Shape::kMaxDimNum; ++i) (*y)[i] = 77;
  y->SetDimNum(1);
  (*y)[0] = wrong;
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(InferTestUntidy).InferShape(Untidy);

/// What input 0 is, as the dimensions of the output.
ge::graphStatus Describe(gert::InferShapeContext *context) {
  const gert::Tensor *x = context->GetInputTensor(0);
  const gert::CompileTimeTensorDesc *described = context->GetInputDesc(0);
  const auto *data = x->GetData<int8_t>();
  *context->GetOutputShape(0) = {x->GetDataType(),
                                 described->GetDataType(),
                                 x->GetOriginFormat(),
                                 described->GetOriginFormat(),
                                 x->GetStorageFormat(),
                                 described->GetStorageFormat(),
                                 static_cast<int64_t>(x->GetSize()),
                                 x->GetStorageShape().GetDim(0),
                                 x->GetOriginShape().GetDim(0),
                                 data == nullptr ? -1 : *data,
                                 x->GetPlacement() == gert::kOnHost};
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(InferTestDescribe).InferShape(Describe);

ge::graphStatus Refuse(gert::InferShapeContext *) {
  opstrata::report_text("axis 7 is out of range");
  return ge::GRAPH_FAILED;
}
IMPL_OP_INFERSHAPE(InferTestRefuse).InferShape(Refuse);
ge::graphStatus Throw(gert::InferShapeContext *) { throw std::runtime_error("boom"); }
IMPL_OP_INFERSHAPE(InferTestThrow).InferShape(Throw);

ge::graphStatus SecondType(gert::InferDataTypeContext *context) {
  return context->SetOutputDataType(0, context->GetOptionalInputDataType(1));
}
// Two registrations of one type in one library add to one entry.
IMPL_OP(InferTestTypes).InferShape(CopyShape);
IMPL_OP(InferTestTypes).InferDataType(SecondType);
IMPL_OP(InferTestFirst).InferOutDataTypeSameWithFirstInput();

ge::graphStatus DoubleRange(gert::InferShapeRangeContext *context) {
  const auto *x = context->GetInputShapeRange(0);
  auto *y = context->GetOutputShapeRange(0);
  *y->GetMin() = *x->GetMin();
  *y->GetMax() = *x->GetMax();
  y->GetMax()->SetDim(0, x->GetMax()->GetDim(0) * 2);
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(InferTestRange).InferShapeRange(DoubleRange);

}  // namespace

namespace ge {
REG_OP(InferTestSymbols)
    .INPUT(x, "T")
    .INPUT(y, "U")
    .DYNAMIC_INPUT(z, "L")
    .OUTPUT(same, "T")
    .OUTPUT(promoted, "P")
    .OUTPUT(fixed, "B")
    .OUTPUT(inline_type, TensorType({DT_INT64}))
    .DYNAMIC_OUTPUT(each, "L")
    .OUTPUT(unknown, "Q")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .DATATYPE(U, TensorType({DT_INT32, DT_BF16}))
    .DATATYPE(L, ListTensorType(TensorType::ALL()))
    .DATATYPE(P, Promote({"T", "U"}))
    .DATATYPE(B, TensorType({DT_BOOL}))
    .DATATYPE(Q, TensorType({DT_INT8, DT_INT16}))
    .OP_END_FACTORY_REG(InferTestSymbols)
}  // namespace ge

namespace opstrata::infer {
namespace {

TensorInfo tensor(ge::DataType dtype, std::initializer_list<int64_t> shape, const void *data = nullptr) {
  TensorInfo info;
  info.dtype = dtype;
  info.shape = gert::Shape(shape);
  info.storage_shape = info.shape;
  info.data = data;
  return info;
}

Node node(std::string type, std::vector<TensorInfo> inputs, size_t outputs = 1) {
  Node result;
  result.type = std::move(type);
  result.inputs = std::move(inputs);
  result.outputs.resize(outputs);
  return result;
}

TEST(InferShapes, RunsTheRegisteredFunction) {
  Node n = node("InferTestCopy", {tensor(ge::DT_FLOAT, {2, 3})});
  const Status status = infer_shapes(n);
  ASSERT_TRUE(status.ok()) << status.text();
  EXPECT_EQ(n.outputs[0].shape, gert::Shape({2, 3}));
  EXPECT_EQ(find_shape_inference("InferTestCopy")->origin.rank, OriginRank::kProgram);
}

TEST(InferShapes, FunctionSeesInstancesAndAttributesAsTheInterfaceSays) {
  Node n = node("InferTestLook", {tensor(ge::DT_FLOAT, {9}), tensor(ge::DT_FLOAT, {4}), tensor(ge::DT_FLOAT, {5})});
  n.name = "look_1";
  n.input_counts = {1, 0, 2};
  n.attrs = {int64_t{-3}, 0.25f, true, std::string("sum"), ge::DT_BF16, std::vector<int64_t>{1, 2, 3},
             std::vector<float>{0.5f}, std::vector<bool>{true, false, true},
             std::vector<std::vector<int64_t>>{{1}, {2, 3, 4}}, 1e300};
  const Status status = infer_shapes(n);
  ASSERT_TRUE(status.ok()) << status.text();
  EXPECT_EQ(n.outputs[0].shape, gert::Shape({4, 5}));
  EXPECT_EQ(seen.name, "look_1");
  EXPECT_EQ(seen.type, "InferTestLook");
  EXPECT_EQ(seen.optional_instances, 0u);
  EXPECT_EQ(seen.absent, nullptr);
  EXPECT_EQ(seen.dynamic_start, 1u);
  EXPECT_EQ(seen.dynamic_num, 2u);
  EXPECT_EQ(seen.attr_num, 11u);
  EXPECT_EQ(seen.integer, -3);
  EXPECT_EQ(seen.real, 0.25f);
  EXPECT_TRUE(seen.flag);
  EXPECT_EQ(seen.text, "sum");
  EXPECT_EQ(seen.dtype, 27);
  EXPECT_EQ(seen.list, (std::vector<int64_t>{1, 2, 3}));
  EXPECT_EQ(seen.floats, (std::vector<float>{0.5f}));
  EXPECT_EQ(seen.flags, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(seen.lists, 2u);
  EXPECT_EQ(seen.last_of_lists, 4);
  EXPECT_EQ(seen.wide, 1e300);
  EXPECT_EQ(seen.private_value, 0.5f) << "the first private attribute of a name counts";
  EXPECT_EQ(seen.beyond, nullptr);
}

TEST(InferShapes, ContextsThatAreUsedAgainShowNothingOfEarlierCalls) {
  ReadyContexts ready;
  const Entry *const entry = find_shape_inference("InferTestUntidy");
  ASSERT_NE(entry, nullptr);
  const auto wrong = [&](const gert::Shape &x, size_t inputs) {
    const TensorRef ref{&x, &x, nullptr, ge::FORMAT_ND, ge::FORMAT_ND, ge::DT_FLOAT};
    const std::vector<TensorRef> all(inputs, ref);
    const uint32_t one = static_cast<uint32_t>(inputs);
    const NodeRef node{"InferTestUntidy", {}, all, {&ref, 1}, {&one, 1}, {}, {}};
    int64_t found = -1;
    const Status status =
        infer_shapes(entry, node, ready, [&found](size_t, const TensorRef &y) { found = (*y.shape)[0]; });
    EXPECT_TRUE(status.ok()) << status.text();
    return found;
  };
  contexts_asked = 0;
  EXPECT_EQ(wrong({2, 3, 4, 5}, 1), 0);
  EXPECT_EQ(wrong({6}, 1), 0);
  EXPECT_EQ(wrong({}, 1), 0);
  EXPECT_EQ(wrong({1, 2}, 3), 0);  // another form
  nested_contexts = &ready;
  EXPECT_EQ(wrong({1, 2}, 3), 0);
  EXPECT_EQ(wrong({7, 7}, 1), 0);
  EXPECT_EQ(contexts_asked, 7);
}

TEST(InferShapes, ContextsThatAreUsedAgainFollowWhatInputsAre) {
  ReadyContexts ready;
  const Entry *const entry = find_shape_inference("InferTestDescribe");
  ASSERT_NE(entry, nullptr);
  const gert::Shape four{4}, eight{8}, none;
  const int8_t one = 1, two = 2;
  // One of them after the other changes.
  const TensorRef inputs[] = {{&four, &four, nullptr, ge::FORMAT_ND, ge::FORMAT_ND, ge::DT_FLOAT},
                              {&four, &four, nullptr, ge::FORMAT_ND, ge::FORMAT_ND, ge::DT_INT8},
                              {&four, &four, nullptr, ge::FORMAT_NCHW, ge::FORMAT_ND, ge::DT_INT8},
                              {&four, &four, nullptr, ge::FORMAT_NCHW, ge::FORMAT_NHWC, ge::DT_INT8},
                              {&four, &four, &one, ge::FORMAT_NCHW, ge::FORMAT_NHWC, ge::DT_INT8},
                              {&four, &four, &two, ge::FORMAT_NCHW, ge::FORMAT_NHWC, ge::DT_INT8},
                              {&four, &eight, &two, ge::FORMAT_NCHW, ge::FORMAT_NHWC, ge::DT_INT8},
                              {&eight, &eight, &two, ge::FORMAT_NCHW, ge::FORMAT_NHWC, ge::DT_INT8},
                              {&none, &eight, &two, ge::FORMAT_NCHW, ge::FORMAT_NHWC, ge::DT_INT8},
                              {&four, &four, nullptr, ge::FORMAT_ND, ge::FORMAT_ND, ge::DT_FLOAT}};
  for (const TensorRef &input : inputs) {
    for (int i = 0; i < 2; ++i) {
      const TensorRef y{&none, &none, nullptr, ge::FORMAT_ND, ge::FORMAT_ND, ge::DT_FLOAT};
      gert::Shape seen;
      const NodeRef node{"InferTestDescribe", {}, {&input, 1}, {&y, 1}, {}, {}, {}};
      ASSERT_TRUE(
          infer_shapes(entry, node, ready, [&seen](size_t, const TensorRef &output) { seen = *output.shape; }).ok());
      const int64_t elements = input.shape->GetShapeSize();
      EXPECT_EQ(seen, gert::Shape({input.dtype, input.dtype, input.format, input.format, input.storage_format,
                                   input.storage_format, input.dtype == ge::DT_FLOAT ? 4 * elements : elements,
                                   input.storage_shape->GetDim(0), input.shape->GetDim(0),
                                   input.data == nullptr ? -1 : *static_cast<const int8_t *>(input.data),
                                   input.data != nullptr}));
    }
  }
}

TEST(InferShapes, ValuesOfHostInputsAreVisible) {
  const int32_t value[] = {6, 7};
  Node n = node("InferTestValue", {tensor(ge::DT_FLOAT, {42}), tensor(ge::DT_INT32, {2}, value)});
  const Status status = infer_shapes(n);
  ASSERT_TRUE(status.ok()) << status.text();
  EXPECT_EQ(n.outputs[0].shape, gert::Shape({6, 7}));
  EXPECT_EQ(n.outputs[0].dtype, ge::DT_INT8);
  EXPECT_FALSE(depends_on_value("InferTestValue", 0));
  EXPECT_TRUE(depends_on_value("InferTestValue", 1));
  n.inputs[1].data = nullptr;
  EXPECT_EQ(infer_shapes(n).code(), Code::kInvalid);
}

TEST(InferShapes, FailuresCarryTheFunctionsOwnText) {
  report_text("kept");
  Node n = node("InferTestRefuse", {});
  const Status status = infer_shapes(n);
  EXPECT_EQ(status.code(), Code::kInvalid);
  EXPECT_NE(status.text().find("InferTestRefuse"), std::string::npos) << status.text();
  EXPECT_NE(status.text().find("axis 7 is out of range"), std::string::npos) << status.text();
  EXPECT_STREQ(recent_message(), "kept");
  (void)take_recent_message();

  n = node("InferTestThrow", {});
  EXPECT_NE(infer_shapes(n).text().find("boom"), std::string::npos);
}

TEST(InferShapes, MissingFunctionTellsWhereItWasLookedFor) {
  Node n = node("InferTestNowhere", {});
  const Status status = infer_shapes(n);
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_NE(status.text().find("/built-in/op_proto"), std::string::npos) << status.text();
}

TEST(InferShapes, CountsThatDoNotMatchAreADefect) {
  Node n = node("InferTestCopy", {tensor(ge::DT_FLOAT, {2})});
  n.input_counts = {1, 1};
  EXPECT_EQ(infer_shapes(n).code(), Code::kInternal);
}

TEST(InferDataTypes, RegisteredFunctionsRule) {
  Node n = node("InferTestTypes", {tensor(ge::DT_FLOAT, {2}), tensor(ge::DT_INT8, {2})});
  ASSERT_TRUE(infer_data_types(n).ok());
  EXPECT_EQ(n.outputs[0].dtype, ge::DT_INT8);
  ASSERT_EQ(find_entries("InferTestTypes").size(), 1u);
  n = node("InferTestFirst", {tensor(ge::DT_FLOAT16, {2}), tensor(ge::DT_INT8, {2})}, 2);
  ASSERT_TRUE(infer_data_types(n).ok());
  EXPECT_EQ(n.outputs[1].dtype, ge::DT_FLOAT16);
}

TEST(InferDataTypes, OtherwiseThePrototypesSymbolsDo) {
  Node n = node("InferTestSymbols", {tensor(ge::DT_FLOAT16, {2}), tensor(ge::DT_BF16, {2}), tensor(ge::DT_INT8, {}),
                                     tensor(ge::DT_DOUBLE, {})}, 6);
  n.input_counts = {1, 1, 2};
  n.output_counts = {1, 1, 1, 1, 2};
  const Status status = infer_data_types(n);
  ASSERT_TRUE(status.ok()) << status.text();
  EXPECT_EQ(n.outputs[0].dtype, ge::DT_FLOAT16);
  EXPECT_EQ(n.outputs[1].dtype, ge::DT_FLOAT);
  EXPECT_EQ(n.outputs[2].dtype, ge::DT_BOOL);
  EXPECT_EQ(n.outputs[3].dtype, ge::DT_INT64);
  EXPECT_EQ(n.outputs[4].dtype, ge::DT_INT8);
  EXPECT_EQ(n.outputs[5].dtype, ge::DT_DOUBLE);

  n.outputs.emplace_back();
  n.output_counts.push_back(1);
  for (TensorInfo &output : n.outputs) output.dtype = ge::DT_UNDEFINED;
  const Status refused = infer_data_types(n);
  EXPECT_EQ(refused.code(), Code::kNotFound);
  EXPECT_NE(refused.text().find("unknown"), std::string::npos) << refused.text();
  n.outputs[6].dtype = ge::DT_INT16;
  EXPECT_TRUE(infer_data_types(n).ok()) << "a type that is given is kept";
}

TEST(InferRanges, BothBoundsAreWritten) {
  const Node n = node("InferTestRange", {tensor(ge::DT_FLOAT, {-1, 3})});
  std::vector<ShapeRange> outputs;
  const Status status = infer_shape_ranges(n, {{gert::Shape({1, 3}), gert::Shape({8, 3})}}, outputs);
  ASSERT_TRUE(status.ok()) << status.text();
  ASSERT_EQ(outputs.size(), 1u);
  EXPECT_EQ(outputs[0].min, gert::Shape({1, 3}));
  EXPECT_EQ(outputs[0].max, gert::Shape({16, 3}));
  EXPECT_EQ(infer_shape_ranges(node("InferTestCopy", {}), {}, outputs).code(), Code::kNotFound);
}

// Rows of the table in opdev-api section 2.5.
TEST(Promote, FollowsTheTable) {
  using enum ge::DataType;
  const auto both = [](ge::DataType a, ge::DataType b) {
    EXPECT_EQ(promote(a, b), promote(b, a));
    return promote(a, b);
  };
  EXPECT_EQ(both(DT_BOOL, DT_UINT8), DT_UINT8);
  EXPECT_EQ(both(DT_INT8, DT_UINT8), DT_INT16);
  EXPECT_EQ(both(DT_UINT8, DT_INT32), DT_INT32);
  EXPECT_EQ(both(DT_INT64, DT_FLOAT16), DT_FLOAT16);
  EXPECT_EQ(both(DT_FLOAT16, DT_BF16), DT_FLOAT);
  EXPECT_EQ(both(DT_BF16, DT_DOUBLE), DT_DOUBLE);
  EXPECT_EQ(both(DT_COMPLEX32, DT_FLOAT16), DT_COMPLEX32);
  EXPECT_EQ(both(DT_COMPLEX32, DT_BF16), DT_COMPLEX64);
  EXPECT_EQ(both(DT_COMPLEX64, DT_DOUBLE), DT_COMPLEX128);
  EXPECT_EQ(both(DT_COMPLEX64, DT_COMPLEX32), DT_COMPLEX64);
  EXPECT_EQ(both(DT_STRING, DT_FLOAT), DT_UNDEFINED);
  EXPECT_EQ(both(DT_INT4, DT_INT4), DT_INT4);
}

}  // namespace
}  // namespace opstrata::infer
