/// @file
/// Shapes as text, as vectors, and broadcasting (opdev-api section 2.7).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_SHAPE_UTILS_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_SHAPE_UTILS_H_

#include <cstdlib>
#include <string>

#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"

namespace op {

/// "[1, 2, 3]"; "[]" for rank 0.
OPSTRATA_API ge::AscendString ToString(const op::Shape &shape);
OPSTRATA_API ge::AscendString ToString(const op::Strides &strides);
OPSTRATA_API void ToShape(const int64_t *dims, uint64_t dimNum, op::Shape &shape);
OPSTRATA_API void ToShape(const op::ShapeVector &dims, op::Shape &shape);
OPSTRATA_API ShapeVector ToShapeVector(const op::Shape &shape);
/// Whether the shapes broadcast: right-aligned, dimensions equal or one of them 1.
OPSTRATA_API bool CheckBroadcastShape(const op::Shape &self, const op::Shape &other);
/// The broadcast shape. False, with a report (EZ1007), when there is none; `broadcastShape` is then partly written.
OPSTRATA_API bool BroadcastInferShape(const op::Shape &self, const op::Shape &other, op::Shape &broadcastShape);

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_SHAPE_UTILS_H_
