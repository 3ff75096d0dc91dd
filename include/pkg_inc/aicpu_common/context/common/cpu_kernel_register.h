/**
 * @file
 * The registry of kernel classes (aicpu-kernel-api section 5).
 */
#ifndef AICPU_CONTEXT_INC_REGISTAR_H
#define AICPU_CONTEXT_INC_REGISTAR_H

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cpu_context.h"
#include "cpu_kernel.h"

namespace aicpu {
/** A view of the process's registry; holds no state. V2 forms look at the V2 registry only. */
class OPSTRATA_API CpuKernelRegister {
 public:
  static CpuKernelRegister &Instance();

  /** A new kernel object; null for an unknown type. */
  std::shared_ptr<CpuKernel> GetCpuKernel(const std::string &opType);
  std::shared_ptr<CpuKernel> GetCpuKernelV2(const std::string &opType);
  bool IsRegisteredV2(const std::string &opType) const;
  /** Ascending. */
  std::vector<std::string> GetAllRegisteredOpTypes() const;
  std::vector<std::string> GetAllRegisteredOpTypesV2() const;

  /** Status of Compute, unchanged; KERNEL_STATUS_INNER_ERROR for an unknown type. */
  uint32_t RunCpuKernel(CpuKernelContext &ctx);
  uint32_t RunCpuKernelV2(CpuKernelContext &ctx);
  /** For kernels derived from AsyncCpuKernel (else KERNEL_STATUS_INNER_ERROR); `cb` is called when the kernel succeeded. */
  uint32_t RunCpuKernelAsync(CpuKernelContext &ctx, const uint8_t waitType, const uint32_t waitId,
                             std::function<uint32_t()> cb);
  uint32_t RunCpuKernelAsyncV2(CpuKernelContext &ctx, const uint8_t waitType, const uint32_t waitId,
                               std::function<uint32_t()> cb);

  /** Registers by construction. */
  class OPSTRATA_API Registerar {
   public:
    Registerar(const std::string &type, const KERNEL_CREATOR_FUN &fun);
    ~Registerar() = default;
    Registerar(const Registerar &) = delete;
    Registerar &operator=(const Registerar &) = delete;
  };
  class OPSTRATA_API RegisterarV2 {
   public:
    RegisterarV2(const std::string &type, const KERNEL_CREATOR_FUN &fun);
    ~RegisterarV2() = default;
    RegisterarV2(const RegisterarV2 &) = delete;
    RegisterarV2 &operator=(const RegisterarV2 &) = delete;
  };

 private:
  CpuKernelRegister() = default;
  ~CpuKernelRegister() = default;
};
}  // namespace aicpu

#endif  // AICPU_CONTEXT_INC_REGISTAR_H
