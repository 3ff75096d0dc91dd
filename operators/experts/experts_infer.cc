#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using TypeCtx = gert::InferDataTypeContext;

int64_t dim_or(const gert::Shape *s, size_t d) {
  return s == nullptr || IsUnknownRank(*s) || d >= s->GetDimNum() ? ge::UNKNOWN_DIM : s->GetDim(d);
}
int64_t last_dim(const gert::Shape *s) {
  return s == nullptr || IsUnknownRank(*s) || s->GetDimNum() == 0 ? ge::UNKNOWN_DIM : s->GetDim(s->GetDimNum() - 1);
}
int64_t product(int64_t a, int64_t b) { return a < 0 || b < 0 ? ge::UNKNOWN_DIM : a * b; }
void set(Ctx *ctx, size_t output, const gert::Shape &shape) {
  if (gert::Shape *y = ctx->GetOutputShape(output)) *y = shape;
}
/// Elements of each row of expert numbers: all but the first dimension.
int64_t places_of_row(const gert::Shape *idx) {
  return idx != nullptr && !IsUnknownRank(*idx) && idx->GetDimNum() == 1 ? 1 : dim_or(idx, 1);
}

/// y and expert_idx: x with k instead of the experts; output 2 has the shape of x where attribute `Flag` wants it.
template <size_t Flag>
ge::graphStatus infer_gating(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  const int64_t k = attr_or<int64_t>(ctx, 0, 0), experts = last_dim(x);
  if (k < 1 || (experts >= 0 && k > experts))
    OPSTRATA_INFER_REFUSE(ctx, "k: %ld of the experts of x %s", static_cast<long>(k), ToString(*x).c_str());
  gert::Shape few = *x;
  if (!IsUnknownRank(*x) && x->GetDimNum() > 0) few.SetDim(x->GetDimNum() - 1, k);
  set(ctx, 0, few);
  set(ctx, 1, few);
  set(ctx, 2, *x);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_init(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *idx = ctx->GetInputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, idx);
  const int64_t rows = dim_or(x, 0), k = places_of_row(idx);
  const int64_t active = rows < 0 ? rows : std::min(rows, attr_or<int64_t>(ctx, 0, 0));
  set(ctx, 0, gert::Shape({product(active, k), dim_or(x, 1)}));
  set(ctx, 1, gert::Shape({product(rows, k)}));
  set(ctx, 2, gert::Shape({product(rows, k)}));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_init_v2(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *idx = ctx->GetInputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, idx);
  const int64_t places = product(dim_or(x, 0), places_of_row(idx)), active = attr_or<int64_t>(ctx, 0, 0),
                capacity = attr_or<int64_t>(ctx, 1, 0), experts = attr_or<int64_t>(ctx, 2, 0);
  const bool drops = attr_or<int64_t>(ctx, 3, 0) == 1;
  if (drops) {
    set(ctx, 0, gert::Shape({experts, capacity, dim_or(x, 1)}));
  } else {
    set(ctx, 0, gert::Shape({active > 0 && places >= 0 ? std::min(active, places) : places, dim_or(x, 1)}));
  }
  set(ctx, 1, gert::Shape({places}));
  set(ctx, 2, gert::Shape({!drops && attr_or<int64_t>(ctx, 4, 0) > 0 ? experts : 0}));
  set(ctx, 3, gert::Shape({drops && attr_or(ctx, 5, false) ? experts : 0}));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_init_v3(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *idx = ctx->GetInputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, idx);
  const int64_t places = product(dim_or(x, 0), places_of_row(idx)), experts = attr_or<int64_t>(ctx, 2, -1);
  const std::vector<int64_t> range = list_attr(ctx, 7);
  const int64_t active = range.size() == 2 ? range[1] - range[0] : experts;
  if ((range.size() != 0 && range.size() != 2) || active < 0 ||
      (range.size() == 2 && (range[0] < 0 || range[1] > experts)))
    OPSTRATA_INFER_REFUSE(ctx, "active_expert_range, expert_num: %ld of %ld experts", static_cast<long>(active),
                          static_cast<long>(experts));
  set(ctx, 0, gert::Shape({places, dim_or(x, 1)}));
  set(ctx, 1, gert::Shape({places}));
  set(ctx, 2, attr_or<int64_t>(ctx, 4, 0) == 2 ? gert::Shape({experts, 2}) : gert::Shape({active}));
  set(ctx, 3, gert::Shape({places}));
  return ge::GRAPH_SUCCESS;
}
/// Output 0 has a row for every k elements of input `places`, as long as those of input 0.
ge::graphStatus rows_of_places(Ctx *ctx, size_t places, int64_t k) {
  const gert::Shape *x = ctx->GetInputShape(0), *where = ctx->GetInputShape(places);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, where);
  const int64_t n = IsUnknownRank(*where) ? ge::UNKNOWN_DIM : where->GetShapeSize();
  if (k < 1 || (n >= 0 && n % k != 0))
    OPSTRATA_INFER_REFUSE(ctx, "%ld places, %ld for each row", static_cast<long>(n), static_cast<long>(k));
  set(ctx, 0, gert::Shape({n < 0 ? ge::UNKNOWN_DIM : n / k, last_dim(x)}));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_init_back(Ctx *ctx) { return rows_of_places(ctx, 1, attr_or<int64_t>(ctx, 0, 1)); }
