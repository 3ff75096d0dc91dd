#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// Marks `axes` in a shape of `rank` dimensions; all when there are none and `empty_is_all`. False when one is outside.
bool mark(const std::vector<int64_t> &axes, size_t rank, bool empty_is_all, std::vector<bool> &along) {
  along.assign(rank, axes.empty() && empty_is_all);
  for (int64_t axis : axes) {
    if (!normalize_axis(axis, rank)) return false;
    if (rank > 0) along[static_cast<size_t>(axis)] = true;
  }
  return true;
}

/// All outputs: x without the dimensions `axes`, or with 1 there.
ge::graphStatus reduce(Ctx *ctx, bool known, const std::vector<int64_t> &axes, bool keep, bool noop_with_empty_axes) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  gert::Shape result;
  std::vector<bool> along;
  if (IsUnknownRank(*x) || (!known && !keep)) {
    SetUnknownRank(result);
  } else if (!known) {
    set_unknown_dims(result, x->GetDimNum());
  } else if (!mark(axes, x->GetDimNum(), !noop_with_empty_axes, along)) {
    OPSTRATA_INFER_REFUSE(ctx, "axes: outside the dimensions of x %s", ToString(*x).c_str());
  } else {
    for (size_t d = 0; d < along.size(); ++d) {
      if (!along[d] || keep) result.AppendDim(along[d] ? 1 : x->GetDim(d));
    }
  }
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) *ctx->GetOutputShape(i) = result;
  return ge::GRAPH_SUCCESS;
}

/// Axes in input 1; `Keep`, `Noop`: positions of the attributes, -1 for none.
template <int Keep, int Noop = -1>
ge::graphStatus infer_by_input(Ctx *ctx) {
  gert::Shape values;
  const bool known = known_values(ctx, 1, values);
  std::vector<int64_t> axes;
  for (size_t i = 0; known && i < values.GetDimNum(); ++i) axes.push_back(values.GetDim(i));
  return reduce(ctx, known, axes, Keep >= 0 && attr_or(ctx, static_cast<size_t>(Keep), false), Noop >= 0 && attr_or(ctx, static_cast<size_t>(Noop), true));
}
/// Axes in an attribute, a list or one number.
template <int Axes, int Keep, bool List = true>
ge::graphStatus infer_by_attr(Ctx *ctx) {
  std::vector<int64_t> axes;
  if constexpr (List) {
    axes = list_attr(ctx, Axes);
  } else {
    axes.push_back(attr_or<int64_t>(ctx, Axes, 0));
  }
  return reduce(ctx, true, axes, Keep >= 0 && attr_or(ctx, static_cast<size_t>(Keep), false), false);
}
ge::graphStatus infer_all_axes(Ctx *ctx) { return reduce(ctx, true, {}, false, false); }
ge::graphStatus infer_kept_dim(Ctx *ctx) { return reduce(ctx, true, {attr_or<int64_t>(ctx, 1, -1)}, true, false); }

/// Both outputs like x.
ge::graphStatus infer_pair(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) *ctx->GetOutputShape(i) = *x;
  return ge::GRAPH_SUCCESS;
}
/// Both outputs like x with k elements along the dimension in attribute `Dim`; k is the value of input 1.
template <size_t Dim>
ge::graphStatus infer_top(Ctx *ctx) {
  infer_pair(ctx);
  const gert::Shape *x = ctx->GetInputShape(0);
  int64_t axis = attr_or<int64_t>(ctx, Dim, -1), k = ge::UNKNOWN_DIM;
  if (x == nullptr || IsUnknownRank(*x)) return x == nullptr ? ge::GRAPH_FAILED : ge::GRAPH_SUCCESS;
  gert::Shape values;
  if (known_values(ctx, 1, values) && values.GetDimNum() == 1) k = values.GetDim(0);
  if (!normalize_axis(axis, x->GetDimNum())) OPSTRATA_INFER_REFUSE(ctx, "dim: outside the dimensions of x %s", ToString(*x).c_str());
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum() && x->GetDimNum() > 0; ++i) ctx->GetOutputShape(i)->SetDim(static_cast<size_t>(axis), k);
  return ge::GRAPH_SUCCESS;
}

