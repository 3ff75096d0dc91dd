/// @file
/// Base of the objects that operator code creates by the thousand (opdev-api section 2.13): pooled allocation, usable from
/// any thread, memory may be freed on another thread and outlive the thread that created it.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OBJECT_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_OBJECT_H_

#include <cstddef>
#include <new>

#include "opstrata/visibility.h"

using std::size_t;

namespace op {

/// Memory of the pool; null when exhausted. 16-byte aligned. Freed with DeAllocated (null allowed), on any thread.
OPSTRATA_API void *Allocated(size_t size);
OPSTRATA_API void DeAllocated(void *addr);

struct OPSTRATA_API Object {
  virtual ~Object();
  static void *operator new(size_t size) noexcept;
  static void *operator new(size_t size, const std::nothrow_t &tag) noexcept;
  static void *operator new[](size_t size) noexcept;
  static void *operator new[](size_t size, const std::nothrow_t &tag) noexcept;
  static void *operator new(size_t, void *place) noexcept { return place; }
  static void operator delete(void *addr) noexcept;
  static void operator delete(void *addr, const std::nothrow_t &tag) noexcept;
  static void operator delete[](void *addr) noexcept;
  static void operator delete[](void *addr, const std::nothrow_t &tag) noexcept;
  static void operator delete(void *, void *) noexcept {}

 protected:
  Object() = default;
  Object(const Object &) = default;
  Object &operator=(const Object &) = default;
};

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OBJECT_H_
