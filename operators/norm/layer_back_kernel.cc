// Gradients of the normalisation of rows, whole or in parts.
#include "norm/groups.h"

namespace opstrata::operators {
namespace {

constexpr uint32_t kAbsent = ~uint32_t{0};

/// Where the parts stand in a prototype: inputs, then outputs.
struct Parts {
  uint32_t dy = 0, x = 1, more = kAbsent, gamma = kAbsent, mean = 3, spread = 2, sum = kAbsent;
  uint32_t dx = kAbsent, dmore = kAbsent, dgamma = kAbsent, dbeta = kAbsent, normal = kAbsent;
  bool spread_is_variance = true;
};
/// Variances come without their epsilon.
constexpr double kEpsilon = 1e-12;

constexpr Parts whole() {
  Parts p;
  p.gamma = 4;
  p.dx = 0;
  p.dgamma = 1;
  p.dbeta = 2;
  return p;
}
constexpr Parts of_x(bool with_normal, bool from_variance) {
  Parts p;
  p.gamma = 4;
  p.dx = 0;
  p.normal = with_normal ? 1 : kAbsent;
  p.spread_is_variance = from_variance;
  return p;
}
constexpr Parts of_parameters() {
  Parts p;
  p.dgamma = 0;
  p.dbeta = 1;
  return p;
}
/// Behind x1 + x2, with a further gradient of the sum.
constexpr Parts behind_sum() {
  Parts p;
  p.more = 2;
  p.spread = 3;
  p.mean = 4;
  p.gamma = 5;
  p.sum = 6;
  p.dx = 0;
  p.dgamma = 1;
  p.dbeta = 2;
  p.spread_is_variance = false;
  return p;
}
/// Behind alpha x + gx.
constexpr Parts behind_scaled_sum() {
  Parts p;
  p.more = 2;
  p.gamma = 3;
  p.mean = 4;
  p.spread = 5;
  p.dx = 0;
  p.dmore = 1;
  p.dbeta = 2;
  p.dgamma = 3;
  p.spread_is_variance = false;
  return p;
}
constexpr Parts kWhole = whole(), kOfX = of_x(false, true), kOfXAndNormal = of_x(true, true),
                kOfXAndNormalByRoot = of_x(true, false), kOfParameters = of_parameters(), kBehindSum = behind_sum(),
                kBehindScaledSum = behind_scaled_sum();

template <const Parts &P>
std::unique_ptr<KernelState> prepare_parts(PrepareContext &ctx) {
  Parts p = P;
  if (p.sum != kAbsent && ctx.input(p.sum) == nullptr) p.sum = kAbsent;
  for (uint32_t i = 0; i < ctx.input_num(); ++i) {
    if ((i != P.sum || p.sum != kAbsent) && !check_numbers(ctx, i)) return nullptr;
  }
  for (uint32_t i = 0; i < ctx.output_num(); ++i) {
    if (!check_numbers(ctx, i, true)) return nullptr;
  }
  const KernelTensor &x = *ctx.input(p.x);
  const KernelTensor &scale = p.gamma != kAbsent ? *ctx.input(p.gamma) : *ctx.output(p.dgamma);
  int64_t rows = 0;
  if (!read_rows(ctx, x, scale, rows)) return nullptr;
  for (uint32_t i : {p.dy, p.more, p.sum}) {
    if (i != kAbsent && !same_shape(ctx, *ctx.input(i), ctx.input_name(i), x.shape)) return nullptr;
  }
  for (uint32_t i : {p.mean, p.spread}) {
    if (!has_elements(ctx, *ctx.input(i), ctx.input_name(i), rows)) return nullptr;
  }
  for (uint32_t i : {p.dx, p.dmore, p.normal}) {
    if (i != kAbsent && !same_shape(ctx, *ctx.output(i), ctx.output_name(i), x.shape)) return nullptr;
  }
  for (uint32_t i : {p.dgamma, p.dbeta}) {
    if (i != kAbsent && !has_elements(ctx, *ctx.output(i), ctx.output_name(i), scale.elements)) return nullptr;
  }
  return make_kernel([p, alpha = p.dmore == kAbsent ? 1.0 : ctx.float_attr("alpha", 0.3),
                      rows = static_cast<size_t>(rows), n = static_cast<size_t>(scale.elements)](RunContext &run) {
    Reals values = read_values<double>(run, p.x);
    const Reals dy = read_values<double>(run, p.dy), mean = read_values<double>(run, p.mean);
    if (p.more != kAbsent) {
      const Reals added = read_values<double>(run, p.more);
      for (size_t i = 0; i < values.size(); ++i) values[i] = alpha * values[i] + added[i];
    }
    Reals rstd = read_values<double>(run, p.spread);
    if (p.spread_is_variance) {
      for (double &v : rstd) v = 1 / std::sqrt(v + kEpsilon);
    }
    const Reals gamma = p.gamma == kAbsent ? Reals(n, 1.0) : read_values<double>(run, p.gamma);
    Reals dx = p.sum == kAbsent ? Reals(values.size(), 0.0) : read_values<double>(run, p.sum);
    Reals dgamma(n, 0.0), dbeta(n, 0.0);
    for (size_t r = 0; r < rows; ++r) {
      double along = 0, sum = 0;
      for (size_t i = 0; i < n; ++i) {
        const double d = dy[r * n + i];
        double &normal = values[r * n + i];
        normal = (normal - mean[r]) * rstd[r];
        along += d * gamma[i] * normal;
        sum += d * gamma[i];
        dgamma[i] += d * normal;
        dbeta[i] += d;
      }
      const auto count = static_cast<double>(n);
      for (size_t i = 0; i < n; ++i)
        dx[r * n + i] += rstd[r] * (dy[r * n + i] * gamma[i] - (sum + values[r * n + i] * along) / count);
    }
    if (p.dmore != kAbsent) {
      write_values(run, p.dmore, dx.data());
      for (double &d : dx) d *= alpha;
    }
    if (p.dx != kAbsent) write_values(run, p.dx, dx.data());
    if (p.dgamma != kAbsent) write_values(run, p.dgamma, dgamma.data());
    if (p.dbeta != kAbsent) write_values(run, p.dbeta, dbeta.data());
    if (p.normal != kAbsent) write_values(run, p.normal, values.data());
    return true;
  });
}

/// From the normalised x that another part has made.
std::unique_ptr<KernelState> prepare_sums(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 2)) return nullptr;
  const KernelTensor &dy = *ctx.input(0), &dgamma = *ctx.output(0);
  int64_t rows = 0;
  if (!read_rows(ctx, dy, dgamma, rows) || !same_shape(ctx, *ctx.input(1), ctx.input_name(1), dy.shape) ||
      !has_elements(ctx, *ctx.output(1), ctx.output_name(1), dgamma.elements))
    return nullptr;
  return make_kernel([n = static_cast<size_t>(dgamma.elements)](RunContext &run) {
    const Reals d = read_values<double>(run, 0), normal = read_values<double>(run, 1);
    Reals along(n, 0.0), sums(n, 0.0);
    for (size_t i = 0; i < d.size(); ++i) {
      along[i % n] += d[i] * normal[i];
      sums[i % n] += d[i];
    }
    write_values(run, 0, along.data());
    write_values(run, 1, sums.data());
    return true;
  });
}

