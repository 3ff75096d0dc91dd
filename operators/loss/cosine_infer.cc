#include <string>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_embedding_loss(Ctx *ctx) {
  const gert::Shape *target = ctx->GetInputShape(2);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, target);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const std::string reduction = text_attr(ctx, 1, "mean");
  if (reduction != "none" && reduction != "mean" && reduction != "sum")
    OPSTRATA_INFER_REFUSE(ctx, "reduction: \"%s\" is none of none, mean, sum", reduction.c_str());
  *y = reduction == "none" ? *target : gert::Shape();
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_similarity(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  std::vector<int64_t> dims = dims_of(*x);
  int64_t dim = attr_or<int64_t>(ctx, 0, 1);
  if (dims.empty() || !normalize_axis(dim, dims.size()))
    OPSTRATA_INFER_REFUSE(ctx, "dim: %ld is outside the dimensions of input_x1 %s", static_cast<long>(dim),
                          ToString(*x).c_str());
  dims.erase(dims.begin() + dim);
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(CosineEmbeddingLoss).InferShape(infer_embedding_loss);
IMPL_OP_INFERSHAPE(CosineSimilarity).InferShape(infer_similarity);

}  // namespace opstrata::operators
