#include "infershape_broadcast_util.h"
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "util/shape_util.h"

using namespace ge;
namespace ops {
// Needs the helpers whose sources the build compiles into this library.
static graphStatus InferShapeHalvePair(gert::InferShapeContext *context) {
  OP_CHECK_IF(context->GetInputShape(0) == nullptr, OP_LOGE(context->GetNodeName(), "no first input"), return GRAPH_FAILED);
  if (Ops::Base::IsUnknownRank(*context->GetInputShape(0))) {
    OP_LOGD(context->GetNodeName(), "unknown rank: %s", Ops::Base::ToString(*context->GetInputShape(0)).c_str());
    Ops::Base::SetUnknownRank(*context->GetOutputShape(0));
    return GRAPH_SUCCESS;
  }
  return Ops::Base::InferShape4Broadcast(context);
}
IMPL_OP_INFERSHAPE(HalvePair).InferShape(InferShapeHalvePair);
}  // namespace ops
