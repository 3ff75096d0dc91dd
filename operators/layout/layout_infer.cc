#include "layout/geometry.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// The shapes of x and y; false (and y of unknown rank) when nothing can be said.
bool start(Ctx *ctx, const gert::Shape *&x, gert::Shape *&y, size_t input = 0) {
  x = ctx->GetInputShape(input);
  y = ctx->GetOutputShape(0);
  if (x == nullptr || y == nullptr) return false;
  if (!IsUnknownRank(*x)) return true;
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) SetUnknownRank(*ctx->GetOutputShape(i));
  return false;
}
#define OPSTRATA_START(ctx, x, y, ...)   \
  const gert::Shape *x = nullptr;        \
  gert::Shape *y = nullptr;              \
  if (!start(ctx, x, y __VA_OPT__(,) __VA_ARGS__)) return x != nullptr && y != nullptr ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED

ge::graphStatus pad_with(Ctx *ctx, const Integers &paddings, bool contiguous, int64_t direction) {
  OPSTRATA_START(ctx, x, y);
  Integers before, after, dims = dims_of(*x);
  if (!split_paddings(paddings, dims.size(), contiguous, before, after)) {
    OPSTRATA_INFER_REFUSE(ctx, "paddings: %zu values for x %s; two for every dimension are required", paddings.size(), ToString(*x).c_str());
  }
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] < 0) continue;
    dims[d] += direction * (before[d] + after[d]);
    if (dims[d] < 0) OPSTRATA_INFER_REFUSE(ctx, "paddings: dimension %zu of x %s becomes negative", d, ToString(*x).c_str());
  }
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus pad_by(Ctx *ctx, bool contiguous, int64_t direction) {
  OPSTRATA_START(ctx, x, y);
  Integers paddings;
  if (!known_list(ctx, 1, paddings)) return set_unknown_dims(*y, x->GetDimNum()), ge::GRAPH_SUCCESS;
  return pad_with(ctx, paddings, contiguous, direction);
}
/// Attribute 0 holds a pair for every dimension.
ge::graphStatus infer_pad_d(Ctx *ctx) {
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  const gert::ContinuousVectorVector *pairs =
      attrs == nullptr || attrs->GetAttrNum() < 1 ? nullptr : attrs->GetListListInt(0);
  Integers paddings;
  for (size_t i = 0; pairs != nullptr && i < pairs->GetSize(); ++i) {
    const gert::ContinuousVector *pair = pairs->Get(i);
    const auto *values = static_cast<const int64_t *>(pair->GetData());
    if (pair->GetSize() != 2) OPSTRATA_INFER_REFUSE(ctx, "paddings: %zu values for dimension %zu; two are required", pair->GetSize(), i);
    paddings.insert(paddings.end(), {values[0], values[1]});
  }
  return pad_with(ctx, paddings, true, 1);
}
ge::graphStatus infer_pad(Ctx *ctx) { return pad_by(ctx, true, 1); }
ge::graphStatus infer_pad_v3(Ctx *ctx) { return pad_by(ctx, attr_or(ctx, 1, true), 1); }
ge::graphStatus infer_pad_grad(Ctx *ctx) { return pad_by(ctx, true, -1); }
ge::graphStatus infer_pad_v3_grad(Ctx *ctx) { return pad_by(ctx, attr_or(ctx, 1, true), -1); }

