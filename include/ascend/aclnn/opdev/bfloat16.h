/// @file
/// op::bfloat16: the upper half of a float, rounding to nearest even, NaN becomes 0x7FC0 (opdev-api section 2.12).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_BFLOAT16_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_BFLOAT16_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#include "opdev/fp16_t.h"

namespace op {

struct bfloat16 {
  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return from_bits_t(); }

  uint16_t value;

  bfloat16() : value(0) {}
  constexpr bfloat16(uint16_t bits, from_bits_t) : value(bits) {}
  bfloat16(const bfloat16 &other) = default;
  template <typename T, typename = std::enable_if_t<std::is_convertible<T, float>::value && !std::is_same<T, bfloat16>::value>>
  bfloat16(const T &number) : value(round_to_bfloat16(static_cast<float>(number)).value) {}  // NOLINT: implicit by interface
  /// The real part.
  bfloat16(const std::complex<float> &number) : bfloat16(number.real()) {}                       // NOLINT: as above
  bfloat16(const std::complex<double> &number) : bfloat16(static_cast<float>(number.real())) {}  // NOLINT: as above

  bfloat16 &operator=(const bfloat16 &other) = default;
  template <typename T, typename = std::enable_if_t<std::is_convertible<T, float>::value && !std::is_same<T, bfloat16>::value>>
  bfloat16 &operator=(T number) {
    return *this = round_to_bfloat16(static_cast<float>(number));
  }
  bfloat16 &operator=(const std::complex<double> &number) { return *this = static_cast<float>(number.real()); }

  operator float() const { return internal::BitCast<float>(static_cast<uint32_t>(value) << 16); }
  operator double() const { return static_cast<double>(static_cast<float>(*this)); }
  operator bool() const { return (value & 0x7FFF) != 0; }
  operator int8_t() const { return ToInt<int8_t>(); }
  operator uint8_t() const { return ToInt<uint8_t>(); }
  operator int16_t() const { return ToInt<int16_t>(); }
  operator uint16_t() const { return ToInt<uint16_t>(); }
  operator int32_t() const { return ToInt<int32_t>(); }
  operator uint32_t() const { return ToInt<uint32_t>(); }
  operator int64_t() const { return ToInt<int64_t>(); }
  operator uint64_t() const { return ToInt<uint64_t>(); }
  operator std::complex<float>() const { return {static_cast<float>(*this), 0.0F}; }
  operator std::complex<double>() const { return {static_cast<double>(*this), 0.0}; }

  static bfloat16 round_to_bfloat16(float number) {
    if (std::isnan(number)) return bfloat16(0x7FC0, from_bits());
    const uint32_t bits = internal::BitCast<uint32_t>(number);
    return bfloat16(static_cast<uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16), from_bits());
  }
  static bfloat16 truncate_to_bfloat16(float number) {
    if (std::isnan(number)) return bfloat16(0x7FC0, from_bits());
    return bfloat16(static_cast<uint16_t>(internal::BitCast<uint32_t>(number) >> 16), from_bits());
  }
  static constexpr bfloat16 epsilon() { return bfloat16(0x3C00, from_bits()); }
  static constexpr bfloat16 highest() { return bfloat16(0x7F7F, from_bits()); }
  static constexpr bfloat16 lowest() { return bfloat16(0xFF7F, from_bits()); }
  static constexpr bfloat16 min_positive_normal() { return bfloat16(0x0080, from_bits()); }
  bool IsZero() const { return (value & 0x7FFF) == 0; }

 private:
  template <typename Int>
  Int ToInt() const {
    return internal::SaturatedInt<Int>(static_cast<double>(*this));
  }
};

namespace internal {
inline float AsFloat(bfloat16 a) { return static_cast<float>(a); }
}  // namespace internal

