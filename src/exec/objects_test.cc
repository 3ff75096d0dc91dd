// Tensors, scalars, arrays, types, formats, shapes and views against the numbers of opdev-api sections 2.3 to 2.12.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/messages.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"

namespace {

std::string text(const ge::AscendString &s) { return s.GetString(); }

struct TensorDeleter {
  void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, TensorDeleter>;

OwnedTensor tensor(std::vector<int64_t> shape, std::vector<int64_t> strides, int64_t offset, std::vector<int64_t> storage,
                   aclFormat format = ACL_FORMAT_ND, void *data = nullptr, aclDataType type = ACL_FLOAT) {
  return OwnedTensor(aclCreateTensor(shape.data(), shape.size(), type, strides.empty() ? nullptr : strides.data(), offset, format,
                                     storage.data(), storage.size(), data));
}

// Braces make an empty vector, of a member that is left out too.
struct WithVector {
  int64_t number;
  op::FVector<int64_t> dims;
};
op::FVector<int64_t> no_dims() { return {}; }
TEST(SmallVector, BracesMakeAnEmptyOne) {
  const op::FVector<int64_t> none = {};
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(no_dims().empty());
  EXPECT_TRUE(WithVector{}.dims.empty());
}

TEST(ExecObjects, CreateTensorSetsEverythingFromItsArguments) {
  float data[8];
  const auto t = tensor({2, 3}, {}, 1, {8}, ACL_FORMAT_NCHW, data);
  ASSERT_NE(t, nullptr);
  EXPECT_EQ(t->GetViewShape(), op::Shape({2, 3}));
  EXPECT_EQ(t->GetViewStrides(), op::Strides({3, 1}));
  EXPECT_EQ(t->GetStorageShape(), op::Shape({8}));
  EXPECT_EQ(t->GetOriginalShape(), op::Shape({8}));
  EXPECT_EQ(t->GetStorageFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(t->GetOriginalFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(t->GetViewFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(t->GetPlacement(), gert::kOnDeviceHbm);
  EXPECT_EQ(t->GetStorageAddr(), data);
  EXPECT_EQ(t->GetData(), data + 1);
  EXPECT_EQ(t->Size(), 8);
  EXPECT_EQ(t->Numel(), 6);
  EXPECT_FALSE(t->IsFromWorkspace());
  EXPECT_FALSE(t->IsEmpty());
  const auto undefined = tensor({1}, {}, 0, {1}, ACL_FORMAT_UNDEFINED);
  EXPECT_EQ(static_cast<int>(undefined->GetViewFormat()), -1);
  EXPECT_EQ(undefined->GetStorageFormat(), ge::FORMAT_MAX);
  EXPECT_EQ(aclCreateTensor(nullptr, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr), nullptr);
  const OwnedTensor scalar(aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr));
  ASSERT_NE(scalar, nullptr);
  EXPECT_EQ(scalar->GetViewShape().GetDimNum(), 0U);
  EXPECT_FALSE(scalar->IsEmpty());
  EXPECT_EQ(text(t->ToString()).substr(0, 41), "aclTensor(view_shape = [2, 3], view_strid");
}

TEST(ExecObjects, GettersCopyAndRefuseNull) {
  const auto t = tensor({2, 3}, {4, 1}, 1, {8});
  int64_t *dims = nullptr;
  uint64_t count = 0;
  ASSERT_EQ(aclGetViewShape(t.get(), &dims, &count), OK);
  EXPECT_EQ(std::vector<int64_t>(dims, dims + count), (std::vector<int64_t>{2, 3}));
  delete[] dims;
  ASSERT_EQ(aclGetViewStrides(t.get(), &dims, &count), OK);
  EXPECT_EQ(std::vector<int64_t>(dims, dims + count), (std::vector<int64_t>{4, 1}));
  delete[] dims;
  ASSERT_EQ(aclGetStorageShape(t.get(), &dims, &count), OK);
  EXPECT_EQ(std::vector<int64_t>(dims, dims + count), (std::vector<int64_t>{8}));
  delete[] dims;
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(t.get(), &offset), OK);
  EXPECT_EQ(offset, 1);
  EXPECT_EQ(aclGetViewOffset(nullptr, &offset), 161001);
  EXPECT_NE(std::string(opstrata::recent_message()).find("aclGetViewOffset"), std::string::npos);
  aclFormat format;
  EXPECT_EQ(aclGetFormat(t.get(), &format), OK);
  EXPECT_EQ(format, ACL_FORMAT_ND);
  aclDataType type;
  EXPECT_EQ(aclGetDataType(t.get(), nullptr), 161001);
  EXPECT_EQ(aclGetDataType(t.get(), &type), OK);
  EXPECT_EQ(type, ACL_FLOAT);
  EXPECT_EQ(aclDestroyTensor(nullptr), OK);
}

TEST(ExecObjects, InitTensorKeepsWhatIsNotGiven) {
  float a[4], b[4];
  const auto t = tensor({2, 2}, {}, 0, {4}, ACL_FORMAT_ND, a);
  EXPECT_EQ(aclInitTensor(nullptr, nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr), 161001);
  ASSERT_EQ(aclInitTensor(t.get(), nullptr, 0, ACL_FLOAT16, nullptr, 1, ACL_FORMAT_NCHW, nullptr, 0, nullptr), OK);
  EXPECT_EQ(t->GetViewShape(), op::Shape({2, 2}));
  EXPECT_EQ(t->GetStorageAddr(), a);
  EXPECT_EQ(t->GetDataType(), ge::DT_FLOAT16);
  EXPECT_EQ(t->GetViewOffset(), 1);
  const int64_t dims[] = {4};
  ASSERT_EQ(aclInitTensor(t.get(), dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, b), OK);
  EXPECT_EQ(t->GetViewStrides(), op::Strides({1}));
  EXPECT_EQ(t->GetStorageAddr(), b);
  EXPECT_EQ(aclSetRawTensorAddr(t.get(), nullptr), OK);
  void *addr = a;
  EXPECT_EQ(aclGetRawTensorAddr(t.get(), &addr), OK);
  EXPECT_EQ(addr, nullptr);
}

TEST(ExecObjects, AddressFunctionsCheckInTheirOrder) {
  float a[1];
  auto t = tensor({1}, {}, 0, {1});
  EXPECT_EQ(aclSetInputTensorAddr(nullptr, 0, nullptr, a), 561103);
  EXPECT_EQ(aclSetInputTensorAddr(nullptr, 0, t.get(), a), 561103);
  EXPECT_EQ(t->GetStorageAddr(), a) << "the address is written before the executor is looked at";
  const aclTensor *elements[] = {t.release(), nullptr};
  aclTensorList *list = aclCreateTensorList(elements, 2);
  auto *executor = reinterpret_cast<aclOpExecutor *>(a);  // not consulted
  EXPECT_EQ(aclSetDynamicInputTensorAddr(executor, 0, 2, list, nullptr), 161002);
  EXPECT_EQ(aclSetDynamicInputTensorAddr(executor, 0, 1, list, nullptr), 561103);
  EXPECT_EQ(AclSetDynamicOutputTensorAddr(executor, 0, 0, list, nullptr), OK);
  EXPECT_EQ((*list)[0]->GetStorageAddr(), nullptr);
  EXPECT_EQ(aclDestroyTensorList(list), OK);
}

TEST(ExecObjects, ArraysCopyAndPrint) {
  int64_t values[] = {1, -2};
  aclIntArray *array = aclCreateIntArray(values, 2);
  values[0] = 9;
  EXPECT_EQ((*array)[0], 1);
  EXPECT_EQ(text(ToString(array)), "[1, -2]");
  uint64_t size = 0;
  EXPECT_EQ(aclGetIntArraySize(array, &size), OK);
  EXPECT_EQ(size, 2U);
  EXPECT_EQ(aclGetIntArraySize(nullptr, &size), 161001);
  EXPECT_EQ(aclDestroyIntArray(array), OK);
  aclBoolArray *empty = aclCreateBoolArray(nullptr, 0);
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(empty->Size(), 0U);
  EXPECT_EQ(empty->GetData(), nullptr);
  EXPECT_EQ(aclDestroyBoolArray(empty), OK);
  const float f[] = {0.5F};
  aclFloatArray *floats = aclCreateFloatArray(f, 1);
  EXPECT_EQ(text(floats->ToString()), "[0.500000]");
  EXPECT_EQ(aclDestroyFloatArray(floats), OK);
  EXPECT_EQ(text(ToString(static_cast<const aclTensor *>(nullptr))), "nullptr");
}

template <typename T>
std::unique_ptr<aclScalar> scalar(T value) {
  return std::make_unique<aclScalar>(&value, op::internal::DataTypeOf<T>());
}

TEST(ExecObjects, ScalarsConvertLikeStaticCast) {
  EXPECT_EQ(text(scalar(1.0F)->ToString()), "aclScalar(data_type = DT_FLOAT, value = 1.000000)");
  EXPECT_EQ(scalar(2.9)->ToInt32(), 2);
  EXPECT_EQ(scalar(int64_t{-1})->ToUint8(), 255);
  EXPECT_EQ(scalar(int64_t{300})->ToInt8(), 44);
  EXPECT_EQ(scalar(int64_t{16777217})->ToFloat(), 16777216.0F);
  EXPECT_EQ(scalar(uint64_t{0xFFFFFFFFFFFFFFFF})->ToDouble(), 18446744073709551616.0);
  // Floating to bool: |v| >= epsilon of float.
  EXPECT_FALSE(scalar(1e-8)->ToBool());
  EXPECT_TRUE(scalar(1.1920929e-7)->ToBool());
  EXPECT_TRUE(scalar(-0.5F)->ToBool());
  EXPECT_TRUE(scalar(int32_t{-3})->ToBool());
  EXPECT_EQ(scalar(std::complex<float>(3, 4))->ToFloat(), 0.0F);
  EXPECT_EQ(scalar(std::complex<float>(3, 4))->ToComplex128(), std::complex<double>(3, 4));
  EXPECT_EQ(scalar(1.5F)->ToComplex64(), std::complex<float>(1.5F, 0.0F));
  EXPECT_EQ(scalar(1.0F)->ToFp16().val, 0x3C00);
  EXPECT_EQ(scalar(1.0F)->ToBf16().value, 0x3F80);
  float value = 1.0F;
  EXPECT_EQ(aclCreateScalar(nullptr, ACL_FLOAT), nullptr);
  EXPECT_NE(std::string(opstrata::recent_message()).find("value is null"), std::string::npos)
      << "not a matter of the type";
  EXPECT_EQ(aclCreateScalar(&value, ACL_STRING), nullptr);
  EXPECT_NE(std::string(opstrata::recent_message()).find("DT_STRING"), std::string::npos);
  EXPECT_EQ(aclCreateScalar(&value, ACL_INT4), nullptr);
}

TEST(ExecObjects, ScalarOverflow) {
  EXPECT_FALSE(scalar(int64_t{-1})->CheckOverflows<uint8_t>()) << "only magnitudes count for unsigned targets";
  EXPECT_TRUE(scalar(int64_t{-256})->CheckOverflows<uint8_t>());
  EXPECT_FALSE(scalar(int64_t{127})->CheckOverflows<int8_t>());
  EXPECT_TRUE(scalar(int64_t{128})->CheckOverflows<int8_t>());
  EXPECT_FALSE(scalar(int64_t{-128})->CheckOverflows<int8_t>());
  EXPECT_TRUE(scalar(int64_t{-129})->CheckOverflows<int8_t>());
  EXPECT_FALSE(scalar(1e300)->CheckOverflows<bool>());
  EXPECT_TRUE(scalar(std::nan(""))->CheckOverflows<int32_t>());
  EXPECT_FALSE(scalar(std::nan(""))->CheckOverflows<float>());
  EXPECT_FALSE(scalar(std::numeric_limits<double>::infinity())->CheckOverflows<float>());
  EXPECT_TRUE(scalar(std::numeric_limits<double>::infinity())->CheckOverflows<int64_t>());
  EXPECT_TRUE(scalar(1e39)->CheckOverflows<float>());
  EXPECT_TRUE(scalar(std::complex<float>(1, 1))->CheckOverflows<float>());
  EXPECT_FALSE(scalar(std::complex<float>(1, 0))->CheckOverflows<float>());
  EXPECT_FALSE(scalar(std::complex<float>(1, 1))->CheckOverflows<std::complex<float>>());
}

// --- Small floats: values of the formats' definitions (IEEE 754, OCP MX, the HiFloat8 paper) --------------------------------

TEST(ExecSmallFloats, HalfMatchesItsDefinition) {
  EXPECT_EQ(op::fp16_t(1.0F).val, 0x3C00);
  EXPECT_EQ(op::fp16_t(65504.0F).val, 0x7BFF);
  EXPECT_EQ(op::fp16_t(65520.0F).val, 0x7C00) << "the tie goes to infinity";
  EXPECT_EQ(op::fp16_t(65519.0F).val, 0x7BFF);
  EXPECT_EQ(op::fp16_t(0x1p-24).val, 0x0001);
  EXPECT_EQ(op::fp16_t(0x1p-25).val, 0x0000) << "tie to even";
  EXPECT_EQ(op::fp16_t(0x1.8p-25).val, 0x0001);
  EXPECT_EQ(op::fp16_t(-2).val, 0xC000);
  EXPECT_EQ(op::fp16_t(static_cast<uint16_t>(0x3C00)).toFloat(), 1.0F) << "a uint16_t is bits";
  op::fp16_t number;
  number = static_cast<uint16_t>(3);
  EXPECT_EQ(number.toFloat(), 3.0F) << "assigned it is a number";
  // double 1 + 2^-11 + 2^-30 lies above the tie; through float it would be the tie.
  EXPECT_EQ(op::fp16_t(1.0 + 0x1p-11 + 0x1p-30).val, 0x3C01);
  EXPECT_TRUE(op::isnan(op::fp16_t(std::nanf(""))));
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const op::fp16_t value(static_cast<uint16_t>(bits));
    if (!op::isnan(value)) { ASSERT_EQ(op::fp16_t(value.toFloat()).val, bits); }
  }
}

TEST(ExecSmallFloats, BfloatMatchesItsDefinition) {
  EXPECT_EQ(op::bfloat16(1.0F).value, 0x3F80);
  EXPECT_EQ(op::bfloat16(std::nanf("")).value, 0x7FC0);
  EXPECT_EQ(op::bfloat16(0x1.01p0F).value, 0x3F80) << "tie to even";
  EXPECT_EQ(op::bfloat16(0x1.03p0F).value, 0x3F82);
  EXPECT_EQ(std::numeric_limits<op::bfloat16>::epsilon().value, 0x3C00);
  EXPECT_EQ(static_cast<float>(op::bfloat16::highest()), 0x1.FEp127F);
}

TEST(ExecSmallFloats, EightBitsAndLess) {
  EXPECT_EQ(static_cast<float>(op::Float8E5M2(0x7B, op::Float8E5M2::FromBits())), 57344.0F);
  EXPECT_EQ(op::Float8E5M2(1e6).value, 0x7C);
  EXPECT_EQ(static_cast<float>(op::Float8E4M3FN(0x7E, op::Float8E4M3FN::FromBits())), 448.0F);
  EXPECT_EQ(op::Float8E4M3FN(464.0F).value, 0x7E);
  EXPECT_EQ(op::Float8E4M3FN(465.0F).value & 0x7F, 0x7F);
  EXPECT_EQ(static_cast<float>(op::Float8E4M3FN(0x01, op::Float8E4M3FN::FromBits())), 0x1p-9F);
  EXPECT_EQ(static_cast<float>(op::Float8E8M0(127, op::Float8E8M0::FromBits())), 1.0F);
  EXPECT_EQ(op::Float8E8M0(8.0F).value, 130);
  EXPECT_EQ(static_cast<float>(op::Float6E3M2(0x1F, op::Float6E3M2::FromBits())), 28.0F);
  EXPECT_EQ(op::Float6E3M2(1000.0F).value, 0x1F) << "no infinity: the largest number";
  EXPECT_EQ(static_cast<float>(op::Float6E2M3(0x1F, op::Float6E2M3::FromBits())), 7.5F);
  const float e2m1[] = {0, 0.5F, 1, 1.5F, 2, 3, 4, 6};
  for (uint8_t code = 0; code < 8; ++code) {
    EXPECT_EQ(static_cast<float>(op::Float4E2M1(code, op::Float4E2M1::FromBits())), e2m1[code]);
    EXPECT_EQ(op::Float4E2M1(-e2m1[code]).value, code | 8);
  }
  EXPECT_EQ(op::Float4E2M1(2.5F).value, 4) << "tie to even";
  EXPECT_EQ(static_cast<float>(op::HiFloat8(0x08, op::HiFloat8::FromBits())), 1.0F) << "prefix 0001: exponent 0";
  EXPECT_EQ(static_cast<float>(op::HiFloat8(0x6E, op::HiFloat8::FromBits())), 32768.0F) << "largest number 2^15";
  EXPECT_TRUE(std::isinf(static_cast<float>(op::HiFloat8(0x6F, op::HiFloat8::FromBits()))));
  EXPECT_TRUE(std::isnan(static_cast<float>(op::HiFloat8(0x80, op::HiFloat8::FromBits()))));
  EXPECT_EQ(static_cast<float>(op::HiFloat8(0x01, op::HiFloat8::FromBits())), 0x1p-22F);
  // Ties go away from zero; half a step over 2^15, the last number, is infinity; half the smallest number is not zero.
  EXPECT_EQ(op::HiFloat8(1.0625F).value, 0x09);
  EXPECT_EQ(op::HiFloat8(-1.0625F).value, 0x89);
  EXPECT_EQ(op::HiFloat8(40959.0F).value, 0x6E);
  EXPECT_EQ(op::HiFloat8(40960.0F).value, 0x6F);
  EXPECT_EQ(op::HiFloat8(0x1p-23F).value, 0x01);
  EXPECT_EQ(op::HiFloat8(0x1.8p-24F).value, 0x00);
  EXPECT_EQ(op::HiFloat8(-0x1.8p-24F).value, 0x00) << "there is one zero";
  for (int code = 0; code < 256; ++code) {
    const op::HiFloat8 value(static_cast<uint8_t>(code), op::HiFloat8::FromBits());
    const double number = value;
    if (!std::isnan(number)) { EXPECT_EQ(op::HiFloat8(number).value, code) << code; }
  }
}

// --- Types, formats, shapes ----------------------------------------------------------------------------------------------------

TEST(ExecTypes, Promotion) {
  using namespace ge;  // NOLINT
  EXPECT_EQ(op::PromoteType(DT_INT8, DT_UINT8), DT_INT16);
  EXPECT_EQ(op::PromoteType(DT_FLOAT16, DT_BF16), DT_FLOAT);
  EXPECT_EQ(op::PromoteType(DT_INT64, DT_FLOAT16), DT_FLOAT16);
  EXPECT_EQ(op::PromoteType(DT_BOOL, DT_INT32), DT_INT32);
  EXPECT_EQ(op::PromoteType(DT_DOUBLE, DT_FLOAT), DT_DOUBLE);
  EXPECT_EQ(op::PromoteType(DT_COMPLEX32, DT_INT8), DT_COMPLEX32);
  EXPECT_EQ(op::PromoteType(DT_COMPLEX32, DT_BF16), DT_COMPLEX64);
  EXPECT_EQ(op::PromoteType(DT_COMPLEX64, DT_DOUBLE), DT_COMPLEX128);
  EXPECT_EQ(op::PromoteType(DT_UINT16, DT_COMPLEX64), DT_COMPLEX64);
  EXPECT_EQ(op::PromoteType(DT_UINT64, DT_COMPLEX64), DT_COMPLEX128);
  EXPECT_EQ(op::PromoteType(DT_COMPLEX64, DT_UINT16), DT_UNDEFINED) << "not symmetric there";
  EXPECT_EQ(op::PromoteType(DT_UINT16, DT_FLOAT), DT_UNDEFINED);
  EXPECT_EQ(op::PromoteType(DT_STRING, DT_FLOAT), DT_UNDEFINED);
  EXPECT_EQ(op::PromoteType(DT_HIFLOAT8, DT_INT8), DT_FLOAT) << "an empty entry of the table";
  EXPECT_EQ(op::PromoteType(DT_HIFLOAT8, DT_HIFLOAT8), DT_HIFLOAT8);
  EXPECT_EQ(op::PromoteType(static_cast<DataType>(99), static_cast<DataType>(99)), DT_UNDEFINED);
}

TEST(ExecTypes, CastsAndSizes) {
  using namespace ge;  // NOLINT
  EXPECT_FALSE(op::CanCast(DT_COMPLEX64, DT_FLOAT));
  EXPECT_FALSE(op::CanCast(DT_FLOAT, DT_INT32));
  EXPECT_FALSE(op::CanCast(DT_INT32, DT_BOOL));
  EXPECT_TRUE(op::CanCast(DT_BOOL, DT_BOOL));
  EXPECT_TRUE(op::CanCast(DT_INT32, DT_FLOAT16));
  EXPECT_EQ(op::TypeSize(DT_INT4), 1004U);
  EXPECT_EQ(op::TypeSize(DT_UINT1), 1001U);
  EXPECT_EQ(op::TypeSize(DT_STRING), 16U);
  EXPECT_EQ(op::TypeSize(DT_DUAL), 5U);
  EXPECT_EQ(op::CalcShapeBytes(3, DT_INT4), 2) << "up";
  EXPECT_EQ(op::CalcShapeBytes(3, DT_INT4, true), 1) << "down, whatever the name says";
  EXPECT_EQ(text(op::ToString(DT_FLOAT)), "DT_FLOAT");
  EXPECT_EQ(text(op::ToString({DT_FLOAT, DT_INT8})), "[DT_FLOAT,DT_INT8,]");
  EXPECT_EQ(text(op::ToString(std::initializer_list<DataType>{})), "[]");
  EXPECT_EQ(text(ToString(ACL_BF16)), "bfloat16");
  EXPECT_EQ(op::ToDataType("DT_INT64"), DT_INT64);
  EXPECT_EQ(op::ToDataType("no"), DT_UNDEFINED);
  EXPECT_EQ(op::ToOpFormat(ACL_FORMAT_UNDEFINED), FORMAT_MAX);
  EXPECT_EQ(op::ToAclFormat(FORMAT_CHWN), ACL_FORMAT_UNDEFINED);
  EXPECT_EQ(op::ToFormat("NCDHW"), FORMAT_NCDHW);
  EXPECT_EQ(op::ToFormat("no"), FORMAT_RESERVED);
  EXPECT_EQ(text(op::ToString(static_cast<Format>(FORMAT_FRACTAL_Z | (32 << 8)))), "FRACTAL_Z:32");
  EXPECT_TRUE(op::IsPrivateFormat(FORMAT_FRACTAL_NZ));
  EXPECT_FALSE(op::IsPrivateFormat(FORMAT_ND));
  EXPECT_EQ(op::GetC0Format(5 << 24), 16);
}

TEST(ExecTypes, Broadcasting) {
  op::Shape out;
  ASSERT_TRUE(op::BroadcastInferShape({2, 1, 3}, {4, 1}, out));
  EXPECT_EQ(out, op::Shape({2, 4, 3}));
  ASSERT_TRUE(op::BroadcastInferShape({1}, {0}, out));
  EXPECT_EQ(out, op::Shape({0}));
  EXPECT_FALSE(op::BroadcastInferShape({0}, {2}, out));
  EXPECT_NE(std::string(opstrata::recent_message()).find("EZ1007"), std::string::npos);
  EXPECT_TRUE(op::CheckBroadcastShape({}, {5, 5}));
  EXPECT_EQ(text(op::ToString(op::Shape({1, 2}))), "[1, 2]");
  EXPECT_EQ(text(op::ToString(op::Shape())), "[]");
  op::Strides strides;
  op::ToContiguousStrides(op::Shape(), strides);
  EXPECT_TRUE(strides.empty());
  op::ToContiguousStrides({7}, strides);
  EXPECT_EQ(strides, op::Strides({1}));
}

TEST(ExecTypes, Views) {
  EXPECT_TRUE(op::IsContiguous(nullptr));
  EXPECT_TRUE(op::IsContiguous(tensor({2, 1, 3}, {3, 99, 1}, 5, {20}).get())) << "extents of 1 do not count";
  EXPECT_FALSE(op::IsContiguous(tensor({2, 3}, {1, 2}, 0, {6}).get()));
  EXPECT_TRUE(op::CanPickViewAsContiguous(tensor({2, 3}, {1, 2}, 0, {6}).get()));
  EXPECT_FALSE(op::CanPickViewAsContiguous(tensor({2, 3}, {0, 1}, 0, {6}).get()));
  EXPECT_TRUE(op::CanPickViewAsContiguous({}));
  EXPECT_TRUE(op::Validate(tensor({2, 3}, {3, 1}, 0, {6}).get()));
  EXPECT_FALSE(op::Validate(tensor({2, 3}, {3, 1}, 1, {6}).get()));
  EXPECT_NE(std::string(opstrata::recent_message()).find("leaves its storage of 6 elements"), std::string::npos);
}

// --- Executor objects, arguments, type numbers -----------------------------------------------------------------------------

TEST(ExecObjects, ExecutorsOwnWhatTheyAllocate) {
  UniqueExecutor unique("test");
  const int64_t values[] = {1, 0, -3};
  const aclTensor *t = unique->ConvertToTensor(values, 3, op::DataType::DT_FLOAT);
  ASSERT_NE(t, nullptr);
  EXPECT_EQ(t->GetPlacement(), gert::kOnHost);
  EXPECT_EQ(t->GetViewShape(), op::Shape({3}));
  EXPECT_EQ(static_cast<const float *>(t->GetData())[2], -3.0F);
  EXPECT_EQ(unique->ConvertToTensor(values, 3, op::DataType::DT_STRING), nullptr);
  EXPECT_EQ(unique->ConvertToTensor(unique->AllocScalar(2.5), ge::DT_FLOAT16)->GetViewShape().GetDimNum(), 0U);
  aclTensor *host = unique->AllocHostTensor(op::Shape({2}), ge::DT_BOOL);
  host->SetData(1, 1e-9F, ge::DT_BOOL);
  EXPECT_FALSE(static_cast<const bool *>(host->GetData())[1]);
  host->SetData(1, 2.0F, ge::DT_BOOL);
  EXPECT_TRUE(static_cast<const bool *>(host->GetData())[1]);
  aclTensor *device = unique->AllocTensor(op::Shape({2, 3}), ge::DT_INT8);
  EXPECT_TRUE(device->IsFromWorkspace());
  EXPECT_TRUE(device->HasShape());
  device->SetData(0, 1, ge::DT_INT8);  // nothing happens
  EXPECT_FALSE(unique->AllocTensor(ge::DT_INT8, ge::FORMAT_ND, ge::FORMAT_ND)->HasShape());
  aclTensor *view = unique->CreateView(device, {3}, 2);
  EXPECT_EQ(view->GetStorage(), device->GetStorage());
  EXPECT_EQ(view->GetViewOffset(), 2);
  EXPECT_EQ(unique->CreateView(device, {3}, {6}, {2}, -1), nullptr);
  EXPECT_EQ(unique->CreateView(device, {3}, {6}, {2}, 7), nullptr);
  const aclTensor *strided = unique->CreateView(device, {3}, {6}, {2}, 1);
  EXPECT_EQ(strided->GetStorageShape(), op::Shape({5}));
  EXPECT_EQ(strided->GetViewStrides(), op::Strides({2}));
  EXPECT_EQ(unique->GetMagicNumber(), 0x1F2E3D4C5B6AU);
}

TEST(ExecArgs, ContextGathersKindsInOneBlock) {
  const auto t = tensor({1}, {}, 0, {1});
  aclTensor *x = t.get();
  std::string name = "abc";
  op::OpArgContext *context =
      op::GetOpArgContext(OP_INPUT(x), OP_ATTR(int64_t{-1}, 2.5F, true), 3, OP_INPUT(nullptr), OP_ATTR(name, ge::DT_INT8), OP_EMPTY_ARG);
  ASSERT_NE(context, nullptr);
  const op::OpArgList &inputs = *context->GetOpArg(op::OP_INPUT_ARG);
  ASSERT_EQ(inputs.count, 2U) << "inputs need not stand side by side";
  EXPECT_EQ(inputs[0]->pointer, x);
  EXPECT_EQ(inputs[1]->pointer, nullptr);
  const op::OpArgList &attrs = *context->GetOpArg(op::OP_ATTR_ARG);
  ASSERT_EQ(attrs.count, 5U);
  EXPECT_EQ(attrs[0]->ivalue, -1);
  EXPECT_EQ(attrs[1]->fvalue, 2.5F);
  EXPECT_EQ(attrs[2].type, op::OpArgType::OPARG_BOOL);
  name = "changed";
  EXPECT_STREQ(static_cast<const char *>(attrs[3]->pointer), "abc");
  EXPECT_EQ(attrs[4].type, op::OpArgType::OPARG_DATATYPE);
  EXPECT_EQ(attrs.args, inputs.args + 2) << "one contiguous array";
  EXPECT_EQ(context->GetOpArg(static_cast<op::OpArgDef>(7)), nullptr);
  EXPECT_FALSE(context->ContainsOpArgType(op::OP_WORKSPACE_ARG));
  aclTensorList list(nullptr, 0);
  context->AppendOpWorkspaceArg(&list);
  context->AppendOpWorkspaceArg(nullptr);
  EXPECT_EQ((*context->GetOpArg(op::OP_WORKSPACE_ARG))[0]->pointer, &list);
  op::DestroyOpArgContext(context);
  op::DestroyOpArgContext(nullptr);
}

TEST(ExecArgs, CallersContextIsFilled) {
  const auto t = tensor({1}, {}, 0, {1});
  op::OpArgContext context;
  op::OpArg room[4];
  op::OpArg *next = room;
  EXPECT_EQ(op::OpArgContextInit(context, next, OP_INPUT(t.get()), OP_OUTPUT(t.get()), OP_WORKSPACE(t.get())), 0);
  EXPECT_EQ(next, room + 3);
  EXPECT_EQ(context.GetOpArg(op::OP_WORKSPACE_ARG)->count, 1U);
  static_assert(op::OP_MEMSET_ARG == 7 && op::OP_ARG_DEF_BUTT == 9 && op::OP_ARG_TYPE_NUM == 7);
  int sum = 0;
  const auto object = OP_ATTR(1, 2, 3);
  EXPECT_EQ(object.VisitBy([&sum](size_t, int v) { return (sum += v) >= 3 ? 5 : 0; }), 5);
  EXPECT_EQ(sum, 3);
  static_assert(std::is_same_v<decltype(op::ExtractOpArgType<op::OP_ATTR_ARG>(OP_INPUT(1), OP_ATTR(2))), const op::OpAttr<int> &>);
}

TEST(ExecOpTypes, NumbersAreByName) {
  const uint32_t id = op::GenOpTypeId("  ExecOpTypesProbe ");
  EXPECT_NE(id, 0U);
  EXPECT_EQ(op::GenOpTypeId("ExecOpTypesProbe"), id);
  EXPECT_EQ(op::OpTypeDict::ToOpType("ExecOpTypesProbe"), id);
  EXPECT_EQ(text(op::OpTypeDict::ToString(id)), "ExecOpTypesProbe");
  EXPECT_EQ(text(op::OpTypeDict::ToString(0)), "BEGIN__");
  EXPECT_EQ(text(op::OpTypeDict::ToString(0xFFFFFF)), "BEGIN__");
  EXPECT_EQ(op::GenOpTypeId(nullptr), 0U);
  EXPECT_EQ(op::GenOpTypeId("   "), 0U);
  EXPECT_NE(op::OpTypeDict::ToOpType("MemSetV2"), 0U);
  EXPECT_EQ(op::OpTypeDict::ToOpType("never registered"), 0U);
}

TEST(ExecDfx, NamesOfArguments) {
  EXPECT_EQ(op::OpDfxGuard::StringToVec("a, f(b, c), {d, e}"), (std::vector<std::string>{"a", "f(b, c)", "{d, e}"}));
  EXPECT_EQ(op::OpDfxGuard::StringToVecWithBrackets("DFX_IN(x, y[1, 2])"), (std::vector<std::string>{"x", "y[1, 2]"}));
  EXPECT_EQ(op::DescribeDfxArgument(3), "3");
  EXPECT_EQ(op::DescribeDfxArgument(ge::DT_FLOAT), "DT_FLOAT");
  const float *none = nullptr;
  EXPECT_EQ(op::DescribeDfxArgument(none), "nullptr");
  EXPECT_EQ(op::DescribeDfxArgument(static_cast<const aclTensor *>(nullptr)), "nullptr");
}

}  // namespace
