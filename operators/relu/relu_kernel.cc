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

}  // namespace
}  // namespace opstrata::operators
