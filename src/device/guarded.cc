#include "device/guarded.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <string_view>
#include <utility>

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

struct Quarantine {
  std::mutex mutex;
  std::deque<std::pair<void *, size_t>> blocks;
};
Quarantine &quarantine() {
  static auto *const made = new Quarantine;
  return *made;
}

}  // namespace

bool checked_mode() {
  static const bool on = [] {
    const char *text = std::getenv("OPSTRATA_CHECKED");
    return text != nullptr && std::string_view(text) == "1";
  }();
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
  return reinterpret_cast<void *>(extent.block);
}

bool release_guarded(void *memory, size_t size) {
  // The block begins in the first page of the body.
  const uintptr_t first_page = reinterpret_cast<uintptr_t>(memory) / page_size() * page_size();
  const Extent extent = extent_of(first_page - page_size(), size);
  const bool intact =
      is_filled(extent.body, extent.block) && is_filled(extent.block + size, extent.body + extent.body_size);
  (void)mprotect(reinterpret_cast<void *>(extent.body), extent.body_size, PROT_NONE);
  (void)madvise(reinterpret_cast<void *>(extent.body), extent.body_size, MADV_DONTNEED);
  Quarantine &kept = quarantine();
  const std::lock_guard lock(kept.mutex);
  kept.blocks.emplace_back(reinterpret_cast<void *>(extent.base), extent.total);
  if (kept.blocks.size() > kQuarantine) {
    munmap(kept.blocks.front().first, kept.blocks.front().second);
    kept.blocks.pop_front();
  }
  return intact;
}

}  // namespace opstrata::device
