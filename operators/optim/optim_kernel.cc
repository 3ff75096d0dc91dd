// Optimisers: one formula per operator over the elements of its variables and of the gradient, and a few numbers.
#include <algorithm>
#include <cmath>
#include <vector>

#include "elementwise/map.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

/// What an operator's attributes say.
struct Options {
  bool first = false, second = false;  ///< by the operator's own meaning
  double rho = 0, momentum = 0, epsilon = 0, beta1 = 0, beta2 = 0, lr = 0;
};

/// `s`: the variables at an element, which become the new ones; `k`: the inputs that are one number, in their order;
/// `g`: the gradient; `more`: an optional further tensor.
using Step = void (*)(double *s, const double *k, double g, double more, const Options &o);

/// Inputs are `variables` tensors, then numbers, where the gradient is input `gradient`. With `indices` that input
/// names the rows of the variables to which the rows of the gradient belong, one step after another. Variables that are
/// no outputs change where they are.
struct Optimiser {
  uint32_t variables, inputs, gradient;
  Step step;
  uint32_t indices = 0;
};

constexpr Optimiser kAdam = {3, 10, 9, [](double *s, const double *k, double g, double, const Options &o) {
                               const double rate = k[2] * std::sqrt(1 - k[1]) / (1 - k[0]);
                               s[1] += (g - s[1]) * (1 - k[3]);
                               s[2] += (g * g - s[2]) * (1 - k[4]);
                               const double m = o.second ? s[1] * k[3] + g * (1 - k[3]) : s[1];
                               s[0] -= rate * m / (std::sqrt(s[2]) + k[5]);
                             }};
constexpr Optimiser kAdaMax = {3, 9, 8, [](double *s, const double *k, double g, double, const Options &) {
                                 s[1] += (g - s[1]) * (1 - k[2]);
                                 s[2] = std::max(k[3] * s[2], std::fabs(g));
                                 s[0] -= k[1] / (1 - k[0]) * s[1] / (s[2] + k[4]);
                               }};
constexpr Optimiser kMomentum = {2, 5, 3, [](double *s, const double *k, double g, double, const Options &o) {
                                   s[1] = s[1] * k[1] + g;
                                   s[0] -= k[0] * (o.second ? g + k[1] * s[1] : s[1]);
                                 }};
constexpr Optimiser kKerasMomentum = {2, 5, 3, [](double *s, const double *k, double g, double, const Options &o) {
                                        s[1] = s[1] * k[1] - k[0] * g;
                                        s[0] += o.second ? s[1] * k[1] - k[0] * g : s[1];
                                      }};
constexpr Optimiser kAdagrad = {2, 4, 3, [](double *s, const double *k, double g, double, const Options &o) {
                                  if (o.first) s[1] += g * g;
                                  s[0] -= k[0] * g / std::sqrt(s[1]);
                                }};
constexpr Optimiser kAdadelta = {3, 7, 6, [](double *s, const double *k, double g, double, const Options &) {
                                   s[1] = k[1] * s[1] + (1 - k[1]) * g * g;
                                   const double d = g * std::sqrt(s[2] + k[2]) / std::sqrt(s[1] + k[2]);
                                   s[2] = k[1] * s[2] + (1 - k[1]) * d * d;
                                   s[0] -= k[0] * d;
                                 }};
constexpr Optimiser kRmsProp = {3, 5, 4, [](double *s, const double *k, double g, double, const Options &o) {
                                  s[1] += (g * g - s[1]) * (1 - o.rho);
                                  s[2] = o.momentum * s[2] + k[0] * g / std::sqrt(s[1] + o.epsilon);
                                  s[0] -= s[2];
                                }};
constexpr Optimiser kDescent = {
    1, 3, 2, [](double *s, const double *k, double g, double, const Options &) { s[0] -= k[0] * g; }};
constexpr Optimiser kAdagradV2 = {2, 5, 4, [](double *s, const double *k, double g, double, const Options &o) {
                                    if (o.first) s[1] += g * g;
                                    s[0] -= k[0] * g / (std::sqrt(s[1]) + k[1]);
                                  }};
