// Functions that the C++ library does not have.
#include "elementwise/formulas.h"

namespace opstrata::operators {

/// A rational start (Giles, "Approximating the erfinv function", central and tail polynomials in w = -log(1 - x²)), then
/// Newton's iteration on erf or, in the tails, on erfc, which keeps the digits of 1 - |x|.
double erfinv(double x) {
  const double a = std::abs(x);
  if (!(a < 1)) return a == 1 ? std::copysign(std::numeric_limits<double>::infinity(), x) : std::numeric_limits<double>::quiet_NaN();
  double w = -std::log((1 - a) * (1 + a)), y;
  if (w < 5) {
    constexpr double kCentral[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503, -0.00417768164, 0.246640727, 1.50140941};
    w -= 2.5;
    y = 0;
    for (double c : kCentral) y = y * w + c;
  } else {
    constexpr double kTail[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047, 1.00167406, 2.83297682};
    w = std::sqrt(w) - 3;
    y = 0;
    for (double c : kTail) y = y * w + c;
  }
  y *= a;
  for (int i = 0; i < 3; ++i) {
    const double miss = a < 0.5 ? std::erf(y) - a : (1 - a) - std::erfc(y);
    y -= miss / (2 * std::numbers::inv_sqrtpi * std::exp(-y * y));
  }
  return std::copysign(y, x);
}

/// Cosine and sine integrals of Fresnel as the parts of a number. Near 0 their series; beyond, the continued fraction of the
/// complementary error function at sqrt(pi) / 2 (1 - i) x, from its end.
static std::complex<long double> fresnel(long double x) {
  using Wide = std::complex<long double>;
  constexpr long double kPi = 3.14159265358979323846264338327950288L;
  const long double a = std::fabs(x);
  if (std::isnan(x)) return {x, x};
  Wide value(0.5L, 0.5L);
  if (a <= 2) {
    const Wide turn(0, kPi / 2 * a * a);
    Wide term(a, 0);
    value = term;
    for (int n = 1; n < 60; ++n) {
      term *= turn / static_cast<long double>(n);
      value += term / static_cast<long double>(2 * n + 1);
    }
  } else if (a < 1e9L) {
    const Wide twice(0, -kPi * a * a);
    constexpr int kTerms = 200;
    Wide part = twice + static_cast<long double>(4 * kTerms + 1);
    for (int n = kTerms; n > 0; --n) {
      part = twice + static_cast<long double>(4 * n - 3) - static_cast<long double>((2 * n - 1) * (2 * n)) / part;
    }
    const long double angle = kPi / 2 * std::fmod(a * a, 4.0L);
    const Wide beyond = Wide(std::cos(angle), std::sin(angle)) * Wide(a, -a) / part;
    value -= Wide(0.5L, 0.5L) * beyond;
  }
  return x < 0 ? -value : value;
}
double fresnel_cos(double x) { return static_cast<double>(fresnel(x).real()); }
double fresnel_sin(double x) { return static_cast<double>(fresnel(x).imag()); }

/// The modified Bessel function of order 0 or 1, divided by exp(|x|): its series, all of whose terms are positive, or for large x what
/// it comes near to.
static double scaled_bessel(int order, double x) {
  const long double a = std::fabs(static_cast<long double>(x));
  long double sum = 1, term = 1;
  if (a < 60) {
    for (int k = 1; term > sum * 1e-22L; ++k) {
      term *= a * a / 4 / (static_cast<long double>(k) * static_cast<long double>(k + order));
      sum += term;
    }
    sum *= std::exp(-a) * (order == 1 ? a / 2 : 1.0L);
  } else {
    for (int k = 1; k < 40 && std::fabs(term) > 1e-22L; ++k) {
      const auto odd = static_cast<long double>(2 * k - 1);
      term *= (odd * odd - static_cast<long double>(4 * order)) / (8 * a * static_cast<long double>(k));
      sum += term;
    }
    sum /= std::sqrt(2 * std::numbers::pi_v<long double> * a);
  }
  return static_cast<double>(order == 1 && x < 0 ? -sum : sum);
}
double bessel_i0e(double x) { return std::isnan(x) ? x : scaled_bessel(0, x); }
double bessel_i1e(double x) { return std::isnan(x) ? x : scaled_bessel(1, x); }

double dawson(double x) {
  if (std::isnan(x)) return x;
  const long double a = std::fabs(static_cast<long double>(x)), square = a * a;
  long double sum = 0;
  if (a < 12) {
    long double term = a;
    for (int k = 1; term > sum * 1e-22L; ++k) {
      sum += term / static_cast<long double>(2 * k - 1);
      term *= square / static_cast<long double>(k);
    }
    sum *= std::exp(-square);
  } else {
    long double term = 1;
    for (int k = 1; k < 60 && term > 1e-22L; ++k) {
      sum += term;
      term *= static_cast<long double>(2 * k - 1) / (2 * square);
    }
    sum /= 2 * a;
  }
  return std::copysign(static_cast<double>(sum), x);
}

/// The dilogarithm of y <= 1.
static long double dilogarithm(long double y) {
  constexpr long double kLimit = std::numbers::pi_v<long double> * std::numbers::pi_v<long double> / 6;
  if (y == 1) return kLimit;
  if (y > 0.5L) return kLimit - std::log(y) * std::log1p(-y) - dilogarithm(1 - y);
  if (y < -0.5L) return -dilogarithm(y / (y - 1)) - std::log1p(-y) * std::log1p(-y) / 2;
  long double sum = 0, power = y;
  for (int k = 1; k < 80 && std::fabs(power) > 1e-30L; ++k) {
    sum += power / (static_cast<long double>(k) * static_cast<long double>(k));
    power *= y;
  }
  return sum;
}
double spence(double x) {
  if (std::isnan(x)) return x;
  if (x < 0) return std::nan("");
  return std::isinf(x) ? -x : static_cast<double>(dilogarithm(1 - static_cast<long double>(x)));
}

/// Reflection for negative numbers, recurrence up to 10, then the asymptotic series.
double digamma(double x) {
  if (x == 0) return std::copysign(std::numeric_limits<double>::infinity(), -x);
  double result = 0;
  if (x < 0) {
    const double whole = std::trunc(x);
    if (x == whole) return std::numeric_limits<double>::quiet_NaN();
    result = -std::numbers::pi / std::tan(std::numbers::pi * (x - whole));
    x = 1 - x;
  }
  for (; x < 10; ++x) result -= 1 / x;
  constexpr double kSeries[] = {1.0 / 12, -691.0 / 32760, 1.0 / 132, -1.0 / 240, 1.0 / 252, -1.0 / 120, 1.0 / 12};
  const double z = 1 / (x * x);
  double tail = 0;
  for (double c : kSeries) tail = tail * z + c;
  return result + std::log(x) - 0.5 / x - (x < 1e17 ? tail * z : 0);
}

double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

}  // namespace opstrata::operators
