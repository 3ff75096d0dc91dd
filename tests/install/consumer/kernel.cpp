// A kernel library of a user: both interfaces, by the flags that a package gives.
#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "opstrata/kernel.h"

namespace {
const char *const kInstalled = "Installed";
}  // namespace

namespace aicpu {
class InstalledCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override { return ctx.Input(0) == nullptr ? 1 : 0; }
};
REGISTER_CPU_KERNEL(kInstalled, InstalledCpuKernel);
}  // namespace aicpu
