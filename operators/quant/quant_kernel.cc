// Quantisation and products of quantised matrices. Everything is computed in float64, in which integers are exact.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "quant/reals.h"
#include "support/axis.h"

namespace opstrata::operators {
namespace {

/// All inputs and output 0 are numbers; `required` inputs are there.
bool check(PrepareContext &ctx, uint32_t required) {
  for (uint32_t i = 0; i < ctx.input_num(); ++i) {
    if (!check_source(ctx, i, i >= required)) return false;
  }
  return check_target(ctx, 0);
}
bool like_x(PrepareContext &ctx) {
  if (ctx.output(0)->shape == ctx.input(0)->shape) return true;
  return ctx.refuse("y: shape %s differs from that of x, %s", KernelCall::dims_text(ctx.output(0)->shape),
                    KernelCall::dims_text(ctx.input(0)->shape)),
         false;
}

/// Numbers of input `input` for all elements of x: broadcast, or along `axis`.
struct Spread {
  uint32_t input;
  size_t inner = 1;  ///< elements of x that share a number in turn; 0: the input broadcasts to x by its shape
};
bool read_spread(PrepareContext &ctx, uint32_t input, Spread &s) {
  s.input = input;
  const KernelTensor &x = *ctx.input(0);
  const KernelTensor *t = ctx.input(input);
  if (t == nullptr) return true;
  int64_t axis = ctx.int_attr("axis", -1);
  if (!normalize_axis(axis, x.rank()))
    return ctx.refuse("axis: %lld is outside the dimensions of x %s", static_cast<long long>(axis),
                      KernelCall::dims_text(x.shape)),
           false;
  if (t->rank() == 1 && x.rank() != 0 && t->elements == x.shape[static_cast<size_t>(axis)]) {
    for (size_t d = static_cast<size_t>(axis) + 1; d < x.rank(); ++d) s.inner *= static_cast<size_t>(x.shape[d]);
    return true;
  }
  s.inner = 0;
  bool fits = t->rank() <= x.rank();
  for (size_t d = 0; fits && d < t->rank(); ++d) {
    const int64_t size = t->shape[t->rank() - 1 - d];
    fits = size == 1 || size == x.shape[x.rank() - 1 - d];
  }
  return fits || t->elements == 1 ||
         (ctx.refuse("%s: shape %s does not broadcast to x %s", ctx.input_name(input), KernelCall::dims_text(t->shape),
                     KernelCall::dims_text(x.shape)),
          false);
}
Reals spread_values(const RunContext &run, const Spread &s) {
  const KernelTensor *t = run.input(s.input);
  const auto total = static_cast<size_t>(run.input(0)->elements);
  if (t == nullptr) return Reals(total, 0.0);
  if (t->elements == 1) return Reals(total, read_values<double>(run, s.input)[0]);
  if (s.inner == 0) return read_values<double>(run, s.input, run.input(0)->shape);
  const Reals few = read_values<double>(run, s.input);
  Reals values(total);
  for (size_t i = 0; i < total; ++i) values[i] = few[i / s.inner % few.size()];
  return values;
}

std::unique_ptr<KernelState> prepare_quant_by_tensors(PrepareContext &ctx) {
  QuantisedOutput y;
  Spread scale, offset;
  if (!check(ctx, 2) || !read_quantised(ctx, 0, ctx.input(0)->shape, y) || !read_rounding(ctx, y.rounding) ||
      !read_spread(ctx, 1, scale) || !read_spread(ctx, 2, offset))
    return nullptr;
  return make_kernel([=, root = ctx.bool_attr("sqrt_mode")](RunContext &run) {
    Reals x = read_reals(run, 0);
    const Reals s = spread_values(run, scale), o = spread_values(run, offset);
    for (size_t i = 0; i < x.size(); ++i) x[i] = x[i] * (root ? s[i] * s[i] : s[i]) + o[i];
    y.write(run, x);
    return true;
  });
}
std::unique_ptr<KernelState> prepare_quant(PrepareContext &ctx) {
  QuantisedOutput y;
  if (!check(ctx, 1) || !read_quantised(ctx, 0, ctx.input(0)->shape, y) || !read_rounding(ctx, y.rounding))
    return nullptr;
  const double scale = ctx.float_attr("scale") * (ctx.bool_attr("sqrt_mode") ? ctx.float_attr("scale") : 1.0);
  return make_kernel([y, scale, offset = ctx.float_attr("offset")](RunContext &run) {
    Reals x = read_reals(run, 0);
    for (double &v : x) v = v * scale + offset;
    y.write(run, x);
    return true;
  });
}
std::unique_ptr<KernelState> prepare_anti_quant_by_tensors(PrepareContext &ctx) {
  Spread scale, offset;
  if (!check(ctx, 2) || !like_x(ctx) || !read_spread(ctx, 1, scale) || !read_spread(ctx, 2, offset)) return nullptr;
  return make_kernel([=, root = ctx.bool_attr("sqrt_mode")](RunContext &run) {
    Reals x = read_reals(run, 0);
    const Reals s = spread_values(run, scale), o = spread_values(run, offset);
    for (size_t i = 0; i < x.size(); ++i) x[i] = (x[i] + o[i]) * (root ? s[i] * s[i] : s[i]);
    write_reals(run, 0, x);
    return true;
  });
}
std::unique_ptr<KernelState> prepare_anti_quant(PrepareContext &ctx) {
  if (!check(ctx, 1) || !like_x(ctx)) return nullptr;
  const double scale = ctx.float_attr("scale") * (ctx.bool_attr("sqrt_mode") ? ctx.float_attr("scale") : 1.0);
  return make_kernel([scale, offset = ctx.float_attr("offset")](RunContext &run) {
    Reals x = read_reals(run, 0);
    for (double &v : x) v = (v + offset) * scale;
    write_reals(run, 0, x);
    return true;
  });
}

// ---- Scale and offset as 64 bits

std::unique_ptr<KernelState> prepare_parameters(PrepareContext &ctx) {
  if (!check(ctx, 1)) return nullptr;
  if (ctx.int_attr("round_mode") != 0)
    return ctx.refuse("round_mode: %lld; only 0 is supported", static_cast<long long>(ctx.int_attr("round_mode")));
  const KernelTensor *offset = ctx.input(1), &y = *ctx.output(0);
  if (!broadcasts_to(*ctx.input(0), y.shape) || (offset != nullptr && !broadcasts_to(*offset, y.shape)))
    return ctx.refuse("scale, offset: do not broadcast to y %s", KernelCall::dims_text(y.shape));
  return make_kernel([with_offset = offset != nullptr](RunContext &run) {
    const Dims shape = run.output(0)->shape;
    const Reals scale = read_values<double>(run, 0, shape),
                offsets = with_offset ? read_values<double>(run, 1, shape) : Reals();
    std::vector<uint64_t> words(scale.size());
    for (size_t i = 0; i < words.size(); ++i) {
      const auto value = static_cast<float>(scale[i]);
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      words[i] = (bits & kScaleBits) | kValid;
      if (!with_offset) continue;
      const auto whole =
          static_cast<int64_t>(std::isnan(offsets[i]) ? 0.0 : std::clamp(std::nearbyint(offsets[i]), -256.0, 255.0));
      words[i] |= (static_cast<uint64_t>(whole) & kOffsetMask) << kOffsetAt;
    }
    write_values(run, 0, words.data());
    return true;
  });
}

// ---- Products of matrices

struct Product {
  int64_t rows, columns, depth, batch = 1;
  bool transpose_a, transpose_b;
  std::vector<int64_t> batch_shape, a_step, b_step;  ///< steps of a and b in matrices, 0 where they broadcast
};
bool read_product(PrepareContext &ctx, const char *a_flag, const char *b_flag, Product &p) {
  const KernelTensor &a = *ctx.input(0), &b = *ctx.input(1), &y = *ctx.output(0);
  p.transpose_a = ctx.bool_attr(a_flag);
  p.transpose_b = ctx.bool_attr(b_flag);
  bool fits = a.rank() >= 2 && b.rank() >= 2 && y.rank() == std::max(a.rank(), b.rank());
  if (fits) {
    p.rows = a.dim(p.transpose_a ? -1 : -2);
    p.depth = a.dim(p.transpose_a ? -2 : -1);
    p.columns = b.dim(p.transpose_b ? -2 : -1);
    fits = b.dim(p.transpose_b ? -1 : -2) == p.depth && y.dim(-2) == p.rows && y.dim(-1) == p.columns;
    for (size_t d = 0; d + 2 < y.rank(); ++d) {
      p.batch_shape.push_back(y.shape[d]);
      p.batch *= y.shape[d];
    }
    const auto steps = [&](const KernelTensor &t, std::vector<int64_t> &to) {
      to.assign(p.batch_shape.size(), 0);
      int64_t step = 1;
      for (size_t d = 0; d + 2 < t.rank(); ++d) {
        const int64_t size = t.shape[t.rank() - 3 - d];
        const size_t at = to.size() - 1 - d;
        fits = fits && (size == 1 || size == p.batch_shape[at]);
        to[at] = size == 1 ? 0 : step;
        step *= size;
      }
    };
    steps(a, p.a_step);
    steps(b, p.b_step);
  }
  return fits ||
         (ctx.refuse("%s, %s: shapes %s and %s do not multiply to y %s", ctx.input_name(0), ctx.input_name(1),
                     KernelCall::dims_text(a.shape), KernelCall::dims_text(b.shape), KernelCall::dims_text(y.shape)),
          false);
}
/// All products in a row.
Reals multiply(const RunContext &run, const Product &p, const Reals &a, const Reals &b) {
  Reals y(static_cast<size_t>(p.batch * p.rows * p.columns), 0.0);
  run.parallel_for(p.batch * p.rows, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t rest = i / p.rows, first = 0, second = 0;
      for (size_t d = p.batch_shape.size(); d-- > 0; rest /= p.batch_shape[d]) {
        first += rest % p.batch_shape[d] * p.a_step[d];
        second += rest % p.batch_shape[d] * p.b_step[d];
      }
      const int64_t row = i % p.rows;
      const double *x = a.data() + first * p.rows * p.depth, *w = b.data() + second * p.depth * p.columns;
      double *to = y.data() + i * p.columns;
      for (int64_t k = 0; k < p.depth; ++k) {
        const double factor = x[p.transpose_a ? k * p.rows + row : row * p.depth + k];
        for (int64_t c = 0; c < p.columns; ++c)
          to[c] += factor * w[p.transpose_b ? c * p.depth + k : k * p.columns + c];
      }
    }
  });
  return y;
}
/// Input `input` is absent, one number, or one for each of `count` columns; `batched`: or for each batch and column.
bool is_row(PrepareContext &ctx, uint32_t input, int64_t count, int64_t batch = 1) {
  const KernelTensor *t = ctx.input(input);
  if (t == nullptr || t->elements == 1 || t->elements == count || t->elements == batch * count) return true;
  return ctx.refuse("%s: shape %s; one number or %lld are required", ctx.input_name(input),
                    KernelCall::dims_text(t->shape), static_cast<long long>(count)),
         false;
}

