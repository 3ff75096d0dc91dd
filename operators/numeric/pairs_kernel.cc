// What belongs to pairs of rows or places: distances and their gradients, sums over the segment between two places,
// balanced assignments.
#include <algorithm>
#include <cmath>

#include "support/values.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

/// The p-norm of differences that come one by one.
class Norm {
 public:
  explicit Norm(double p) : p_(p) {}
  void add(double difference) {
    const double d = std::fabs(difference);
    if (std::isinf(p_))
      sum_ = d > sum_ || std::isnan(d) ? d : sum_;
    else if (p_ == 0)
      sum_ += d != 0 ? 1 : 0;
    else
      sum_ += p_ == 1 ? d : p_ == 2 ? d * d : std::pow(d, p_);
  }
  double value() const {
    return p_ == 2 ? std::sqrt(sum_) : p_ == 0 || p_ == 1 || std::isinf(p_) ? sum_ : std::pow(sum_, 1 / p_);
  }

 private:
  double p_, sum_ = 0;
};

/// d |difference|_p / d difference, with `norm` the p-norm of all differences.
double norm_slope(double difference, double norm, double p) {
  const double sign = difference > 0 ? 1 : difference < 0 ? -1 : 0, size = std::fabs(difference);
  if (p == 0 || norm == 0 || sign == 0) return 0;
  if (p == 1) return sign;
  if (std::isinf(p)) return size == norm ? sign : 0;
  return sign * std::pow(size / norm, p - 1);
}

