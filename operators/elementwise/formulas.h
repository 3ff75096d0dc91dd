/// @file
/// What the formulas of elementwise/*.def are made of. `x` is float, double, Complex, int64_t or uint64_t throughout.
/// The files that include this are compiled with -fwrapv: integers wrap.
#ifndef OPSTRATA_OPERATORS_ELEMENTWISE_FORMULAS_H_
#define OPSTRATA_OPERATORS_ELEMENTWISE_FORMULAS_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "elementwise/map.h"

namespace opstrata::operators {

template <class X>
inline constexpr bool kReal = std::is_floating_point_v<X>;
template <class X>
inline constexpr bool kComplexNumber = std::is_same_v<X, Complex>;

template <class X>
inline X sign(X x) {
  if constexpr (kComplexNumber<X>) {
    return x == 0.0 ? X() : x / std::abs(x);
  } else {
    return static_cast<X>((x > 0) - (x < 0));
  }
}
/// 1 / (1 + e^-x) without overflow on the way.
template <class X>
inline X sigmoid(X x) {
  if constexpr (kComplexNumber<X>) {
    return 1.0 / (1.0 + std::exp(-x));
  } else {
    const X e = std::exp(-std::abs(x));
    return x >= 0 ? 1 / (1 + e) : e / (1 + e);
  }
}
/// log(1 + e^x).
template <class X>
inline X softplus(X x) {
  return std::max(x, X(0)) + std::log1p(std::exp(-std::abs(x)));
}
/// Product of complex numbers by the plain formula, of others by `*`.
template <class X>
inline X product(X a, X b) {
  if constexpr (kComplexNumber<X>) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  } else {
    return a * b;
  }
}
/// Larger, smaller number; NaN where there is one.
template <class X>
inline X larger(X a, X b) {
  return a != a || a > b ? a : b;
}
template <class X>
inline X smaller(X a, X b) {
  return a != a || a < b ? a : b;
}
/// Quotients and remainders. Integer division by 0 gives 0, by -1 wraps.
template <class X>
inline X truncated_quotient(X a, X b) {
  if constexpr (kReal<X>) {
    return std::trunc(a / b);
  } else if constexpr (std::is_signed_v<X>) {
    return b == 0 ? 0 : b == -1 ? -a : a / b;
  } else {
    return b == 0 ? 0 : a / b;
  }
}
template <class X>
inline X truncated_remainder(X a, X b) {
  if constexpr (kReal<X>) {
    return std::fmod(a, b);
  } else {
    return b == 0 ? 0 : a - truncated_quotient(a, b) * b;
  }
}
template <class X>
inline X floor_remainder(X a, X b) {
  const X r = truncated_remainder(a, b);
  if constexpr (std::is_unsigned_v<X>) {
    return r;
  } else {
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
  }
}
template <class X>
inline X floor_quotient(X a, X b) {
  if constexpr (kReal<X>) {
    // From the exact remainder, so that a quotient a little below an integer is not rounded up to it.
    if (b == 0 || !std::isfinite(a) || !std::isfinite(b)) return std::isinf(b) && std::isfinite(a) ? std::floor(a / b) : a / b;
    const X quotient = (a - floor_remainder(a, b)) / b;
    const X below = std::floor(quotient);
    return quotient - below > X(0.5) ? below + 1 : below == 0 ? std::copysign(X(0), a / b) : below;
  } else if constexpr (std::is_signed_v<X>) {
    return b == 0 ? 0 : truncated_quotient(a - floor_remainder(a, b), b);
  } else {
    return truncated_quotient(a, b);
  }
}
template <class X>
inline X quotient(X a, X b) {
  if constexpr (std::is_integral_v<X>) {
    return truncated_quotient(a, b);
  } else {
    return a / b;
  }
}
template <class X>
inline X power(X a, X b) {
  if constexpr (kComplexNumber<X>) {
    return b == 0.0 ? X(1) : a == 0.0 ? X(0) : std::pow(a, b);
  } else if constexpr (kReal<X>) {
    return std::pow(a, b);
  } else {
    if (std::is_signed_v<X> && static_cast<int64_t>(b) < 0) return a == 1 ? X(1) : a == X(-1) ? (b % 2 == 0 ? X(1) : X(-1)) : X(0);
    X result = 1;
    for (; b != 0; b >>= 1, a *= a) result = (b & 1) != 0 ? result * a : result;
    return result;
  }
}
/// a * f(b), and 0 where a is 0 (unless b is NaN).
template <class X, class Function>
inline X times_unless_zero(X a, X b, Function f) {
  return b != b ? b : a == X(0) ? X(0) : product(a, f(b));
}
/// Shifts by more than the width give 0 (or the sign); negative amounts count as 0.
template <class X>
inline X shift_left(X a, X b) {
  return b < 0 ? a : b > 63 ? X(0) : static_cast<X>(static_cast<uint64_t>(a) << b);
}
template <class X>
inline X shift_right(X a, X b) {
  return b < 0 ? a : a >> (b > 63 ? 63 : b);
}
/// Half to even at `decimals` places.
template <class X>
inline X round_at(X x, double decimals) {
  if constexpr (std::is_integral_v<X>) {
    return x;
  } else {
    if (decimals == 0) return std::nearbyint(x);
    const X scale = static_cast<X>(std::pow(10.0, std::abs(decimals)));
    return decimals > 0 ? std::nearbyint(x * scale) / scale : std::nearbyint(x / scale) * scale;
  }
}
/// x * log(base), with -1 for e, as Exp and Log take their bases.
inline double log_of_base(double base) { return base == -1.0 ? 1.0 : std::log(base); }

