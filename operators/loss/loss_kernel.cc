// Losses: a formula of a few numbers for every element, then a sum or a mean; and their gradients.
#include <cmath>

#include "loss/reduction_attr.h"
#include "support/reduction.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

/// `v`: one number of every input, those that are left out as 1; `p`: the attribute of the operator.
using Formula = double (*)(const double *v, double p);
constexpr uint32_t kMostInputs = 5;

/// Inputs of a loss, all broadcast to the shape of input `shaped`.
bool check_inputs(PrepareContext &ctx, uint32_t shaped) {
  for (uint32_t i = 0; i < ctx.input_num(); ++i) {
    if (ctx.input(i) == nullptr && i > 1) continue;
    if (!check_numbers(ctx, i)) return false;
    if (!broadcasts_to(*ctx.input(i), ctx.input(shaped)->shape)) {
      return ctx.refuse("%s: shape %s cannot be broadcast to %s, that of %s", ctx.input_name(i),
                        KernelCall::dims_text(ctx.input(i)->shape), KernelCall::dims_text(ctx.input(shaped)->shape),
                        ctx.input_name(shaped)),
             false;
    }
  }
  return check_numbers(ctx, 0, true);
}

/// A loss, or with `is_gradient` a gradient: elements of a mean are divided instead of summed. The shape is that of
/// input `shaped`.
std::unique_ptr<KernelState> prepare_loss(PrepareContext &ctx, Formula formula, double parameter,
                                          bool is_gradient = false, uint32_t shaped = 0) {
  Reduction reduction{};
  if (ctx.input(shaped) == nullptr) return ctx.refuse("%s: missing", ctx.input_name(shaped));
  if (!read_reduction(ctx, reduction) || !check_inputs(ctx, shaped)) return nullptr;
  const KernelTensor &x = *ctx.input(shaped), &y = *ctx.output(0);
  const bool whole = is_gradient || reduction == Reduction::kNone;
  if (whole ? y.shape != x.shape : y.elements != 1) {
    return ctx.refuse("%s: shape %s does not follow from %s %s", ctx.output_name(0), KernelCall::dims_text(y.shape),
                      ctx.input_name(shaped), KernelCall::dims_text(x.shape));
  }
  return make_kernel([=, inputs = ctx.input_num(), divided = divisor(reduction, x.shape)](RunContext &run) {
    const Dims shape = run.input(shaped)->shape;
    std::vector<double> values[kMostInputs];
    for (uint32_t k = 0; k < inputs; ++k) {
      if (run.input(k) != nullptr) values[k] = read_values<double>(run, k, shape);
    }
    const auto n = static_cast<size_t>(run.input(shaped)->elements);
    std::vector<double> result(n);
    CompensatedSum sum;
    for (size_t i = 0; i < n; ++i) {
      double v[kMostInputs] = {1, 1, 1, 1, 1};
      for (uint32_t k = 0; k < inputs; ++k) {
        if (!values[k].empty()) v[k] = values[k][i];
      }
      result[i] = formula(v, parameter);
      if (is_gradient) result[i] /= divided;
      if (!whole) sum += result[i];
    }
    if (!whole) result.assign(1, sum.value() / divided);
    write_values(run, 0, result.data());
    return true;
  });
}

double sign(double d) { return d > 0 ? 1.0 : d < 0 ? -1.0 : d; }
double sigmoid(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }
/// log(1 + exp(x))
double soft_plus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }
double clamped_log(double x) { return std::max(std::log(x), -100.0); }

double square(const double *v, double) { return (v[0] - v[1]) * (v[0] - v[1]); }
double square_grad(const double *v, double) { return 2 * (v[0] - v[1]) * v[2]; }
double power(const double *v, double p) {
  return p == 1 ? std::fabs(v[0] - v[1]) : std::pow(std::fabs(v[0] - v[1]), p);
}
double absolute_grad(const double *v, double) { return sign(v[1] - v[2]) * v[0]; }
double smooth(const double *v, double sigma) {
  const double d = std::fabs(v[0] - v[1]);
  return d < sigma ? d * d / (2 * sigma) : d - sigma / 2;
}
double smooth_grad(const double *v, double sigma) {
  const double d = v[0] - v[1];
  return (std::fabs(d) < sigma ? d / sigma : sign(d)) * v[2];
}
double cross_entropy(const double *v, double) {
  return -v[2] * (v[1] * clamped_log(v[0]) + (1 - v[1]) * clamped_log(1 - v[0]));
}
double cross_entropy_grad(const double *v, double) {
  return v[3] * (v[0] - v[1]) / std::max(v[0] * (1 - v[0]), 1e-12) * v[2];
}
double logits(const double *v, double) {
  return v[2] * ((1 - v[1]) * v[0] + (1 + (v[3] - 1) * v[1]) * soft_plus(-v[0]));
}
double logits_grad(const double *v, double) {
  return v[3] * ((1 - v[1]) - (1 + (v[4] - 1) * v[1]) * sigmoid(-v[0])) * v[2];
}
double divergence(const double *v, double log_target) {
  if (log_target != 0) return std::exp(v[1]) * (v[1] - v[0]);
  return v[1] == 0 ? 0 : v[1] * (std::log(v[1]) - v[0]);
}
double divergence_grad(const double *v, double log_target) { return -(log_target != 0 ? std::exp(v[2]) : v[2]) * v[0]; }
double soft_margin(const double *v, double) { return soft_plus(-v[0] * v[1]); }
double soft_margin_grad(const double *v, double) { return -v[1] * sigmoid(-v[0] * v[1]) * v[2]; }

