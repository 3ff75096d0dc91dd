#include "support/checks.h"
#include "support/elementwise.h"

namespace opstrata::operators {
namespace {

template <class T>
void relu_row(const char *x, int64_t sx, char *y, int64_t sy, int64_t n) {
  // Compared in the element's own (signed) type; NaN and -0 pass.
  unary_row<T, T>(x, sx, y, sy, n, [](T v) {
    if constexpr (std::is_integral_v<T>) {
      return v < 0 ? T{0} : v;
    } else {
      return load(v) < Compute<T>{0} ? store<T>(Compute<T>{0}) : v;
    }
  });
}

std::unique_ptr<KernelState> prepare_relu(PrepareContext &ctx) {
  UnaryRow row = nullptr;
  if (const KernelTensor *x = ctx.input(0)) {
    dispatch<float, Half, BFloat16, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t>(
        x->dtype, [&](auto e) { row = relu_row<typename decltype(e)::type>; });
  }
  return prepare_unary(ctx, row);
}
OPSTRATA_KERNEL(Relu, prepare_relu);

/// `mask` has a bit for each element along the last dimension of x, the first in the lowest bit of a byte.
bool check_mask(PrepareContext &ctx, const KernelTensor &x, const KernelTensor &mask) {
  bool fits = x.rank() >= 1 && mask.rank() == x.rank() && mask.dtype == ge::DT_UINT8;
  for (size_t d = 0; fits && d < x.rank(); ++d) fits = mask.shape[d] == (d + 1 == x.rank() ? (x.shape[d] + 7) / 8 : x.shape[d]);
  if (fits) return true;
  return ctx.refuse("mask: %s %s does not have a bit for each element of %s", KernelCall::dtype_name(mask.dtype),
                    KernelCall::dims_text(mask.shape), KernelCall::dims_text(x.shape)),
         false;
}
/// Calls f(element, byte of the mask, its bit) for all elements of x.
template <class F>
void for_bits(const KernelTensor &x, const F &f) {
  const auto length = static_cast<size_t>(x.shape[x.rank() - 1]), bytes = (length + 7) / 8;
  for (size_t i = 0; i < static_cast<size_t>(x.elements); ++i)
    f(i, i / length * bytes + i % length / 8, static_cast<int64_t>(1) << (i % length % 8));
}
std::unique_ptr<KernelState> prepare_relu_with_mask(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 2) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape) ||
      !check_mask(ctx, *ctx.input(0), *ctx.output(1)))
    return nullptr;
  return make_kernel([](RunContext &run) {
    const auto run_as = [&](auto x) {
      std::vector<int64_t> mask(static_cast<size_t>(run.output(1)->elements), 0);
      for_bits(*run.input(0), [&](size_t i, size_t byte, int64_t bit) {
        if (x[i] > 0) mask[byte] |= bit;
        if (x[i] < 0) x[i] = 0;
      });
      write_values(run, 0, x.data());
      write_values(run, 1, mask.data());
    };
    if (run.input(0)->dtype == ge::DT_INT64) {
      run_as(read_values<int64_t>(run, 0));
    } else {
      run_as(read_values<double>(run, 0));
    }
    return true;
  });
}
std::unique_ptr<KernelState> prepare_masked_grad(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1) || !same_shape(ctx, *ctx.output(0), "backprops", ctx.input(0)->shape) ||
      !check_mask(ctx, *ctx.input(0), *ctx.input(1)))
    return nullptr;
  return make_kernel([](RunContext &run) {
    const auto mask = read_values<int64_t>(run, 1);
    const auto run_as = [&](auto d) {
      for_bits(*run.input(0), [&](size_t i, size_t byte, int64_t bit) {
        if ((mask[byte] & bit) == 0) d[i] = 0;
      });
      write_values(run, 0, d.data());
    };
    const ge::DataType type = run.input(0)->dtype;
    if (type == ge::DT_INT64 || type == ge::DT_UINT64) {
      run_as(read_values<int64_t>(run, 0));
    } else {
      run_as(read_values<double>(run, 0));
    }
    return true;
  });
}
OPSTRATA_KERNEL(ReluV2, prepare_relu_with_mask);
OPSTRATA_KERNEL(ReluGradV2, prepare_masked_grad);

}  // namespace
}  // namespace opstrata::operators