ge::graphStatus infer_unpermute(Ctx *ctx) {
  const gert::Shape *probs = ctx->GetOptionalInputShape(2);
  return rows_of_places(ctx, 1, probs == nullptr || probs->GetDimNum() < 2 ? 1 : last_dim(probs));
}
ge::graphStatus infer_expert_tokens(Ctx *ctx) {
  set(ctx, 0, gert::Shape({attr_or<int64_t>(ctx, 0, 0)}));
  return ge::GRAPH_SUCCESS;
}
/// As many rows as x1, scales or expert_idx, whichever is there.
ge::graphStatus infer_finalize_v2(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *where = ctx->GetInputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, where);
  int64_t rows =
      IsUnknownRank(*where) ? ge::UNKNOWN_DIM : where->GetShapeSize();  // of one place each, unless more is known
  for (size_t i : {2U, 5U, 6U}) {
    if (const gert::Shape *s = ctx->GetOptionalInputShape(i)) {
      rows = dim_or(s, 0);
      break;
    }
  }
  set(ctx, 0, gert::Shape({rows, last_dim(x)}));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_finalize_back(Ctx *ctx) {
  const gert::Shape *d = ctx->GetInputShape(0), *where = ctx->GetInputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, d);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, where);
  const int64_t places = IsUnknownRank(*where) ? ge::UNKNOWN_DIM : where->GetShapeSize(),
                active = attr_or<int64_t>(ctx, 1, 0), rows = dim_or(d, 0);
  if (attr_or<int64_t>(ctx, 0, 0) == 1) {
    set(ctx, 0, gert::Shape({attr_or<int64_t>(ctx, 2, 0), attr_or<int64_t>(ctx, 3, 0), last_dim(d)}));
  } else {
    set(ctx, 0, gert::Shape({active > 0 && places >= 0 ? std::min(active, places) : places, last_dim(d)}));
  }
  set(ctx, 1, gert::Shape({rows, rows > 0 && places >= 0 ? places / rows : ge::UNKNOWN_DIM}));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_permute(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *idx = ctx->GetInputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, idx);
  const int64_t places = product(dim_or(x, 0), places_of_row(idx)), wanted = attr_or<int64_t>(ctx, 0, 0);
  const int64_t made = places < 0   ? places
                       : wanted > 0 ? std::min(wanted, places)
                                    : std::max<int64_t>(places + wanted, 0);
  set(ctx, 0, gert::Shape({made, dim_or(x, 1)}));
  set(ctx, 1, gert::Shape({places}));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_unpermute_back(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *probs = ctx->GetOptionalInputShape(3);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  set(ctx, 0, *x);
  set(ctx, 1, probs == nullptr ? gert::Shape({0}) : *probs);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_re_routing(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0), *counts = ctx->GetInputShape(1),
                    *scales = ctx->GetOptionalInputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, counts);
  set(ctx, 0, *x);
  set(ctx, 1, scales == nullptr ? gert::Shape({dim_or(x, 0)}) : *scales);
  set(ctx, 2, gert::Shape({dim_or(x, 0)}));
  set(ctx, 3, gert::Shape({dim_or(counts, 1)}));
  return ge::GRAPH_SUCCESS;
}

