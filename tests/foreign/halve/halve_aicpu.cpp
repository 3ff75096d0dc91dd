#include "halve_aicpu.h"

#include "cpu_kernel_utils.h"
#include "utils/kernel_util.h"

namespace {
const char *const kHalve = "Halve";
constexpr int64_t kParallelFrom = 1024;
}  // namespace

namespace aicpu {
uint32_t HalveCpuKernel::Compute(CpuKernelContext &ctx) {
  Tensor *x = ctx.Input(0);
  KERNEL_CHECK_NULLPTR(x, KERNEL_STATUS_PARAM_INVALID, "%s: no input", ctx.GetOpType().c_str());
  AttrValue *times = ctx.GetAttr("times");
  const int64_t factor = times == nullptr ? 1 : times->GetInt();
  switch (x->GetDataType()) {
    case DT_FLOAT: return Run<float>(ctx, factor);
    case DT_INT32: return Run<int32_t>(ctx, factor);
    default: KERNEL_LOG_ERROR("Halve: data type %s", DTypeStr(x->GetDataType()).c_str()); return KERNEL_STATUS_PARAM_INVALID;
  }
}

template <typename T>
uint32_t HalveCpuKernel::Run(CpuKernelContext &ctx, int64_t times) {
  const T *x = static_cast<const T *>(ctx.Input(0)->GetData());
  Tensor *second = ctx.GetInputsSize() > 1 ? ctx.Input(1) : nullptr;
  const T offset = second == nullptr || second->GetData() == nullptr ? T(0) : *static_cast<const T *>(second->GetData());
  T *y = static_cast<T *>(ctx.Output(0)->GetData());
  const int64_t n = ctx.Input(0)->NumElements();
  auto body = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = x[i] / 2 * static_cast<T>(times) + offset;
  };
  if (n < kParallelFrom) {
    body(0, n);
    return KERNEL_STATUS_OK;
  }
  return CpuKernelUtils::ParallelFor(ctx, n, 256, body);
}
REGISTER_CPU_KERNEL(kHalve, HalveCpuKernel);
}  // namespace aicpu
