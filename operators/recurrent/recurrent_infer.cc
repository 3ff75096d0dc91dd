#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

int64_t dim(const Ctx *ctx, size_t i, size_t axis) {
  const gert::Shape *x = ctx->GetInputShape(i);
  return x == nullptr || IsUnknownRank(*x) || axis >= x->GetDimNum() ? -1 : x->GetDim(axis);
}
ge::graphStatus infer_cell(Ctx *ctx) {
  const size_t from[] = {2, 2, 0};
  for (size_t i = 0; i < 3; ++i) {
    const gert::Shape *x = ctx->GetInputShape(from[i]);
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = *x;
  }
  return ge::GRAPH_SUCCESS;
}
/// Absent gradients shift the inputs: cx, cy and storage are the last three.
ge::graphStatus infer_cell_back(Ctx *ctx) {
  const gert::Shape *storage = ctx->GetOptionalInputShape(4), *cx = ctx->GetOptionalInputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, storage);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, cx);
  gert::Shape *dgates = ctx->GetOutputShape(0), *dc = ctx->GetOutputShape(1), *db = ctx->GetOutputShape(2);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, dgates);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, dc);
  *dgates = *storage;
  *dc = *cx;
  if (db != nullptr)
    *db = gert::Shape({IsUnknownRank(*storage) || storage->GetDimNum() < 2 ? ge::UNKNOWN_DIM : storage->GetDim(1)});
  return ge::GRAPH_SUCCESS;
}
/// All outputs [steps, n, hidden], where the second dimension of input `Weight` has `Gates` of hidden.
template <size_t Weight, int64_t Gates>
ge::graphStatus infer_steps(Ctx *ctx) {
  const int64_t columns = dim(ctx, Weight, 1);
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = gert::Shape({dim(ctx, 0, 0), dim(ctx, 0, 1), columns < 0 ? ge::UNKNOWN_DIM : columns / Gates});
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus types_like_x(gert::InferDataTypeContext *ctx) {
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) (void)ctx->SetOutputDataType(i, ctx->GetInputDataType(0));
  return ge::GRAPH_SUCCESS;
}
/// That of the biases, or of init_h, else of x.
ge::graphStatus types_of_gru(gert::InferDataTypeContext *ctx) {
  ge::DataType type = ctx->GetInputDataType(0);
  for (size_t i : {6U, 4U, 3U}) {
    const ge::DataType own = ctx->GetOptionalInputDataType(i);
    if (own == ge::DT_FLOAT || own == ge::DT_FLOAT16) type = own;
  }
  for (size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) (void)ctx->SetOutputDataType(i, type);
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(ThnnFusedLstmCell).InferShape(infer_cell).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(ThnnFusedLstmCellGrad).InferShape(infer_cell_back).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(DynamicRNN).InferShape(infer_steps<1, 4>).InferDataType(types_like_x);
IMPL_OP_INFERSHAPE(DynamicGRUV2).InferShape(infer_steps<1, 3>).InferDataType(types_of_gru);

}  // namespace opstrata::operators
