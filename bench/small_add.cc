// What the programs of small_add.h share but may have once only: the kernel of operator type BenchAdd, and the counter.
#include <atomic>

#include "allocations.h"
#include "cpu_kernel.h"

namespace {
std::atomic<int64_t> g_allocations{0};
}
// Everything that allocates through malloc or operator new passes here.
extern "C" void *malloc(size_t size) {
  g_allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}

namespace opstrata::bench {
namespace {

/// The kernel of operator type BenchAdd: a class, made anew for every run.
class AddKernel final : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext &ctx) override {
    const auto *a = static_cast<const float *>(ctx.Input(0)->GetData());
    const auto *b = static_cast<const float *>(ctx.Input(1)->GetData());
    auto *c = static_cast<float *>(ctx.Output(0)->GetData());
    const int64_t count = ctx.Output(0)->NumElements();
    for (int64_t i = 0; i < count; ++i) c[i] = a[i] + b[i];
    return 0;
  }
};

}  // namespace

int64_t allocations() { return g_allocations.load(); }

}  // namespace opstrata::bench

namespace aicpu {
namespace {
const char *const kBenchAdd = "BenchAdd";
REGISTER_CPU_KERNEL(kBenchAdd, opstrata::bench::AddKernel);
}  // namespace
}  // namespace aicpu
