/**
 * @file
 * `Ops::Base::fp16_t`: IEEE half precision on the host (opdev-api section 4.4). Rounds to nearest, ties to even.
 */
#ifndef OP_COMMON_OP_HOST_UTIL_FP16_H
#define OP_COMMON_OP_HOST_UTIL_FP16_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace Ops {
namespace Base {
/** The bits of the half that is nearest to `value`. */
inline uint16_t Fp16BitsFromDouble(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  const uint16_t sign = static_cast<uint16_t>((bits >> 48U) & 0x8000U);
  const uint64_t mantissa = bits & 0xfffffffffffffULL;
  const int exponent = static_cast<int>((bits >> 52U) & 0x7ffU) - 1023;
  if (exponent == 1024) {
    const uint16_t payload = mantissa == 0U ? 0U : static_cast<uint16_t>(0x200U | (mantissa >> 42U));
    return static_cast<uint16_t>(sign | 0x7c00U | payload);
  }
  if (exponent > 15) {
    return static_cast<uint16_t>(sign | 0x7c00U);
  }
  if (exponent < -25) {
    return sign;
  }
  // Below 2^-14 the half is subnormal: the mantissa with its leading one is shifted further right.
  const unsigned shift = exponent < -14 ? static_cast<unsigned>(42 - 14 - exponent) : 42U;
  const uint64_t full = mantissa | (1ULL << 52U);
  const uint64_t half = 1ULL << (shift - 1U);
  uint64_t result = full >> shift;
  const uint64_t rest = full & ((half << 1U) - 1U);
  if (rest > half || (rest == half && (result & 1U) != 0U)) {
    ++result;
  }
  // A carry out of the mantissa rightly steps into the exponent; the leading one counts as one exponent step.
  const uint64_t base = exponent < -14 ? 0U : static_cast<uint64_t>(exponent + 14) << 10U;
  return static_cast<uint16_t>(sign | (base + result));
}

/** The value of the bits; exact. */
inline float Fp16BitsToFloat(uint16_t bits) {
  const int exponent = (bits >> 10U) & 0x1f;
  const int mantissa = bits & 0x3ff;
  float magnitude = 0.0F;
  if (exponent == 0x1f) {
    magnitude = mantissa == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  }
  return (bits & 0x8000U) != 0U ? -magnitude : magnitude;
}

struct tagFp16 {
  uint16_t val;

  tagFp16() : val(0) {}
  /** Takes **bits**. */
  tagFp16(const uint16_t &bits) : val(bits) {}
  /** Takes a value. */
  template <typename T, typename std::enable_if<std::is_arithmetic<T>::value && !std::is_same<T, uint16_t>::value, int>::type = 0>
  tagFp16(const T &value) : val(Fp16BitsFromDouble(static_cast<double>(value))) {}
  tagFp16(const tagFp16 &other) = default;
  tagFp16 &operator=(const tagFp16 &other) = default;
  template <typename T, typename std::enable_if<std::is_arithmetic<T>::value, int>::type = 0>
  tagFp16 &operator=(const T &value) {
    val = Fp16BitsFromDouble(static_cast<double>(value));
    return *this;
  }

  float toFloat() const { return Fp16BitsToFloat(val); }
  operator float() const { return toFloat(); }
  operator double() const { return static_cast<double>(toFloat()); }
  /** Integers saturate; NaN gives 0. */
  operator int8_t() const { return ToInteger<int8_t>(); }
  operator uint8_t() const { return ToInteger<uint8_t>(); }
  operator int16_t() const { return ToInteger<int16_t>(); }
  operator uint16_t() const { return ToInteger<uint16_t>(); }
  operator int32_t() const { return ToInteger<int32_t>(); }
  operator uint32_t() const { return ToInteger<uint32_t>(); }

  friend tagFp16 operator+(const tagFp16 &a, const tagFp16 &b) { return tagFp16(a.toFloat() + b.toFloat()); }
  friend tagFp16 operator-(const tagFp16 &a, const tagFp16 &b) { return tagFp16(a.toFloat() - b.toFloat()); }
  friend tagFp16 operator*(const tagFp16 &a, const tagFp16 &b) { return tagFp16(a.toFloat() * b.toFloat()); }
  friend tagFp16 operator/(const tagFp16 &a, const tagFp16 &b) { return tagFp16(a.toFloat() / b.toFloat()); }
  tagFp16 &operator+=(const tagFp16 &other) { return *this = *this + other; }
  tagFp16 &operator-=(const tagFp16 &other) { return *this = *this - other; }
  tagFp16 &operator*=(const tagFp16 &other) { return *this = *this * other; }
  tagFp16 &operator/=(const tagFp16 &other) { return *this = *this / other; }
  friend bool operator==(const tagFp16 &a, const tagFp16 &b) { return a.toFloat() == b.toFloat(); }
  friend bool operator!=(const tagFp16 &a, const tagFp16 &b) { return a.toFloat() != b.toFloat(); }
  friend bool operator<(const tagFp16 &a, const tagFp16 &b) { return a.toFloat() < b.toFloat(); }
  friend bool operator<=(const tagFp16 &a, const tagFp16 &b) { return a.toFloat() <= b.toFloat(); }
  friend bool operator>(const tagFp16 &a, const tagFp16 &b) { return a.toFloat() > b.toFloat(); }
  friend bool operator>=(const tagFp16 &a, const tagFp16 &b) { return a.toFloat() >= b.toFloat(); }

 private:
  template <typename T>
  T ToInteger() const {
    const double value = static_cast<double>(toFloat());
    if (std::isnan(value)) {
      return 0;
    }
    if (value >= static_cast<double>(std::numeric_limits<T>::max())) {
      return std::numeric_limits<T>::max();
    }
    if (value <= static_cast<double>(std::numeric_limits<T>::lowest())) {
      return std::numeric_limits<T>::lowest();
    }
    return static_cast<T>(value);
  }
};
using fp16_t = tagFp16;
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_FP16_H
