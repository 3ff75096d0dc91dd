/// @file
/// Memory between guard pages, for the checked mode (docs/design.md, "Device memory is a place of its own"):
/// OPSTRATA_CHECKED=1.
#ifndef OPSTRATA_SRC_DEVICE_GUARDED_H_
#define OPSTRATA_SRC_DEVICE_GUARDED_H_

#include <cstddef>

namespace opstrata::device {

/// Whether OPSTRATA_CHECKED=1; asked once.
bool checked_mode();

/// `size` bytes, 64-byte aligned, that end (up to alignment) at a page that nobody can touch, behind another such page.
/// Their content is 0xA5 everywhere. Null when memory is out.
void *allocate_guarded(size_t size);
/// Takes the memory away: whoever touches it from now on is stopped. False when bytes beside it were written that
/// belong to nobody.
bool release_guarded(void *memory, size_t size);

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_GUARDED_H_
