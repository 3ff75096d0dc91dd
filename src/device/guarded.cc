#include "device/guarded.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <new>

#include "base/settings.h"
#include "device/checks.h"

namespace opstrata::device {
namespace {

constexpr size_t kAlignment = 64;
constexpr unsigned char kFill = 0xA5;
/// Released blocks whose addresses are not given out again yet.
constexpr size_t kQuarantine = 1024;

size_t page_size() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

/// The mapping around a block: a guard page, the pages with the block at their end, a guard page.
struct Extent {
  uintptr_t base, body, block;
  size_t body_size, total;
};
Extent extent_of(uintptr_t base, size_t size) {
  const size_t page = page_size();
  const size_t body_size = (size + page - 1) / page * page;
  const uintptr_t body = base + page;
  return {base, body, body + (body_size - size) / kAlignment * kAlignment, body_size, body_size + 2 * page};
}

bool is_filled(uintptr_t from, uintptr_t to) {
  const auto *bytes = reinterpret_cast<const unsigned char *>(from);
  return std::all_of(bytes, bytes + (to - from), [](unsigned char byte) { return byte == kFill; });
}

/// All mappings by their start, and the released ones in order of their release.
struct Mappings {
  struct Mapping {
    Extent extent;
    size_t size;
    bool is_released;
  };
  std::mutex mutex;
  std::map<uintptr_t, Mapping> all;
  std::deque<uintptr_t> released;
};
Mappings &mappings() {
  static auto *const made = new Mappings;
  return *made;
}

/// The mapping of a block, which begins in the first page of the body.
Extent extent_around(void *memory, size_t size) {
  return extent_of(reinterpret_cast<uintptr_t>(memory) / page_size() * page_size() - page_size(), size);
}

}  // namespace

bool checked_mode() {
  static const bool on = switch_setting("OPSTRATA_CHECKED");
  return on;
}

void *allocate_guarded(size_t size) {
  if (size > SIZE_MAX - 4 * page_size()) return nullptr;
  const size_t total = extent_of(0, size).total;
  void *base = mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return nullptr;
  const Extent extent = extent_of(reinterpret_cast<uintptr_t>(base), size);
  if (mprotect(reinterpret_cast<void *>(extent.body), extent.body_size, PROT_READ | PROT_WRITE) != 0) {
    munmap(base, total);
    return nullptr;
  }
  std::memset(reinterpret_cast<void *>(extent.body), kFill, extent.body_size);
  explain_faults();
  {
    Mappings &known = mappings();
    const std::lock_guard lock(known.mutex);
    known.all[extent.base] = {extent, size, false};
  }
  return reinterpret_cast<void *>(extent.block);
}

bool is_kept_to(void *memory, size_t size) {
  const Extent extent = extent_around(memory, size);
  const uintptr_t end = extent.block + size, body_end = extent.body + extent.body_size;
  if (is_filled(extent.body, extent.block) && is_filled(end, body_end)) return true;
  std::memset(reinterpret_cast<void *>(extent.body), kFill, extent.block - extent.body);
  std::memset(reinterpret_cast<void *>(end), kFill, body_end - end);
  return false;
}

bool release_guarded(void *memory, size_t size) {
  const Extent extent = extent_around(memory, size);
  const bool intact = is_kept_to(memory, size);
  (void)mprotect(reinterpret_cast<void *>(extent.body), extent.body_size, PROT_NONE);
  (void)madvise(reinterpret_cast<void *>(extent.body), extent.body_size, MADV_DONTNEED);
  Mappings &known = mappings();
  const std::lock_guard lock(known.mutex);
  known.all[extent.base] = {extent, size, true};
  known.released.push_back(extent.base);
  if (known.released.size() > kQuarantine) {
    const auto oldest = known.all.find(known.released.front());
    munmap(reinterpret_cast<void *>(oldest->first), oldest->second.extent.total);
    known.all.erase(oldest);
    known.released.pop_front();
  }
  return intact;
}

void set_within_reach(void *memory, size_t size, bool within_reach) {
  const Extent extent = extent_around(memory, size);
  (void)mprotect(reinterpret_cast<void *>(extent.body), extent.body_size,
                 within_reach ? PROT_READ | PROT_WRITE : PROT_NONE);
}

std::optional<GuardedPlace> guarded_near(uintptr_t address) {
  Mappings &known = mappings();
  const std::lock_guard lock(known.mutex);
  auto it = known.all.upper_bound(address);
  if (it == known.all.begin()) return std::nullopt;
  const Mappings::Mapping &mapping = (--it)->second;
  if (address - it->first >= mapping.extent.total) return std::nullopt;
  return GuardedPlace{static_cast<ptrdiff_t>(address) - static_cast<ptrdiff_t>(mapping.extent.block), mapping.size,
                      mapping.is_released};
}

void guarded_before_fork() { mappings().mutex.lock(); }
void guarded_after_fork_in_parent() { mappings().mutex.unlock(); }
void guarded_after_fork_in_child() { new (&mappings().mutex) std::mutex; }

}  // namespace opstrata::device
