// Products of matrices with more before or behind them; computed in float64 and rounded once.
#include <string_view>
#include <vector>

#include "elementwise/formulas.h"
#include "support/axis.h"
#include "support/checks.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

/// A batch of matrices in dense memory.
struct Side {
  int64_t batch = 0, row = 0, column = 0;  ///< steps in elements
};
struct Plan {
  int64_t batches = 1, rows = 0, columns = 0, depth = 0;
  Side a, b, y;
};
void multiply(RunContext &run, const Plan &p, const Reals &a, const Reals &b, Reals &y) {
  run.parallel_for(p.batches * p.rows, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t batch = i / p.rows, row = i % p.rows;
      const int64_t in_a = batch * p.a.batch + row * p.a.row, in_b = batch * p.b.batch,
                    in_y = batch * p.y.batch + row * p.y.row;
      for (int64_t k = 0; k < p.depth; ++k) {
        const double factor = a[static_cast<size_t>(in_a + k * p.a.column)];
        for (int64_t c = 0; c < p.columns; ++c)
          y[static_cast<size_t>(in_y + c * p.y.column)] +=
              factor * b[static_cast<size_t>(in_b + k * p.b.row + c * p.b.column)];
      }
    }
  });
}
bool check(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return false;
  const KernelTensor *bias = ctx.input(2);
  return bias == nullptr || check_numbers(ctx, 2);
}

/// Steps of the dimensions of `t`, which stand in the order that attribute `name` says.
bool read_order(PrepareContext &ctx, const char *name, const KernelTensor &t, int64_t (&sizes)[3], Side &side) {
  const Dims perm = ctx.int_list_attr(name);
  bool seen[3] = {}, fits = t.rank() == 3 && perm.size() == 3;
  int64_t *steps[] = {&side.batch, &side.row, &side.column};
  for (size_t i = 0; fits && i < 3; ++i) {
    fits = perm[i] >= 0 && perm[i] < 3 && !seen[perm[i]];
    if (!fits) break;
    const auto d = static_cast<size_t>(perm[i]);
    seen[d] = true;
    sizes[i] = t.shape[d];
    *steps[i] = 1;
    for (size_t inner = d + 1; inner < 3; ++inner) *steps[i] *= t.shape[inner];
  }
  return fits ||
         (ctx.refuse("%s: not an order of the three dimensions of %s", name, KernelCall::dims_text(t.shape)), false);
}
std::unique_ptr<KernelState> prepare_transposed(PrepareContext &ctx) {
  if (!check(ctx)) return nullptr;
  if (ctx.input(3) != nullptr) return ctx.refuse("scale: not supported");
  if (ctx.int_attr("batch_split_factor", 1) != 1)
    return ctx.refuse("batch_split_factor: %lld; only 1 is supported",
                      static_cast<long long>(ctx.int_attr("batch_split_factor")));
  const KernelTensor &y = *ctx.output(0), *bias = ctx.input(2);
  int64_t a[3], b[3];
  Plan p;
  if (!read_order(ctx, "perm_x1", *ctx.input(0), a, p.a) || !read_order(ctx, "perm_x2", *ctx.input(1), b, p.b))
    return nullptr;
  // Dimension i of y is dimension perm_y[i] of the product.
  const Dims perm = ctx.int_list_attr("perm_y");
  const int64_t sizes[] = {a[0], a[1], b[2]};
  int64_t *steps[] = {&p.y.batch, &p.y.row, &p.y.column};
  bool seen[3] = {}, fits = perm.size() == 3 && y.rank() == 3 && a[0] == b[0] && a[2] == b[1];
  int64_t step = 1;
  for (size_t i = 3; fits && i-- > 0;) {
    fits = perm[i] >= 0 && perm[i] < 3 && !seen[perm[i]] && y.shape[i] == sizes[perm[i]];
    if (!fits) break;
    seen[perm[i]] = true;
    *steps[perm[i]] = step;
    step *= y.shape[i];
  }
  if (!fits || (bias != nullptr && bias->elements != b[2]))
    return ctx.refuse("x1, x2, bias: shapes %s and %s do not multiply to y %s in these orders",
                      KernelCall::dims_text(ctx.input(0)->shape), KernelCall::dims_text(ctx.input(1)->shape),
                      KernelCall::dims_text(y.shape));
  p.batches = a[0];
  p.rows = a[1];
  p.depth = a[2];
  p.columns = b[2];
  return make_kernel([p](RunContext &run) {
    Reals result(static_cast<size_t>(run.output(0)->elements), 0.0);
    multiply(run, p, read_values<double>(run, 0), read_values<double>(run, 1), result);
    if (run.input(2) != nullptr) {
      const Reals terms = read_values<double>(run, 2);
      for (size_t i = 0; i < result.size(); ++i) result[i] += terms[i / static_cast<size_t>(p.y.column) % terms.size()];
    }
    write_values(run, 0, result.data());
    return true;
  });
}

