#include <algorithm>
#include <cmath>

#include "support/moves.h"
#include "support/reduction.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

enum Operand : size_t { kX, kY, kGamma, kBeta, kMean, kSpread, kOperands };

struct Plan {
  StridedLoop<kOperands> outer, inner;  ///< over the slices, and over the normalised dimensions
  std::array<uint32_t, 4> input{};      ///< IR index of the first four operands (kY unused)
  bool has_gamma = false, has_beta = false;
  bool reciprocal = false;  ///< the third output is 1 / sqrt(variance + epsilon) instead of the variance
  double epsilon = 0;

  /// T: type of x, y, gamma, beta; S: type of the statistics.
  template <class T, class S>
  void run(RunContext &ctx) const {
    std::array<char *, kOperands> base = {};
    base[kX] = address(ctx.input_data(input[kX]));
    base[kGamma] = has_gamma ? address(ctx.input_data(input[kGamma])) : nullptr;
    base[kBeta] = has_beta ? address(ctx.input_data(input[kBeta])) : nullptr;
    base[kY] = address(ctx.output_data(0));
    base[kMean] = address(ctx.output_data(1));
    base[kSpread] = address(ctx.output_data(2));
    const auto step = outer.row_strides();
    const int64_t grain = std::max<int64_t>(1, kElementGrain / 4 / std::max<int64_t>(1, inner.total()));
    ctx.parallel_for(outer.total(), grain, [&](int64_t begin, int64_t end) {
      outer.run(base, begin, end, [&](const std::array<char *, kOperands> &p, int64_t n) {
        for (int64_t i = 0; i < n; ++i) {
          std::array<char *, kOperands> slice;
          for (size_t k = 0; k < kOperands; ++k) slice[k] = p[k] == nullptr ? nullptr : p[k] + i * step[k];
          normalize<T, S>(slice);
        }
      });
    });
  }

  template <class T, class S>
  void normalize(const std::array<char *, kOperands> &slice) const {
    const auto stride = inner.row_strides();
    const auto count = static_cast<double>(inner.total());
    WideSum sum;
    const auto each_row = [&](auto f) { inner.run(slice, 0, inner.total(), f); };
    each_row([&](const auto &p, int64_t n) { sum += sum_row<T>(p[kX], stride[kX], n); });
    const double mean = sum.value() / count;
    double squares = 0;
    each_row([&](const auto &p, int64_t n) {
      double part = 0;
      for (int64_t j = 0; j < n; ++j) {
        const double d = widen(element<T>(p[kX], j * stride[kX])) - mean;
        part += d * d;
      }
      squares += part;
    });
    const double variance = squares / count;
    const double scale = 1.0 / std::sqrt(variance + epsilon);
    each_row([&](const auto &p, int64_t n) {
      for (int64_t j = 0; j < n; ++j) {
        double v = (widen(element<T>(p[kX], j * stride[kX])) - mean) * scale;
        if (has_gamma) v *= widen(element<T>(p[kGamma], j * stride[kGamma]));
        if (has_beta) v += widen(element<T>(p[kBeta], j * stride[kBeta]));
        element<T>(p[kY], j * stride[kY]) = narrow<T>(v);
      }
    });
    if (slice[kMean] != nullptr) element<S>(slice[kMean], 0) = narrow<S>(mean);
    if (slice[kSpread] != nullptr) element<S>(slice[kSpread], 0) = narrow<S>(reciprocal ? scale : variance);
  }
};

/// gamma and beta in types of their own, or double: all in float64, rounded once.
std::unique_ptr<KernelState> prepare_mixed(const Plan &plan, int64_t axis, int64_t params_axis) {
  return make_kernel([=](RunContext &run) {
    const Dims shape = run.input(0)->shape;
    auto x = read_values<double>(run, 0);
    const auto skipped = static_cast<size_t>(params_axis);
    const Dims tail(shape.data() + skipped, shape.size() - skipped);
    const auto read = [&](bool is_there, uint32_t input, double otherwise) {
      return is_there ? read_values<double>(run, input, tail) : std::vector<double>(1, otherwise);
    };
    const auto gamma = read(plan.has_gamma, plan.input[kGamma], 1), beta = read(plan.has_beta, plan.input[kBeta], 0);
    size_t n = 1;
    for (size_t d = static_cast<size_t>(axis); d < shape.size(); ++d) n *= static_cast<size_t>(shape[d]);
    std::vector<double> means, spreads;
    for (size_t begin = 0; n > 0 && begin < x.size(); begin += n) {
      CompensatedSum sum, squares;
      for (size_t i = begin; i < begin + n; ++i) sum += x[i];
      const double mean = sum.value() / static_cast<double>(n);
      for (size_t i = begin; i < begin + n; ++i) squares += (x[i] - mean) * (x[i] - mean);
      const double variance = squares.value() / static_cast<double>(n), scale = 1 / std::sqrt(variance + plan.epsilon);
      for (size_t i = begin; i < begin + n; ++i)
        x[i] = (x[i] - mean) * scale * gamma[i % gamma.size()] + beta[i % beta.size()];
      means.push_back(mean);
      spreads.push_back(plan.reciprocal ? scale : variance);
    }
    write_values(run, 0, x.data());
    if (run.output(1) != nullptr) write_values(run, 1, means.data());
    if (run.output(2) != nullptr) write_values(run, 2, spreads.data());
    return true;
  });
}