constexpr Optimiser kAdagradV2D = {2, 4, 3, [](double *s, const double *k, double g, double, const Options &o) {
                                     if (o.first) s[1] += g * g;
                                     s[0] -= k[0] * g / (std::sqrt(s[1]) + o.epsilon);
                                   }};
// Numbers: lr, l1, l2, global_step.
constexpr Optimiser kAdagradDa = {3, 8, 3, [](double *s, const double *k, double g, double, const Options &) {
                                    s[1] += g;
                                    s[2] += g * g;
                                    const double far = std::max(std::fabs(s[1]) - k[1] * k[3], 0.0);
                                    s[0] = -k[0] * std::copysign(far, s[1]) / (k[2] * k[3] * k[0] + std::sqrt(s[2]));
                                  }};
double sign(double v) { return static_cast<double>((v > 0) - (v < 0)); }
constexpr Optimiser kAddSign = {2, 7, 6, [](double *s, const double *k, double g, double, const Options &) {
                                  s[1] = s[1] * k[3] + g * (1 - k[3]);
                                  s[0] -= k[0] * (k[1] + k[2] * sign(g) * sign(s[1])) * g;
                                }};
constexpr Optimiser kPowerSign = {2, 7, 6, [](double *s, const double *k, double g, double, const Options &) {
                                    s[1] = s[1] * k[3] + g * (1 - k[3]);
                                    s[0] -= k[0] * std::exp(k[1] * k[2] * sign(g) * sign(s[1])) * g;
                                  }};
// Variables: var, mg, ms, mom; numbers: lr, rho, momentum, epsilon.
constexpr Optimiser kCentered = {4, 9, 8, [](double *s, const double *k, double g, double, const Options &) {
                                   s[1] = s[1] * k[1] + g * (1 - k[1]);
                                   s[2] = s[2] * k[1] + g * g * (1 - k[1]);
                                   s[3] = k[2] * s[3] + k[0] * g / std::sqrt(s[2] - s[1] * s[1] + k[3]);
                                   s[0] -= s[3];
                                 }};
constexpr Step kRmsPropStep = [](double *s, const double *k, double g, double, const Options &) {
  s[1] = s[1] * k[1] + g * g * (1 - k[1]);
  s[2] = k[2] * s[2] + k[0] * g / std::sqrt(s[1] + k[3]);
  s[0] -= s[2];
};
constexpr Optimiser kRmsPropInputs = {3, 8, 7, kRmsPropStep};
/// Numbers: lr, l1, l2, (l2_shrinkage,) lr_power.
void ftrl(double *s, const double *k, double g, double shrinkage, double power) {
  const double accum = s[1] + g * g, raised = std::pow(accum, -power);
  s[2] += g + 2 * shrinkage * s[0] - (raised - std::pow(s[1], -power)) / k[0] * s[0];
  s[1] = accum;
  s[0] = std::fabs(s[2]) > k[1] ? (sign(s[2]) * k[1] - s[2]) / (raised / k[0] + 2 * k[2]) : 0;
}
constexpr Step kFtrlStep = [](double *s, const double *k, double g, double, const Options &) {
  ftrl(s, k, g, 0, k[3]);
};
constexpr Step kFtrlV2Step = [](double *s, const double *k, double g, double, const Options &) {
  ftrl(s, k, g, k[3], k[4]);
};
constexpr Optimiser kFtrl = {3, 8, 3, kFtrlStep};
constexpr Optimiser kFtrlV2 = {3, 9, 3, kFtrlV2Step};
// Numbers: alpha, l1, l2.
constexpr Optimiser kProximalDescent = {1, 5, 4, [](double *s, const double *k, double g, double, const Options &) {
                                          const double v = s[0] - k[0] * g;
                                          s[0] =
                                              sign(v) * std::max(std::fabs(v) - k[0] * k[1], 0.0) / (1 + k[0] * k[2]);
                                        }};
