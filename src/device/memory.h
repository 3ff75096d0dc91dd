/// @file
/// Device and pinned host memory. Every allocation is known by its address range, so that wrong addresses are refused, the kind
/// of a pointer can be asked for, and accesses can be checked against what was allocated.
#ifndef OPSTRATA_SRC_DEVICE_MEMORY_H_
#define OPSTRATA_SRC_DEVICE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/export.h"
#include "device/acl_status.h"

namespace opstrata::device {

enum class MemoryKind : uint8_t { kDevice, kPinned, kRegistered, kMapped };

struct MemoryBlock {
  uintptr_t start;
  size_t requested;  ///< what the user asked for
  size_t size;       ///< with rounding and padding
  MemoryKind kind;
  int32_t device;  ///< -1 for host memory
};

/// Allocates `size` usable bytes on `device` (-1 for pinned host memory), 64-byte aligned.
AclStatus allocate(const char *function, size_t requested, size_t size, MemoryKind kind, int32_t device, void **address);
/// Releases what `allocate` gave; 100000 for anything else, naming what the address is.
AclStatus release(const char *function, void *address, MemoryKind kind);
/// Makes ordinary host memory known, or unknown again.
AclStatus register_host(void *address, size_t size);
AclStatus unregister_host(void *address);

/// Makes device memory known that lies elsewhere (device/mapped_memory.h), or unknown again.
void add_mapped(void *address, size_t size, int32_t device);
void remove_mapped(void *address);
/// Counts `size` bytes as allocated on a device, or refuses them (207001); `requested` is what the refusal names.
AclStatus charge(const char *function, size_t requested, size_t size, int32_t device);
void discharge(int32_t device, size_t size);

/// The block that contains `address`, if any.
OPSTRATA_INTERNAL std::optional<MemoryBlock> find_block(const void *address);
/// Refuses an access of `bytes` at `address` that begins inside a known block and runs over its end (107000).
AclStatus check_access(const char *function, const char *parameter, const void *address, size_t bytes);

/// Bytes of device memory: of the simulated device, and those that are allocated.
size_t total_memory();
size_t allocated_memory(int32_t device);

void memory_before_fork();
void memory_after_fork_in_parent();
void memory_after_fork_in_child();

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_MEMORY_H_