/// Fills the loops; `axis`: first normalised dimension; `params_axis`: first dimension that gamma and beta have.
std::unique_ptr<KernelState> prepare(PrepareContext &ctx, Plan plan, int64_t axis, int64_t params_axis) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0), *mean = ctx.output(1), *spread = ctx.output(2);
  if (x == nullptr || y == nullptr) return ctx.refuse("x and y are required");
  if (!normalize_axis(axis, x->rank()) || !normalize_axis(params_axis, x->rank())) {
    return ctx.refuse("begin_norm_axis, begin_params_axis: %lld, %lld are outside the dimensions of x %s", static_cast<long long>(axis),
                      static_cast<long long>(params_axis), KernelCall::dims_text(x->shape));
  }
  const KernelTensor *gamma = ctx.input(plan.input[kGamma]), *beta = ctx.input(plan.input[kBeta]);
  plan.has_gamma = gamma != nullptr;
  plan.has_beta = beta != nullptr;
  if (x->dtype != y->dtype || x->shape != y->shape) {
    return ctx.refuse("y: %s %s differs from x: %s %s", KernelCall::dtype_name(y->dtype), KernelCall::dims_text(y->shape),
                      KernelCall::dtype_name(x->dtype), KernelCall::dims_text(x->shape));
  }
  const Dims params_shape(x->shape.data() + std::min<size_t>(static_cast<size_t>(params_axis), x->rank()),
                          x->rank() - std::min<size_t>(static_cast<size_t>(params_axis), x->rank()));
  for (size_t k : {kGamma, kBeta}) {
    const KernelTensor *t = ctx.input(plan.input[k]);
    if (t != nullptr && (!check_numbers(ctx, plan.input[k]) || !broadcasts_to(*t, params_shape))) {
      return ctx.refuse("%s: %s %s does not fit x: %s %s from dimension %lld on", ctx.input_name(plan.input[k]), KernelCall::dtype_name(t->dtype),
                        KernelCall::dims_text(t->shape), KernelCall::dtype_name(x->dtype), KernelCall::dims_text(x->shape),
                        static_cast<long long>(params_axis));
    }
  }
  const ge::DataType stats = mean != nullptr ? mean->dtype : spread != nullptr ? spread->dtype : x->dtype;
  const std::array<const KernelTensor *, kOperands> operands = {x, y, gamma, beta, mean, spread};
  for (size_t d = 0; d < x->rank(); ++d) {
    StridedLoop<kOperands>::Strides strides;
    for (size_t k = 0; k < kOperands; ++k) strides[k] = operands[k] == nullptr ? 0 : broadcast_stride(*operands[k], d, x->rank());
    (d < static_cast<size_t>(axis) ? plan.outer : plan.inner).add(x->shape[d], strides);
  }
  for (const KernelTensor *t : {mean, spread}) {
    if (t != nullptr && (t->elements != plan.outer.total() || !broadcasts_to(*t, x->shape) || t->dtype != stats)) {
      return ctx.refuse("%s: %s %s does not fit x %s", ctx.output_name(t == mean ? 1 : 2), KernelCall::dtype_name(t->dtype),
                        KernelCall::dims_text(t->shape), KernelCall::dims_text(x->shape));
    }
  }
  std::unique_ptr<KernelState> state;
  dispatch<float, Half, BFloat16>(x->dtype, [&](auto e) {
    dispatch<float, typename decltype(e)::type>(stats, [&](auto s) {
      using T = typename decltype(e)::type;
      using S = typename decltype(s)::type;
      state = make_kernel([plan](RunContext &run) {
        plan.run<T, S>(run);
        return true;
      });
    });
  });
  const auto differs = [&](const KernelTensor *t) { return t != nullptr && t->dtype != x->dtype; };
  if ((state == nullptr || differs(gamma) || differs(beta)) && check_numbers(ctx, 0) && (mean == nullptr || check_numbers(ctx, 1, true)) &&
      (spread == nullptr || check_numbers(ctx, 2, true)))
    return prepare_mixed(plan, axis, params_axis);
  if (state == nullptr) {
    return ctx.refuse("x: data type %s with %s of type %s is not supported", KernelCall::dtype_name(x->dtype), ctx.output_name(1),
                      KernelCall::dtype_name(stats));
  }
  return state;
}

std::unique_ptr<KernelState> prepare_layer_norm(PrepareContext &ctx) {
  Plan plan;
  plan.input = {0, 0, 1, 2};
  plan.epsilon = ctx.float_attr("epsilon", 1e-7);
  return prepare(ctx, plan, ctx.int_attr("begin_norm_axis"), ctx.int_attr("begin_params_axis"));
}

std::unique_ptr<KernelState> prepare_layer_norm_v3(PrepareContext &ctx) {
  Plan plan;
  plan.input = {0, 0, 1, 2};
  plan.epsilon = ctx.float_attr("epsilon", 1e-5);
  plan.reciprocal = true;
  return prepare(ctx, plan, ctx.int_attr("begin_norm_axis"), ctx.int_attr("begin_params_axis"));
}

std::unique_ptr<KernelState> prepare_layer_norm_v4(PrepareContext &ctx) {
  Plan plan;
  plan.input = {0, 0, 2, 3};
  plan.epsilon = ctx.float_attr("epsilon", 1e-5);
  plan.reciprocal = true;
  const KernelTensor *x = ctx.input(0), *shape = ctx.input(1);
  if (x == nullptr || shape == nullptr || shape->elements < 1 || shape->elements > static_cast<int64_t>(x->rank())) {
    return ctx.refuse("normalized_shape: between one value and as many as x has dimensions are required");
  }
  const int64_t axis = static_cast<int64_t>(x->rank()) - shape->elements;
  return prepare(ctx, plan, axis, axis);
}

OPSTRATA_KERNEL(LayerNorm, prepare_layer_norm);
OPSTRATA_KERNEL(LayerNormV3, prepare_layer_norm_v3);
OPSTRATA_KERNEL(LayerNormV4, prepare_layer_norm_v4);

}  // namespace
}  // namespace opstrata::operators
