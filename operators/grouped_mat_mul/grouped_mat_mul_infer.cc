#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

constexpr size_t kGroups = 7;  ///< group_list among the inputs of the prototype

size_t tensors(const Ctx *ctx, size_t list) {
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(list);
  return info == nullptr ? 0 : info->GetInstanceNum();
}
/// The product of all but the last dimension.
int64_t rows_of(const gert::Shape &x) {
  int64_t rows = 1;
  for (size_t d = 0; d + 1 < x.GetDimNum(); ++d)
    rows = rows < 0 || x.GetDim(d) < 0 ? ge::UNKNOWN_DIM : rows * x.GetDim(d);
  return rows;
}
/// Numbers of rows of the groups where the host knows them; else empty.
std::vector<int64_t> known_groups(const Ctx *ctx, bool counts) {
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(kGroups);
  gert::Shape values;
  if (info == nullptr || info->GetInstanceNum() == 0 || !known_values(ctx, info->GetInstanceStart(), values)) return {};
  std::vector<int64_t> rows;
  int64_t begin = 0;
  for (size_t g = 0; g < values.GetDimNum(); ++g) {
    rows.push_back(counts ? values.GetDim(g) : values.GetDim(g) - begin);
    begin = values.GetDim(g);
  }
  return rows;
}

ge::graphStatus infer_groups(Ctx *ctx) {
  const size_t lists = tensors(ctx, 0), weights = tensors(ctx, 1), results = ctx->GetComputeNodeOutputNum();
  const bool transposed_weight = attr_or(ctx, 2, false), transposed_x = attr_or(ctx, 3, false);
  if (lists == 0 || weights == 0) OPSTRATA_INFER_REFUSE(ctx, "x, weight: %zu and %zu tensors", lists, weights);
  const auto columns_of = [&](size_t group) {
    const gert::Shape *w = ctx->GetDynamicInputShape(1, weights == 1 ? 0 : group);
    if (w == nullptr || IsUnknownRank(*w) || w->GetDimNum() < 2) return ge::UNKNOWN_DIM;
    return w->GetDim(w->GetDimNum() - (transposed_weight ? 2 : 1));
  };
  const gert::Shape *x = ctx->GetDynamicInputShape(0, 0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  if (IsUnknownRank(*x) || x->GetDimNum() < 2) {
    for (size_t i = 0; i < results; ++i) set_unknown_dims(*ctx->GetOutputShape(i), 2);
    return ge::GRAPH_SUCCESS;
  }
  const int64_t rows = transposed_x ? x->GetDim(x->GetDimNum() - 1) : rows_of(*x);
  if (attr_or<int64_t>(ctx, 4, -1) == 2) {
    const int64_t groups = index_count(ctx, ctx->GetIrInputInstanceInfo(kGroups) == nullptr
                                                ? 0
                                                : ctx->GetIrInputInstanceInfo(kGroups)->GetInstanceStart());
    *ctx->GetOutputShape(0) = gert::Shape({groups, rows, columns_of(0)});
    return ge::GRAPH_SUCCESS;
  }
  if (results == 1) {
    int64_t all = rows;
    for (size_t i = 1; i < lists; ++i) {
      const gert::Shape *more = ctx->GetDynamicInputShape(0, i);
      const int64_t n = more == nullptr || IsUnknownRank(*more) ? ge::UNKNOWN_DIM : rows_of(*more);
      all = all < 0 || n < 0 ? ge::UNKNOWN_DIM : all + n;
    }
    gert::Shape &y = *ctx->GetOutputShape(0);
    if (lists == 1 && !transposed_x) {
      y = *x;
      y.SetDim(x->GetDimNum() - 1, columns_of(0));
    } else {
      y = gert::Shape({all, columns_of(0)});
    }
    return ge::GRAPH_SUCCESS;
  }
  const std::vector<int64_t> sizes = known_groups(ctx, attr_or<int64_t>(ctx, 5, 0) == 1);
  for (size_t i = 0; i < results; ++i) {
    gert::Shape &y = *ctx->GetOutputShape(i);
    if (lists > 1) {
      const gert::Shape *own = ctx->GetDynamicInputShape(0, i);
      OP_CHECK_NULL_WITH_CONTEXT(ctx, own);
      y = *own;
      if (!IsUnknownRank(y) && y.GetDimNum() > 0) y.SetDim(y.GetDimNum() - 1, columns_of(i));
    } else {
      y = gert::Shape({i < sizes.size() ? sizes[i] : ge::UNKNOWN_DIM, columns_of(i)});
    }
  }
  return ge::GRAPH_SUCCESS;
}
/// Attribute dtype counts where x has integers: 0 (DT_FLOAT16), 1 (DT_BF16), -1 (DT_INT8), 2 (DT_INT32).
ge::graphStatus infer_type(gert::InferDataTypeContext *ctx) {
  const ge::DataType x = ctx->GetInputDataType(0);
  const auto number = attr_or<int64_t>(ctx, 1, 0);
  const bool integers = x == ge::DT_INT8 || x == ge::DT_INT4;
  const ge::DataType named = number == 0    ? ge::DT_FLOAT16
                             : number == 1  ? ge::DT_BF16
                             : number == -1 ? ge::DT_INT8
                                            : ge::DT_INT32;
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) ctx->SetOutputDataType(i, integers ? named : x);
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(GroupedMatmul).InferShape(infer_groups).InferDataType(infer_type);

}  // namespace opstrata::operators
