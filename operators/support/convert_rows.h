/// @file
/// The conversion rules and the rows made of them; included by the convert_to_*.cc files, each of which instantiates
/// one family of target types (all in one file would take too long to compile).
#ifndef OPSTRATA_OPERATORS_SUPPORT_CONVERT_ROWS_H_
#define OPSTRATA_OPERATORS_SUPPORT_CONVERT_ROWS_H_

#include <limits>

#include "support/convert.h"
#include "support/elements.h"
#include "support/rows.h"

namespace opstrata::operators {

/// Truncation as the machine's conversion instruction does it: what does not fit, and NaN, gives the lowest value.
template <class Int, class Float>
inline Int truncate(Float v) {
  constexpr Float kLimit = -static_cast<Float>(std::numeric_limits<Int>::min());  // a power of two: exact
  // Above float precision no fraction exists beyond -kLimit; in double, -kLimit - 0.9 still truncates to -kLimit.
  const bool fits = v < kLimit && (sizeof(Float) > sizeof(Int) ? v > -kLimit - 1 : v >= -kLimit);
  return fits ? static_cast<Int>(v) : std::numeric_limits<Int>::min();
}

/// A number as C++ knows it: no 16-bit floats, no Boolean.
template <class T>
inline T plain(T v) {
  return v;
}
inline float plain(Half v) { return to_float(v); }
inline float plain(BFloat16 v) { return to_float(v); }
inline uint8_t plain(Boolean v) { return v.value != 0; }
inline std::complex<float> plain(ComplexHalf v) { return load(v); }
template <ge::DataType kType>
inline float plain(SmallFloat<kType> v) {
  return load(v);
}

/// An integer as a float64 that rounds to any narrower format as the integer itself would: bits below the 53 that fit leave a mark
/// in the last of them.
template <class Int>
inline double sticky_double(Int v) {
  if constexpr (sizeof(Int) < 8) {
    return static_cast<double>(v);
  } else {
    const bool negative = static_cast<int64_t>(v) < 0 && std::is_signed_v<Int>;
    const uint64_t magnitude = negative ? uint64_t{0} - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
    const uint64_t kept = (magnitude >> 11) | static_cast<uint64_t>((magnitude & 0x7ffU) != 0);
    const double result = magnitude >> 53 == 0 ? static_cast<double>(magnitude) : static_cast<double>(kept) * 2048.0;
    return negative ? -result : result;
  }
}

template <class To, class From>
inline To convert(From raw) {
  const auto v = plain(raw);
  using V = std::remove_const_t<decltype(v)>;
  if constexpr (kIsComplex<V>) {
    if constexpr (std::is_same_v<To, ComplexHalf>) {
      return {convert<Half>(v.real()), convert<Half>(v.imag())};
    } else if constexpr (kIsComplex<To>) {
      using R = typename To::value_type;
      return {static_cast<R>(v.real()), static_cast<R>(v.imag())};
    } else {
      return convert<To>(v.real());
    }
  } else if constexpr (std::is_same_v<To, Boolean>) {
    return Boolean{static_cast<uint8_t>(v != 0)};
  } else if constexpr (kIsSmallFloat<To>) {
    if constexpr (std::is_integral_v<V>) {
      return To{encode_small_float<To::kFormat>(sticky_double(v))};
    } else {
      return To{encode_small_float<To::kFormat>(static_cast<double>(v))};
    }
  } else if constexpr (std::is_same_v<To, Half>) {
    return to_half(static_cast<float>(v));
  } else if constexpr (std::is_same_v<To, BFloat16>) {
    return to_bfloat16(static_cast<float>(v));
  } else if constexpr (std::is_same_v<To, ComplexHalf>) {
    return {to_half(static_cast<float>(v)), Half{0}};
  } else if constexpr (kIsComplex<To>) {
    return To(static_cast<typename To::value_type>(v));
  } else if constexpr (std::is_floating_point_v<V> && std::is_integral_v<To>) {
    if constexpr (std::is_same_v<To, uint64_t>) {
      constexpr V kHalfRange = static_cast<V>(9223372036854775808.0);
      return v >= kHalfRange ? static_cast<uint64_t>(truncate<int64_t>(v - kHalfRange)) + (uint64_t{1} << 63)
                             : static_cast<uint64_t>(truncate<int64_t>(v));
    } else if constexpr (std::is_unsigned_v<To> || sizeof(To) == 8) {
      return static_cast<To>(truncate<int64_t>(v));
    } else {
      return static_cast<To>(truncate<int32_t>(v));
    }
  } else {
    return static_cast<To>(v);
  }
}

template <class From, class To>
void convert_row(const char *x, int64_t sx, char *y, int64_t sy, int64_t n) {
  unary_row<From, To>(x, sx, y, sy, n, [](From v) { return convert<To>(v); });
}

/// The conversion of `from` to one of `Targets`. Codes of less than a byte stand in a byte each.
template <class... Targets>
UnaryRow choose_conversion(ge::DataType from, ge::DataType to) {
  UnaryRow row = nullptr;
  dispatch<Targets...>(to, [&](auto target) {
    dispatch<float, Half, BFloat16, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, Boolean,
             ComplexHalf, std::complex<float>, std::complex<double>, HiFloat8, Float8E5M2, Float8E4M3, Float8E8M0, Float4E2M1,
             Float4E1M2>(from, [&](auto source) {
      row = convert_row<typename decltype(source)::type, typename decltype(target)::type>;
    });
  });
  return row;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_CONVERT_ROWS_H_
