/// @file
/// Element-wise kernels: what Add, Mul, Neg, Relu, Cast and their kin share. An operator brings the row functions of its
/// types; broadcasting, strides, differing input types and splitting over threads are here.
#ifndef OPSTRATA_OPERATORS_SUPPORT_ELEMENTWISE_H_
#define OPSTRATA_OPERATORS_SUPPORT_ELEMENTWISE_H_

#include <memory>

#include "opstrata/kernel.h"
#include "support/convert.h"
#include "support/elements.h"
#include "support/rows.h"

namespace opstrata::operators {

/// y[i] = f(a[i], b[i]); all three of the type of y. `scalar`: the kernel's extra operand in the compute type of y, or null.
using BinaryRow = void (*)(const char *a, int64_t sa, const char *b, int64_t sb, char *y, int64_t sy, int64_t n,
                           const void *scalar);

/// Kernel of an operator with inputs x1, x2 and output y. `choose(dtype of y)` gives the row, or null for a type that the
/// operator does not have. Inputs of another type are converted to that of y. With `with_scalar`, input 2 is one number.
std::unique_ptr<KernelState> prepare_binary(PrepareContext &ctx, BinaryRow (*choose)(ge::DataType), bool with_scalar = false);

/// Kernel of an operator with input x and output y; `row` null: the types are refused.
std::unique_ptr<KernelState> prepare_unary(PrepareContext &ctx, UnaryRow row);

/// Row of `Op`, a function object over computed values: Op()(a, b) or Op()(a, b, scalar).
template <class T, class Op>
void binary_op_row(const char *a, int64_t sa, const char *b, int64_t sb, char *y, int64_t sy, int64_t n, const void *scalar) {
  using C = Compute<T>;
  if constexpr (std::is_invocable_v<Op, C, C, C>) {
    const C s = *static_cast<const C *>(scalar);
    binary_row<T>(a, sa, b, sb, y, sy, n, [s](T u, T v) { return store<T>(Op()(load(u), load(v), s)); });
  } else {
    binary_row<T>(a, sa, b, sb, y, sy, n, [](T u, T v) { return store<T>(Op()(load(u), load(v))); });
  }
}
template <class T, class Op>
void unary_op_row(const char *x, int64_t sx, char *y, int64_t sy, int64_t n) {
  unary_row<T, T>(x, sx, y, sy, n, [](T v) { return store<T>(Op()(load(v))); });
}

/// `choose` for prepare_binary: the row of `Op` for `dtype` if it is one of `Ts`.
template <class Op, class... Ts>
BinaryRow choose_binary(ge::DataType dtype) {
  BinaryRow row = nullptr;
  dispatch<Ts...>(dtype, [&](auto e) { row = binary_op_row<typename decltype(e)::type, Op>; });
  return row;
}
template <class Op, class... Ts>
UnaryRow choose_unary(ge::DataType dtype) {
  UnaryRow row = nullptr;
  dispatch<Ts...>(dtype, [&](auto e) { row = unary_op_row<typename decltype(e)::type, Op>; });
  return row;
}

/// Product of complex numbers by the plain formula, of anything else by `*`.
template <class C>
inline C multiply(C a, C b) {
  if constexpr (kIsComplex<C>) {
    return C(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  } else if constexpr (std::is_same_v<C, bool>) {
    return a && b;
  } else {
    return a * b;
  }
}
template <class C>
inline C add(C a, C b) {
  if constexpr (std::is_same_v<C, bool>) {
    return a || b;
  } else {
    return a + b;
  }
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_ELEMENTWISE_H_
