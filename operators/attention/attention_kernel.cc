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

/// How the last dimension is turned, by mode: as two halves (a, b) that become (-b, a), as pairs, as two such pairs of
/// quarters, or as pairs whose first elements are put before the second ones first.
enum class Turn : uint8_t { kHalves, kPairs, kQuarters, kPairsToHalves };
/// Result i of a row of n is the element at `own` times cos plus `sign` times the element at `other` times sin.
struct Turned {
  size_t own, other;
  double sign;
};
Turned turned(Turn turn, size_t i, size_t n) {
  const size_t half = n / 2;
  switch (turn) {
    case Turn::kPairs:
      return i % 2 == 0 ? Turned{i, i + 1, -1} : Turned{i, i - 1, 1};
    case Turn::kQuarters: {
      const size_t step = n / 4;
      return i / step % 2 == 0 ? Turned{i, i + step, -1} : Turned{i, i - step, 1};
    }
    case Turn::kPairsToHalves:
      return i < half ? Turned{2 * i, 2 * i + 1, -1} : Turned{2 * (i - half) + 1, 2 * (i - half), 1};
    default:
      return i < half ? Turned{i, i + half, -1} : Turned{i, i - half, 1};
  }
}
bool read_turn(PrepareContext &ctx, Turn &turn) {
  const int64_t mode = ctx.int_attr("mode");
  turn = static_cast<Turn>(mode);
  return (mode >= 0 && mode <= 3) ||
         (ctx.refuse("mode: %lld; 0 to 3 are supported", static_cast<long long>(mode)), false);
}
bool read_named_turn(PrepareContext &ctx, Turn &turn) {
  const std::string_view mode = ctx.string_attr("rotary_mode", "half");
  turn = mode == "interleave" ? Turn::kPairs : mode == "quarter" ? Turn::kQuarters : Turn::kHalves;
  return turn != Turn::kHalves || mode == "half" ||
         (ctx.refuse("rotary_mode: \"%s\"; half, interleave and quarter are supported", mode.data()), false);
}

