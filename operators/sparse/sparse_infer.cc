#include <algorithm>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using RangeCtx = gert::InferShapeRangeContext;
using Integers = std::vector<int64_t>;

/// The largest number in instance `i` where the host knows them; -1 otherwise.
int64_t largest(const Ctx *ctx, size_t i) {
  const gert::Tensor *t = ctx->GetInputTensor(i);
  const int64_t n = index_count(ctx, i);
  if (t == nullptr || t->GetAddr() == nullptr || n < 0) return -1;
  int64_t most = -1;
  for (int64_t k = 0; k < n; ++k)
    most =
        std::max<int64_t>(most, t->GetDataType() == ge::DT_INT32 ? t->GetData<int32_t>()[k] : t->GetData<int64_t>()[k]);
  return most;
}
/// Rows of x, as many as there are segments: one more than the largest of input `ids`, or what input `count` says.
ge::graphStatus segments(Ctx *ctx, size_t ids, bool counted) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  Integers dims = dims_of(*x), count;
  if (dims.empty()) OPSTRATA_INFER_REFUSE(ctx, "x: a scalar has no rows");
  if (counted) {
    dims[0] = known_list(ctx, 3, count) && count.size() == 1 ? count[0] : -1;
  } else {
    const int64_t last = largest(ctx, ids);
    dims[0] = last < 0 ? (index_count(ctx, ids) == 0 ? 0 : -1) : last + 1;
  }
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_segment_max(Ctx *ctx) { return segments(ctx, 1, false); }
ge::graphStatus infer_sparse_segments(Ctx *ctx) { return segments(ctx, 2, false); }
ge::graphStatus infer_sparse_segments_back(Ctx *ctx) { return segments(ctx, 2, true); }

/// What follows the first dimensions of x, as many as `numbers` has.
bool rest_of(const gert::Shape &x, const gert::Shape &numbers, Integers &dims) {
  if (numbers.GetDimNum() > x.GetDimNum()) return false;
  for (size_t d = numbers.GetDimNum(); d < x.GetDimNum(); ++d) dims.push_back(x.GetDim(d));
  return true;
}
ge::graphStatus infer_partition(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *numbers = ctx->GetInputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, numbers);
  Integers dims = {-1};
  const bool known = !IsUnknownRank(*x) && !IsUnknownRank(*numbers);
  if (known && !rest_of(*x, *numbers, dims))
    OPSTRATA_INFER_REFUSE(ctx, "partitions: shape %s is longer than x %s", ToString(*numbers).c_str(),
                          ToString(*x).c_str());
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    known ? set_dims(*y, dims) : SetUnknownRank(*y);
  }
  return ge::GRAPH_SUCCESS;
}
/// Up to all rows go into one part.
ge::graphStatus range_partition(RangeCtx *ctx) {
  const gert::Range<gert::Shape> *x = ctx->GetInputShapeRange(0), *numbers = ctx->GetInputShapeRange(1);
  Integers most = {-1};
  const bool known = x != nullptr && numbers != nullptr && x->GetMax() != nullptr && numbers->GetMax() != nullptr &&
                     !IsUnknownRank(*x->GetMax()) && !IsUnknownRank(*numbers->GetMax()) &&
                     rest_of(*x->GetMax(), *numbers->GetMax(), most);
  if (known) most[0] = std::max<int64_t>(numbers->GetMax()->GetShapeSize(), -1);
  Integers least = most;
  least[0] = 0;
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    gert::Range<gert::Shape> *y = ctx->GetOutputShapeRange(i);
    set_dims(*y->GetMin(), least);
    set_dims(*y->GetMax(), most);
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_parts(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) (void)ctx->SetOutputDataType(i, ctx->GetInputDataType(0));
  return ge::GRAPH_SUCCESS;
}

