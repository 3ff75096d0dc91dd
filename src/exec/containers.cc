// Arrays, lists and scalars (opdev-api sections 2.10 and 2.11).
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "base/log.h"
#include "exec/values.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"

using opstrata::exec::Number;

// --- aclArray -----------------------------------------------------------------------------------------------------------

template <typename T>
aclArray<T>::aclArray(const T *value, uint64_t size) {
  if (value == nullptr || size == 0) return;
  if (size > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
  data_ = static_cast<T *>(op::Allocated(size * sizeof(T)));
  if (data_ == nullptr) throw std::bad_alloc();
  std::memcpy(static_cast<void *>(data_), value, size * sizeof(T));
  size_ = size;
}
template <typename T>
aclArray<T>::~aclArray() {
  op::DeAllocated(data_);
}
template <typename T>
T &aclArray<T>::operator[](uint64_t index) {
  return data_[index];
}
template <typename T>
const T &aclArray<T>::operator[](uint64_t index) const {
  return data_[index];
}
template <typename T>
uint64_t aclArray<T>::Size() const {
  return size_;
}
template <typename T>
const T *aclArray<T>::GetData() const {
  return data_;
}
template <typename T>
ge::AscendString aclArray<T>::ToString() const {
  std::string text = "[";
  for (uint64_t i = 0; i < size_; ++i) {
    if (i != 0) text += ", ";
    if constexpr (std::is_arithmetic_v<T>) {
      text += std::to_string(data_[i]);
    } else {
      text += std::to_string(static_cast<float>(data_[i]));
    }
  }
  return ge::AscendString((text + "]").c_str());
}
template struct aclArray<int64_t>;
template struct aclArray<float>;
template struct aclArray<bool>;
template struct aclArray<op::fp16_t>;
template struct aclArray<op::bfloat16>;

// --- Lists --------------------------------------------------------------------------------------------------------------

namespace {
template <typename List, typename T>
void fill_list(List &list, const T *const *value, uint64_t size) {
  if (value == nullptr) return;
  list.reserve(size);
  for (uint64_t i = 0; i < size; ++i) list.push_back(const_cast<T *>(value[i]));
}
template <typename List>
ge::AscendString list_text(const List &list) {
  std::string text;
  for (uint64_t i = 0; i < list.Size(); ++i) {
    if (i != 0) text += ", ";
    text += list[i] == nullptr ? "nullptr" : list[i]->ToString().GetString();
  }
  return ge::AscendString(text.c_str());
}
}  // namespace

aclTensorList::aclTensorList(const aclTensor *const *value, uint64_t size) { fill_list(tensors_, value, size); }
aclTensorList::~aclTensorList() = default;
aclTensor *&aclTensorList::operator[](uint64_t index) { return tensors_.data()[index]; }
const aclTensor *aclTensorList::operator[](uint64_t index) const { return tensors_.data()[index]; }
uint64_t aclTensorList::Size() const { return tensors_.size(); }
const aclTensor *const *aclTensorList::GetData() const { return tensors_.data(); }
ge::AscendString aclTensorList::ToString() const { return list_text(*this); }

aclScalarList::aclScalarList(const aclScalar *const *value, uint64_t size) { fill_list(scalars_, value, size); }
aclScalarList::~aclScalarList() = default;
aclScalar *&aclScalarList::operator[](uint64_t index) { return scalars_.data()[index]; }
const aclScalar *aclScalarList::operator[](uint64_t index) const { return scalars_.data()[index]; }
uint64_t aclScalarList::Size() const { return scalars_.size(); }
const aclScalar *const *aclScalarList::GetData() const { return scalars_.data(); }
ge::AscendString aclScalarList::ToString() const { return list_text(*this); }

// --- aclScalar ------------------------------------------------------------------------------------------------------------

aclScalar::aclScalar(const void *data, op::DataType dataType) : dataType_(dataType) {
  if (data == nullptr) throw std::invalid_argument("value is null");
  if (!opstrata::exec::is_value_type(dataType)) {
    throw std::invalid_argument(std::string("dataType ") + op::ToString(dataType).GetString() +
                                " is none that a scalar can have");
  }
  std::memcpy(data_, data, Size() >= 1000 ? 1 : Size());
}
aclScalar::~aclScalar() = default;

namespace {
Number number_of(const aclScalar &scalar) {
  Number number;
  (void)opstrata::exec::load_number(scalar.GetData(), scalar.GetDataType(), number);
  return number;
}
template <typename T>
T scalar_as(const aclScalar &scalar) {
  const Number number = number_of(scalar);
  constexpr op::DataType kType = op::internal::DataTypeOf<T>();
  if (number.kind == Number::Kind::kComplex && !op::IsComplexType(kType) && opstrata::log::enabled(opstrata::log::Level::kWarning)) {
    opstrata::log::write(opstrata::log::Level::kWarning, "exec", "a complex scalar is read as a real one: the result is 0");
  }
  T value{};
  (void)opstrata::exec::store_number(number, static_cast<void *>(&value), kType);
  return value;
}
}  // namespace

float aclScalar::ToFloat() const { return scalar_as<float>(*this); }
double aclScalar::ToDouble() const { return scalar_as<double>(*this); }
bool aclScalar::ToBool() const { return scalar_as<bool>(*this); }
int8_t aclScalar::ToInt8() const { return scalar_as<int8_t>(*this); }
int16_t aclScalar::ToInt16() const { return scalar_as<int16_t>(*this); }
int32_t aclScalar::ToInt32() const { return scalar_as<int32_t>(*this); }
int64_t aclScalar::ToInt64() const { return scalar_as<int64_t>(*this); }
uint8_t aclScalar::ToUint8() const { return scalar_as<uint8_t>(*this); }
uint16_t aclScalar::ToUint16() const { return scalar_as<uint16_t>(*this); }
uint32_t aclScalar::ToUint32() const { return scalar_as<uint32_t>(*this); }
uint64_t aclScalar::ToUint64() const { return scalar_as<uint64_t>(*this); }
op::fp16_t aclScalar::ToFp16() const { return scalar_as<op::fp16_t>(*this); }
op::bfloat16 aclScalar::ToBf16() const { return scalar_as<op::bfloat16>(*this); }
op::Float8E5M2 aclScalar::ToFloat8E5M2() const { return scalar_as<op::Float8E5M2>(*this); }
op::Float8E4M3FN aclScalar::ToFloat8E4M3FN() const { return scalar_as<op::Float8E4M3FN>(*this); }
op::Float8E8M0 aclScalar::ToFloat8E8M0() const { return scalar_as<op::Float8E8M0>(*this); }
op::Float6E3M2 aclScalar::ToFloat6E3M2() const { return scalar_as<op::Float6E3M2>(*this); }
op::Float6E2M3 aclScalar::ToFloat6E2M3() const { return scalar_as<op::Float6E2M3>(*this); }
op::Float4E2M1 aclScalar::ToFloat4E2M1() const { return scalar_as<op::Float4E2M1>(*this); }
op::Float4E1M2 aclScalar::ToFloat4E1M2() const { return scalar_as<op::Float4E1M2>(*this); }
op::HiFloat4 aclScalar::ToHiFloat4() const { return scalar_as<op::HiFloat4>(*this); }
op::HiFloat8 aclScalar::ToHiFloat8() const { return scalar_as<op::HiFloat8>(*this); }
std::complex<float> aclScalar::ToComplex64() const { return scalar_as<std::complex<float>>(*this); }
std::complex<double> aclScalar::ToComplex128() const { return scalar_as<std::complex<double>>(*this); }

bool aclScalar::Overflows(const op::internal::ValueLimits &limits) const {
  const Number n = number_of(*this);
  if (limits.isBool) return false;
  const auto floating_overflows = [&limits](double v) {
    if (std::isnan(v)) return !limits.hasNan;
    if (std::isinf(v)) return !limits.hasInfinity;
    // For integers of 64 bits the largest value is not a double; its double is one too large.
    const bool above = limits.highestInteger > (uint64_t{1} << 53) ? v >= limits.highest : v > limits.highest;
    return above || v < limits.lowest;
  };
  switch (n.kind) {
    case Number::Kind::kBool: return false;
    case Number::Kind::kSigned:
    case Number::Kind::kUnsigned: {
      if (limits.highestInteger == 0) return floating_overflows(n.d);
      const bool negative = n.kind == Number::Kind::kSigned && n.i < 0;
      const uint64_t magnitude = negative ? uint64_t{0} - n.u : n.u;
      // An unsigned target counts magnitudes only, so that -1 fits (and -256 does not fit 8 bits).
      return magnitude > limits.highestInteger + (negative && !limits.isUnsignedInteger ? 1 : 0);
    }
    case Number::Kind::kFloating: return floating_overflows(n.d);
    case Number::Kind::kComplex: break;
  }
  if (!limits.isComplex) return n.im != 0.0 || floating_overflows(n.d);
  return floating_overflows(n.d) || floating_overflows(n.im);
}

ge::AscendString aclScalar::ToString() const {
  const std::string type = op::ToString(dataType_).GetString();
  return ge::AscendString(
      ("aclScalar(data_type = " + type + ", value = " + opstrata::exec::number_text(number_of(*this)) + ")").c_str());
}

// --- ToString -------------------------------------------------------------------------------------------------------------

#define OPSTRATA_TO_STRING(Type)                                                                          \
  ge::AscendString ToString(const Type *object) {                                                         \
    return object == nullptr ? ge::AscendString("nullptr") : object->ToString();                          \
  }                                                                                                       \
  ge::AscendString ToString(const Type &object) { return object.ToString(); }
OPSTRATA_TO_STRING(aclTensor)
OPSTRATA_TO_STRING(aclTensorList)
OPSTRATA_TO_STRING(aclScalar)
OPSTRATA_TO_STRING(aclScalarList)
OPSTRATA_TO_STRING(aclIntArray)
OPSTRATA_TO_STRING(aclBoolArray)
OPSTRATA_TO_STRING(aclFloatArray)
OPSTRATA_TO_STRING(aclFp16Array)
OPSTRATA_TO_STRING(aclBf16Array)
#undef OPSTRATA_TO_STRING