inline bfloat16 operator+(bfloat16 a, bfloat16 b) { return bfloat16(internal::AsFloat(a) + internal::AsFloat(b)); }
inline bfloat16 operator-(bfloat16 a, bfloat16 b) { return bfloat16(internal::AsFloat(a) - internal::AsFloat(b)); }
inline bfloat16 operator*(bfloat16 a, bfloat16 b) { return bfloat16(internal::AsFloat(a) * internal::AsFloat(b)); }
inline bfloat16 operator/(bfloat16 a, bfloat16 b) { return bfloat16(internal::AsFloat(a) / internal::AsFloat(b)); }
inline bfloat16 operator-(bfloat16 a) { return bfloat16(static_cast<uint16_t>(a.value ^ 0x8000), bfloat16::from_bits()); }
inline bfloat16 &operator+=(bfloat16 &a, bfloat16 b) { return a = a + b; }
inline bfloat16 &operator-=(bfloat16 &a, bfloat16 b) { return a = a - b; }
inline bfloat16 &operator*=(bfloat16 &a, bfloat16 b) { return a = a * b; }
inline bfloat16 &operator/=(bfloat16 &a, bfloat16 b) { return a = a / b; }
/// Equality is that of the bits, order that of the numbers.
inline bool operator==(bfloat16 a, bfloat16 b) { return a.value == b.value; }
inline bool operator!=(bfloat16 a, bfloat16 b) { return a.value != b.value; }
inline bool operator<(bfloat16 a, bfloat16 b) { return internal::AsFloat(a) < internal::AsFloat(b); }
inline bool operator<=(bfloat16 a, bfloat16 b) { return internal::AsFloat(a) <= internal::AsFloat(b); }
inline bool operator>(bfloat16 a, bfloat16 b) { return internal::AsFloat(a) > internal::AsFloat(b); }
inline bool operator>=(bfloat16 a, bfloat16 b) { return internal::AsFloat(a) >= internal::AsFloat(b); }
inline bool isnan(const bfloat16 &a) { return (a.value & 0x7FFF) > 0x7F80; }
inline bool isinf(const bfloat16 &a) { return (a.value & 0x7FFF) == 0x7F80; }
inline bool isfinite(const bfloat16 &a) { return (a.value & 0x7F80) != 0x7F80; }
inline bfloat16 abs(const bfloat16 &a) { return bfloat16(static_cast<uint16_t>(a.value & 0x7FFF), bfloat16::from_bits()); }

inline tagFp16 &tagFp16::operator=(const bfloat16 &value) { return *this = static_cast<float>(value); }
inline tagFp16::operator bfloat16() const { return bfloat16(toFloat()); }

}  // namespace op

namespace std {
template <>
struct hash<op::bfloat16> {
  size_t operator()(const op::bfloat16 &v) const { return hash<float>()(static_cast<float>(v)); }
};
template <>
class numeric_limits<op::bfloat16> {
 public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_iec559 = false;
  static constexpr bool is_modulo = false;
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -125;
  static constexpr int max_exponent = 128;
  static constexpr op::bfloat16 min() { return op::bfloat16(0x0080, op::bfloat16::from_bits()); }
  static constexpr op::bfloat16 max() { return op::bfloat16(0x7F7F, op::bfloat16::from_bits()); }
  static constexpr op::bfloat16 lowest() { return op::bfloat16(0xFF7F, op::bfloat16::from_bits()); }
  static constexpr op::bfloat16 epsilon() { return op::bfloat16(0x3C00, op::bfloat16::from_bits()); }
  static constexpr op::bfloat16 round_error() { return op::bfloat16(0x3F00, op::bfloat16::from_bits()); }
  static constexpr op::bfloat16 infinity() { return op::bfloat16(0x7F80, op::bfloat16::from_bits()); }
  static constexpr op::bfloat16 quiet_NaN() { return op::bfloat16(0x7FC0, op::bfloat16::from_bits()); }
  static constexpr op::bfloat16 signaling_NaN() { return op::bfloat16(0x7F81, op::bfloat16::from_bits()); }
  static constexpr op::bfloat16 denorm_min() { return op::bfloat16(0x0001, op::bfloat16::from_bits()); }
};
using op::abs;
using op::isfinite;
using op::isinf;
using op::isnan;
}  // namespace std

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_BFLOAT16_H_