/// Of a rate, or its logarithm, and a count; in full with what Stirling's formula adds for counts above 1.
template <bool kIsLogarithm, bool kIsFull>
double poisson(const double *v, double eps) {
  const double loss = kIsLogarithm ? std::exp(v[0]) - v[1] * v[0] : v[0] - v[1] * std::log(v[0] + eps);
  if (!kIsFull || v[1] <= 1) return loss;
  return loss + v[1] * std::log(v[1]) - v[1] + 0.5 * std::log(2 * M_PI * v[1]);
}
std::unique_ptr<KernelState> prepare_poisson(PrepareContext &ctx) {
  const bool is_logarithm = ctx.bool_attr("log_input", true), is_full = ctx.bool_attr("full");
  const Formula formula = is_logarithm ? (is_full ? poisson<true, true> : poisson<true, false>)
                                       : (is_full ? poisson<false, true> : poisson<false, false>);
  return prepare_loss(ctx, formula, ctx.float_attr("eps", 1e-8));
}

template <Formula kFormula>
std::unique_ptr<KernelState> prepare_plain(PrepareContext &ctx) {
  return prepare_loss(ctx, kFormula, 0);
}
template <Formula kFormula>
std::unique_ptr<KernelState> prepare_plain_grad(PrepareContext &ctx) {
  return prepare_loss(ctx, kFormula, 0, true);
}
template <Formula kFormula, bool kIsGradient>
std::unique_ptr<KernelState> prepare_smooth(PrepareContext &ctx) {
  const double sigma = ctx.float_attr("sigma", 1);
  if (!(sigma >= 0)) return ctx.refuse("sigma: %g is negative", sigma);
  return prepare_loss(ctx, kFormula, sigma, kIsGradient);
}
std::unique_ptr<KernelState> prepare_lp(PrepareContext &ctx) {
  return prepare_loss(ctx, power, static_cast<double>(ctx.int_attr("p", 1)));
}
std::unique_ptr<KernelState> prepare_l1_grad(PrepareContext &ctx) {
  return prepare_loss(ctx, absolute_grad, 0, true, 1);
}
std::unique_ptr<KernelState> prepare_divergence(PrepareContext &ctx) {
  return prepare_loss(ctx, divergence, ctx.bool_attr("log_target") ? 1 : 0);
}
std::unique_ptr<KernelState> prepare_divergence_grad(PrepareContext &ctx) {
  return prepare_loss(ctx, divergence_grad, ctx.bool_attr("log_target") ? 1 : 0, true, 1);
}

/// Rows and classes of x: [classes] or [rows, classes, …], where what follows the classes counts as rows, too.
struct Classes {
  int64_t outer = 1, count = 1, inner = 1;
  explicit Classes(Dims x) {
    if (x.size() == 1) count = x[0];
    if (x.size() < 2) return;
    outer = x[0];
    count = x[1];
    for (size_t d = 2; d < x.size(); ++d) inner *= x[d];
  }
  size_t place(size_t row, int64_t target) const {
    const auto size = static_cast<size_t>(inner);
    return row / size * static_cast<size_t>(count) * size + static_cast<size_t>(target) * size + row % size;
  }
};
bool check_classes(PrepareContext &ctx, uint32_t target, uint32_t weight) {
  for (uint32_t i = 0; i < ctx.input_num(); ++i) {
    if (!check_numbers(ctx, i)) return false;
  }
  const Classes classes(ctx.input(0)->shape);
  if (ctx.input(0)->rank() >= 1 && ctx.input(target)->elements == classes.outer * classes.inner &&
      ctx.input(weight)->elements == classes.count)
    return true;
  return ctx.refuse("x: shape %s does not fit target %s and weight %s", KernelCall::dims_text(ctx.input(0)->shape),
                    KernelCall::dims_text(ctx.input(target)->shape), KernelCall::dims_text(ctx.input(weight)->shape)),
         false;
}

