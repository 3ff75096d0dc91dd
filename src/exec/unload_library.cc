// A kernel library that its user closes. Built with Clang where it is installed: libraries of GCC hold unique symbols for which the
// loader keeps them, which would hide a fault.
#include <memory>

#include "opstrata/kernel.h"

namespace {

std::unique_ptr<opstrata::KernelState> prepare_negation(opstrata::PrepareContext &ctx) {
  return opstrata::make_kernel([count = ctx.input(0)->elements](opstrata::RunContext &run) {
    for (int64_t i = 0; i < count; ++i) run.out<float>(0)[i] = -run.in<float>(0)[i];
    return true;
  });
}
OPSTRATA_KERNEL(TestUnload, prepare_negation);

}  // namespace
