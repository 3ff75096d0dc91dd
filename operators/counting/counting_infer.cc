#include <string>

#include "counting/named_type.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_confusion(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t classes = attr_or<int64_t>(ctx, 0, 0);
  if (classes < 1)
    OPSTRATA_INFER_REFUSE(ctx, "num_classes: %ld; a positive number is required", static_cast<long>(classes));
  *y = gert::Shape({classes, classes});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus type_by_name(gert::InferDataTypeContext *ctx) {
  const std::string name = text_attr(ctx, 1);
  const ge::DataType type = type_named(name);
  if (type == ge::DT_UNDEFINED) OPSTRATA_INFER_REFUSE(ctx, "dtype: \"%s\" is none of %s", name.c_str(), kNamedTypes);
  return ctx->SetOutputDataType(0, type);
}
ge::graphStatus infer_bins(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  std::vector<int64_t> size, dims = dims_of(*x);
  if (dims.empty()) OPSTRATA_INFER_REFUSE(ctx, "input: a vector or a matrix is required");
  dims.back() = known_list(ctx, 1, size) && size.size() == 1 ? size[0] : -1;
  if (!size.empty() && size[0] < 0) OPSTRATA_INFER_REFUSE(ctx, "size: %ld is negative", static_cast<long>(size[0]));
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_without_last(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  std::vector<int64_t> dims = dims_of(*x);
  if (dims.empty()) OPSTRATA_INFER_REFUSE(ctx, "x: a scalar has no rows");
  dims.pop_back();
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(InTopK).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(InTopKV2).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(InTopKD).InferShape(infer_like<1>);
IMPL_OP_INFERSHAPE(ConfusionMatrix).InferShape(infer_confusion).InferDataType(type_by_name);
IMPL_OP_INFERSHAPE(DenseBincount).InferShape(infer_bins).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(Bucketize).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(HardMax).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(PopulationCount).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(NthElement).InferShape(infer_without_last);

}  // namespace opstrata::operators
