/**
 * @file
 * `aicpu::Sharder`: how a device runs parallel loops.
 */
#ifndef AICPU_CONTEXT_COMMON_SHARDER_H
#define AICPU_CONTEXT_COMMON_SHARDER_H

#include <cstdint>
#include <functional>

#include "cpu_types.h"

namespace aicpu {
class Sharder {
 public:
  explicit Sharder(DeviceType device) : device_(device) {}
  virtual ~Sharder() = default;
  /** Same contract as CpuKernelUtils::ParallelFor, without status: what `work` throws comes out. */
  virtual void ParallelFor(int64_t total, int64_t perUnitSize,
                           const std::function<void(int64_t, int64_t)> &work) const = 0;
  virtual uint32_t GetCPUNum() const = 0;

 private:
  Sharder(const Sharder &) = delete;
  Sharder &operator=(const Sharder &) = delete;

 protected:
  const DeviceType device_;
};
}  // namespace aicpu

#endif  // AICPU_CONTEXT_COMMON_SHARDER_H
