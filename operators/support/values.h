/// @file
/// Whole tensors as dense arrays of int64, float64 or complex128: for kernels whose work is not element by element.
/// Values pass through the conversions of Cast, so every numeric type is read and written.
#ifndef OPSTRATA_OPERATORS_SUPPORT_VALUES_H_
#define OPSTRATA_OPERATORS_SUPPORT_VALUES_H_

#include <complex>
#include <type_traits>
#include <vector>

#include "opstrata/kernel.h"
#include "support/convert.h"
#include "support/strided.h"

namespace opstrata::operators {

template <class X>
inline constexpr ge::DataType kTypeOf = std::is_same_v<X, double>     ? ge::DT_DOUBLE
                                        : std::is_same_v<X, int64_t>  ? ge::DT_INT64
                                        : std::is_same_v<X, uint64_t> ? ge::DT_UINT64
                                                                      : ge::DT_COMPLEX128;

/// True when input `index` (or output, with `is_output`) is there and has a numeric type; else a refusal.
inline bool check_numbers(PrepareContext &ctx, uint32_t index, bool is_output = false) {
  const KernelTensor *t = is_output ? ctx.output(index) : ctx.input(index);
  if (t != nullptr && conversion(t->dtype, ge::DT_DOUBLE) != nullptr) return true;
  return ctx.refuse("%s: %s", is_output ? ctx.output_name(index) : ctx.input_name(index),
                    t == nullptr ? "missing" : KernelCall::dtype_name(t->dtype)),
         false;
}

/// The elements of an input in row-major order, broadcast to `shape`.
template <class X>
std::vector<X> read_values(const RunContext &run, uint32_t input, Dims shape, uint32_t instance = 0) {
  const KernelTensor &t = *run.input(input, instance);
  StridedLoop<1> loop;
  for (size_t d = 0; d < shape.size(); ++d) loop.add(shape[d], {broadcast_stride(t, d, shape.size())});
  std::vector<X> values(static_cast<size_t>(loop.total()));
  const UnaryRow convert = conversion(t.dtype, kTypeOf<X>);
  char *to = reinterpret_cast<char *>(values.data());
  constexpr auto kItem = static_cast<int64_t>(sizeof(X));
  loop.run({address(run.input_data(input, instance))}, 0, loop.total(), [&](const std::array<char *, 1> &p, int64_t n) {
    convert(p[0], loop.row_strides()[0], to, kItem, n);
    to += n * kItem;
  });
  return values;
}
template <class X>
std::vector<X> read_values(const RunContext &run, uint32_t input) {
  return read_values<X>(run, input, run.input(input)->shape);
}

/// Writes all elements of the tensor `t` at `to`, in row-major order.
template <class X>
void write_values(const KernelTensor &t, char *to, const X *values) {
  const int64_t item = item_bytes(t.dtype);
  StridedLoop<1> loop;
  for (size_t d = 0; d < t.rank(); ++d) loop.add(t.shape[d], {t.strides[d] * item});
  const UnaryRow convert = conversion(kTypeOf<X>, t.dtype);
  const char *from = reinterpret_cast<const char *>(values);
  constexpr auto kItem = static_cast<int64_t>(sizeof(X));
  loop.run({to}, 0, loop.total(), [&](const std::array<char *, 1> &p, int64_t n) {
    convert(from, kItem, p[0], loop.rank() == 0 ? item : loop.row_strides()[0], n);
    from += n * kItem;
  });
}

/// Writes all elements of an output.
template <class X>
void write_values(RunContext &run, uint32_t output, const X *values, uint32_t instance = 0) {
  write_values(*run.output(output, instance), run.out<char>(output, instance), values);
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_VALUES_H_
