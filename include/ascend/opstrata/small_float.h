/**
 * @file
 * Floating-point formats of at most 8 bits: the value of a code and the code of a value, for ge::DataType DT_HIFLOAT8
 * to DT_HIFLOAT4. Definitions: IEEE-like formats of the OCP 8-bit and microscaling specifications, HiFloat8 by its
 * paper.
 *
 * Rounding is to the nearest code; a tie goes to the even code, for HiFloat8 away from zero. What lies beyond half a
 * step over the largest number becomes infinity where the format has one, else NaN where it has one, else the largest
 * magnitude. NaN becomes NaN where the format has one, else the largest magnitude; both with its sign. DT_FLOAT8_E8M0
 * holds powers of two without a sign: negative numbers become NaN, zero the smallest power.
 */
#ifndef OPSTRATA_SMALL_FLOAT_H_
#define OPSTRATA_SMALL_FLOAT_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graph/types.h"

namespace opstrata {

/** Bits of a code; 0 for types that are none of these formats. */
constexpr int small_float_bits(ge::DataType format) {
  switch (format) {
    case ge::DT_HIFLOAT8:
    case ge::DT_FLOAT8_E5M2:
    case ge::DT_FLOAT8_E4M3FN:
    case ge::DT_FLOAT8_E8M0:
      return 8;
    case ge::DT_FLOAT6_E3M2:
    case ge::DT_FLOAT6_E2M3:
      return 6;
    case ge::DT_FLOAT4_E2M1:
    case ge::DT_FLOAT4_E1M2:
    case ge::DT_HIFLOAT4:
      return 4;
    default:
      return 0;
  }
}

namespace small_float_detail {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/** A format with sign, `exponent` and `fraction` bits, bias 2^(exponent-1)-1 and numbers below the normal ones. */
inline double decode_plain(unsigned code, int exponent, int fraction) {
  const int bias = (1 << (exponent - 1)) - 1;
  const int f = static_cast<int>(code & ((1U << fraction) - 1U));
  const int e = static_cast<int>((code >> fraction) & ((1U << exponent) - 1U));
  const double magnitude =
      e == 0 ? std::ldexp(f, 1 - bias - fraction) : std::ldexp((1 << fraction) + f, e - bias - fraction);
  return ((code >> (exponent + fraction)) & 1U) != 0 ? -magnitude : magnitude;
}

/**
 * HiFloat8: sign, a prefix that gives the number of exponent bits (11: 4, 10: 3, 01: 2, 001: 1, 0001: 0), the exponent
 * in sign and magnitude with its leading 1 left out, the rest fraction; prefix 0000 holds the powers 2^-22 to 2^-16.
 */
inline double decode_hifloat8(unsigned code) {
  const double sign = (code & 0x80U) != 0 ? -1.0 : 1.0;
  const unsigned body = code & 0x7FU;
  if (body == 0) return (code & 0x80U) != 0 ? kNan : 0.0;
  if (body == 0x6F) return sign * kInf;
  if (body < 8) return sign * std::ldexp(1.0, static_cast<int>(body) - 23);
  const int exponent_bits = body >= 0x60 ? 4 : body >= 0x40 ? 3 : body >= 0x20 ? 2 : body >= 0x10 ? 1 : 0;
  const int rest = exponent_bits >= 2 ? 5 : exponent_bits == 1 ? 4 : 3;  // bits behind the prefix
  const int fraction_bits = rest - exponent_bits;
  const unsigned payload = body & ((1U << rest) - 1U);
  const int fraction = static_cast<int>(payload & ((1U << fraction_bits) - 1U));
  int exponent = 0;
  if (exponent_bits > 0) {
    const unsigned raw = payload >> fraction_bits;
    const unsigned leading = 1U << (exponent_bits - 1);
    const int magnitude = static_cast<int>(leading | (raw & (leading - 1U)));
    exponent = (raw & leading) != 0 ? -magnitude : magnitude;
  }
  return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - fraction_bits);
}

inline double decode(ge::DataType format, unsigned code) {
  switch (format) {
    case ge::DT_HIFLOAT8:
      return decode_hifloat8(code);
    case ge::DT_FLOAT8_E5M2:
      if ((code & 0x7CU) == 0x7CU)
        return std::copysign((code & 3U) != 0 ? kNan : kInf, (code & 0x80U) != 0 ? -1.0 : 1.0);
      return decode_plain(code, 5, 2);
    case ge::DT_FLOAT8_E4M3FN:
      if ((code & 0x7FU) == 0x7FU) return std::copysign(kNan, (code & 0x80U) != 0 ? -1.0 : 1.0);
      return decode_plain(code, 4, 3);
    case ge::DT_FLOAT8_E8M0:
      return code == 0xFF ? kNan : std::ldexp(1.0, static_cast<int>(code) - 127);
    case ge::DT_FLOAT6_E3M2:
      return decode_plain(code & 0x3FU, 3, 2);
    case ge::DT_FLOAT6_E2M3:
      return decode_plain(code & 0x3FU, 2, 3);
    case ge::DT_FLOAT4_E2M1:
      return decode_plain(code & 0xFU, 2, 1);
    default:
      return static_cast<double>(code & 7U) * ((code & 8U) != 0 ? -0.25 : 0.25);  // one exponent, two fraction bits
  }
}

/** One format: the values of all codes, and the finite magnitudes in ascending order with their codes. */
struct Table {
  std::array<double, 256> values{};
  std::array<double, 256> magnitudes{};
  std::array<uint8_t, 256> codes{};
  size_t count = 0;
  double limit = 0;  ///< from here on a magnitude is out of range; the limit itself is unless `keeps_limit`
  bool keeps_limit = false;
  unsigned sign = 0;
  int nan = -1, infinity = -1;
  bool away = false;  ///< ties away from zero

