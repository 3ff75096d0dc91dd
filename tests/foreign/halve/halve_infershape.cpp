#include "log/log.h"
#include "register/op_impl_registry.h"

using namespace ge;
namespace ops {
static graphStatus InferShapeHalve(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, x);
  gert::Shape *y = context->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, y);
  *y = *x;
  return GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(Halve).InferShape(InferShapeHalve);
}  // namespace ops
