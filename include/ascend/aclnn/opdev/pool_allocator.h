/// @file
/// Allocator of op::FVector over the pool of `opdev/object.h` (opdev-api section 2.13).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_POOL_ALLOCATOR_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_POOL_ALLOCATOR_H_

#include <cstdlib>
#include <limits>
#include <new>
#include <numeric>
#include <utility>

#include "opdev/op_log.h"
#include "opstrata/visibility.h"

namespace op {
namespace internal {

/// Memory of the pool; null when exhausted. 16-byte aligned. Freed with FreePtr (null allowed), on any thread.
OPSTRATA_API void *MallocPtr(std::size_t size);
OPSTRATA_API void FreePtr(void *block);

/// Stateless; all instances are equal. `allocate` returns null on overflow or exhaustion and never throws.
template <typename T>
class PoolAllocator {
 public:
  using value_type = T;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  template <typename U>
  struct rebind {
    using other = PoolAllocator<U>;
  };

  PoolAllocator() noexcept = default;
  template <typename U>
  PoolAllocator(const PoolAllocator<U> &) noexcept {}

  T *allocate(std::size_t count) noexcept {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) return nullptr;
    return static_cast<T *>(MallocPtr(count * sizeof(T)));
  }
  void deallocate(T *addr, std::size_t) noexcept { FreePtr(addr); }

  template <typename U, typename... Args>
  void construct(U *addr, Args &&...args) {
    ::new (static_cast<void *>(addr)) U(std::forward<Args>(args)...);
  }
  template <typename U>
  void destroy(U *addr) {
    addr->~U();
  }
};

template <typename T, typename U>
bool operator==(const PoolAllocator<T> &, const PoolAllocator<U> &) noexcept {
  return true;
}
template <typename T, typename U>
bool operator!=(const PoolAllocator<T> &, const PoolAllocator<U> &) noexcept {
  return false;
}

}  // namespace internal
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_POOL_ALLOCATOR_H_
