#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;

ge::graphStatus transpose(gert::InferShapeContext *ctx, Integers perm, const char *name) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return set_unknown_dims(*y, perm.size()), ge::GRAPH_SUCCESS;
  const size_t rank = x->GetDimNum();
  bool good = perm.size() == rank;
  uint32_t seen = 0;
  gert::Shape result;
  for (size_t i = 0; good && i < rank; ++i) {
    good = normalize_axis(perm[i], rank) && (seen >> perm[i] & 1u) == 0;
    if (!good) break;
    seen |= 1u << perm[i];
    result.AppendDim(x->GetDim(static_cast<size_t>(perm[i])));
  }
  if (!good) {
    gert::Shape order;
    set_dims(order, perm);
    OPSTRATA_INFER_REFUSE(ctx, "%s: %s is no order of the dimensions of x %s", name, ToString(order).c_str(), ToString(*x).c_str());
  }
  *y = result;
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer(gert::InferShapeContext *ctx) {
  Integers perm;
  if (known_list(ctx, 1, perm)) return transpose(ctx, perm, "perm");
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t count = index_count(ctx, 1);
  if (IsUnknownRank(*x) && count < 0) {
    SetUnknownRank(*y);
  } else {
    set_unknown_dims(*y, IsUnknownRank(*x) ? static_cast<size_t>(count) : x->GetDimNum());
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_d(gert::InferShapeContext *ctx) { return transpose(ctx, list_attr(ctx, 0), "perm"); }
ge::graphStatus infer_permute(gert::InferShapeContext *ctx) { return transpose(ctx, list_attr(ctx, 0), "order"); }

}  // namespace

IMPL_OP_INFERSHAPE(Transpose).InferShape(infer).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(TransposeV2).InferShape(infer).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(TransposeD).InferShape(infer_d);
IMPL_OP_INFERSHAPE(Permute).InferShape(infer_permute);

}  // namespace opstrata::operators
