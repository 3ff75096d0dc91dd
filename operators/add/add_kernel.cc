#include <cmath>

#include "support/elementwise.h"

namespace opstrata::operators {
namespace {

struct AddOp {
  template <class C>
  C operator()(C a, C b) const { return operators::add(a, b); }
};
struct AxpyOp {
  template <class C>
  C operator()(C a, C b, C alpha) const {
    if constexpr (std::is_floating_point_v<C>) {
      return std::fma(alpha, b, a);
    } else {
      return operators::add(a, multiply(alpha, b));
    }
  }
};

template <class Op>
BinaryRow choose(ge::DataType dtype) {
  return choose_binary<Op, float, Half, BFloat16, double, int8_t, int16_t, int32_t, int64_t, uint8_t, Boolean, ComplexHalf,
                       std::complex<float>, std::complex<double>>(dtype);
}

std::unique_ptr<KernelState> prepare_add(PrepareContext &ctx) { return prepare_binary(ctx, choose<AddOp>); }
std::unique_ptr<KernelState> prepare_axpy(PrepareContext &ctx) { return prepare_binary(ctx, choose<AxpyOp>, true); }

OPSTRATA_KERNEL(Add, prepare_add);
OPSTRATA_KERNEL(AxpyV2, prepare_axpy);

}  // namespace
}  // namespace opstrata::operators
