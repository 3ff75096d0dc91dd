/**
 * @file
 * `gert::StorageShape`: the original shape of a tensor (what inference reads and writes) and its shape in memory.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_

#include <initializer_list>
#include <type_traits>

#include "exe_graph/runtime/shape.h"

namespace gert {
class StorageShape {
 public:
  StorageShape() = default;
  StorageShape(const std::initializer_list<int64_t> &origin_shape, const std::initializer_list<int64_t> &storage_shape)
      : origin_shape_(origin_shape), storage_shape_(storage_shape) {}
  StorageShape(const Shape &origin_shape, const Shape &storage_shape)
      : origin_shape_(origin_shape), storage_shape_(storage_shape) {}

  bool operator==(const StorageShape &other) const {
    return origin_shape_ == other.origin_shape_ && storage_shape_ == other.storage_shape_;
  }
  bool operator!=(const StorageShape &other) const { return !(*this == other); }

  const Shape &GetOriginShape() const { return origin_shape_; }
  const Shape &GetStorageShape() const { return storage_shape_; }
  /** The original shape. */
  const Shape &GetShape() const { return origin_shape_; }
  Shape &MutableOriginShape() { return origin_shape_; }
  Shape &MutableStorageShape() { return storage_shape_; }
  Shape &MutableShape() { return origin_shape_; }

 private:
  Shape origin_shape_;  // first: a pointer to a tensor is also a pointer to its original shape (opdev-api 4.1)
  Shape storage_shape_;
};
static_assert(std::is_standard_layout<StorageShape>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_
