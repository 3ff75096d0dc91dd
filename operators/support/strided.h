/// @file
/// Walking several strided tensors of one shape: the loop under every element-wise, moving and reducing kernel.
///
/// A loop is made in prepare (adjacent dimensions that are contiguous in every operand are merged, dimensions of extent 1
/// vanish) and is immutable afterwards; run supplies addresses. The innermost dimension is handed out as rows, so that the
/// code that runs per element is a plain loop over pointers and byte strides.
#ifndef OPSTRATA_OPERATORS_SUPPORT_STRIDED_H_
#define OPSTRATA_OPERATORS_SUPPORT_STRIDED_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "opstrata/kernel.h"

namespace opstrata::operators {

inline constexpr size_t kMaxRank = 25;

/// Bytes of one element, of strings those of the head (opstrata/kernel.h); 0 for types without a whole number of bytes.
inline int64_t item_bytes(ge::DataType dtype) {
  if (dtype == ge::DT_STRING) return sizeof(ge::StringHead);
  const int size = ge::GetSizeByDataType(dtype);
  return size > 0 && size < 1000 ? size : 0;
}

/// A loop over `Operands` tensors.
template <size_t Operands>
class StridedLoop {
 public:
  using Strides = std::array<int64_t, Operands>;

  StridedLoop() = default;
  /// Adds the next inner dimension.
  void add(int64_t extent, const Strides &byte_strides) {
    total_ *= extent;
    if (extent == 1) return;
    if (!extents_.empty()) {
      bool mergeable = true;
      for (size_t k = 0; k < Operands; ++k) mergeable = mergeable && strides_.back()[k] == byte_strides[k] * extent;
      if (mergeable) {
        extents_.back() *= extent;
        strides_.back() = byte_strides;
        return;
      }
    }
    extents_.push_back(extent);
    strides_.push_back(byte_strides);
  }

  int64_t total() const { return total_; }
  size_t rank() const { return extents_.size(); }
  /// Length of the innermost dimension (1 for a scalar).
  int64_t row() const { return extents_.empty() ? 1 : extents_.back(); }
  Strides row_strides() const { return extents_.empty() ? Strides{} : strides_.back(); }
  int64_t extent(size_t dim) const { return extents_[dim]; }
  const Strides &strides(size_t dim) const { return strides_[dim]; }

  /// Exchanges two dimensions, so that another one becomes the innermost.
  void swap_dims(size_t a, size_t b) {
    std::swap(extents_[a], extents_[b]);
    std::swap(strides_[a], strides_[b]);
  }

  /// Calls `body(const std::array<char *, Operands> &pointers, int64_t count)` for the elements [begin, end) in row-major
  /// order; the elements of one call lie `row_strides()` bytes apart.
  template <class Body>
  void run(std::array<char *, Operands> base, int64_t begin, int64_t end, const Body &body) const {
    if (begin >= end) return;
    const size_t dims = extents_.size();
    if (dims == 0) {
      body(base, 1);
      return;
    }
    std::array<int64_t, kMaxRank> index{};
    int64_t rest = begin;
    for (size_t d = dims; d-- > 0;) {
      index[d] = rest % extents_[d];
      rest /= extents_[d];
      for (size_t k = 0; k < Operands; ++k) base[k] += index[d] * strides_[d][k];
    }
    const size_t last = dims - 1;
    while (true) {
      const int64_t count = std::min(extents_[last] - index[last], end - begin);
      body(base, count);
      begin += count;
      if (begin >= end) return;
      for (size_t k = 0; k < Operands; ++k) base[k] -= index[last] * strides_[last][k];
      index[last] = 0;
      for (size_t d = last; d-- > 0;) {
        for (size_t k = 0; k < Operands; ++k) base[k] += strides_[d][k];
        if (++index[d] < extents_[d]) break;
        for (size_t k = 0; k < Operands; ++k) base[k] -= extents_[d] * strides_[d][k];
        index[d] = 0;
      }
    }
  }

 private:
  std::vector<int64_t> extents_;
  std::vector<Strides> strides_;
  int64_t total_ = 1;
};

/// Byte stride with which `tensor` follows dimension `dim` of a result of rank `rank` to which it is broadcast.
inline int64_t broadcast_stride(const KernelTensor &tensor, size_t dim, size_t rank) {
  if (dim + tensor.rank() < rank) return 0;
  const size_t own = dim + tensor.rank() - rank;
  return tensor.shape[own] == 1 ? 0 : tensor.strides[own] * item_bytes(tensor.dtype);
}

/// True if `tensor` can be broadcast to `shape`.
inline bool broadcasts_to(const KernelTensor &tensor, Dims shape) {
  if (tensor.rank() > shape.size()) return false;
  for (size_t d = 0; d < tensor.rank(); ++d) {
    const int64_t wanted = shape[d + shape.size() - tensor.rank()];
    if (tensor.shape[d] != wanted && tensor.shape[d] != 1) return false;
  }
  return true;
}

/// The loop of an element-wise operator: `tensors.back()` is the output, the others are broadcast to it.
template <size_t Operands>
StridedLoop<Operands> broadcast_loop(const std::array<const KernelTensor *, Operands> &tensors) {
  StridedLoop<Operands> loop;
  const Dims shape = tensors.back()->shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    typename StridedLoop<Operands>::Strides strides;
    for (size_t k = 0; k < Operands; ++k) strides[k] = broadcast_stride(*tensors[k], d, shape.size());
    loop.add(shape[d], strides);
  }
  return loop;
}

inline char *address(const void *pointer) { return static_cast<char *>(const_cast<void *>(pointer)); }

/// Number of elements that are worth a task of their own in a memory-bound loop.
inline constexpr int64_t kElementGrain = 32768;

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_STRIDED_H_
