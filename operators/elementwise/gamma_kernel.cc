#include "elementwise/formulas.h"

namespace opstrata::operators {
namespace {

using Wide = long double;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The sum of (q + k)^-x over all k >= 0, by the formula of Euler and Maclaurin from the first q + k of at least 20 on.
/// NaN for q below -2^20.
double hurwitz_zeta(double x, double q) {
  constexpr Wide kFrom = 20, kFurthest = 1 << 20;
  if (std::isnan(x) || std::isnan(q) || x < 1 || q < -kFurthest) return kNone;
  if (x == 1) return kInfinity;
  if (q <= 0) {
    if (q == std::floor(q)) return kInfinity;
    if (x != std::floor(x)) return kNone;
  }
  Wide sum = 0, at = q;
  for (; at < kFrom; ++at) sum += std::pow(at, -static_cast<Wide>(x));
  if (std::isinf(at)) return 0;
  const Wide power = std::pow(at, -static_cast<Wide>(x));
  sum += power * at / (static_cast<Wide>(x) - 1) + power / 2;
  // Bernoulli numbers over factorials.
  constexpr Wide kTerms[] = {1.0L / 12,
                             -1.0L / 720,
                             1.0L / 30240,
                             -1.0L / 1209600,
                             1.0L / 47900160,
                             -691.0L / 1307674368000.0L,
                             1.0L / 74724249600.0L,
                             -3617.0L / 10670622842880000.0L,
                             43867.0L / 5109094217170944000.0L};
  Wide factor = power * x / at;
  for (size_t j = 0; j < std::size(kTerms); ++j) {
    sum += kTerms[j] * factor;
    const Wide k = 2 * static_cast<Wide>(j) + 1;
    factor *= (x + k) * (x + k + 1) / (at * at);
  }
  return static_cast<double>(sum);
}

/// The share of the gamma function of a that lies below x (or above it): a series, or a continued fraction from its
/// front.
double incomplete_gamma(double a, double x, bool above) {
  if (std::isnan(a) || std::isnan(x) || a < 0 || x < 0 || (a == 0 && x == 0) || (std::isinf(a) && std::isinf(x)))
    return kNone;
  if (a == 0 || std::isinf(x)) return above ? 0 : 1;
  if (x == 0 || std::isinf(a)) return above ? 1 : 0;
  constexpr int kMost = 1000000;
  constexpr Wide kEnough = 1e-21L;
  const auto wide_a = static_cast<Wide>(a), wide_x = static_cast<Wide>(x);
  int sign = 0;
  const Wide front = std::exp(wide_a * std::log(wide_x) - wide_x - lgammal_r(wide_a, &sign));
  if (x < a + 1) {
    Wide term = 1 / wide_a, sum = term;
    for (int n = 1; n < kMost && term > sum * kEnough; ++n) sum += term *= wide_x / (wide_a + n);
    const Wide below = front * sum;
    return static_cast<double>(above ? 1 - below : below);
  }
  constexpr Wide kTiny = 1e-4000L;
  Wide b = wide_x + 1 - wide_a, c = 1 / kTiny, d = 1 / b, fraction = d;
  for (int n = 1; n < kMost; ++n) {
    const Wide step = -n * (n - wide_a);
    b += 2;
    d = step * d + b;
    c = b + step / c;
    if (std::abs(d) < kTiny) d = kTiny;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    fraction *= d * c;
    if (std::abs(d * c - 1) < kEnough) break;
  }
  const Wide beyond = front * fraction;
  return static_cast<double>(above ? beyond : 1 - beyond);
}

/// The integral of e^t / t from -infinity to x, of positive x: its series, or from 50 on the asymptotic one.
double exponential_integral(double x) {
  if (std::isnan(x) || x < 0) return kNone;
  if (x == 0) return -kInfinity;
  if (std::isinf(x)) return x;
  const auto w = static_cast<Wide>(x);
  Wide sum = 0, term = 1;
  if (x < 50) {
    for (int k = 1; k < 400; ++k) {
      term *= w / k;
      sum += term / k;
      if (term < 1e-30L) break;
    }
    return static_cast<double>(std::numbers::egamma_v<Wide> + std::log(w) + sum);
  }
  for (int k = 1; k < 50 && term > 1e-25L; ++k) {
    sum += term;
    term *= k / w;
  }
  return static_cast<double>(std::exp(w) / w * sum);
}

#include "elementwise/gamma.def"

}  // namespace
}  // namespace opstrata::operators
