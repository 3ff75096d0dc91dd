// Numbers as quantisation would leave them: rounded to one of 2^bits steps between two ends that are moved so that 0 is
// a step.
#include <algorithm>
#include <cmath>

#include "support/checks.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

/// The ends after the move, and the step.
struct Grid {
  double low, high, step;
};
Grid grid(double min, double max, double least, double most) {
  const double step = (max - min) / (most - least);
  const double zero = std::clamp(std::floor(least - min / step + 0.5), least, most);
  return {(least - zero) * step, (most - zero) * step, step};
}

struct Fake {
  uint32_t x = 0;           ///< which input
  int64_t channels = 0;     ///< of the last dimension, each with ends of its own; 0: one pair of ends
  bool from_attrs = false;  ///< the ends are attributes
  double min = 0, max = 0, least = 0, most = 255;
};
bool read_fake(PrepareContext &ctx, bool is_gradient, bool from_attrs, bool per_channel, Fake &f) {
  f.x = is_gradient ? 1 : 0;
  f.from_attrs = from_attrs;
  const uint32_t inputs = f.x + (from_attrs ? 1 : 3);
  if (!are_numbers(ctx, inputs, is_gradient && !from_attrs ? 3 : 1)) return false;
  const int64_t bits = ctx.int_attr("num_bits", 8);
  if (bits < 2 || bits > 16) return ctx.refuse("num_bits: %lld is not in [2, 16]", static_cast<long long>(bits)), false;
  f.least = ctx.bool_attr("narrow_range") ? 1 : 0;
  f.most = static_cast<double>((int64_t{1} << bits) - 1);
  f.min = ctx.float_attr("min", -6);
  f.max = ctx.float_attr("max", 6);
  if (from_attrs && !(f.min < f.max)) return ctx.refuse("min, max: %g is not below %g", f.min, f.max), false;
  const KernelTensor &x = *ctx.input(f.x);
  if (per_channel && x.rank() == 0) return ctx.refuse("x: a scalar has no channels"), false;
  f.channels = per_channel ? x.shape.back() : 0;
  const int64_t ends = per_channel ? f.channels : 1;
  for (uint32_t i = f.x + 1; i < inputs; ++i) {
    if (!has_elements(ctx, *ctx.input(i), ctx.input_name(i), ends)) return false;
  }
  for (uint32_t i = 1; is_gradient && !from_attrs && i < 3; ++i) {
    if (!has_elements(ctx, *ctx.output(i), ctx.output_name(i), ends)) return false;
  }
  return (!is_gradient || same_shape(ctx, *ctx.input(0), ctx.input_name(0), x.shape)) &&
         same_shape(ctx, *ctx.output(0), ctx.output_name(0), x.shape);
}
/// One grid, or one of each channel; false when ends are not in order.
bool grids(RunContext &run, const Fake &f, std::vector<Grid> &all) {
  if (f.from_attrs) return all.push_back(grid(f.min, f.max, f.least, f.most)), true;
  const Reals min = read_values<double>(run, f.x + 1), max = read_values<double>(run, f.x + 2);
  for (size_t i = 0; i < min.size(); ++i) {
    if (!(min[i] < max[i])) return run.fail("min, max: %g is not below %g", min[i], max[i]);
    all.push_back(grid(min[i], max[i], f.least, f.most));
  }
  return true;
}

template <bool FromAttrs, bool PerChannel>
std::unique_ptr<KernelState> prepare_fake(PrepareContext &ctx) {
  Fake f;
  if (!read_fake(ctx, false, FromAttrs, PerChannel, f)) return nullptr;
  return make_kernel([f](RunContext &run) {
    std::vector<Grid> all;
    if (!grids(run, f, all)) return false;
    Reals x = read_values<double>(run, 0);
    for (size_t i = 0; i < x.size(); ++i) {
      const Grid &g = all[f.channels == 0 ? 0 : i % static_cast<size_t>(f.channels)];
      x[i] =
          x[i] != x[i] ? x[i] : std::floor((std::clamp(x[i], g.low, g.high) - g.low) / g.step + 0.5) * g.step + g.low;
    }
    write_values(run, 0, x.data());
    return true;
  });
}
template <bool FromAttrs, bool PerChannel>
std::unique_ptr<KernelState> prepare_fake_back(PrepareContext &ctx) {
  Fake f;
  if (!read_fake(ctx, true, FromAttrs, PerChannel, f)) return nullptr;
  return make_kernel([f](RunContext &run) {
    std::vector<Grid> all;
    if (!grids(run, f, all)) return false;
    Reals d = read_values<double>(run, 0);
    const Reals x = read_values<double>(run, 1);
    Reals of_min(all.size(), 0.0), of_max(all.size(), 0.0);
    for (size_t i = 0; i < x.size(); ++i) {
      const size_t channel = f.channels == 0 ? 0 : i % static_cast<size_t>(f.channels);
      if (x[i] >= all[channel].low && x[i] <= all[channel].high) continue;
      (x[i] < all[channel].low ? of_min : of_max)[channel] += d[i];
      d[i] = 0;
    }
    write_values(run, 0, d.data());
    if (f.from_attrs) return true;
    write_values(run, 1, of_min.data());
    write_values(run, 2, of_max.data());
    return true;
  });
}

OPSTRATA_KERNEL(FakeQuantWithMinMaxArgs, (prepare_fake<true, false>));
OPSTRATA_KERNEL(FakeQuantWithMinMaxVars, (prepare_fake<false, false>));
OPSTRATA_KERNEL(FakeQuantWithMinMaxVarsPerChannel, (prepare_fake<false, true>));
OPSTRATA_KERNEL(FakeQuantWithMinMaxArgsGradient, (prepare_fake_back<true, false>));
OPSTRATA_KERNEL(FakeQuantWithMinMaxVarsGradient, (prepare_fake_back<false, false>));
OPSTRATA_KERNEL(FakeQuantWithMinMaxVarsPerChannelGradient, (prepare_fake_back<false, true>));

}  // namespace
}  // namespace opstrata::operators
