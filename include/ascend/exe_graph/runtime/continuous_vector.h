/**
 * @file
 * Lists in one block of memory: `gert::ContinuousVector` (elements 56 bytes into the object), its typed view and lists of
 * lists (opdev-api section 4.1).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_CONTINUOUS_VECTOR_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_CONTINUOUS_VECTOR_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "graph/ge_error_codes.h"
#include "securec.h"
#include "utils/extern_math_util.h"

namespace gert {
/** Head of a block that `Create` makes; `size` elements behind it are valid, `capacity` fit. */
class ContinuousVector {
 public:
  ContinuousVector() = delete;
  ContinuousVector(const ContinuousVector &) = delete;
  ContinuousVector &operator=(const ContinuousVector &) = delete;
  ContinuousVector(ContinuousVector &&) = delete;
  ContinuousVector &operator=(ContinuousVector &&) = delete;

  /** A block for `capacity` elements of T, size 0; `total_size` = its bytes. Null when memory or the size type run out. */
  template <typename T>
  static std::unique_ptr<uint8_t[]> Create(size_t capacity, size_t &total_size) {
    if (ge::MulOverflow(capacity, sizeof(T), total_size) ||
        ge::AddOverflow(total_size, sizeof(ContinuousVector), total_size)) {
      return nullptr;
    }
    std::unique_ptr<uint8_t[]> holder(new (std::nothrow) uint8_t[total_size]());
    if (holder != nullptr) {
      reinterpret_cast<ContinuousVector *>(holder.get())->Init(capacity);
    }
    return holder;
  }
  template <typename T>
  static std::unique_ptr<uint8_t[]> Create(size_t capacity) {
    size_t total_size = 0;
    return Create<T>(capacity, total_size);
  }
  void Init(size_t capacity) {
    capacity_ = capacity;
    size_ = 0;
    memset(reserved_, 0, sizeof(reserved_));
  }

  size_t GetSize() const { return size_; }
  size_t GetCapacity() const { return capacity_; }
  /** GRAPH_PARAM_OUT_OF_RANGE beyond the capacity. */
  ge::graphStatus SetSize(const size_t size) {
    if (size > capacity_) {
      return ge::GRAPH_PARAM_OUT_OF_RANGE;
    }
    size_ = size;
    return ge::GRAPH_SUCCESS;
  }
  const void *GetData() const { return this + 1; }
  void *MutableData() { return this + 1; }

 private:
  size_t capacity_;
  size_t size_;
  uint8_t reserved_[40];
};
static_assert(std::is_standard_layout<ContinuousVector>::value && sizeof(ContinuousVector) == 56U,
              "elements start 56 bytes into the object");

/** The same block seen as a list of T. */
template <typename T>
class TypedContinuousVector : private ContinuousVector {
 public:
  using ContinuousVector::GetCapacity;
  using ContinuousVector::GetSize;
  using ContinuousVector::SetSize;
  const T *GetData() const { return reinterpret_cast<const T *>(ContinuousVector::GetData()); }
  T *MutableData() { return reinterpret_cast<T *>(ContinuousVector::MutableData()); }
};

/** A list of lists: an array of blocks that somebody else owns. */
class ContinuousVectorVector {
 public:
  ContinuousVectorVector() = default;
  /** Refers to `size` blocks; the array must outlive this object. */
  void Init(size_t size, const ContinuousVector *const *vectors) {
    size_ = size;
    vectors_ = vectors;
  }
  size_t GetSize() const { return size_; }
  /** Null when out of range. */
  const ContinuousVector *Get(size_t index) const { return index < size_ ? vectors_[index] : nullptr; }

 private:
  size_t size_ = 0;
  const ContinuousVector *const *vectors_ = nullptr;
};
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_CONTINUOUS_VECTOR_H_
