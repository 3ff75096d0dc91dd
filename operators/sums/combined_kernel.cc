// Tensors that are combined element by element or by channels: lists, shares of gradients, heads of attention.
#include <algorithm>
#include <cmath>

#include "support/checks.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

bool are_alike(PrepareContext &ctx, uint32_t input, uint32_t count) {
  if (count == 0 || ctx.input_count(input) != count || ctx.int_attr("N") != static_cast<int64_t>(count))
    return ctx.refuse("N: %lld for %u tensors of %s", static_cast<long long>(ctx.int_attr("N")), ctx.input_count(input),
                      ctx.input_name(input)),
           false;
  const KernelTensor &y = *ctx.output(0);
  for (uint32_t i = 0; i < count; ++i) {
    const KernelTensor *x = ctx.input(input, i);
    if (x == nullptr || x->dtype != y.dtype || !broadcasts_to(*x, y.shape))
      return ctx.refuse("%s: tensor %u (%s) is not of the type of y or cannot be broadcast to %s",
                        ctx.input_name(input), i, x == nullptr ? "missing" : KernelCall::dims_text(x->shape),
                        KernelCall::dims_text(y.shape)),
             false;
  }
  return true;
}

std::unique_ptr<KernelState> prepare_eltwise(PrepareContext &ctx) {
  enum : int64_t { kProduct, kSum, kLargest };
  const uint32_t count = ctx.input_count(0);
  if (!check_numbers(ctx, 0, true) || !are_alike(ctx, 0, count)) return nullptr;
  for (uint32_t i = 0; i < count; ++i) {
    if (!same_shape(ctx, *ctx.input(0, i), "x", ctx.output(0)->shape)) return nullptr;
  }
  const int64_t mode = ctx.int_attr("mode", kSum);
  const KernelSpan<float> list = ctx.float_list_attr("coeff");
  if (mode < kProduct || mode > kLargest)
    return ctx.refuse("mode: %lld is none of 0 (product), 1 (sum), 2 (largest)", static_cast<long long>(mode));
  if (!list.empty() && (mode != kSum || list.size() != count))
    return ctx.refuse("coeff: %zu numbers for %u tensors; sums alone have them", list.size(), count);
  return make_kernel([mode, factors = std::vector<float>(list.begin(), list.end())](RunContext &run) {
    const Dims shape = run.output(0)->shape;
    Reals y;
    for (uint32_t k = 0; k < run.input_count(0); ++k) {
      const Reals x = read_values<double>(run, 0, shape, k);
      const double factor = factors.empty() ? 1 : static_cast<double>(factors[k]);
      if (k == 0) y.assign(x.size(), mode == kProduct ? 1 : 0);
      for (size_t i = 0; i < x.size(); ++i) {
        if (mode == kSum)
          y[i] += factor * x[i];
        else if (mode == kProduct)
          y[i] *= x[i];
        else
          y[i] = k == 0 || x[i] > y[i] || x[i] != x[i] ? x[i] : y[i];
      }
    }
    write_values(run, 0, y.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_mul_addn(PrepareContext &ctx) {
  const uint32_t count = ctx.input_count(0);
  if (!check_numbers(ctx, 0, true) || !are_alike(ctx, 0, count) || !are_alike(ctx, 1, count)) return nullptr;
  return make_kernel([count](RunContext &run) {
    const Dims shape = run.output(0)->shape;
    Reals y(static_cast<size_t>(run.output(0)->elements), 0.0);
    for (uint32_t k = 0; k < count; ++k) {
      const Reals a = read_values<double>(run, 0, shape, k), b = read_values<double>(run, 1, shape, k);
      for (size_t i = 0; i < y.size(); ++i) y[i] += a[i] * b[i];
    }
    write_values(run, 0, y.data());
    return true;
  });
}

/// Which of x1 and x2 the larger (or smaller) one is gets the gradient; both are broadcast to it, so their shares are
/// sums.
template <bool Larger>
std::unique_ptr<KernelState> prepare_shares(PrepareContext &ctx) {
  if (!are_numbers(ctx, 3, 2)) return nullptr;
  const Dims shape = ctx.input(0)->shape;
  for (uint32_t i = 0; i < 2; ++i) {
    if (!broadcasts_to(*ctx.input(i + 1), shape))
      return ctx.refuse("%s: shape %s cannot be broadcast to grads %s", ctx.input_name(i + 1),
                        KernelCall::dims_text(ctx.input(i + 1)->shape), KernelCall::dims_text(shape));
    if (!same_shape(ctx, *ctx.output(i), ctx.output_name(i), ctx.input(i + 1)->shape)) return nullptr;
  }
  return make_kernel(
      [wanted_x = ctx.bool_attr("grad_x", true), wanted_y = ctx.bool_attr("grad_y", true)](RunContext &run) {
        const Dims shape_of = run.input(0)->shape;
        const Reals d = read_values<double>(run, 0), a = read_values<double>(run, 1, shape_of),
                    b = read_values<double>(run, 2, shape_of);
        for (uint32_t side = 0; side < 2; ++side) {
          const KernelTensor &own = *run.input(side + 1);
          Reals y(static_cast<size_t>(own.elements), 0.0);
          for (size_t i = 0; i < d.size() && (side == 0 ? wanted_x : wanted_y); ++i) {
            const bool first = Larger ? a[i] >= b[i] : a[i] <= b[i];
            if (first != (side == 0)) continue;
            // The element of the tensor that is broadcast to element i.
            int64_t rest = static_cast<int64_t>(i), at = 0, step = 1;
            for (size_t k = 0; k < own.rank(); ++k) {
              const int64_t wide = shape_of[shape_of.size() - 1 - k], narrow = own.shape[own.rank() - 1 - k];
              if (narrow != 1) at += rest % wide * step;
              rest /= wide;
              step *= narrow;
            }
            y[static_cast<size_t>(at)] += d[i];
          }
          write_values(run, side, y.data());
        }
        return true;
      });
}

std::unique_ptr<KernelState> prepare_average(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() < 2) return ctx.refuse("x: shape %s; [n, channels, ...] is required", KernelCall::dims_text(x.shape));
  std::vector<int64_t> wanted(x.rank(), 1);
  wanted[0] = x.shape[0];
  wanted[1] = x.shape[1];
  if (!same_shape(ctx, *ctx.output(0), "y", Dims(wanted.data(), wanted.size()))) return nullptr;
  return make_kernel([](RunContext &run) {
    const Reals values = read_values<double>(run, 0);
    Reals y(static_cast<size_t>(run.output(0)->elements), 0.0);
    const size_t points = y.empty() ? 0 : values.size() / y.size();
    for (size_t i = 0; i < y.size(); ++i) {
      for (size_t k = 0; k < points; ++k) y[i] += values[i * points + k];
      y[i] /= static_cast<double>(points);
    }
    write_values(run, 0, y.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_heads(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 3)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  const int64_t heads = ctx.int_attr("num_heads"), width = x.rank() == 3 ? x.shape[2] : 0;
  if (x.rank() != 3 || heads < 1 || width % 3 != 0 || width / 3 % heads != 0)
    return ctx.refuse("num_heads: %lld do not share qkv %s; [batch, length, 3 * heads * width] is required",
                      static_cast<long long>(heads), KernelCall::dims_text(x.shape));
  const int64_t size = width / 3 / heads, wanted[4] = {x.shape[0], heads, x.shape[1], size};
  if (!has_elements(ctx, *ctx.input(1), "qkv_bias", width)) return nullptr;
  for (uint32_t i = 0; i < 3; ++i) {
    if (!same_shape(ctx, *ctx.output(i), ctx.output_name(i), Dims(wanted, 4))) return nullptr;
  }
  return make_kernel([heads = static_cast<size_t>(heads), size = static_cast<size_t>(size)](RunContext &run) {
    const Reals values = read_values<double>(run, 0), bias = read_values<double>(run, 1);
    const Dims shape = run.input(0)->shape;
    const auto length = static_cast<size_t>(shape[1]), all = heads * size;
    for (uint32_t part = 0; part < 3; ++part) {
      const double scale = part == 0 ? 1 / std::sqrt(static_cast<double>(size)) : 1;
      Reals y(static_cast<size_t>(run.output(part)->elements));
      for (size_t i = 0; i < y.size(); ++i) {
        const size_t at = i % size, place = i / size % length, head = i / size / length % heads,
                     n = i / size / length / heads;
        const size_t channel = part * all + head * size + at;
        y[i] = (values[(n * length + place) * 3 * all + channel] + bias[channel]) * scale;
      }
      write_values(run, part, y.data());
    }
    return true;
  });
}

OPSTRATA_KERNEL(Eltwise, prepare_eltwise);
OPSTRATA_KERNEL(MulAddn, prepare_mul_addn);
OPSTRATA_KERNEL(MaximumGrad, prepare_shares<true>);
OPSTRATA_KERNEL(MinimumGrad, prepare_shares<false>);
OPSTRATA_KERNEL(GlobalAveragePool, prepare_average);
OPSTRATA_KERNEL(TransformBiasRescaleQkv, prepare_heads);

}  // namespace
}  // namespace opstrata::operators