double at(const Reals &values, size_t index) { return values[index % values.size()]; }

/// Scales of blocks of rows and depth, or of depth and columns; one number stands for `along` by `deep` elements.
struct Blocks {
  int64_t along = 1, deep = 1, lines = 0, parts = 0;
};
/// Input `input` has a number for each block of a matrix of `length` lines and p.depth, which may be batched.
bool read_blocks(PrepareContext &ctx, uint32_t input, int64_t length, int64_t depth, int64_t batch, Blocks &b) {
  const KernelTensor *t = ctx.input(input);
  if (t == nullptr) return ctx.refuse("%s: missing, although there are groups", ctx.input_name(input)), false;
  b.lines = (length + b.along - 1) / b.along;
  b.parts = (depth + b.deep - 1) / b.deep;
  return t->elements == b.lines * b.parts || t->elements == batch * b.lines * b.parts ||
         (ctx.refuse("%s: shape %s; %lld numbers, of blocks of %lld by %lld elements, are required",
                     ctx.input_name(input), KernelCall::dims_text(t->shape), static_cast<long long>(b.lines * b.parts),
                     static_cast<long long>(b.along), static_cast<long long>(b.deep)),
          false);
}
/// Multiplies a matrix by the scales of its blocks, whose order of dimensions is that of the matrix; `depth_first`:
/// depth is its first.
void scale_blocks(Reals &matrix, const Reals &scales, const Reals &offsets, const Blocks &b, int64_t length,
                  int64_t depth, bool depth_first) {
  const auto size = static_cast<size_t>(length * depth), blocks = static_cast<size_t>(b.lines * b.parts);
  for (size_t i = 0; i < matrix.size(); ++i) {
    const auto in_matrix = static_cast<int64_t>(i % size);
    const int64_t line = (depth_first ? in_matrix % length : in_matrix / depth) / b.along,
                  part = (depth_first ? in_matrix / length : in_matrix % depth) / b.deep;
    const int64_t place = depth_first ? part * b.lines + line : line * b.parts + part;
    const size_t block = (i / size * blocks + static_cast<size_t>(place)) % scales.size();
    matrix[i] = (matrix[i] - (offsets.empty() ? 0 : offsets[block])) * scales[block];
  }
}

