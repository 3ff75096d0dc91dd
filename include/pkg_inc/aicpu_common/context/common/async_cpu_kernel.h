/**
 * @file
 * `aicpu::AsyncCpuKernel`: a kernel that reports its end by a callback (aicpu-kernel-api section 23).
 */
#ifndef AICPU_CONTEXT_COMMON_ASYNC_CPU_KERNEL_H
#define AICPU_CONTEXT_COMMON_ASYNC_CPU_KERNEL_H

#include <cstdint>
#include <functional>

#include "cpu_kernel.h"

namespace aicpu {
class OPSTRATA_API AsyncCpuKernel : public CpuKernel {
 public:
  using CpuKernel::CpuKernel;
  using DoneCallback = std::function<void(uint32_t status)>;

  virtual uint32_t ComputeAsync(CpuKernelContext &ctx, DoneCallback done) = 0;

  /** Calls ComputeAsync, waits for the callback and returns the status of ComputeAsync. A failing one must call back too. */
  uint32_t Compute(CpuKernelContext &ctx) override;
};
}  // namespace aicpu

#endif  // AICPU_CONTEXT_COMMON_ASYNC_CPU_KERNEL_H
