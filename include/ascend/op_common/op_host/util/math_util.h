/**
 * @file
 * Integer arithmetic of tiling and inference (opdev-api section 4.4).
 */
#ifndef OP_COMMON_OP_HOST_UTIL_MATH_UTIL_H
#define OP_COMMON_OP_HOST_UTIL_MATH_UTIL_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {
/** x / y rounded up; 0 for x = 0, x for y = 0. */
template <typename T>
constexpr typename std::enable_if<std::is_integral<T>::value, T>::type CeilDiv(T x, T y) {
  return (x == 0 || y == 0) ? x : static_cast<T>(x / y + ((x % y != 0 && ((x > 0) == (y > 0))) ? 1 : 0));
}

/** x / y as C++ divides; x for y = 0. */
template <typename T>
constexpr typename std::enable_if<std::is_integral<T>::value, T>::type FloorDiv(T x, T y) {
  return y == 0 ? x : static_cast<T>(x / y);
}

/** x rounded up to a multiple of align; 0 for align = 0, the largest T when that would overflow. */
template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type CeilAlign(T x, T align) {
  if (align == 0) {
    return 0;
  }
  T result = 0;
  return __builtin_mul_overflow(CeilDiv(x, align), align, &result) ? std::numeric_limits<T>::max() : result;
}

/** x rounded down to a multiple of align; 0 for align = 0. */
template <typename T>
constexpr typename std::enable_if<std::is_integral<T>::value, T>::type FloorAlign(T x, T align) {
  return align == 0 ? 0 : static_cast<T>(x / align * align);
}

/** Equal within the epsilon of float. */
template <typename T>
bool IsFloatEqual(T x, T y) {
  return std::abs(x - y) <= std::numeric_limits<float>::epsilon();
}

/** The largest power of two that is not above n; 0 for n < 1. */
template <typename T>
constexpr T LastPow2(T n) {
  T power = n < 1 ? 0 : 1;
  while (power != 0 && power <= n / 2) {
    power = static_cast<T>(power * 2);
  }
  return power;
}

/** 32-bit MurmurHash3 (x86) of `len` bytes. */
OPBASE_API uint32_t MurmurHash(const void *src, uint32_t len, uint32_t seed = 0x11U);

/** How a length is cut: `mainNum` parts of `mainSize`, then one tail part of `tailSize` (0 = none). */
struct SplitResult {
  int64_t partNum = 0;
  int64_t mainNum = 0;
  int64_t mainSize = 0;
  int64_t tailSize = 0;
};
/** Cuts into at most `parts` parts of equal size, the last one smaller. Nothing for non-positive arguments. */
OPBASE_API SplitResult SplitIntoEqualByParts(int64_t total, int64_t parts);
/** Cuts into parts of `factor`, the last one smaller. Nothing for non-positive arguments. */
OPBASE_API SplitResult SplitIntoEqualByFactor(int64_t total, int64_t factor);
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_MATH_UTIL_H
