// Habits of CPU kernel sources that their own flags let pass and ours must too: formats that do not match, checks without semicolon.
#include <cstdint>
#include <map>
#include <string>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "cust_cpu_utils.h"
#include "utils/kernel_util.h"

namespace {
const char *const kHabit = "Habit";
}

namespace aicpu {
class HabitCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override {
    Tensor *x = ctx.Input(0);
    KERNEL_CHECK_NULLPTR(x, KERNEL_STATUS_PARAM_INVALID, "no input")
    KERNEL_CHECK_FALSE((x->NumElements() > 0), KERNEL_STATUS_PARAM_INVALID, "%u elements", x->NumElements())
    const uint64_t bytes = x->GetDataSize();
    const int32_t rank = x->GetTensorShape()->GetDims();
    KERNEL_LOG_DEBUG("%ld bytes, rank %u, %llu", bytes, rank, bytes);
    KERNEL_LOG_INFO("no arguments");
    KERNEL_HANDLE_ERROR(Step(ctx), "step of %d failed", bytes)
    KERNEL_HANDLE_ERROR(NormalCheck(ctx, 1, 1), "wrong count")
    std::map<std::string, int> counts;  // by way of cpu_types.h
    return counts.empty() ? KERNEL_STATUS_OK : KERNEL_STATUS_INNER_ERROR;
  }

 private:
  static uint32_t Step(const CpuKernelContext &ctx) {
    KERNEL_CHECK_RET(ctx.GetInputsSize() == 0, KERNEL_STATUS_PARAM_INVALID);
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kHabit, HabitCpuKernel);
}  // namespace aicpu