enum class Fused : uint8_t { kNone, kAdd, kMul, kRelu, kErf, kTanh };
bool read_fused(PrepareContext &ctx, Fused &fused) {
  const std::string_view text = ctx.string_attr("fused_op_type");
  constexpr std::pair<std::string_view, Fused> kNames[] = {
      {"", Fused::kNone},     {"16cast32", Fused::kNone}, {"add", Fused::kAdd},       {"mul", Fused::kMul},
      {"relu", Fused::kRelu}, {"gelu_erf", Fused::kErf},  {"gelu_tanh", Fused::kTanh}};
  for (const auto &name : kNames) {
    if (name.first == text) return fused = name.second, true;
  }
  return ctx.refuse("fused_op_type: \"%s\"; add, mul, relu, gelu_erf, gelu_tanh, 16cast32 and nothing are allowed",
                    text.data()),
         false;
}
/// Inputs 0 and 1 multiply to output 0; they are read with their leading dimensions broadcast, in the shapes `wide_a`
/// and `wide_b`.
bool read_broadcast(PrepareContext &ctx, bool ta, bool tb, Plan &p, std::vector<int64_t> &wide_a,
                    std::vector<int64_t> &wide_b) {
  const KernelTensor &a = *ctx.input(0), &b = *ctx.input(1), &y = *ctx.output(0);
  bool fits = a.rank() >= 2 && b.rank() >= 2 && y.rank() >= 2;
  if (fits) {
    p.rows = a.dim(ta ? -1 : -2);
    p.depth = a.dim(ta ? -2 : -1);
    p.columns = b.dim(tb ? -2 : -1);
    p.a = {p.rows * p.depth, ta ? 1 : p.depth, ta ? p.rows : 1};
    p.b = {p.depth * p.columns, tb ? 1 : p.columns, tb ? p.depth : 1};
    p.y = {p.rows * p.columns, p.columns, 1};
    fits = b.dim(tb ? -1 : -2) == p.depth && y.dim(-2) == p.rows && y.dim(-1) == p.columns;
  }
  wide_a.assign(y.shape.begin(), y.shape.end());
  wide_b = wide_a;
  if (fits) {
    for (size_t k : {1U, 2U}) {
      wide_a[wide_a.size() - k] = a.shape[a.rank() - k];
      wide_b[wide_b.size() - k] = b.shape[b.rank() - k];
    }
    for (size_t d = 0; d + 2 < y.rank(); ++d) p.batches *= y.shape[d];
    fits = broadcasts_to(a, {wide_a.data(), wide_a.size()}) && broadcasts_to(b, {wide_b.data(), wide_b.size()});
  }
  return fits ||
         (ctx.refuse("%s, %s: shapes %s and %s do not multiply to y %s", ctx.input_name(0), ctx.input_name(1),
                     KernelCall::dims_text(a.shape), KernelCall::dims_text(b.shape), KernelCall::dims_text(y.shape)),
          false);
}

