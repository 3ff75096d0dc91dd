// The value classes of graph/: AscendString, TypeUtils, Shape, TensorDesc, Tensor, AttrValue, InferenceContext
// (es-api section 2.5 to 2.7, opdev-api section 4.4).
#include <gtest/gtest.h>

#include <cstring>
#include <unordered_set>

#include "graph/attr_value.h"
#include "graph/ge_error_codes.h"
#include "graph/inference_context.h"
#include "graph/tensor.h"
#include "graph/utils/type_utils.h"
#include "utils/extern_math_util.h"

namespace ge {
namespace {

TEST(AscendString, KeepsBytesAndIsNeverNull) {
  EXPECT_STREQ(AscendString().GetString(), "");
  EXPECT_STREQ(AscendString(nullptr).GetString(), "");
  EXPECT_EQ(AscendString(nullptr, 3).GetLength(), 0U);
  const AscendString zeros("a\0b", 3);
  EXPECT_EQ(zeros.GetLength(), 3U);
  EXPECT_EQ(zeros.GetString()[2], 'b');
  AscendString moved = zeros;
  const AscendString target = std::move(moved);
  EXPECT_EQ(target, zeros);
  EXPECT_STREQ(moved.GetString(), "");  // NOLINT: a moved-from string is an empty one
}

TEST(AscendString, ComparesFindsAndHashes) {
  const AscendString a("abc");
  const AscendString b("abd");
  EXPECT_TRUE(a < b && b > a && a <= b && b >= a && a != b && a == AscendString("abc"));
  EXPECT_TRUE(a == "abc" && a != "ab" && AscendString() == "" && AscendString() == static_cast<const char *>(nullptr));
  EXPECT_TRUE(AscendString() < a && !(a < AscendString()));
  EXPECT_EQ(a.Find("c"), 2U);
  EXPECT_EQ(a.Find("x"), std::string::npos);
  EXPECT_EQ(a.Hash(), AscendString("abc").Hash());
  const std::unordered_set<AscendString> set = {"abc", a, b};
  EXPECT_EQ(set.size(), 2U);
}

TEST(StatusNumbers, AreThoseOfTheInterface) {
  EXPECT_EQ(GRAPH_SUCCESS, 0U);
  EXPECT_EQ(GRAPH_FAILED, 0xFFFFFFFFU);
  EXPECT_EQ(GRAPH_NOT_CHANGED, 1343242304U);
  EXPECT_EQ(GRAPH_PARAM_INVALID, 50331649U);
  EXPECT_EQ(GRAPH_NODE_WITHOUT_CONST_INPUT, 50331648U);
  EXPECT_EQ(GRAPH_NODE_NEED_REPASS, 50331647U);
  EXPECT_EQ(GRAPH_INVALID_IR_DEF, 50331646U);
  EXPECT_EQ(GRAPH_PARAM_OUT_OF_RANGE, 50331644U);
  EXPECT_EQ(GRAPH_MEM_OPERATE_FAILED, 50331539U);
  EXPECT_EQ(GRAPH_NULL_PTR, 50331538U);
  EXPECT_EQ(GRAPH_MEMCPY_FAILED, 50331537U);
  EXPECT_EQ(GRAPH_MEMSET_FAILED, 50331536U);
  EXPECT_EQ(GRAPH_MATH_CAL_FAILED, 50331429U);
  EXPECT_EQ(GRAPH_ADD_OVERFLOW, 50331428U);
  EXPECT_EQ(GRAPH_MUL_OVERFLOW, 50331427U);
  EXPECT_EQ(GRAPH_RoundUp_Overflow, 50331426U);
  static_assert(std::is_same_v<graphStatus, uint32_t>);
}

TEST(TypeUtils, SerialNames) {
  EXPECT_EQ(TypeUtils::DataTypeToSerialString(DT_FLOAT), "DT_FLOAT");
  EXPECT_EQ(TypeUtils::DataTypeToSerialString(DT_BF16), "DT_BFLOAT16");
  EXPECT_EQ(TypeUtils::DataTypeToSerialString(DT_UNDEFINED), "DT_UNDEFINED");
  EXPECT_EQ(TypeUtils::DataTypeToSerialString(static_cast<DataType>(-1)), "UNDEFINED");
  EXPECT_EQ(TypeUtils::SerialStringToDataType("DT_BFLOAT16"), DT_BF16);
  EXPECT_EQ(TypeUtils::SerialStringToDataType("DT_BF16"), DT_BF16);
  EXPECT_EQ(TypeUtils::SerialStringToDataType("nothing"), DT_UNDEFINED);
  EXPECT_EQ(TypeUtils::FormatToSerialString(FORMAT_FRACTAL_NZ), "FRACTAL_NZ");
  EXPECT_EQ(TypeUtils::FormatToSerialString(static_cast<Format>(99)), "RESERVED");
  EXPECT_EQ(TypeUtils::SerialStringToFormat("NC1HWC0"), FORMAT_NC1HWC0);
  EXPECT_EQ(TypeUtils::DataFormatToFormat(std::string("NHWC")), FORMAT_NHWC);
  EXPECT_EQ(TypeUtils::DataFormatToFormat(AscendString("nothing")), FORMAT_RESERVED);
  EXPECT_EQ(TypeUtils::AscendStringToDataType("DT_INT8"), DT_INT8);
  EXPECT_TRUE(TypeUtils::FormatToAscendString(FORMAT_ND) == "ND");
  uint32_t length = 0;
  EXPECT_TRUE(TypeUtils::GetDataTypeLength(DT_INT64, length));
  EXPECT_EQ(length, 8U);
  EXPECT_FALSE(TypeUtils::GetDataTypeLength(DT_STRING, length));
}

TEST(Shape, Sizes) {
  EXPECT_EQ(Shape({2, 3, 4}).GetShapeSize(), 24);
  EXPECT_EQ(Shape({2, 0, 4}).GetShapeSize(), 0);
  EXPECT_EQ(Shape({2, -1}).GetShapeSize(), -1);
  EXPECT_EQ(Shape({0, -1}).GetShapeSize(), -1);
  EXPECT_EQ(Shape().GetShapeSize(), 0);
  EXPECT_EQ(Shape({INT64_MAX, 2}).GetShapeSize(), -1);
  Shape shape({5, 6});
  EXPECT_EQ(shape.GetDimNum(), 2U);
  EXPECT_EQ(shape.GetDim(1), 6);
  EXPECT_EQ(shape.GetDim(2), 0);
  EXPECT_EQ(shape.SetDim(0, 9), GRAPH_SUCCESS);
  EXPECT_EQ(shape.SetDim(2, 9), GRAPH_FAILED);
  EXPECT_EQ(shape.GetDims(), (std::vector<int64_t>{9, 6}));
  EXPECT_EQ(Shape(UNKNOWN_RANK).GetDimNum(), 0U);
  EXPECT_EQ(UNKNOWN_SHAPE, (std::vector<int64_t>{UNKNOWN_DIM}));
  EXPECT_EQ(UNKNOWN_RANK, (std::vector<int64_t>{UNKNOWN_DIM_NUM}));
  EXPECT_EQ(DUMMY_SHAPE, (std::vector<int64_t>{-3}));
}

TEST(TensorDesc, IsAValue) {
  TensorDesc desc(Shape({2, 3}), FORMAT_NCHW, DT_INT32);
  EXPECT_EQ(TensorDesc().GetFormat(), FORMAT_ND);
  EXPECT_EQ(TensorDesc().GetDataType(), DT_FLOAT);
  EXPECT_EQ(desc.GetOriginShape().GetDims(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(desc.GetOriginFormat(), FORMAT_NCHW);
  TensorDesc copy = desc;
  copy.SetShape(Shape({7}));
  copy.SetOriginShape(Shape({8}));
  copy.SetOriginFormat(FORMAT_NHWC);
  copy.SetDataType(DT_INT8);
  copy.SetName("copy");
  copy.SetSize(12);
  copy.SetRealDimCnt(3);
  copy.SetPlacement(kPlacementDevice);
  copy.SetExpandDimsRule("0011");
  EXPECT_EQ(desc.GetShape().GetDims(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(desc.GetDataType(), DT_INT32);
  EXPECT_EQ(desc.GetName(), "");
  const TensorDesc moved = std::move(copy);
  EXPECT_EQ(moved.GetOriginShape().GetDim(0), 8);
  EXPECT_EQ(moved.GetOriginFormat(), FORMAT_NHWC);
  EXPECT_EQ(moved.GetName(), "copy");
  EXPECT_EQ(moved.GetSize(), 12);
  EXPECT_EQ(moved.GetRealDimCnt(), 3);
  EXPECT_EQ(moved.GetPlacement(), kPlacementDevice);
  AscendString rule;
  EXPECT_EQ(moved.GetExpandDimsRule(rule), GRAPH_SUCCESS);
  EXPECT_TRUE(rule == "0011");
  copy.SetShape(Shape({1}));  // NOLINT: a moved-from description may be used again
  EXPECT_EQ(copy.GetShape().GetDim(0), 1);
  EXPECT_EQ(desc.SetUnknownDimNumShape(), GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetShape().GetDims(), UNKNOWN_RANK);
}

TEST(TensorDesc, ConstDataIsShared) {
  TensorDesc desc;
  uint8_t *bytes = nullptr;
  size_t size = 0;
  EXPECT_FALSE(desc.GetConstData(&bytes, size));
  auto data = std::make_unique<uint8_t[]>(3);
  data[1] = 42;
  desc.SetConstData(std::move(data), 3);
  const TensorDesc copy = desc;
  ASSERT_TRUE(copy.GetConstData(&bytes, size));
  EXPECT_EQ(size, 3U);
  EXPECT_EQ(bytes[1], 42);
}

TEST(Tensor, BytesAreSharedUntilReplaced) {
  const float values[] = {1, 2};
  Tensor tensor(TensorDesc(Shape({2})), reinterpret_cast<const uint8_t *>(values), sizeof(values));
  EXPECT_EQ(tensor.IsValid(), GRAPH_SUCCESS);
  Tensor copy = tensor;
  const Tensor clone = tensor.Clone();
  EXPECT_EQ(copy.GetData(), tensor.GetData());
  EXPECT_NE(clone.GetData(), static_cast<const Tensor &>(tensor).GetData());
  EXPECT_EQ(std::memcmp(clone.GetData(), values, sizeof(values)), 0);
  EXPECT_EQ(copy.SetData(std::vector<uint8_t>(3)), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetSize(), 8U);
  EXPECT_EQ(copy.IsValid(), GRAPH_FAILED);
  EXPECT_EQ(copy.SetTensorDesc(TensorDesc(Shape({3}), FORMAT_ND, DT_INT8)), GRAPH_SUCCESS);
  EXPECT_EQ(copy.IsValid(), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetTensorDesc().GetDataType(), DT_FLOAT);
  EXPECT_EQ(Tensor().IsValid(), GRAPH_SUCCESS);
  EXPECT_EQ(Tensor(TensorDesc(Shape({-1}))).IsValid(), GRAPH_SUCCESS);
  EXPECT_EQ(Tensor(TensorDesc(Shape({3}), FORMAT_ND, DT_INT4), std::vector<uint8_t>(2)).IsValid(), GRAPH_SUCCESS);
  EXPECT_EQ(Tensor(TensorDesc(Shape(), FORMAT_ND, DT_INT32), std::vector<uint8_t>(4)).IsValid(), GRAPH_SUCCESS);
}

TEST(Tensor, TakesAndGivesBytes) {
  int freed = 0;
  uint8_t storage[4] = {1, 2, 3, 4};
  const Tensor::DeleteFunc deleter = [&freed](uint8_t *) { ++freed; };
  {
    Tensor tensor;
    EXPECT_EQ(tensor.SetData(storage, sizeof(storage), deleter), GRAPH_SUCCESS);
    EXPECT_EQ(tensor.GetData(), storage);
    auto out = tensor.ResetData();
    EXPECT_EQ(out.get(), storage);
    EXPECT_EQ(tensor.GetSize(), 0U);
    EXPECT_EQ(tensor.GetData(), nullptr);
    EXPECT_EQ(freed, 0);
  }
  EXPECT_EQ(freed, 1);
  {
    Tensor tensor;
    EXPECT_EQ(tensor.ResetData(storage, sizeof(storage), deleter), GRAPH_SUCCESS);
    const Tensor other = tensor;  // the caller gets a copy, the other tensor keeps its bytes
    const auto out = tensor.ResetData();
    EXPECT_NE(out.get(), storage);
    EXPECT_EQ(out[3], 4);
    EXPECT_EQ(other.GetData(), storage);
    EXPECT_EQ(freed, 1);
  }
  EXPECT_EQ(freed, 2);
  Tensor tensor;
  EXPECT_EQ(tensor.SetData(static_cast<const uint8_t *>(nullptr), 3), GRAPH_PARAM_INVALID);
  EXPECT_EQ(Tensor().ResetData().get(), nullptr);
}

TEST(Tensor, Strings) {
  Tensor tensor(TensorDesc(Shape({2}), FORMAT_ND, DT_STRING));
  EXPECT_EQ(tensor.SetData(std::vector<std::string>{"ab", std::string("c\0d", 3)}), GRAPH_SUCCESS);
  const uint8_t *data = tensor.GetData();
  StringHead heads[2];
  std::memcpy(heads, data, sizeof(heads));
  EXPECT_EQ(heads[0].len, 2);
  EXPECT_EQ(heads[1].len, 3);
  EXPECT_STREQ(reinterpret_cast<const char *>(data + heads[0].addr), "ab");
  EXPECT_EQ(std::memcmp(data + heads[1].addr, "c\0d\0", 4), 0);
  EXPECT_EQ(tensor.GetSize(), sizeof(heads) + 3 + 4);
  EXPECT_EQ(tensor.IsValid(), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.SetData("one"), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetSize(), sizeof(StringHead) + 4);
  EXPECT_EQ(tensor.SetData(std::string("one")), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.SetData(static_cast<const char *>(nullptr)), GRAPH_PARAM_INVALID);
}

TEST(Tensor, PartsOfTheDescription) {
  Tensor tensor;
  EXPECT_EQ(tensor.SetShapeDimNum(2), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.SetShapeDim(1, 5), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.SetShapeDim(2, 5), GRAPH_FAILED);
  EXPECT_EQ(tensor.GetShapeDimNum(), 2U);
  EXPECT_EQ(tensor.GetShapeDim(1), 5);
  EXPECT_EQ(tensor.SetOriginShapeDimNum(1), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.SetOriginShapeDim(0, 10), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetOriginShapeDimNum(), 1U);
  EXPECT_EQ(tensor.GetOriginShapeDim(0), 10);
  EXPECT_EQ(tensor.SetFormat(FORMAT_NCHW), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetFormat(), FORMAT_NCHW);
  EXPECT_EQ(tensor.SetOriginFormat(FORMAT_NHWC), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetOriginFormat(), FORMAT_NHWC);
  EXPECT_EQ(tensor.SetDataType(DT_INT8), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetDataType(), DT_INT8);
  EXPECT_EQ(tensor.SetPlacement(kPlacementDevice), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetPlacement(), kPlacementDevice);
  EXPECT_EQ(tensor.SetExpandDimsRule("01"), GRAPH_SUCCESS);
  AscendString rule;
  EXPECT_EQ(tensor.GetExpandDimsRule(rule), GRAPH_SUCCESS);
  EXPECT_TRUE(rule == "01");
}

template <typename T>
void expect_kept(const T &value) {
  const AttrValue attr;
  EXPECT_TRUE(attr.IsEmpty());
  T read{};
  EXPECT_EQ(attr.GetAttrValue(read), GRAPH_FAILED);
  EXPECT_EQ(attr.SetAttrValue(value), GRAPH_SUCCESS);
  EXPECT_FALSE(attr.IsEmpty());
  const AttrValue copy = attr;  // copies show the same value
  EXPECT_EQ(copy.GetAttrValue(read), GRAPH_SUCCESS);
  EXPECT_EQ(read, value);
}

TEST(AttrValue, EveryType) {
  expect_kept<int64_t>(-5);
  expect_kept<float>(0.1F);
  expect_kept<AscendString>("text");
  expect_kept<bool>(true);
  expect_kept<DataType>(DT_BF16);
  expect_kept<std::vector<int64_t>>({1, 2});
  expect_kept<std::vector<float>>({0.5F});
  expect_kept<std::vector<AscendString>>({"a", "b"});
  expect_kept<std::vector<bool>>({true, false});
  expect_kept<std::vector<DataType>>({DT_INT8});
  expect_kept<std::vector<std::vector<int64_t>>>({{1}, {}});
  AttrValue attr;
  EXPECT_EQ(attr.SetAttrValue(Tensor(TensorDesc(), std::vector<uint8_t>(4))), GRAPH_SUCCESS);
  Tensor tensor;
  EXPECT_EQ(attr.GetAttrValue(tensor), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetSize(), 4U);
  EXPECT_EQ(attr.SetAttrValue(std::vector<Tensor>{tensor, tensor}), GRAPH_SUCCESS);
  std::vector<Tensor> tensors;
  EXPECT_EQ(attr.GetAttrValue(tensors), GRAPH_SUCCESS);
  EXPECT_EQ(tensors.size(), 2U);
  int64_t other = 7;
  EXPECT_EQ(attr.GetAttrValue(other), GRAPH_FAILED);
  EXPECT_EQ(other, 7);
  EXPECT_EQ(attr.SetAttrValue("literal"), GRAPH_SUCCESS);
  AscendString text;
  EXPECT_EQ(attr.GetAttrValue(text), GRAPH_SUCCESS);
  EXPECT_TRUE(text == "literal");
}

TEST(AttrValue, LegacyAccess) {
  AttrValue attr;
  EXPECT_EQ(attr.SetAttrValue(AttrValue::CreateFrom<AttrValue::INT>(3)), GRAPH_SUCCESS);
  uint32_t narrow = 0;
  EXPECT_EQ(attr.GetValue<AttrValue::INT>(narrow), GRAPH_SUCCESS);
  EXPECT_EQ(narrow, 3U);
  EXPECT_EQ(attr.GetValue<AttrValue::FLOAT>(narrow), GRAPH_FAILED);
  EXPECT_EQ(attr.SetAttrValue(AscendString("s")), GRAPH_SUCCESS);
  std::string text;
  EXPECT_EQ(attr.GetValue<AttrValue::STR>(text), GRAPH_SUCCESS);
  EXPECT_EQ(text, "s");
  AttrValue moved = std::move(attr);
  AscendString ascend;
  EXPECT_EQ(moved.GetValue(ascend), GRAPH_SUCCESS);
}

TEST(InferenceContext, KeepsHandlesMarksAndResources) {
  struct Resource : ResourceContext {
    int value = 5;
  };
  const auto context = InferenceContext::Create();
  context->SetMarks(std::vector<std::string>{"a", "b"});
  EXPECT_EQ(context->GetMarks(), (std::vector<std::string>{"a", "b"}));
  std::vector<std::vector<ShapeAndType>> handles = {{ShapeAndType(Shape({2}), DT_INT8)}};
  context->SetOutputHandleShapesAndTypes(handles);
  EXPECT_EQ(context->GetOutputHandleShapesAndTypes()[0][0].GetShape().GetDim(0), 2);
  handles[0][0].SetType(DT_BOOL);
  handles[0][0].SetShape(Shape({9}));
  context->SetInputHandleShapesAndTypes(std::move(handles));
  EXPECT_EQ(context->GetInputHandleShapesAndTypes()[0][0].GetDataType(), DT_BOOL);
  EXPECT_EQ(context->SetResourceContext("r", new Resource()), GRAPH_SUCCESS);
  EXPECT_EQ(context->SetResourceContext("r", nullptr), GRAPH_FAILED);
  EXPECT_EQ(static_cast<Resource *>(context->GetResourceContext("r"))->value, 5);
  EXPECT_EQ(context->GetResourceContext("none"), nullptr);
}

TEST(MathUtil, IntegerCheckerComparesValues) {
  EXPECT_TRUE(IntegerChecker<int32_t>::Compat(int64_t{-5}));
  EXPECT_FALSE(IntegerChecker<int32_t>::Compat(int64_t{1} << 40));
  EXPECT_FALSE(IntegerChecker<uint32_t>::Compat(-1));
  EXPECT_FALSE(IntegerChecker<int64_t>::Compat(UINT64_MAX));
  EXPECT_FALSE(IntegerChecker<uint64_t>::Compat(int64_t{-1}));
  EXPECT_TRUE(IntegerChecker<uint8_t>::Compat(255));
}

}  // namespace
}  // namespace ge
