#include "support/elementwise.h"

namespace opstrata::operators {
namespace {

struct NegOp {
  template <class C>
  C operator()(C v) const {
    if constexpr (std::is_integral_v<C>) {
      return C{0} - v;  // unsigned: the lowest integer stays
    } else {
      return -v;
    }
  }
};

std::unique_ptr<KernelState> prepare_neg(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0);
  const UnaryRow row = x == nullptr ? nullptr
      : choose_unary<NegOp, BFloat16, Half, float, double, int8_t, int32_t, int64_t, std::complex<float>, std::complex<double>>(x->dtype);
  return prepare_unary(ctx, row);
}
OPSTRATA_KERNEL(Neg, prepare_neg);

}  // namespace
}  // namespace opstrata::operators
