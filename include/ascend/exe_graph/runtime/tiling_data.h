/**
 * @file
 * `gert::TilingData`: a buffer that tiling fills and an AI Core kernel reads.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_TILING_DATA_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_TILING_DATA_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

#include "graph/ge_error_codes.h"
#include "securec.h"
#include "utils/extern_math_util.h"

namespace gert {
/** Refers to a buffer of `capacity` bytes, of which `data_size` are in use. */
class TilingData {
 public:
  TilingData(size_t capacity, void *data) : capacity_(capacity), data_size_(0), data_(data) {}

  /** A TilingData with its buffer behind it in one block; null when memory runs out. */
  static std::unique_ptr<uint8_t[]> CreateCap(const size_t cap_size) {
    size_t total_size = 0;
    if (ge::AddOverflow(sizeof(TilingData), cap_size, total_size)) {
      return nullptr;
    }
    std::unique_ptr<uint8_t[]> block(new (std::nothrow) uint8_t[total_size]());
    if (block != nullptr) {
      new (block.get()) TilingData(cap_size, block.get() + sizeof(TilingData));
    }
    return block;
  }

  size_t GetCapacity() const { return capacity_; }
  size_t GetDataSize() const { return data_size_; }
  void SetDataSize(const size_t size) { data_size_ = size; }
  void *GetData() { return data_; }
  const void *GetData() const { return data_; }

  /** Copies behind what is there. GRAPH_FAILED, and nothing written, when it does not fit. */
  template <typename T>
  ge::graphStatus Append(const T *data, size_t count) {
    size_t bytes = 0;
    if (ge::MulOverflow(sizeof(T), count, bytes)) {
      return ge::GRAPH_FAILED;
    }
    if (bytes == 0U) {
      return ge::GRAPH_SUCCESS;
    }
    void *const target = Expand(bytes);
    if (target == nullptr) {
      return ge::GRAPH_FAILED;
    }
    return memcpy_s(target, bytes, data, bytes) == EOK ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
  }
  template <typename T, typename std::enable_if<std::is_standard_layout<T>::value, int>::type = 0>
  ge::graphStatus Append(const T &data) {
    return Append(&data, 1U);
  }
  /** Takes `size` more bytes into use; their address, or null when they do not fit. */
  void *Expand(size_t size) {
    size_t end = 0;
    if (ge::AddOverflow(data_size_, size, end) || end > capacity_) {
      return nullptr;
    }
    void *const target = static_cast<uint8_t *>(data_) + data_size_;
    data_size_ = end;
    return target;
  }

 private:
  size_t capacity_;
  size_t data_size_;
  void *data_;
};
static_assert(std::is_standard_layout<TilingData>::value, "contexts are read as C structures");

template <typename T>
TilingData &operator<<(TilingData &out, const T &data) {
  (void)out.Append(data);
  return out;
}
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_TILING_DATA_H_
