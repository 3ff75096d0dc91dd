#include "exec/aicpu_task.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include "base/log.h"
#include "base/settings.h"
#include "exec/executor_impl.h"
#include "exec/op_types.h"
#include "exec/report.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/data_type_utils.h"

namespace opstrata::exec {
namespace {

using op::internal::AicpuTask;
using op::internal::AicpuTaskSpace;

struct TaskState {
  std::string op_type;
  ge::UnknowShapeOpType unknown_type = ge::DEPEND_IN_SHAPE;
  bool tensorflow = false;
  std::string key;
  std::vector<std::string> names;
  std::vector<aicpu::CallAttr> attrs;
  std::vector<CallParameter> inputs, outputs;
  const void *space = nullptr;
  bool in_use = false;
};

/// What a space was made with.
struct SpaceTraits {
  std::string op_type;
  ge::UnknowShapeOpType unknown_type = ge::DEPEND_IN_SHAPE;
  bool tensorflow = false;
  std::set<size_t> input_refs, output_refs;
};

struct SpaceState : SpaceTraits {
  std::unordered_map<std::string, std::vector<std::unique_ptr<AicpuTask>>> tasks;
  size_t task_count = 0;
};

/// All state, by the address of the interface's object. One lock: spaces live as long as the program, tasks are few.
struct Tables {
  std::recursive_mutex mutex;  // destroying a space destroys its tasks, which detach themselves
  std::map<const void *, SpaceState> spaces;
  std::map<const void *, TaskState> tasks;
};
Tables &tables() {
  static auto *made = new Tables;
  return *made;
}
using Lock = std::lock_guard<std::recursive_mutex>;

/// The task that the calling thread's last call made beyond its space's bound.
std::unique_ptr<AicpuTask> &pending_overflow() {
  static thread_local std::unique_ptr<AicpuTask> task;
  return task;
}

/// By address: the space may be gone by now, and its tasks with it.
void set_in_use(const void *task, bool in_use) {
  const Lock lock(tables().mutex);
  if (const auto found = tables().tasks.find(task); found != tables().tasks.end()) found->second.in_use = in_use;
}

template <typename T>
void append(std::string &key, const T &value) {
  key.append(reinterpret_cast<const char *>(&value), sizeof(value));
}
void append_text(std::string &key, std::string_view text) {
  append(key, text.size());
  key.append(text);
}

// One overload per kind of attribute value, each with its length: a kind without one does not compile.
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>>
void append_attr(std::string &key, T value) {
  append(key, value);
}
void append_attr(std::string &key, const std::string &value) { append_text(key, value); }
template <typename T>
void append_attr(std::string &key, const std::vector<T> &values) {
  append(key, values.size());
  for (const auto &value : values) {
    if constexpr (std::is_same_v<T, bool>) append(key, static_cast<bool>(value));
    else append_attr(key, value);
  }
}

/// Types and formats of the inputs, and the attribute values with their kinds and lengths. Shapes are no part of it.
Result<std::string> task_key(const std::string &op_type, const op::FVector<const aclTensor *> &inputs, const op::OpArgContext &args) {
  std::string key;
  append(key, inputs.size());
  for (const aclTensor *tensor : inputs) {
    append(key, tensor == nullptr ? -1 : static_cast<int32_t>(tensor->GetDataType()));
    append(key, tensor == nullptr ? -1 : static_cast<int32_t>(tensor->GetViewFormat()));
  }
  auto values = attribute_values(op_type, args.argLists[op::OP_ATTR_ARG]);
  if (!values.ok()) return values.status();
  for (const aicpu::CallAttrValue &value : *values) {
    append(key, value.index());
    std::visit([&key](const auto &v) { append_attr(key, v); }, value);
  }
  return key;
}

op::FVector<const aclTensor *> flat_tensors(const std::vector<CallParameter> &parameters) {
  op::FVector<const aclTensor *> tensors;
  for (const CallParameter &parameter : parameters) {
    for (const aclTensor *tensor : parameter.tensors) tensors.push_back(tensor);
  }
  return tensors;
}

/// An idle task with this key, marked as in use.
AicpuTask *take_idle(SpaceState &space, const std::string &key, const std::vector<std::string> *names) {
  const auto found = space.tasks.find(key);
  if (found == space.tasks.end()) return nullptr;
  for (const auto &task : found->second) {
    TaskState &state = tables().tasks[task.get()];
    if (state.in_use || (names != nullptr && state.names != *names)) continue;
    state.in_use = true;
    return task.get();
  }
  return nullptr;
}

OpCall call_of_task(const TaskState &task) {
  OpCall call;
  call.op_type = task.op_type;
  call.inputs = task.inputs;
  call.outputs = task.outputs;
  call.attrs = task.attrs;
  call.on_ai_cpu = true;
  call.vocabulary = task.tensorflow ? AttrVocabulary::kTensorFlow : AttrVocabulary::kNative;
  if (task.unknown_type == ge::DEPEND_SHAPE_RANGE) {
    for (uint32_t i = 0; i < call.outputs.size(); ++i) call.dynamic_shape_outputs.push_back(i);
  }
  return call;
}

/// Parameters that the kernel updates in place: the n-th reference output lies where the n-th reference input lies.
void share_references(const SpaceTraits &space, const OpCall &call, ExecutorImpl &impl) {
  std::vector<size_t> outputs(space.output_refs.begin(), space.output_refs.end());
  size_t rank = 0;
  for (const size_t input : space.input_refs) {
    const size_t output = rank < outputs.size() ? outputs[rank] : rank;
    ++rank;
    if (input >= call.inputs.size() || output >= call.outputs.size()) continue;
    const auto &from = call.inputs[input].tensors;
    const auto &to = call.outputs[output].tensors;
    for (size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
      if (from[i] == nullptr || to[i] == nullptr || from[i]->GetStorage() == to[i]->GetStorage() || !to[i]->IsFromWorkspace()) continue;
      auto *result = const_cast<aclTensor *>(to[i]);
      result->SetFromWorkspace(from[i]->IsFromWorkspace());
      result->SetStorageAddr(from[i]->GetStorageAddr());
      result->SetStorageOffset(from[i]->GetViewOffset() + (from[i]->IsFromWorkspace() ? 0 : from[i]->GetStorageOffset()));
      impl.relate(from[i], result);
    }
  }
}

/// The call of the macro in the words of a space.
Result<OpCall> call_in_space(const SpaceTraits &space, aclOpExecutor &executor, std::span<const std::string_view> names,
                             const op::OpArgContext &args) {
  auto call = call_of_arguments(executor, space.op_type, args);
  if (!call.ok()) return call.status();
  auto values = attribute_values(space.op_type, args.argLists[op::OP_ATTR_ARG]);
  if (!values.ok()) return values.status();
  if (values->size() != names.size()) {
    return fail(Msg::kExecAttrCount, {{"op", space.op_type}, {"names", names.size()}, {"values", values->size()}});
  }
  for (size_t i = 0; i < names.size(); ++i) call->attrs.push_back({std::string(names[i]), std::move((*values)[i])});
  return call;
}

struct TakenTask {
  AicpuTask *task = nullptr;
  bool made = false;  ///< for this call
};

/// An idle task for the call, or a new one. Everything that runs other code comes before the lock.
Result<TakenTask> get_or_create(const SpaceTraits &traits, const void *address, aclOpExecutor &executor, std::span<const std::string_view> names,
                                const op::OpArgContext &args) {
  auto call = call_in_space(traits, executor, names, args);
  if (!call.ok()) return call.status();
  if (aicpu::find_kernel(traits.op_type) == nullptr) return aicpu::no_kernel(traits.op_type);
  auto key = task_key(traits.op_type, flat_tensors(call->inputs), args);
  if (!key.ok()) return key.status();
  const std::vector<std::string> name_texts(names.begin(), names.end());
  const Lock lock(tables().mutex);
  SpaceState &space = tables().spaces[address];
  TakenTask taken{take_idle(space, *key, &name_texts), false};
  if (taken.task == nullptr) {
    std::unique_ptr<AicpuTask> made;
    if (traits.tensorflow) made = std::make_unique<op::internal::AicpuTfTask>(traits.op_type, traits.unknown_type);
    else made = std::make_unique<op::internal::AicpuCCTask>(traits.op_type, traits.unknown_type);
    taken = {made.get(), true};
    TaskState &state = tables().tasks[taken.task];
    state.key = *key;
    state.names = name_texts;
    state.in_use = true;
    if (space.task_count < task_limit()) {
      space.tasks[*key].push_back(std::move(made));
      ++space.task_count;
      state.space = address;
    } else {
      if (pending_overflow() != nullptr && log::enabled(log::Level::kWarning)) {
        log::write(log::Level::kWarning, "exec", "an AI CPU task beyond the bound of its space was never launched");
      }
      pending_overflow() = std::move(made);
    }
  }
  TaskState &state = tables().tasks[taken.task];
  state.attrs = std::move(call->attrs);
  state.inputs = std::move(call->inputs);
  state.outputs = std::move(call->outputs);
  return taken;
}

/// Takes a task out of its space, which then never had it.
void forget_task(const void *space, const AicpuTask *task) {
  const Lock lock(tables().mutex);
  const auto found = tables().spaces.find(space);
  const auto state = tables().tasks.find(task);
  if (found == tables().spaces.end() || state == tables().tasks.end()) return;
  const auto same_key = found->second.tasks.find(state->second.key);
  if (same_key == found->second.tasks.end()) return;
  found->second.task_count -= std::erase_if(same_key->second, [task](const auto &held) { return held.get() == task; });
  if (same_key->second.empty()) found->second.tasks.erase(same_key);
}

SpaceTraits traits_of(const void *space) {
  const Lock lock(tables().mutex);
  return tables().spaces[space];
}

}  // namespace

size_t task_limit() {
  static const size_t limit = number_setting("ACLNN_AICPU_CACHE_LIMIT", 32768, 0, SIZE_MAX);
  return limit;
}
size_t task_count() {
  const Lock lock(tables().mutex);
  size_t count = 0;
  for (const auto &[address, space] : tables().spaces) count += space.task_count;
  return count;
}

op::internal::AicpuTask *find_task(const void *space, const op::FVector<const aclTensor *> &inputs, const op::OpArgContext *args) {
  if (args == nullptr) return nullptr;
  const auto key = task_key(traits_of(space).op_type, inputs, *args);
  if (!key.ok()) return nullptr;
  const Lock lock(tables().mutex);
  return take_idle(tables().spaces[space], *key, nullptr);
}

op::internal::AicpuTask *get_or_create_task(const void *space, aclOpExecutor *executor, std::span<const std::string_view> names,
                                            const op::OpArgContext *args) {
  const SpaceTraits traits = traits_of(space);
  if (args == nullptr || !is_live_executor(executor)) {
    refused(Msg::kExecLauncherNull, {{"op", traits.op_type}, {"parameter", args == nullptr ? "arguments" : "executor"}});
    return nullptr;
  }
  auto taken = get_or_create(traits, space, *executor, names, *args);
  if (taken.ok()) return taken->task;
  (void)reported(taken.status());
  return nullptr;
}

namespace {
Status add_aicpu_launcher(uint32_t op_type, const void *space, aclOpExecutor &executor, std::span<const std::string_view> names,
                          const op::OpArgContext &args) {
  SpaceTraits traits = traits_of(space);
  if (traits.op_type.empty()) traits.op_type = op_type_name(op_type);  // built inline by another definition of the class
  auto taken = get_or_create(traits, space, executor, names, args);
  if (!taken.ok()) return taken.status();
  AicpuTask *task = taken->task;
  // The task is this launcher's until the launcher is destroyed; one beyond the bound dies with it.
  std::shared_ptr<void> keeper;
  std::string one_shot;
  if (auto overflow = op::internal::TakePendingOverflowTask(task); overflow != nullptr) {
    keeper = std::shared_ptr<AicpuTask>(std::move(overflow));
    one_shot = "operator " + traits.op_type + " runs as a one-shot task: its space holds as many tasks as ACLNN_AICPU_CACHE_LIMIT allows";
  } else {
    keeper = std::shared_ptr<void>(static_cast<void *>(task), [](void *address) { set_in_use(address, false); });
  }
  const bool is_overflow = !one_shot.empty();
  OpCall call;
  {
    const Lock lock(tables().mutex);
    call = call_of_task(tables().tasks[task]);
  }
  const OpCall described = call;
  if (Status status = add_call(executor, op_type, std::move(call), std::move(keeper), std::move(one_shot)); !status.ok()) {
    if (taken->made && !is_overflow) forget_task(space, task);
    return status;
  }
  ExecutorImpl &impl = ExecutorAccess::impl(executor);
  share_references(traits, described, impl);
  // The plan may stand for other calls like any other; only the interface's key is not to be seen (section 2.23).
  if (is_overflow) executor.AbandonCache(true);
  else impl.hide_key();
  return {};
}
}  // namespace

int32_t create_aicpu_launcher(uint32_t op_type, const void *space, aclOpExecutor *executor, std::span<const std::string_view> names,
                              op::OpArgContext *args) {
  struct ContextDeleter {
    void operator()(op::OpArgContext *context) const { op::DestroyOpArgContext(context); }
  };
  const std::unique_ptr<op::OpArgContext, ContextDeleter> owned(args);
  if (args == nullptr || !is_live_executor(executor)) {
    return refused_as(args == nullptr ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_PARAM_NULLPTR, Msg::kExecLauncherNull,
                      {{"op", op_type_name(op_type)}, {"parameter", args == nullptr ? "arguments" : "executor"}});
  }
  const Status status = add_aicpu_launcher(op_type, space, *executor, names, *args);
  if (!status.ok()) ExecutorAccess::impl(*executor).remember_refused(status, *args);
  return reported(status);
}

namespace {
template <typename T>
void set_attr(const void *task, std::string_view name, T value) {
  const Lock lock(tables().mutex);
  tables().tasks[task].attrs.push_back({std::string(name), aicpu::CallAttrValue(std::move(value))});
}
}  // namespace
void set_task_attr(const void *task, std::string_view name, int64_t value) { set_attr(task, name, value); }
void set_task_attr(const void *task, std::string_view name, double value) { set_attr(task, name, value); }
void set_task_attr(const void *task, std::string_view name, float value) { set_attr(task, name, value); }
void set_task_attr(const void *task, std::string_view name, bool value) { set_attr(task, name, value); }
void set_task_attr(const void *task, std::string_view name, ge::DataType value) { set_attr(task, name, value); }
void set_task_attr(const void *task, std::string_view name, std::string_view value) { set_attr(task, name, std::string(value)); }
void set_task_attr(const void *task, std::string_view name, const std::vector<int64_t> &value) { set_attr(task, name, value); }
void set_task_attr(const void *task, std::string_view name, const std::vector<float> &value) { set_attr(task, name, value); }
void set_task_attr(const void *task, std::string_view name, const std::vector<bool> &value) { set_attr(task, name, value); }
void clear_task_attrs(const void *task) {
  const Lock lock(tables().mutex);
  tables().tasks[task].attrs.clear();
}

int32_t init_task(const void *task, const op::FVector<const aclTensor *> &inputs, const op::FVector<aclTensor *> &outputs) {
  const Lock lock(tables().mutex);
  TaskState &state = tables().tasks[task];
  if (aicpu::find_kernel(state.op_type) == nullptr) return reported(aicpu::no_kernel(state.op_type));
  state.inputs.clear();
  state.outputs.clear();
  for (const aclTensor *tensor : inputs) state.inputs.push_back({{tensor}, false});
  for (const aclTensor *tensor : outputs) state.outputs.push_back({{tensor}, false});
  return ACLNN_SUCCESS;
}

namespace {
int32_t run_task(const void *task, aclrtStream stream) {
  OpCall call;
  uint32_t op_type = 0;
  {
    const Lock lock(tables().mutex);
    const TaskState &state = tables().tasks[task];
    call = call_of_task(state);
    op_type = op_type_id(state.op_type);
  }
  auto executor = make_executor(call.op_type.c_str());
  if (!executor.ok()) return reported(executor.status());
  const std::unique_ptr<aclOpExecutor, void (*)(aclOpExecutor *)> owned(*executor, destroy);
  Status status = add_call(*owned, op_type, std::move(call), nullptr, {});
  if (status.ok()) status = ExecutorAccess::impl(*owned).run_with_own_workspace(stream);
  return reported(status);
}
}  // namespace

}  // namespace opstrata::exec