/// y = the rows of alpha x + gx, normalised.
std::unique_ptr<KernelState> prepare_deep(PrepareContext &ctx) {
  int64_t rows = 0;
  if (!are_numbers(ctx, 4, 3) || !read_rows(ctx, *ctx.input(0), *ctx.input(3), rows)) return nullptr;
  const Dims shape = ctx.input(0)->shape;
  if (!same_shape(ctx, *ctx.input(1), "gx", shape) || !same_shape(ctx, *ctx.input(2), "beta", ctx.input(3)->shape) ||
      !has_elements(ctx, *ctx.output(0), "mean", rows) || !has_elements(ctx, *ctx.output(1), "rstd", rows) ||
      !same_shape(ctx, *ctx.output(2), "y", shape))
    return nullptr;
  return make_kernel(
      [rows, alpha = ctx.float_attr("alpha", 0.3), epsilon = ctx.float_attr("epsilon", 1e-6)](RunContext &run) {
        Reals x = read_values<double>(run, 0);
        const Reals added = read_values<double>(run, 1), beta = read_values<double>(run, 2),
                    gamma = read_values<double>(run, 3);
        for (size_t i = 0; i < x.size(); ++i) x[i] = alpha * x[i] + added[i];
        Reals mean(static_cast<size_t>(rows), 0.0), rstd = mean;
        normalise_rows(x, gamma, beta, epsilon, mean, rstd);
        write_values(run, 0, mean.data());
        write_values(run, 1, rstd.data());
        write_values(run, 2, x.data());
        return true;
      });
}

OPSTRATA_KERNEL(LayerNormGrad, prepare_parts<kWhole>);
OPSTRATA_KERNEL(LayerNormXBackprop, prepare_parts<kOfX>);
OPSTRATA_KERNEL(LayerNormXBackpropV2, prepare_parts<kOfXAndNormal>);
OPSTRATA_KERNEL(LayerNormXBackpropV3, prepare_parts<kOfXAndNormalByRoot>);
OPSTRATA_KERNEL(LayerNormBetaGammaBackprop, prepare_parts<kOfParameters>);
OPSTRATA_KERNEL(LayerNormBetaGammaBackpropV2, prepare_sums);
OPSTRATA_KERNEL(AddLayerNormGrad, prepare_parts<kBehindSum>);
OPSTRATA_KERNEL(DeepNorm, prepare_deep);
OPSTRATA_KERNEL(DeepNormGrad, prepare_parts<kBehindScaledSum>);

}  // namespace
}  // namespace opstrata::operators