/// As many rows as the largest index needs, where the host knows all of them.
ge::graphStatus infer_stitch(Ctx *ctx) {
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(0);
  const gert::Shape *index = ctx->GetDynamicInputShape(0, 0), *x = ctx->GetDynamicInputShape(1, 0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, info);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, index);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*index) || IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  Integers dims = {-1};
  if (!rest_of(*x, *index, dims))
    OPSTRATA_INFER_REFUSE(ctx, "indices: shape %s is longer than x %s", ToString(*index).c_str(), ToString(*x).c_str());
  int64_t most = -1;
  bool known = true;
  for (size_t i = 0; known && i < info->GetInstanceNum(); ++i) {
    const int64_t last = largest(ctx, info->GetInstanceStart() + i);
    known = last >= 0 || index_count(ctx, info->GetInstanceStart() + i) == 0;
    most = std::max(most, last);
  }
  if (known) dims[0] = most + 1;
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
/// Indices that are not known count as places without gaps.
ge::graphStatus range_stitch(RangeCtx *ctx) {
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(0);
  gert::Range<gert::Shape> *y = ctx->GetOutputShapeRange(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, info);
  const gert::Range<gert::Shape> *first = ctx->GetInputShapeRange(0);
  const gert::Range<gert::Shape> *x = ctx->GetInputShapeRange(info->GetInstanceNum());
  Integers most = {0};
  bool known = first != nullptr && x != nullptr && first->GetMax() != nullptr && x->GetMax() != nullptr &&
               !IsUnknownRank(*first->GetMax()) && !IsUnknownRank(*x->GetMax()) &&
               rest_of(*x->GetMax(), *first->GetMax(), most);
  for (size_t i = 0; known && i < info->GetInstanceNum(); ++i) {
    const gert::Range<gert::Shape> *index = ctx->GetInputShapeRange(i);
    const int64_t n = index == nullptr || index->GetMax() == nullptr ? -1 : index->GetMax()->GetShapeSize();
    known = n >= 0;
    most[0] += n;
  }
  if (!known) most[0] = -1;
  Integers least = most;
  least[0] = 0;
  set_dims(*y->GetMin(), least);
  set_dims(*y->GetMax(), most);
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_mat_mul(Ctx *ctx) {
  const gert::Shape *b = ctx->GetInputShape(3);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, b);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  Integers size;
  const bool known = known_list(ctx, 2, size) && size.size() == 2;
  const size_t column = attr_or(ctx, 1, false) ? 0 : 1;
  if (!IsUnknownRank(*b) && b->GetDimNum() != 2)
    OPSTRATA_INFER_REFUSE(ctx, "x2: shape %s; a matrix is required", ToString(*b).c_str());
  *y = gert::Shape({known ? size[attr_or(ctx, 0, false) ? 1 : 0] : -1, IsUnknownRank(*b) ? -1 : b->GetDim(column)});
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_fill_rows(Ctx *ctx) {
  Integers shape;
  const int64_t rank = index_count(ctx, 2), rows = known_list(ctx, 2, shape) && !shape.empty() ? shape[0] : -1;
  const gert::Shape shapes[] = {gert::Shape({-1, rank}), gert::Shape({-1}), gert::Shape({rows}),
                                gert::Shape({index_count(ctx, 1)})};
  for (size_t i = 0; i < 4; ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = shapes[i];
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(SegmentMax).InferShape(infer_segment_max).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(SparseSegmentSum).InferShape(infer_sparse_segments).InputsDataDependency({2});
IMPL_OP_INFERSHAPE(SparseSegmentMean).InferShape(infer_sparse_segments).InputsDataDependency({2});
IMPL_OP_INFERSHAPE(SparseSegmentMeanGrad).InferShape(infer_sparse_segments_back).InputsDataDependency({3});
IMPL_OP_INFERSHAPE(DynamicPartition)
    .InferShape(infer_partition)
    .InferShapeRange(range_partition)
    .InferDataType(types_of_parts);
IMPL_OP_INFERSHAPE(DynamicStitch).InferShape(infer_stitch).InferShapeRange(range_stitch).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(ParallelDynamicStitch)
    .InferShape(infer_stitch)
    .InferShapeRange(range_stitch)
    .InputsDataDependency({0});
IMPL_OP_INFERSHAPE(SparseToDense).InferShape(infer_sizes<1>).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(SparseTensorDenseAdd).InferShape(infer_like<3>);
IMPL_OP_INFERSHAPE(SparseTensorDenseMatMul).InferShape(infer_mat_mul).InputsDataDependency({2});
IMPL_OP_INFERSHAPE(SparseFillEmptyRows).InferShape(infer_fill_rows).InputsDataDependency({2});

}  // namespace opstrata::operators