// Numbers: beta1_power, beta2_power, lr.
void amsgrad(double *s, const double *k, double g, double beta1, double beta2, double epsilon) {
  s[1] = s[1] * beta1 + g * (1 - beta1);
  s[2] = s[2] * beta2 + g * g * (1 - beta2);
  s[3] = std::max(s[3], s[2]);
  s[0] -= k[2] * std::sqrt(1 - k[1]) / (1 - k[0]) * s[1] / (std::sqrt(s[3]) + epsilon);
}
constexpr Optimiser kAmsgrad = {4, 11, 10, [](double *s, const double *k, double g, double, const Options &) {
                                  amsgrad(s, k, g, k[3], k[4], k[5]);
                                }};
constexpr Optimiser kAmsgradD = {4, 8, 7, [](double *s, const double *k, double g, double, const Options &o) {
                                   amsgrad(s, k, g, o.beta1, o.beta2, o.epsilon);
                                 }};
constexpr Optimiser kSparseAdagrad = {2, 5, 3, kAdagrad.step, 4};
constexpr Optimiser kSparseAdagradD = {
    2, 4, 2,
    [](double *s, const double *, double g, double more, const Options &o) { kAdagrad.step(s, &o.lr, g, more, o); }, 3};
constexpr Optimiser kSparseAdagradV2 = {2, 6, 4, kAdagradV2.step, 5};
constexpr Optimiser kSparseAdadelta = {3, 8, 6, kAdadelta.step, 7};
constexpr Optimiser kSparseRmsProp = {3, 9, 7, kRmsPropStep, 8};
constexpr Optimiser kSparseFtrl = {3, 9, 3, kFtrlStep, 4};
constexpr Optimiser kSparseFtrlV2 = {3, 10, 3, kFtrlV2Step, 4};
// Numbers: beta1_power, beta2_power, lr, weight_decay, beta1, beta2, epsilon.
constexpr Optimiser kAdamW = {3, 11, 10, [](double *s, const double *k, double g, double norm, const Options &o) {
                                if (o.second) g = -g;
                                s[1] = s[1] * k[4] + g * (1 - k[4]);
                                s[2] = s[2] * k[5] + g * g * (1 - k[5]);
                                const double v = o.first ? std::max(norm, s[2]) : s[2];
                                const double m = s[1] / (1 - k[0] * k[4]), root = std::sqrt(v / (1 - k[1] * k[5]));
                                s[0] = s[0] * (1 - k[2] * k[3]) - k[2] * m / (root + k[6]);
                              }};

/// Calls f(element of the variables, element of the gradient) for all pairs.
template <class F>
bool for_pairs(RunContext &run, const Optimiser &op, size_t count, const F &f) {
  if (op.indices == 0) {
    run.parallel_for(static_cast<int64_t>(count), 4096, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) f(i, i);
    });
    return true;
  }
  const auto rows = read_values<int64_t>(run, op.indices);
  const int64_t all = run.input(0)->shape[0];
  const size_t row = rows.empty() ? 0 : count / rows.size();
  for (int64_t r : rows) {
    if (r < 0 || r >= all)
      return run.fail("indices: %lld is no row of %lld", static_cast<long long>(r), static_cast<long long>(all));
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t k = 0; k < row; ++k) f(static_cast<size_t>(rows[i]) * row + k, i * row + k);
  }
  return true;
}

bool run_step(RunContext &run, const Optimiser &op, const Options &options) {
  std::vector<Reals> variables(op.variables);
  Reals numbers;
  for (uint32_t i = 0; i < op.variables; ++i) variables[i] = read_values<double>(run, i);
  for (uint32_t i = op.variables; i < op.inputs; ++i) {
    if (i != op.gradient && (op.indices == 0 || i != op.indices)) numbers.push_back(read_values<double>(run, i)[0]);
  }
  const Reals gradient = read_values<double>(run, op.gradient);
  const Reals more = run.input(op.inputs) == nullptr ? Reals(gradient.size()) : read_values<double>(run, op.inputs);
  const bool done = for_pairs(run, op, gradient.size(), [&](size_t at, size_t from) {
    double s[4];
    for (uint32_t v = 0; v < op.variables; ++v) s[v] = variables[v][at];
    op.step(s, numbers.data(), gradient[from], more[from], options);
    for (uint32_t v = 0; v < op.variables; ++v) variables[v][at] = s[v];
  });
  if (!done) return false;
  for (uint32_t i = 0; i < op.variables; ++i) {
    if (i < run.output_num()) {
      write_values(run, i, variables[i].data());
    } else {
      write_values(*run.input(i), address(run.input_data(i)), variables[i].data());
    }
  }
  return true;
}

