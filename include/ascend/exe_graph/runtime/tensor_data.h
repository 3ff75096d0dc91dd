/**
 * @file
 * `gert::TensorData`: address, byte size and place of a tensor's data, with an optional manager that owns it.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_TENSOR_DATA_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_TENSOR_DATA_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "graph/ge_error_codes.h"

namespace gert {
/** Where the data lies. kFollowing: directly behind the tensor object. */
enum TensorPlacement : int32_t { kOnDeviceHbm, kOnHost, kFollowing, kOnDeviceP2p, kTensorPlacementEnd };

/** What a manager is asked to do with its block. */
enum TensorOperateType : int32_t { kGetTensorAddress, kFreeTensor, kPlusShareCount, kTensorOperateType };

using TensorAddress = void *;
using ConstTensorAddressPtr = const void *;
/**
 * Owner of a block. kGetTensorAddress writes the data's address to `*out`; kFreeTensor gives up one share (the last one
 * frees); kPlusShareCount adds a share. `out` may be null for the last two.
 */
using TensorAddrManager = ge::graphStatus (*)(TensorAddress addr, TensorOperateType operate_type, void **out);

/** Move only; the destructor frees what a manager owns. Without a manager nothing is owned. */
class TensorData {
 public:
  explicit TensorData(TensorAddress addr = nullptr, TensorAddrManager manager = nullptr)
      : addr_(addr), manager_(manager), size_(0), placement_(kTensorPlacementEnd) {}
  TensorData(TensorAddress addr, TensorAddrManager manager, size_t size, TensorPlacement placement)
      : addr_(addr), manager_(manager), size_(size), placement_(placement) {}
  TensorData(const TensorData &) = delete;
  TensorData &operator=(const TensorData &) = delete;
  TensorData(TensorData &&other) noexcept
      : addr_(other.addr_), manager_(other.manager_), size_(other.size_), placement_(other.placement_) {
    other.addr_ = nullptr;
    other.manager_ = nullptr;
  }
  TensorData &operator=(TensorData &&other) noexcept {
    if (this != &other) {
      (void)Free();
      addr_ = other.addr_;
      manager_ = other.manager_;
      size_ = other.size_;
      placement_ = other.placement_;
      other.addr_ = nullptr;
      other.manager_ = nullptr;
    }
    return *this;
  }
  ~TensorData() { (void)Free(); }

  /** Address of the data (asked from the manager if there is one); null when the manager fails. */
  TensorAddress GetAddr() const {
    if (manager_ == nullptr || addr_ == nullptr) {
      return addr_;
    }
    TensorAddress addr = nullptr;
    return manager_(addr_, kGetTensorAddress, &addr) == ge::GRAPH_SUCCESS ? addr : nullptr;
  }

  /** Bytes. */
  size_t GetSize() const { return size_; }
  void SetSize(const size_t size) { size_ = size; }
  TensorPlacement GetPlacement() const { return placement_; }
  void SetPlacement(const TensorPlacement placement) { placement_ = placement; }

  /** Frees what was there and takes over one share of the new block. */
  ge::graphStatus SetAddr(const ConstTensorAddressPtr addr, TensorAddrManager manager) {
    const ge::graphStatus status = Free();
    if (status != ge::GRAPH_SUCCESS) {
      return status;
    }
    addr_ = const_cast<TensorAddress>(addr);
    manager_ = manager;
    return ge::GRAPH_SUCCESS;
  }

  /** Gives up the share of the managed block; the address is null afterwards. An unmanaged address is only forgotten. */
  ge::graphStatus Free() {
    if (manager_ != nullptr) {
      const ge::graphStatus status = manager_(addr_, kFreeTensor, nullptr);
      if (status != ge::GRAPH_SUCCESS) {
        return status;
      }
    }
    addr_ = nullptr;
    manager_ = nullptr;
    return ge::GRAPH_SUCCESS;
  }

  /** Lets this object own one more share of the block of `other`. */
  ge::graphStatus ShareFrom(const TensorData &other) {
    if (IsSharedWith(other)) {
      return ge::GRAPH_SUCCESS;
    }
    const ge::graphStatus status = Free();
    if (status != ge::GRAPH_SUCCESS) {
      return status;
    }
    addr_ = other.addr_;
    manager_ = other.manager_;
    size_ = other.size_;
    placement_ = other.placement_;
    return (manager_ != nullptr) ? manager_(addr_, kPlusShareCount, nullptr) : ge::GRAPH_SUCCESS;
  }
  bool IsSharedWith(const TensorData &other) const {
    return addr_ == other.addr_ && manager_ == other.manager_ && size_ == other.size_ && placement_ == other.placement_;
  }

  /** Hands block and manager to the caller, who then has to free; this object becomes empty. */
  TensorAddress Release(TensorAddrManager &manager) {
    TensorAddress addr = addr_;
    manager = manager_;
    addr_ = nullptr;
    manager_ = nullptr;
    return addr;
  }

 private:
  TensorAddress addr_;
  TensorAddrManager manager_;
  size_t size_;
  TensorPlacement placement_;
};
static_assert(std::is_standard_layout<TensorData>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_TENSOR_DATA_H_
