#include "op_common/op_host/infershape_elewise_util.h"

#include "op_common/log/log.h"

namespace Ops {
namespace Base {

ge::graphStatus InferShape4Elewise(gert::InferShapeContext *context) {
  const gert::Shape *in = context->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, in);
  gert::Shape *out = context->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, out);
  *out = *in;
  return ge::GRAPH_SUCCESS;
}

}  // namespace Base
}  // namespace Ops
