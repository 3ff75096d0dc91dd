// Start and end of single-operator execution (opdev-api section 2.31).
#include <cstdlib>
#include <memory>

#include "aclnn/aclnn_base.h"
#include "aicpu/kernel_registry.h"
#include "exec/plan_cache.h"
#include "exec/report.h"
#include "opdev/aicpu/aicpu_task.h"
#include "proto/prototype.h"

aclnnStatus aclnnInit(const char *) {
  // Everything else initialises on first use; the configuration's only key (debug kernels) means nothing on the CPU.
  (void)opstrata::proto::load_installed_prototypes();
  (void)opstrata::aicpu::kernel_search_report();
  return OK;
}

aclnnStatus aclnnFinalize(void) {
  op::internal::aclnnAicpuFinalize();
  opstrata::exec::plan_cache().clear();
  return OK;
}

aclnnStatus aclnnReselectStaticKernel(void) {
  opstrata::exec::plan_cache().clear();
  return OK;
}

aclnnStatus aclnnReselectStaticKernelWithPath(const char *path) {
  if (path == nullptr) return opstrata::exec::refused(opstrata::Msg::kExecNullArgument, {{"function", "aclnnReselectStaticKernelWithPath"}});
  const std::unique_ptr<char, void (*)(void *)> resolved(realpath(path, nullptr), std::free);
  if (resolved == nullptr) return opstrata::exec::refused(opstrata::Msg::kExecPath, {{"path", path}});
  return aclnnReselectStaticKernel();
}
