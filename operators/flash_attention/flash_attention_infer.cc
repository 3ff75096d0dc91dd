#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using TypeCtx = gert::InferDataTypeContext;

/// Batch, rows, heads and depth by a layout; unknown sizes are -1. TND: no batch, rows of all sequences.
struct Sizes {
  int64_t batch = -1, rows = -1, depth = -1;
};
bool read_sizes(const gert::Shape &x, const std::string &layout, int64_t heads, Sizes &s) {
  const bool rows = layout == "BSH" || layout == "SBH", apart = layout == "BNSD" || layout == "BSND";
  if ((!rows && !apart && layout != "TND") || x.GetDimNum() != (apart ? 4U : 3U) || heads < 1) return false;
  const int64_t of_heads = x.GetDim(rows || layout == "BSND" ? 2 : 1);
  if (of_heads >= 0 && (rows ? of_heads % heads != 0 : of_heads != heads)) return false;
  if (layout == "TND") {
    s = {-1, x.GetDim(0), x.GetDim(2)};
  } else if (layout == "BNSD") {
    s = {x.GetDim(0), x.GetDim(2), x.GetDim(3)};
  } else if (layout == "BSND") {
    s = {x.GetDim(0), x.GetDim(1), x.GetDim(3)};
  } else {
    const bool first = layout == "SBH";
    s = {x.GetDim(first ? 1 : 0), x.GetDim(first ? 0 : 1), x.GetDim(2) < 0 ? -1 : x.GetDim(2) / heads};
  }
  return true;
}
/// Output = query, with rows as long as those of the values.
ge::graphStatus set_output(Ctx *ctx, size_t output, const gert::Shape &q, const std::string &layout, int64_t heads,
                           int64_t value_depth) {
  gert::Shape *y = ctx->GetOutputShape(output);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = q;
  if (IsUnknownRank(q) || q.GetDimNum() == 0 || value_depth < 0) return ge::GRAPH_SUCCESS;
  const bool rows = layout == "BSH" || layout == "SBH";
  y->SetDim(q.GetDimNum() - 1, rows ? heads * value_depth : value_depth);
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_training(Ctx *ctx) {
  const gert::Shape *q = ctx->GetInputShape(0), *k = ctx->GetInputShape(1), *v = ctx->GetInputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, q);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, k);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, v);
  const int64_t heads = attr_or<int64_t>(ctx, 4, 0);
  const std::string layout = text_attr(ctx, 5, "BSH");
  gert::Shape states;
  int64_t value_depth = -1;
  if (IsUnknownRank(*q)) {
    SetUnknownRank(states);
  } else {
    Sizes s;
    if (!read_sizes(*q, layout, heads, s))
      OPSTRATA_INFER_REFUSE(ctx, "query, input_layout: shape %s is not of layout %s with %ld heads",
                            ToString(*q).c_str(), layout.c_str(), static_cast<long>(heads));
    states = layout == "TND" ? gert::Shape({s.rows, heads, 8}) : gert::Shape({s.batch, heads, s.rows, 8});
    const bool known = !IsUnknownRank(*v) && !IsUnknownRank(*k) && v->GetDimNum() == q->GetDimNum() &&
                       k->GetDimNum() == q->GetDimNum();
    const size_t last = q->GetDimNum() - 1;
    if (known && (layout == "BSH" || layout == "SBH")) {
      const int64_t kv_heads = s.depth > 0 && k->GetDim(last) >= s.depth ? k->GetDim(last) / s.depth : 0;
      if (kv_heads > 0 && v->GetDim(last) >= 0) value_depth = v->GetDim(last) / kv_heads;
    } else if (known) {
      value_depth = v->GetDim(last);
    }
  }
  for (size_t i : {0U, 1U}) {
    OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(i));
    *ctx->GetOutputShape(i) = states;
  }
  OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(2));
  *ctx->GetOutputShape(2) = gert::Shape({0});
  return set_output(ctx, 3, *q, layout, heads, value_depth);
}
ge::graphStatus infer_gradients(Ctx *ctx) {
  for (size_t i : {0U, 1U, 2U}) {
    OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetInputShape(i));
    OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(i));
    *ctx->GetOutputShape(i) = *ctx->GetInputShape(i);
  }
  const gert::Shape *shift = ctx->GetOptionalInputShape(4);
  if (gert::Shape *y = ctx->GetOutputShape(3)) *y = shift == nullptr ? gert::Shape({0}) : *shift;
  return ge::GRAPH_SUCCESS;
}

