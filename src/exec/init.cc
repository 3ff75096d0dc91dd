// Start and end of single-operator execution (opdev-api section 2.31).
#include <simdjson.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <string_view>

#include "aclnn/aclnn_base.h"
#include "aicpu/kernel_registry.h"
#include "device/stream.h"
#include "exec/plan_cache.h"
#include "exec/report.h"
#include "opdev/aicpu/aicpu_task.h"
#include "proto/prototype.h"

namespace {
/// Whether the configuration asks for debug kernels. A file that is missing or no such JSON asks for nothing.
bool wants_debug_kernels(const char *path) {
  if (path == nullptr || *path == '\0') return false;
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  std::string_view value;
  return parser.load(path).get(root) == simdjson::SUCCESS && root.is_object() &&
         root["op_debug_config"]["enable_debug_kernel"].get(value) == simdjson::SUCCESS && value == "on";
}
}  // namespace

aclnnStatus aclnnInit(const char *configPath) {
  // Everything else initialises on first use.
  try {
    if (wants_debug_kernels(configPath)) opstrata::device::set_system_option(ACL_OPT_ENABLE_DEBUG_KERNEL, 1);
  } catch (const std::exception &) {
    // A configuration too large for memory is one that cannot be read.
  }
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
  if (path == nullptr)
    return opstrata::exec::refused(opstrata::Msg::kExecNullArgument,
                                   {{"function", "aclnnReselectStaticKernelWithPath"}, {"parameter", "path"}});
  const std::unique_ptr<char, void (*)(void *)> resolved(realpath(path, nullptr), std::free);
  if (resolved == nullptr) return opstrata::exec::refused(opstrata::Msg::kExecPath, {{"path", path}});
  return aclnnReselectStaticKernel();
}