/// Functions that differ between real and complex numbers or integers.
template <class X>
inline auto absolute(X x) {
  if constexpr (std::is_integral_v<X>) {
    return x < 0 ? -x : x;
  } else {
    return std::abs(x);
  }
}
template <class X>
inline bool negative(X x) {
  if constexpr (kReal<X>) {
    return std::signbit(x);
  } else {
    return x < 0;
  }
}
template <class X>
inline bool finite(X x) {
  if constexpr (kComplexNumber<X>) {
    return std::isfinite(x.real()) && std::isfinite(x.imag());
  } else {
    return std::isfinite(x);
  }
}
template <class X>
inline bool infinite(X x) {
  if constexpr (kComplexNumber<X>) {
    return std::isinf(x.real()) || std::isinf(x.imag());
  } else {
    return std::isinf(x);
  }
}
template <class X>
inline X exp_less_one(X x) {
  if constexpr (kComplexNumber<X>) {
    return std::exp(x) - 1.0;
  } else {
    return std::expm1(x);
  }
}
template <class X>
inline X log_of_one_more(X x) {
  if constexpr (kComplexNumber<X>) {
    return std::log(1.0 + x);
  } else {
    return std::log1p(x);
  }
}
/// A rounding function, which leaves integers alone.
template <class X, class Function>
inline X round_by(X x, Function f) {
  if constexpr (std::is_integral_v<X>) {
    return x;
  } else {
    return f(x);
  }
}
template <class X>
inline auto part(X x, bool imaginary) {
  if constexpr (kComplexNumber<X>) {
    return imaginary ? x.imag() : x.real();
  } else {
    return x;
  }
}
/// 0 or pi for real numbers, NaN for NaN.
template <class X>
inline auto argument(X x) {
  if constexpr (kComplexNumber<X>) {
    return std::arg(x);
  } else {
    return x != x ? x : std::signbit(x) && x != 0 ? X(std::numbers::pi) : X(0);
  }
}
template <class X>
inline X conjugate(X x) {
  if constexpr (kComplexNumber<X>) {
    return std::conj(x);
  } else {
    return x;
  }
}
template <class X>
inline X squared_difference(X a, X b) {
  return product(a - b, a - b);
}

/// log(scale * (e^a + e^b) + shift), without overflow on the way.
inline double log_add_exp(double a, double b, double scale, double shift) {
  const double high = larger(a, b);
  if (std::isinf(high)) return high;
  if (scale == 1 && shift == 0) return high + std::log1p(std::exp(-std::abs(a - b)));
  return high + std::log(scale * (1 + std::exp(-std::abs(a - b))) + shift * std::exp(-high));
}