std::unique_ptr<KernelState> prepare_nll(PrepareContext &ctx) {
  Reduction reduction{};
  if (!read_reduction(ctx, reduction) || !check_classes(ctx, 1, 2) || !check_numbers(ctx, 0, true) ||
      !check_numbers(ctx, 1, true))
    return nullptr;
  if (ctx.output(0)->elements != (reduction == Reduction::kNone ? ctx.input(1)->elements : 1) ||
      ctx.output(1)->elements != 1) {
    return ctx.refuse("y: shape %s does not follow from target %s", KernelCall::dims_text(ctx.output(0)->shape),
                      KernelCall::dims_text(ctx.input(1)->shape));
  }
  return make_kernel([=, ignored = ctx.int_attr("ignore_index", -100)](RunContext &run) {
    const auto x = read_values<double>(run, 0), weight = read_values<double>(run, 2);
    const auto target = read_values<int64_t>(run, 1);
    const Classes classes(run.input(0)->shape);
    CompensatedSum sum, total;
    std::vector<double> y(target.size(), 0.0);
    for (size_t i = 0; i < target.size(); ++i) {
      if (target[i] == ignored) continue;
      if (target[i] < 0 || target[i] >= classes.count)
        return run.fail("target: %lld is no class of %lld", static_cast<long long>(target[i]),
                        static_cast<long long>(classes.count));
      const double w = weight[static_cast<size_t>(target[i])];
      y[i] = -w * x[classes.place(i, target[i])];
      sum += y[i];
      total += w;
    }
    double weights = total.value();
    if (reduction != Reduction::kNone) y.assign(1, reduction == Reduction::kMean ? sum.value() / weights : sum.value());
    write_values(run, 0, y.data());
    write_values(run, 1, &weights);
    return true;
  });
}
std::unique_ptr<KernelState> prepare_nll_grad(PrepareContext &ctx) {
  Reduction reduction{};
  if (!read_reduction(ctx, reduction) || !check_classes(ctx, 2, 3) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &given = *ctx.input(1);
  if (ctx.output(0)->shape != ctx.input(0)->shape ||
      (given.elements != 1 && given.elements != ctx.input(2)->elements) || ctx.input(4)->elements != 1) {
    return ctx.refuse("y_grad: shape %s does not fit target %s", KernelCall::dims_text(given.shape),
                      KernelCall::dims_text(ctx.input(2)->shape));
  }
  return make_kernel([=, ignored = ctx.int_attr("ignore_index", -100)](RunContext &run) {
    const auto d = read_values<double>(run, 1), weight = read_values<double>(run, 3),
               total = read_values<double>(run, 4);
    const auto target = read_values<int64_t>(run, 2);
    const Classes classes(run.input(0)->shape);
    std::vector<double> gradient(static_cast<size_t>(run.input(0)->elements), 0.0);
    for (size_t i = 0; i < target.size(); ++i) {
      if (target[i] == ignored) continue;
      if (target[i] < 0 || target[i] >= classes.count)
        return run.fail("target: %lld is no class of %lld", static_cast<long long>(target[i]),
                        static_cast<long long>(classes.count));
      const double g = -weight[static_cast<size_t>(target[i])] * d[d.size() == 1 ? 0 : i];
      gradient[classes.place(i, target[i])] = reduction == Reduction::kMean ? g / total[0] : g;
    }
    write_values(run, 0, gradient.data());
    return true;
  });
}

OPSTRATA_KERNEL(MseLoss, prepare_plain<square>);
OPSTRATA_KERNEL(MseLossGrad, prepare_plain_grad<square_grad>);
OPSTRATA_KERNEL(LpLoss, prepare_lp);
OPSTRATA_KERNEL(L1LossGrad, prepare_l1_grad);
OPSTRATA_KERNEL(SmoothL1Loss, (prepare_smooth<smooth, false>));
OPSTRATA_KERNEL(SmoothL1LossV2, (prepare_smooth<smooth, false>));
OPSTRATA_KERNEL(SmoothL1LossGrad, (prepare_smooth<smooth_grad, true>));
OPSTRATA_KERNEL(SmoothL1LossGradV2, (prepare_smooth<smooth_grad, true>));
OPSTRATA_KERNEL(BinaryCrossEntropy, prepare_plain<cross_entropy>);
OPSTRATA_KERNEL(BinaryCrossEntropyGrad, prepare_plain_grad<cross_entropy_grad>);
OPSTRATA_KERNEL(SigmoidCrossEntropyWithLogits, prepare_plain<logits>);
OPSTRATA_KERNEL(SigmoidCrossEntropyWithLogitsV2, prepare_plain<logits>);
OPSTRATA_KERNEL(SigmoidCrossEntropyWithLogitsGradV2, prepare_plain_grad<logits_grad>);
OPSTRATA_KERNEL(PoissonNllLoss, prepare_poisson);
OPSTRATA_KERNEL(KLDiv, prepare_divergence);
OPSTRATA_KERNEL(KLDivV2, prepare_divergence);
OPSTRATA_KERNEL(KlDivLossGrad, prepare_divergence_grad);
OPSTRATA_KERNEL(SoftMarginLoss, prepare_plain<soft_margin>);
OPSTRATA_KERNEL(SoftMarginLossGrad, prepare_plain_grad<soft_margin_grad>);
OPSTRATA_KERNEL(NLLLoss, prepare_nll);
OPSTRATA_KERNEL(NLLLossGrad, prepare_nll_grad);
OPSTRATA_KERNEL(NllLossGrad, prepare_nll_grad);

}  // namespace
}  // namespace opstrata::operators
