/**
 * @file
 * Checked integer arithmetic of the interface: `ge::AddOverflow`, `ge::MulOverflow`, `ge::IntegerChecker`.
 */
#ifndef INC_EXTERNAL_UTILS_EXTERN_MATH_UTIL_H_
#define INC_EXTERNAL_UTILS_EXTERN_MATH_UTIL_H_

#include <cstdint>
#include <limits>
#include <type_traits>

namespace ge {
/** Writes `lhs + rhs` to `result`; returns true when the sum does not fit (`result` then holds the wrapped value). */
template <typename TLhs, typename TRhs, typename TRet>
bool AddOverflow(TLhs lhs, TRhs rhs, TRet &result) {
  return __builtin_add_overflow(lhs, rhs, &result);
}

/** Writes `lhs * rhs` to `result`; returns true when the product does not fit (`result` then holds the wrapped value). */
template <typename TLhs, typename TRhs, typename TRet>
bool MulOverflow(TLhs lhs, TRhs rhs, TRet &result) {
  return __builtin_mul_overflow(lhs, rhs, &result);
}

/** `IntegerChecker<T>::Compat(v)`: whether the integer `v` has the same value as a `T` (generated code, es-api section 10.7). */
template <typename T>
class IntegerChecker {
 public:
  template <typename TValue>
  static bool Compat(const TValue v) {
    static_assert(std::is_integral<T>::value && std::is_integral<TValue>::value, "integers only");
    const T as_target = static_cast<T>(v);
    return (static_cast<TValue>(as_target) == v) && ((as_target < T{}) == (v < TValue{}));
  }
};
}  // namespace ge

#endif  // INC_EXTERNAL_UTILS_EXTERN_MATH_UTIL_H_
