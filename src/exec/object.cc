// Memory of objects and vectors: small blocks that a thread has freed are kept for its next ones, the rest is the general
// allocator's. Memory may be freed on any thread and outlive the thread that took it.
#include "opdev/object.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/thread_owned.h"
#include "exec/object_life.h"
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
constexpr size_t kRetired = 64;

/// In front of every block; keeps the alignment of malloc.
struct alignas(16) Head {
  Head *next;       ///< while it is free
  size_t of_class;  ///< kClasses: too large to be kept
};
static_assert(sizeof(Head) == 16);

struct Kept {
  std::array<Head *, kClasses> first{};
  std::array<uint32_t, kClasses> count{};
  std::array<Head *, kRetired> retired{};  ///< of destroyed objects: in use for a while, so that nothing else lies there
  size_t next_retired = 0;
  ~Kept() {
    for (Head *head : retired) std::free(head);
    for (Head *head : first) {
      while (head != nullptr) std::free(std::exchange(head, head->next));
    }
  }
};

/// The thread's blocks; nothing for a thread that is past them.
using ThreadKept = opstrata::ThreadOwned<Kept, opstrata::ThreadObject::kBlocks, opstrata::AfterEnd::kNothing>;

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
  Kept *kept = ThreadKept::existing();
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
    Kept *kept = ThreadKept::get();
    if (kept != nullptr && kept->count[head->of_class] < kMostKept) {
      head->next = kept->first[head->of_class];
      kept->first[head->of_class] = head;
      ++kept->count[head->of_class];
      return;
    }
  }
  std::free(head);
}

namespace {

/// In front of every object that `new` makes.
struct alignas(16) LifeMark {
  std::atomic<uint64_t> mark;
  std::atomic<uint32_t> owners;  ///< of a storage
};
static_assert(sizeof(LifeMark) == 16);
constexpr uint64_t kAlive = 0x6F70737472617461U;

LifeMark *mark_of(const void *object) {
  return reinterpret_cast<LifeMark *>(const_cast<char *>(static_cast<const char *>(object)) - sizeof(LifeMark));
}

void *allocated_object(size_t size) noexcept {
  void *block = size > SIZE_MAX - sizeof(LifeMark) ? nullptr : Allocated(sizeof(LifeMark) + size);
  if (block == nullptr) return nullptr;
  return new (block) LifeMark{{kAlive}, {1}} + 1;
}
void freed_object(void *object) noexcept {
  if (object == nullptr) return;
  mark_of(object)->mark.store(0, std::memory_order_relaxed);
  DeAllocated(mark_of(object));
}

}  // namespace

Object::~Object() = default;
void *Object::operator new(size_t size) noexcept { return allocated_object(size); }
void *Object::operator new(size_t size, const std::nothrow_t &) noexcept { return allocated_object(size); }
void *Object::operator new[](size_t size) noexcept { return allocated_object(size); }
void *Object::operator new[](size_t size, const std::nothrow_t &) noexcept { return allocated_object(size); }
void Object::operator delete(void *addr) noexcept { freed_object(addr); }
void Object::operator delete(void *addr, const std::nothrow_t &) noexcept { freed_object(addr); }
void Object::operator delete[](void *addr) noexcept { freed_object(addr); }
void Object::operator delete[](void *addr, const std::nothrow_t &) noexcept { freed_object(addr); }

namespace internal {
void *MallocPtr(std::size_t size) { return Allocated(size); }
void FreePtr(void *block) { DeAllocated(block); }
}  // namespace internal
}  // namespace op

namespace opstrata::exec {

using op::mark_of;

bool claim_object(const op::Object *object) {
  // `new` gives no other addresses, so that most stray ones are not even looked at.
  if (object == nullptr || reinterpret_cast<uintptr_t>(object) % alignof(op::LifeMark) != 0) return false;
  uint64_t expected = op::kAlive;
  return mark_of(object)->mark.compare_exchange_strong(expected, 0);
}

bool is_alive(const op::Object *object) {
  return object != nullptr && mark_of(object)->mark.load(std::memory_order_acquire) == op::kAlive;
}

void retire(void *object) {
  void *block = mark_of(object);
  op::Kept *kept = op::ThreadKept::get();
  if (kept != nullptr) {
    op::Head *&place = kept->retired[kept->next_retired++ % op::kRetired];
    op::Head *before = std::exchange(place, static_cast<op::Head *>(block) - 1);
    block = before == nullptr ? nullptr : before + 1;
  }
  op::DeAllocated(block);
}

void retain(const aclStorage *storage) {
  if (storage != nullptr) mark_of(storage)->owners.fetch_add(1, std::memory_order_relaxed);
}
bool release(const aclStorage *storage) {
  if (storage == nullptr || mark_of(storage)->owners.fetch_sub(1, std::memory_order_acq_rel) != 1) return false;
  delete storage;
  return true;
}

}  // namespace opstrata::exec
