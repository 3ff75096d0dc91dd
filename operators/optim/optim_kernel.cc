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
  double numbers[3] = {0, 0, 0};
};

/// `s`: the variables at an element, which become the new ones; `k`: the inputs that are one number, in their order;
/// `g`: the gradient; `more`: an optional further tensor.
using Step = void (*)(double *s, const double *k, double g, double more, const Options &o);

/// Inputs are `variables` tensors, then numbers, where the gradient is input `gradient`.
struct Optimiser {
  uint32_t variables, inputs, gradient;
  Step step;
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
                                  s[1] += (g * g - s[1]) * (1 - o.numbers[0]);
                                  s[2] = o.numbers[1] * s[2] + k[0] * g / std::sqrt(s[1] + o.numbers[2]);
                                  s[0] -= s[2];
                                }};
constexpr Optimiser kDescent = {
    1, 3, 2, [](double *s, const double *k, double g, double, const Options &) { s[0] -= k[0] * g; }};
// Numbers: beta1_power, beta2_power, lr, weight_decay, beta1, beta2, epsilon.
constexpr Optimiser kAdamW = {3, 11, 10, [](double *s, const double *k, double g, double norm, const Options &o) {
                                if (o.second) g = -g;
                                s[1] = s[1] * k[4] + g * (1 - k[4]);
                                s[2] = s[2] * k[5] + g * g * (1 - k[5]);
                                const double v = o.first ? std::max(norm, s[2]) : s[2];
                                const double m = s[1] / (1 - k[0] * k[4]), root = std::sqrt(v / (1 - k[1] * k[5]));
                                s[0] = s[0] * (1 - k[2] * k[3]) - k[2] * m / (root + k[6]);
                              }};

bool run_step(RunContext &run, const Optimiser &op, const Options &options) {
  std::vector<Reals> variables(op.variables);
  Reals numbers;
  for (uint32_t i = 0; i < op.variables; ++i) variables[i] = read_values<double>(run, i);
  for (uint32_t i = op.variables; i < op.inputs; ++i) {
    if (i != op.gradient) numbers.push_back(read_values<double>(run, i)[0]);
  }
  const Reals gradient = read_values<double>(run, op.gradient);
  const Reals more = run.input(op.inputs) == nullptr ? Reals(gradient.size()) : read_values<double>(run, op.inputs);
  run.parallel_for(static_cast<int64_t>(gradient.size()), 4096, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
      double s[4];
      for (uint32_t v = 0; v < op.variables; ++v) s[v] = variables[v][i];
      op.step(s, numbers.data(), gradient[i], more[i], options);
      for (uint32_t v = 0; v < op.variables; ++v) variables[v][i] = s[v];
    }
  });
  for (uint32_t i = 0; i < op.variables; ++i) write_values(run, i, variables[i].data());
  return true;
}

std::unique_ptr<KernelState> prepare(PrepareContext &ctx, const Optimiser &op, const Options &options) {
  for (uint32_t i = 0; i < op.inputs; ++i) {
    if (!check_numbers(ctx, i)) return nullptr;
    if (map_type(ctx.input(i)->dtype) == kMapComplex)
      return ctx.refuse("%s: data type %s; real numbers are required", ctx.input_name(i),
                        KernelCall::dtype_name(ctx.input(i)->dtype));
    const bool is_tensor = i < op.variables || i == op.gradient;
    if (is_tensor ? ctx.input(i)->shape != ctx.input(0)->shape : ctx.input(i)->elements != 1) {
      return ctx.refuse("%s: shape %s; %s%s is required", ctx.input_name(i), KernelCall::dims_text(ctx.input(i)->shape),
                        is_tensor ? "that of var, " : "one number",
                        is_tensor ? KernelCall::dims_text(ctx.input(0)->shape) : "");
    }
  }
  for (uint32_t i = 0; i < op.variables; ++i) {
    if (!check_numbers(ctx, i, true)) return nullptr;
    if (ctx.output(i)->shape != ctx.input(0)->shape)
      return ctx.refuse("%s: shape %s; that of var, %s is required", ctx.output_name(i),
                        KernelCall::dims_text(ctx.output(i)->shape), KernelCall::dims_text(ctx.input(0)->shape));
  }
  if (const KernelTensor *more = ctx.input(op.inputs);
      more != nullptr && (!check_numbers(ctx, op.inputs) || more->shape != ctx.input(0)->shape))
    return ctx.refuse("%s: shape %s; that of var is required", ctx.input_name(op.inputs),
                      KernelCall::dims_text(more->shape));
  return make_kernel([op, options](RunContext &run) { return run_step(run, op, options); });
}

template <const Optimiser &Op>
std::unique_ptr<KernelState> prepare_plain(PrepareContext &ctx) {
  Options o;
  o.first = ctx.bool_attr("update_slots", true);
  o.second = ctx.bool_attr("use_nesterov");
  o.numbers[0] = ctx.float_attr("rho");
  o.numbers[1] = ctx.float_attr("momentum");
  o.numbers[2] = ctx.float_attr("epsilon");
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
OPSTRATA_KERNEL(ApplyAdamW, prepare_adam_w);

}  // namespace
}  // namespace opstrata::operators
