/**
 * @file
 * `aicpu::CpuKernel` and its registration (aicpu-kernel-api section 4).
 */
#ifndef CPU_KERNEL_H
#define CPU_KERNEL_H

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "cpu_context.h"

namespace aicpu {
/** A kernel: a new object is made for every run. Compute returns a status of status.h. */
class OPSTRATA_API CpuKernel {
 public:
  virtual uint32_t Compute(CpuKernelContext &ctx) = 0;
  virtual ~CpuKernel() {}
};

using KERNEL_CREATOR_FUN = std::function<std::shared_ptr<CpuKernel>(void)>;

/**
 * Registers a kernel for an operator type; the library that calls is its origin. An existing type of the same origin is kept
 * with a warning record. Always true. The V2 registry is looked at first when a kernel is dispatched.
 */
OPSTRATA_API bool RegistCpuKernel(const std::string &type, const KERNEL_CREATOR_FUN &fun);
OPSTRATA_API bool RegistCpuKernelV2(const std::string &type, const KERNEL_CREATOR_FUN &fun);

/** A new object without exceptions: null when there is no memory. */
template <typename T, typename... Args>
static inline std::shared_ptr<T> MakeShared(Args &&...args) {
  typedef typename std::remove_const<T>::type T_nc;
  return std::shared_ptr<T>(new (std::nothrow) T_nc(std::forward<Args>(args)...));
}

/* `type` must be an identifier whose value is the operator type. */
#define REGISTER_CPU_KERNEL(type, clazz)                                         \
  std::shared_ptr<CpuKernel> Creator_##type##_Kernel() {                         \
    std::shared_ptr<clazz> ptr = MakeShared<clazz>();                            \
    return ptr;                                                                  \
  }                                                                              \
  bool g_##type##_Kernel_Creator __attribute__((unused)) = RegistCpuKernel(type, Creator_##type##_Kernel)

#define REGISTER_CPU_KERNELV2(type, clazz)                                       \
  std::shared_ptr<CpuKernel> Creator_##type##_Kernel() {                         \
    std::shared_ptr<clazz> ptr = MakeShared<clazz>();                            \
    return ptr;                                                                  \
  }                                                                              \
  bool g_##type##_Kernel_Creator __attribute__((unused)) = RegistCpuKernelV2(type, Creator_##type##_Kernel)
}  // namespace aicpu

#endif  // CPU_KERNEL_H
