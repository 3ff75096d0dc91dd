/// @file
/// Negative axes.
#ifndef OPSTRATA_OPERATORS_SUPPORT_AXIS_H_
#define OPSTRATA_OPERATORS_SUPPORT_AXIS_H_

#include <cstddef>
#include <cstdint>

namespace opstrata::operators {

/// Brings a negative axis into [0, rank); a scalar counts as rank 1. False when out of range.
inline bool normalize_axis(int64_t &axis, size_t rank) {
  const int64_t n = rank == 0 ? 1 : static_cast<int64_t>(rank);
  if (axis < -n || axis >= n) return false;
  if (axis < 0) axis += n;
  return true;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_AXIS_H_
