// Cosines between vectors.
#include <cmath>

#include "loss/reduction_attr.h"
#include "support/axis.h"
#include "support/checks.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

/// The sums of products, and of squares, of `n` elements `step` apart.
struct Sums {
  double ab = 0, aa = 0, bb = 0;
  Sums(const double *a, const double *b, size_t n, size_t step) {
    for (size_t i = 0; i < n; ++i) {
      ab += a[i * step] * b[i * step];
      aa += a[i * step] * a[i * step];
      bb += b[i * step] * b[i * step];
    }
  }
};

std::unique_ptr<KernelState> prepare_embedding_loss(PrepareContext &ctx) {
  Reduction reduction;
  if (!are_numbers(ctx, 3, 1) || !read_reduction(ctx, reduction)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  if (reduction == Reduction::kBatchMean) return ctx.refuse("reduction: \"batchmean\" is none of none, mean, sum");
  if (x.rank() != 1 && x.rank() != 2)
    return ctx.refuse("x1: shape %s; a vector, or one a row, is required", KernelCall::dims_text(x.shape));
  const Dims rows(x.shape.data(), x.rank() - 1);
  if (!same_shape(ctx, *ctx.input(1), "x2", x.shape) || !same_shape(ctx, *ctx.input(2), "target", rows) ||
      !same_shape(ctx, *ctx.output(0), "y", reduction == Reduction::kNone ? rows : Dims()))
    return nullptr;
  return make_kernel([reduction, margin = ctx.float_attr("margin")](RunContext &run) {
    constexpr double kLeast = 1e-12;  // added to squares, so that no length is 0
    const Reals a = read_values<double>(run, 0), b = read_values<double>(run, 1), target = read_values<double>(run, 2);
    const auto width = static_cast<size_t>(run.input(0)->shape.back());
    Reals losses;
    double sum = 0;
    for (size_t i = 0; i < target.size(); ++i) {
      const Sums s(a.data() + i * width, b.data() + i * width, width, 1);
      const double cosine = s.ab / std::sqrt((s.aa + kLeast) * (s.bb + kLeast));
      losses.push_back(target[i] == 1 ? 1 - cosine : target[i] == -1 ? std::fmax(0.0, cosine - margin) : 0.0);
      sum += losses.back();
    }
    sum /= divisor(reduction, run.input(2)->shape);
    write_values(run, 0, reduction == Reduction::kNone ? losses.data() : &sum);
    return true;
  });
}

std::unique_ptr<KernelState> prepare_similarity(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  int64_t dim = ctx.int_attr("dim", 1);
  if (x.rank() == 0 || !normalize_axis(dim, x.rank()))
    return ctx.refuse("dim: %lld is outside the dimensions of input_x1 %s", static_cast<long long>(dim),
                      KernelCall::dims_text(x.shape));
  std::vector<int64_t> wanted(x.shape.begin(), x.shape.end());
  wanted.erase(wanted.begin() + dim);
  if (!same_shape(ctx, *ctx.input(1), "input_x2", x.shape) ||
      !same_shape(ctx, *ctx.output(0), "output_y", Dims(wanted.data(), wanted.size())))
    return nullptr;
  return make_kernel([axis = static_cast<size_t>(dim), eps = ctx.float_attr("eps")](RunContext &run) {
    const Reals a = read_values<double>(run, 0), b = read_values<double>(run, 1);
    const Dims shape = run.input(0)->shape;
    size_t inner = 1;
    for (size_t d = axis + 1; d < shape.size(); ++d) inner *= static_cast<size_t>(shape[d]);
    const auto count = static_cast<size_t>(shape[axis]);
    Reals y(static_cast<size_t>(run.output(0)->elements));
    for (size_t i = 0; i < y.size(); ++i) {
      const size_t first = i / inner * count * inner + i % inner;
      const Sums s(a.data() + first, b.data() + first, count, inner);
      y[i] = s.ab / std::fmax(std::sqrt(s.aa) * std::sqrt(s.bb), eps);
    }
    write_values(run, 0, y.data());
    return true;
  });
}

OPSTRATA_KERNEL(CosineEmbeddingLoss, prepare_embedding_loss);
OPSTRATA_KERNEL(CosineSimilarity, prepare_similarity);

}  // namespace
}  // namespace opstrata::operators
