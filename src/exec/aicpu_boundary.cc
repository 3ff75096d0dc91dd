// Members of AI CPU tasks that take strings or attribute maps, compiled once for each string ABI.
#include <string>
#include <string_view>
#include <vector>

#include "exec/aicpu_task.h"
#include "opdev/aicpu/aicpu_task.h"

namespace op::internal {
namespace {

std::vector<std::string_view> views_of(const FVector<std::string> &names) { return {names.begin(), names.end()}; }

template <typename T>
bool set_attr_as(const void *task, const std::string &name, const GeAttrValue &value) {
  const T *held = value.Get<T>();
  if (held == nullptr) return false;
  opstrata::exec::set_task_attr(task, name, *held);
  return true;
}

}  // namespace

aclnnStatus InitAicpuTask(const void *task, const FVector<const aclTensor *> &inputs, const FVector<aclTensor *> &outputs, const AicpuAttrs &attrs) {
  opstrata::exec::clear_task_attrs(task);
  for (const auto &[name, value] : attrs) {
    const bool known = set_attr_as<int64_t>(task, name, value) || set_attr_as<float>(task, name, value) ||
                       set_attr_as<double>(task, name, value) || set_attr_as<bool>(task, name, value) ||
                       set_attr_as<ge::DataType>(task, name, value) || set_attr_as<std::string>(task, name, value) ||
                       set_attr_as<std::vector<int64_t>>(task, name, value) || set_attr_as<std::vector<float>>(task, name, value) ||
                       set_attr_as<std::vector<bool>>(task, name, value);
    if (!known) {
      OP_LOGE(ACLNN_ERR_PARAM_INVALID, "attribute %s has a type that tasks do not take", name.c_str());
      return ACLNN_ERR_PARAM_INVALID;
    }
  }
  return opstrata::exec::init_task(task, inputs, outputs);
}

AicpuTask *AicpuTaskSpace::GetOrCreateTask(aclOpExecutor *executor, const FVector<std::string> &attrNames, op::OpArgContext *args) {
  return opstrata::exec::get_or_create_task(this, executor, views_of(attrNames), args);
}

aclnnStatus CreatAicpuKernelLauncher(uint32_t opType, op::internal::AicpuTaskSpace &space, aclOpExecutor *executor,
                                     const FVector<std::string> &attrNames, op::OpArgContext *args) {
  return opstrata::exec::create_aicpu_launcher(opType, &space, executor, views_of(attrNames), args);
}

}  // namespace op::internal