double erfinv(double x);
double digamma(double x);
double fresnel_cos(double x);
double fresnel_sin(double x);
double bessel_i0e(double x);
double bessel_i1e(double x);
double dawson(double x);
double spence(double x);
double log_gamma(double x);
inline constexpr double kSelu = 1.0507009873554804934193349852946, kSeluAlpha = 1.6732632423543772848170429916717;

inline constexpr double kSqrtHalf = std::numbers::sqrt2 / 2;
inline constexpr double kDensity = std::numbers::inv_sqrtpi * kSqrtHalf;  // of the normal distribution at 0
inline constexpr double kGeluScale = 2 * kDensity;                        // sqrt(2 / pi)

inline double gelu_tanh(double x) { return 0.5 * x * (1 + std::tanh(kGeluScale * (x + 0.044715 * x * x * x))); }
inline double gelu_erf(double x) { return 0.5 * x * std::erfc(-x * kSqrtHalf); }
inline double gelu_tanh_slope(double x) {
  const double t = std::tanh(kGeluScale * (x + 0.044715 * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kGeluScale * (1 + 3 * 0.044715 * x * x);
}
inline double gelu_erf_slope(double x) { return 0.5 * std::erfc(-x * kSqrtHalf) + x * kDensity * std::exp(-0.5 * x * x); }
inline double logit(double x) { return std::log(x / (1 - x)); }
/// Of logit with its argument limited to [eps, 1 - eps], or not at all where eps is negative.
inline double logit_slope(double x, double eps) {
  if (eps < 0 ? x < 0 || x > 1 : x < eps || x > 1 - eps) return eps < 0 ? std::numeric_limits<double>::quiet_NaN() : 0;
  return 1 / (x * (1 - x));
}
inline double mish_slope(double x) {
  const double t = std::tanh(softplus(x));
  return t + x * (1 - t * t) * sigmoid(x);
}

}  // namespace opstrata::operators

/// One operator: its type, the types of computation, its numeric attributes p[0], p[1], …, its formula of x, y, z, w, v.
#define OPSTRATA_MAP(Name, Inputs, Types, Attrs, Formula)                        \
  static std::unique_ptr<KernelState> map_##Name(PrepareContext &ctx) {          \
    static constexpr MapOp kOp = map_op<Inputs, (Types)>(Formula OPSTRATA_MAP_ATTRS Attrs); \
    return prepare_map(ctx, kOp);                                                \
  }                                                                              \
  OPSTRATA_KERNEL(Name, map_##Name);
#define OPSTRATA_MAP_ATTRS(...) __VA_OPT__(,) __VA_ARGS__
#define OPSTRATA_MAP_ARGS [[maybe_unused]] Params p, [[maybe_unused]] auto x
#define MAP1(Name, Types, Attrs, ...) \
  OPSTRATA_MAP(Name, 1, Types, Attrs, ([](OPSTRATA_MAP_ARGS) { return __VA_ARGS__; }))
#define MAP2(Name, Types, Attrs, ...) \
  OPSTRATA_MAP(Name, 2, Types, Attrs, ([](OPSTRATA_MAP_ARGS, [[maybe_unused]] auto y) { return __VA_ARGS__; }))
#define MAP3(Name, Types, Attrs, ...) \
  OPSTRATA_MAP(Name, 3, Types, Attrs, ([](OPSTRATA_MAP_ARGS, [[maybe_unused]] auto y, [[maybe_unused]] auto z) { return __VA_ARGS__; }))
#define MAP4(Name, Types, Attrs, ...) \
  OPSTRATA_MAP(Name, 4, Types, Attrs, ([](OPSTRATA_MAP_ARGS, [[maybe_unused]] auto y, [[maybe_unused]] auto z, [[maybe_unused]] auto w) { return __VA_ARGS__; }))
#define MAP5(Name, Types, Attrs, ...) \
  OPSTRATA_MAP(Name, 5, Types, Attrs, ([](OPSTRATA_MAP_ARGS, [[maybe_unused]] auto y, [[maybe_unused]] auto z, [[maybe_unused]] auto w, [[maybe_unused]] auto v) { return __VA_ARGS__; }))

#endif  // OPSTRATA_OPERATORS_ELEMENTWISE_FORMULAS_H_
