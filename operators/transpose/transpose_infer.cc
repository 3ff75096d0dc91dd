#include "support/infer.h"

namespace opstrata::operators {
namespace {

ge::graphStatus infer(gert::InferShapeContext *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  gert::Shape perm;
  const int64_t count = index_count(ctx, 1);
  if (IsUnknownRank(*x) || (!known_values(ctx, 1, perm))) {
    if (IsUnknownRank(*x) && count < 0) {
      SetUnknownRank(*y);
    } else {
      set_unknown_dims(*y, IsUnknownRank(*x) ? static_cast<size_t>(count) : x->GetDimNum());
    }
    return ge::GRAPH_SUCCESS;
  }
  const size_t rank = x->GetDimNum();
  bool good = perm.GetDimNum() == rank;
  uint32_t seen = 0;
  gert::Shape result;
  for (size_t i = 0; good && i < rank; ++i) {
    int64_t axis = perm.GetDim(i);
    good = normalize_axis(axis, rank) && (seen >> axis & 1u) == 0;
    if (!good) break;
    seen |= 1u << axis;
    result.AppendDim(x->GetDim(static_cast<size_t>(axis)));
  }
  if (!good) {
    OPSTRATA_INFER_REFUSE(ctx, "perm: %s is no order of the dimensions of x %s", ToString(perm).c_str(), ToString(*x).c_str());
  }
  *y = result;
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Transpose).InferShape(infer).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(TransposeV2).InferShape(infer).InputsDataDependency({1});

}  // namespace opstrata::operators