constexpr uint32_t kNone = 99;

/// Parameters: where the operator has its inputs; kNone: it does not have that one. `Added`: is added before the scales
/// of the rows.
template <uint32_t Scale, uint32_t Offset, uint32_t Bias, uint32_t Tokens, uint32_t Added>
std::unique_ptr<KernelState> prepare_quant_product(PrepareContext &ctx) {
  Product p;
  if (!check(ctx, 2) || !read_product(ctx, "transpose_x1", "transpose_x2", p) || !is_row(ctx, Bias, p.columns, p.batch))
    return nullptr;
  if (ctx.input(Scale) == nullptr) return ctx.refuse("%s: missing", ctx.input_name(Scale));
  for (uint32_t i = 2; i < ctx.input_num(); ++i) {
    if (i != Scale && i != Offset && i != Bias && i != Tokens && i != Added && ctx.input(i) != nullptr)
      return ctx.refuse("%s: not supported", ctx.input_name(i));
    // Their blocks would have to lie in an order that nothing given here tells.
    if (ctx.input(i) != nullptr && ctx.input(i)->dtype == ge::DT_FLOAT8_E8M0)
      return ctx.refuse("%s: %s is not supported", ctx.input_name(i), KernelCall::dtype_name(ge::DT_FLOAT8_E8M0));
  }
  // Sizes of groups in rows, columns and depth, 16 bits each; 0 stands for what the scales show.
  const int64_t size = std::max<int64_t>(ctx.int_attr("group_size"), 0);
  const bool grouped = (size & 0xFFFF) != 0;
  if (Added == kNone && size != 0)
    return ctx.refuse("group_size: %lld; only 0 is supported", static_cast<long long>(size));
  Blocks of_x1, of_x2;
  bool blocks_of_x1 = false;
  if (grouped) {
    of_x1 = {std::max<int64_t>(size >> 32 & 0xFFFF, 1), size & 0xFFFF};
    of_x2 = {std::max<int64_t>(size >> 16 & 0xFFFF, 1), size & 0xFFFF};
    if (!read_blocks(ctx, Scale, p.columns, p.depth, p.batch, of_x2)) return nullptr;
    const KernelTensor *tokens = ctx.input(Tokens);
    // As many numbers as there are rows are those of rows, unless their shape is one of blocks.
    const bool for_rows = tokens != nullptr && tokens->elements == p.rows &&
                          (of_x1.along == 1 || tokens->rank() < 2 || tokens->shape.back() == 1);
    blocks_of_x1 = tokens != nullptr && tokens->elements != 1 && !for_rows;
    if (blocks_of_x1 && !read_blocks(ctx, Tokens, p.rows, p.depth, p.batch, of_x1)) return nullptr;
    if (ctx.input(Offset) != nullptr && ctx.input(Offset)->elements != ctx.input(Scale)->elements)
      return ctx.refuse("%s: shape %s differs from that of the scales", ctx.input_name(Offset),
                        KernelCall::dims_text(ctx.input(Offset)->shape));
  } else if (!is_row(ctx, Scale, p.columns) || !is_row(ctx, Offset, p.columns) ||
             !is_row(ctx, Tokens, p.rows, p.batch)) {
    return nullptr;
  }
  const bool added = Added != kNone && ctx.input(Added) != nullptr;
  if (added && !is_row(ctx, Added, p.columns)) return nullptr;
  return make_kernel([=](RunContext &run) {
    Reals x1 = read_reals(run, 0), x2 = read_reals(run, 1), offsets;
    Reals scales = read_scales(run, Scale, 0, &offsets);
    if (run.input(Offset) != nullptr) offsets = read_values<double>(run, Offset);
    Reals rows = run.input(Tokens) == nullptr ? Reals{1.0} : read_values<double>(run, Tokens);
    if (grouped) {
      const bool shifts = run.input(Offset) != nullptr;
      scale_blocks(x2, scales, shifts ? offsets : Reals(), of_x2, p.columns, p.depth, !p.transpose_b);
      scales = {1.0};
      offsets.clear();
      if (blocks_of_x1) {
        scale_blocks(x1, rows, {}, of_x1, p.rows, p.depth, p.transpose_a);
        rows = {1.0};
      }
    }
    Reals y = multiply(run, p, x1, x2);
    const KernelTensor *terms = run.input(Bias);
    const Reals bias = terms == nullptr ? Reals{0.0} : read_values<double>(run, Bias);
    const bool early = terms == nullptr || terms->dtype == ge::DT_INT32;
    const Reals more = added ? read_values<double>(run, Added) : Reals{0.0};
    const ge::DataType type = run.output(0)->dtype;
    const bool integers = type == ge::DT_INT8 || type == ge::DT_INT32;
    const auto columns = static_cast<size_t>(p.columns), per_batch = columns * static_cast<size_t>(p.rows);
    for (size_t i = 0; i < y.size(); ++i) {
      const size_t column = i % columns, row = i / columns;
      const double term = bias.size() > columns ? bias[i / per_batch * columns + column] : at(bias, column);
      y[i] = ((y[i] + (early ? term : 0.0)) * at(scales, column) + at(more, column)) * at(rows, row) +
             (early ? 0.0 : term);
      if (integers) y[i] = to_integer(y[i] + (offsets.empty() ? 0.0 : at(offsets, column)), Rounding::kNearest, type);
    }
    write_reals(run, 0, y);
    return true;
  });
}

