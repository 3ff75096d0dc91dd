// Space for channels and batches. Dimensions are split where they lie (a dimension of n elements is one of n / b blocks
// and one of b places), so strided tensors need no copies in between.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "space/blocks.h"
#include "support/convert.h"
#include "support/moves.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;

Integers list(Dims dims) { return {dims.begin(), dims.end()}; }

/// A copy from a place of input 0 to a place of output 0, in bytes.
struct Move {
  StridedCopy copy;
  int64_t from = 0, to = 0;
};
std::unique_ptr<KernelState> moves(std::vector<Move> all, bool clears, const KernelTensor &y, int64_t item) {
  const Integers none(y.rank(), 0);
  return make_kernel(
      [all = std::move(all), clears, zero = StridedCopy(y.shape, as_dims(none), y.strides, item)](RunContext &run) {
        static constexpr char kZeros[16] = {};
        if (clears) zero.run(run, kZeros, run.out<char>(0));
        for (const Move &m : all) m.copy.run(run, run.in<char>(0) + m.from, run.out<char>(0) + m.to);
        return true;
      });
}

// ---- Channels

std::unique_ptr<KernelState> depth(PrepareContext &ctx, bool to_space) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y), block = ctx.int_attr("block_size");
  if (item == 0) return nullptr;
  ImageAxes at;
  if (!at.set(ctx.string_attr("data_format", "NHWC")))
    return ctx.refuse("data_format: \"%s\" is neither NHWC nor NCHW", ctx.string_attr("data_format"));
  const std::string_view mode = to_space ? ctx.string_attr("mode", "DCR") : "DCR";
  if (mode != "DCR" && mode != "CRD") return ctx.refuse("mode: \"%s\" is neither DCR nor CRD", mode.data());
  if (block < 1 || block > Blocks::kLargest)
    return ctx.refuse("block_size: %lld; a positive number is required", static_cast<long long>(block));
  const KernelTensor &wide = to_space ? *y : *x, &deep = to_space ? *x : *y;  // with more space, with more channels
  const bool images = wide.rank() == 4 && deep.rank() == 4;
  const bool fits = images && wide.shape[0] == deep.shape[0] &&
                    wide.shape[at.height] == deep.shape[at.height] * block &&
                    wide.shape[at.width] == deep.shape[at.width] * block && wide.elements == deep.elements &&
                    deep.shape[at.channel] % (block * block) == 0 &&
                    wide.shape[at.channel] == deep.shape[at.channel] / (block * block);
  if (!fits)
    return ctx.refuse("%s: shape %s does not follow from x %s with blocks of %lld", ctx.output_name(0),
                      KernelCall::dims_text(y->shape), KernelCall::dims_text(x->shape), static_cast<long long>(block));
  const int64_t channels = wide.shape[at.channel], c = deep.strides[at.channel];
  const int64_t place = mode == "DCR" ? channels * c : c, channel = mode == "DCR" ? c : block * block * c;
  const Integers shape = {wide.shape[0], deep.shape[at.height], block, deep.shape[at.width], block, channels};
  const Integers in_deep = {deep.strides[0], deep.strides[at.height], block * place, deep.strides[at.width], place,
                            channel};
  const Integers in_wide = {wide.strides[0],         block * wide.strides[at.height],
                            wide.strides[at.height], block * wide.strides[at.width],
                            wide.strides[at.width],  wide.strides[at.channel]};
  std::vector<Move> all(1);
  all[0].copy =
      StridedCopy(as_dims(shape), as_dims(to_space ? in_deep : in_wide), as_dims(to_space ? in_wide : in_deep), item);
  return moves(std::move(all), false, *y, item);
}

