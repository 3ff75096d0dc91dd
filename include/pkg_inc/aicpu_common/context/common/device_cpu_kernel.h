/**
 * @file
 * C entry points of a kernel library on the original device (aicpu-kernel-api section 22).
 */
#ifndef AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H
#define AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H

#include <cstdint>

/** Part of a run that is split into blocks. */
struct BlkDimInfo {
  uint32_t block_num;
  uint32_t block_id;
};

#endif  // AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H
