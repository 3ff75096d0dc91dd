/**
 * @file
 * C entry points by which an argument block runs a kernel (aicpu-kernel-api sections 21 and 22).
 */
#ifndef AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H
#define AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H

#include <cstdint>

#include "opstrata/visibility.h"

namespace aicpu {
class CpuKernelContext;
}

/** Part of a run that is split into blocks. */
struct BlkDimInfo {
  uint32_t block_num;
  uint32_t block_id;
};

extern "C" {
/**
 * Runs the kernel of the node in an argument block: an aicpu::AicpuParamHead, the addresses of inputs and outputs, the length of
 * the node definition, the node definition. Shapes and data sizes are taken from the extended information where there is some,
 * and output shapes are written back to it. The kernel of the V2 register is preferred. 0; 1 for a block that is null, too
 * short, or does not agree with its node; 501 to 505 from the kernel unchanged; 0xffffffff for any other failure.
 */
OPSTRATA_API uint32_t RunCpuKernel(void *param);
/** One block of a run: the kernel sees attributes `block_num` and `block_id` when there is more than one, and its share of the workspace. */
OPSTRATA_API uint32_t RunCpuKernelWithBlock(void *param, struct BlkDimInfo *blkdim_info);

/** Runs through the V2 register alone; 2 for an unknown type. */
OPSTRATA_API uint32_t RunCpuKernelV2(aicpu::CpuKernelContext *ctx);
/** Whether the V2 register holds the type. */
OPSTRATA_API bool IsRegisteredV2(const char *op_type);
/** Writes up to `capacity` types of the V2 register, ascending, valid for the life of the process; returns how many there are. */
OPSTRATA_API uint32_t GetAllRegisteredOpTypesV2(const char **op_types, uint32_t capacity);
}

#endif  // AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H
