#ifndef HALVE_AICPU_H_
#define HALVE_AICPU_H_
#include "cpu_kernel.h"
namespace aicpu {
class HalveCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override;

 private:
  template <typename T>
  uint32_t Run(CpuKernelContext &ctx, int64_t times);
};
}  // namespace aicpu
#endif
