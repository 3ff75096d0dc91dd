/**
 * @file
 * `aicpu::Device`: what a context computes on; it chooses the parallel loop.
 */
#ifndef AICPU_CONTEXT_COMMON_DEVICE_H
#define AICPU_CONTEXT_COMMON_DEVICE_H

#include <memory>

#include "cpu_types.h"
#include "sharder.h"

namespace aicpu {
/** HOST loops on the threads of the process; DEVICE runs every loop as one range in the calling thread. */
class OPSTRATA_API Device {
 public:
  explicit Device(DeviceType device);
  ~Device() = default;
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  DeviceType GetDeviceType() const;
  const Sharder *GetSharder() const;

 private:
  DeviceType device_;
  std::shared_ptr<Sharder> sharder_;
};
}  // namespace aicpu

#endif  // AICPU_CONTEXT_COMMON_DEVICE_H
