/// @file
/// Task spaces and tasks of AI CPU operators (opdev-api section 2.23), by the addresses of the interface's objects.
#ifndef OPSTRATA_SRC_EXEC_AICPU_TASK_H_
#define OPSTRATA_SRC_EXEC_AICPU_TASK_H_

#include <span>
#include <string_view>
#include <vector>

#include "exec/launch.h"
#include "opdev/op_executor.h"

namespace op::internal {
class AicpuTask;
class AicpuTaskSpace;
}

namespace opstrata::exec {

// What the two copies of aicpu_boundary.cc (one per string ABI) stand on.

op::internal::AicpuTask *find_task(const void *space, const op::FVector<const aclTensor *> &inputs, const op::OpArgContext *args);
op::internal::AicpuTask *get_or_create_task(const void *space, aclOpExecutor *executor, std::span<const std::string_view> names,
                                            const op::OpArgContext *args);
int32_t create_aicpu_launcher(uint32_t op_type, const void *space, aclOpExecutor *executor, std::span<const std::string_view> names,
                              op::OpArgContext *args);
/// Init of a task.
int32_t init_task(const void *task, const op::FVector<const aclTensor *> &inputs, const op::FVector<aclTensor *> &outputs);
void set_task_attr(const void *task, std::string_view name, int64_t value);
void set_task_attr(const void *task, std::string_view name, double value);
void set_task_attr(const void *task, std::string_view name, float value);
void set_task_attr(const void *task, std::string_view name, bool value);
void set_task_attr(const void *task, std::string_view name, ge::DataType value);
void set_task_attr(const void *task, std::string_view name, std::string_view value);
void set_task_attr(const void *task, std::string_view name, const std::vector<int64_t> &value);
void set_task_attr(const void *task, std::string_view name, const std::vector<float> &value);
void set_task_attr(const void *task, std::string_view name, const std::vector<bool> &value);
void clear_task_attrs(const void *task);

/// Bound of the tasks that a space keeps (ACLNN_AICPU_CACHE_LIMIT, default 32768), read once.
size_t task_limit();
/// Tasks that all spaces hold now.
size_t task_count();

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_AICPU_TASK_H_
