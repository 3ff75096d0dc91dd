/**
 * @file
 * Checked integer arithmetic of the interface: `ge::AddOverflow`, `ge::MulOverflow`.
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
}  // namespace ge

#endif  // INC_EXTERNAL_UTILS_EXTERN_MATH_UTIL_H_
