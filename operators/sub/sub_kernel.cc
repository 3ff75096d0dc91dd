#include "support/elementwise.h"

namespace opstrata::operators {
namespace {

struct SubOp {
  template <class C>
  C operator()(C a, C b) const { return a - b; }
};

std::unique_ptr<KernelState> prepare_sub(PrepareContext &ctx) {
  return prepare_binary(ctx, choose_binary<SubOp, float, Half, BFloat16, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                                           ComplexHalf, std::complex<float>, std::complex<double>>);
}
OPSTRATA_KERNEL(Sub, prepare_sub);

}  // namespace
}  // namespace opstrata::operators
