#include "support/elementwise.h"

namespace opstrata::operators {
namespace {

struct MulOp {
  template <class C>
  C operator()(C a, C b) const { return multiply(a, b); }
};

std::unique_ptr<KernelState> prepare_mul(PrepareContext &ctx) {
  return prepare_binary(ctx, choose_binary<MulOp, Boolean, Half, float, double, uint8_t, int8_t, uint16_t, int16_t, int32_t, int64_t,
                                           BFloat16, ComplexHalf, std::complex<float>, std::complex<double>>);
}
OPSTRATA_KERNEL(Mul, prepare_mul);

}  // namespace
}  // namespace opstrata::operators
