/// @file
/// Memory between guard pages, for the checked mode (docs/design.md, "Device memory is a place of its own"):
/// OPSTRATA_CHECKED=1.
#ifndef OPSTRATA_SRC_DEVICE_GUARDED_H_
#define OPSTRATA_SRC_DEVICE_GUARDED_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/export.h"

namespace opstrata::device {

/// Whether OPSTRATA_CHECKED=1; asked once.
OPSTRATA_INTERNAL bool checked_mode();

/// `size` bytes, 64-byte aligned, that end (up to alignment) at a page that nobody can touch, behind another such page.
/// Their content is 0xA5 everywhere. Null when memory is out.
OPSTRATA_INTERNAL void *allocate_guarded(size_t size);
/// Takes the memory away: whoever touches it from now on is stopped. False when bytes beside it were written that
/// belong to nobody.
OPSTRATA_INTERNAL bool release_guarded(void *memory, size_t size);
/// Whether nobody wrote to the bytes beside a block, which must be within reach. They get their content back.
bool is_kept_to(void *memory, size_t size);
/// Takes a block out of everybody's reach for a while, or gives it back.
void set_within_reach(void *memory, size_t size, bool within_reach);

/// Where an address lies in, or next to, a block: in its pages or in its guard pages. Released blocks are known for
/// some time.
struct GuardedPlace {
  ptrdiff_t offset;  ///< from the first byte of the block; negative before it
  size_t size;
  bool is_released;
};
std::optional<GuardedPlace> guarded_near(uintptr_t address);
void guarded_before_fork();
void guarded_after_fork_in_parent();
void guarded_after_fork_in_child();

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_GUARDED_H_