  explicit Table(ge::DataType format) : away(format == ge::DT_HIFLOAT8) {
    const unsigned all = 1U << small_float_bits(format);
    sign = format == ge::DT_FLOAT8_E8M0 ? 0U : all / 2;
    switch (format) {
      case ge::DT_HIFLOAT8:
        nan = 0x80;
        infinity = 0x6F;
        break;
      case ge::DT_FLOAT8_E5M2:
        nan = 0x7E;
        infinity = 0x7C;
        break;
      case ge::DT_FLOAT8_E4M3FN:
        nan = 0x7F;
        break;
      case ge::DT_FLOAT8_E8M0:
        nan = 0xFF;
        break;
      default:
        break;
    }
    for (unsigned code = 0; code < 256; ++code) values[code] = decode(format, code);
    for (unsigned code = 0; code < (sign != 0 ? sign : all); ++code) {
      if (std::isfinite(values[code])) codes[count++] = static_cast<uint8_t>(code);
    }
    std::sort(codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(count),
              [this](uint8_t a, uint8_t b) { return values[a] < values[b]; });
    for (size_t i = 0; i < count; ++i) magnitudes[i] = values[codes[i]];
    // The step at the largest number: its last bit, or the number itself where there is no fraction.
    const double largest = magnitudes[count - 1];
    double step = largest - magnitudes[count - 2];
    if (format == ge::DT_HIFLOAT8) step = largest / 2;
    if (format == ge::DT_FLOAT8_E8M0) step = largest;
    limit = largest + step / 2;
    keeps_limit = !away && (codes[count - 1] & 1U) == 0;
  }

  uint8_t encode(double value) const {
    const unsigned signed_bit = std::signbit(value) ? sign : 0U;
    const double magnitude = std::fabs(value);
    const bool is_nan = std::isnan(value) || (sign == 0 && value < 0);
    if (is_nan || magnitude > limit || (magnitude == limit && !keeps_limit)) {
      if (!is_nan && infinity >= 0) return static_cast<uint8_t>(static_cast<unsigned>(infinity) | signed_bit);
      if (nan >= 0) return static_cast<uint8_t>(static_cast<unsigned>(nan) | signed_bit);
      return static_cast<uint8_t>(codes[count - 1] | signed_bit);
    }
    const size_t above = static_cast<size_t>(std::lower_bound(magnitudes.data(), magnitudes.data() + count, magnitude) -
                                             magnitudes.data());
    size_t chosen = std::min(above, count - 1);
    if (above > 0 && above < count && magnitudes[above] != magnitude) {
      const double to_below = magnitude - magnitudes[above - 1], to_above = magnitudes[above] - magnitude;
      if (to_below < to_above || (to_below == to_above && !away && (codes[above - 1] & 1U) == 0)) chosen = above - 1;
    }
    // HiFloat8 has one zero; the code of a negative one is its NaN.
    if (away && codes[chosen] == 0) return 0;
    return static_cast<uint8_t>(codes[chosen] | signed_bit);
  }
};

template <ge::DataType kFormat>
const Table &table() {
  static const Table kTable(kFormat);
  return kTable;
}

}  // namespace small_float_detail

/** Value of a code; bits above the format's are ignored. */
template <ge::DataType kFormat>
double decode_small_float(uint8_t code) {
  return small_float_detail::table<kFormat>().values[code];
}
/** Code of a value, in the low bits of the byte. */
template <ge::DataType kFormat>
uint8_t encode_small_float(double value) {
  return small_float_detail::table<kFormat>().encode(value);
}

}  // namespace opstrata

#endif  // OPSTRATA_SMALL_FLOAT_H_
