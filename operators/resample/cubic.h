/// @file
/// Cubic convolution, as resizing and sampling by a grid have it.
#ifndef OPSTRATA_OPERATORS_RESAMPLE_CUBIC_H_
#define OPSTRATA_OPERATORS_RESAMPLE_CUBIC_H_

namespace opstrata::operators {

inline constexpr double kCubicA = -0.75;

/// Weights of the points -1, 0, 1 and 2 for a place `t` of [0, 1).
inline void cubic_weights(double t, double *w) {
  const auto near = [](double d) { return ((kCubicA + 2) * d - (kCubicA + 3)) * d * d + 1; };
  const auto far = [](double d) { return ((kCubicA * d - 5 * kCubicA) * d + 8 * kCubicA) * d - 4 * kCubicA; };
  w[0] = far(t + 1);
  w[1] = near(t);
  w[2] = near(1 - t);
  w[3] = far(2 - t);
}
/// Their derivatives by t.
inline void cubic_slopes(double t, double *w) {
  const auto near = [](double d) { return (3 * (kCubicA + 2) * d - 2 * (kCubicA + 3)) * d; };
  const auto far = [](double d) { return (3 * kCubicA * d - 10 * kCubicA) * d + 8 * kCubicA; };
  w[0] = far(t + 1);
  w[1] = near(t);
  w[2] = -near(1 - t);
  w[3] = -far(2 - t);
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_RESAMPLE_CUBIC_H_
