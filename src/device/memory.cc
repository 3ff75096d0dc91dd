#include "device/memory.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <string>

#include "base/settings.h"
#include "base/thread_owned.h"
#include "device/checks.h"
#include "device/guarded.h"
#include "device/mapped_memory.h"
#include "device/stream.h"
#include "device/trace.h"

namespace opstrata::device {
namespace {

constexpr size_t kAlignment = 64;

struct Registry {
  std::shared_mutex mutex;
  std::map<uintptr_t, MemoryBlock> blocks;  // by start
  std::map<int32_t, size_t> allocated;      // by device

  const MemoryBlock *containing(uintptr_t address) const {
    auto it = blocks.upper_bound(address);
    if (it == blocks.begin()) return nullptr;
    const MemoryBlock &block = (--it)->second;
    return address - block.start < block.size ? &block : nullptr;
  }
};

/// Counts blocks that have ended.
std::atomic<uint64_t> g_ended{1};

/// Blocks that a thread asked about last, as long as none has ended since.
struct KnownBlocks {
  uint64_t ended = 0;
  size_t next = 0;
  std::array<MemoryBlock, 4> blocks{};
};
OPSTRATA_THREAD_LOCAL KnownBlocks t_known_blocks;

// Never destroyed: memory may be released by destructors of static objects.
Registry &registry() {
  static Registry *const value = new Registry;
  return *value;
}

const char *kind_name(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kDevice: return "device memory";
    case MemoryKind::kPinned: return "pinned host memory";
    case MemoryKind::kMapped: return "mapped memory";
    default: return "registered host memory";
  }
}

void trace_memory(int32_t device, size_t bytes) {
  if (watched_by(kTrace))
    trace_counter(static_cast<uint32_t>(device + 1), device < 0 ? "pinned memory" : "memory", bytes);
}

}  // namespace

size_t total_memory() {
  static const size_t total = [] {
    const uint64_t machine =
        static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    return static_cast<size_t>(bytes_setting("OPSTRATA_DEVICE_MEMORY", machine, 1, UINT64_MAX));
  }();
  return total;
}

size_t allocated_memory(int32_t device) {
  Registry &r = registry();
  std::shared_lock lock(r.mutex);
  const auto it = r.allocated.find(device);
  return it == r.allocated.end() ? 0 : it->second;
}

AclStatus charge(const char *function, size_t requested, size_t size, int32_t device) {
  Registry &r = registry();
  size_t now = 0;
  {
    std::unique_lock lock(r.mutex);
    size_t &used = r.allocated[device];
    const size_t free = used < total_memory() ? total_memory() - used : 0;
    if (size > free) {
      return refuse(ACL_ERROR_RT_MEMORY_ALLOCATION, Msg::kNoMemory,
                    {{"function", function}, {"bytes", requested}, {"free", free}, {"device", device}});
    }
    now = used += size;
  }
  trace_memory(device, now);  // Without the lock: the trace has locks of its own, and writes its file.
  return {};
}

void discharge(int32_t device, size_t size) {
  Registry &r = registry();
  size_t now = 0;
  {
    std::unique_lock lock(r.mutex);
    now = r.allocated[device] -= size;
  }
  trace_memory(device, now);
}

AclStatus allocate(const char *function, size_t requested, size_t size, MemoryKind kind, int32_t device, void **address) {
  if (checked_mode()) size = requested;  // no padding: what was not asked for may not be touched
  OPSTRATA_ACL_TRY(charge(function, requested, size, device));
  void *memory = nullptr;
  if (checked_mode()) memory = allocate_guarded(size);
  else if (posix_memalign(&memory, kAlignment, size) != 0) memory = nullptr;
  if (memory == nullptr) {
    discharge(device, size);
    return refuse(ACL_ERROR_RT_MEMORY_ALLOCATION, Msg::kNoMemory,
                  {{"function", function}, {"bytes", requested}, {"free", total_memory() - allocated_memory(device)}, {"device", device}});
  }
  Registry &r = registry();
  {
    std::unique_lock lock(r.mutex);
    const auto start = reinterpret_cast<uintptr_t>(memory);
    r.blocks[start] = MemoryBlock{start, requested, size, kind, device};
  }
  *address = memory;
  return {};
}

void add_mapped(void *address, size_t size, int32_t device) {
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  const auto start = reinterpret_cast<uintptr_t>(address);
  r.blocks[start] = MemoryBlock{start, size, size, MemoryKind::kMapped, device};
}

void remove_mapped(void *address) {
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  r.blocks.erase(reinterpret_cast<uintptr_t>(address));
  g_ended.fetch_add(1, std::memory_order_acq_rel);
}

