/// @file
/// Element types of tensors and the types in which they are computed. Kernels are templates over these.
///
/// A 16-bit float is computed in float32 and rounded once when it is stored; integers are computed unsigned, so that they
/// wrap; complex numbers use the plain formulas (no recovery of infinities), as PyTorch does.
#ifndef OPSTRATA_OPERATORS_SUPPORT_ELEMENTS_H_
#define OPSTRATA_OPERATORS_SUPPORT_ELEMENTS_H_

#include <bit>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "graph/types.h"
#include "opstrata/small_float.h"

namespace opstrata::operators {

struct Half {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};
struct ComplexHalf {
  Half re, im;
};
/// A boolean element; any byte but 0 counts as true, 1 is written.
struct Boolean {
  uint8_t value;
};

/// A code of a format of at most 8 bits, in the low bits of its byte. Computed in float32; stored by opstrata/small_float.h.
template <ge::DataType kType>
struct SmallFloat {
  static constexpr ge::DataType kFormat = kType;
  uint8_t bits;
};
using HiFloat8 = SmallFloat<ge::DT_HIFLOAT8>;
using Float8E5M2 = SmallFloat<ge::DT_FLOAT8_E5M2>;
using Float8E4M3 = SmallFloat<ge::DT_FLOAT8_E4M3FN>;
using Float8E8M0 = SmallFloat<ge::DT_FLOAT8_E8M0>;
using Float4E2M1 = SmallFloat<ge::DT_FLOAT4_E2M1>;
using Float4E1M2 = SmallFloat<ge::DT_FLOAT4_E1M2>;
template <class T>
inline constexpr bool kIsSmallFloat = false;
template <ge::DataType kType>
inline constexpr bool kIsSmallFloat<SmallFloat<kType>> = true;

// The conversions have no branches and use no denormal float32 operands, so that loops over them vectorise and do not
// depend on the thread's flush-to-zero mode.

inline float to_float(Half h) {
  const uint32_t sign = static_cast<uint32_t>(h.bits & 0x8000u) << 16;
  const uint32_t magnitude = h.bits & 0x7fffu;
  uint32_t normal = (magnitude << 13) + (112u << 23);
  normal += magnitude >= 0x7c00u ? (112u << 23) : 0u;  // infinity and NaN
  // magnitude * 2^-24: put it below the mantissa of 0.5 and take 0.5 away
  const float small = std::bit_cast<float>((126u << 23) | magnitude) - 0.5f;
  return std::bit_cast<float>((magnitude < 0x0400u ? std::bit_cast<uint32_t>(small) : normal) | sign);
}
inline Half to_half(float f) {
  const uint32_t bits = std::bit_cast<uint32_t>(f);
  const uint32_t magnitude = bits & 0x7fffffffu;
  const uint32_t normal = (magnitude + 0xc8000fffu + ((magnitude >> 13) & 1u)) >> 13;  // nearest, ties to even
  const uint32_t small = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude < 0x38800000u ? magnitude : 0u) + 0.5f) - 0x3f000000u;
  const uint32_t huge = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
  const uint32_t value = magnitude >= 0x47800000u ? huge : magnitude < 0x38800000u ? small : normal;
  return Half{static_cast<uint16_t>(value | ((bits >> 16) & 0x8000u))};
}
inline float to_float(BFloat16 b) { return std::bit_cast<float>(static_cast<uint32_t>(b.bits) << 16); }
inline BFloat16 to_bfloat16(float f) {
  const uint32_t bits = std::bit_cast<uint32_t>(f);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return BFloat16{static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : rounded)};
}

/// float64 to float32 such that a further rounding to a 16-bit float gives what one rounding would: an inexact result gets an
/// odd last bit (Boldo and Melquiond).
inline float round_to_odd(double v) {
  const float f = static_cast<float>(v);
  const double back = f;
  const uint32_t bits = std::bit_cast<uint32_t>(f);
  if (back == v || v != v || (bits & 1u) != 0 || (bits & 0x7f800000u) == 0x7f800000u) return f;
  const bool away = (back < 0 ? -back : back) > (v < 0 ? -v : v);
  return std::bit_cast<float>(away ? bits - 1 : bits + 1);
}

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;
template <>
inline constexpr bool kIsComplex<ComplexHalf> = true;