/// Attributes: num_heads first, `Layout` and `KvHeads`; `Lse`: softmax_lse_flag of an operator with a second output.
template <size_t LayoutAttr, size_t KvHeads, size_t Table, size_t Lse = 0>
ge::graphStatus infer_inference(Ctx *ctx) {
  const gert::Shape *q = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, q);
  const gert::Shape *v = ctx->GetDynamicInputShape(2, 0);
  const int64_t heads = attr_or<int64_t>(ctx, 0, 0);
  int64_t kv_heads = attr_or<int64_t>(ctx, KvHeads, 0);
  if (kv_heads < 1) kv_heads = heads;
  if (kv_heads < 1 || heads % kv_heads != 0)
    OPSTRATA_INFER_REFUSE(ctx, "num_heads, num_key_value_heads: %ld and %ld", static_cast<long>(heads),
                          static_cast<long>(kv_heads));
  const std::string layout = text_attr(ctx, LayoutAttr, "BSH");
  Sizes s;
  if (!IsUnknownRank(*q) && !read_sizes(*q, layout, heads, s))
    OPSTRATA_INFER_REFUSE(ctx, "query, input_layout: shape %s is not of layout %s with %ld heads", ToString(*q).c_str(),
                          layout.c_str(), static_cast<long>(heads));
  int64_t value_depth = -1;
  if (v != nullptr && !IsUnknownRank(*v) && v->GetDimNum() > 0) {
    const int64_t last = v->GetDim(v->GetDimNum() - 1);
    const bool blocks = Table != 0 && ctx->GetOptionalInputShape(Table) != nullptr;
    // A row of three dimensions holds all heads, except in TND.
    const bool rows = v->GetDimNum() == 3 && (blocks || layout != "TND");
    if (last >= 0) value_depth = rows ? last / kv_heads : last;
  }
  if constexpr (Lse != 0) {
    gert::Shape *lse = ctx->GetOutputShape(1);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, lse);
    if (!attr_or(ctx, Lse, false)) {
      *lse = gert::Shape({1});
    } else if (IsUnknownRank(*q)) {
      SetUnknownRank(*lse);
    } else {
      *lse = layout == "TND" ? gert::Shape({s.rows, heads, 1}) : gert::Shape({s.batch, heads, s.rows, 1});
    }
  }
  return set_output(ctx, 0, *q, layout, heads, value_depth);
}
template <size_t Scale2>
ge::graphStatus infer_inference_type(TypeCtx *ctx) {
  const bool quantised = ctx->GetOptionalInputDataType(Scale2) != ge::DT_UNDEFINED;
  ctx->SetOutputDataType(0, quantised ? ge::DT_INT8 : ctx->GetInputDataType(0));
  if (ctx->GetComputeNodeOutputNum() > 1) ctx->SetOutputDataType(1, ge::DT_FLOAT);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_gradient_types(TypeCtx *ctx) {
  for (size_t i : {0U, 1U, 2U}) ctx->SetOutputDataType(i, ctx->GetInputDataType(i));
  const ge::DataType shift = ctx->GetOptionalInputDataType(4);
  return ctx->SetOutputDataType(3, shift == ge::DT_UNDEFINED ? ctx->GetInputDataType(0) : shift);
}

}  // namespace

IMPL_OP_INFERSHAPE(FlashAttentionScore).InferShape(infer_training);
IMPL_OP_INFERSHAPE(FlashAttentionScoreGrad).InferShape(infer_gradients).InferDataType(infer_gradient_types);
IMPL_OP_INFERSHAPE(PromptFlashAttention).InferShape(infer_inference<4, 5, 0>).InferDataType(infer_inference_type<10>);
IMPL_OP_INFERSHAPE(IncreFlashAttention).InferShape(infer_inference<2, 3, 13>).InferDataType(infer_inference_type<9>);
IMPL_OP_INFERSHAPE(FusedInferAttentionScore)
    .InferShape(infer_inference<4, 5, 14, 10>)
    .InferDataType(infer_inference_type<10>);

}  // namespace opstrata::operators
