#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// Output i has the shape of tensor i of list `List`, or is one number.
template <size_t List, bool Numbers = false>
ge::graphStatus infer_list(Ctx *ctx) {
  const gert::AnchorInstanceInfo *info = ctx->GetIrInputInstanceInfo(List);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, info);
  for (size_t i = 0; i < info->GetInstanceNum(); ++i) {
    const gert::Shape *x = ctx->GetDynamicInputShape(List, i);
    gert::Shape *y = ctx->GetOutputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
    *y = Numbers ? gert::Shape() : *x;
  }
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_unscale(Ctx *ctx) {
  if (infer_list<0>(ctx) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  const size_t last = ctx->GetComputeNodeOutputNum() - 1;
  const gert::Shape *found = ctx->GetDynamicInputShape(1, 0);
  gert::Shape *y = ctx->GetOutputShape(last);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, found);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = *found;
  return ge::GRAPH_SUCCESS;
}

/// Position of the first list among the parameters of a kind.
enum FirstList : size_t {
  kList = 0,
  kListNumber = 0,
  kListNumbers = 0,
  kNumberList = 1,
  kListMode = 0,
  kLists = 0,
  kListsAlpha = 0,
  kListsWeight = 0,
  kListsWeights = 0,
  kThreeListsNumber = 0,
  kThreeListsNumbers = 0
};
#define FOREACH(Name, Kind, ...) IMPL_OP_INFERSHAPE(Name).InferShape(infer_list<k##Kind>);
#include "foreach/foreach.def"

}  // namespace

IMPL_OP_INFERSHAPE(ForeachNorm).InferShape(infer_list<0, true>);
IMPL_OP_INFERSHAPE(ForeachZeroInplace).InferShape(infer_list<0>);
IMPL_OP_INFERSHAPE(ForeachNonFiniteCheckAndUnscale).InferShape(infer_unscale);

}  // namespace opstrata::operators
