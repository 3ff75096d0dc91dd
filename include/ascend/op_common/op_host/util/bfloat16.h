/**
 * @file
 * `Ops::Base::bfloat16`: the upper half of a float (opdev-api section 4.4). Rounds to nearest, ties to even.
 */
#ifndef OP_COMMON_OP_HOST_UTIL_BFLOAT16_H
#define OP_COMMON_OP_HOST_UTIL_BFLOAT16_H

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <ostream>
#include <type_traits>

namespace Ops {
namespace Base {
struct bfloat16 {
  uint16_t value;

  struct from_bits_t {};
  /** Tag of the constructor from bits. */
  static constexpr from_bits_t from_bits() { return from_bits_t(); }

  constexpr bfloat16() : value(0) {}
  constexpr bfloat16(uint16_t bits, from_bits_t) : value(bits) {}
  template <typename T, typename std::enable_if<std::is_arithmetic<T>::value, int>::type = 0>
  explicit bfloat16(const T &number) : value(Round(static_cast<float>(number))) {}

  operator float() const {
    const uint32_t bits = static_cast<uint32_t>(value) << 16U;
    float number = 0.0F;
    std::memcpy(&number, &bits, sizeof(number));
    return number;
  }
  template <typename T, typename std::enable_if<std::is_arithmetic<T>::value && !std::is_same<T, float>::value, int>::type = 0>
  explicit operator T() const {
    return static_cast<T>(static_cast<float>(*this));
  }

  bfloat16 &operator+=(const bfloat16 &other) { return *this = *this + other; }
  bfloat16 &operator-=(const bfloat16 &other) { return *this = *this - other; }
  bfloat16 &operator*=(const bfloat16 &other) { return *this = *this * other; }
  bfloat16 &operator/=(const bfloat16 &other) { return *this = *this / other; }
  friend bfloat16 operator+(const bfloat16 &a, const bfloat16 &b) { return bfloat16(static_cast<float>(a) + static_cast<float>(b)); }
  friend bfloat16 operator-(const bfloat16 &a, const bfloat16 &b) { return bfloat16(static_cast<float>(a) - static_cast<float>(b)); }
  friend bfloat16 operator*(const bfloat16 &a, const bfloat16 &b) { return bfloat16(static_cast<float>(a) * static_cast<float>(b)); }
  friend bfloat16 operator/(const bfloat16 &a, const bfloat16 &b) { return bfloat16(static_cast<float>(a) / static_cast<float>(b)); }
  friend bfloat16 operator-(const bfloat16 &a) { return bfloat16(static_cast<uint16_t>(a.value ^ 0x8000U), from_bits()); }
  friend bool operator==(const bfloat16 &a, const bfloat16 &b) { return static_cast<float>(a) == static_cast<float>(b); }
  friend bool operator!=(const bfloat16 &a, const bfloat16 &b) { return static_cast<float>(a) != static_cast<float>(b); }
  friend bool operator<(const bfloat16 &a, const bfloat16 &b) { return static_cast<float>(a) < static_cast<float>(b); }
  friend bool operator<=(const bfloat16 &a, const bfloat16 &b) { return static_cast<float>(a) <= static_cast<float>(b); }
  friend bool operator>(const bfloat16 &a, const bfloat16 &b) { return static_cast<float>(a) > static_cast<float>(b); }
  friend bool operator>=(const bfloat16 &a, const bfloat16 &b) { return static_cast<float>(a) >= static_cast<float>(b); }
  friend std::ostream &operator<<(std::ostream &out, const bfloat16 &number) { return out << static_cast<float>(number); }

 private:
  static uint16_t Round(float number) {
    uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof(bits));
    if ((bits & 0x7fffffffU) > 0x7f800000U) {
      return static_cast<uint16_t>((bits >> 16U) | 0x40U);  // a NaN stays one
    }
    return static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
  }
};
}  // namespace Base
}  // namespace Ops

namespace std {
template <>
struct hash<Ops::Base::bfloat16> {
  size_t operator()(const Ops::Base::bfloat16 &number) const { return hash<float>()(static_cast<float>(number)); }
};

template <>
class numeric_limits<Ops::Base::bfloat16> {
 public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool is_iec559 = false;
  static constexpr bool is_bounded = true;
  static constexpr int digits = 8;
  static constexpr int max_exponent = 128;
  static constexpr int min_exponent = -125;
  static constexpr Ops::Base::bfloat16 min() { return Bits(0x0080); }
  static constexpr Ops::Base::bfloat16 max() { return Bits(0x7f7f); }
  static constexpr Ops::Base::bfloat16 lowest() { return Bits(0xff7f); }
  static constexpr Ops::Base::bfloat16 epsilon() { return Bits(0x3c00); }
  static constexpr Ops::Base::bfloat16 infinity() { return Bits(0x7f80); }
  static constexpr Ops::Base::bfloat16 quiet_NaN() { return Bits(0x7fc0); }
  static constexpr Ops::Base::bfloat16 denorm_min() { return Bits(0x0001); }

 private:
  static constexpr Ops::Base::bfloat16 Bits(uint16_t bits) {
    return Ops::Base::bfloat16(bits, Ops::Base::bfloat16::from_bits());
  }
};
}  // namespace std

#endif  // OP_COMMON_OP_HOST_UTIL_BFLOAT16_H
