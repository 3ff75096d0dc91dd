#include "support/moves.h"

namespace opstrata::operators {
namespace {

struct Part {
  StridedCopy copy;
  int64_t offset;  ///< bytes from the first element of y
};

/// Copies the instances of dynamic input `ir_x` one after another along `axis`.
std::unique_ptr<KernelState> prepare_parts(PrepareContext &ctx, int64_t axis, uint32_t ir_x = 0) {
  const KernelTensor *y = ctx.output(0);
  if (y == nullptr) return ctx.refuse("y: missing");
  const int64_t item = item_bytes(y->dtype);
  const uint32_t count = ctx.input_count(ir_x);
  if (item == 0) return ctx.refuse("y: data type %s cannot be moved", KernelCall::dtype_name(y->dtype));
  if (y->rank() == 0 || !normalize_axis(axis, y->rank())) {
    return ctx.refuse("concat_dim: %lld is outside the dimensions of y %s", static_cast<long long>(axis), KernelCall::dims_text(y->shape));
  }
  const auto dim = static_cast<size_t>(axis);
  std::vector<Part> parts;
  int64_t position = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const KernelTensor *x = ctx.input(ir_x, i);
    bool fits = x != nullptr && x->dtype == y->dtype && x->rank() == y->rank();
    for (size_t d = 0; fits && d < y->rank(); ++d) fits = d == dim || x->shape[d] == y->shape[d];
    if (!fits) {
      return ctx.refuse("x: tensor %u (%s %s) does not fit y (%s %s) along dimension %zu", i, x ? KernelCall::dtype_name(x->dtype) : "missing",
                        x ? KernelCall::dims_text(x->shape) : "", KernelCall::dtype_name(y->dtype), KernelCall::dims_text(y->shape), dim);
    }
    parts.push_back({StridedCopy(x->shape, x->strides, y->strides, item), position * y->strides[dim] * item});
    position += x->shape[dim];
  }
  if (position != y->shape[dim]) {
    return ctx.refuse("x: %lld elements along dimension %zu for y %s", static_cast<long long>(position), dim, KernelCall::dims_text(y->shape));
  }
  return make_kernel([parts = std::move(parts), ir_x](RunContext &run) {
    for (size_t i = 0; i < parts.size(); ++i) {
      parts[i].copy.run(run, run.input_data(ir_x, static_cast<uint32_t>(i)), run.out<char>(0) + parts[i].offset);
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_by_input(PrepareContext &ctx, uint32_t ir_axis, uint32_t ir_x) {
  std::vector<int64_t> axis;
  if (!constant_integers(ctx, ir_axis, axis)) return nullptr;
  if (axis.size() != 1) return ctx.refuse("concat_dim: one value is required, %zu came", axis.size());
  return prepare_parts(ctx, axis[0], ir_x);
}
std::unique_ptr<KernelState> prepare_concat_v2(PrepareContext &ctx) { return prepare_by_input(ctx, 1, 0); }
std::unique_ptr<KernelState> prepare_concat(PrepareContext &ctx) { return prepare_by_input(ctx, 0, 1); }
std::unique_ptr<KernelState> prepare_concat_d(PrepareContext &ctx) { return prepare_parts(ctx, ctx.int_attr("concat_dim")); }

OPSTRATA_KERNEL(Concat, prepare_concat);
OPSTRATA_KERNEL(ConcatV2D, prepare_concat_d);
OPSTRATA_KERNEL(ConcatV2, prepare_concat_v2);
OPSTRATA_KERNEL(ConcatD, prepare_concat_d);
OPSTRATA_KERNEL(ConcatDV2, prepare_concat_d);

}  // namespace
}  // namespace opstrata::operators
