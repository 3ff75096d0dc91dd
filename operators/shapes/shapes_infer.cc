#include <algorithm>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using TypeCtx = gert::InferDataTypeContext;

/// A vector of as many elements as each x has dimensions.
ge::graphStatus infer_shapes(Ctx *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    const gert::Shape *x = ctx->GetInputShape(i);
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    set_unknown_dims(*y, 1);
    if (!IsUnknownRank(*x)) y->SetDim(0, static_cast<int64_t>(x->GetDimNum()));
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_number(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  y->SetDimNum(0);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_attr(TypeCtx *ctx) {
  const auto type = static_cast<ge::DataType>(attr_or<int64_t>(ctx, 0, ge::DT_INT32));
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) (void)ctx->SetOutputDataType(i, type);
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_identities(Ctx *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    const gert::Shape *x = ctx->GetInputShape(i);
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_of_identities(TypeCtx *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) (void)ctx->SetOutputDataType(i, ctx->GetInputDataType(i));
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_bitcast(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  const gert::CompileTimeTensorDesc *desc = ctx->GetInputDesc(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, desc);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  const auto type = static_cast<ge::DataType>(attr_or<int64_t>(ctx, 0, ge::DT_UNDEFINED));
  const int from = ge::GetSizeByDataType(desc->GetDataType()), to = ge::GetSizeByDataType(type);
  if (from <= 0 || to <= 0 || from >= 1000 || to >= 1000)
    OPSTRATA_INFER_REFUSE(ctx, "type: elements of whole bytes are required");
  if (from != to && attr_or(ctx, 1, false))
    OPSTRATA_INFER_REFUSE(ctx, "keep_dim: elements of %d bytes do not become ones of %d bytes", from, to);
  std::vector<int64_t> dims = dims_of(*x);
  if (from > to) {
    dims.push_back(from / to);
  } else if (from < to) {
    if (dims.empty() || (dims.back() >= 0 && dims.back() != to / from))
      OPSTRATA_INFER_REFUSE(ctx, "x: the last dimension of %s is not %d", ToString(*x).c_str(), to / from);
    dims.pop_back();
  }
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}

/// The larger of two numbers of dimensions; -1 when one is not known.
int64_t larger(int64_t a, int64_t b) { return a < 0 || b < 0 ? -1 : std::max(a, b); }
ge::graphStatus infer_broadcast_args(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = gert::Shape({larger(index_count(ctx, 0), index_count(ctx, 1))});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_broadcast_gradient(Ctx *ctx) {
  for (size_t i = 0; i < 2; ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    set_unknown_dims(*y, 1);
  }
  return ge::GRAPH_SUCCESS;
}
/// At most every dimension was broadcast.
ge::graphStatus range_broadcast_gradient(gert::InferShapeRangeContext *ctx) {
  int64_t most = 0;
  for (size_t i = 0; i < 2; ++i) {
    const gert::Range<gert::Shape> *x = ctx->GetInputShapeRange(i);
    const bool known = x != nullptr && x->GetMax() != nullptr && !IsUnknownRank(*x->GetMax());
    most = larger(most, known ? x->GetMax()->GetShapeSize() : -1);
  }
  for (size_t i = 0; i < 2; ++i) {
    gert::Range<gert::Shape> *y = ctx->GetOutputShapeRange(i);
    *y->GetMin() = gert::Shape({0});
    *y->GetMax() = gert::Shape({most});
  }
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_concat_offset(Ctx *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    const gert::Shape *x = ctx->GetDynamicInputShape(1, i);
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
  }
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_unravel(Ctx *ctx) {
  const gert::Shape *indices = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, indices);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*indices)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  std::vector<int64_t> dims = dims_of(*indices);
  dims.insert(dims.begin(), index_count(ctx, 1));
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Shape).InferShape(infer_shapes).InferDataType(types_of_attr);
IMPL_OP_INFERSHAPE(ShapeN).InferShape(infer_shapes).InferDataType(types_of_attr);
IMPL_OP_INFERSHAPE(Size).InferShape(infer_number).InferDataType(types_of_attr);
IMPL_OP_INFERSHAPE(Rank).InferShape(infer_number);
IMPL_OP_INFERSHAPE(IdentityN).InferShape(infer_identities).InferDataType(types_of_identities);
IMPL_OP_INFERSHAPE(Bitcast).InferShape(infer_bitcast).InferDataType(infer_type_of_attr<0, ge::DT_UNDEFINED>);
IMPL_OP_INFERSHAPE(StopGradient).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(PreventGradient).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(Snapshot).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(TensorRedirect).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(PlaceholderWithDefault).InferShape(infer_like<0>).InferDataType(types_of_identities);
IMPL_OP_INFERSHAPE(CheckNumerics).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(DataFormatDimMap).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(DataFormatVecPermute).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(InvertPermutation).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(BroadcastArgs).InferShape(infer_broadcast_args);
IMPL_OP_INFERSHAPE(BroadcastGradientArgs)
    .InferShape(infer_broadcast_gradient)
    .InferShapeRange(range_broadcast_gradient);
IMPL_OP_INFERSHAPE(ConcatOffset).InferShape(infer_concat_offset);
IMPL_OP_INFERSHAPE(UnravelIndex).InferShape(infer_unravel);
IMPL_OP_INFERSHAPE(Empty).InferShape(infer_sizes<0>).InferDataType(types_of_attr).InputsDataDependency({0});

}  // namespace opstrata::operators
