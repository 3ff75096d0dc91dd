/**
 * @file
 * `gert::Tensor`: shape, format, data type and data of one tensor as inference, tiling and tests see it
 * (opdev-api section 4.1). The original shape is the first member, so that a pointer to a tensor also serves as a pointer
 * to its shape.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_RUNTIME_TENSOR_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_RUNTIME_TENSOR_H_

#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/range.h"
#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tensor_data.h"
#include "external/ge_common/api_error_codes.h"
#include "graph/error_codes.h"
#include "graph/types.h"
#include "securec.h"

namespace gert {
class Tensor {
 public:
  Tensor() = default;
  /** `addr` is not owned unless a manager is given. The byte size stays 0 until SetSize. */
  Tensor(const StorageShape &storage_shape, const StorageFormat &storage_format, const TensorPlacement placement,
         const ge::DataType data_type, void *addr)
      : Tensor(storage_shape, storage_format, placement, data_type, addr, nullptr) {}
  Tensor(const StorageShape &storage_shape, const StorageFormat &storage_format, const TensorPlacement placement,
         const ge::DataType data_type, void *addr, TensorAddrManager manager)
      : storage_shape_(storage_shape),
        storage_format_(storage_format),
        data_type_(data_type),
        tensor_data_(addr, manager, 0U, placement) {}
  Tensor(const StorageShape &storage_shape, const StorageFormat &storage_format, ge::DataType data_type)
      : storage_shape_(storage_shape), storage_format_(storage_format), data_type_(data_type) {}

  /** Bytes that `count` elements take; sub-byte types are packed; 0 for types without a size or on overflow. */
  static size_t CalcBytes(int64_t count, ge::DataType data_type) {
    const int64_t size = ge::GetSizeByDataType(data_type);
    if (count <= 0 || size <= 0) {
      return 0U;
    }
    // Types below one byte report 1000 + bits (opdev-api section 2.2).
    int64_t bytes = 0;
    if (size > kSubByteOffset) {
      return ge::MulOverflow(count, size - kSubByteOffset, bytes) ? 0U : static_cast<size_t>((bytes + 7) / 8);
    }
    return ge::MulOverflow(count, size, bytes) ? 0U : static_cast<size_t>(bytes);
  }

  /** A tensor with room for `tensor_size` elements directly behind it, in one block of `total_size` bytes. */
  static std::unique_ptr<uint8_t[]> CreateFollowing(const int64_t tensor_size, const ge::DataType dt, size_t &total_size) {
    return CreateFollowing(dt, CalcBytes(tensor_size, dt), total_size);
  }
  static std::unique_ptr<uint8_t[]> CreateFollowing(const ge::DataType dt, const size_t tensor_size, size_t &total_size) {
    if (ge::AddOverflow(sizeof(Tensor), tensor_size, total_size)) {
      return nullptr;
    }
    std::unique_ptr<uint8_t[]> holder(new (std::nothrow) uint8_t[total_size]());
    if (holder == nullptr) {
      return nullptr;
    }
    Tensor *tensor = new (holder.get()) Tensor({}, {}, kFollowing, dt, nullptr);
    tensor->SetSize(tensor_size);
    return holder;
  }

  /** Elements of the **storage** shape. */
  int64_t GetShapeSize() const { return storage_shape_.GetStorageShape().GetShapeSize(); }
  /** Bytes of the data. */
  size_t GetSize() const { return tensor_data_.GetSize(); }
  void SetSize(size_t size) { tensor_data_.SetSize(size); }

  const void *GetAddr() const { return IsFollowing() ? static_cast<const void *>(this + 1) : tensor_data_.GetAddr(); }
  void *GetAddr() { return IsFollowing() ? static_cast<void *>(this + 1) : tensor_data_.GetAddr(); }
  template <typename T>
  const T *GetData() const {
    return static_cast<const T *>(GetAddr());
  }
  template <typename T>
  T *GetData() {
    return static_cast<T *>(GetAddr());
  }
  void SetData(TensorData &&data) { tensor_data_ = std::move(data); }
  const TensorData &GetTensorData() const { return tensor_data_; }
  TensorData &MutableTensorData() { return tensor_data_; }

  ge::DataType GetDataType() const { return data_type_; }
  void SetDataType(const ge::DataType data_type) { data_type_ = data_type; }
  TensorPlacement GetPlacement() const { return tensor_data_.GetPlacement(); }
  void SetPlacement(const TensorPlacement placement) { tensor_data_.SetPlacement(placement); }

  const Shape &GetOriginShape() const { return storage_shape_.GetOriginShape(); }
  const Shape &GetStorageShape() const { return storage_shape_.GetStorageShape(); }
  Shape &MutableOriginShape() { return storage_shape_.MutableOriginShape(); }
  Shape &MutableStorageShape() { return storage_shape_.MutableStorageShape(); }
  const StorageShape &GetShape() const { return storage_shape_; }
  StorageShape &GetShape() { return storage_shape_; }

  ge::Format GetStorageFormat() const { return storage_format_.GetStorageFormat(); }
  void SetStorageFormat(const ge::Format storage_format) { storage_format_.SetStorageFormat(storage_format); }
  ge::Format GetOriginFormat() const { return storage_format_.GetOriginFormat(); }
  void SetOriginFormat(const ge::Format origin_format) { storage_format_.SetOriginFormat(origin_format); }
  const StorageFormat &GetFormat() const { return storage_format_; }
  StorageFormat &MutableFormat() { return storage_format_; }
  ExpandDimsType GetExpandDimsType() const { return storage_format_.GetExpandDimsType(); }
  void SetExpandDimsType(const ExpandDimsType &expand_dims_type) { storage_format_.SetExpandDimsType(expand_dims_type); }

 private:
  bool IsFollowing() const { return tensor_data_.GetPlacement() == kFollowing; }

  static constexpr int64_t kSubByteOffset = 1000;
  StorageShape storage_shape_;
  StorageFormat storage_format_;
  ge::DataType data_type_ = ge::DT_UNDEFINED;
  TensorData tensor_data_;
};
static_assert(std::is_standard_layout<Tensor>::value, "a pointer to a tensor is a pointer to its original shape");

/** The executor's name of the class (`op::Tensor`). */
using TensorV2 = Tensor;
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_RUNTIME_TENSOR_H_
