#include <algorithm>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using RangeCtx = gert::InferShapeRangeContext;

constexpr int64_t kFlat = 1000;  ///< the axis that stands for all elements

bool is_false(const gert::ExtendedKernelContext *ctx, size_t attr) { return !attr_or(ctx, attr, false); }

/// The largest number of elements of input `i`; -1 when nothing is known.
int64_t most(const RangeCtx *ctx, size_t i) {
  const gert::Range<gert::Shape> *x = ctx->GetInputShapeRange(i);
  if (x == nullptr || x->GetMax() == nullptr || IsUnknownRank(*x->GetMax())) return -1;
  const int64_t n = x->GetMax()->GetShapeSize();
  return n < 0 ? -1 : n;
}
void bound(RangeCtx *ctx, size_t output, const gert::Shape &max) {
  gert::Range<gert::Shape> *y = ctx->GetOutputShapeRange(output);
  *y->GetMax() = max;
  gert::Shape min = max;
  for (size_t d = 0; d < min.GetDimNum(); ++d) min.SetDim(d, 0);
  *y->GetMin() = min;
}
gert::Shape vector_of(int64_t n) { return gert::Shape({n}); }

/// Positions: a row (a column with `transposed`) of as many numbers as x has dimensions.
ge::graphStatus positions(Ctx *ctx, bool transposed) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  set_unknown_dims(*y, 2);
  if (!IsUnknownRank(*x)) y->SetDim(transposed ? 0 : 1, static_cast<int64_t>(x->GetDimNum()));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus positions_range(RangeCtx *ctx, bool transposed) {
  const int64_t n = most(ctx, 0);
  const auto rank = static_cast<int64_t>(n < 0 ? 0 : ctx->GetInputShapeRange(0)->GetMax()->GetDimNum());
  const int64_t columns = n < 0 ? -1 : rank;
  bound(ctx, 0, transposed ? gert::Shape({columns, n}) : gert::Shape({n, columns}));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_non_zero(Ctx *ctx) { return positions(ctx, !is_false(ctx, 0)); }
ge::graphStatus range_non_zero(RangeCtx *ctx) { return positions_range(ctx, !is_false(ctx, 0)); }
ge::graphStatus infer_where(Ctx *ctx) { return positions(ctx, false); }
ge::graphStatus range_where(RangeCtx *ctx) { return positions_range(ctx, false); }

ge::graphStatus infer_vector(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  set_unknown_dims(*y, 1);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus range_selected(RangeCtx *ctx) {
  const gert::Range<gert::Shape> *x = ctx->GetInputShapeRange(0), *mask = ctx->GetInputShapeRange(1);
  gert::Shape both;
  const bool known = x != nullptr && mask != nullptr && most(ctx, 0) >= 0 && most(ctx, 1) >= 0 &&
                     BroadcastShape(x->GetMax(), mask->GetMax(), &both);
  bound(ctx, 0, vector_of(known ? both.GetShapeSize() : -1));
  return ge::GRAPH_SUCCESS;
}

/// Outputs of the Unique operators: y and counts are vectors of unknown length, idx has the shape of x (`flat`: its
/// elements in a row).
ge::graphStatus unique(Ctx *ctx, bool flat) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  for (size_t k = 0; k < 3; ++k) {
    gert::Shape *y = ctx->GetOutputShape(k);
    if (y == nullptr) break;
    set_unknown_dims(*y, 1);
    if (k != 1) continue;
    if (!flat)
      *y = *x;
    else if (!IsUnknownRank(*x) && x->GetShapeSize() >= 0)
      *y = vector_of(x->GetShapeSize());
  }
  return ge::GRAPH_SUCCESS;
}
/// Outputs along `axis`: y has its size unknown there.
ge::graphStatus unique_along(Ctx *ctx, int64_t axis) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  gert::Shape *y = ctx->GetOutputShape(0), *idx = ctx->GetOutputShape(1), *count = ctx->GetOutputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) {
    SetUnknownRank(*y);
  } else {
    if (!normalize_axis(axis, x->GetDimNum()))
      OPSTRATA_INFER_REFUSE(ctx, "axis: %ld is outside the dimensions of x %s", static_cast<long>(axis),
                            ToString(*x).c_str());
    *y = *x;
    if (x->GetDimNum() > 0) y->SetDim(static_cast<size_t>(axis), ge::UNKNOWN_DIM);
  }
  if (idx != nullptr)
    *idx = vector_of(IsUnknownRank(*x) || x->GetDimNum() == 0 ? ge::UNKNOWN_DIM : x->GetDim(static_cast<size_t>(axis)));
  if (count != nullptr) set_unknown_dims(*count, 1);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_unique(Ctx *ctx) { return unique(ctx, true); }
