#include "support/infer.h"

namespace opstrata::operators {
namespace {

/// Attributes 0 and 1 say whether x1 and x2 are transposed. Leading dimensions broadcast.
ge::graphStatus infer(gert::InferShapeContext *ctx) {
  const gert::Shape *left = ctx->GetRequiredInputShape(0), *right = ctx->GetRequiredInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, left);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, right);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*left) || IsUnknownRank(*right)) {
    SetUnknownRank(*y);
    return ge::GRAPH_SUCCESS;
  }
  const size_t l = left->GetDimNum(), r = right->GetDimNum();
  if (l < 2 || r < 2) {
    OPSTRATA_INFER_REFUSE(ctx, "x1, x2: shapes %s and %s; two dimensions at least are required", ToString(*left).c_str(),
            ToString(*right).c_str());
  }
  const bool transpose_left = attr_or(ctx, 0, false), transpose_right = attr_or(ctx, 1, false);
  const int64_t rows = left->GetDim(transpose_left ? l - 1 : l - 2), depth = left->GetDim(transpose_left ? l - 2 : l - 1);
  const int64_t other_depth = right->GetDim(transpose_right ? r - 1 : r - 2), columns = right->GetDim(transpose_right ? r - 2 : r - 1);
  gert::Shape left_batch = *left, right_batch = *right;
  left_batch.SetDimNum(l - 2);
  right_batch.SetDimNum(r - 2);
  const bool depths_fit = depth == other_depth || depth == ge::UNKNOWN_DIM || other_depth == ge::UNKNOWN_DIM;
  if (!depths_fit || !BroadcastShape(&left_batch, &right_batch, y)) {
    OPSTRATA_INFER_REFUSE(ctx, "x1, x2: shapes %s%s and %s%s cannot be multiplied", ToString(*left).c_str(),
            transpose_left ? " (transposed)" : "", ToString(*right).c_str(), transpose_right ? " (transposed)" : "");
  }
  y->AppendDim(rows);
  y->AppendDim(columns);
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(MatMul).InferShape(infer);
IMPL_OP_INFERSHAPE(MatMulV2).InferShape(infer);
IMPL_OP_INFERSHAPE(MatMulV3).InferShape(infer);
IMPL_OP_INFERSHAPE(BatchMatMul).InferShape(infer);
IMPL_OP_INFERSHAPE(BatchMatMulV3).InferShape(infer);
IMPL_OP_INFERSHAPE(BatchMatMulV2).InferShape(infer);

}  // namespace opstrata::operators
