// Quantisation of blocks with scales of their own: of rows and columns, or along a dimension with powers of two.
#include "quant/reals.h"
#include "support/axis.h"

namespace opstrata::operators {
namespace {

std::unique_ptr<KernelState> prepare_blocks(PrepareContext &ctx) {
  QuantisedOutput y;
  if (!check_source(ctx, 0) || !read_quantised(ctx, 0, ctx.input(0)->shape, y) || !read_rounding(ctx, y.rounding) ||
      !check_numbers(ctx, 1, true))
    return nullptr;
  const KernelTensor &x = *ctx.input(0);
  const int64_t block_rows = ctx.int_attr("row_block_size", 1), block_columns = ctx.int_attr("col_block_size", 128);
  if (x.rank() < 2 || block_rows < 1 || block_columns < 1)
    return ctx.refuse("row_block_size, col_block_size: blocks of %lld rows and %lld columns of x %s",
                      static_cast<long long>(block_rows), static_cast<long long>(block_columns),
                      KernelCall::dims_text(x.shape));
  const int64_t rows = x.dim(-2), columns = x.dim(-1), down = (rows + block_rows - 1) / block_rows,
                across = (columns + block_columns - 1) / block_columns;
  const int64_t batch = rows * columns == 0 ? 0 : x.elements / (rows * columns);
  if (!has_elements(ctx, *ctx.output(1), "scale", batch * down * across)) return nullptr;
  const double most = ctx.float_attr("dst_type_max") != 0 ? ctx.float_attr("dst_type_max") : y.largest();
  return make_kernel([=, least = ctx.float_attr("min_scale")](RunContext &run) {
    Reals values = read_reals(run, 0);
    Reals scales(static_cast<size_t>(batch * down * across));
    run.parallel_for(batch * down * across, 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        const int64_t matrix = b / (down * across), row = b / across % down * block_rows,
                      column = b % across * block_columns;
        const auto visit = [&](const auto &f) {
          for (int64_t r = row; r < std::min(row + block_rows, rows); ++r) {
            for (int64_t c = column; c < std::min(column + block_columns, columns); ++c)
              f(values[static_cast<size_t>((matrix * rows + r) * columns + c)]);
          }
        };
        double largest = 0;
        visit([&](double v) { largest = std::max(largest, std::abs(v)); });
        double scale = largest / most;
        if (least > 0) scale = std::min(scale, 1 / least);
        scale = in_float(scale);
        scales[static_cast<size_t>(b)] = scale;
        if (scale != 0) visit([scale](double &v) { v /= scale; });
      }
    });
    y.write(run, values);
    write_values(run, 1, scales.data());
    return true;
  });
}

/// Exponent of the largest number of a type.
int largest_exponent(ge::DataType type) { return std::ilogb(largest_number(type)); }

std::unique_ptr<KernelState> prepare_powers(PrepareContext &ctx) {
  QuantisedOutput y;
  if (!check_source(ctx, 0) || !read_quantised(ctx, 0, ctx.input(0)->shape, y) || !read_rounding(ctx, y.rounding) ||
      !check_numbers(ctx, 1, true))
    return nullptr;
  if (y.type == ge::DT_INT8 || y.type == ge::DT_INT4 || y.type == ge::DT_HIFLOAT8)
    return ctx.refuse("y: %s is no type for scales that are powers of two", KernelCall::dtype_name(y.type));
  if (y.rounding != Rounding::kNearest)
    return ctx.refuse("round_mode: \"%s\"; only rint is supported", ctx.string_attr("round_mode"));
  if (ctx.int_attr("scale_alg") != 0 || ctx.float_attr("dst_type_max") != 0)
    return ctx.refuse("scale_alg, dst_type_max: %lld and %g; only 0 is supported",
                      static_cast<long long>(ctx.int_attr("scale_alg")), ctx.float_attr("dst_type_max"));
  const KernelTensor &x = *ctx.input(0);
  const int64_t size = ctx.int_attr("blocksize", 32);
  int64_t axis = ctx.int_attr("axis", -1);
  if (size < 1 || x.rank() == 0 || !normalize_axis(axis, x.rank()))
    return ctx.refuse("axis, blocksize: blocks of %lld along dimension %lld of x %s", static_cast<long long>(size),
                      static_cast<long long>(axis), KernelCall::dims_text(x.shape));
  int64_t outer = 1, inner = 1;
  const auto at = static_cast<size_t>(axis);
  for (size_t d = 0; d < at; ++d) outer *= x.shape[d];
  for (size_t d = at + 1; d < x.rank(); ++d) inner *= x.shape[d];
  const int64_t length = x.shape[at], blocks = (length + size - 1) / size, pairs = (blocks + 1) / 2;
  if (!has_elements(ctx, *ctx.output(1), "mxscale", outer * pairs * inner * 2)) return nullptr;
  return make_kernel([=](RunContext &run) {
    Reals values = read_reals(run, 0);
    // A scale of 0 has no code in DT_FLOAT8_E8M0; its smallest one is 2^-127.
    Reals scales(static_cast<size_t>(outer * pairs * inner * 2), 0.0);
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t b = 0; b < blocks; ++b) {
        for (int64_t i = 0; i < inner; ++i) {
          const int64_t end = std::min((b + 1) * size, length);
          const auto element = [&](int64_t k) -> double & {
            return values[static_cast<size_t>((o * length + k) * inner + i)];
          };
          double largest = 0;
          for (int64_t k = b * size; k < end; ++k) largest = std::max(largest, std::abs(element(k)));
          const double scale =
              largest == 0 ? 0 : std::ldexp(1.0, std::max(std::ilogb(largest) - largest_exponent(y.type), -127));
          scales[static_cast<size_t>(((o * pairs + b / 2) * inner + i) * 2 + b % 2)] = scale;
          for (int64_t k = b * size; k < end && scale != 0; ++k) element(k) /= scale;
        }
      }
    }
    y.write(run, values);
    write_values(run, 1, scales.data());
    return true;
  });
}

OPSTRATA_KERNEL(DynamicBlockQuant, prepare_blocks);
OPSTRATA_KERNEL(DynamicMxQuant, prepare_powers);

}  // namespace
}  // namespace opstrata::operators
