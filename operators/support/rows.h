/// @file
/// Inner loops over rows of elements. The usual strides (dense, one repeated value) get a loop of their own that vectorises;
/// everything else takes the general one.
#ifndef OPSTRATA_OPERATORS_SUPPORT_ROWS_H_
#define OPSTRATA_OPERATORS_SUPPORT_ROWS_H_

#include <cstdint>
#include <type_traits>

namespace opstrata::operators {

template <class T>
using DenseStride = std::integral_constant<int64_t, sizeof(T)>;
using NoStride = std::integral_constant<int64_t, 0>;

template <class T>
inline const T &element(const char *base, int64_t offset) {
  return *reinterpret_cast<const T *>(base + offset);
}
template <class T>
inline T &element(char *base, int64_t offset) {
  return *reinterpret_cast<T *>(base + offset);
}

template <class X, class Y, class F>
inline void unary_row(const char *x, int64_t sx, char *y, int64_t sy, int64_t n, F f) {
  const auto loop = [&](auto stride_x, auto stride_y) {
    for (int64_t i = 0; i < n; ++i) element<Y>(y, i * stride_y) = f(element<X>(x, i * stride_x));
  };
  if (sx == DenseStride<X>() && sy == DenseStride<Y>()) {
    loop(DenseStride<X>(), DenseStride<Y>());
  } else {
    loop(sx, sy);
  }
}

template <class T, class F>
inline void binary_row(const char *a, int64_t sa, const char *b, int64_t sb, char *y, int64_t sy, int64_t n, F f) {
  const auto loop = [&](auto stride_a, auto stride_b, auto stride_y) {
    for (int64_t i = 0; i < n; ++i) {
      element<T>(y, i * stride_y) = f(element<T>(a, i * stride_a), element<T>(b, i * stride_b));
    }
  };
  using Dense = DenseStride<T>;
  if (sy == Dense() && sa == Dense() && sb == Dense()) {
    loop(Dense(), Dense(), Dense());
  } else if (sy == Dense() && sa == Dense() && sb == 0) {
    loop(Dense(), NoStride(), Dense());
  } else if (sy == Dense() && sa == 0 && sb == Dense()) {
    loop(NoStride(), Dense(), Dense());
  } else {
    loop(sa, sb, sy);
  }
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_ROWS_H_
