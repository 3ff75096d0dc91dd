/**
 * @file
 * `gert::Shape`: a shape of at most 25 dimensions without heap memory (opdev-api section 2.4). The exact behaviour at the
 * edges (stale slots, `SetDim` beyond the rank) is interface: operator sources rely on it.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_SHAPE_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_SHAPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <type_traits>
#include <vector>

#include "utils/extern_math_util.h"

namespace gert {
/** Dimensions in elements; rank 0 is a scalar; -1 is an unknown dimension, the single dimension -2 an unknown rank. */
class Shape {
 public:
  static constexpr size_t kMaxDimNum = 25;
  static constexpr int64_t kInvalidDimValue = std::numeric_limits<int64_t>::min();

  Shape() : dim_num_(0), dims_{0} {}

  /** More than kMaxDimNum values give an empty (scalar) shape. */
  Shape(const std::initializer_list<int64_t> &args) : Shape() {
    if (args.size() > kMaxDimNum) {
      return;
    }
    dim_num_ = args.size();
    size_t i = 0;
    for (const int64_t dim : args) {
      dims_[i++] = dim;
    }
  }

  Shape(const Shape &other) = default;
  Shape &operator=(const Shape &other) = default;

  bool operator==(const Shape &rht) const {
    if (dim_num_ != rht.dim_num_) {
      return false;
    }
    for (size_t i = 0; i < dim_num_ && i < kMaxDimNum; ++i) {
      if (dims_[i] != rht.dims_[i]) {
        return false;
      }
    }
    return true;
  }
  bool operator!=(const Shape &rht) const { return !(*this == rht); }

  /** Product of the dimensions; 1 for a scalar; kInvalidDimValue when it overflows. */
  int64_t GetShapeSize() const {
    int64_t size = 1;
    for (size_t i = 0; i < dim_num_ && i < kMaxDimNum; ++i) {
      if (ge::MulOverflow(size, dims_[i], size)) {
        return kInvalidDimValue;
      }
    }
    return size;
  }

  bool IsScalar() const { return dim_num_ == 0; }
  void SetScalar() { dim_num_ = 0; }

  size_t GetDimNum() const { return dim_num_; }
  /** Sets the rank only: slots are neither cleared nor checked. */
  void SetDimNum(const size_t dim_num) { dim_num_ = dim_num; }

  /** Slot `idx`; kInvalidDimValue from index kMaxDimNum on; between rank and kMaxDimNum whatever the slot holds. */
  int64_t GetDim(const size_t idx) const { return idx >= kMaxDimNum ? kInvalidDimValue : dims_[idx]; }
  /** Unchecked. */
  const int64_t &operator[](const size_t idx) const { return dims_[idx]; }
  int64_t &operator[](const size_t idx) { return dims_[idx]; }

  /** Writes slot `idx` (ignored from kMaxDimNum on); a rank smaller than `idx` becomes `idx`, not `idx + 1`. */
  void SetDim(size_t idx, const int64_t dim_value) {
    if (idx >= kMaxDimNum) {
      return;
    }
    dims_[idx] = dim_value;
    dim_num_ = (dim_num_ < idx) ? idx : dim_num_;
  }

  /** Adds a dimension at the end; nothing happens when the shape is full. */
  Shape &AppendDim(const int64_t value) {
    if (dim_num_ < kMaxDimNum) {
      dims_[dim_num_++] = value;
    }
    return *this;
  }

 private:
  size_t dim_num_;
  int64_t dims_[kMaxDimNum];
};
static_assert(std::is_standard_layout<Shape>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_SHAPE_H_
