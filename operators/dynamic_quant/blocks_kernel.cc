// Quantisation of blocks of rows and columns with scales of their own.
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
  const double most = y.largest();
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

OPSTRATA_KERNEL(DynamicBlockQuant, prepare_blocks);

}  // namespace
}  // namespace opstrata::operators
