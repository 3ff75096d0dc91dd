#include <algorithm>

#include "support/moves.h"
#include "support/reduction.h"

namespace opstrata::operators {
namespace {

/// Outputs that are summed side by side when the kept dimension is denser in memory than the reduced one.
constexpr int64_t kSideBySide = 32;
/// Few outputs of long sums are split into pieces of this length, whatever the number of threads: results do not depend on it.
constexpr int64_t kPiece = 65536;
constexpr int64_t kFewOutputs = 64;

struct Plan {
  StridedLoop<2> kept;     ///< x, y
  StridedLoop<1> reduced;  ///< x
};

/// Adds elements [begin, end) of the reduced dimensions to `n` sums whose first elements lie `step` bytes apart.
template <class T>
void add_sums(const StridedLoop<1> &reduced, char *x, int64_t step, int64_t n, int64_t begin, int64_t end, Accumulator<T> *sums) {
  const int64_t stride = reduced.row_strides()[0];
  reduced.run({x}, begin, end, [&](const std::array<char *, 1> &p, int64_t count) {
    if (n > 1 && step < stride) {
      for (int64_t j = 0; j < count; ++j) {
        for (int64_t k = 0; k < n; ++k) sums[k] += widen(element<T>(p[0], j * stride + k * step));
      }
    } else {
      for (int64_t k = 0; k < n; ++k) sums[k] += sum_row<T>(p[0] + k * step, stride, count);
    }
  });
}

template <class T>
void run_pieces(const Plan &plan, RunContext &run, const std::array<char *, 2> &base) {
  const int64_t length = plan.reduced.total(), pieces = (length + kPiece - 1) / kPiece;
  std::vector<Accumulator<T>> sums(static_cast<size_t>(plan.kept.total() * pieces));
  run.parallel_for(plan.kept.total() * pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t output = unit / pieces, from = unit % pieces * kPiece;
      plan.kept.run(base, output, output + 1, [&](const std::array<char *, 2> &p, int64_t) {
        add_sums<T>(plan.reduced, p[0], 0, 1, from, std::min(from + kPiece, length), &sums[static_cast<size_t>(unit)]);
      });
    }
  });
  size_t next = 0;
  plan.kept.run(base, 0, plan.kept.total(), [&](const std::array<char *, 2> &p, int64_t n) {
    for (int64_t k = 0; k < n; ++k) {
      Accumulator<T> sum{};
      for (int64_t i = 0; i < pieces; ++i) sum += sums[next++];
      element<T>(p[1], k * plan.kept.row_strides()[1]) = narrow<T>(sum.value());
    }
  });
}

template <class T>
void run_sums(const Plan &plan, RunContext &run) {
  const std::array<char *, 2> base = {address(run.input_data(0)), address(run.output_data(0))};
  const int64_t length = plan.reduced.total();
  if (plan.kept.total() <= kFewOutputs && length >= 2 * kPiece) return run_pieces<T>(plan, run, base);
  const auto step = plan.kept.row_strides();
  const int64_t grain = std::max<int64_t>(1, kElementGrain / std::max<int64_t>(1, length));
  run.parallel_for(plan.kept.total(), grain, [&](int64_t begin, int64_t end) {
    plan.kept.run(base, begin, end, [&](const std::array<char *, 2> &p, int64_t n) {
      for (int64_t i = 0; i < n; i += kSideBySide) {
        const int64_t count = std::min(kSideBySide, n - i);
        Accumulator<T> sums[kSideBySide] = {};
        add_sums<T>(plan.reduced, p[0] + i * step[0], step[0], count, 0, length, sums);
        for (int64_t k = 0; k < count; ++k) element<T>(p[1], (i + k) * step[1]) = narrow<T>(sums[k].value());
      }
    });
  });
}

std::unique_ptr<KernelState> prepare_reduce_sum(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (x == nullptr || y == nullptr) return ctx.refuse("x and y are required");
  if (x->dtype != y->dtype) {
    return ctx.refuse("y: data type %s differs from %s, that of x", KernelCall::dtype_name(y->dtype), KernelCall::dtype_name(x->dtype));
  }
  std::vector<int64_t> axes;
  if (!constant_integers(ctx, 1, axes)) return nullptr;
  std::vector<bool> reduced;
  if (!mark_axes(as_dims(axes), x->rank(), reduced)) {
    return ctx.refuse("axes: %s are outside the dimensions of x %s", KernelCall::dims_text(as_dims(axes)), KernelCall::dims_text(x->shape));
  }
  if (axes.empty() && !ctx.bool_attr("noop_with_empty_axes", true)) reduced.assign(x->rank(), true);
  const int64_t item = item_bytes(x->dtype);
  const bool keep = ctx.bool_attr("keep_dims");
  Plan plan;
  size_t out = 0;
  bool fits = true;
  for (size_t d = 0; d < x->rank(); ++d) {
    const int64_t stride = x->strides[d] * item;
    if (reduced[d]) plan.reduced.add(x->shape[d], {stride});
    if (reduced[d] && !keep) continue;
    fits = fits && out < y->rank() && y->shape[out] == (reduced[d] ? 1 : x->shape[d]);
    if (!fits) break;
    if (!reduced[d]) plan.kept.add(x->shape[d], {stride, y->strides[out] * item});
    ++out;
  }
  if (!fits || out != y->rank()) {
    return ctx.refuse("y: shape %s does not fit x %s reduced over %s", KernelCall::dims_text(y->shape), KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(as_dims(axes)));
  }
  std::unique_ptr<KernelState> state;
  dispatch<float, Half, BFloat16, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, ComplexHalf,
           std::complex<float>, std::complex<double>>(x->dtype, [&](auto e) {
    using T = typename decltype(e)::type;
    state = make_kernel([plan = std::move(plan)](RunContext &run) {
      run_sums<T>(plan, run);
      return true;
    });
  });
  if (state == nullptr) return ctx.refuse("x: data type %s is not supported", KernelCall::dtype_name(x->dtype));
  return state;
}
OPSTRATA_KERNEL(ReduceSum, prepare_reduce_sum);

}  // namespace
}  // namespace opstrata::operators
