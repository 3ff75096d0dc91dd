// Memory of objects and vectors: the general allocator behind the interface's names. Its per-thread caches are what the
// pool is for; memory may be freed on any thread and outlive the thread that took it.
#include "opdev/object.h"

#include <cstdlib>

#include "opdev/pool_allocator.h"

namespace op {

void *Allocated(size_t size) { return std::malloc(size == 0 ? 1 : size); }
void DeAllocated(void *addr) { std::free(addr); }

Object::~Object() = default;
void *Object::operator new(size_t size) noexcept { return Allocated(size); }
void *Object::operator new(size_t size, const std::nothrow_t &) noexcept { return Allocated(size); }
void *Object::operator new[](size_t size) noexcept { return Allocated(size); }
void *Object::operator new[](size_t size, const std::nothrow_t &) noexcept { return Allocated(size); }
void Object::operator delete(void *addr) noexcept { DeAllocated(addr); }
void Object::operator delete(void *addr, const std::nothrow_t &) noexcept { DeAllocated(addr); }
void Object::operator delete[](void *addr) noexcept { DeAllocated(addr); }
void Object::operator delete[](void *addr, const std::nothrow_t &) noexcept { DeAllocated(addr); }

namespace internal {
void *MallocPtr(std::size_t size) { return Allocated(size); }
void FreePtr(void *block) { DeAllocated(block); }
}  // namespace internal
}  // namespace op
