#include "support/infer.h"
#include "support/product_shape.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// `perm` as positions of three dimensions; false when it is none.
bool read_order(const std::vector<int64_t> &perm, size_t (&order)[3]) {
  bool seen[3] = {};
  if (perm.size() != 3) return false;
  for (size_t i = 0; i < 3; ++i) {
    if (perm[i] < 0 || perm[i] > 2 || seen[perm[i]]) return false;
    seen[perm[i]] = true;
    order[i] = static_cast<size_t>(perm[i]);
  }
  return true;
}

ge::graphStatus infer_transposed(Ctx *ctx) {
  const gert::Shape *a = ctx->GetInputShape(0), *b = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, a);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, b);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  set_unknown_dims(*y, 3);
  if (IsUnknownRank(*a) || IsUnknownRank(*b)) return ge::GRAPH_SUCCESS;
  size_t of_a[3], of_b[3], of_y[3];
  if (a->GetDimNum() != 3 || b->GetDimNum() != 3 || !read_order(list_attr(ctx, 0), of_a) ||
      !read_order(list_attr(ctx, 1), of_b) || !read_order(list_attr(ctx, 2), of_y))
    OPSTRATA_INFER_REFUSE(ctx, "x1, x2, perm: shapes %s and %s; three dimensions and orders of them are required",
                          ToString(*a).c_str(), ToString(*b).c_str());
  const int64_t depth = a->GetDim(of_a[2]), other = b->GetDim(of_b[1]);
  if (depth >= 0 && other >= 0 && depth != other)
    OPSTRATA_INFER_REFUSE(ctx, "x1, x2: shapes %s and %s: %ld columns meet %ld rows", ToString(*a).c_str(),
                          ToString(*b).c_str(), static_cast<long>(depth), static_cast<long>(other));
  const int64_t sizes[] = {a->GetDim(of_a[0]), a->GetDim(of_a[1]), b->GetDim(of_b[2])};
  for (size_t i = 0; i < 3; ++i) y->SetDim(i, sizes[of_y[i]]);
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus type_of_fused(gert::InferDataTypeContext *ctx) {
  return ctx->SetOutputDataType(0, text_attr(ctx, 3) == "16cast32" ? ge::DT_FLOAT : ctx->GetInputDataType(0));
}
ge::graphStatus type_of_x1(gert::InferDataTypeContext *ctx) {
  return ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
}
ge::graphStatus type_of_c(gert::InferDataTypeContext *ctx) {
  return ctx->SetOutputDataType(0, ctx->GetInputDataType(2));
}

}  // namespace

IMPL_OP_INFERSHAPE(GEMM).InferShape(infer_product<0, 1>).InferDataType(type_of_c);
IMPL_OP_INFERSHAPE(TransposeBatchMatMul).InferShape(infer_transposed).InferDataType(type_of_x1);
IMPL_OP_INFERSHAPE(FusedMatMul).InferShape(infer_product<0, 1>).InferDataType(type_of_fused);

}  // namespace opstrata::operators