/// Type of output `Output` from attribute `Attr`; the others have the type of x.
template <size_t Output, size_t Attr, int Default>
ge::graphStatus infer_type(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    const auto type = i == Output ? static_cast<ge::DataType>(attr_or<int64_t>(ctx, Attr, Default)) : ctx->GetInputDataType(0);
    if (ctx->SetOutputDataType(i, type) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

#define OPSTRATA_BY_INPUT(Name, Function) IMPL_OP_INFERSHAPE(Name).InferShape(Function).InputsDataDependency({1})
#define OPSTRATA_BY_ATTR(Name, ...) IMPL_OP_INFERSHAPE(Name).InferShape(__VA_ARGS__)

OPSTRATA_BY_INPUT(ReduceMax, (infer_by_input<0, 1>));
OPSTRATA_BY_INPUT(ReduceMin, (infer_by_input<0, 1>));
OPSTRATA_BY_INPUT(ReduceMean, (infer_by_input<0, 1>));
OPSTRATA_BY_INPUT(ReduceProd, (infer_by_input<0, 1>));
OPSTRATA_BY_INPUT(ReduceAll, infer_by_input<0>);
OPSTRATA_BY_INPUT(ReduceAny, infer_by_input<0>);
OPSTRATA_BY_INPUT(ReduceNansum, infer_by_input<0>);
OPSTRATA_BY_INPUT(ReduceLogSum, infer_by_input<0>);
OPSTRATA_BY_INPUT(ReduceLogSumExp, infer_by_input<0>);
OPSTRATA_BY_INPUT(ArgMaxV2, infer_by_input<-1>).InferDataType((infer_type<0, 0, ge::DT_INT64>));
OPSTRATA_BY_INPUT(ArgMin, infer_by_input<-1>).InferDataType((infer_type<0, 0, ge::DT_INT64>));
OPSTRATA_BY_ATTR(ReduceSumD, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(ReduceMaxD, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(ReduceMinD, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(ReduceMeanD, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(ReduceProdD, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(ReduceAllD, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(ReduceAnyD, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(SquareSumV1, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(ReduceMeanWithCount, infer_by_attr<0, 1>);
OPSTRATA_BY_ATTR(ReduceVar, infer_by_attr<0, 2>);
OPSTRATA_BY_ATTR(ReduceStdV2, infer_by_attr<0, 2>);
OPSTRATA_BY_ATTR(ReduceStdWithMean, infer_by_attr<0, 2>);
OPSTRATA_BY_ATTR(ReduceStdV2Update, infer_by_attr<0, 3>);
OPSTRATA_BY_ATTR(ArgMaxWithValue, infer_by_attr<0, 1, false>).InferDataType((infer_type<0, 2, ge::DT_INT32>));
OPSTRATA_BY_ATTR(ArgMinWithValue, infer_by_attr<0, 1, false>).InferDataType((infer_type<0, 2, ge::DT_INT32>));
OPSTRATA_BY_ATTR(Dot, infer_all_axes);
OPSTRATA_BY_ATTR(KthValue, infer_kept_dim);
OPSTRATA_BY_INPUT(Cumsum, infer_same);
OPSTRATA_BY_INPUT(Cumprod, infer_same);
OPSTRATA_BY_INPUT(CumulativeLogsumexp, infer_same);
OPSTRATA_BY_ATTR(CumsumD, infer_same);
OPSTRATA_BY_ATTR(CumprodD, infer_same);
OPSTRATA_BY_ATTR(LogSoftmaxV2, infer_same);
OPSTRATA_BY_ATTR(SoftmaxGrad, infer_same);
OPSTRATA_BY_ATTR(LogSoftmaxGrad, infer_same);
OPSTRATA_BY_ATTR(L2Normalize, infer_same);
OPSTRATA_BY_ATTR(L2NormalizeGrad, infer_same);
OPSTRATA_BY_ATTR(LpNorm, infer_by_attr<1, 2>);
OPSTRATA_BY_ATTR(LpNormV2, infer_by_attr<1, 2>);
OPSTRATA_BY_ATTR(Cummax, infer_pair);
OPSTRATA_BY_ATTR(Cummin, infer_pair);
OPSTRATA_BY_ATTR(Sort, infer_pair).InferDataType((infer_type<1, 3, ge::DT_INT32>));
OPSTRATA_BY_ATTR(SortWithIndex, infer_pair);
OPSTRATA_BY_INPUT(TopK, infer_top<2>);
OPSTRATA_BY_INPUT(TopKV2, infer_top<1>).InferDataType((infer_type<1, 3, ge::DT_INT32>));
OPSTRATA_BY_INPUT(RadixTopK, infer_top<1>).InferDataType((infer_type<1, 3, ge::DT_INT32>));
OPSTRATA_BY_INPUT(TopKV2D, infer_top<1>);
OPSTRATA_BY_INPUT(TopKV3, infer_top<1>);

}  // namespace opstrata::operators
