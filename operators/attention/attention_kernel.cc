// Positions as rotations and the choice of experts; computed in float64 and rounded once.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "support/checks.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

bool check_angles(PrepareContext &ctx, uint32_t x, uint32_t cos, uint32_t sin) {
  const Dims shape = ctx.input(x)->shape;
  if (shape.empty() || shape.back() % 2 != 0)
    return ctx.refuse("%s: the last dimension of %s has no halves", ctx.input_name(x), KernelCall::dims_text(shape)),
           false;
  for (uint32_t i : {cos, sin}) {
    if (!broadcasts_to(*ctx.input(i), shape))
      return ctx.refuse("%s: shape %s does not broadcast to %s", ctx.input_name(i),
                        KernelCall::dims_text(ctx.input(i)->shape), KernelCall::dims_text(shape)),
             false;
  }
  return true;
}
Reals rotated(const RunContext &run, uint32_t input, uint32_t cos, uint32_t sin, bool pairs) {
  const Dims shape = run.input(input)->shape;
  const Reals x = read_values<double>(run, input), c = read_values<double>(run, cos, shape),
              s = read_values<double>(run, sin, shape);
  Reals y(x.size());
  const auto n = static_cast<size_t>(shape.back()), half = n / 2;
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t at = i % n;
    const bool first = pairs ? at % 2 == 0 : at < half;
    const size_t step = pairs ? 1 : half;
    y[i] = x[i] * c[i] + (first ? -x[i + step] : x[i - step]) * s[i];
  }
  return y;
}
std::unique_ptr<KernelState> prepare_rotary(PrepareContext &ctx) {
  if (!are_numbers(ctx, 3, 1) || !check_angles(ctx, 0, 1, 2) ||
      !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape))
    return nullptr;
  const int64_t mode = ctx.int_attr("mode");
  if (mode != 0 && mode != 1) return ctx.refuse("mode: %lld; 0 and 1 are supported", static_cast<long long>(mode));
  return make_kernel([pairs = mode == 1](RunContext &run) {
    write_values(run, 0, rotated(run, 0, 1, 2, pairs).data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_rotary_both(PrepareContext &ctx) {
  if (!are_numbers(ctx, 4, 2) || !check_angles(ctx, 0, 2, 3) || !check_angles(ctx, 1, 2, 3) ||
      !same_shape(ctx, *ctx.output(0), "query", ctx.input(0)->shape) ||
      !same_shape(ctx, *ctx.output(1), "key", ctx.input(1)->shape))
    return nullptr;
  const std::string_view mode = ctx.string_attr("rotary_mode", "half");
  if (mode != "half" && mode != "interleave")
    return ctx.refuse("rotary_mode: \"%s\" is neither half nor interleave", mode.data());
  return make_kernel([pairs = mode == "interleave"](RunContext &run) {
    const Reals query = rotated(run, 0, 2, 3, pairs), key = rotated(run, 1, 2, 3, pairs);
    write_values(run, 0, query.data());
    write_values(run, 1, key.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_gating(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 3)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  const KernelTensor *finished = ctx.input(1);
  const int64_t k = ctx.int_attr("k"), experts = x.rank() == 0 ? 0 : x.shape.back(),
                rows = experts == 0 ? 0 : x.elements / experts;
  if (k < 1 || k > experts)
    return ctx.refuse("k: %lld of the experts of x %s", static_cast<long long>(k), KernelCall::dims_text(x.shape));
  for (uint32_t i = 0; i < 3; ++i) {
    if (!has_elements(ctx, *ctx.output(i), ctx.output_name(i), rows * k)) return nullptr;
  }
  if (finished != nullptr && (!check_numbers(ctx, 1) || !has_elements(ctx, *finished, "finished", rows)))
    return nullptr;
  return make_kernel([=, ended = finished != nullptr](RunContext &run) {
    const Reals values = read_values<double>(run, 0);
    const std::vector<int64_t> done =
        ended ? read_values<int64_t>(run, 1) : std::vector<int64_t>(static_cast<size_t>(rows), 0);
    const auto n = static_cast<size_t>(experts), kept = static_cast<size_t>(k), count = static_cast<size_t>(rows);
    Reals y(count * kept);
    std::vector<int64_t> places(y.size()), numbers(y.size()), order(n);
    for (size_t r = 0; r < count; ++r) {
      const double *row = values.data() + r * n, most = *std::max_element(row, row + n);
      double sum = 0;
      for (size_t i = 0; i < n; ++i) sum += std::exp(row[i] - most);
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [row](int64_t a, int64_t b) { return row[a] > row[b]; });
      for (size_t j = 0; j < kept; ++j) {
        y[r * kept + j] = std::exp(row[order[j]] - most) / sum;
        places[r * kept + j] = done[r] != 0 ? experts : order[j];
        numbers[r * kept + j] = static_cast<int64_t>(j * count + r);
      }
    }
    write_values(run, 0, y.data());
    write_values(run, 1, places.data());
    write_values(run, 2, numbers.data());
    return true;
  });
}

OPSTRATA_KERNEL(RotaryPositionEmbedding, prepare_rotary);
OPSTRATA_KERNEL(ApplyRotaryPosEmb, prepare_rotary_both);
OPSTRATA_KERNEL(MoeGatingTopKSoftmax, prepare_gating);

}  // namespace
}  // namespace opstrata::operators
