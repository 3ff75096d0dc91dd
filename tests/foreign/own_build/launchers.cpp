// Unit tests of the first phase launch nothing: the program defines the two functions behind the launch macros itself.
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"

int g_launches = 0;

aclnnStatus CreatAiCoreKernelLauncher(const char *, uint32_t, aclOpExecutor *, op::OpArgContext *args) {
  ++g_launches;
  op::DestroyOpArgContext(args);
  return ACLNN_SUCCESS;
}
namespace op::internal {
aclnnStatus CreatAicpuKernelLauncher(uint32_t, op::internal::AicpuTaskSpace &, aclOpExecutor *, const FVector<std::string> &,
                                     op::OpArgContext *args) {
  ++g_launches;
  op::DestroyOpArgContext(args);
  return ACLNN_SUCCESS;
}
}  // namespace op::internal
