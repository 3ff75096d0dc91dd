/// @file
/// op::fp16_t: IEEE half precision, one field of bits, rounding to nearest even (opdev-api section 2.12). Header only.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

namespace op {

constexpr int32_t DIM_0 = 0;
constexpr int32_t DIM_1 = 1;
constexpr int32_t DIM_2 = 2;
constexpr int32_t DIM_3 = 3;
constexpr int32_t DIM_4 = 4;
constexpr int32_t DIM_5 = 5;
constexpr int32_t DIM_6 = 6;
constexpr int32_t DIM_7 = 7;

#define FP16_SIGN_INDEX (15)
#define FP16_MAN_LEN (10)
#define FP16_EXP_BIAS (15)
#define FP16_EXP_INVALID (0x1F)
#define FP16_EXP_MASK (0x7C00)
#define FP16_MAN_MASK (0x03FF)
#define FP16_MAN_HIDE_BIT (0x0400)
#define FP16_MAX (0x7BFF)
#define FP16_MIN (0xFBFF)
#define FP16_SIGN_MASK (0x8000)
#define FP16_ABS_MAX (0x7FFF)
#define FP32_SIGN_INDEX (31)
#define FP32_MAN_LEN (23)
#define FP32_EXP_BIAS (127)
#define FP32_EXP_MASK (0x7F800000U)
#define FP32_MAN_MASK (0x007FFFFFU)
#define FP64_MAN_LEN (52)
#define FP64_EXP_BIAS (1023)

struct bfloat16;

namespace internal {

template <typename To, typename From>
To BitCast(const From &from) {
  static_assert(sizeof(To) == sizeof(From), "bit cast needs equal sizes");
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

/// Bits of a double rounded once, to nearest even, to a format of 1 sign, `kExp` exponent and `kMan` fraction bits with
/// infinities and NaN (quiet, sign kept).
template <int kExp, int kMan>
uint32_t RoundToBits(double value) {
  constexpr int kBias = (1 << (kExp - 1)) - 1;
  constexpr uint32_t kInf = ((1U << kExp) - 1U) << kMan;
  const uint32_t sign = std::signbit(value) ? 1U << (kExp + kMan) : 0U;
  if (std::isnan(value)) return sign | kInf | (1U << (kMan - 1));
  const double magnitude = std::fabs(value);
  if (magnitude == 0.0) return sign;
  if (std::isinf(value)) return sign | kInf;
  int exponent = std::ilogb(magnitude);
  if (exponent > kBias) return sign | kInf;
  exponent = std::max(exponent, 1 - kBias);
  // Exact: scaling by a power of two, then an integer below 2^(kMan+1). The default rounding mode is to nearest even.
  const double scaled = std::nearbyint(std::ldexp(magnitude, kMan - exponent));
  const uint32_t fraction = static_cast<uint32_t>(scaled);
  const uint32_t hidden = 1U << kMan;
  if (fraction < hidden) return sign | fraction;  // below the normal numbers
  return sign | ((static_cast<uint32_t>(exponent + kBias) << kMan) + (fraction - hidden));
}

/// Integer nearest to zero of `value`; the ends of the type's range outside of it, 0 for NaN.
template <typename Int>
Int SaturatedInt(double value) {
  if (std::isnan(value)) return 0;
  if (value <= static_cast<double>(std::numeric_limits<Int>::min())) return std::numeric_limits<Int>::min();
  if (value >= static_cast<double>(std::numeric_limits<Int>::max())) return std::numeric_limits<Int>::max();
  return static_cast<Int>(value);
}

}  // namespace internal

typedef struct tagFp16 {
  uint16_t val;

  tagFp16() : val(0) {}
  tagFp16(const uint16_t &bits) : val(bits) {}  // NOLINT: a uint16_t is bits, by interface
  tagFp16(const tagFp16 &other) = default;
  template <typename T, typename = std::enable_if_t<!std::is_same<std::decay_t<T>, uint16_t>::value &&
                                                    !std::is_same<std::decay_t<T>, tagFp16>::value>>
  tagFp16(const T &value) : val(Bits(static_cast<double>(value))) {}  // NOLINT: implicit by interface

  tagFp16 &operator=(const tagFp16 &other) = default;
  tagFp16 &operator=(const float &value) { return Assign(value); }
  tagFp16 &operator=(const double &value) { return Assign(value); }
  tagFp16 &operator=(const int8_t &value) { return Assign(value); }
  tagFp16 &operator=(const uint8_t &value) { return Assign(value); }
  tagFp16 &operator=(const int16_t &value) { return Assign(value); }
  /// The number, not the bits.
  tagFp16 &operator=(const uint16_t &value) { return Assign(value); }
  tagFp16 &operator=(const int32_t &value) { return Assign(value); }
  tagFp16 &operator=(const uint32_t &value) { return Assign(value); }
  tagFp16 &operator=(const int64_t &value) { return Assign(static_cast<double>(value)); }
  tagFp16 &operator=(const uint64_t &value) { return Assign(static_cast<double>(value)); }
  inline tagFp16 &operator=(const bfloat16 &value);

  operator float() const { return toFloat(); }
  operator double() const { return toDouble(); }
  inline operator bfloat16() const;
  operator bool() const { return (val & FP16_ABS_MAX) != 0; }
  operator int8_t() const { return internal::SaturatedInt<int8_t>(toDouble()); }
  operator uint8_t() const { return internal::SaturatedInt<uint8_t>(toDouble()); }
  operator int16_t() const { return internal::SaturatedInt<int16_t>(toDouble()); }
  operator uint16_t() const { return internal::SaturatedInt<uint16_t>(toDouble()); }
  operator int32_t() const { return internal::SaturatedInt<int32_t>(toDouble()); }
  operator uint32_t() const { return internal::SaturatedInt<uint32_t>(toDouble()); }
  operator int64_t() const { return internal::SaturatedInt<int64_t>(toDouble()); }
  operator uint64_t() const { return internal::SaturatedInt<uint64_t>(toDouble()); }

  double toDouble() const { return static_cast<double>(toFloat()); }
  float toFloat() const {
    const uint32_t sign = static_cast<uint32_t>(val & FP16_SIGN_MASK) << 16;
    const uint32_t exponent = (static_cast<uint32_t>(val) & FP16_EXP_MASK) >> FP16_MAN_LEN;
    const uint32_t fraction = static_cast<uint32_t>(val) & FP16_MAN_MASK;
    if (exponent == FP16_EXP_INVALID) return internal::BitCast<float>(sign | FP32_EXP_MASK | (fraction << 13));
    if (exponent == 0) {
      const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
      return sign != 0 ? -magnitude : magnitude;
    }
    return internal::BitCast<float>(sign | ((exponent + FP32_EXP_BIAS - FP16_EXP_BIAS) << FP32_MAN_LEN) | (fraction << 13));
  }
  int8_t toInt8() const { return static_cast<int8_t>(*this); }
  uint8_t toUInt8() const { return static_cast<uint8_t>(*this); }
  int16_t toInt16() const { return static_cast<int16_t>(*this); }
  uint16_t toUInt16() const { return static_cast<uint16_t>(*this); }
  int32_t toInt32() const { return static_cast<int32_t>(*this); }
  uint32_t toUInt32() const { return static_cast<uint32_t>(*this); }
  /// 1 for positive, -1 for negative infinity, else 0.
  int IsInf() const { return (val & FP16_ABS_MAX) == FP16_EXP_MASK ? ((val & FP16_SIGN_MASK) != 0 ? -1 : 1) : 0; }

  tagFp16 operator+(const tagFp16 other) const { return FromFloat(toFloat() + other.toFloat()); }
  tagFp16 operator-(const tagFp16 other) const { return FromFloat(toFloat() - other.toFloat()); }
  tagFp16 operator*(const tagFp16 other) const { return FromFloat(toFloat() * other.toFloat()); }
  tagFp16 operator/(const tagFp16 other) const { return FromFloat(toFloat() / other.toFloat()); }
  tagFp16 operator+=(const tagFp16 other) { return *this = *this + other; }
  tagFp16 operator-=(const tagFp16 other) { return *this = *this - other; }
  tagFp16 operator*=(const tagFp16 other) { return *this = *this * other; }
  tagFp16 operator/=(const tagFp16 other) { return *this = *this / other; }
  bool operator==(const tagFp16 &other) const { return toFloat() == other.toFloat(); }
  bool operator!=(const tagFp16 &other) const { return toFloat() != other.toFloat(); }
  bool operator<(const tagFp16 &other) const { return toFloat() < other.toFloat(); }
  bool operator<=(const tagFp16 &other) const { return toFloat() <= other.toFloat(); }
  bool operator>(const tagFp16 &other) const { return toFloat() > other.toFloat(); }
  bool operator>=(const tagFp16 &other) const { return toFloat() >= other.toFloat(); }

 private:
  static uint16_t Bits(double value) { return static_cast<uint16_t>(internal::RoundToBits<5, 10>(value)); }
  static tagFp16 FromFloat(float value) { return tagFp16(static_cast<uint16_t>(Bits(static_cast<double>(value)))); }
  tagFp16 &Assign(double value) {
    val = Bits(value);
    return *this;
  }
} fp16_t;

inline bool isnan(const fp16_t &value) { return (value.val & FP16_ABS_MAX) > FP16_EXP_MASK; }
inline bool isinf(const fp16_t &value) { return value.IsInf() != 0; }
inline bool isfinite(const fp16_t &value) { return (value.val & FP16_EXP_MASK) != FP16_EXP_MASK; }
inline fp16_t abs(const fp16_t &value) { return fp16_t(static_cast<uint16_t>(value.val & FP16_ABS_MAX)); }

}  // namespace op

namespace std {
template <>
class numeric_limits<op::fp16_t> {
 public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_modulo = false;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -13;
  static constexpr int max_exponent = 16;
  static op::fp16_t min() { return op::fp16_t(static_cast<uint16_t>(0x0400)); }
  static op::fp16_t max() { return op::fp16_t(static_cast<uint16_t>(0x7BFF)); }
  static op::fp16_t lowest() { return op::fp16_t(static_cast<uint16_t>(0xFBFF)); }
  static op::fp16_t epsilon() { return op::fp16_t(static_cast<uint16_t>(0x1400)); }
  static op::fp16_t round_error() { return op::fp16_t(static_cast<uint16_t>(0x3800)); }
  static op::fp16_t infinity() { return op::fp16_t(static_cast<uint16_t>(0x7C00)); }
  static op::fp16_t quiet_NaN() { return op::fp16_t(static_cast<uint16_t>(0x7E00)); }
  static op::fp16_t signaling_NaN() { return op::fp16_t(static_cast<uint16_t>(0x7D00)); }
  static op::fp16_t denorm_min() { return op::fp16_t(static_cast<uint16_t>(0x0001)); }
};
// The same functions, not others of the same names: calls under `using namespace std` would be ambiguous with those found by argument.
using op::abs;
using op::isfinite;
using op::isinf;
using op::isnan;
}  // namespace std

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H_
