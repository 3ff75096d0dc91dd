/**
 * @file
 * `aicpu::CpuKernelContext`: what a kernel sees of one run (aicpu-kernel-api section 6).
 */
#ifndef CPU_KERNELS_CONTEXT_H
#define CPU_KERNELS_CONTEXT_H

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cpu_attr_value.h"
#include "cpu_tensor.h"
#include "cpu_types.h"

namespace aicpu {
class Device;
class NodeDef;
class CpuKernelContextImpl;

/** Pointers that getters return stay valid as long as the context; what does not exist is null, with a warning record. */
class OPSTRATA_API CpuKernelContext {
  friend class CpuKernelUtils;
  friend class CustCpuKernelUtils;
  friend class CustCpuKernelDlogUtils;

 public:
  explicit CpuKernelContext(DeviceType type);
  ~CpuKernelContext() = default;
  CpuKernelContext(const CpuKernelContext &) = delete;
  CpuKernelContext(CpuKernelContext &&) = delete;
  CpuKernelContext &operator=(const CpuKernelContext &) = delete;
  CpuKernelContext &operator=(CpuKernelContext &&) = delete;

  /** Shares the tensors of the node. KERNEL_STATUS_PARAM_INVALID for null. */
  uint32_t Init(NodeDef *nodeDef);
  /**
   * The form for a protobuf object of the original framework, which does not exist here: KERNEL_STATUS_PARAM_INVALID for
   * null, otherwise KERNEL_STATUS_PROTOBUF_ERROR.
   */
  uint32_t Init(void *nodeDef);

  std::string GetOpType() const;
  /** Members of a dynamic input occupy consecutive positions; an absent optional input has one, without data. */
  Tensor *Input(uint32_t index) const;
  Tensor *Output(uint32_t index) const;
  AttrValue *GetAttr(std::string name) const;
  uint32_t GetInputsSize() const;
  uint32_t GetOutputsSize() const;

 private:
  std::shared_ptr<CpuKernelContextImpl> impl_;
  std::shared_ptr<Device> device_;  // the name is interface: tests reset it
};
}  // namespace aicpu

#endif  // CPU_KERNELS_CONTEXT_H
