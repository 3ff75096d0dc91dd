/// @file
/// Addresses that are reserved without memory, and memory that has no address until it is mapped there. What is mapped
/// is device memory (device/memory.h) of the kind kMapped.
#ifndef OPSTRATA_SRC_DEVICE_MAPPED_MEMORY_H_
#define OPSTRATA_SRC_DEVICE_MAPPED_MEMORY_H_

namespace opstrata::device {

void mapped_memory_before_fork();
void mapped_memory_after_fork_in_parent();
void mapped_memory_after_fork_in_child();

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_MAPPED_MEMORY_H_
