#include "exec/values.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "opdev/common_types.h"

namespace opstrata::exec {
namespace {

template <typename T>
Number make_number(const T &value) {
  Number n;
  if constexpr (std::is_same_v<T, bool>) {
    n.kind = Number::Kind::kBool;
    n.i = value ? 1 : 0;
    n.u = value ? 1 : 0;
    n.d = value ? 1.0 : 0.0;
  } else if constexpr (std::is_integral_v<T>) {
    n.kind = std::is_signed_v<T> ? Number::Kind::kSigned : Number::Kind::kUnsigned;
    n.i = static_cast<int64_t>(value);
    n.u = static_cast<uint64_t>(value);
    n.d = static_cast<double>(value);
  } else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    n.kind = Number::Kind::kComplex;
    n.d = static_cast<double>(value.real());
    n.im = static_cast<double>(value.imag());
  } else {
    n.d = static_cast<double>(value);
  }
  return n;
}

template <typename T>
T number_as(const Number &n) {
  using K = Number::Kind;
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    using Part = typename T::value_type;
    return T(static_cast<Part>(n.d), static_cast<Part>(n.im));
  } else {
    if (n.kind == K::kComplex) return T{};
    if constexpr (std::is_same_v<T, bool>) {
      if (n.kind == K::kFloating) return std::fabs(n.d) >= static_cast<double>(std::numeric_limits<float>::epsilon());
      return n.u != 0;
    } else if constexpr (std::is_integral_v<T>) {
      if (n.kind == K::kFloating) return op::internal::SaturatedInt<T>(n.d);
      return static_cast<T>(n.u);
    } else if constexpr (std::is_same_v<T, float>) {
      // Straight from the integer: through double would round twice.
      if (n.kind == K::kSigned) return static_cast<float>(n.i);
      if (n.kind == K::kUnsigned) return static_cast<float>(n.u);
      return static_cast<float>(n.d);
    } else {
      return T(n.d);
    }
  }
}

/// Calls `f` with a null pointer to the C++ type of a value type; false for other types.
template <typename F>
bool with_value_type(ge::DataType type, const F &f) {
  switch (type) {
    case ge::DT_FLOAT: f(static_cast<float *>(nullptr)); return true;
    case ge::DT_DOUBLE: f(static_cast<double *>(nullptr)); return true;
    case ge::DT_FLOAT16: f(static_cast<op::fp16_t *>(nullptr)); return true;
    case ge::DT_BF16: f(static_cast<op::bfloat16 *>(nullptr)); return true;
    case ge::DT_BOOL: f(static_cast<bool *>(nullptr)); return true;
    case ge::DT_INT8: f(static_cast<int8_t *>(nullptr)); return true;
    case ge::DT_UINT8: f(static_cast<uint8_t *>(nullptr)); return true;
    case ge::DT_INT16: f(static_cast<int16_t *>(nullptr)); return true;
    case ge::DT_UINT16: f(static_cast<uint16_t *>(nullptr)); return true;
    case ge::DT_INT32: f(static_cast<int32_t *>(nullptr)); return true;
    case ge::DT_UINT32: f(static_cast<uint32_t *>(nullptr)); return true;
    case ge::DT_INT64: f(static_cast<int64_t *>(nullptr)); return true;
    case ge::DT_UINT64: f(static_cast<uint64_t *>(nullptr)); return true;
    case ge::DT_COMPLEX64: f(static_cast<std::complex<float> *>(nullptr)); return true;
    case ge::DT_COMPLEX128: f(static_cast<std::complex<double> *>(nullptr)); return true;
    case ge::DT_HIFLOAT8: f(static_cast<op::HiFloat8 *>(nullptr)); return true;
    case ge::DT_FLOAT8_E5M2: f(static_cast<op::Float8E5M2 *>(nullptr)); return true;
    case ge::DT_FLOAT8_E4M3FN: f(static_cast<op::Float8E4M3FN *>(nullptr)); return true;
    case ge::DT_FLOAT8_E8M0: f(static_cast<op::Float8E8M0 *>(nullptr)); return true;
    case ge::DT_FLOAT6_E3M2: f(static_cast<op::Float6E3M2 *>(nullptr)); return true;
    case ge::DT_FLOAT6_E2M3: f(static_cast<op::Float6E2M3 *>(nullptr)); return true;
    case ge::DT_FLOAT4_E2M1: f(static_cast<op::Float4E2M1 *>(nullptr)); return true;
    case ge::DT_FLOAT4_E1M2: f(static_cast<op::Float4E1M2 *>(nullptr)); return true;
    default: return false;
  }
}

template <typename P>
using Pointee = std::remove_pointer_t<P>;

}  // namespace

bool is_value_type(ge::DataType type) {
  return with_value_type(type, [](auto *) {});
}

bool is_array_target(ge::DataType type) {
  return is_value_type(type) && type < ge::DT_HIFLOAT8 && type != ge::DT_COMPLEX64 && type != ge::DT_COMPLEX128;
}

bool load_number(const void *from, ge::DataType type, Number &number) {
  return with_value_type(type, [&](auto *tag) {
    Pointee<decltype(tag)> value;
    std::memcpy(static_cast<void *>(&value), from, sizeof(value));
    number = make_number(value);
  });
}

bool store_number(const Number &number, void *to, ge::DataType type) {
  return with_value_type(type, [&](auto *tag) {
    const auto value = number_as<Pointee<decltype(tag)>>(number);
    std::memcpy(to, static_cast<const void *>(&value), sizeof(value));
  });
}

bool convert_values(void *to, ge::DataType to_type, const void *from, ge::DataType from_type, uint64_t count) {
  if (!is_value_type(to_type) || !is_value_type(from_type)) return false;
  const size_t to_size = op::TypeSize(to_type) >= 1000 ? 1 : op::TypeSize(to_type);
  const size_t from_size = op::TypeSize(from_type) >= 1000 ? 1 : op::TypeSize(from_type);
  if (to_type == from_type) {
    if (count != 0) std::memcpy(to, from, count * to_size);
    return true;
  }
  Number number;
  for (uint64_t i = 0; i < count; ++i) {
    (void)load_number(static_cast<const uint8_t *>(from) + i * from_size, from_type, number);
    (void)store_number(number, static_cast<uint8_t *>(to) + i * to_size, to_type);
  }
  return true;
}

std::string number_text(const Number &number) {
  switch (number.kind) {
    case Number::Kind::kBool: return number.i != 0 ? "true" : "false";
    case Number::Kind::kSigned: return std::to_string(number.i);
    case Number::Kind::kUnsigned: return std::to_string(number.u);
    case Number::Kind::kFloating: return std::to_string(number.d);
    case Number::Kind::kComplex: break;
  }
  std::string text = "(";
  text.append(std::to_string(number.d)).append(", ").append(std::to_string(number.im)).append(")");
  return text;
}

}  // namespace opstrata::exec
