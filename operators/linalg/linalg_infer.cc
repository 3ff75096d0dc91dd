#include <algorithm>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// The shape of input 0 and its last two dimensions; `known`: it has a rank.
struct MatrixShape {
  const gert::Shape *shape = nullptr;
  int64_t rows = ge::UNKNOWN_DIM, columns = ge::UNKNOWN_DIM;
  bool known = false;
};
bool read_shape(Ctx *ctx, MatrixShape &x) {
  x.shape = ctx->GetInputShape(0);
  if (x.shape == nullptr) return false;
  x.known = !IsUnknownRank(*x.shape);
  if (!x.known) return true;
  const size_t rank = x.shape->GetDimNum();
  if (rank < 2) {
    OP_LOGE(ctx->GetNodeName(), "input 0: shape %s; matrices are required", ToString(*x.shape).c_str());
    return false;
  }
  x.rows = x.shape->GetDim(rank - 2);
  x.columns = x.shape->GetDim(rank - 1);
  return true;
}
/// Output `index`: the batch of x and `tail` behind it.
ge::graphStatus set_result(Ctx *ctx, size_t index, const MatrixShape &x, std::initializer_list<int64_t> tail) {
  gert::Shape *y = ctx->GetOutputShape(index);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (!x.known) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  y->SetDimNum(0);
  for (size_t d = 0; d + 2 < x.shape->GetDimNum(); ++d) y->AppendDim(x.shape->GetDim(d));
  for (int64_t size : tail) y->AppendDim(size);
  return ge::GRAPH_SUCCESS;
}
int64_t smaller(int64_t a, int64_t b) { return a < 0 || b < 0 ? ge::UNKNOWN_DIM : std::min(a, b); }

ge::graphStatus infer_qr(Ctx *ctx) {
  MatrixShape x;
  if (!read_shape(ctx, x)) return ge::GRAPH_FAILED;
  const int64_t k = attr_or<bool>(ctx, 0, false) ? x.rows : smaller(x.rows, x.columns);
  const ge::graphStatus q = set_result(ctx, 0, x, {x.rows, k});
  return q != ge::GRAPH_SUCCESS ? q : set_result(ctx, 1, x, {k, x.columns});
}
ge::graphStatus infer_svd(Ctx *ctx) {
  MatrixShape x;
  if (!read_shape(ctx, x)) return ge::GRAPH_FAILED;
  const int64_t k = smaller(x.rows, x.columns);
  const bool with_vectors = attr_or<bool>(ctx, 0, true), full = attr_or<bool>(ctx, 1, false);
  if (set_result(ctx, 0, x, {k}) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  if (!with_vectors) {
    for (size_t i : {1U, 2U}) {
      OP_CHECK_NULL_WITH_CONTEXT(ctx, ctx->GetOutputShape(i));
      *ctx->GetOutputShape(i) = gert::Shape({0});
    }
    return ge::GRAPH_SUCCESS;
  }
  const ge::graphStatus u = set_result(ctx, 1, x, {x.rows, full ? x.rows : k});
  return u != ge::GRAPH_SUCCESS ? u : set_result(ctx, 2, x, {x.columns, full ? x.columns : k});
}
ge::graphStatus infer_determinant(Ctx *ctx) {
  MatrixShape x;
  if (!read_shape(ctx, x)) return ge::GRAPH_FAILED;
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    if (set_result(ctx, i, x, {}) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Cholesky).InferShape(infer_same);
IMPL_OP_INFERSHAPE(Qr).InferShape(infer_qr);
IMPL_OP_INFERSHAPE(Svd).InferShape(infer_svd);
IMPL_OP_INFERSHAPE(MatrixTriangularSolve).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(MatrixSolve).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(MatrixInverse).InferShape(infer_same);
IMPL_OP_INFERSHAPE(MatrixDeterminant).InferShape(infer_determinant);
IMPL_OP_INFERSHAPE(LogMatrixDeterminant).InferShape(infer_determinant);
IMPL_OP_INFERSHAPE(Slogdet).InferShape(infer_determinant);
IMPL_OP_INFERSHAPE(Logdet).InferShape(infer_determinant);

}  // namespace opstrata::operators
