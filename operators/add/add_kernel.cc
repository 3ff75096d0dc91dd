#include <cmath>
#include <string>

#include "support/elementwise.h"
#include "support/strided.h"

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

/// The characters of x1 followed by those of x2.
void join_row(const char *a, int64_t sa, const char *b, int64_t sb, char *y, int64_t sy, int64_t n, const void *) {
  binary_row<ge::StringHead>(a, sa, b, sb, y, sy, n, [](const ge::StringHead &u, const ge::StringHead &v) {
    std::string text(reinterpret_cast<const char *>(u.addr), static_cast<size_t>(u.len));
    text.append(reinterpret_cast<const char *>(v.addr), static_cast<size_t>(v.len));
    const ge::StringHead joined = keep_string(text.data(), text.size());
    if (joined.len < 0) throw std::bad_alloc();
    return joined;
  });
}

std::unique_ptr<KernelState> prepare_add(PrepareContext &ctx) {
  return prepare_binary(ctx, [](ge::DataType dtype) { return dtype == ge::DT_STRING ? join_row : choose<AddOp>(dtype); });
}
std::unique_ptr<KernelState> prepare_axpy(PrepareContext &ctx) { return prepare_binary(ctx, choose<AxpyOp>, true); }

OPSTRATA_KERNEL(Add, prepare_add);
OPSTRATA_KERNEL(AxpyV2, prepare_axpy);

}  // namespace
}  // namespace opstrata::operators