std::unique_ptr<KernelState> prepare_shuffle(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y), groups = ctx.int_attr("group", 1);
  if (item == 0) return nullptr;
  if (x->rank() < 2 || x->shape != y->shape || groups < 1 || x->shape[1] % groups != 0)
    return ctx.refuse("group: %lld does not part the channels of x %s", static_cast<long long>(groups),
                      KernelCall::dims_text(x->shape));
  const int64_t share = x->shape[1] / groups;
  Integers shape = {x->shape[0], share, groups}, from = {x->strides[0], x->strides[1], share * x->strides[1]},
           to = {y->strides[0], groups * y->strides[1], y->strides[1]};
  for (size_t d = 2; d < x->rank(); ++d) {
    shape.push_back(x->shape[d]);
    from.push_back(x->strides[d]);
    to.push_back(y->strides[d]);
  }
  std::vector<Move> all(1);
  all[0].copy = StridedCopy(as_dims(shape), as_dims(from), as_dims(to), item);
  return moves(std::move(all), false, *y, item);
}

// ---- Batches

std::unique_ptr<KernelState> batch(PrepareContext &ctx, const Integers &sizes, const Integers &pairs, bool to_batch) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  Blocks blocks;
  if (item == 0) return nullptr;
  const char *around = to_batch ? "paddings" : "crops";
  if (!blocks.set(sizes, pairs))
    return ctx.refuse(
        "%s: %s with blocks of %s; two numbers that are not negative for each size of a block are required", around,
        KernelCall::dims_text(as_dims(pairs)), KernelCall::dims_text(as_dims(sizes)));
  const Integers wanted = to_batch ? blocks.to_batch(list(x->shape)) : blocks.to_space(list(x->shape));
  if (wanted.empty() || as_dims(wanted) != y->shape)
    return ctx.refuse("%s: shape %s does not follow from x %s with blocks of %s and %s %s", ctx.output_name(0),
                      KernelCall::dims_text(y->shape), KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(as_dims(sizes)), around, KernelCall::dims_text(as_dims(pairs)));
  const KernelTensor &space = to_batch ? *x : *y, &parts = to_batch ? *y : *x;
  const size_t m = sizes.size();
  std::vector<Move> all;
  const bool is_empty = space.elements == 0;
  for (int64_t place = 0; !is_empty && place < blocks.points(); ++place) {
    // Of this place in the blocks: the blocks in which it lies inside the space, from the first on.
    Integers shape = {space.shape[0]}, in_space = {space.strides[0]}, in_parts = {parts.strides[0]};
    int64_t rest = place, at_space = 0, at_parts = place * space.shape[0] * parts.strides[0];
    Integers digits(m);
    for (size_t i = m; i-- > 0;) {
      digits[i] = rest % sizes[i];
      rest /= sizes[i];
    }
    for (size_t i = 0; i < m; ++i) {
      const int64_t shift = blocks.before[i] - digits[i], extent = space.shape[i + 1];
      const int64_t first = shift > 0 ? (shift + sizes[i] - 1) / sizes[i] : 0;
      const int64_t last =
          std::min((extent - 1 + shift >= 0 ? (extent - 1 + shift) / sizes[i] : -1), parts.shape[i + 1] - 1);
      shape.push_back(std::max<int64_t>(0, last - first + 1));
      in_space.push_back(sizes[i] * space.strides[i + 1]);
      in_parts.push_back(parts.strides[i + 1]);
      at_space += (first * sizes[i] - shift) * space.strides[i + 1];
      at_parts += first * parts.strides[i + 1];
    }
    for (size_t d = m + 1; d < space.rank(); ++d) {
      shape.push_back(space.shape[d]);
      in_space.push_back(space.strides[d]);
      in_parts.push_back(parts.strides[d]);
    }
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) continue;
    Move move;
    move.copy = StridedCopy(as_dims(shape), as_dims(to_batch ? in_space : in_parts),
                            as_dims(to_batch ? in_parts : in_space), item);
    move.from = (to_batch ? at_space : at_parts) * item;
    move.to = (to_batch ? at_parts : at_space) * item;
    all.push_back(std::move(move));
  }
  const auto adds = [](int64_t n) { return n > 0; };
  const bool clears = to_batch && (std::any_of(blocks.before.begin(), blocks.before.end(), adds) ||
                                   std::any_of(blocks.after.begin(), blocks.after.end(), adds));
  return moves(std::move(all), clears, *y, item);
}
template <bool ToBatch>
std::unique_ptr<KernelState> prepare_batch_nd(PrepareContext &ctx) {
  Integers sizes, pairs;
  return constant_integers(ctx, 1, sizes) && constant_integers(ctx, 2, pairs) ? batch(ctx, sizes, pairs, ToBatch)
                                                                              : nullptr;
}
template <bool ToBatch>
std::unique_ptr<KernelState> prepare_batch(PrepareContext &ctx) {
  Integers pairs;
  return constant_integers(ctx, 1, pairs) ? batch(ctx, Integers(2, ctx.int_attr("block_size")), pairs, ToBatch)
                                          : nullptr;
}
template <bool ToBatch>
std::unique_ptr<KernelState> prepare_batch_nd_d(PrepareContext &ctx) {
  return batch(ctx, list(ctx.int_list_attr("block_shape")), list(ctx.int_list_attr(ToBatch ? "paddings" : "crops")),
               ToBatch);
}
template <bool ToBatch>
std::unique_ptr<KernelState> prepare_batch_d(PrepareContext &ctx) {
  return batch(ctx, Integers(2, ctx.int_attr("block_size")), list(ctx.int_list_attr(ToBatch ? "paddings" : "crops")),
               ToBatch);
}

