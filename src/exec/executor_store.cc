#include "exec/executor_store.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>

#include "exec/executor_impl.h"

namespace opstrata::exec {

struct ExecutorSlot {
  alignas(16) unsigned char room[48];
  ExecutorSlot *next;  ///< while it is free
  std::atomic<uint64_t> is_live;  ///< 0, kLive or kRepeatable
};
static_assert(sizeof(ExecutorSlot) == 64 && sizeof(aclOpExecutor) <= sizeof(ExecutorSlot::room));

namespace {

constexpr size_t kBlockBytes = 65536;  // blocks are aligned to their size
constexpr size_t kSlots = kBlockBytes / sizeof(ExecutorSlot);
constexpr size_t kMostBlocks = 16384;
constexpr size_t kRest =
    256;  // places that are free before one of them is used again, so that a stale pointer names nothing at once
constexpr size_t kSpareImpls = 32;
constexpr uint64_t kLive = 1, kRepeatable = 2;

/// All blocks: a table with open addressing that is read without a lock.
struct Blocks {
  std::array<std::atomic<uintptr_t>, 2 * kMostBlocks> table{};
  std::mutex mutex;
  size_t count = 0;
  FreeSlots free;
};
// Never destroyed: executors may outlive static objects.
Blocks &blocks() {
  static auto *made = new Blocks;
  return *made;
}

size_t place_in_table(uintptr_t base) { return (base / kBlockBytes * 0x9e3779b1U) % (2 * kMostBlocks); }

bool is_block(uintptr_t base) {
  const auto &table = blocks().table;
  for (size_t i = place_in_table(base);; i = (i + 1) % table.size()) {
    const uintptr_t known = table[i].load(std::memory_order_acquire);
    if (known == base) return true;
    if (known == 0) return false;
  }
}

/// The slot at an address, null when there is none.
ExecutorSlot *slot_at(const void *address) {
  const auto number = reinterpret_cast<uintptr_t>(address);
  const uintptr_t base = number & ~(kBlockBytes - 1);
  if (number % sizeof(ExecutorSlot) != 0 || base == 0 || !is_block(base)) return nullptr;
  return reinterpret_cast<ExecutorSlot *>(number);
}

/// A block of new places; none when memory is out or all blocks are in use. With the lock.
FreeSlots new_block(Blocks &all) {
  FreeSlots slots;
  void *memory = all.count < kMostBlocks ? std::aligned_alloc(kBlockBytes, kBlockBytes) : nullptr;
  if (memory == nullptr) return slots;
  auto *first = static_cast<ExecutorSlot *>(memory);
  for (size_t i = 0; i < kSlots; ++i) slots.push(::new (static_cast<void *>(first + i)) ExecutorSlot{});
  size_t at = place_in_table(reinterpret_cast<uintptr_t>(memory));
  while (all.table[at].load(std::memory_order_relaxed) != 0) at = (at + 1) % all.table.size();
  all.table[at].store(reinterpret_cast<uintptr_t>(memory), std::memory_order_release);
  ++all.count;
  return slots;
}

}  // namespace

ExecutorSlot *FreeSlots::pop() {
  ExecutorSlot *slot = first;
  if (slot == nullptr) return nullptr;
  first = slot->next;
  if (--count == 0) last = nullptr;
  return slot;
}

void FreeSlots::push(ExecutorSlot *slot) {
  slot->next = nullptr;
  (last == nullptr ? first : last->next) = slot;
  last = slot;
  ++count;
}

ExecutorStore::ExecutorStore() { impls_.reserve(kSpareImpls); }

ExecutorStore::~ExecutorStore() {
  Blocks &all = blocks();
  const std::lock_guard lock(all.mutex);
  for (FreeSlots *slots : {&fresh_, &given_}) {
    while (ExecutorSlot *slot = slots->pop()) all.free.push(slot);
  }
}

void *ExecutorStore::take(size_t size) {
  if (size > sizeof(ExecutorSlot::room)) return nullptr;
  if (given_.count > kRest) return given_.pop();
  if (fresh_.count == 0) {
    Blocks &all = blocks();
    const std::lock_guard lock(all.mutex);
    if (all.free.count <= kRest) {
      fresh_ = new_block(all);
    } else {
      for (size_t i = 0; i < kRest / 4; ++i) fresh_.push(all.free.pop());
    }
  }
  // At the very limit the rest is used too.
  return fresh_.count != 0 ? fresh_.pop() : given_.pop();
}

void ExecutorStore::give(void *place) {
  given_.push(static_cast<ExecutorSlot *>(place));
  if (given_.count < 4 * kRest) return;
  Blocks &all = blocks();
  const std::lock_guard lock(all.mutex);
  while (given_.count > 2 * kRest) all.free.push(given_.pop());
}

std::unique_ptr<ExecutorImpl> ExecutorStore::take_impl() {
  if (impls_.empty()) return std::make_unique<ExecutorImpl>();
  std::unique_ptr<ExecutorImpl> impl = std::move(impls_.back());
  impls_.pop_back();
  return impl;
}

void ExecutorStore::give_impl(std::unique_ptr<ExecutorImpl> impl) {
  const bool is_small = impl->clear();
  if (is_small && impls_.size() < kSpareImpls) impls_.push_back(std::move(impl));
}

bool ExecutorStore::is_live(const void *place) {
  const ExecutorSlot *slot = slot_at(place);
  return slot != nullptr && slot->is_live.load(std::memory_order_acquire) != 0;
}

void ExecutorStore::set_live(const void *place, bool is_live) {
  if (ExecutorSlot *slot = slot_at(place); slot != nullptr)
    slot->is_live.store(is_live ? kLive : 0, std::memory_order_release);
}

void ExecutorStore::set_repeatable(const void *place) {
  uint64_t expected = kLive;
  if (ExecutorSlot *slot = slot_at(place); slot != nullptr) slot->is_live.compare_exchange_strong(expected, kRepeatable);
}

bool ExecutorStore::claim(const void *place, bool to_destroy) {
  ExecutorSlot *slot = slot_at(place);
  if (slot == nullptr) return false;
  uint64_t found = slot->is_live.load(std::memory_order_acquire);
  while (found != 0) {
    if (found == kRepeatable && !to_destroy) return true;
    if (slot->is_live.compare_exchange_weak(found, 0, std::memory_order_acq_rel)) return true;
  }
  return false;
}

}  // namespace opstrata::exec