ge::graphStatus infer_unique_sorted(Ctx *ctx) { return unique(ctx, false); }
ge::graphStatus infer_consecutive(Ctx *ctx) {
  const int64_t axis = attr_or<int64_t>(ctx, 2, kFlat);
  return axis == kFlat ? unique(ctx, false) : unique_along(ctx, axis);
}
ge::graphStatus infer_unique_axis(Ctx *ctx) {
  gert::Shape axis;
  if (known_values(ctx, 1, axis) && axis.GetDimNum() == 1) return unique_along(ctx, axis.GetDim(0));
  const gert::Shape *x = ctx->GetInputShape(0);
  if (x != nullptr && x->GetDimNum() == 1) return unique(ctx, true);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  SetUnknownRank(*y);
  for (size_t k = 1; k < 3; ++k) {
    if (gert::Shape *other = ctx->GetOutputShape(k)) set_unknown_dims(*other, 1);
  }
  return ge::GRAPH_SUCCESS;
}
/// At most everything is distinct. idx has the shape that inference gave it.
ge::graphStatus range_unique(RangeCtx *ctx, bool flat_y, bool flat_idx) {
  const int64_t n = most(ctx, 0);
  for (size_t k = 0; k < 3; ++k) {
    if (ctx->GetOutputShapeRange(k) == nullptr) break;
    const bool whole = n >= 0 && ((k == 0 && !flat_y) || (k == 1 && !flat_idx));
    bound(ctx, k, whole ? *ctx->GetInputShapeRange(0)->GetMax() : vector_of(n));
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus range_unique_flat(RangeCtx *ctx) { return range_unique(ctx, true, true); }
ge::graphStatus range_unique_sorted(RangeCtx *ctx) { return range_unique(ctx, true, false); }
ge::graphStatus range_unique_axis(RangeCtx *ctx) { return range_unique(ctx, false, true); }
ge::graphStatus range_consecutive(RangeCtx *ctx) {
  const bool flat = attr_or<int64_t>(ctx, 2, kFlat) == kFlat;
  return range_unique(ctx, flat, !flat);
}
template <size_t Attr>
ge::graphStatus type_of_indices(gert::InferDataTypeContext *ctx) {
  const auto type = static_cast<ge::DataType>(attr_or<int64_t>(ctx, Attr, ge::DT_INT32));
  const ge::graphStatus status = ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  (void)ctx->SetOutputDataType(1, type);
  (void)ctx->SetOutputDataType(2, type);
  return status;
}

ge::graphStatus infer_difference(Ctx *ctx) {
  for (size_t k = 0; k < 2; ++k) {
    gert::Shape *y = ctx->GetOutputShape(k);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    set_unknown_dims(*y, 1);
  }
  return ge::GRAPH_SUCCESS;
}
/// At most nothing goes.
ge::graphStatus range_difference(RangeCtx *ctx) {
  for (size_t k = 0; k < 2; ++k) bound(ctx, k, vector_of(most(ctx, 0)));
  return ge::GRAPH_SUCCESS;
}

/// Size along `axis` when every slice is repeated as `repeats` says.
ge::graphStatus infer_repeat(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  int64_t axis = attr_or<int64_t>(ctx, 0, kFlat);
  const bool flat = axis == kFlat;
  if (IsUnknownRank(*x)) return flat ? set_unknown_dims(*y, 1) : SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (flat) {
    *y = vector_of(x->GetShapeSize());
    axis = 0;
  } else {
    if (x->GetDimNum() == 0 || !normalize_axis(axis, x->GetDimNum()))
      OPSTRATA_INFER_REFUSE(ctx, "axis: %ld is outside the dimensions of x %s", static_cast<long>(axis),
                            ToString(*x).c_str());
    *y = *x;
  }
  const int64_t slices = y->GetDim(static_cast<size_t>(axis));
  y->SetDim(static_cast<size_t>(axis), ge::UNKNOWN_DIM);
  const gert::Tensor *repeats = ctx->GetInputTensor(1);
  const int64_t count = index_count(ctx, 1);
  if (repeats == nullptr || repeats->GetAddr() == nullptr || count < 0 || slices < 0) return ge::GRAPH_SUCCESS;
  if (count != 1 && count != slices)
    OPSTRATA_INFER_REFUSE(ctx, "repeats: %ld values for %ld slices of x", static_cast<long>(count),
                          static_cast<long>(slices));
  int64_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t n =
        repeats->GetDataType() == ge::DT_INT32 ? repeats->GetData<int32_t>()[i] : repeats->GetData<int64_t>()[i];
    if (n < 0) OPSTRATA_INFER_REFUSE(ctx, "repeats: %ld is negative", static_cast<long>(n));
    sum += n;
  }
  y->SetDim(static_cast<size_t>(axis), count == 1 ? sum * slices : sum);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_repeat_grad(Ctx *ctx) {
  const gert::Shape *d = ctx->GetInputShape(0);
  gert::Shape *x = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, d);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  int64_t axis = attr_or<int64_t>(ctx, 0, -1);
  if (IsUnknownRank(*d)) return SetUnknownRank(*x), ge::GRAPH_SUCCESS;
  if (d->GetDimNum() == 0 || !normalize_axis(axis, d->GetDimNum()))
    OPSTRATA_INFER_REFUSE(ctx, "axis: %ld is outside the dimensions of y_grad %s", static_cast<long>(axis),
                          ToString(*d).c_str());
  *x = *d;
  int64_t slices = index_count(ctx, 1);
  const gert::Tensor *repeats = ctx->GetInputTensor(1);
  if (slices == 1) {  // the same number for all slices
    slices = ge::UNKNOWN_DIM;
    if (repeats != nullptr && repeats->GetAddr() != nullptr) {
      const int64_t n =
          repeats->GetDataType() == ge::DT_INT32 ? *repeats->GetData<int32_t>() : *repeats->GetData<int64_t>();
      if (n > 0 && d->GetDim(static_cast<size_t>(axis)) >= 0) slices = d->GetDim(static_cast<size_t>(axis)) / n;
    }
  }
  x->SetDim(static_cast<size_t>(axis), slices);
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(NonZero).InferShape(infer_non_zero).InferShapeRange(range_non_zero).InferDataType(infer_type_of_attr<1, ge::DT_INT64>);
IMPL_OP_INFERSHAPE(Where).InferShape(infer_where).InferShapeRange(range_where);
IMPL_OP_INFERSHAPE(MaskedSelect).InferShape(infer_vector).InferShapeRange(range_selected);
IMPL_OP_INFERSHAPE(MaskedSelectV2).InferShape(infer_vector).InferShapeRange(range_selected);
IMPL_OP_INFERSHAPE(MaskedSelectV3).InferShape(infer_vector).InferShapeRange(range_selected);
IMPL_OP_INFERSHAPE(MaskedScatter).InferShape(infer_same);
IMPL_OP_INFERSHAPE(Unique)
    .InferShape(infer_unique)
    .InferShapeRange(range_unique_flat)
    .InferDataType(type_of_indices<0>);
IMPL_OP_INFERSHAPE(UniqueWithCounts)
    .InferShape(infer_unique)
    .InferShapeRange(range_unique_flat)
    .InferDataType(type_of_indices<0>);
IMPL_OP_INFERSHAPE(UniqueWithCountsExt2)
    .InferShape(infer_unique_axis)
    .InferShapeRange(range_unique_axis)
    .InferDataType(type_of_indices<0>)
    .InputsDataDependency({1});
IMPL_OP_INFERSHAPE(UniqueExt2)
    .InferShape(infer_unique_axis)
    .InferShapeRange(range_unique_axis)
    .InferDataType(type_of_indices<0>)
    .InputsDataDependency({1});
IMPL_OP_INFERSHAPE(ListDiff)
    .InferShape(infer_difference)
    .InferShapeRange(range_difference)
    .InferDataType(type_of_indices<0>);
IMPL_OP_INFERSHAPE(UniqueWithCountsAndSorting).InferShape(infer_unique_sorted).InferShapeRange(range_unique_sorted);
IMPL_OP_INFERSHAPE(UniqueConsecutive)
    .InferShape(infer_consecutive)
    .InferShapeRange(range_consecutive)
    .InferDataType(type_of_indices<3>);
IMPL_OP_INFERSHAPE(RepeatInterleave).InferShape(infer_repeat).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(RepeatInterleaveGrad).InferShape(infer_repeat_grad).InputsDataDependency({1});

}  // namespace opstrata::operators
