// Sums of two tensors, normalised by the mean of squares and quantised; computed in float64.
#include "quant/reals.h"

namespace opstrata::operators {
namespace {

/// Inputs x1, x2, gamma, and beta or none.
struct AddedRms {
  uint32_t beta = 0;  ///< input
  bool shifted = false;
  size_t rows = 0, columns = 0;
  double epsilon = 0;
  UnaryRow narrow = nullptr, widen = nullptr;
};
bool read_added(PrepareContext &ctx, uint32_t beta, uint32_t x, AddedRms &a) {
  if (!are_numbers(ctx, 3, 0) || !check_numbers(ctx, x, true)) return false;
  const KernelTensor &x1 = *ctx.input(0), &gamma = *ctx.input(2);
  bool fits = gamma.rank() <= x1.rank();
  for (size_t d = 0; fits && d < gamma.rank(); ++d)
    fits = gamma.shape[gamma.rank() - 1 - d] == x1.shape[x1.rank() - 1 - d];
  if (!fits)
    return ctx.refuse("gamma: shape %s is not that of the last dimensions of x1 %s", KernelCall::dims_text(gamma.shape),
                      KernelCall::dims_text(x1.shape)),
           false;
  if (!same_shape(ctx, *ctx.input(1), "x2", x1.shape) || !same_shape(ctx, *ctx.output(x), "x", x1.shape)) return false;
  a.beta = beta;
  a.shifted = beta != 0 && ctx.input(beta) != nullptr;
  if (a.shifted && (!check_numbers(ctx, beta) || !has_elements(ctx, *ctx.input(beta), "beta", gamma.elements)))
    return false;
  a.columns = static_cast<size_t>(gamma.elements);
  a.rows = a.columns == 0 ? 0 : static_cast<size_t>(x1.elements) / a.columns;
  a.epsilon = ctx.float_attr("epsilon", 1e-6);
  a.narrow = conversion(ge::DT_DOUBLE, x1.dtype);
  a.widen = conversion(x1.dtype, ge::DT_DOUBLE);
  return true;
}
/// Rows of as many numbers as gamma has: each / the root of the mean of squares * gamma + beta (none: 0).
void normalise(Reals &rows, const Reals &gamma, const Reals &beta, double epsilon, Reals *rstds = nullptr) {
  const size_t n = gamma.size();
  for (size_t begin = 0; n != 0 && begin < rows.size(); begin += n) {
    double *row = rows.data() + begin, squares = 0;
    for (size_t i = 0; i < n; ++i) squares += row[i] * row[i];
    const double rstd = 1 / std::sqrt(squares / static_cast<double>(n) + epsilon);
    if (rstds != nullptr) rstds->push_back(rstd);
    for (size_t i = 0; i < n; ++i) row[i] = row[i] * rstd * gamma[i] + (beta.empty() ? 0 : beta[i]);
  }
}
/// The normalised sum; the sum itself, rounded to its type before, goes to output `x`.
Reals run_added(RunContext &run, const AddedRms &a, uint32_t x, Reals *rstds = nullptr) {
  Reals sum = read_values<double>(run, 0);
  const Reals other = read_values<double>(run, 1), gamma = read_values<double>(run, 2),
              beta = a.shifted ? read_values<double>(run, a.beta) : Reals();
  const int64_t item = item_bytes(run.input(0)->dtype), n = run.input(0)->elements;
  for (size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
  std::vector<char> rounded(sum.size() * static_cast<size_t>(item));
  a.narrow(reinterpret_cast<const char *>(sum.data()), sizeof(double), rounded.data(), item, n);
  a.widen(rounded.data(), item, reinterpret_cast<char *>(sum.data()), sizeof(double), n);
  write_values(run, x, sum.data());
  normalise(sum, gamma, beta, a.epsilon, rstds);
  return sum;
}
/// Input `input` is absent, one number, or has as many as gamma.
bool is_like_gamma(PrepareContext &ctx, uint32_t input, const AddedRms &a) {
  const KernelTensor *t = ctx.input(input);
  return t == nullptr ||
         (check_numbers(ctx, input) &&
          (t->elements == 1 || has_elements(ctx, *t, ctx.input_name(input), static_cast<int64_t>(a.columns))));
}
Reals read_or(const RunContext &run, uint32_t input, double otherwise) {
  return run.input(input) == nullptr ? Reals{otherwise} : read_values<double>(run, input);
}

std::unique_ptr<KernelState> prepare_norm_quant(PrepareContext &ctx) {
  AddedRms a;
  if (!read_added(ctx, 7, 2, a) || !check_source(ctx, 3)) return nullptr;
  for (uint32_t i = 3; i < 7; ++i) {
    if (!is_like_gamma(ctx, i, a)) return nullptr;
  }
  const int64_t axis = ctx.int_attr("axis", -1), rank = static_cast<int64_t>(ctx.input(0)->rank());
  if (axis != -1 && axis != rank - 1)
    return ctx.refuse("axis: %lld; only the last dimension is supported", static_cast<long long>(axis));
  QuantisedOutput y[2];
  const bool both = ctx.input(4) != nullptr;
  if (!read_quantised(ctx, 0, ctx.input(0)->shape, y[0]) ||
      (both && !read_quantised(ctx, 1, ctx.input(0)->shape, y[1])))
    return nullptr;
  return make_kernel([a, both, first = y[0], second = y[1], divide = ctx.bool_attr("div_mode", true)](RunContext &run) {
    const Reals normal = run_added(run, a, 2);
    for (uint32_t k = 0; k < (both ? 2U : 1U); ++k) {
      const Reals scales = read_or(run, 3 + k, 1), zeros = read_or(run, 5 + k, 0);
      Reals values = normal;
      for (size_t i = 0; i < values.size(); ++i) {
        const double s = scales[i % a.columns % scales.size()];
        values[i] = (divide ? values[i] / s : values[i] * s) + zeros[i % a.columns % zeros.size()];
      }
      (k == 0 ? first : second).write(run, values);
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_norm_dynamic(PrepareContext &ctx) {
  AddedRms a;
  if (!read_added(ctx, 5, 2, a) || !is_like_gamma(ctx, 3, a) || !is_like_gamma(ctx, 4, a)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() == 0) return ctx.refuse("x1: a number has no rows");
  const int64_t columns = x.shape.back(), rows = columns == 0 ? 0 : x.elements / columns;
  const KernelSpan<bool> mask = ctx.bool_list_attr("output_mask");
  const bool masked = mask.size() >= 2;
  QuantisedOutput y[2];
  bool made[2] = {!masked || mask[0], masked ? mask[1] : ctx.input(4) != nullptr};
  for (uint32_t k = 0; k < 2; ++k) {
    if (made[k] && (!read_quantised(ctx, k, x.shape, y[k]) || !check_numbers(ctx, 3 + k, true) ||
                    !has_elements(ctx, *ctx.output(3 + k), ctx.output_name(3 + k), rows)))
      return nullptr;
  }
  return make_kernel([a, n = static_cast<size_t>(columns), count = static_cast<size_t>(rows), first = y[0],
                      second = y[1], makes_first = made[0], makes_second = made[1]](RunContext &run) {
    const Reals normal = run_added(run, a, 2);
    for (uint32_t k = 0; k < 2; ++k) {
      if (!(k == 0 ? makes_first : makes_second)) continue;
      const QuantisedOutput &y_of = k == 0 ? first : second;
      const Reals smooth = read_or(run, 3 + k, 1);
      Reals values = normal, scales(count);
      for (size_t i = 0; i < values.size(); ++i) values[i] *= smooth[i % a.columns % smooth.size()];
      for (size_t r = 0; r < count; ++r) scales[r] = divide_row(values.data() + r * n, n, y_of.largest());
      y_of.write(run, values);
      write_values(run, 3 + k, scales.data());
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_norm_cast(PrepareContext &ctx) {
  AddedRms a;
  if (!read_added(ctx, 0, 3, a) || !are_numbers(ctx, 0, 4)) return nullptr;
  if (!same_shape(ctx, *ctx.output(0), "y1", ctx.input(0)->shape) ||
      !same_shape(ctx, *ctx.output(1), "y2", ctx.input(0)->shape) ||
      !has_elements(ctx, *ctx.output(2), "rstd", static_cast<int64_t>(a.rows)))
    return nullptr;
  return make_kernel([a](RunContext &run) {
    Reals rstd;
    const Reals y = run_added(run, a, 3, &rstd);
    write_values(run, 0, y.data());
    write_values(run, 1, y.data());
    write_values(run, 2, rstd.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_plain_norm(PrepareContext &ctx) {
  QuantisedOutput y;
  if (!are_numbers(ctx, 5, 0) || !read_quantised(ctx, 0, ctx.input(0)->shape, y)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  const int64_t columns = x.rank() == 0 ? 1 : x.shape.back();
  for (uint32_t i = 1; i < 5; ++i) {
    const KernelTensor &t = *ctx.input(i);
    if ((i < 3 || t.elements != 1) && !has_elements(ctx, t, ctx.input_name(i), columns)) return nullptr;
  }
  return make_kernel([y, epsilon = ctx.float_attr("epsilon", 1e-6)](RunContext &run) {
    Reals values = read_values<double>(run, 0);
    const Reals gamma = read_values<double>(run, 1), scale = read_values<double>(run, 3),
                offset = read_values<double>(run, 4);
    normalise(values, gamma, read_values<double>(run, 2), epsilon);
    for (size_t i = 0; i < values.size(); ++i) {
      const size_t column = i % gamma.size();
      values[i] = values[i] * scale[column % scale.size()] + offset[column % offset.size()];
    }
    y.write(run, values);
    return true;
  });
}

OPSTRATA_KERNEL(RmsNormQuant, prepare_plain_norm);
OPSTRATA_KERNEL(AddRmsNormQuant, prepare_norm_quant);
OPSTRATA_KERNEL(AddRmsNormDynamicQuant, prepare_norm_dynamic);
OPSTRATA_KERNEL(AddRmsNormCast, prepare_norm_cast);

}  // namespace
}  // namespace opstrata::operators