/// The type in which an element is computed. Unsigned of at least 32 bits for integers: C++ would promote narrower ones to
/// int, whose overflow is undefined.
template <class T>
struct ComputeOf {
  using type = std::conditional_t<!std::is_integral_v<T>, T, std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>;
};
template <>
struct ComputeOf<Half> {
  using type = float;
};
template <>
struct ComputeOf<BFloat16> {
  using type = float;
};
template <>
struct ComputeOf<ComplexHalf> {
  using type = std::complex<float>;
};
template <>
struct ComputeOf<Boolean> {
  using type = bool;
};
template <ge::DataType kType>
struct ComputeOf<SmallFloat<kType>> {
  using type = float;
};
template <class T>
using Compute = typename ComputeOf<T>::type;

template <class T>
inline Compute<T> load(T v) {
  return static_cast<Compute<T>>(v);
}
inline float load(Half v) { return to_float(v); }
inline float load(BFloat16 v) { return to_float(v); }
inline bool load(Boolean v) { return v.value != 0; }
template <ge::DataType kType>
inline float load(SmallFloat<kType> v) {
  return static_cast<float>(decode_small_float<kType>(v.bits));
}
inline std::complex<float> load(ComplexHalf v) { return {to_float(v.re), to_float(v.im)}; }

/// Rounds or wraps a computed value to the element type.
template <class T>
inline T store(Compute<T> v) {
  if constexpr (std::is_same_v<T, Half>) {
    return to_half(v);
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return to_bfloat16(v);
  } else if constexpr (std::is_same_v<T, ComplexHalf>) {
    return ComplexHalf{to_half(v.real()), to_half(v.imag())};
  } else if constexpr (std::is_same_v<T, Boolean>) {
    return Boolean{static_cast<uint8_t>(v)};
  } else if constexpr (kIsSmallFloat<T>) {
    return T{encode_small_float<T::kFormat>(v)};
  } else {
    return static_cast<T>(v);
  }
}

template <class T>
struct Element {
  using type = T;
};


template <class T>
constexpr bool is_element_of(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_FLOAT: return std::is_same_v<T, float>;
    case ge::DT_FLOAT16: return std::is_same_v<T, Half>;
    case ge::DT_BF16: return std::is_same_v<T, BFloat16>;
    case ge::DT_DOUBLE: return std::is_same_v<T, double>;
    case ge::DT_INT8: case ge::DT_QINT8: return std::is_same_v<T, int8_t>;
    case ge::DT_INT16: case ge::DT_QINT16: return std::is_same_v<T, int16_t>;
    case ge::DT_INT32: case ge::DT_QINT32: return std::is_same_v<T, int32_t>;
    case ge::DT_INT64: return std::is_same_v<T, int64_t>;
    case ge::DT_UINT8: case ge::DT_QUINT8: return std::is_same_v<T, uint8_t>;
    case ge::DT_UINT16: case ge::DT_QUINT16: return std::is_same_v<T, uint16_t>;
    case ge::DT_UINT32: return std::is_same_v<T, uint32_t>;
    case ge::DT_UINT64: return std::is_same_v<T, uint64_t>;
    case ge::DT_BOOL: return std::is_same_v<T, Boolean>;
    case ge::DT_COMPLEX32: return std::is_same_v<T, ComplexHalf>;
    case ge::DT_COMPLEX64: return std::is_same_v<T, std::complex<float>>;
    case ge::DT_COMPLEX128: return std::is_same_v<T, std::complex<double>>;
    default:
      if constexpr (kIsSmallFloat<T>) return dtype == T::kFormat;
      return false;
  }
}

/// Calls `f(Element<T>{})` with the element type of `dtype` if it is among `Ts` and returns true, else returns false.
/// Quantised integers are their integers.
template <class... Ts, class F>
bool dispatch(ge::DataType dtype, F &&f) {
  return ((is_element_of<Ts>(dtype) && (f(Element<Ts>{}), true)) || ...);
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_ELEMENTS_H_
