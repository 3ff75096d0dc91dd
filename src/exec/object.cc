// Memory of objects and vectors: small blocks that a thread has freed are kept for its next ones, the rest is the general
// allocator's. Memory may be freed on any thread and outlive the thread that took it.
#include "opdev/object.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "opdev/pool_allocator.h"

#if defined(__SANITIZE_ADDRESS__)
#define OPSTRATA_POOLS_BLOCKS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OPSTRATA_POOLS_BLOCKS 0
#endif
#endif
#ifndef OPSTRATA_POOLS_BLOCKS
#define OPSTRATA_POOLS_BLOCKS 1  // the address sanitizer would not see blocks that are used after they were freed
#endif

namespace op {
namespace {

constexpr size_t kStep = 32;
constexpr size_t kClasses = 32;  // blocks of 32 to 1024 bytes
constexpr uint32_t kMostKept = 64;

/// In front of every block; keeps the alignment of malloc.
struct alignas(16) Head {
  Head *next;       ///< while it is free
  size_t of_class;  ///< kClasses: too large to be kept
};
static_assert(sizeof(Head) == 16);

struct Kept {
  std::array<Head *, kClasses> first{};
  std::array<uint32_t, kClasses> count{};
  ~Kept() {
    for (Head *head : first) {
      while (head != nullptr) std::free(std::exchange(head, head->next));
    }
  }
};

thread_local constinit Kept *t_kept = nullptr;
thread_local constinit bool t_has_ended = false;

/// The thread's blocks; null for a thread that is past them.
Kept *make_kept() {
  if (t_has_ended) return nullptr;
  struct Owner {
    ~Owner() {
      t_has_ended = true;
      delete std::exchange(t_kept, nullptr);
    }
    Kept *kept = nullptr;
  };
  static thread_local Owner owner;
  owner.kept = new (std::nothrow) Kept;
  return t_kept = owner.kept;
}

void *new_block(size_t of_class, size_t size) {
  if (size > SIZE_MAX - sizeof(Head)) return nullptr;
  auto *head = static_cast<Head *>(std::malloc(sizeof(Head) + size));
  if (head == nullptr) return nullptr;
  head->of_class = of_class;
  return head + 1;
}

}  // namespace

void *Allocated(size_t size) {
  const size_t of_class = size == 0 ? 0 : (size - 1) / kStep;
  if (OPSTRATA_POOLS_BLOCKS == 0 || of_class >= kClasses) return new_block(kClasses, size == 0 ? 1 : size);
  Kept *kept = t_kept;
  if (kept != nullptr) {
    if (Head *head = kept->first[of_class]; head != nullptr) {
      kept->first[of_class] = head->next;
      --kept->count[of_class];
      return head + 1;
    }
  }
  return new_block(of_class, (of_class + 1) * kStep);
}

void DeAllocated(void *addr) {
  if (addr == nullptr) return;
  Head *head = static_cast<Head *>(addr) - 1;
  if (head->of_class < kClasses) {
    Kept *kept = t_kept != nullptr ? t_kept : make_kept();
    if (kept != nullptr && kept->count[head->of_class] < kMostKept) {
      head->next = kept->first[head->of_class];
      kept->first[head->of_class] = head;
      ++kept->count[head->of_class];
      return;
    }
  }
  std::free(head);
}

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
