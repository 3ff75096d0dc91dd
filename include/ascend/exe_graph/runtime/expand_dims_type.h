/**
 * @file
 * `gert::ExpandDimsType`: which axes are inserted (with size 1) before a shape is converted to a storage format
 * (opdev-api section 4.1).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_EXPAND_DIMS_TYPE_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_EXPAND_DIMS_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "exe_graph/runtime/shape.h"
#include "graph/ge_error_codes.h"

namespace gert {
/** A rule over at most 56 axes of the expanded shape: bit i set = axis i is inserted. */
class ExpandDimsType {
 public:
  using AxisIndex = uint64_t;
  static constexpr size_t kMaxExpandSize = 56;

  ExpandDimsType() = default;

  /** `"1100"`: axes 0 and 1 are inserted, 2 and 3 are the original ones. Null, longer or other texts give no expansion. */
  explicit ExpandDimsType(const char *expand_dims_type) : size_(0), mask_(0) {
    if (expand_dims_type == nullptr) {
      return;
    }
    const size_t size = strlen(expand_dims_type);
    if (size > kMaxExpandSize) {
      return;
    }
    for (size_t i = 0; i < size; ++i) {
      if (expand_dims_type[i] == '1') {
        SetExpandIndex(i);
      }
    }
    size_ = static_cast<uint64_t>(size);
  }

  /** Size in the top 8 bits, mask in the low 56 bits. */
  explicit ExpandDimsType(const int64_t &reshape_type_mask)
      : size_(static_cast<uint64_t>(reshape_type_mask) >> kMaxExpandSize),
        mask_(static_cast<uint64_t>(reshape_type_mask) & ((static_cast<uint64_t>(1) << kMaxExpandSize) - 1U)) {}

  bool operator==(const ExpandDimsType &other) const { return size_ == other.size_ && mask_ == other.mask_; }
  bool operator!=(const ExpandDimsType &other) const { return !(*this == other); }

  /** Rank of the expanded shape; 0 = no rule. */
  AxisIndex GetFullSize() const { return size_; }
  void SetExpandIndex(AxisIndex index) { mask_ |= (static_cast<uint64_t>(1) << index); }
  bool IsExpandIndex(AxisIndex index) const { return ((static_cast<uint64_t>(1) << index) & mask_) != 0; }

  /** Writes the expanded shape; without a rule a copy. GRAPH_FAILED when the result would exceed Shape::kMaxDimNum. */
  ge::graphStatus Expand(const Shape &shape, Shape &out_shape) const {
    const size_t rank = shape.GetDimNum();
    if (size_ == 0) {
      out_shape = shape;
      return ge::GRAPH_SUCCESS;
    }
    Shape expanded;
    size_t next = 0;
    for (AxisIndex axis = 0; axis < size_; ++axis) {
      if (expanded.GetDimNum() == Shape::kMaxDimNum) {
        return ge::GRAPH_FAILED;
      }
      if (IsExpandIndex(axis)) {
        expanded.AppendDim(1);
      } else if (next < rank) {
        expanded.AppendDim(shape.GetDim(next++));
      }
    }
    for (; next < rank; ++next) {
      if (expanded.GetDimNum() == Shape::kMaxDimNum) {
        return ge::GRAPH_FAILED;
      }
      expanded.AppendDim(shape.GetDim(next));
    }
    out_shape = expanded;
    return ge::GRAPH_SUCCESS;
  }
  ge::graphStatus Expand(Shape &shape) const { return Expand(shape, shape); }

 private:
  uint64_t size_ = 0;
  uint64_t mask_ = 0;
};
static_assert(std::is_standard_layout<ExpandDimsType>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_EXPAND_DIMS_TYPE_H_
