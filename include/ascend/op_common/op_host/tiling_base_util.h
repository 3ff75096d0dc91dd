/**
 * @file
 * What tiling functions include as their common ground: platform facts, number and shape helpers, `EnsureNotScalar`.
 */
#ifndef OP_COMMON_OP_HOST_TILING_BASE_UTIL_H
#define OP_COMMON_OP_HOST_TILING_BASE_UTIL_H

#include "exe_graph/runtime/shape.h"
#include "op_common/op_host/util/const_util.h"
#include "op_common/op_host/util/math_util.h"
#include "op_common/op_host/util/platform_util.h"
#include "op_common/op_host/util/shape_util.h"

namespace Ops {
namespace Base {
/** The shape itself; [1] in place of a scalar's empty shape. */
inline const gert::Shape &EnsureNotScalar(const gert::Shape &shape) {
  static const gert::Shape kOne = {1};
  return shape.IsScalar() ? kOne : shape;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_TILING_BASE_UTIL_H
