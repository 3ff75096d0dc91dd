#include "mat_mul/gemm.h"
#include "support/strided.h"

namespace opstrata::operators {
namespace {

enum Operand : size_t { kLeft, kRight, kBias, kResult, kOperands };

struct Plan {
  StridedLoop<kOperands> batch;
  int64_t rows = 0, columns = 0, depth = 0;
  std::array<int64_t, kOperands> row_stride{}, column_stride{};  ///< bytes; of the matrices after transposition
  bool has_bias = false;

  template <class T>
  void run(RunContext &ctx) const {
    using C = Compute<T>;
    const std::array<char *, kOperands> base = {address(ctx.input_data(0)), address(ctx.input_data(1)),
                                                has_bias ? address(ctx.input_data(2)) : nullptr, address(ctx.output_data(0))};
    const int64_t row_blocks = (rows + kRowsPerBlock - 1) / kRowsPerBlock;
    const int64_t column_blocks = (columns + kColumnsPerBlock - 1) / kColumnsPerBlock;
    const int64_t blocks = row_blocks * column_blocks;
    const int64_t work_per_block = std::min(rows, kRowsPerBlock) * std::min(columns, kColumnsPerBlock) * std::max<int64_t>(depth, 1);
    const PanelProduct<C> product = panel_product(C{});
    ctx.parallel_for(batch.total() * blocks, std::max<int64_t>(1, 4 * kElementGrain / std::max<int64_t>(1, work_per_block)),
                     [&](int64_t begin, int64_t end) {
      const std::unique_ptr<C[]> work(new C[static_cast<size_t>(kGemmWork)]);
      const std::unique_ptr<C[]> sums(new C[static_cast<size_t>(kRowsPerBlock * kColumnsPerBlock)]);
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t block = unit % blocks;
        const int64_t r0 = block / column_blocks * kRowsPerBlock, c0 = block % column_blocks * kColumnsPerBlock;
        const int64_t m = std::min(kRowsPerBlock, rows - r0), n = std::min(kColumnsPerBlock, columns - c0);
        batch.run(base, unit / blocks, unit / blocks + 1, [&](const std::array<char *, kOperands> &p, int64_t) {
          multiply_block<T>({p[kLeft] + r0 * row_stride[kLeft], row_stride[kLeft], column_stride[kLeft]},
                            {p[kRight] + c0 * column_stride[kRight], row_stride[kRight], column_stride[kRight]}, m, n, depth, product,
                            work.get(), sums.get());
          const int64_t width = round_up(n, kPanelColumns);
          for (int64_t r = 0; r < m; ++r) {
            const char *bias = has_bias ? p[kBias] + (r0 + r) * row_stride[kBias] + c0 * column_stride[kBias] : nullptr;
            char *y = p[kResult] + (r0 + r) * row_stride[kResult] + c0 * column_stride[kResult];
            for (int64_t c = 0; c < n; ++c) {
              C v = sums[static_cast<size_t>(r * width + c)];
              if (has_bias) v += load(element<T>(bias, c * column_stride[kBias]));
              element<T>(y, c * column_stride[kResult]) = store<T>(v);
            }
          }
        });
      }
    });
  }
};

std::unique_ptr<KernelState> prepare(PrepareContext &ctx, const char *transpose_left, const char *transpose_right) {
  const KernelTensor *left = ctx.input(0), *right = ctx.input(1), *bias = ctx.input(2), *y = ctx.output(0);
  if (left == nullptr || right == nullptr || y == nullptr) return ctx.refuse("x1, x2 and y are required");
  const ge::DataType dtype = y->dtype;
  if (left->dtype != dtype || right->dtype != dtype || (bias != nullptr && bias->dtype != dtype)) {
    return ctx.refuse("x1, x2, bias, y: the data types %s, %s, %s, %s must be the same", KernelCall::dtype_name(left->dtype),
                      KernelCall::dtype_name(right->dtype), bias == nullptr ? "none" : KernelCall::dtype_name(bias->dtype),
                      KernelCall::dtype_name(dtype));
  }
  if (ctx.int_attr("offset_x") != 0 || ctx.input(3) != nullptr) return ctx.refuse("offset_x, offset_w: products with offsets are not supported");
  if (left->rank() < 2 || right->rank() < 2 || y->rank() < 2) {
    return ctx.refuse("x1 %s, x2 %s, y %s: matrices (or batches of matrices) are required", KernelCall::dims_text(left->shape),
                      KernelCall::dims_text(right->shape), KernelCall::dims_text(y->shape));
  }
  Plan plan;
  plan.has_bias = bias != nullptr;
  const std::array<const KernelTensor *, kOperands> operands = {left, right, bias, y};
  for (size_t k = 0; k < kOperands; ++k) {
    if (operands[k] == nullptr) continue;
    plan.row_stride[k] = broadcast_stride(*operands[k], y->rank() - 2, y->rank());
    plan.column_stride[k] = broadcast_stride(*operands[k], y->rank() - 1, y->rank());
  }
  int64_t left_rows = left->dim(-2), left_columns = left->dim(-1), right_rows = right->dim(-2), right_columns = right->dim(-1);
  // Dimensions of extent 1 have no stride by broadcast_stride, which is right: they are never stepped over.
  if (ctx.bool_attr(transpose_left)) {
    std::swap(left_rows, left_columns);
    std::swap(plan.row_stride[kLeft], plan.column_stride[kLeft]);
  }
  if (ctx.bool_attr(transpose_right)) {
    std::swap(right_rows, right_columns);
    std::swap(plan.row_stride[kRight], plan.column_stride[kRight]);
  }
  plan.rows = left_rows;
  plan.columns = right_columns;
  plan.depth = left_columns;
  bool fits = left_columns == right_rows && y->dim(-2) == plan.rows && y->dim(-1) == plan.columns;
  const Dims batch(y->shape.data(), y->rank() - 2);
  for (const KernelTensor *t : {left, right}) {
    KernelTensor head = *t;
    head.shape = Dims(t->shape.data(), t->rank() - 2);
    fits = fits && broadcasts_to(head, batch);
  }
  if (!fits) {
    return ctx.refuse("x1, x2: shapes %s%s and %s%s do not multiply to y %s", KernelCall::dims_text(left->shape),
                      ctx.bool_attr(transpose_left) ? " (transposed)" : "", KernelCall::dims_text(right->shape),
                      ctx.bool_attr(transpose_right) ? " (transposed)" : "", KernelCall::dims_text(y->shape));
  }
  if (bias != nullptr && !broadcasts_to(*bias, y->shape)) {
    return ctx.refuse("bias: shape %s cannot be added to y %s", KernelCall::dims_text(bias->shape), KernelCall::dims_text(y->shape));
  }
  for (size_t d = 0; d + 2 < y->rank(); ++d) {
    StridedLoop<kOperands>::Strides strides;
    for (size_t k = 0; k < kOperands; ++k) strides[k] = operands[k] == nullptr ? 0 : broadcast_stride(*operands[k], d, y->rank());
    plan.batch.add(y->shape[d], strides);
  }
  std::unique_ptr<KernelState> state;
  dispatch<float, Half, BFloat16, int32_t>(dtype, [&](auto e) {
    using T = typename decltype(e)::type;
    state = make_kernel([plan = std::move(plan)](RunContext &run) {
      plan.run<T>(run);
      return true;
    });
  });
  if (state == nullptr) return ctx.refuse("x1: data type %s is not supported", KernelCall::dtype_name(dtype));
  return state;
}

std::unique_ptr<KernelState> prepare_mat_mul(PrepareContext &ctx) { return prepare(ctx, "transpose_x1", "transpose_x2"); }
std::unique_ptr<KernelState> prepare_batch_mat_mul(PrepareContext &ctx) { return prepare(ctx, "adj_x1", "adj_x2"); }

OPSTRATA_KERNEL(MatMul, prepare_mat_mul);
OPSTRATA_KERNEL(MatMulV2, prepare_mat_mul);
OPSTRATA_KERNEL(MatMulV3, prepare_mat_mul);
OPSTRATA_KERNEL(BatchMatMul, prepare_batch_mat_mul);
OPSTRATA_KERNEL(BatchMatMulV3, prepare_batch_mat_mul);
OPSTRATA_KERNEL(BatchMatMulV2, prepare_batch_mat_mul);

}  // namespace
}  // namespace opstrata::operators
