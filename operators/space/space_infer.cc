#include <string>

#include "space/blocks.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using Integers = std::vector<int64_t>;

ge::graphStatus depth(Ctx *ctx, bool to_space, size_t format_attr) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return set_unknown_dims(*y, 4), ge::GRAPH_SUCCESS;
  const int64_t block = attr_or<int64_t>(ctx, 0, 0);
  const std::string format = text_attr(ctx, format_attr, "NHWC");
  ImageAxes at;
  if (!at.set(format)) OPSTRATA_INFER_REFUSE(ctx, "data_format: \"%s\" is neither NHWC nor NCHW", format.c_str());
  if (block < 1 || block > Blocks::kLargest)
    OPSTRATA_INFER_REFUSE(ctx, "block_size: %ld; a positive number is required", static_cast<long>(block));
  Integers dims = dims_of(*x);
  bool good = dims.size() == 4;
  for (const size_t d : {at.height, at.width}) {
    if (!good || dims[d] < 0) continue;
    good = to_space ? !__builtin_mul_overflow(dims[d], block, &dims[d]) : dims[d] % block == 0;
    if (!to_space) dims[d] /= block;
  }
  if (good && dims[at.channel] >= 0) {
    int64_t &channels = dims[at.channel];
    good = to_space ? channels % (block * block) == 0 : !__builtin_mul_overflow(channels, block * block, &channels);
    if (to_space) channels /= block * block;
  }
  if (!good)
    OPSTRATA_INFER_REFUSE(ctx, "x: shape %s has no blocks of %ld in %s", ToString(*x).c_str(), static_cast<long>(block),
                          format.c_str());
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_depth_to_space(Ctx *ctx) { return depth(ctx, true, 2); }
ge::graphStatus infer_space_to_depth(Ctx *ctx) { return depth(ctx, false, 1); }

ge::graphStatus batch(Ctx *ctx, bool is_known, const Integers &sizes, const Integers &pairs, bool to_batch) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (!is_known) return set_unknown_dims(*y, x->GetDimNum()), ge::GRAPH_SUCCESS;
  Blocks blocks;
  if (!blocks.set(sizes, pairs))
    OPSTRATA_INFER_REFUSE(ctx, "%s: two numbers that are not negative for each of %zu sizes of a block are required",
                          to_batch ? "paddings" : "crops", sizes.size());
  const Integers dims = to_batch ? blocks.to_batch(dims_of(*x)) : blocks.to_space(dims_of(*x));
  if (dims.empty()) OPSTRATA_INFER_REFUSE(ctx, "x: shape %s cannot be parted into such blocks", ToString(*x).c_str());
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
template <bool ToBatch>
ge::graphStatus infer_batch_nd(Ctx *ctx) {
  gert::Shape sizes, pairs;
  const bool known = known_values(ctx, 1, sizes) && known_values(ctx, 2, pairs);
  return batch(ctx, known, dims_of(sizes), dims_of(pairs), ToBatch);
}
template <bool ToBatch>
ge::graphStatus infer_batch(Ctx *ctx) {
  gert::Shape pairs;
  const bool known = known_values(ctx, 1, pairs);
  return batch(ctx, known, Integers(2, attr_or<int64_t>(ctx, 0, 0)), dims_of(pairs), ToBatch);
}
template <bool ToBatch>
ge::graphStatus infer_batch_nd_d(Ctx *ctx) {
  return batch(ctx, true, list_attr(ctx, 0), list_attr(ctx, 1), ToBatch);
}
template <bool ToBatch>
ge::graphStatus infer_batch_d(Ctx *ctx) {
  return batch(ctx, true, Integers(2, attr_or<int64_t>(ctx, 0, 0)), list_attr(ctx, 1), ToBatch);
}

/// `shape` with its -1 filled in where x is known.
ge::graphStatus confusion(Ctx *ctx, bool is_known, Integers shape, size_t first_attr) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const Integers perm = list_attr(ctx, 0);
  const bool first = attr_or(ctx, first_attr, false);
  if (!is_known) return first ? SetUnknownRank(*y) : set_unknown_dims(*y, perm.size()), ge::GRAPH_SUCCESS;
  const int64_t n = IsUnknownRank(*x) ? -1 : x->GetShapeSize();
  int64_t given = 1, open = 0;
  for (int64_t d : shape) {
    open += d == -1;
    if (d < -1 || (d >= 0 && __builtin_mul_overflow(given, d, &given)))
      OPSTRATA_INFER_REFUSE(ctx, "shape: %ld is no size", static_cast<long>(d));
  }
  if (open > 1 || (n >= 0 && (open == 1 ? given == 0 || n % given != 0 : given != n)))
    OPSTRATA_INFER_REFUSE(ctx, "shape: x %s has another number of elements", ToString(*x).c_str());
  for (int64_t &d : shape) {
    if (d == -1 && n >= 0) d = n / given;
  }
  if (first) return set_dims(*y, shape), ge::GRAPH_SUCCESS;
  Integers result;
  for (int64_t axis : perm) {
    if (!normalize_axis(axis, shape.size()) || shape.size() != perm.size())
      OPSTRATA_INFER_REFUSE(ctx, "perm: no order of the %zu dimensions of the new shape", shape.size());
    result.push_back(shape[static_cast<size_t>(axis)]);
  }
  return set_dims(*y, result), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_confusion_d(Ctx *ctx) { return confusion(ctx, true, list_attr(ctx, 1), 2); }
ge::graphStatus infer_confusion(Ctx *ctx) {
  gert::Shape shape;
  const bool known = known_values(ctx, 1, shape);
  return confusion(ctx, known, dims_of(shape), 1);
}

}  // namespace

IMPL_OP_INFERSHAPE(DepthToSpace).InferShape(infer_depth_to_space);
IMPL_OP_INFERSHAPE(SpaceToDepth).InferShape(infer_space_to_depth);
IMPL_OP_INFERSHAPE(SpaceToBatchND).InferShape(infer_batch_nd<true>).InputsDataDependency({1, 2});
IMPL_OP_INFERSHAPE(BatchToSpaceND).InferShape(infer_batch_nd<false>).InputsDataDependency({1, 2});
IMPL_OP_INFERSHAPE(SpaceToBatch).InferShape(infer_batch<true>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(BatchToSpace).InferShape(infer_batch<false>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(SpaceToBatchNDD).InferShape(infer_batch_nd_d<true>);
IMPL_OP_INFERSHAPE(BatchToSpaceNDD).InferShape(infer_batch_nd_d<false>);
IMPL_OP_INFERSHAPE(SpaceToBatchD).InferShape(infer_batch_d<true>);
IMPL_OP_INFERSHAPE(BatchToSpaceD).InferShape(infer_batch_d<false>);
IMPL_OP_INFERSHAPE(ShuffleChannel).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(ConfusionTransposeD).InferShape(infer_confusion_d);
IMPL_OP_INFERSHAPE(ConfusionTranspose).InferShape(infer_confusion).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ReverseSequence).InferShape(infer_like<0>);

}  // namespace opstrata::operators