// ---- Orders

/// x in the order of its dimensions `perm` and in the shape `shape`, in this order with `first`.
std::unique_ptr<KernelState> confusion(PrepareContext &ctx, Integers shape) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  const bool first = ctx.bool_attr("transpose_first");
  Integers perm = list(ctx.int_list_attr("perm")), strides;
  if (std::count(shape.begin(), shape.end(), -1) == 1) {
    int64_t given = 1;
    for (int64_t d : shape) {
      if (d != -1 && __builtin_mul_overflow(given, d, &given)) given = 0;
    }
    if (given > 0 && x->elements % given == 0) *std::find(shape.begin(), shape.end(), -1) = x->elements / given;
  }
  // The tensor that is transposed: x itself, or x in its new shape.
  const Integers own = first ? list(x->shape) : shape, dense = dense_strides(as_dims(own));
  const Integers step = first ? list(x->strides) : dense;
  Integers order(own.size(), -1), turned;
  bool good = perm.size() == own.size() && x->elements == y->elements;
  for (size_t d = 0; good && d < perm.size(); ++d) {
    good = normalize_axis(perm[d], own.size()) && order[static_cast<size_t>(perm[d])] < 0;
    if (!good) break;
    order[static_cast<size_t>(perm[d])] = static_cast<int64_t>(d);
    turned.push_back(own[static_cast<size_t>(perm[d])]);
    strides.push_back(step[static_cast<size_t>(perm[d])]);
  }
  if (!good || (first ? as_dims(shape) : as_dims(turned)) != y->shape)
    return ctx.refuse("perm, shape: %s, %s do not lead from x %s to y %s", KernelCall::dims_text(as_dims(perm)),
                      KernelCall::dims_text(as_dims(shape)), KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(y->shape));
  if (first ? !y->contiguous : !x->contiguous)
    return ctx.refuse("%s: must be contiguous to change its shape", first ? ctx.output_name(0) : ctx.input_name(0));
  const Integers to = first ? dense_strides(as_dims(turned)) : list(y->strides);
  std::vector<Move> all(1);
  all[0].copy = StridedCopy(as_dims(turned), as_dims(strides), as_dims(to), item);
  return moves(std::move(all), false, *y, item);
}
std::unique_ptr<KernelState> prepare_confusion_d(PrepareContext &ctx) {
  return confusion(ctx, list(ctx.int_list_attr("shape")));
}
std::unique_ptr<KernelState> prepare_confusion(PrepareContext &ctx) {
  Integers shape;
  return constant_integers(ctx, 1, shape) ? confusion(ctx, shape) : nullptr;
}

