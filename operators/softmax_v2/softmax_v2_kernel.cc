#include <algorithm>
#include <cmath>
#include <limits>

#include "support/moves.h"
#include "support/reduction.h"

namespace opstrata::operators {
namespace {

/// Slices that are normalised side by side when they interleave in memory.
constexpr int64_t kSideBySide = 16;

/// exp for x <= 0, to about 1 ulp, without branches or calls, so that loops over it vectorise. NaN stays NaN.
inline float exp_of_negative(float x) {
  const float bounded = x < -105.0f ? -105.0f : x;
  constexpr float kMagic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer in the low bits
  const float shifted = bounded * 1.44269504088896341f + kMagic;
  const float n = shifted - kMagic;
  const float r = (bounded - n * 0.693359375f) + n * 2.12194440054690582e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  // 2^n in two factors: n reaches down to -151, below the exponents of normal numbers.
  const int32_t exponent = std::bit_cast<int32_t>(shifted) - std::bit_cast<int32_t>(kMagic);
  const int32_t half = exponent >> 1;
  const float first = std::bit_cast<float>((half + 127) << 23);
  const float second = std::bit_cast<float>((exponent - half + 127) << 23);
  return x != x ? x : p * first * second;
}
inline double exp_of_negative(double x) { return std::exp(x); }

/// values[i] = softmax of the n values.
template <class C>
void normalize(C *values, int64_t n) {
  C maximum = -std::numeric_limits<C>::infinity();
  bool has_nan = false;
  for (int64_t i = 0; i < n; ++i) {
    maximum = values[i] > maximum ? values[i] : maximum;
    has_nan |= values[i] != values[i];
  }
  if (has_nan) maximum = std::numeric_limits<C>::quiet_NaN();
  for (int64_t i = 0; i < n; ++i) values[i] = exp_of_negative(values[i] - maximum);
  const double sum = sum_row<C>(reinterpret_cast<const char *>(values), sizeof(C), n).value();
  const C divisor = static_cast<C>(sum);
  for (int64_t i = 0; i < n; ++i) values[i] /= divisor;
}

struct Plan {
  StridedLoop<2> kept, reduced;  ///< x, y

  template <class T>
  void run(RunContext &ctx) const {
    using C = Compute<T>;
    const int64_t length = reduced.total();
    if (length == 0 || kept.total() == 0) return;
    const std::array<char *, 2> base = {address(ctx.input_data(0)), address(ctx.output_data(0))};
    const auto step = kept.row_strides();
    const auto stride = reduced.row_strides();
    const int64_t together = step[0] < stride[0] ? kSideBySide : 1;
    ctx.parallel_for(kept.total(), std::max<int64_t>(1, kElementGrain / 8 / length), [&](int64_t begin, int64_t end) {
      std::vector<C> values(static_cast<size_t>(std::min(together, end - begin) * length));
      kept.run(base, begin, end, [&](const std::array<char *, 2> &p, int64_t n) {
        for (int64_t i = 0; i < n; i += together) {
          const int64_t count = std::min(together, n - i);
          // Calls f(element of operand 0 or 1, value) for the `count` slices; the denser direction is the inner one.
          const auto walk = [&](auto f) {
            int64_t position = 0;
            reduced.run({p[0] + i * step[0], p[1] + i * step[1]}, 0, length, [&](const std::array<char *, 2> &q, int64_t m) {
              for (int64_t j = 0; j < m; ++j) {
                for (int64_t k = 0; k < count; ++k) {
                  f(q[0] + j * stride[0] + k * step[0], q[1] + j * stride[1] + k * step[1], values[static_cast<size_t>(k * length + position + j)]);
                }
              }
              position += m;
            });
          };
          walk([](const char *x, char *, C &value) { value = load(element<T>(x, 0)); });
          for (int64_t k = 0; k < count; ++k) normalize(values.data() + k * length, length);
          walk([](const char *, char *y, C &value) { element<T>(y, 0) = store<T>(value); });
        }
      });
    });
  }
};

std::unique_ptr<KernelState> prepare_softmax(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (x == nullptr || y == nullptr) return ctx.refuse("x and y are required");
  if (x->dtype != y->dtype || x->shape != y->shape) {
    return ctx.refuse("y: %s %s differs from x: %s %s", KernelCall::dtype_name(y->dtype), KernelCall::dims_text(y->shape),
                      KernelCall::dtype_name(x->dtype), KernelCall::dims_text(x->shape));
  }
  const auto axes = ctx.int_list_attr("axes");
  std::vector<bool> reduced;
  if (axes.empty() || !mark_axes(axes, x->rank(), reduced)) {
    return ctx.refuse("axes: %s are no dimensions of x %s", KernelCall::dims_text(axes), KernelCall::dims_text(x->shape));
  }
  Plan plan;
  const int64_t item = item_bytes(x->dtype);
  for (size_t d = 0; d < x->rank(); ++d) {
    (reduced[d] ? plan.reduced : plan.kept).add(x->shape[d], {x->strides[d] * item, y->strides[d] * item});
  }
  std::unique_ptr<KernelState> state;
  dispatch<double, Half, float, BFloat16>(x->dtype, [&](auto e) {
    using T = typename decltype(e)::type;
    state = make_kernel([plan = std::move(plan)](RunContext &run) {
      plan.run<T>(run);
      return true;
    });
  });
  if (state == nullptr) return ctx.refuse("x: data type %s is not supported", KernelCall::dtype_name(x->dtype));
  return state;
}
OPSTRATA_KERNEL(SoftmaxV2, prepare_softmax);

}  // namespace
}  // namespace opstrata::operators
