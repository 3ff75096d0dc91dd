// Gated units, learned slopes, masked softmax and gradients; computed in float64 and rounded once.
#include <cmath>
#include <string_view>
#include <vector>

#include "elementwise/formulas.h"
#include "support/axis.h"
#include "support/checks.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

// ---- Gelu in its two forms

/// Whether attribute `approximate` asks for the form with the hyperbolic tangent; false after a refusal.
bool read_approximate(PrepareContext &ctx, bool &tanh) {
  const std::string_view text = ctx.string_attr("approximate", "none");
  tanh = text == "tanh";
  return tanh || text == "none" || (ctx.refuse("approximate: \"%s\" is neither none nor tanh", text.data()), false);
}
double gelu(double x, bool tanh) { return tanh ? gelu_tanh(x) : gelu_erf(x); }
double gelu_slope(double x, bool tanh) { return tanh ? gelu_tanh_slope(x) : gelu_erf_slope(x); }

std::unique_ptr<KernelState> prepare_gelu(PrepareContext &ctx) {
  static constexpr MapOp kErf = map_op<1, D>([](Params, auto x) { return gelu_erf(x); });
  static constexpr MapOp kTanh = map_op<1, D>([](Params, auto x) { return gelu_tanh(x); });
  bool tanh = false;
  return read_approximate(ctx, tanh) ? prepare_map(ctx, tanh ? kTanh : kErf) : nullptr;
}
std::unique_ptr<KernelState> prepare_gelu_grad(PrepareContext &ctx) {
  static constexpr MapOp kErf = map_op<2, D>([](Params, auto dy, auto x) { return dy * gelu_erf_slope(x); });
  static constexpr MapOp kTanh = map_op<2, D>([](Params, auto dy, auto x) { return dy * gelu_tanh_slope(x); });
  bool tanh = false;
  return read_approximate(ctx, tanh) ? prepare_map(ctx, tanh ? kTanh : kErf) : nullptr;
}

// ---- Halves

/// How the halves of a tensor lie in it: element i of a half stands at first(i), its partner `half` elements behind.
struct Halves {
  int64_t half = 0;   ///< elements of one half that follow one another
  int64_t count = 0;  ///< elements of a half
  int64_t first(int64_t i) const { return i / half * 2 * half + i % half; }
};
bool read_halves(PrepareContext &ctx, const KernelTensor &whole, int64_t dim, const KernelTensor &part, Halves &h) {
  bool fits = whole.rank() > 0 && part.rank() == whole.rank() && normalize_axis(dim, whole.rank());
  h.half = 1;
  for (size_t d = 0; fits && d < whole.rank(); ++d) {
    const bool split = static_cast<int64_t>(d) == dim;
    fits = whole.shape[d] == part.shape[d] * (split ? 2 : 1);
    if (static_cast<int64_t>(d) >= dim) h.half *= part.shape[d];
  }
  h.count = part.elements;
  return fits || (ctx.refuse("dim: shapes %s and %s, of which the second is to be a half along dimension %lld",
                             KernelCall::dims_text(whole.shape), KernelCall::dims_text(part.shape),
                             static_cast<long long>(dim)),
                  false);
}
/// Calls f(i, place in the first half, place in the second) for the elements of a half.
template <class F>
void visit(RunContext &run, const Halves &h, const F &f) {
  run.parallel_for(h.count, kElementGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      f(static_cast<size_t>(i), static_cast<size_t>(h.first(i)), static_cast<size_t>(h.first(i) + h.half));
  });
}