/// Output 0 has the type of input 0.
template <ge::DataType Second, ge::DataType Third, ge::DataType Fourth>
ge::graphStatus infer_types(TypeCtx *ctx) {
  constexpr ge::DataType kOthers[] = {Second, Third, Fourth};
  ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  for (size_t i = 1; i < ctx->GetComputeNodeOutputNum() && i < 4; ++i) ctx->SetOutputDataType(i, kOthers[i - 1]);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_init_v3_types(TypeCtx *ctx) {
  infer_types<ge::DT_INT32, ge::DT_INT64, ge::DT_FLOAT>(ctx);
  return attr_or<int64_t>(ctx, 6, -1) == 1 ? ctx->SetOutputDataType(0, ge::DT_INT8) : ge::GRAPH_SUCCESS;
}
/// Both outputs: the types of inputs 0 and `Other`, of 0 where that is absent.
template <size_t Other>
ge::graphStatus infer_gradient_types(TypeCtx *ctx) {
  const ge::DataType other = ctx->GetOptionalInputDataType(Other);
  ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  return ctx->SetOutputDataType(1, other == ge::DT_UNDEFINED ? ctx->GetInputDataType(0) : other);
}
ge::graphStatus infer_re_routing_types(TypeCtx *ctx) {
  ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  ctx->SetOutputDataType(1, ge::DT_FLOAT);
  ctx->SetOutputDataType(2, ge::DT_INT32);
  return ctx->SetOutputDataType(3, ctx->GetInputDataType(1));
}

}  // namespace

IMPL_OP_INFERSHAPE(MoeGatingTopK)
    .InferShape(infer_gating<6>)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_FLOAT, ge::DT_FLOAT>);
IMPL_OP_INFERSHAPE(MoeGatingTopKSoftmaxV2)
    .InferShape(infer_gating<2>)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_FLOAT, ge::DT_FLOAT>);
IMPL_OP_INFERSHAPE(MoeInitRouting)
    .InferShape(infer_init)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_INT32, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MoeInitRoutingV2)
    .InferShape(infer_init_v2)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_INT32, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MoeInitRoutingV3).InferShape(infer_init_v3).InferDataType(infer_init_v3_types);
IMPL_OP_INFERSHAPE(MoeInitRoutingV2Grad)
    .InferShape(infer_init_back)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_INT32, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MoeComputeExpertTokens).InferShape(infer_expert_tokens);
IMPL_OP_INFERSHAPE(MoeFinalizeRouting).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(MoeFinalizeRoutingV2)
    .InferShape(infer_finalize_v2)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_INT32, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MoeFinalizeRoutingV2Grad).InferShape(infer_finalize_back).InferDataType(infer_gradient_types<3>);
IMPL_OP_INFERSHAPE(MoeTokenPermute)
    .InferShape(infer_permute)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_INT32, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MoeTokenPermuteGrad)
    .InferShape(infer_init_back)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_INT32, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MoeTokenUnpermute)
    .InferShape(infer_unpermute)
    .InferDataType(infer_types<ge::DT_INT32, ge::DT_INT32, ge::DT_INT32>);
IMPL_OP_INFERSHAPE(MoeTokenUnpermuteGrad).InferShape(infer_unpermute_back).InferDataType(infer_gradient_types<3>);
IMPL_OP_INFERSHAPE(MoeReRouting).InferShape(infer_re_routing).InferDataType(infer_re_routing_types);

}  // namespace opstrata::operators
