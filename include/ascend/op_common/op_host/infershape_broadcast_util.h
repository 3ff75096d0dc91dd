/**
 * @file
 * Shape inference of broadcasting operators (opdev-api section 4.4).
 */
#ifndef OP_COMMON_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H
#define OP_COMMON_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H

#include <vector>

#include "exe_graph/runtime/infer_shape_context.h"
#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {
/**
 * Broadcasts shapes aligned to the right: equal dimensions, or one of them 1. An unknown dimension takes the other one's
 * value if that is neither 1 nor unknown; an unknown rank makes the result's rank unknown. False (and `shape_out` unchanged)
 * when the shapes do not fit. `shape_out` may be one of the inputs.
 */
OPBASE_API bool BroadcastShape(const gert::Shape *in1, const gert::Shape *in2, gert::Shape *shape_out);
OPBASE_API bool BroadcastShape(const std::vector<const gert::Shape *> &in_shapes, gert::Shape *shape_out);
/** Output 0 is the broadcast of the first two (or `input_num`) inputs. */
OPBASE_API ge::graphStatus InferShape4Broadcast(gert::InferShapeContext *context);
OPBASE_API ge::graphStatus InferShape4Broadcast(gert::InferShapeContext *context, size_t input_num);
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H