std::unique_ptr<KernelState> prepare_cdist(PrepareContext &ctx) {
  const KernelTensor *a = ctx.input(0), *b = ctx.input(1), *y = ctx.output(0);
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  bool fits = a->rank() >= 2 && b->rank() == a->rank() && y->rank() == a->rank() && a->dim(-1) == b->dim(-1) &&
              y->dim(-2) == a->dim(-2) && y->dim(-1) == b->dim(-2);
  for (size_t d = 0; fits && d + 2 < a->rank(); ++d) fits = a->shape[d] == b->shape[d] && a->shape[d] == y->shape[d];
  const double p = ctx.float_attr("p", 2);
  // API functions expand both to all pairs themselves: then y has the norm of each row of the difference.
  const bool expanded = !fits && a->rank() >= 1 && b->shape == a->shape && y->rank() + 1 == a->rank() &&
                        std::equal(y->shape.begin(), y->shape.end(), a->shape.begin());
  if ((!fits && !expanded) || !(p >= 0))
    return ctx.refuse("x1, x2, p: rows %s and %s in the norm %g", KernelCall::dims_text(a->shape),
                      KernelCall::dims_text(b->shape), p);
  if (expanded) {
    return make_kernel([p, length = static_cast<size_t>(a->dim(-1))](RunContext &run) {
      const Reals u = read_values<double>(run, 0), v = read_values<double>(run, 1);
      Reals result(static_cast<size_t>(run.output(0)->elements));
      for (size_t i = 0; i < result.size(); ++i) {
        Norm norm(p);
        for (size_t k = 0; k < length; ++k) norm.add(u[i * length + k] - v[i * length + k]);
        result[i] = norm.value();
      }
      write_values(run, 0, result.data());
      return true;
    });
  }
  return make_kernel([=, rows = static_cast<size_t>(a->dim(-2)), columns = static_cast<size_t>(b->dim(-2)),
                      length = static_cast<size_t>(a->dim(-1))](RunContext &run) {
    const Reals u = read_values<double>(run, 0), v = read_values<double>(run, 1);
    Reals result(static_cast<size_t>(run.output(0)->elements));
    for (size_t i = 0; i < result.size(); ++i) {
      const size_t batch = i / (rows * columns), row = i / columns % rows, column = i % columns;
      Norm norm(p);
      for (size_t k = 0; k < length; ++k)
        norm.add(u[(batch * rows + row) * length + k] - v[(batch * columns + column) * length + k]);
      result[i] = norm.value();
    }
    write_values(run, 0, result.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_pdist(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &y = *ctx.output(0);
  const double p = ctx.float_attr("p", 2);
  if (x.rank() != 2 || y.elements != x.shape[0] * (x.shape[0] - 1) / 2 || !(p >= 0)) {
    return ctx.refuse("x, p: rows %s for %s in the norm %g", KernelCall::dims_text(x.shape),
                      KernelCall::dims_text(y.shape), p);
  }
  return make_kernel(
      [p, rows = static_cast<size_t>(x.shape[0]), length = static_cast<size_t>(x.shape[1])](RunContext &run) {
        const Reals values = read_values<double>(run, 0);
        Reals distances;
        for (size_t i = 0; i < rows; ++i) {
          for (size_t j = i + 1; j < rows; ++j) {
            Norm norm(p);
            for (size_t k = 0; k < length; ++k) norm.add(values[i * length + k] - values[j * length + k]);
            distances.push_back(norm.value());
          }
        }
        write_values(run, 0, distances.data());
        return true;
      });
}

std::unique_ptr<KernelState> prepare_cdist_grad(PrepareContext &ctx) {
  for (uint32_t i = 0; i < 4; ++i) {
    if (!check_numbers(ctx, i)) return nullptr;
  }
  if (!check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &grad = *ctx.input(0), &y = *ctx.output(0);
  const double p = ctx.float_attr("p", 2);
  bool fits = grad.rank() >= 3 && p >= 0;
  for (uint32_t i = 1; fits && i < 4; ++i) fits = ctx.input(i)->shape == grad.shape;
  if (!fits)
    return ctx.refuse("x1, x2, cdist, p: the shape of grad %s and a norm are required",
                      KernelCall::dims_text(grad.shape));
  const int64_t rows = grad.dim(-2), length = grad.dim(-1);
  if (rows == 0 || y.elements != grad.elements / rows)
    return ctx.refuse("y: shape %s is not that of grad %s without its last dimension but one",
                      KernelCall::dims_text(y.shape), KernelCall::dims_text(grad.shape));
  return make_kernel([p, rows = static_cast<size_t>(rows), length = static_cast<size_t>(length)](RunContext &run) {
    const Reals slope = read_values<double>(run, 0), a = read_values<double>(run, 1), b = read_values<double>(run, 2),
                norm = read_values<double>(run, 3);
    Reals sums(static_cast<size_t>(run.output(0)->elements), 0.0);
    for (size_t i = 0; i < slope.size(); ++i) {
      sums[i / (rows * length) * length + i % length] += slope[i] * norm_slope(a[i] - b[i], norm[i], p);
    }
    write_values(run, 0, sums.data());
    return true;
  });
}

/// Input 0 and output 0 are rows of numbers and square matrices over them, in this order or the other one.
bool check_segments(PrepareContext &ctx, const KernelTensor &rows, const KernelTensor &squares) {
  bool fits = rows.rank() >= 1 && squares.rank() == rows.rank() + 1 && squares.dim(-1) == rows.dim(-1);
  for (size_t d = 0; fits && d < rows.rank(); ++d) fits = squares.shape[d] == rows.shape[d];
  if (fits) return true;
  return ctx.refuse("%s: shape %s; %s has %s, each pair of its last dimension is an element", ctx.output_name(0),
                    KernelCall::dims_text(ctx.output(0)->shape), ctx.input_name(0),
                    KernelCall::dims_text(ctx.input(0)->shape)),
         false;
}
std::unique_ptr<KernelState> prepare_segsum(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  if (!check_segments(ctx, *ctx.input(0), *ctx.output(0))) return nullptr;
  return make_kernel([n = static_cast<size_t>(ctx.input(0)->dim(-1))](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    Reals y(static_cast<size_t>(run.output(0)->elements), 0.0);
    for (size_t row = 0; row * n < x.size(); ++row) {
      for (size_t from = 0; from < n; ++from) {
        double sum = 0;
        for (size_t to = from; to < n; ++to) {
          if (to != from) sum += x[row * n + to];
          y[(row * n + to) * n + from] = std::exp(sum);
        }
      }
    }
    write_values(run, 0, y.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_segsum_grad(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  if (!check_segments(ctx, *ctx.output(0), *ctx.input(0))) return nullptr;
  if (ctx.input(1)->shape != ctx.input(0)->shape)
    return ctx.refuse("grad_self: %s differs from grad_output %s", KernelCall::dims_text(ctx.input(1)->shape),
                      KernelCall::dims_text(ctx.input(0)->shape));
  return make_kernel([n = static_cast<size_t>(ctx.output(0)->dim(-1))](RunContext &run) {
    const Reals d = read_values<double>(run, 0), y = read_values<double>(run, 1);
    Reals x(static_cast<size_t>(run.output(0)->elements), 0.0);
    for (size_t row = 0; row * n < x.size(); ++row) {
      for (size_t from = 0; from < n; ++from) {
        double later = 0;  // of the segments that begin behind `from` and reach this far
        for (size_t to = n; to-- > from + 1;) {
          const size_t at = (row * n + to) * n + from;
          later += d[at] * y[at];
          x[row * n + to] += later;
        }
      }
    }
    write_values(run, 0, x.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_sinkhorn(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &cost = *ctx.input(0);
  const double tolerance = ctx.float_attr("tol", 1e-4);
  if (cost.rank() != 2 || ctx.output(0)->shape != cost.shape || !(tolerance > 0))
    return ctx.refuse("cost, tol: shape %s, %g; a matrix and a positive number are required",
                      KernelCall::dims_text(cost.shape), tolerance);
  return make_kernel([tolerance, rows = static_cast<size_t>(cost.shape[0]),
                      columns = static_cast<size_t>(cost.shape[1])](RunContext &run) {
    constexpr double kTiny = 1e-8;
    constexpr int kMostSteps = 10000;
    Reals weight = read_values<double>(run, 0);
    for (double &w : weight) w = std::exp(w);
    Reals of_row(rows, 1.0), of_column(columns, 1.0);
    double change = tolerance + 1;
    for (int step = 0; change > tolerance && !weight.empty(); ++step) {
      if (step == kMostSteps) return run.fail("tol: %g is not reached within %d steps", tolerance, kMostSteps);
      for (size_t i = 0; i < rows; ++i) {
        double sum = 0;
        for (size_t j = 0; j < columns; ++j) sum += of_column[j] * weight[i * columns + j];
        of_row[i] = 1 / (static_cast<double>(rows) * (sum + kTiny));
      }
      change = 0;
      for (size_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (size_t i = 0; i < rows; ++i) sum += of_row[i] * weight[i * columns + j];
        const double next = 1 / (static_cast<double>(columns) * (sum + kTiny));
        change += std::fabs(next - of_column[j]) / static_cast<double>(columns);
        of_column[j] = next;
      }
    }
    for (size_t i = 0; i < weight.size(); ++i) weight[i] *= of_row[i / columns] * of_column[i % columns];
    write_values(run, 0, weight.data());
    return true;
  });
}

OPSTRATA_KERNEL(Cdist, prepare_cdist);
OPSTRATA_KERNEL(Pdist, prepare_pdist);
OPSTRATA_KERNEL(CdistGrad, prepare_cdist_grad);
OPSTRATA_KERNEL(Segsum, prepare_segsum);
OPSTRATA_KERNEL(ExpSegsumGrad, prepare_segsum_grad);
OPSTRATA_KERNEL(Sinkhorn, prepare_sinkhorn);

}  // namespace
}  // namespace opstrata::operators
