#include "support/elementwise.h"

namespace opstrata::operators {
namespace {

struct DivOp {
  template <class C>
  C operator()(C a, C b) const { return a / b; }
};

std::unique_ptr<KernelState> prepare_real_div(PrepareContext &ctx) {
  return prepare_binary(ctx, choose_binary<DivOp, float, Half, BFloat16, double, ComplexHalf, std::complex<float>, std::complex<double>>);
}
OPSTRATA_KERNEL(RealDiv, prepare_real_div);

}  // namespace
}  // namespace opstrata::operators