namespace op::internal {

using opstrata::exec::Lock;
using opstrata::exec::tables;

void AttachAicpuTaskSpace(const void *space, const char *opType, ge::UnknowShapeOpType unknownType, bool isTf) {
  const Lock lock(tables().mutex);
  auto &state = tables().spaces[space];
  state.op_type = opType;
  state.unknown_type = unknownType;
  state.tensorflow = isTf;
}
void DetachAicpuTaskSpace(const void *space) {
  const Lock lock(tables().mutex);
  // A library that is unloaded may still have launches in flight; their tasks are then the launchers' alone.
  auto node = tables().spaces.extract(space);
}
void AttachAicpuTask(const void *task, const char *opType, ge::UnknowShapeOpType unknownType, bool isTf) {
  const Lock lock(tables().mutex);
  auto &state = tables().tasks[task];
  state.op_type = opType;
  state.unknown_type = unknownType;
  state.tensorflow = isTf;
}
void DetachAicpuTask(const void *task) {
  const Lock lock(tables().mutex);
  tables().tasks.erase(task);
}

void AicpuTask::SetVisit(bool visit) {
  opstrata::exec::set_in_use(this, visit);
}
void AicpuTask::SetSpace(void *space) {
  const Lock lock(tables().mutex);
  tables().tasks[this].space = space;
}
aclnnStatus AicpuTask::SetIoTensors(aclOpExecutor *executor, op::OpArgContext *args) {
  const Lock lock(tables().mutex);
  auto &state = tables().tasks[this];
  if (args == nullptr || !opstrata::exec::is_live_executor(executor)) {
    return opstrata::exec::refused(opstrata::Msg::kExecLauncherNull, {{"op", state.op_type}, {"parameter", args == nullptr ? "arguments" : "executor"}});
  }
  auto call = opstrata::exec::call_of_arguments(*executor, state.op_type, *args);
  if (!call.ok()) return opstrata::exec::reported(call.status());
  state.inputs = std::move(call->inputs);
  state.outputs = std::move(call->outputs);
  return ACLNN_SUCCESS;
}
aclnnStatus RunAicpuTask(const void *task, aclrtStream stream) { return opstrata::exec::run_task(task, stream); }

std::unique_ptr<AicpuTask> TakePendingOverflowTask(AicpuTask *task) {
  auto &pending = opstrata::exec::pending_overflow();
  if (pending == nullptr || pending.get() != task) return nullptr;
  return std::move(pending);
}

AicpuTask *AicpuTaskSpace::FindTask(aclOpExecutor *, op::OpArgContext *args, const FVector<const aclTensor *> &inputs) {
  return opstrata::exec::find_task(this, inputs, args);
}
void AicpuTaskSpace::SetRef(const size_t index, const bool isInput) {
  const Lock lock(tables().mutex);
  auto &state = tables().spaces[this];
  (isInput ? state.input_refs : state.output_refs).insert(index);
}
bool AicpuTaskSpace::IsRef(const size_t index, const bool isInput) const {
  const Lock lock(tables().mutex);
  const auto &state = tables().spaces[this];
  return (isInput ? state.input_refs : state.output_refs).count(index) != 0;
}
uint64_t AicpuTaskSpace::CalcHostInputDataSize(const FVector<const aclTensor *> &inputs, size_t alignBytes) const {
  uint64_t total = 0;
  const uint64_t align = std::max<size_t>(alignBytes, 1);
  for (const aclTensor *tensor : inputs) {
    if (tensor == nullptr || tensor->GetPlacement() != gert::kOnHost) continue;
    total += (static_cast<uint64_t>(CalcShapeBytes(tensor->Numel(), tensor->GetDataType())) + align - 1) / align * align;
  }
  return total;
}
uint64_t AicpuTaskSpace::CalcDeviceCacheSize(const FVector<const aclTensor *> &, std::unique_ptr<AicpuTask> &) const {
  return 0;  // kernels on the CPU read host inputs where they are and get shapes with the call
}
void AicpuTaskSpace::Clear() {
  const Lock lock(tables().mutex);
  auto &state = tables().spaces[this];
  for (auto &[key, tasks] : state.tasks) {
    const auto is_idle = [](const std::unique_ptr<AicpuTask> &task) { return !tables().tasks[task.get()].in_use; };
    state.task_count -= std::erase_if(tasks, is_idle);
  }
}

void aclnnAicpuFinalize() {
  const Lock lock(tables().mutex);
  for (auto &[address, state] : tables().spaces) {
    state.tasks.clear();
    state.task_count = 0;
  }
}

AicpuTimeStamp gAicpuTimeStamp{opstrata::switch_setting("GE_PROFILING_TO_STD_OUT"), {}};

void PrintAicpuAllTimeStampInfo(const char *opType) {
  if (!gAicpuTimeStamp.isEnabled) return;
  const uint64_t start = gAicpuTimeStamp.nanoseconds[kAicpuLaunchStart];
  for (int i = 1; i < kAicpuTimeStampNum; ++i) {
    const uint64_t at = gAicpuTimeStamp.nanoseconds[i];
    OP_EVENT("AI CPU operator %s: step %d after %llu ns", opType, i, static_cast<unsigned long long>(at >= start ? at - start : 0));
  }
}

}  // namespace op::internal