AclStatus release(const char *function, void *address, MemoryKind kind) {
  Registry &r = registry();
  size_t size = 0, now = 0;
  int32_t device = 0;
  {
    std::unique_lock lock(r.mutex);
    const auto it = r.blocks.find(reinterpret_cast<uintptr_t>(address));
    if (it == r.blocks.end() || it->second.kind != kind) {
      const MemoryBlock *inside = r.containing(reinterpret_cast<uintptr_t>(address));
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kNotAllocated,
                    {{"function", function}, {"wanted", kind_name(kind)},
                     {"found", inside == nullptr ? "an address that was not allocated, or is free already"
                                                 : it == r.blocks.end() ? "an address inside a block" : kind_name(inside->kind)}});
    }
    size = it->second.size;
    device = it->second.device;
    now = r.allocated[device] -= size;
    r.blocks.erase(it);
    g_ended.fetch_add(1, std::memory_order_acq_rel);
  }
  trace_memory(device, now);
  if (!checked_mode()) {
    std::free(address);
    return {};
  }
  forget_pending(address);
  if (!release_guarded(address, size)) {
    return refuse(ACL_ERROR_RT_DEVICE_MEM_ERROR, Msg::kNotAllocated,
                  {{"function", function},
                   {"wanted", "a block that was written inside only"},
                   {"found", "one of " + std::to_string(size) + " bytes that was written beyond its ends"}});
  }
  return {};
}

AclStatus register_host(void *address, size_t size) {
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  const auto start = reinterpret_cast<uintptr_t>(address);
  const auto next = r.blocks.lower_bound(start);
  if (r.containing(start) != nullptr || (next != r.blocks.end() && next->first - start < size)) {
    return refuse(ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED, Msg::kRegisteredTwice, {{"bytes", size}});
  }
  r.blocks[start] = MemoryBlock{start, size, size, MemoryKind::kRegistered, -1};
  return {};
}

AclStatus unregister_host(void *address) {
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  const auto it = r.blocks.find(reinterpret_cast<uintptr_t>(address));
  if (it == r.blocks.end() || it->second.kind != MemoryKind::kRegistered) {
    return refuse(ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, Msg::kNotAllocated,
                  {{"function", "aclrtHostUnregister"}, {"wanted", "registered host memory"}, {"found", "another address"}});
  }
  r.blocks.erase(it);
  g_ended.fetch_add(1, std::memory_order_acq_rel);
  return {};
}

namespace {
/// The block that contains `address`, or null; valid until the thread's next call.
const MemoryBlock *known_block(const void *address) {
  const auto number = reinterpret_cast<uintptr_t>(address);
  KnownBlocks &known = t_known_blocks;
  if (const uint64_t ended = g_ended.load(std::memory_order_acquire); known.ended != ended) {
    known = {};
    known.ended = ended;
  }
  for (const MemoryBlock &block : known.blocks) {
    if (number - block.start < block.size) return &block;
  }
  Registry &r = registry();
  std::shared_lock lock(r.mutex);
  const MemoryBlock *block = r.containing(number);
  if (block == nullptr) return nullptr;
  MemoryBlock &place = known.blocks[known.next++ % known.blocks.size()];
  place = *block;
  return &place;
}
}  // namespace

std::optional<MemoryBlock> find_block(const void *address) {
  const MemoryBlock *const block = known_block(address);
  return block == nullptr ? std::nullopt : std::optional<MemoryBlock>(*block);
}

AclStatus check_access(const char *function, const char *parameter, const void *address, size_t bytes) {
  const auto block = find_block(address);
  if (!block) return {};
  const size_t left = block->start + block->size - reinterpret_cast<uintptr_t>(address);
  if (bytes <= left) return {};
  return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kOverBlock,
                {{"function", function}, {"parameter", parameter}, {"bytes", bytes}, {"left", left}, {"size", block->requested}});
}

std::optional<BytesLeft> bytes_left(const void *address) {
  const MemoryBlock *const block = known_block(address);
  if (block == nullptr) return std::nullopt;
  return BytesLeft{block->start + block->size - reinterpret_cast<uintptr_t>(address), block->requested};
}

bool fits_allocation(const void *address, uint64_t offset, uint64_t bytes) {
  const MemoryBlock *const block = known_block(address);
  if (block == nullptr) return true;
  const uint64_t left = block->start + block->size - reinterpret_cast<uintptr_t>(address);
  return offset <= left && bytes <= left - offset;
}

void memory_before_fork() {
  mapped_memory_before_fork();  // first: who maps takes its lock, then the registry's
  registry().mutex.lock();
}
void memory_after_fork_in_parent() {
  registry().mutex.unlock();
  mapped_memory_after_fork_in_parent();
}
// The child owns copies of all blocks and may release them. The lock is made anew: glibc remembers its owner by a thread
// number that is another one in the child.
void memory_after_fork_in_child() {
  new (&registry().mutex) std::shared_mutex;
  mapped_memory_after_fork_in_child();
}

}  // namespace opstrata::device
