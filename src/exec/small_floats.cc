// Formats of at most 8 bits: one decoder per family; encoding looks for the nearest code among the decoded ones, so that
// both directions agree by construction.
#include "opdev/small_floats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace op::internal {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// A format with sign, `exponent` and `fraction` bits, bias 2^(exponent-1)-1 and numbers below the normal ones.
double decode_plain(uint8_t code, int exponent, int fraction) {
  const int bias = (1 << (exponent - 1)) - 1;
  const int f = code & ((1 << fraction) - 1);
  const int e = (code >> fraction) & ((1 << exponent) - 1);
  const double magnitude = e == 0 ? std::ldexp(f, 1 - bias - fraction) : std::ldexp((1 << fraction) + f, e - bias - fraction);
  return ((code >> (exponent + fraction)) & 1) != 0 ? -magnitude : magnitude;
}

/// HiFloat8: sign, a prefix that gives the number of exponent bits (11: 4, 10: 3, 01: 2, 001: 1, 0001: 0), the exponent in
/// sign and magnitude with its leading 1 left out, the rest fraction; prefix 0000 holds powers 2^-22 to 2^-16.
double decode_hifloat8(uint8_t code) {
  const double sign = (code & 0x80) != 0 ? -1.0 : 1.0;
  const int body = code & 0x7F;
  if (body == 0) return (code & 0x80) != 0 ? kNan : 0.0;
  if (body == 0x6F) return sign * kInf;
  if (body < 8) return sign * std::ldexp(1.0, body - 23);
  int exponent_bits = 0;
  int rest = 3;  // bits behind the prefix
  if (body >= 0x60) { exponent_bits = 4; rest = 5; }
  else if (body >= 0x40) { exponent_bits = 3; rest = 5; }
  else if (body >= 0x20) { exponent_bits = 2; rest = 5; }
  else if (body >= 0x10) { exponent_bits = 1; rest = 4; }
  const int fraction_bits = rest - exponent_bits;
  const int payload = body & ((1 << rest) - 1);
  const int fraction = payload & ((1 << fraction_bits) - 1);
  int exponent = 0;
  if (exponent_bits > 0) {
    const int raw = payload >> fraction_bits;
    const int magnitude = (1 << (exponent_bits - 1)) | (raw & ((1 << (exponent_bits - 1)) - 1));
    exponent = (raw >> (exponent_bits - 1)) != 0 ? -magnitude : magnitude;
  }
  return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - fraction_bits);
}

double decode(SmallFloat format, uint8_t code) {
  switch (format) {
    case SmallFloat::kHiFloat8: return decode_hifloat8(code);
    case SmallFloat::kFloat8E5M2:
      if ((code & 0x7C) == 0x7C) return (code & 3) != 0 ? kNan : ((code & 0x80) != 0 ? -kInf : kInf);
      return decode_plain(code, 5, 2);
    case SmallFloat::kFloat8E4M3FN: return (code & 0x7F) == 0x7F ? kNan : decode_plain(code, 4, 3);
    case SmallFloat::kFloat8E8M0: return code == 0xFF ? kNan : std::ldexp(1.0, code - 127);
    case SmallFloat::kFloat6E3M2: return decode_plain(code & 0x3F, 3, 2);
    case SmallFloat::kFloat6E2M3: return decode_plain(code & 0x3F, 2, 3);
    case SmallFloat::kFloat4E2M1: return decode_plain(code & 0xF, 2, 1);
    default: return static_cast<double>(code & 7) * ((code & 8) != 0 ? -0.25 : 0.25);  // one exponent, two fraction bits
  }
}

/// All magnitudes of a format in ascending order with their codes.
struct Codes {
  struct Entry {
    double magnitude;
    uint8_t code;
  };
  std::vector<Entry> finite;
  std::array<double, 256> values{};
  int nan = -1;
  int infinity = -1;
  uint8_t sign = 0;
};

Codes make_codes(SmallFloat format) {
  constexpr int kBits[] = {8, 8, 8, 8, 6, 6, 4, 4, 4};
  const int bits = kBits[static_cast<size_t>(format)];
  Codes codes;
  codes.sign = format == SmallFloat::kFloat8E8M0 ? 0 : static_cast<uint8_t>(1U << (bits - 1));
  for (int code = 0; code < 256; ++code) codes.values[static_cast<size_t>(code)] = decode(format, static_cast<uint8_t>(code));
  for (int code = 0; code < (1 << bits); ++code) {
    const double value = codes.values[static_cast<size_t>(code)];
    if (std::isnan(value)) {
      if (codes.nan < 0 || (code & 3) == 2) codes.nan = code & ~codes.sign;
      if (format == SmallFloat::kHiFloat8) codes.nan = 0x80;
    } else if (std::isinf(value)) {
      if (value > 0) codes.infinity = code;
    } else if (!std::signbit(value)) {
      codes.finite.push_back({value, static_cast<uint8_t>(code)});
    }
  }
  std::sort(codes.finite.begin(), codes.finite.end(), [](const auto &a, const auto &b) { return a.magnitude < b.magnitude; });
  return codes;
}

const Codes &codes_of(SmallFloat format) {
  static const auto *tables = [] {
    auto *made = new std::vector<Codes>;
    for (uint8_t f = 0; f <= static_cast<uint8_t>(SmallFloat::kHiFloat4); ++f) made->push_back(make_codes(static_cast<SmallFloat>(f)));
    return made;
  }();
  return (*tables)[static_cast<size_t>(format)];
}

}  // namespace

double DecodeSmallFloat(SmallFloat format, uint8_t code) { return codes_of(format).values[code]; }

uint8_t EncodeSmallFloat(SmallFloat format, double value) {
  const Codes &codes = codes_of(format);
  const Codes::Entry &largest = codes.finite.back();
  const uint8_t sign = std::signbit(value) ? codes.sign : 0;
  const auto out_of_range = [&]() -> uint8_t {
    if (codes.infinity >= 0 && !std::isnan(value)) return static_cast<uint8_t>(codes.infinity | sign);
    if (codes.nan >= 0) return static_cast<uint8_t>(format == SmallFloat::kHiFloat8 ? codes.nan : (codes.nan | sign));
    return static_cast<uint8_t>(largest.code | sign);
  };
  if (std::isnan(value)) return out_of_range();
  if (codes.sign == 0 && std::signbit(value) && value != 0.0) return static_cast<uint8_t>(codes.nan);
  const double magnitude = std::fabs(value);
  auto above = std::lower_bound(codes.finite.begin(), codes.finite.end(), magnitude,
                                [](const Codes::Entry &e, double m) { return e.magnitude < m; });
  if (above == codes.finite.end()) {
    // Half of the last step beyond the largest number belongs to it, the tie only if its code is even.
    const double limit = largest.magnitude + (largest.magnitude - codes.finite[codes.finite.size() - 2].magnitude) / 2;
    const bool keeps = magnitude < limit || (magnitude == limit && (largest.code & 1) == 0);
    return keeps ? static_cast<uint8_t>(largest.code | sign) : out_of_range();
  }
  uint8_t code = above->code;
  if (above != codes.finite.begin() && above->magnitude != magnitude) {
    const auto below = above - 1;
    const double to_below = magnitude - below->magnitude;
    const double to_above = above->magnitude - magnitude;
    if (to_below < to_above || (to_below == to_above && (below->code & 1) == 0)) code = below->code;
  }
  // HiFloat8 has one zero; the code of a negative one is its NaN.
  if (format == SmallFloat::kHiFloat8 && code == 0) return 0;
  return static_cast<uint8_t>(code | sign);
}

}  // namespace op::internal