std::unique_ptr<KernelState> prepare_reverse_sequence(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *lengths = ctx.input(1), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  int64_t along = ctx.int_attr("seq_dim"), across = ctx.int_attr("batch_dim");
  if (item == 0) return nullptr;
  if (x->rank() < 2 || x->shape != y->shape || !normalize_axis(along, x->rank()) ||
      !normalize_axis(across, x->rank()) || along == across)
    return ctx.refuse("seq_dim, batch_dim: %lld, %lld are no two dimensions of x %s", static_cast<long long>(along),
                      static_cast<long long>(across), KernelCall::dims_text(x->shape));
  const UnaryRow number = lengths == nullptr ? nullptr : conversion(lengths->dtype, ge::DT_INT64);
  if (number == nullptr || lengths->rank() != 1 || lengths->elements != x->shape[static_cast<size_t>(across)])
    return ctx.refuse("seq_lengths: one whole number for each of dimension %lld of x %s is required",
                      static_cast<long long>(across), KernelCall::dims_text(x->shape));
  // Around the two dimensions: everything else.
  Integers shape, from, to;
  for (size_t d = 0; d < x->rank(); ++d) {
    const bool fixed = d == static_cast<size_t>(along) || d == static_cast<size_t>(across);
    shape.push_back(fixed ? 1 : x->shape[d]);
    from.push_back(x->strides[d]);
    to.push_back(y->strides[d]);
  }
  struct Steps {
    int64_t batch_x, batch_y, step_x, step_y, batches, steps;
  };
  const auto b = static_cast<size_t>(across), s = static_cast<size_t>(along);
  const Steps steps = {x->strides[b] * item, y->strides[b] * item, x->strides[s] * item,
                       y->strides[s] * item, x->shape[b],          x->shape[s]};
  return make_kernel([=, copy = StridedCopy(as_dims(shape), as_dims(from), as_dims(to), item),
                      width = item_bytes(lengths->dtype) * lengths->strides[0]](RunContext &run) {
    for (int64_t i = 0; i < steps.batches; ++i) {
      int64_t n = 0;
      number(run.in<char>(1) + i * width, 0, reinterpret_cast<char *>(&n), 0, 1);
      if (n < 0 || n > steps.steps)
        return run.fail("seq_lengths: %lld is no length of a sequence of %lld", static_cast<long long>(n),
                        static_cast<long long>(steps.steps));
      for (int64_t k = 0; k < steps.steps; ++k) {
        const int64_t source = k < n ? n - 1 - k : k;
        copy.run(run, run.in<char>(0) + i * steps.batch_x + source * steps.step_x,
                 run.out<char>(0) + i * steps.batch_y + k * steps.step_y);
      }
    }
    return true;
  });
}

OPSTRATA_KERNEL(DepthToSpace, [](PrepareContext &ctx) { return depth(ctx, true); });
OPSTRATA_KERNEL(SpaceToDepth, [](PrepareContext &ctx) { return depth(ctx, false); });
OPSTRATA_KERNEL(ShuffleChannel, prepare_shuffle);
OPSTRATA_KERNEL(SpaceToBatchND, prepare_batch_nd<true>);
OPSTRATA_KERNEL(BatchToSpaceND, prepare_batch_nd<false>);
OPSTRATA_KERNEL(SpaceToBatch, prepare_batch<true>);
OPSTRATA_KERNEL(BatchToSpace, prepare_batch<false>);
OPSTRATA_KERNEL(SpaceToBatchNDD, prepare_batch_nd_d<true>);
OPSTRATA_KERNEL(BatchToSpaceNDD, prepare_batch_nd_d<false>);
OPSTRATA_KERNEL(SpaceToBatchD, prepare_batch_d<true>);
OPSTRATA_KERNEL(BatchToSpaceD, prepare_batch_d<false>);
OPSTRATA_KERNEL(ConfusionTransposeD, prepare_confusion_d);
OPSTRATA_KERNEL(ConfusionTranspose, prepare_confusion);
OPSTRATA_KERNEL(ReverseSequence, prepare_reverse_sequence);

}  // namespace
}  // namespace opstrata::operators
