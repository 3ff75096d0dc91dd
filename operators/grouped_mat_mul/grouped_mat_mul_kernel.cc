// Products of matrices in groups; computed in float64, in which products of small integers are exact.
#include "elementwise/formulas.h"
#include "quant/reals.h"

namespace opstrata::operators {
namespace {

enum Parameter : uint32_t { kX, kWeight, kBias, kScale, kOffset, kAntiScale, kAntiOffset, kGroups, kTokens };

/// Whether a list brings anything: tensors without elements stand for nothing.
bool is_given(const KernelCall &call, uint32_t input) {
  for (uint32_t i = 0; i < call.input_count(input); ++i) {
    if (call.input(input, i) != nullptr && call.input(input, i)->elements != 0) return true;
  }
  return false;
}

/// A matrix in the numbers of a tensor.
struct View {
  size_t start = 0;
  int64_t rows = 0, columns = 0, row_step = 0, column_step = 0;
};
View view_of(int64_t rows, int64_t columns, bool transposed, size_t start = 0) {
  return transposed ? View{start, columns, rows, 1, columns} : View{start, rows, columns, columns, 1};
}

struct Plan {
  uint32_t lists = 0, weights = 0, results = 0;
  int64_t groups = 1, type = -1, depth = 0, columns = 0, activation = 0;
  bool counts = false, splits_depth = false, transposed_x = false, transposed_weight = false;
};

bool read_plan(PrepareContext &ctx, Plan &p) {
  p.lists = ctx.input_count(kX);
  p.weights = ctx.input_count(kWeight);
  p.results = ctx.output_count(0);
  p.type = ctx.int_attr("group_type", -1);
  p.counts = ctx.int_attr("group_list_type") == 1;
  p.splits_depth = p.type == 2;
  p.transposed_x = ctx.bool_attr("transpose_x");
  p.transposed_weight = ctx.bool_attr("transpose_weight");
  p.activation = ctx.int_attr("act_type");
  if (p.lists == 0 || p.weights == 0 || p.results == 0) return ctx.refuse("x, weight, y: no tensors"), false;
  for (uint32_t list : {kX, kWeight, kBias, kScale, kAntiScale, kAntiOffset}) {
    for (uint32_t i = 0; i < ctx.input_count(list); ++i) {
      const KernelTensor *t = ctx.input(list, i);
      if (t == nullptr || !is_readable(t->dtype))
        return ctx.refuse("%s[%u]: %s", ctx.input_name(list), i,
                          t == nullptr ? "missing" : KernelCall::dtype_name(t->dtype)),
               false;
    }
  }
  if (is_given(ctx, kOffset)) return ctx.refuse("offset: not supported"), false;
  if (p.type != -1 && p.type != 0 && p.type != 2)
    return ctx.refuse("group_type: %lld; -1, 0 and 2 are supported", static_cast<long long>(p.type)), false;
  if (p.activation < 0 || p.activation > 5 || p.activation == 3)
    return ctx.refuse("act_type: %lld; 0, 1, 2, 4 and 5 are supported", static_cast<long long>(p.activation)), false;
  const KernelTensor &w = *ctx.input(kWeight);
  const KernelTensor *list = ctx.input(kGroups);
  if (list != nullptr && !check_numbers(ctx, kGroups)) return false;
  if (ctx.input(kTokens) != nullptr && !check_numbers(ctx, kTokens)) return false;
  p.groups = p.weights > 1                     ? static_cast<int64_t>(p.weights)
             : p.splits_depth || w.rank() != 3 ? (list == nullptr ? 1 : list->elements)
                                               : w.shape[0];
  if (!p.splits_depth && p.weights == 1 && w.rank() == 2) p.groups = 1;
  if (list != nullptr && list->elements != p.groups)
    return ctx.refuse("group_list: %lld elements for %lld groups", static_cast<long long>(list->elements),
                      static_cast<long long>(p.groups)),
           false;
  if (p.lists != 1 && static_cast<int64_t>(p.lists) != p.groups)
    return ctx.refuse("x: %u tensors for %lld groups", p.lists, static_cast<long long>(p.groups)), false;
  if (p.results != 1 && static_cast<int64_t>(p.results) != p.groups)
    return ctx.refuse("y: %u tensors for %lld groups", p.results, static_cast<long long>(p.groups)), false;
  if (p.lists == 1 && p.groups > 1 && list == nullptr)
    return ctx.refuse("group_list: missing for %lld groups of one x", static_cast<long long>(p.groups)), false;
  if (p.splits_depth && (p.lists != 1 || p.weights != 1 || w.rank() != 2))
    return ctx.refuse("group_type: 2 with %u tensors of x and weight %s", p.lists, KernelCall::dims_text(w.shape)),
           false;
  if (p.transposed_x && !p.splits_depth && p.lists == 1 && p.groups > 1)
    return ctx.refuse("transpose_x: not supported for rows in groups"), false;
  for (uint32_t i = 0; i < p.lists; ++i) {
    if (ctx.input(kX, i)->rank() < 2 ||
        ((p.transposed_x || p.groups > 1) && p.lists == 1 && ctx.input(kX, i)->rank() != 2))
      return ctx.refuse("x[%u]: shape %s is no matrix", i, KernelCall::dims_text(ctx.input(kX, i)->shape)), false;
  }
  for (uint32_t i = 0; i < p.weights; ++i) {
    const KernelTensor &t = *ctx.input(kWeight, i);
    const size_t rank = p.weights == 1 && !p.splits_depth && w.rank() == 3 ? 3 : 2;
    if (t.rank() != rank) return ctx.refuse("weight[%u]: shape %s", i, KernelCall::dims_text(t.shape)), false;
  }
  for (uint32_t i = 0; i < p.results; ++i) {
    const KernelTensor *y = ctx.output(0, i);
    if (y == nullptr || conversion(ge::DT_DOUBLE, y->dtype) == nullptr)
      return ctx.refuse("y[%u]: %s", i, y == nullptr ? "missing" : KernelCall::dtype_name(y->dtype)), false;
  }
  // What each group multiplies fits, and y takes all of it.
  for (int64_t g = 0; g < p.groups; ++g) {
    const KernelTensor &x = *ctx.input(kX, p.lists == 1 ? 0 : static_cast<uint32_t>(g)),
                       &t = *ctx.input(kWeight, p.weights == 1 ? 0 : static_cast<uint32_t>(g));
    const int64_t depth = x.dim(p.transposed_x ? -2 : -1), other = t.dim(p.transposed_weight ? -1 : -2),
                  columns = t.dim(p.transposed_weight ? -2 : -1);
    const KernelTensor &y = *ctx.output(0, p.results == 1 ? 0 : static_cast<uint32_t>(g));
    if (depth != other || y.rank() == 0 || y.shape.back() != columns)
      return ctx.refuse("x, weight: shapes %s and %s of group %lld do not multiply to y %s",
                        KernelCall::dims_text(x.shape), KernelCall::dims_text(t.shape), static_cast<long long>(g),
                        KernelCall::dims_text(y.shape)),
             false;
  }
  return true;
}

/// The numbers of group `g` in a list: a tensor of its own, or its part of one.
Reals of_group(const RunContext &run, uint32_t list, int64_t g, int64_t groups, Reals *offsets = nullptr) {
  const bool own = run.input_count(list) > 1;
  Reals unused,
      values = read_scales(run, list, own ? static_cast<uint32_t>(g) : 0, offsets == nullptr ? &unused : offsets);
  const size_t part = values.size() / static_cast<size_t>(groups);
  if (own || groups == 1 || part == 0) return values;
  const auto begin = static_cast<std::ptrdiff_t>(static_cast<size_t>(g) * part);
  if (offsets != nullptr && !offsets->empty())
    *offsets = Reals(offsets->begin() + begin, offsets->begin() + begin + static_cast<std::ptrdiff_t>(part));
  return Reals(values.begin() + begin, values.begin() + begin + static_cast<std::ptrdiff_t>(part));
}

double activated(double v, int64_t kind) {
  switch (kind) {
    case 1:
      return std::max(v, 0.0);
    case 2:
      return gelu_tanh(v);
    case 4:
      return v * sigmoid(1.702 * v);
    case 5:
      return v * sigmoid(v);
    default:
      return v;
  }
}

std::unique_ptr<KernelState> prepare(PrepareContext &ctx) {
  Plan p;
  if (!read_plan(ctx, p)) return nullptr;
  return make_kernel([p](RunContext &run) {
    const auto groups = static_cast<size_t>(p.groups);
    // Where each group begins among the rows, or the elements of rows, of one x.
    std::vector<int64_t> begins(groups, 0), sizes(groups, 0);
    const KernelTensor &first = *run.input(kX);
    const int64_t all = p.splits_depth   ? first.dim(p.transposed_x ? -2 : -1)
                        : p.transposed_x ? first.dim(-1)
                                         : first.elements / std::max<int64_t>(first.dim(-1), 1);
    if (run.input(kGroups) != nullptr && p.lists == 1) {
      const std::vector<int64_t> list = read_values<int64_t>(run, kGroups);
      int64_t begin = 0;
      for (size_t g = 0; g < groups; ++g) {
        const int64_t end = p.counts ? begin + list[g] : list[g];
        if (end < begin || end > all)
          return run.fail("group_list: group %zu ends at %lld of %lld", g, static_cast<long long>(end),
                          static_cast<long long>(all));
        begins[g] = begin;
        sizes[g] = end - begin;
        begin = end;
      }
    } else if (p.lists == 1) {
      sizes[0] = all;
    }
    const Reals tokens = run.input(kTokens) == nullptr ? Reals() : read_reals(run, kTokens);
    Reals x = read_reals(run, kX), weight = read_reals(run, kWeight);
    Reals y(static_cast<size_t>(run.output(0)->elements), 0.0);
    int64_t y_row = 0;
    for (size_t g = 0; g < groups; ++g) {
      const auto number = static_cast<uint32_t>(g);
      const KernelTensor &xt = *run.input(kX, p.lists == 1 ? 0 : number),
                         &wt = *run.input(kWeight, p.weights == 1 ? 0 : number);
      if (p.lists > 1 && g > 0) x = read_reals(run, kX, number);
      if (p.weights > 1 && g > 0) weight = read_reals(run, kWeight, number);
      View a = view_of(p.transposed_x ? xt.dim(-2) : xt.elements / std::max<int64_t>(xt.dim(-1), 1), xt.dim(-1),
                       p.transposed_x),
           b = view_of(wt.dim(-2), wt.dim(-1), p.transposed_weight);
      if (p.splits_depth) {
        a.start = static_cast<size_t>(begins[g] * a.column_step);
        b.start = static_cast<size_t>(begins[g] * b.row_step);
        a.columns = b.rows = sizes[g];
      } else {
        if (p.lists == 1) {
          a.start = static_cast<size_t>(begins[g] * a.row_step);
          a.rows = sizes[g];
        }
        if (wt.rank() == 3) b.start = g * static_cast<size_t>(wt.dim(-2) * wt.dim(-1));
      }
      const int64_t depth = a.columns, columns = b.columns;
      if (is_given(run, kAntiScale)) {
        const Reals scales = of_group(run, kAntiScale, static_cast<int64_t>(g), p.groups),
                    offsets = is_given(run, kAntiOffset) ? of_group(run, kAntiOffset, static_cast<int64_t>(g), p.groups)
                                                         : Reals(scales.size(), 0.0);
        const int64_t parts = columns == 0 ? 1 : static_cast<int64_t>(scales.size()) / columns;
        if (parts < 1 || depth % parts != 0 || parts * columns != static_cast<int64_t>(scales.size()) ||
            offsets.size() != scales.size())
          return run.fail("antiquant_scale: %zu numbers for %lld rows and %lld columns", scales.size(),
                          static_cast<long long>(depth), static_cast<long long>(columns));
        for (int64_t k = 0; k < depth; ++k) {
          for (int64_t c = 0; c < columns; ++c) {
            double &w = weight[b.start + static_cast<size_t>(k * b.row_step + c * b.column_step)];
            const auto at = static_cast<size_t>(k / (depth / parts) * columns + c);
            w = (w + offsets[at]) * scales[at];
          }
        }
      }
      Reals bias, scales, offsets;
      bool early = true;
      if (is_given(run, kBias)) {
        bias = of_group(run, kBias, static_cast<int64_t>(g), p.groups);
        early = run.input(kBias)->dtype == ge::DT_INT32;
      }
      if (is_given(run, kScale)) scales = of_group(run, kScale, static_cast<int64_t>(g), p.groups, &offsets);
      for (const Reals *few : {&bias, &scales}) {
        if (!few->empty() && few->size() != 1 && static_cast<int64_t>(few->size()) != columns)
          return run.fail("bias, scale: %zu numbers for %lld columns", few->size(), static_cast<long long>(columns));
      }
      if (p.results > 1 && g > 0) y.assign(static_cast<size_t>(run.output(0, number)->elements), 0.0);
      const int64_t begin = p.results > 1 ? 0 : y_row;
      const ge::DataType type = run.output(0, p.results > 1 ? number : 0)->dtype;
      if ((begin + a.rows) * columns > static_cast<int64_t>(y.size()))
        return run.fail("y: %zu elements, %lld rows of %lld are made", y.size(), static_cast<long long>(begin + a.rows),
                        static_cast<long long>(columns));
      run.parallel_for(a.rows, 1, [&](int64_t from, int64_t to) {
        for (int64_t r = from; r < to; ++r) {
          double *row = y.data() + (begin + r) * columns;
          for (int64_t k = 0; k < depth; ++k) {
            const double factor = x[a.start + static_cast<size_t>(r * a.row_step + k * a.column_step)];
            const double *w = weight.data() + b.start + static_cast<size_t>(k * b.row_step);
            for (int64_t c = 0; c < columns; ++c) row[c] += factor * w[c * b.column_step];
          }
          const double token = tokens.empty() ? 1 : tokens[static_cast<size_t>(begins[g] + r) % tokens.size()];
          for (int64_t c = 0; c < columns; ++c) {
            const auto at = static_cast<size_t>(c);
            const double term = bias.empty() ? 0 : bias[at % bias.size()],
                         scale = scales.empty() ? 1 : scales[at % scales.size()];
            const double v =
                activated((row[c] + (early ? term : 0)) * scale * token + (early ? 0 : term), p.activation);
            row[c] = type == ge::DT_INT8 ? to_integer(v + (offsets.empty() ? 0 : offsets[at % offsets.size()]),
                                                      Rounding::kNearest, type)
                                         : v;
          }
        }
      });
      y_row += a.rows;
      if (p.results > 1) write_reals(run, 0, y, number);
    }
    if (p.results == 1) write_reals(run, 0, y);
    return true;
  });
}

OPSTRATA_KERNEL(GroupedMatmul, prepare);

}  // namespace
}  // namespace opstrata::operators
