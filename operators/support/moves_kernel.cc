#include <memory>

#include "support/moves.h"

namespace opstrata::operators {
namespace {

/// State that copies from element `from_offset` of input 0 to element `to_offset` of output 0.
std::unique_ptr<KernelState> copy_state(StridedCopy copy, int64_t item, int64_t from_offset = 0, int64_t to_offset = 0, uint32_t input = 0) {
  return make_kernel([copy = std::move(copy), from = from_offset * item, to = to_offset * item, input](RunContext &run) {
    copy.run(run, run.in<char>(input) + from, run.out<char>(0) + to);
    return true;
  });
}

std::unique_ptr<KernelState> prepare_move(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  if (x->shape != y->shape) {
    return ctx.refuse("%s: shape %s differs from %s, that of %s", ctx.input_name(0), KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(y->shape), ctx.output_name(0));
  }
  return copy_state(StridedCopy(x->shape, x->strides, y->strides, item), item);
}

/// Output 0, which is input 0, becomes input 1.
std::unique_ptr<KernelState> prepare_assign(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(1), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  if (x->shape != y->shape) {
    return ctx.refuse("%s: shape %s differs from %s, that of %s", ctx.input_name(1), KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(y->shape), ctx.output_name(0));
  }
  return copy_state(StridedCopy(x->shape, x->strides, y->strides, item), item, 0, 0, 1);
}

std::unique_ptr<KernelState> prepare_broadcast(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  if (!broadcasts_to(*x, y->shape)) {
    return ctx.refuse("%s: shape %s cannot be broadcast to %s", ctx.input_name(0), KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(y->shape));
  }
  std::vector<int64_t> strides(y->rank());
  for (size_t d = 0; d < y->rank(); ++d) strides[d] = broadcast_stride(*x, d, y->rank()) / item;
  return copy_state(StridedCopy(y->shape, as_dims(strides), y->strides, item), item);
}

std::unique_ptr<KernelState> prepare_slice(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  std::vector<int64_t> offsets;
  if (item == 0 || !constant_integers(ctx, 1, offsets)) return nullptr;
  if (offsets.size() != x->rank() || y->rank() != x->rank()) {
    return ctx.refuse("%s: %zu values for %s of rank %zu", ctx.input_name(1), offsets.size(), ctx.input_name(0), x->rank());
  }
  int64_t first = 0;
  for (size_t d = 0; d < offsets.size(); ++d) {
    if (offsets[d] < 0 || offsets[d] + y->shape[d] > x->shape[d]) {
      return ctx.refuse("%s: the block %s at %s leaves the shape %s", ctx.input_name(1), KernelCall::dims_text(y->shape),
                        KernelCall::dims_text(as_dims(offsets)), KernelCall::dims_text(x->shape));
    }
    first += offsets[d] * x->strides[d];
  }
  return copy_state(StridedCopy(y->shape, x->strides, y->strides, item), item, first);
}

/// Sizes, strides and offset of a view, given by three inputs from `ir_index` on, inside memory of `extent` elements.
struct ViewInputs {
  std::vector<int64_t> size, stride;
  int64_t offset = 0;

  bool read(PrepareContext &ctx, uint32_t ir_index, int64_t extent) {
    std::vector<int64_t> first;
    if (!constant_integers(ctx, ir_index, size) || !constant_integers(ctx, ir_index + 1, stride) ||
        !constant_integers(ctx, ir_index + 2, first)) {
      return false;
    }
    bool good = size.size() == stride.size() && first.size() == 1 && size.size() <= kMaxRank;
    int64_t last = offset = good ? first[0] : 0;
    bool empty = false;
    for (size_t d = 0; good && d < size.size(); ++d) {
      good = size[d] >= 0 && stride[d] >= 0;
      empty = empty || size[d] == 0;
      last += (size[d] - 1) * stride[d];
    }
    if (good && (empty || (offset >= 0 && last < extent))) return true;
    ctx.refuse("%s: the view of sizes %s, strides %s, offset %lld leaves the %lld elements that there are", ctx.input_name(ir_index),
               KernelCall::dims_text(as_dims(size)), KernelCall::dims_text(as_dims(stride)), static_cast<long long>(offset),
               static_cast<long long>(extent));
    return false;
  }
};

std::unique_ptr<KernelState> prepare_as_strided(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  ViewInputs view;
  if (item == 0 || !view.read(ctx, 1, x->elements)) return nullptr;
  if (as_dims(view.size) != y->shape) {
    return ctx.refuse("size: %s differs from %s, the shape of %s", KernelCall::dims_text(as_dims(view.size)),
                      KernelCall::dims_text(y->shape), ctx.output_name(0));
  }
  return copy_state(StridedCopy(y->shape, as_dims(view.stride), y->strides, item), item, view.offset);
}

std::unique_ptr<KernelState> prepare_view_copy(PrepareContext &ctx) {
  const KernelTensor *target = ctx.input(0), *source = ctx.input(4);
  const int64_t item = movable_item(ctx, source, target);
  ViewInputs to, from;
  if (item == 0 || !to.read(ctx, 1, target->elements) || !from.read(ctx, 5, source->elements)) return nullptr;
  if (to.size != from.size) {
    return ctx.refuse("src_size: %s differs from dst_size %s", KernelCall::dims_text(as_dims(from.size)), KernelCall::dims_text(as_dims(to.size)));
  }
  return copy_state(StridedCopy(as_dims(to.size), as_dims(from.stride), as_dims(to.stride), item), item, from.offset, to.offset, 4);
}

OPSTRATA_KERNEL(TensorMove, prepare_move);
OPSTRATA_KERNEL(Assign, prepare_assign);
OPSTRATA_KERNEL(StopGradient, prepare_move);
OPSTRATA_KERNEL(PreventGradient, prepare_move);
OPSTRATA_KERNEL(Snapshot, prepare_move);
OPSTRATA_KERNEL(TensorRedirect, prepare_move);
OPSTRATA_KERNEL(PlaceholderWithDefault, prepare_move);
OPSTRATA_KERNEL(BroadcastTo, prepare_broadcast);
OPSTRATA_KERNEL(Expand, prepare_broadcast);
OPSTRATA_KERNEL(Slice, prepare_slice);
OPSTRATA_KERNEL(SliceV2, prepare_slice);
OPSTRATA_KERNEL(AsStrided, prepare_as_strided);
OPSTRATA_KERNEL(ViewCopy, prepare_view_copy);

}  // namespace
}  // namespace opstrata::operators