std::unique_ptr<KernelState> prepare_weight_product(PrepareContext &ctx) {
  Product p;
  if (!check(ctx, 3) || !read_product(ctx, "transpose_x", "transpose_weight", p) || !is_row(ctx, 4, p.columns) ||
      !is_row(ctx, 5, p.columns) || !is_row(ctx, 6, p.columns))
    return nullptr;
  const int64_t size = ctx.int_attr("antiquant_group_size");
  const int64_t groups = size > 0 ? (p.depth + size - 1) / size : 1;
  for (uint32_t i : {2U, 3U}) {
    const KernelTensor *t = ctx.input(i);
    if (t != nullptr && t->elements != 1 && t->elements != groups * p.columns)
      return ctx.refuse("%s: shape %s; one number or %lld for %lld groups of rows are required", ctx.input_name(i),
                        KernelCall::dims_text(t->shape), static_cast<long long>(groups * p.columns),
                        static_cast<long long>(groups));
  }
  if (ctx.output(0)->dtype == ge::DT_INT8 && ctx.input(4) == nullptr)
    return ctx.refuse("quant_scale: missing, although y has DT_INT8");
  return make_kernel([p, groups, size = size > 0 ? size : p.depth](RunContext &run) {
    Reals weight = read_reals(run, 1);
    const Reals scales = read_values<double>(run, 2),
                offsets = run.input(3) == nullptr ? Reals{0.0} : read_values<double>(run, 3);
    const auto depth = static_cast<size_t>(p.depth), columns = static_cast<size_t>(p.columns),
               per_group = static_cast<size_t>(std::max<int64_t>(size, 1));
    const size_t matrix = depth * columns;
    for (size_t i = 0; i < weight.size(); ++i) {
      const size_t in_matrix = i % matrix;
      const size_t k = p.transpose_b ? in_matrix % depth : in_matrix / columns,
                   column = p.transpose_b ? in_matrix / depth : in_matrix % columns;
      const size_t group = k / per_group,
                   place = p.transpose_b ? column * static_cast<size_t>(groups) + group : group * columns + column;
      weight[i] = (weight[i] + at(offsets, place)) * at(scales, place);
    }
    Reals y = multiply(run, p, read_reals(run, 0), weight);
    const Reals bias = run.input(6) == nullptr ? Reals{0.0} : read_values<double>(run, 6);
    const bool quantised = run.input(4) != nullptr;
    const Reals factors = quantised ? read_values<double>(run, 4) : Reals{1.0},
                terms = run.input(5) == nullptr ? Reals{0.0} : read_values<double>(run, 5);
    for (size_t i = 0; i < y.size(); ++i) {
      const size_t column = i % columns;
      y[i] += at(bias, column);
      if (quantised) y[i] = to_integer(y[i] * at(factors, column) + at(terms, column), Rounding::kNearest, ge::DT_INT8);
    }
    write_reals(run, 0, y);
    return true;
  });
}

OPSTRATA_KERNEL(AscendQuant, prepare_quant);
OPSTRATA_KERNEL(AscendQuantV2, prepare_quant_by_tensors);
OPSTRATA_KERNEL(AscendAntiQuant, prepare_anti_quant);
OPSTRATA_KERNEL(AscendAntiQuantV2, prepare_anti_quant_by_tensors);
OPSTRATA_KERNEL(TransQuantParamV2, prepare_parameters);
OPSTRATA_KERNEL(QuantBatchMatmulV3, (prepare_quant_product<2, 3, 4, 5, kNone>));
OPSTRATA_KERNEL(QuantBatchMatmulV4, (prepare_quant_product<4, 7, 2, 3, 8>));
OPSTRATA_KERNEL(WeightQuantBatchMatmulV2, prepare_weight_product);

}  // namespace
}  // namespace opstrata::operators