/// y = f(a, b) of the halves of input 0.
template <class F>
std::unique_ptr<KernelState> halves_kernel(PrepareContext &ctx, int64_t dim, F f) {
  Halves h;
  if (!are_numbers(ctx, 1, 1) || !read_halves(ctx, *ctx.input(0), dim, *ctx.output(0), h)) return nullptr;
  return make_kernel([h, f](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    Reals y(static_cast<size_t>(h.count));
    visit(run, h, [&](size_t i, size_t a, size_t b) { y[i] = f(x[a], x[b]); });
    write_values(run, 0, y.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_swi_glu(PrepareContext &ctx) {
  return halves_kernel(ctx, ctx.int_attr("dim", -1), [](double a, double b) { return a * sigmoid(a) * b; });
}
std::unique_ptr<KernelState> prepare_gelu_mul(PrepareContext &ctx) {
  bool tanh = false;
  if (!read_approximate(ctx, tanh)) return nullptr;
  return halves_kernel(ctx, -1, [tanh](double a, double b) { return gelu(a, tanh) * b; });
}
std::unique_ptr<KernelState> prepare_fatrelu(PrepareContext &ctx) {
  Halves h;
  if (!are_numbers(ctx, 2, 1) || !read_halves(ctx, *ctx.input(0), -1, *ctx.output(0), h)) return nullptr;
  if (ctx.input(1)->elements != 1)
    return ctx.refuse("threshold: shape %s; one number is required", KernelCall::dims_text(ctx.input(1)->shape));
  return make_kernel([h](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    const double threshold = read_values<double>(run, 1)[0];
    Reals y(static_cast<size_t>(h.count));
    visit(run, h, [&](size_t i, size_t a, size_t b) { y[i] = (x[a] > threshold ? x[a] : 0) * x[b]; });
    write_values(run, 0, y.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_swi_glu_grad(PrepareContext &ctx) {
  Halves h;
  if (!are_numbers(ctx, 2, 1) || !read_halves(ctx, *ctx.input(1), ctx.int_attr("dim", -1), *ctx.input(0), h) ||
      !same_shape(ctx, *ctx.output(0), "x_grad", ctx.input(1)->shape))
    return nullptr;
  return make_kernel([h](RunContext &run) {
    const Reals dy = read_values<double>(run, 0), x = read_values<double>(run, 1);
    Reals dx(x.size());
    visit(run, h, [&](size_t i, size_t a, size_t b) {
      const double s = sigmoid(x[a]);
      dx[a] = dy[i] * x[b] * s * (1 + x[a] * sigmoid(-x[a]));
      dx[b] = dy[i] * x[a] * s;
    });
    write_values(run, 0, dx.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_ge_glu(PrepareContext &ctx) {
  Halves h;
  if (!are_numbers(ctx, 1, 2) || !read_halves(ctx, *ctx.input(0), ctx.int_attr("dim", -1), *ctx.output(0), h) ||
      !same_shape(ctx, *ctx.output(1), "gelu", ctx.output(0)->shape))
    return nullptr;
  return make_kernel(
      [h, tanh = ctx.int_attr("approximate", 1) == 1, left = ctx.bool_attr("activate_left")](RunContext &run) {
        const Reals x = read_values<double>(run, 0);
        Reals y(static_cast<size_t>(h.count)), gate(y.size());
        visit(run, h, [&](size_t i, size_t a, size_t b) {
          gate[i] = gelu(x[left ? a : b], tanh);
          y[i] = x[left ? b : a] * gate[i];
        });
        write_values(run, 0, y.data());
        write_values(run, 1, gate.data());
        return true;
      });
}
std::unique_ptr<KernelState> prepare_ge_glu_grad(PrepareContext &ctx) {
  Halves h;
  if (!are_numbers(ctx, 3, 1) || !read_halves(ctx, *ctx.input(1), ctx.int_attr("dim", -1), *ctx.input(0), h) ||
      !same_shape(ctx, *ctx.input(2), "gelu", ctx.input(0)->shape) ||
      !same_shape(ctx, *ctx.output(0), "dx", ctx.input(1)->shape))
    return nullptr;
  return make_kernel([h, tanh = ctx.int_attr("approximate", 1) == 1,
                      left = ctx.bool_attr("activate_left")](RunContext &run) {
    const Reals dy = read_values<double>(run, 0), x = read_values<double>(run, 1), gate = read_values<double>(run, 2);
    Reals dx(x.size());
    visit(run, h, [&](size_t i, size_t a, size_t b) {
      const size_t active = left ? a : b, other = left ? b : a;
      dx[other] = dy[i] * gate[i];
      dx[active] = dy[i] * x[other] * gelu_slope(x[active], tanh);
    });
    write_values(run, 0, dx.data());
    return true;
  });
}

// ---- Learned slopes

/// Elements of x that follow one another with the same slope; 0: one slope for all.
bool read_channels(PrepareContext &ctx, const KernelTensor &x, uint32_t weight, size_t &inner) {
  inner = 0;
  const KernelTensor &w = *ctx.input(weight);
  if (w.elements == 1) return true;
  const size_t axis = x.rank() > 1 ? 1 : 0;
  if (x.rank() == 0 || w.elements != x.shape[axis])
    return ctx.refuse("%s: shape %s is neither one number nor one for each channel of %s", ctx.input_name(weight),
                      KernelCall::dims_text(w.shape), KernelCall::dims_text(x.shape)),
           false;
  inner = 1;
  for (size_t d = axis + 1; d < x.rank(); ++d) inner *= static_cast<size_t>(x.shape[d]);
  return true;
}
std::unique_ptr<KernelState> prepare_prelu(PrepareContext &ctx) {
  size_t inner = 0;
  if (!are_numbers(ctx, 2, 1) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape) ||
      !read_channels(ctx, *ctx.input(0), 1, inner))
    return nullptr;
  return make_kernel([inner](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    const Reals w = read_values<double>(run, 1);
    for (size_t i = 0; i < x.size(); ++i) x[i] = x[i] > 0 ? x[i] : x[i] * w[inner == 0 ? 0 : i / inner % w.size()];
    write_values(run, 0, x.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_prelu_grad(PrepareContext &ctx) {
  size_t inner = 0;
  if (!are_numbers(ctx, 3, 2) || !same_shape(ctx, *ctx.input(0), "grads", ctx.input(1)->shape) ||
      !same_shape(ctx, *ctx.output(0), "dx", ctx.input(1)->shape) ||
      !same_shape(ctx, *ctx.output(1), "da", ctx.input(2)->shape) || !read_channels(ctx, *ctx.input(1), 2, inner))
    return nullptr;
  return make_kernel([inner](RunContext &run) {
    Reals dy = read_values<double>(run, 0);
    const Reals x = read_values<double>(run, 1), w = read_values<double>(run, 2);
    Reals dw(w.size(), 0.0);
    for (size_t i = 0; i < x.size(); ++i) {
      const size_t channel = inner == 0 ? 0 : i / inner % w.size();
      if (x[i] > 0) continue;
      dw[channel] += dy[i] * x[i];
      dy[i] *= w[channel];
    }
    write_values(run, 0, dy.data());
    write_values(run, 1, dw.data());
    return true;
  });
}

// ---- Softmax over the last dimension

/// Calls f(first element, n) for the rows of the last dimension of input 0.
template <class F>
void visit_rows(RunContext &run, const F &f) {
  const KernelTensor &x = *run.input(0);
  const int64_t n = x.rank() == 0 ? 1 : x.shape.back();
  run.parallel_for(n == 0 ? 0 : x.elements / n, 16, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) f(static_cast<size_t>(r * n), static_cast<size_t>(n));
  });
}
void softmax_row(double *x, size_t n) {
  const double most = *std::max_element(x, x + n);
  double sum = 0;
  for (size_t i = 0; i < n; ++i) sum += x[i] = std::exp(x[i] - most);
  for (size_t i = 0; i < n; ++i) x[i] /= sum;
}
/// Whether elements are masked: by input `mask`, or above the diagonal.
struct Mask {
  uint32_t input = 0;
  bool above_diagonal = false;
  std::vector<int64_t> read(const RunContext &run) const {
    const Dims shape = run.input(0)->shape;
    if (run.input(input) != nullptr && !above_diagonal) return read_values<int64_t>(run, input, shape);
    std::vector<int64_t> values(static_cast<size_t>(run.input(0)->elements), 0);
    if (!above_diagonal) return values;
    const auto columns = static_cast<size_t>(shape.back()), rows = static_cast<size_t>(shape[shape.size() - 2]);
    for (size_t i = 0; i < values.size(); ++i) values[i] = i % columns > i / columns % rows;
    return values;
  }
};
bool read_mask(PrepareContext &ctx, uint32_t input, Mask &mask) {
  mask = {input, ctx.bool_attr("fixed_triu_mask")};
  const Dims shape = ctx.input(0)->shape;
  if (mask.above_diagonal && shape.size() < 2)
    return ctx.refuse("x: shape %s has no diagonal", KernelCall::dims_text(shape)), false;
  const KernelTensor *t = ctx.input(input);
  if (t == nullptr || mask.above_diagonal) return true;
  return broadcasts_to(*t, shape) || (ctx.refuse("mask: shape %s does not broadcast to %s",
                                                 KernelCall::dims_text(t->shape), KernelCall::dims_text(shape)),
                                      false);
}
constexpr double kMasked = -10000;

std::unique_ptr<KernelState> prepare_masked_softmax(PrepareContext &ctx) {
  Mask mask;
  if (!are_numbers(ctx, 1, 1) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape) || !read_mask(ctx, 1, mask))
    return nullptr;
  return make_kernel([mask, scale = ctx.float_attr("scale", 1)](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    const std::vector<int64_t> masked = mask.read(run);
    for (size_t i = 0; i < x.size(); ++i) x[i] = masked[i] != 0 ? kMasked : x[i] * scale;
    visit_rows(run, [&](size_t first, size_t n) { softmax_row(x.data() + first, n); });
    write_values(run, 0, x.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_masked_softmax_grad(PrepareContext &ctx) {
  Mask mask;
  if (!are_numbers(ctx, 2, 1) || !same_shape(ctx, *ctx.input(1), "y", ctx.input(0)->shape) ||
      !same_shape(ctx, *ctx.output(0), "x_grad", ctx.input(0)->shape) || !read_mask(ctx, 2, mask))
    return nullptr;
  return make_kernel([mask, scale = ctx.float_attr("scale", 1)](RunContext &run) {
    Reals d = read_values<double>(run, 0);
    const Reals y = read_values<double>(run, 1);
    const std::vector<int64_t> masked = mask.read(run);
    visit_rows(run, [&](size_t first, size_t n) {
      double along = 0;
      for (size_t i = first; i < first + n; ++i) along += d[i] * y[i];
      for (size_t i = first; i < first + n; ++i) d[i] = masked[i] != 0 ? 0 : (d[i] - along) * y[i] * scale;
    });
    write_values(run, 0, d.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_biased_softmax(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 1) || !check_numbers(ctx, 2) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape))
    return nullptr;
  for (uint32_t i : {1U, 2U}) {
    const KernelTensor *t = ctx.input(i);
    if (t != nullptr && (!check_numbers(ctx, i) || !broadcasts_to(*t, ctx.input(0)->shape)))
      return ctx.refuse("%s: shape %s does not broadcast to x %s", ctx.input_name(i), KernelCall::dims_text(t->shape),
                        KernelCall::dims_text(ctx.input(0)->shape));
  }
  return make_kernel([scale = ctx.float_attr("scale_value", 1)](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    const Dims shape = run.input(0)->shape;
    for (double &v : x) v *= scale;
    for (uint32_t k : {1U, 2U}) {
      if (run.input(k) == nullptr) continue;
      const Reals term = read_values<double>(run, k, shape);
      for (size_t i = 0; i < x.size(); ++i) x[i] += term[i];
    }
    visit_rows(run, [&](size_t first, size_t n) { softmax_row(x.data() + first, n); });
    write_values(run, 0, x.data());
    return true;
  });
}

OPSTRATA_KERNEL(PRelu, prepare_prelu);
OPSTRATA_KERNEL(PReluGrad, prepare_prelu_grad);
OPSTRATA_KERNEL(GeluV2, prepare_gelu);
OPSTRATA_KERNEL(GeluGradV2, prepare_gelu_grad);
OPSTRATA_KERNEL(SwiGlu, prepare_swi_glu);
OPSTRATA_KERNEL(SwiGluGrad, prepare_swi_glu_grad);
OPSTRATA_KERNEL(GeGluV2, prepare_ge_glu);
OPSTRATA_KERNEL(GeGluGradV2, prepare_ge_glu_grad);
OPSTRATA_KERNEL(GeluMul, prepare_gelu_mul);
OPSTRATA_KERNEL(FatreluMul, prepare_fatrelu);
OPSTRATA_KERNEL(ScaledMaskedSoftmaxV2, prepare_masked_softmax);
OPSTRATA_KERNEL(ScaledMaskedSoftmaxGradV2, prepare_masked_softmax_grad);
OPSTRATA_KERNEL(MaskedSoftmaxWithRelPosBias, prepare_biased_softmax);

}  // namespace
}  // namespace opstrata::operators