std::unique_ptr<KernelState> prepare(PrepareContext &ctx, const Optimiser &op, const Options &options) {
  for (uint32_t i = 0; i < op.inputs; ++i) {
    if (!check_numbers(ctx, i)) return nullptr;
    if (map_type(ctx.input(i)->dtype) == kMapComplex)
      return ctx.refuse("%s: data type %s; real numbers are required", ctx.input_name(i),
                        KernelCall::dtype_name(ctx.input(i)->dtype));
  }
  const KernelTensor &var = *ctx.input(0);
  std::vector<int64_t> wanted(var.shape.begin(), var.shape.end());
  if (op.indices != 0) {
    if (wanted.empty() || ctx.input(op.indices)->rank() != 1)
      return ctx.refuse("%s: shape %s; a vector of rows of var is required", ctx.input_name(op.indices),
                        KernelCall::dims_text(ctx.input(op.indices)->shape));
    wanted[0] = ctx.input(op.indices)->elements;
  }
  const Dims of_gradient(wanted.data(), wanted.size());
  for (uint32_t i = 0; i < op.inputs; ++i) {
    const KernelTensor &x = *ctx.input(i);
    if (op.indices != 0 && i == op.indices) continue;
    const bool is_tensor = i < op.variables || i == op.gradient;
    const Dims shape = i == op.gradient ? of_gradient : var.shape;
    if (is_tensor ? x.shape != shape : x.elements != 1) {
      return ctx.refuse("%s: shape %s; %s%s is required", ctx.input_name(i), KernelCall::dims_text(x.shape),
                        is_tensor ? "that of var, " : "one number", is_tensor ? KernelCall::dims_text(shape) : "");
    }
  }
  for (uint32_t i = 0; i < std::min(op.variables, ctx.output_num()); ++i) {
    if (!check_numbers(ctx, i, true)) return nullptr;
    if (ctx.output(i)->shape != var.shape)
      return ctx.refuse("%s: shape %s; that of var, %s is required", ctx.output_name(i),
                        KernelCall::dims_text(ctx.output(i)->shape), KernelCall::dims_text(var.shape));
  }
  if (const KernelTensor *more = ctx.input(op.inputs);
      more != nullptr && (!check_numbers(ctx, op.inputs) || more->shape != var.shape))
    return ctx.refuse("%s: shape %s; that of var is required", ctx.input_name(op.inputs),
                      KernelCall::dims_text(more->shape));
  return make_kernel([op, options](RunContext &run) { return run_step(run, op, options); });
}

template <const Optimiser &Op>
std::unique_ptr<KernelState> prepare_plain(PrepareContext &ctx) {
  Options o;
  o.first = ctx.bool_attr("update_slots", true);
  o.second = ctx.bool_attr("use_nesterov");
  o.rho = ctx.float_attr("rho");
  o.momentum = ctx.float_attr("momentum");
  o.epsilon = ctx.float_attr("epsilon");
  o.beta1 = ctx.float_attr("beta1");
  o.beta2 = ctx.float_attr("beta2");
  o.lr = ctx.float_attr("lr");
  return prepare(ctx, Op, o);
}
std::unique_ptr<KernelState> prepare_adam_w(PrepareContext &ctx) {
  Options o;
  o.first = ctx.bool_attr("amsgrad");
  o.second = ctx.bool_attr("maximize");
  if (o.first && ctx.input(kAdamW.inputs) == nullptr)
    return ctx.refuse("max_grad_norm: missing, although amsgrad is set");
  return prepare(ctx, kAdamW, o);
}

