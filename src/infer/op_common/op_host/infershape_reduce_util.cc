#include "op_common/op_host/infershape_reduce_util.h"

namespace Ops {
namespace Base {

ge::graphStatus InferShape4Reduce(gert::InferShapeContext *context) {
  const gert::Shape *in = context->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, in);
  const gert::Tensor *axes = context->GetInputTensor(1);
  OP_CHECK_NULL_WITH_CONTEXT(context, axes);
  gert::Shape *out = context->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, out);
  const gert::RuntimeAttrs *attrs = context->GetAttrs();
  OP_CHECK_NULL_WITH_CONTEXT(context, attrs);
  const bool *keep = attrs->GetBool(0);
  const bool keep_dims = keep != nullptr && *keep;
  const auto axes_size = static_cast<int32_t>(axes->GetShapeSize());
  if (axes->GetDataType() == ge::DT_INT32) return ReduceDims<int32_t>(in, axes, axes_size, keep_dims, out);
  if (axes->GetDataType() == ge::DT_INT64) return ReduceDims<int64_t>(in, axes, axes_size, keep_dims, out);
  OP_LOGE(context, "axes: data type %s is not supported, allowed: DT_INT32, DT_INT64",
          ToString(axes->GetDataType()).c_str());
  return ge::GRAPH_FAILED;
}

}  // namespace Base
}  // namespace Ops