std::unique_ptr<KernelState> prepare_fused(PrepareContext &ctx) {
  Fused fused{};
  if (!check(ctx) || !read_fused(ctx, fused)) return nullptr;
  const KernelTensor &y = *ctx.output(0);
  const KernelTensor *bias = ctx.input(2), *other = ctx.input(3);
  const bool ta = ctx.bool_attr("transpose_x1"), tb = ctx.bool_attr("transpose_x2"),
             needs = fused == Fused::kAdd || fused == Fused::kMul;
  Plan p;
  std::vector<int64_t> wide_a, wide_b;
  if (!read_broadcast(ctx, ta, tb, p, wide_a, wide_b)) return nullptr;
  if (bias != nullptr && !broadcasts_to(*bias, y.shape))
    return ctx.refuse("bias: shape %s cannot be added to y %s", KernelCall::dims_text(bias->shape),
                      KernelCall::dims_text(y.shape));
  if (needs && (other == nullptr || !check_numbers(ctx, 3) || !broadcasts_to(*other, y.shape)))
    return ctx.refuse("x3: missing, or does not broadcast to y %s", KernelCall::dims_text(y.shape));
  return make_kernel([=](RunContext &run) {
    const Dims shape = run.output(0)->shape;
    Reals result(static_cast<size_t>(run.output(0)->elements), 0.0);
    multiply(run, p, read_values<double>(run, 0, {wide_a.data(), wide_a.size()}),
             read_values<double>(run, 1, {wide_b.data(), wide_b.size()}), result);
    const Reals terms = run.input(2) == nullptr ? Reals() : read_values<double>(run, 2, shape),
                more = needs ? read_values<double>(run, 3, shape) : Reals();
    for (size_t i = 0; i < result.size(); ++i) {
      double v = result[i] + (terms.empty() ? 0.0 : terms[i]);
      switch (fused) {
        case Fused::kAdd:
          v += more[i];
          break;
        case Fused::kMul:
          v *= more[i];
          break;
        case Fused::kRelu:
          v = v > 0 ? v : v != v ? v : 0;
          break;
        case Fused::kErf:
          v = gelu_erf(v);
          break;
        case Fused::kTanh:
          v = gelu_tanh(v);
          break;
        default:
          break;
      }
      result[i] = v;
    }
    write_values(run, 0, result.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_gemm(PrepareContext &ctx) {
  Plan p;
  std::vector<int64_t> wide_a, wide_b;
  if (!are_numbers(ctx, 5, 1) ||
      !read_broadcast(ctx, ctx.bool_attr("transpose_a"), ctx.bool_attr("transpose_b"), p, wide_a, wide_b) ||
      !has_elements(ctx, *ctx.input(3), "alpha", 1) || !has_elements(ctx, *ctx.input(4), "beta", 1))
    return nullptr;
  const Dims shape = ctx.output(0)->shape;
  if (!broadcasts_to(*ctx.input(2), shape))
    return ctx.refuse("c: shape %s cannot be added to y %s", KernelCall::dims_text(ctx.input(2)->shape),
                      KernelCall::dims_text(shape));
  return make_kernel([=](RunContext &run) {
    Reals result(static_cast<size_t>(run.output(0)->elements), 0.0);
    multiply(run, p, read_values<double>(run, 0, {wide_a.data(), wide_a.size()}),
             read_values<double>(run, 1, {wide_b.data(), wide_b.size()}), result);
    const Reals c = read_values<double>(run, 2, run.output(0)->shape);
    const double alpha = read_values<double>(run, 3)[0], beta = read_values<double>(run, 4)[0];
    for (size_t i = 0; i < result.size(); ++i) result[i] = alpha * result[i] + beta * c[i];
    write_values(run, 0, result.data());
    return true;
  });
}

OPSTRATA_KERNEL(GEMM, prepare_gemm);
OPSTRATA_KERNEL(TransposeBatchMatMul, prepare_transposed);
OPSTRATA_KERNEL(FusedMatMul, prepare_fused);

}  // namespace
}  // namespace opstrata::operators