OPSTRATA_KERNEL(ApplyAdamD, prepare_plain<kAdam>);
OPSTRATA_KERNEL(ApplyAdaMaxD, prepare_plain<kAdaMax>);
OPSTRATA_KERNEL(ApplyMomentumD, prepare_plain<kMomentum>);
OPSTRATA_KERNEL(ApplyKerasMomentumD, prepare_plain<kKerasMomentum>);
OPSTRATA_KERNEL(ApplyAdagradD, prepare_plain<kAdagrad>);
OPSTRATA_KERNEL(ApplyAdadeltaD, prepare_plain<kAdadelta>);
OPSTRATA_KERNEL(ApplyRMSPropD, prepare_plain<kRmsProp>);
OPSTRATA_KERNEL(ApplyGradientDescent, prepare_plain<kDescent>);
OPSTRATA_KERNEL(ApplyAdam, prepare_plain<kAdam>);
OPSTRATA_KERNEL(ApplyAdaMax, prepare_plain<kAdaMax>);
OPSTRATA_KERNEL(ApplyMomentum, prepare_plain<kMomentum>);
OPSTRATA_KERNEL(ApplyKerasMomentum, prepare_plain<kKerasMomentum>);
OPSTRATA_KERNEL(ApplyAdagrad, prepare_plain<kAdagrad>);
OPSTRATA_KERNEL(ApplyAdadelta, prepare_plain<kAdadelta>);
OPSTRATA_KERNEL(ApplyAdagradV2, prepare_plain<kAdagradV2>);
OPSTRATA_KERNEL(ApplyAdagradV2D, prepare_plain<kAdagradV2D>);
OPSTRATA_KERNEL(ApplyAdagradDA, prepare_plain<kAdagradDa>);
OPSTRATA_KERNEL(ApplyAddSign, prepare_plain<kAddSign>);
OPSTRATA_KERNEL(ApplyAddSignD, prepare_plain<kAddSign>);
OPSTRATA_KERNEL(ApplyPowerSign, prepare_plain<kPowerSign>);
OPSTRATA_KERNEL(ApplyPowerSignD, prepare_plain<kPowerSign>);
OPSTRATA_KERNEL(ApplyCenteredRMSProp, prepare_plain<kCentered>);
OPSTRATA_KERNEL(ApplyCenteredRMSPropD, prepare_plain<kCentered>);
OPSTRATA_KERNEL(ApplyRMSProp, prepare_plain<kRmsPropInputs>);
OPSTRATA_KERNEL(ApplyFtrl, prepare_plain<kFtrl>);
OPSTRATA_KERNEL(ApplyFtrlD, prepare_plain<kFtrl>);
OPSTRATA_KERNEL(ApplyFtrlV2, prepare_plain<kFtrlV2>);
OPSTRATA_KERNEL(ApplyFtrlV2D, prepare_plain<kFtrlV2>);
OPSTRATA_KERNEL(ApplyProximalGradientDescent, prepare_plain<kProximalDescent>);
OPSTRATA_KERNEL(ApplyAdamWithAmsgrad, prepare_plain<kAmsgrad>);
OPSTRATA_KERNEL(ApplyAdamWithAmsgradD, prepare_plain<kAmsgradD>);
OPSTRATA_KERNEL(SparseApplyAdagrad, prepare_plain<kSparseAdagrad>);
OPSTRATA_KERNEL(SparseApplyAdagradD, prepare_plain<kSparseAdagradD>);
OPSTRATA_KERNEL(SparseApplyAdagradV2, prepare_plain<kSparseAdagradV2>);
OPSTRATA_KERNEL(SparseApplyAdadelta, prepare_plain<kSparseAdadelta>);
OPSTRATA_KERNEL(SparseApplyRMSProp, prepare_plain<kSparseRmsProp>);
OPSTRATA_KERNEL(SparseApplyFtrl, prepare_plain<kSparseFtrl>);
OPSTRATA_KERNEL(SparseApplyFtrlV2, prepare_plain<kSparseFtrlV2>);
OPSTRATA_KERNEL(ApplyAdamW, prepare_adam_w);

}  // namespace
}  // namespace opstrata::operators
