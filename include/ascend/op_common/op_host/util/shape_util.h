/**
 * @file
 * Unknown shapes and axes (opdev-api section 4.4).
 */
#ifndef OP_COMMON_OP_HOST_UTIL_SHAPE_UTIL_H
#define OP_COMMON_OP_HOST_UTIL_SHAPE_UTIL_H

#include "exe_graph/runtime/shape.h"
#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {
/** Rank 1 with dimension -2. */
OPBASE_API bool IsUnknownRank(const gert::Shape &check_shape);
OPBASE_API void SetUnknownRank(gert::Shape &output_shape);
/** Any dimension -1. */
OPBASE_API bool IsUnknownShape(const gert::Shape &check_shape);
/** `rank` dimensions of -1; at most as many as a shape has, none for a negative rank. */
OPBASE_API void SetUnknownShape(int64_t rank, gert::Shape &output_shape);

/** Whether -dimNum <= axis < dimNum; rank 0 accepts only axis 0. */
template <typename T1, typename T2>
bool CheckAxisBounds(const T1 dimNum, const T2 axis) {
  const int64_t rank = static_cast<int64_t>(dimNum);
  const int64_t value = static_cast<int64_t>(axis);
  return rank == 0 ? value == 0 : value >= -rank && value < rank;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_SHAPE_UTIL_H
