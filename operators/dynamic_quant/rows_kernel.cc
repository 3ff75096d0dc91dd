// Quantisation of rows with scales of their own, behind activations too; computed in float64, scales rounded to their
// type before they are used.
#include <string_view>

#include "elementwise/formulas.h"
#include "quant/reals.h"
#include "support/axis.h"

namespace opstrata::operators {
namespace {

/// Rows in groups, each of which has its own row of some parameters.
struct Groups {
  uint32_t input = 0;
  bool given = false, sizes = false;  ///< numbers of rows of the groups, else where they end
  int64_t count = 1;

  /// The group of each row, -1 behind the last.
  std::vector<int64_t> of_rows(const RunContext &run, size_t rows) const {
    if (!given) return std::vector<int64_t>(rows, 0);
    std::vector<int64_t> groups(rows, -1);
    int64_t begin = 0, group = 0;
    for (const int64_t number : read_values<int64_t>(run, input)) {
      const int64_t end = std::clamp<int64_t>(sizes ? begin + number : number, begin, static_cast<int64_t>(rows));
      for (; begin < end; ++begin) groups[static_cast<size_t>(begin)] = group;
      ++group;
    }
    return groups;
  }
};
bool read_groups(PrepareContext &ctx, uint32_t input, bool sizes, Groups &g) {
  const KernelTensor *t = ctx.input(input);
  g.input = input;
  g.sizes = sizes;
  g.given = t != nullptr;
  if (t == nullptr) return true;
  g.count = t->elements;
  return check_numbers(ctx, input);
}

/// A parameter that rows share, or those of a group: one number, or one for each column.
struct Columns {
  uint32_t input = 0;
  bool given = false;
  size_t width = 1;  ///< numbers for a group
};
bool read_columns(PrepareContext &ctx, uint32_t input, int64_t columns, const Groups &groups, Columns &c) {
  const KernelTensor *t = ctx.input(input);
  c.input = input;
  c.given = t != nullptr;
  if (t == nullptr) return true;
  if (!check_numbers(ctx, input)) return false;
  const bool wide = t->elements == groups.count * columns;
  c.width = wide ? static_cast<size_t>(columns) : 1;
  return wide || t->elements == groups.count || t->elements == 1 ||
         (ctx.refuse("%s: shape %s; %lld numbers, or one for each of %lld groups, are required", ctx.input_name(input),
                     KernelCall::dims_text(t->shape), static_cast<long long>(groups.count * columns),
                     static_cast<long long>(groups.count)),
          false);
}
struct ColumnValues {
  Reals values;
  size_t width;
  double at(int64_t group, size_t column) const {
    return values[(static_cast<size_t>(group) * width + column % width) % values.size()];
  }
};
ColumnValues read_column_values(const RunContext &run, const Columns &c, double otherwise) {
  return {c.given ? read_values<double>(run, c.input) : Reals{otherwise}, c.width};
}

/// Spreads n numbers over the whole range of a type: v / scale + offset.
double spread_row(double *row, size_t n, double largest, double smallest, double &offset) {
  if (n == 0) return 0;
  const auto [least, most] = std::minmax_element(row, row + n);
  const double scale = in_float((*most - *least) / (largest - smallest));
  offset = in_float(largest - *most / scale);
  for (size_t i = 0; i < n; ++i) row[i] = row[i] / scale + offset;
  return scale;
}
double smallest_number(ge::DataType type) {
  const double most = largest_number(type);
  return type == ge::DT_INT8 || type == ge::DT_INT4 ? -most - 1 : -most;
}

template <bool WithOffset>
std::unique_ptr<KernelState> prepare_dynamic(PrepareContext &ctx) {
  const std::string_view mode = ctx.string_attr("quant_mode", "pertoken");
  if (mode != "pertoken" && mode != "pertensor")
    return ctx.refuse("quant_mode: \"%s\" is neither pertoken nor pertensor", mode.data());
  QuantisedOutput y;
  if (!check_source(ctx, 0) || !read_quantised(ctx, 0, ctx.input(0)->shape, y)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() == 0) return ctx.refuse("x: a number has no rows");
  const int64_t columns = x.shape.back(), rows = columns == 0 ? 0 : x.elements / columns;
  const bool whole = mode == "pertensor";
  Groups groups;
  Columns smooth;
  for (uint32_t i = 1; i < (WithOffset ? 3U : 2U); ++i) {
    if (!check_numbers(ctx, i, true) || !has_elements(ctx, *ctx.output(i), ctx.output_name(i), whole ? 1 : rows))
      return nullptr;
  }
  if (!read_groups(ctx, 2, false, groups) || !read_columns(ctx, 1, columns, groups, smooth)) return nullptr;
  return make_kernel([=, n = static_cast<size_t>(columns), count = static_cast<size_t>(rows),
                      symmetrical = !WithOffset || ctx.bool_attr("is_symmetrical")](RunContext &run) {
    Reals values = read_reals(run, 0);
    const std::vector<int64_t> group = groups.of_rows(run, count);
    if (smooth.given) {
      const ColumnValues factors = read_column_values(run, smooth, 1);
      for (size_t i = 0; i < values.size(); ++i) {
        if (group[i / n] >= 0) values[i] *= factors.at(group[i / n], i % n);
      }
    }
    const size_t length = whole ? values.size() : n, lines = whole ? 1 : count;
    Reals scales(lines), offsets(lines, 0.0);
    for (size_t r = 0; r < lines; ++r) {
      double *line = values.data() + r * length;
      scales[r] = symmetrical ? divide_row(line, length, y.largest())
                              : spread_row(line, length, y.largest(), smallest_number(y.type), offsets[r]);
    }
    y.write(run, values);
    write_values(run, 1, scales.data());
    if (WithOffset) write_values(run, 2, offsets.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_flat(PrepareContext &ctx) {
  if (!are_numbers(ctx, 3, 0) || !check_numbers(ctx, 1, true)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() != 3) return ctx.refuse("x: shape %s; three dimensions are required", KernelCall::dims_text(x.shape));
  const int64_t count = x.shape[0], rows = x.shape[1], columns = x.shape[2];
  const int64_t left[] = {rows, rows}, right[] = {columns, columns};
  QuantisedOutput y;
  if (!same_shape(ctx, *ctx.input(1), "kronecker_p1", Dims(left, 2)) ||
      !same_shape(ctx, *ctx.input(2), "kronecker_p2", Dims(right, 2)) || !read_quantised(ctx, 0, x.shape, y) ||
      !has_elements(ctx, *ctx.output(1), "quant_scale", count))
    return nullptr;
  const double ratio = ctx.float_attr("clip_ratio", 1.0);
  if (!(ratio > 0 && ratio <= 1)) return ctx.refuse("clip_ratio: %g is not within (0, 1]", ratio);
  return make_kernel([=, m = static_cast<size_t>(rows), n = static_cast<size_t>(columns)](RunContext &run) {
    Reals values = read_reals(run, 0);
    const Reals p1 = read_reals(run, 1), p2 = read_reals(run, 2);
    Reals scales(static_cast<size_t>(count));
    run.parallel_for(count, 1, [&](int64_t begin, int64_t end) {
      Reals product(m * n);
      for (auto k = static_cast<size_t>(begin); k < static_cast<size_t>(end); ++k) {
        double *matrix = values.data() + k * m * n;
        std::fill(product.begin(), product.end(), 0.0);
        for (size_t i = 0; i < m; ++i) {
          for (size_t j = 0; j < n; ++j) {
            for (size_t c = 0; c < n; ++c) product[i * n + c] += matrix[i * n + j] * p2[j * n + c];
          }
        }
        std::fill(matrix, matrix + m * n, 0.0);
        for (size_t i = 0; i < m; ++i) {
          for (size_t j = 0; j < m; ++j) {
            for (size_t c = 0; c < n; ++c) matrix[i * n + c] += p1[i * m + j] * product[j * n + c];
          }
        }
        scales[k] = divide_row(matrix, m * n, y.largest() / ratio);
      }
    });
    y.write(run, values);
    write_values(run, 1, scales.data());
    return true;
  });
}

// ---- Behind a gated activation

bool read_mode(PrepareContext &ctx, bool &dynamic) {
  const std::string_view mode = ctx.string_attr("quant_mode", "static");
  dynamic = mode == "dynamic";
  return dynamic || mode == "static" ||
         (ctx.refuse("quant_mode: \"%s\" is neither static nor dynamic", mode.data()), false);
}
/// x in rows of halves, y of as many rows; for dynamic quantisation with a scale for each row.
bool read_half_rows(PrepareContext &ctx, bool dynamic, QuantisedOutput &y, int64_t &rows, int64_t &half) {
  if (!check_source(ctx, 0)) return false;
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() == 0 || x.shape.back() % 2 != 0)
    return ctx.refuse("x: the last dimension of %s has no halves", KernelCall::dims_text(x.shape)), false;
  half = x.shape.back() / 2;
  rows = half == 0 ? 0 : x.elements / x.shape.back();
  std::vector<int64_t> shape(x.shape.begin(), x.shape.end());
  shape.back() = half;
  return read_quantised(ctx, 0, Dims(shape.data(), shape.size()), y) &&
         (!dynamic || (check_numbers(ctx, 1, true) && has_elements(ctx, *ctx.output(1), "scale", rows)));
}

std::unique_ptr<KernelState> prepare_swi_glu(PrepareContext &ctx) {
  bool dynamic = false;
  QuantisedOutput y;
  int64_t rows = 0, half = 0;
  Groups groups;
  Columns smooth, offset;
  const int64_t list = ctx.int_attr("group_list_type");
  if (list != 0 && list != 1)
    return ctx.refuse("group_list_type: %lld; 0 and 1 are allowed", static_cast<long long>(list));
  if (!read_mode(ctx, dynamic) || !read_half_rows(ctx, dynamic, y, rows, half) ||
      !read_groups(ctx, 3, list == 1, groups) || !read_columns(ctx, 1, half, groups, smooth) ||
      !read_columns(ctx, 2, half, groups, offset))
    return nullptr;
  if (!dynamic && !smooth.given) return ctx.refuse("smooth_scales: missing, although quant_mode is static");
  return make_kernel([=, n = static_cast<size_t>(half), count = static_cast<size_t>(rows),
                      left = ctx.bool_attr("activate_left")](RunContext &run) {
    const Reals x = read_reals(run, 0);
    const std::vector<int64_t> group = groups.of_rows(run, count);
    const ColumnValues factors = read_column_values(run, smooth, 1), terms = read_column_values(run, offset, 0);
    Reals values(count * n, 0.0), scales(count, 0.0);
    for (size_t r = 0; r < count; ++r) {
      if (group[r] < 0) continue;
      double *row = values.data() + r * n;
      for (size_t i = 0; i < n; ++i) {
        const double a = x[2 * r * n + (left ? 0 : n) + i], b = x[2 * r * n + (left ? n : 0) + i];
        row[i] = a * sigmoid(a) * b * factors.at(group[r], i);
      }
      if (dynamic) {
        double most = 0;
        for (size_t i = 0; i < n; ++i) most = std::max(most, std::abs(row[i]));
        scales[r] = in_float(y.largest() / most);
        for (size_t i = 0; i < n; ++i) row[i] *= scales[r];
      } else {
        for (size_t i = 0; i < n; ++i) row[i] += terms.at(group[r], i);
      }
    }
    y.write(run, values);
    if (dynamic) write_values(run, 1, scales.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_dequant_swi_glu(PrepareContext &ctx) {
  bool dynamic = false;
  QuantisedOutput y;
  int64_t rows = 0, half = 0;
  Groups groups;
  Columns weight, bias, scale, offset;
  if (!read_mode(ctx, dynamic) || !read_half_rows(ctx, dynamic, y, rows, half) || !read_rounding(ctx, y.rounding) ||
      !read_groups(ctx, 6, true, groups) || !read_columns(ctx, 1, 2 * half, groups, weight) ||
      !read_columns(ctx, 3, 2 * half, groups, bias) || !read_columns(ctx, 4, half, groups, scale) ||
      !read_columns(ctx, 5, half, groups, offset))
    return nullptr;
  const KernelTensor *tokens = ctx.input(2);
  if (tokens != nullptr &&
      (!check_numbers(ctx, 2) || (tokens->elements != 1 && !has_elements(ctx, *tokens, "activation_scale", rows))))
    return nullptr;
  if (!dynamic && !scale.given) return ctx.refuse("quant_scale: missing, although quant_mode is static");
  int64_t dim = ctx.int_attr("activate_dim", -1);
  const int64_t rank = static_cast<int64_t>(ctx.input(0)->rank());
  if (dim != -1 && dim != rank - 1)
    return ctx.refuse("activate_dim: %lld; only the last dimension is supported", static_cast<long long>(dim));
  return make_kernel([=, n = static_cast<size_t>(half), count = static_cast<size_t>(rows),
                      early = bias.given && ctx.input(3)->dtype == ge::DT_INT32,
                      left = ctx.bool_attr("activate_left")](RunContext &run) {
    Reals x = read_reals(run, 0);
    const std::vector<int64_t> group = groups.of_rows(run, count);
    const ColumnValues weights = read_column_values(run, weight, 1), terms = read_column_values(run, bias, 0),
                       factors = read_column_values(run, scale, 1), added = read_column_values(run, offset, 0);
    const Reals of_rows = run.input(2) == nullptr ? Reals{1.0} : read_values<double>(run, 2);
    Reals values(count * n, 0.0), scales(count, 0.0);
    for (size_t r = 0; r < count; ++r) {
      if (group[r] < 0) continue;
      double *from = x.data() + 2 * r * n, *row = values.data() + r * n;
      for (size_t i = 0; i < 2 * n; ++i) {
        const double term = terms.at(group[r], i);
        from[i] =
            (from[i] + (early ? term : 0)) * weights.at(group[r], i) * of_rows[r % of_rows.size()] + (early ? 0 : term);
      }
      for (size_t i = 0; i < n; ++i) {
        const double a = from[(left ? 0 : n) + i], b = from[(left ? n : 0) + i];
        row[i] = a * sigmoid(a) * b;
        row[i] = dynamic ? row[i] * factors.at(group[r], i) : row[i] / factors.at(group[r], i) + added.at(group[r], i);
      }
      if (dynamic) scales[r] = divide_row(row, n, y.largest());
    }
    y.write(run, values);
    if (dynamic) write_values(run, 1, scales.data());
    return true;
  });
}

// ---- With given scales

std::unique_ptr<KernelState> prepare_group_quant(PrepareContext &ctx) {
  QuantisedOutput y;
  Groups groups;
  Columns scale, offset;
  if (!are_numbers(ctx, 3, 0) || !read_quantised(ctx, 0, ctx.input(0)->shape, y)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() == 0) return ctx.refuse("x: a number has no rows");
  const int64_t columns = x.shape.back();
  if (!read_groups(ctx, 2, false, groups) || !read_columns(ctx, 1, columns, groups, scale) ||
      !read_columns(ctx, 3, columns, groups, offset))
    return nullptr;
  return make_kernel([=, n = static_cast<size_t>(columns)](RunContext &run) {
    Reals values = read_reals(run, 0);
    const std::vector<int64_t> group = groups.of_rows(run, n == 0 ? 0 : values.size() / n);
    const ColumnValues factors = read_column_values(run, scale, 1), terms = read_column_values(run, offset, 0);
    for (size_t i = 0; i < values.size(); ++i) {
      const int64_t g = group[i / n];
      values[i] = g < 0 ? 0 : values[i] * factors.at(g, i % n) + terms.at(g, i % n);
    }
    y.write(run, values);
    return true;
  });
}

/// Numbers along a dimension: element i of x has number i / inner % count.
struct Slices {
  size_t inner = 1, count = 1;
};
bool read_slices(PrepareContext &ctx, uint32_t input, int64_t axis, Slices &s) {
  const KernelTensor &x = *ctx.input(0), &t = *ctx.input(input);
  s.count = static_cast<size_t>(t.elements);
  if (t.elements == 1) return true;
  if (!normalize_axis(axis, x.rank()) || x.rank() == 0 || t.elements != x.shape[static_cast<size_t>(axis)])
    return ctx.refuse("%s: shape %s is not that of dimension %lld of x %s", ctx.input_name(input),
                      KernelCall::dims_text(t.shape), static_cast<long long>(axis), KernelCall::dims_text(x.shape)),
           false;
  for (size_t d = static_cast<size_t>(axis) + 1; d < x.rank(); ++d) s.inner *= static_cast<size_t>(x.shape[d]);
  return true;
}
double slice_at(const Reals &values, const Slices &s, size_t i) { return values[i / s.inner % s.count]; }

std::unique_ptr<KernelState> prepare_fake(PrepareContext &ctx) {
  Slices scale, zero;
  const int64_t axis = ctx.int_attr("axis"), least = ctx.int_attr("quant_min"), most = ctx.int_attr("quant_max");
  if (!are_numbers(ctx, 3, 2) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape) ||
      !same_shape(ctx, *ctx.output(1), "mask", ctx.input(0)->shape) || !read_slices(ctx, 1, axis, scale) ||
      !read_slices(ctx, 2, axis, zero))
    return nullptr;
  if (least > most)
    return ctx.refuse("quant_min: %lld is above quant_max, %lld", static_cast<long long>(least),
                      static_cast<long long>(most));
  return make_kernel([=](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    const Reals scales = read_values<double>(run, 1), zeros = read_values<double>(run, 2);
    std::vector<int64_t> mask(x.size());
    const auto low = static_cast<double>(least), high = static_cast<double>(most);
    for (size_t i = 0; i < x.size(); ++i) {
      const double s = slice_at(scales, scale, i), z = slice_at(zeros, zero, i), q = std::nearbyint(x[i] / s + z);
      mask[i] = q >= low && q <= high;
      x[i] = (std::min(std::max(q, low), high) - z) * s;
    }
    write_values(run, 0, x.data());
    write_values(run, 1, mask.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_quantize(PrepareContext &ctx) {
  Slices scale, zero;
  const int64_t axis = ctx.int_attr("axis", 1);
  if (!are_numbers(ctx, 2, 1) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape) ||
      !read_slices(ctx, 1, axis, scale))
    return nullptr;
  const bool shifted = ctx.input(2) != nullptr;
  if (shifted && (!check_numbers(ctx, 2) || !read_slices(ctx, 2, axis, zero))) return nullptr;
  const ge::DataType type = ctx.output(0)->dtype;
  if (type != ge::DT_UINT8 && type != ge::DT_INT8 && type != ge::DT_INT32)
    return ctx.refuse("y: %s; DT_UINT8, DT_INT8 and DT_INT32 are supported", KernelCall::dtype_name(type));
  return make_kernel([=](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    const Reals scales = read_values<double>(run, 1), zeros = shifted ? read_values<double>(run, 2) : Reals{0.0};
    for (size_t i = 0; i < x.size(); ++i) {
      const double v = x[i] / slice_at(scales, scale, i) + slice_at(zeros, zero, i);
      x[i] = type == ge::DT_UINT8 ? (std::isnan(v) ? 0 : std::clamp(std::nearbyint(v), 0.0, 255.0))
                                  : to_integer(v, Rounding::kNearest, type);
    }
    write_values(run, 0, x.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_dequant_bias(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() == 0) return ctx.refuse("x: a number has no columns");
  const int64_t columns = x.shape.back(), rows = columns == 0 ? 0 : x.elements / columns;
  const KernelTensor *tokens = ctx.input(2), *bias = ctx.input(3);
  if ((ctx.input(1)->elements != 1 && !has_elements(ctx, *ctx.input(1), "weight_scale", columns)) ||
      (tokens != nullptr && (!check_numbers(ctx, 2) || !has_elements(ctx, *tokens, "activate_scale", rows))) ||
      (bias != nullptr && (!check_numbers(ctx, 3) || !has_elements(ctx, *bias, "bias", columns))))
    return nullptr;
  return make_kernel(
      [n = static_cast<size_t>(columns), early = bias != nullptr && bias->dtype == ge::DT_INT32](RunContext &run) {
        Reals values = read_values<double>(run, 0);
        const Reals scale = read_values<double>(run, 1),
                    of_rows = run.input(2) == nullptr ? Reals{1.0} : read_values<double>(run, 2),
                    terms = run.input(3) == nullptr ? Reals{0.0} : read_values<double>(run, 3);
        for (size_t i = 0; i < values.size(); ++i) {
          const double term = terms[i % n % terms.size()];
          values[i] = (values[i] + (early ? term : 0)) * scale[i % n % scale.size()] * of_rows[i / n % of_rows.size()] +
                      (early ? 0 : term);
        }
        write_values(run, 0, values.data());
        return true;
      });
}

OPSTRATA_KERNEL(DynamicQuant, prepare_dynamic<false>);
OPSTRATA_KERNEL(DynamicQuantV2, prepare_dynamic<true>);
OPSTRATA_KERNEL(FlatQuant, prepare_flat);
OPSTRATA_KERNEL(SwiGluQuant, prepare_swi_glu);
OPSTRATA_KERNEL(DequantSwigluQuant, prepare_dequant_swi_glu);
OPSTRATA_KERNEL(FakeQuantAffineCachemask, prepare_fake);
OPSTRATA_KERNEL(Quantize, prepare_quantize);
OPSTRATA_KERNEL(DequantBias, prepare_dequant_bias);
OPSTRATA_KERNEL(GroupQuant, prepare_group_quant);

}  // namespace
}  // namespace opstrata::operators
