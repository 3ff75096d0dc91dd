/// @file
/// The shape of a product of matrices, for inference.
#ifndef OPSTRATA_OPERATORS_SUPPORT_PRODUCT_SHAPE_H_
#define OPSTRATA_OPERATORS_SUPPORT_PRODUCT_SHAPE_H_

#include "support/infer.h"

namespace opstrata::operators {

/// y = a product of matrices with batches that broadcast. TransposeA, TransposeB: attributes that say how the two
/// stand.
template <size_t TransposeA, size_t TransposeB>
ge::graphStatus infer_product(gert::InferShapeContext *ctx) {
  const gert::Shape *a = ctx->GetInputShape(0), *b = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, a);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, b);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*a) || IsUnknownRank(*b)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  const size_t ra = a->GetDimNum(), rb = b->GetDimNum();
  if (ra < 2 || rb < 2)
    OPSTRATA_INFER_REFUSE(ctx, "shapes %s and %s are no matrices", ToString(*a).c_str(), ToString(*b).c_str());
  const bool ta = attr_or(ctx, TransposeA, false), tb = attr_or(ctx, TransposeB, false);
  const int64_t rows = a->GetDim(ra - (ta ? 1 : 2)), depth = a->GetDim(ra - (ta ? 2 : 1));
  const int64_t columns = b->GetDim(rb - (tb ? 2 : 1)), other = b->GetDim(rb - (tb ? 1 : 2));
  if (depth >= 0 && other >= 0 && depth != other)
    OPSTRATA_INFER_REFUSE(ctx, "shapes %s and %s: %ld columns meet %ld rows", ToString(*a).c_str(),
                          ToString(*b).c_str(), static_cast<long>(depth), static_cast<long>(other));
  gert::Shape left = *a, right = *b;
  left.SetDimNum(ra - 2);
  right.SetDimNum(rb - 2);
  if (!BroadcastShape(&left, &right, y))
    OPSTRATA_INFER_REFUSE(ctx, "shapes %s and %s: batches cannot be broadcast", ToString(*a).c_str(),
                          ToString(*b).c_str());
  y->AppendDim(rows);
  y->AppendDim(columns);
  return ge::GRAPH_SUCCESS;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_PRODUCT_SHAPE_H_