ge::graphStatus tile_by(Ctx *ctx, const Integers &multiples) {
  const gert::Shape *x = ctx->GetInputShape(0);
  Integers dims = dims_of(*x);
  const size_t rank = std::max(dims.size(), multiples.size());
  dims.insert(dims.begin(), rank - dims.size(), 1);
  for (size_t i = 0; i < multiples.size(); ++i) {
    int64_t &dim = dims[rank - multiples.size() + i];
    dim = dim < 0 ? dim : dim * multiples[i];
  }
  return set_dims(*ctx->GetOutputShape(0), dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_tile(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Integers multiples;
  if (known_list(ctx, 1, multiples)) return tile_by(ctx, multiples);
  const int64_t count = index_count(ctx, 1);
  if (count < 0) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  return set_unknown_dims(*y, std::max(x->GetDimNum(), static_cast<size_t>(count))), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_tile_d(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  return tile_by(ctx, list_attr(ctx, 0));
}
ge::graphStatus infer_tile_with_axis(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  int64_t axis = attr_or<int64_t>(ctx, 0, 1);
  if (!normalize_axis(axis, x->GetDimNum())) OPSTRATA_INFER_REFUSE(ctx, "axis: outside the dimensions of x %s", ToString(*x).c_str());
  Integers multiples(x->GetDimNum(), 1);
  if (!multiples.empty()) multiples[static_cast<size_t>(axis)] = attr_or<int64_t>(ctx, 1, 1);
  return tile_by(ctx, multiples);
}

ge::graphStatus slice_by(Ctx *ctx, const gert::Shape &x, gert::Shape &y, Slicing s, size_t first_mask) {
  int64_t *const masks[] = {&s.begin_mask, &s.end_mask, &s.ellipsis_mask, &s.new_axis_mask, &s.shrink_axis_mask};
  for (size_t i = 0; first_mask != SIZE_MAX && i < 5; ++i) *masks[i] = attr_or<int64_t>(ctx, first_mask + i, 0);
  Integers dims = dims_of(x), result;
  std::vector<SlicedDim> sliced;
  if (!slice_dims(dims, s, sliced)) OPSTRATA_INFER_REFUSE(ctx, "begin, end, strides: no slice of x %s", ToString(x).c_str());
  for (const SlicedDim &d : sliced) {
    const bool unknown = d.source >= 0 && dims[static_cast<size_t>(d.source)] < 0;
    if (!d.shrinks) result.push_back(unknown ? ge::UNKNOWN_DIM : d.count);
  }
  return set_dims(y, result), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_strided_slice(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Slicing s;
  if (!known_list(ctx, 1, s.begin) || !known_list(ctx, 2, s.end) || !known_list(ctx, 3, s.strides)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  return slice_by(ctx, *x, *y, s, 0);
}
ge::graphStatus slice_with_axes(Ctx *ctx, size_t first_mask) {
  OPSTRATA_START(ctx, x, y);
  Slicing s;
  const auto given = [&](size_t ir, Integers &values) {
    const auto *info = ctx->GetIrInputInstanceInfo(ir);
    return info == nullptr || info->GetInstanceNum() == 0 || known_list(ctx, info->GetInstanceStart(), values);
  };
  if (!known_list(ctx, 1, s.begin) || !known_list(ctx, 2, s.end) || !given(3, s.axes) || !given(4, s.strides)) {
    return first_mask == SIZE_MAX ? set_unknown_dims(*y, x->GetDimNum()) : SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  }
  return slice_by(ctx, *x, *y, s, first_mask);
}
ge::graphStatus infer_strided_slice_v2(Ctx *ctx) { return slice_with_axes(ctx, 0); }
ge::graphStatus infer_strided_slice_v3(Ctx *ctx) { return slice_with_axes(ctx, SIZE_MAX); }
ge::graphStatus infer_strided_slice_d(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Slicing s;
  s.begin = list_attr(ctx, 0);
  s.end = list_attr(ctx, 1);
  s.strides = list_attr(ctx, 2);
  return slice_by(ctx, *x, *y, s, 3);
}

/// Outputs along `axis` with the given sizes (one may be -1: the rest), or equal ones.
ge::graphStatus split_by(Ctx *ctx, size_t input, int64_t axis, Integers sizes) {
  OPSTRATA_START(ctx, x, y, input);
  if (!normalize_axis(axis, x->GetDimNum()) || x->GetDimNum() == 0) OPSTRATA_INFER_REFUSE(ctx, "split_dim: outside the dimensions of x %s", ToString(*x).c_str());
  const size_t count = ctx->GetComputeNodeOutputNum();
  const int64_t whole = x->GetDim(static_cast<size_t>(axis));
  if (sizes.empty()) {
    if (count == 0 || (whole >= 0 && whole % static_cast<int64_t>(count) != 0)) {
      OPSTRATA_INFER_REFUSE(ctx, "num_split: dimension %ld of x %s is no multiple of %zu", static_cast<long>(axis), ToString(*x).c_str(), count);
    }
    sizes.assign(count, whole < 0 ? whole : whole / static_cast<int64_t>(count));
  }
  if (sizes.size() != count) OPSTRATA_INFER_REFUSE(ctx, "size_splits: %zu values for %zu outputs", sizes.size(), count);
  int64_t rest = whole;
  for (int64_t s : sizes) rest -= s < 0 ? 0 : s;
  for (size_t i = 0; i < count; ++i) {
    gert::Shape *part = ctx->GetOutputShape(i);
    const gert::Shape from = *x;
    *part = from;
    part->SetDim(static_cast<size_t>(axis), sizes[i] >= 0 || whole < 0 ? sizes[i] : rest);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus unknown_parts(Ctx *ctx, size_t input) {
  OPSTRATA_START(ctx, x, y, input);
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) set_unknown_dims(*ctx->GetOutputShape(i), x->GetDimNum());
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_split(Ctx *ctx) {
  Integers axis;
  return known_list(ctx, 0, axis) && axis.size() == 1 ? split_by(ctx, 1, axis[0], {}) : unknown_parts(ctx, 1);
}
ge::graphStatus infer_split_v(Ctx *ctx) {
  Integers sizes, axis;
  return known_list(ctx, 1, sizes) && known_list(ctx, 2, axis) && axis.size() == 1 ? split_by(ctx, 0, axis[0], sizes) : unknown_parts(ctx, 0);
}
ge::graphStatus infer_split_d(Ctx *ctx) { return split_by(ctx, 0, attr_or<int64_t>(ctx, 0, 0), {}); }
ge::graphStatus infer_split_v_d(Ctx *ctx) { return split_by(ctx, 0, attr_or<int64_t>(ctx, 1, 0), list_attr(ctx, 0)); }

ge::graphStatus infer_pack(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Integers dims = dims_of(*x);
  int64_t axis = attr_or<int64_t>(ctx, 0, 0);
  if (!normalize_axis(axis, dims.size() + 1)) OPSTRATA_INFER_REFUSE(ctx, "axis: outside the dimensions that x %s has with one more", ToString(*x).c_str());
  dims.insert(dims.begin() + axis, static_cast<int64_t>(ctx->GetComputeNodeInputNum()));
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_unpack(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Integers dims = dims_of(*x);
  int64_t axis = attr_or<int64_t>(ctx, 1, 0);
  if (dims.empty() || !normalize_axis(axis, dims.size())) OPSTRATA_INFER_REFUSE(ctx, "axis: outside the dimensions of x %s", ToString(*x).c_str());
  dims.erase(dims.begin() + axis);
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) set_dims(*ctx->GetOutputShape(i), dims);
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_reshape(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Integers target;
  if (!known_list(ctx, 1, target)) {
    const int64_t count = index_count(ctx, 1);
    return count < 0 ? SetUnknownRank(*y) : set_unknown_dims(*y, static_cast<size_t>(count)), ge::GRAPH_SUCCESS;
  }
  // `axis` and `num_axes` name the dimensions of x that the new ones replace.
  const Integers dims = dims_of(*x);
  const auto rank = static_cast<int64_t>(dims.size());
  int64_t axis = attr_or<int64_t>(ctx, 0, 0), count = attr_or<int64_t>(ctx, 1, -1);
  axis = axis < 0 ? axis + rank + 1 : axis;
  const int64_t stop = count < 0 ? rank : axis + count;
  if (axis < 0 || stop > rank || axis > stop) OPSTRATA_INFER_REFUSE(ctx, "axis, num_axes: outside the dimensions of x %s", ToString(*x).c_str());
  int64_t size = 1, given = 1, open = -1;
  for (int64_t d = axis; d < stop; ++d) size = size < 0 || dims[static_cast<size_t>(d)] < 0 ? -1 : size * dims[static_cast<size_t>(d)];
  for (size_t i = 0; i < target.size(); ++i) {
    if (target[i] == 0 && axis + static_cast<int64_t>(i) < rank) target[i] = dims[static_cast<size_t>(axis) + i];
    if (target[i] == -1) open = static_cast<int64_t>(i);
    else given *= target[i];
  }
  if (open >= 0 && size >= 0 && given != 0) target[static_cast<size_t>(open)] = size / given;
  if (size >= 0 && (open >= 0 ? given == 0 || size % given != 0 : given != size)) {
    OPSTRATA_INFER_REFUSE(ctx, "shape: x %s has another number of elements", ToString(*x).c_str());
  }
  target.insert(target.begin(), dims.begin(), dims.begin() + axis);
  target.insert(target.end(), dims.begin() + stop, dims.end());
  return set_dims(*y, target), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_flatten(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  const Integers dims = dims_of(*x);
  int64_t axis = attr_or<int64_t>(ctx, 0, 1);
  axis = axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis;
  if (axis < 0 || axis > static_cast<int64_t>(std::max<size_t>(1, dims.size()))) OPSTRATA_INFER_REFUSE(ctx, "axis: outside the dimensions of x %s", ToString(*x).c_str());
  Integers result(2, 1);
  for (size_t d = 0; d < dims.size(); ++d) {
    int64_t &part = result[d < static_cast<size_t>(axis) ? 0 : 1];
    part = part < 0 || dims[d] < 0 ? -1 : part * dims[d];
  }
  return set_dims(*y, result), ge::GRAPH_SUCCESS;
}
/// The dimensions from `axis` to `end_axis` become one.
ge::graphStatus infer_flatten_between(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  const Integers dims = dims_of(*x);
  int64_t first = attr_or<int64_t>(ctx, 0, 1), last = attr_or<int64_t>(ctx, 1, -1);
  if (!normalize_axis(first, dims.size()) || !normalize_axis(last, dims.size()) || first > last)
    OPSTRATA_INFER_REFUSE(ctx, "axis, end_axis: no range of the dimensions of x %s", ToString(*x).c_str());
  Integers result(dims.begin(), dims.begin() + std::min<int64_t>(first, static_cast<int64_t>(dims.size())));
  int64_t size = 1;
  for (size_t d = static_cast<size_t>(first); d < dims.size() && d <= static_cast<size_t>(last); ++d)
    size = size < 0 || dims[d] < 0 ? -1 : size * dims[d];
  result.push_back(size);
  for (size_t d = static_cast<size_t>(last) + 1; d < dims.size(); ++d) result.push_back(dims[d]);
  return set_dims(*y, result), ge::GRAPH_SUCCESS;
}
ge::graphStatus squeeze(Ctx *ctx, const Integers &axes) {
  OPSTRATA_START(ctx, x, y);
  const Integers dims = dims_of(*x);
  std::vector<bool> gone(dims.size(), false);
  for (int64_t axis : axes) {
    if (dims.empty() || !normalize_axis(axis, dims.size()) || (dims[static_cast<size_t>(axis)] != 1 && dims[static_cast<size_t>(axis)] >= 0)) {
      OPSTRATA_INFER_REFUSE(ctx, "axis: %ld is no dimension of extent 1 of x %s", static_cast<long>(axis), ToString(*x).c_str());
    }
    gone[static_cast<size_t>(axis)] = true;
  }
  Integers result;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!(axes.empty() ? dims[d] == 1 : gone[d])) result.push_back(dims[d]);
  }
  return set_dims(*y, result), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_squeeze(Ctx *ctx) { return squeeze(ctx, list_attr(ctx, 0)); }
/// The axes are input 1, which need not be there.
ge::graphStatus infer_squeeze_by_input(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Integers axes;
  if (ctx->GetInputShape(1) == nullptr || known_list(ctx, 1, axes)) return squeeze(ctx, axes);
  const int64_t count = index_count(ctx, 1), rank = static_cast<int64_t>(x->GetDimNum());
  return count < 0 || count > rank ? SetUnknownRank(*y) : set_unknown_dims(*y, static_cast<size_t>(rank - count)), ge::GRAPH_SUCCESS;
}
ge::graphStatus unsqueeze(Ctx *ctx, const Integers &axes) {
  OPSTRATA_START(ctx, x, y);
  const Integers dims = dims_of(*x);
  const size_t rank = dims.size() + axes.size();
  std::vector<bool> fresh(rank, false);
  for (int64_t axis : axes) {
    if (!normalize_axis(axis, rank) || fresh[static_cast<size_t>(axis)]) OPSTRATA_INFER_REFUSE(ctx, "axes: no different dimensions of a tensor of rank %zu", rank);
    fresh[static_cast<size_t>(axis)] = true;
  }
  Integers result;
  for (size_t d = 0, next = 0; d < rank; ++d) result.push_back(fresh[d] ? 1 : dims[next++]);
  return set_dims(*y, result), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_unsqueeze(Ctx *ctx) { return unsqueeze(ctx, list_attr(ctx, 0)); }
ge::graphStatus infer_unsqueeze_by_input(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Integers axes;
  if (known_list(ctx, 1, axes)) return unsqueeze(ctx, axes);
  const int64_t count = index_count(ctx, 1);
  return count < 0 ? SetUnknownRank(*y) : set_unknown_dims(*y, x->GetDimNum() + static_cast<size_t>(count)), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_expand_dims(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  Integers axis;
  if (!known_list(ctx, 1, axis)) return set_unknown_dims(*y, x->GetDimNum() + 1), ge::GRAPH_SUCCESS;
  if (axis.size() != 1) OPSTRATA_INFER_REFUSE(ctx, "axis: one value is required, %zu came", axis.size());
  return unsqueeze(ctx, axis);
}
ge::graphStatus infer_diag(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  const int64_t k = attr_or<int64_t>(ctx, 0, 0), size = k < 0 ? -k : k;
  if (x->GetDimNum() == 1) {
    const int64_t n = x->GetDim(0) < 0 ? -1 : x->GetDim(0) + size;
    return set_dims(*y, {n, n}), ge::GRAPH_SUCCESS;
  }
  if (x->GetDimNum() != 2) OPSTRATA_INFER_REFUSE(ctx, "x: %s is neither vector nor matrix", ToString(*x).c_str());
  if (x->GetDim(0) < 0 || x->GetDim(1) < 0) return set_dims(*y, {-1}), ge::GRAPH_SUCCESS;
  return set_dims(*y, {std::max<int64_t>(0, std::min(x->GetDim(0) - (k < 0 ? size : 0), x->GetDim(1) - (k > 0 ? size : 0)))}), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_diag_flat(Ctx *ctx) {
  OPSTRATA_START(ctx, x, y);
  const int64_t k = attr_or<int64_t>(ctx, 0, 0), n = x->GetShapeSize();
  const int64_t side = n < 0 ? -1 : n + (k < 0 ? -k : k);
  return set_dims(*y, {side, side}), ge::GRAPH_SUCCESS;
}

}  // namespace

#define OPSTRATA_INFER(Name, Function, ...) IMPL_OP_INFERSHAPE(Name).InferShape(Function) __VA_OPT__(.InputsDataDependency({__VA_ARGS__}))

OPSTRATA_INFER(Pad, infer_pad, 1);
OPSTRATA_INFER(PadD, infer_pad_d);
OPSTRATA_INFER(PadV2, infer_pad, 1);
OPSTRATA_INFER(PadV3, infer_pad_v3, 1);
OPSTRATA_INFER(MirrorPad, infer_pad, 1);
OPSTRATA_INFER(CircularPad, infer_pad, 1);
OPSTRATA_INFER(PadV3Grad, infer_pad_v3_grad, 1);
OPSTRATA_INFER(PadV4Grad, infer_pad_v3_grad, 1);
OPSTRATA_INFER(PadV3GradReplicate, infer_pad_v3_grad, 1);
OPSTRATA_INFER(PadV3GradReplication, infer_pad_grad, 1);
OPSTRATA_INFER(ReflectionPad3dGrad, infer_pad_grad, 1);
OPSTRATA_INFER(CircularPadGrad, infer_pad_grad, 1);
OPSTRATA_INFER(Tile, infer_tile, 1);
OPSTRATA_INFER(TileD, infer_tile_d);
OPSTRATA_INFER(TileWithAxis, infer_tile_with_axis);
OPSTRATA_INFER(ReverseV2, infer_same);
OPSTRATA_INFER(Roll, infer_same);
OPSTRATA_INFER(Identity, infer_same);
OPSTRATA_INFER(Tril, infer_same);
OPSTRATA_INFER(Triu, infer_same);
OPSTRATA_INFER(Reshape, infer_reshape, 1);
OPSTRATA_INFER(Flatten, infer_flatten);
OPSTRATA_INFER(FlattenV2, infer_flatten_between);
OPSTRATA_INFER(ExpandDims, infer_expand_dims, 1);
OPSTRATA_INFER(Squeeze, infer_squeeze);
OPSTRATA_INFER(SqueezeV2, infer_squeeze);
OPSTRATA_INFER(SqueezeV3, infer_squeeze_by_input, 1);
OPSTRATA_INFER(UnsqueezeV2, infer_unsqueeze);
OPSTRATA_INFER(UnsqueezeV3, infer_unsqueeze_by_input, 1);
OPSTRATA_INFER(Assign, infer_like<0>);
OPSTRATA_INFER(Trilu, infer_like<0>);
OPSTRATA_INFER(MatrixBandPart, infer_like<0>);
OPSTRATA_INFER(MirrorPadGrad, infer_pad_grad, 1);
OPSTRATA_INFER(StridedSliceGrad, infer_sizes<0>, 0);
OPSTRATA_INFER(SliceWrite, infer_like<0>);
OPSTRATA_INFER(StridedSliceAssign, infer_like<0>);
OPSTRATA_INFER(StridedSliceAssignV2, infer_like<0>);
OPSTRATA_INFER(Unsqueeze, infer_unsqueeze);
OPSTRATA_INFER(StridedSlice, infer_strided_slice, 1, 2, 3);
OPSTRATA_INFER(StridedSliceV2, infer_strided_slice_v2, 1, 2, 3, 4);
OPSTRATA_INFER(StridedSliceV3, infer_strided_slice_v3, 1, 2, 3, 4);
OPSTRATA_INFER(StridedSliceD, infer_strided_slice_d);
OPSTRATA_INFER(Split, infer_split, 0);
OPSTRATA_INFER(SplitD, infer_split_d);
OPSTRATA_INFER(SplitV, infer_split_v, 1, 2);
OPSTRATA_INFER(SplitV2, infer_split_v, 1, 2);
OPSTRATA_INFER(SplitVD, infer_split_v_d);
OPSTRATA_INFER(Pack, infer_pack);
OPSTRATA_INFER(Unpack, infer_unpack);
OPSTRATA_INFER(DiagV2, infer_diag);
OPSTRATA_INFER(DiagFlat, infer_diag_flat);
IMPL_OP_INFERSHAPE(FillDiagonal).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(FillDiagonalV2).InferShape(infer_like<0>);

}  // namespace opstrata::operators