bool check_angles(PrepareContext &ctx, uint32_t x, uint32_t cos, uint32_t sin, Turn turn) {
  const Dims shape = ctx.input(x)->shape;
  if (shape.empty() || shape.back() % (turn == Turn::kQuarters ? 4 : 2) != 0)
    return ctx.refuse("%s: the last dimension of %s has no %s", ctx.input_name(x), KernelCall::dims_text(shape),
                      turn == Turn::kQuarters ? "quarters" : "halves"),
           false;
  for (uint32_t i : {cos, sin}) {
    if (!broadcasts_to(*ctx.input(i), shape))
      return ctx.refuse("%s: shape %s does not broadcast to %s", ctx.input_name(i),
                        KernelCall::dims_text(ctx.input(i)->shape), KernelCall::dims_text(shape)),
             false;
  }
  return true;
}
Reals rotated(const RunContext &run, uint32_t input, uint32_t cos, uint32_t sin, Turn turn) {
  const Dims shape = run.input(input)->shape;
  const Reals x = read_values<double>(run, input), c = read_values<double>(run, cos, shape),
              s = read_values<double>(run, sin, shape);
  Reals y(x.size());
  const auto n = static_cast<size_t>(shape.back());
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t row = i / n * n;
    const Turned t = turned(turn, i % n, n);
    y[i] = x[row + t.own] * c[i] + t.sign * x[row + t.other] * s[i];
  }
  return y;
}
std::unique_ptr<KernelState> rotation(PrepareContext &ctx, Turn turn) {
  if (!are_numbers(ctx, 3, 1) || !check_angles(ctx, 0, 1, 2, turn) ||
      !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape))
    return nullptr;
  return make_kernel([turn](RunContext &run) {
    write_values(run, 0, rotated(run, 0, 1, 2, turn).data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_rotary(PrepareContext &ctx) {
  Turn turn{};
  return read_turn(ctx, turn) ? rotation(ctx, turn) : nullptr;
}
std::unique_ptr<KernelState> prepare_rotary_mul(PrepareContext &ctx) {
  Turn turn{};
  return read_named_turn(ctx, turn) ? rotation(ctx, turn) : nullptr;
}
std::unique_ptr<KernelState> prepare_interleave(PrepareContext &ctx) { return rotation(ctx, Turn::kPairsToHalves); }
std::unique_ptr<KernelState> prepare_rotary_both(PrepareContext &ctx) {
  Turn turn{};
  if (!are_numbers(ctx, 4, 2) || !read_named_turn(ctx, turn) || !check_angles(ctx, 0, 2, 3, turn) ||
      !check_angles(ctx, 1, 2, 3, turn) || !same_shape(ctx, *ctx.output(0), "query", ctx.input(0)->shape) ||
      !same_shape(ctx, *ctx.output(1), "key", ctx.input(1)->shape))
    return nullptr;
  return make_kernel([turn](RunContext &run) {
    const Reals query = rotated(run, 0, 2, 3, turn), key = rotated(run, 1, 2, 3, turn);
    write_values(run, 0, query.data());
    write_values(run, 1, key.data());
    return true;
  });
}

/// Sums of the numbers of `shape` over the dimensions that `few` shares.
Reals summed(const Reals &values, Dims shape, const KernelTensor &few) {
  Reals sums(static_cast<size_t>(few.elements), 0.0);
  for (size_t i = 0; i < values.size(); ++i) {
    size_t rest = i, place = 0, step = 1;
    for (size_t d = shape.size(); d-- > 0; rest /= static_cast<size_t>(shape[d])) {
      const size_t behind = shape.size() - d;
      if (behind > few.rank()) break;
      const auto size = static_cast<size_t>(few.shape[few.rank() - behind]);
      if (size != 1) place += rest % static_cast<size_t>(shape[d]) * step;
      step *= size;
    }
    sums[place] += values[i];
  }
  return sums;
}
/// Gradients with respect to x, cos and sin; the last two where `wants_angles`.
template <uint32_t X, uint32_t Cos, uint32_t Sin, uint32_t D>
std::unique_ptr<KernelState> rotation_back(PrepareContext &ctx, Turn turn, bool wants_angles) {
  if (!check_numbers(ctx, D) || !check_numbers(ctx, Cos) || !check_numbers(ctx, Sin) || !check_numbers(ctx, 0, true) ||
      !check_angles(ctx, D, Cos, Sin, turn) || !same_shape(ctx, *ctx.output(0), "dx", ctx.input(D)->shape))
    return nullptr;
  if (wants_angles &&
      (!check_numbers(ctx, X) || !same_shape(ctx, *ctx.input(X), "x", ctx.input(D)->shape) || !are_numbers(ctx, 0, 3) ||
       !same_shape(ctx, *ctx.output(1), ctx.output_name(1), ctx.input(Cos)->shape) ||
       !same_shape(ctx, *ctx.output(2), ctx.output_name(2), ctx.input(Sin)->shape)))
    return nullptr;
  return make_kernel([turn, wants_angles](RunContext &run) {
    const Dims shape = run.input(D)->shape;
    const Reals d = read_values<double>(run, D), c = read_values<double>(run, Cos, shape),
                s = read_values<double>(run, Sin, shape), x = wants_angles ? read_values<double>(run, X) : Reals();
    Reals dx(d.size(), 0.0), dc(x.size()), ds(x.size());
    const auto n = static_cast<size_t>(shape.back());
    for (size_t i = 0; i < d.size(); ++i) {
      const size_t row = i / n * n;
      const Turned t = turned(turn, i % n, n);
      dx[row + t.own] += d[i] * c[i];
      dx[row + t.other] += t.sign * d[i] * s[i];
      if (!wants_angles) continue;
      dc[i] = d[i] * x[row + t.own];
      ds[i] = d[i] * t.sign * x[row + t.other];
    }
    write_values(run, 0, dx.data());
    if (!wants_angles) return true;
    write_values(run, 1, summed(dc, shape, *run.input(Cos)).data());
    write_values(run, 2, summed(ds, shape, *run.input(Sin)).data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_rotary_back(PrepareContext &ctx) {
  Turn turn{};
  return read_turn(ctx, turn) ? rotation_back<3, 1, 2, 0>(ctx, turn, ctx.input(3) != nullptr) : nullptr;
}
std::unique_ptr<KernelState> prepare_rotary_mul_back(PrepareContext &ctx) {
  return rotation_back<0, 1, 2, 3>(ctx, Turn::kHalves, ctx.bool_attr("need_backward", true));
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
OPSTRATA_KERNEL(RotaryPositionEmbeddingGrad, prepare_rotary_back);
OPSTRATA_KERNEL(RotaryMul, prepare_rotary_mul);
OPSTRATA_KERNEL(RotaryMulGrad, prepare_rotary_mul_back);
OPSTRATA_KERNEL(InterleaveRope, prepare_interleave);
OPSTRATA_KERNEL(ApplyRotaryPosEmb, prepare_rotary_both);
OPSTRATA_KERNEL(MoeGatingTopKSoftmax, prepare_gating);

}  // namespace
}  // namespace opstrata::operators
