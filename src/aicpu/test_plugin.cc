// A library of kernels as operator libraries are: hidden visibility, either string ABI. Writes ORIGIN_VALUE to its output.
#include "cpu_kernel.h"
#include "opstrata/kernel.h"
#include "status.h"
#include "utils/log.h"

namespace aicpu {
const char *kPluginClass = "AicpuPluginClass";
class PluginKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override {
    AttrValue *scale = ctx.GetAttr("scale");
    const float factor = scale == nullptr ? 1.0f : scale->GetFloat();
    if (ctx.Input(0)->GetDataType() != DT_FLOAT) {
      KERNEL_LOG_ERROR("data type %d is not float", static_cast<int>(ctx.Input(0)->GetDataType()));
      return KERNEL_STATUS_PARAM_INVALID;
    }
    *static_cast<float *>(ctx.Output(0)->GetData()) = ORIGIN_VALUE * factor;
    ctx.Output(0)->GetTensorShape()->SetDimSizes({1});
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kPluginClass, PluginKernel);
}  // namespace aicpu

static std::unique_ptr<opstrata::KernelState> prepare_plugin(opstrata::PrepareContext &) {
  return opstrata::make_kernel([](opstrata::RunContext &run) {
    *run.out<float>(0) = ORIGIN_VALUE;
    return true;
  });
}
OPSTRATA_KERNEL(AicpuPluginState, prepare_plugin);
