/// @file
/// Sums and loops over some of a tensor's dimensions: what ReduceSum, SoftmaxV2 and LayerNorm share.
#ifndef OPSTRATA_OPERATORS_SUPPORT_REDUCTION_H_
#define OPSTRATA_OPERATORS_SUPPORT_REDUCTION_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "support/elements.h"
#include "support/rows.h"
#include "support/strided.h"

namespace opstrata::operators {

/// A sum of float64 values with the rounding errors summed beside it (Knuth's two-sum): exact to one rounding for all
/// practical lengths. Infinities and NaN come out as a plain sum gives them.
struct CompensatedSum {
  double sum = 0, error = 0;
  CompensatedSum &operator+=(double v) {
    const double next = sum + v;
    const double part = next - sum;
    error += (sum - (next - part)) + (v - part);
    sum = next;
    return *this;
  }
  CompensatedSum &operator+=(const CompensatedSum &other) {
    *this += other.sum;
    error += other.error;
    return *this;
  }
  double value() const { return std::isfinite(sum) ? sum + error : sum; }
};

/// Accumulators per element type: wide enough that a sum of practical length is off by one rounding at most.
struct WideSum {  // of 16-bit floats and float32, in float64
  double sum = 0;
  WideSum &operator+=(double v) { sum += v; return *this; }
  WideSum &operator+=(const WideSum &other) { sum += other.sum; return *this; }
  double value() const { return sum; }
};
struct WrappingSum {
  uint64_t sum = 0;
  WrappingSum &operator+=(uint64_t v) { sum += v; return *this; }
  WrappingSum &operator+=(const WrappingSum &other) { sum += other.sum; return *this; }
  uint64_t value() const { return sum; }
};
template <class Part>
struct ComplexSum {
  Part re, im;
  ComplexSum &operator+=(std::complex<double> v) { re += v.real(); im += v.imag(); return *this; }
  ComplexSum &operator+=(const ComplexSum &other) { re += other.re; im += other.im; return *this; }
  std::complex<double> value() const { return {re.value(), im.value()}; }
};
template <class T>
using Accumulator = std::conditional_t<std::is_integral_v<T>, WrappingSum,
                    std::conditional_t<std::is_same_v<T, double>, CompensatedSum,
                    std::conditional_t<std::is_same_v<T, std::complex<double>>, ComplexSum<CompensatedSum>,
                    std::conditional_t<kIsComplex<T>, ComplexSum<WideSum>, WideSum>>>>;

/// An element as its accumulator takes it.
template <class T>
inline auto widen(T v) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<uint64_t>(v);
  } else if constexpr (kIsComplex<T>) {
    return std::complex<double>(load(v));
  } else {
    return static_cast<double>(load(v));
  }
}
/// Rounds an accumulated value to the element type.
template <class T, class Wide>
inline T narrow(const Wide &v) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(v);
  } else if constexpr (std::is_same_v<T, BFloat16> || std::is_same_v<T, Half>) {
    return store<T>(round_to_odd(v));
  } else if constexpr (std::is_same_v<T, ComplexHalf>) {
    return ComplexHalf{to_half(round_to_odd(v.real())), to_half(round_to_odd(v.imag()))};
  } else {
    return static_cast<T>(v);
  }
}

/// Sum of `n` elements `stride` bytes apart. Eight running sums hide the latency of additions; their order is fixed.
template <class T>
Accumulator<T> sum_row(const char *x, int64_t stride, int64_t n) {
  constexpr int kLanes = 8;
  Accumulator<T> lanes[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int k = 0; k < kLanes; ++k) lanes[k] += widen(element<T>(x, (i + k) * stride));
  }
  for (int k = 0; i < n; ++i, ++k) lanes[k] += widen(element<T>(x, i * stride));
  for (int k = 1; k < kLanes; ++k) lanes[0] += lanes[k];
  return lanes[0];
}

/// Brings `axes` into [0, rank), marks them. False when one is out of range. Scalars accept the axes -1 and 0.
inline bool mark_axes(Dims axes, size_t rank, std::vector<bool> &reduced) {
  reduced.assign(rank, false);
  for (int64_t axis : axes) {
    const int64_t n = rank == 0 ? 1 : static_cast<int64_t>(rank);
    if (axis < -n || axis >= n) return false;
    if (rank > 0) reduced[static_cast<size_t>(axis < 0 ? axis + n : axis)] = true;
  }
  return true;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_REDUCTION_H_
