#include "einsum/equation.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

ge::graphStatus infer_einsum(gert::InferShapeContext *ctx) {
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, info);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  std::vector<std::vector<int64_t>> shapes;
  for (size_t i = 0; i < info->GetInstanceNum(); ++i) {
    const gert::Shape *x = ctx->GetDynamicInputShape(0, i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
    shapes.push_back(dims_of(*x));
  }
  Equation equation;
  const std::string text = text_attr(ctx, 0);
  if (const char *wrong = equation.read(text, shapes); wrong != nullptr)
    OPSTRATA_INFER_REFUSE(ctx, "equation: \"%s\": %s", text.c_str(), wrong);
  std::vector<int64_t> dims;
  for (unsigned char label : equation.result) dims.push_back(equation.extent[label]);
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(EinSum).InferShape(infer_einsum);

}  // namespace opstrata::operators
