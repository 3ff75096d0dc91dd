// From launchers to a plan, and its runs.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "device/stream.h"
#include "exec/call_key.h"
#include "exec/executor_impl.h"
#include "exec/launch_watch.h"
#include "exec/object_life.h"
#include "exec/plan_cache.h"
#include "exec/report.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"

namespace opstrata::exec {

bool ExecutorImpl::clear() {
  constexpr size_t kMost = 256;
  const bool is_small = launchers.size() <= kMost && objects_.size() <= kMost && inputs.size() + outputs.size() <= kMost && plan_key.size() <= 65536;
  // Launchers hold pointers to tensors, views to the storage of their sources: later objects first.
  launchers.clear();
  while (!objects_.empty()) objects_.pop_back();
  graph.clear();
  inputs.clear();
  outputs.clear();
  relations.clear();
  workspace_offsets.clear();
  log = {};
  config = {};
  name.clear();
  plan_key.clear();
  key_is_hidden = false;
  begin_addresses.clear();
  kept.clear();
  if (!refusal.ok()) refusal = {};
  refused_launches.clear();
  repeat_forbidden_by.clear();
  repeatable = false;
  stream = nullptr;
  workspace = nullptr;
  workspace_size = 0;
  bound = false;
  plan_.reset();
  cached_ = nullptr;
  adopted_ = false;
  from_cache_ = false;
  planned_ = {};
  shown_key_.reset();
  drop_user_storages();
  user_addresses_.clear();
  shape_tensors_.clear();
  return is_small;
}

void ExecutorImpl::drop_launches() {
  launchers.clear();
  graph.clear();
  relations.clear();
  if (!refusal.ok()) refusal = {};
  refused_launches.clear();
  repeat_forbidden_by.clear();
  plan_.reset();
  cached_ = nullptr;
}

void ExecutorImpl::relate(const aclTensor *out, const aclTensor *middle) {
  relations.push_back({out, middle, StorageRef(out->GetStorage())});
}

void ExecutorImpl::drop_user_storages() {
  user_storages_.clear();
  user_owners_.clear();
}

void ExecutorImpl::add(std::unique_ptr<op::KernelLauncher> launcher, GraphNode node) {
  add_without_node(std::move(launcher));
  graph.add(std::move(node));
}
void ExecutorImpl::add_without_node(std::unique_ptr<op::KernelLauncher> launcher) {
  launchers.push_back(std::move(launcher));
  graph.launcher_added();
  plan_.reset();
  cached_ = nullptr;
}

op::internal::OpExecCache *ExecutorImpl::shown_key() {
  if (shown_key_ == nullptr) {
    // Its constructor takes the key that the thread has under construction, which is another call's.
    const size_t size = std::exchange(op::internal::g_hashOffset, 0);
    uint8_t *const block = std::exchange(op::internal::g_cacheBuf, nullptr);
    shown_key_ = std::make_unique<op::internal::OpExecCache>();
    op::internal::g_hashOffset = size;
    op::internal::g_cacheBuf = block;
    const std::string_view key = cached_ != nullptr ? std::string_view(cached_->key) : std::string_view(plan_key);
    if (!key_is_hidden && !key.empty()) shown_key_->SetKey(reinterpret_cast<const uint8_t *>(key.data()), key.size(), key_hash(key));
    shown_key_->SetUsable(cached_ != nullptr);
  }
  return shown_key_.get();
}
void ExecutorImpl::hide_key() {
  if (shown_key_ != nullptr) shown_key_->ClearKey();
  key_is_hidden = true;
}
void ExecutorImpl::abandon_key() {
  if (shown_key_ != nullptr) shown_key_->ClearKey();
  cached_ = nullptr;
  plan_key.clear();
}

Status ExecutorImpl::check_output_writer(const OpCall &call) const {
  const op::CoreType core = call.on_ai_cpu ? op::AI_CPU : op::AI_CORE;
  for (size_t p = 0; p < call.outputs.size(); ++p) {
    for (const aclTensor *output : call.outputs[p].tensors) {
      const bool updates = std::any_of(call.inputs.begin(), call.inputs.end(), [output](const CallParameter &input) {
        return std::find(input.tensors.begin(), input.tensors.end(), output) != input.tensors.end();
      });
      if (output == nullptr || updates) continue;
      for (const GraphNode &node : graph.nodes()) {
        if (launchers[node.position]->GetCoreType() == core || std::find(node.outputs.begin(), node.outputs.end(), output) == node.outputs.end()) continue;
        return fail(Msg::kExecTwoWriters, {{"op", call.op_type}, {"output", describe(call).output_groups[p].name},
                                       {"kind", core == op::AI_CPU ? "AI CPU" : "AI Core"},
                                       {"other", op::OpTypeDict::ToString(node.op_type).GetString()},
                                       {"other_kind", core == op::AI_CPU ? "AI Core" : "AI CPU"}});
      }
    }
  }
  return {};
}

/// Collects the storages that the steps refer to.
class ExecutorImpl::Planner final : public PlanTensors {
 public:
  Planner(ExecutorImpl &impl, Plan &plan)
      : plan_(plan),
        user_storages_(impl.user_storages_),
        shape_tensors_(impl.shape_tensors_),
        numbers_shapes_(std::any_of(impl.launchers.begin(), impl.launchers.end(),
                                    [](const auto &launcher) { return launcher->FindsShapes(); })) {
    // A redirected tensor lies in the tensor that it was redirected to, in whatever storage that is.
    for (const Relation &relation : impl.relations) {
      const aclStorage *const of_out = relation.out->GetStorage(), *const of_middle = relation.middle->GetStorage();
      if (of_out != of_middle) aliases_[of_middle] = of_out;
    }
    constexpr size_t kUsual = 8;
    plan_.storages.reserve(kUsual);
    plan_.steps.reserve(impl.launchers.size());
  }
  const StorageAliases &aliases() const { return aliases_; }
  void put_in_workspace(const aclStorage *storage, uint64_t offset) {
    StoragePlace place;
    place.kind = StoragePlace::Kind::kWorkspace;
    place.offset = offset;
    note(storage, add(std::move(place)));
  }

  TensorPlace place(const aclTensor *tensor) override {
    TensorPlace place;
    if (tensor == nullptr) return place;
    int64_t elements = tensor->GetViewOffset();
    if (tensor->GetPlacement() == gert::kOnHost) {
      place.storage = constant(*tensor);
    } else {
      const aclStorage *own = tensor->GetStorage();
      const aclStorage *storage = resolve(own, aliases_);
      const auto known = position(storage);
      place.storage = known != index_.end() && known->first == storage ? known->second : user(storage);
      if (!storage->IsFromWorkspace() || storage != own) elements += own->GetStorageOffset();
    }
    place.offset = op::CalcShapeBytes(elements, tensor->GetDataType(), true);
    place.bytes = tensor->IsEmpty() ? 0 : reach_bytes(*tensor);
    place.touched = tensor->IsEmpty() ? 0 : touched_bytes(*tensor);
    place.dtype = tensor->GetDataType();
    if (op::IsContiguous(tensor)) place.elements = op::IsPrivateFormat(tensor->GetStorageFormat()) ? tensor->Size() : tensor->Numel();
    if (numbers_shapes_ && tensor->GetPlacement() != gert::kOnHost) place.shape = shape_number(*tensor, place);
    return place;
  }

 private:
  int32_t add(StoragePlace place) {
    plan_.storages.push_back(std::move(place));
    return static_cast<int32_t>(plan_.storages.size() - 1);
  }
  /// Tensors that describe the same bytes in the same way have the same number.
  int32_t shape_number(const aclTensor &tensor, const TensorPlace &place) {
    if (op::IsPrivateFormat(tensor.GetStorageFormat()) || !op::IsContiguous(&tensor)) return -1;
    std::vector<int64_t> description{place.storage, place.offset, static_cast<int64_t>(tensor.GetDataType())};
    for (size_t i = 0; i < tensor.GetViewShape().GetDimNum(); ++i) description.push_back(tensor.GetViewShape().GetDim(i));
    const auto [known, is_new] = shape_numbers_.emplace(std::move(description), static_cast<int32_t>(shape_tensors_.size()));
    if (is_new) shape_tensors_.emplace_back();
    auto &tensors = shape_tensors_[static_cast<size_t>(known->second)];
    if (std::find(tensors.begin(), tensors.end(), &tensor) == tensors.end()) tensors.push_back(&tensor);
    return known->second;
  }
  int32_t user(const aclStorage *storage) {
    StoragePlace place;
    place.kind = StoragePlace::Kind::kUser;
    place.slot = user_storages_.size();
    user_storages_.emplace_back(storage);
    return note(storage, add(std::move(place)));
  }
  using Index = op::FVector<std::pair<const aclStorage *, int32_t>>;
  Index::iterator position(const aclStorage *storage) {
    return std::lower_bound(index_.begin(), index_.end(), storage, [](const auto &known, const aclStorage *wanted) {
      return std::less<>()(known.first, wanted);
    });
  }
  int32_t note(const aclStorage *storage, int32_t place) {
    const auto at = position(storage);
    if (at != index_.end() && at->first == storage)
      at->second = place;
    else
      index_.emplace(at, storage, place);
    return place;
  }
  /// Host data belong to the executor, the plan needs them longer: it takes a copy.
  int32_t constant(const aclTensor &tensor) {
    const uint64_t bytes = std::max<uint64_t>(reach_bytes(tensor), 1);
    StoragePlace place;
    place.kind = StoragePlace::Kind::kConstant;
    place.data = make_block(bytes);
    place.bytes = bytes;
    if (place.data != nullptr && !tensor.IsEmpty()) std::memcpy(place.data.get(), tensor.GetStorageAddr(), bytes);
    return add(std::move(place));
  }

  Plan &plan_;
  std::vector<StorageRef> &user_storages_;
  std::vector<std::vector<const aclTensor *>> &shape_tensors_;
  const bool numbers_shapes_;
  std::map<std::vector<int64_t>, int32_t> shape_numbers_;
  StorageAliases aliases_;
  Index index_;  // by address
};

void ExecutorImpl::remember_refused(const Status &status, const op::OpArgContext &args) {
  std::vector<const aclTensor *> tensors;
  const op::OpArgList &list = args.argLists[op::OP_OUTPUT_ARG];
  for (size_t i = 0; i < list.count; ++i) {
    const void *pointer = list[i].value.pointer;
    if (pointer == nullptr) continue;
    if (list[i].type == op::OpArgType::OPARG_ACLTENSOR) tensors.push_back(static_cast<const aclTensor *>(pointer));
    if (list[i].type != op::OpArgType::OPARG_ACLTENSOR_LIST) continue;
    const auto &several = *static_cast<const aclTensorList *>(pointer);
    for (uint64_t k = 0; k < several.Size(); ++k) tensors.push_back(several[k]);
  }
  refused_launches.emplace_back(status, std::move(tensors));
}

Status ExecutorImpl::unnoticed_refusal() const {
  for (const auto &[status, tensors] : refused_launches) {
    for (const aclTensor *tensor : tensors) {
      if (tensor == nullptr) continue;
      const aclStorage *storage = tensor->GetStorage();
      const auto lies_there = [storage](const aclTensor *other) { return other != nullptr && other->GetStorage() == storage; };
      const auto among = [&lies_there](const std::vector<const aclTensor *> &side) { return std::any_of(side.begin(), side.end(), lies_there); };
      bool is_made = false, is_seen = !tensor->IsFromWorkspace() || among(outputs);
      for (const GraphNode &node : graph.nodes()) {
        is_made = is_made || among(node.outputs);
        is_seen = is_seen || among(node.inputs);
      }
      if (is_seen && !is_made) return status;
    }
  }
  return {};
}

Result<std::shared_ptr<const Plan>> ExecutorImpl::plan(bool share_workspace) {
  if (plan_ != nullptr) return plan_;
  if (refusal.ok()) refusal = unnoticed_refusal();
  if (!refusal.ok()) return refusal;
  auto plan = std::make_shared<Plan>();
  plan->name = name;
  drop_user_storages();
  shape_tensors_.clear();
  Planner planner(*this, *plan);

  // A failure is remembered: phase two does not plan anew with tensors that may be gone.
  for (const auto &launcher : launchers) {
    refusal = launcher->Refresh();
    if (!refusal.ok()) return refusal;
  }
  for (GraphNode &node : graph.nodes()) node.scratch_bytes = launchers[node.position]->ScratchBytes();
  std::vector<Lifetime> entries = lifetimes(graph, planner.aliases());
  plan->workspace_bytes = place(entries, share_workspace);
  workspace_offsets.clear();
  std::map<size_t, uint64_t> scratch_offset;  // by launcher
  for (const Lifetime &entry : entries) {
    if (entry.storage == nullptr) {
      scratch_offset[entry.first] = entry.offset;
      continue;
    }
    const_cast<aclStorage *>(entry.storage)->SetWorkspaceOffset(entry.offset);
    workspace_offsets.push_back(entry.offset);
    planner.put_in_workspace(entry.storage, entry.offset);
  }
  for (size_t i = 0; i < launchers.size(); ++i) {
    Result<Step> step = launchers[i]->MakeStep(planner);
    if (!step.ok()) {
      refusal = step.status();
      return refusal;
    }
    step->scratch.bytes = step->action->scratch_bytes();
    if (step->scratch.bytes != 0) {
      StoragePlace scratch;
      scratch.kind = StoragePlace::Kind::kWorkspace;
      scratch.offset = scratch_offset[i];
      plan->storages.push_back(std::move(scratch));
      step->scratch.storage = static_cast<int32_t>(plan->storages.size() - 1);
    }
    plan->reports_shapes |= !step->reported_outputs.empty();
    plan->steps.push_back(std::move(*step));
  }
  if (plan->reports_shapes) {
    // The user's tensors learn the shapes too, also those that a kernel's output was redirected to.
    for (const Relation &relation : relations) {
      (void)planner.place(relation.middle);
      (void)planner.place(relation.out);
    }
    for (const aclTensor *tensor : outputs) (void)planner.place(tensor);
  }
  plan->user_slots = user_storages_.size();
  for (Relation &relation : relations) {
    if (relation.out->GetStorage() != relation.storage.get())
      relation.storage = StorageRef(relation.out->GetStorage());  // moved since
  }
  user_owners_.clear();
  for (const StorageRef &storage : user_storages_) {
    if (plan_key.empty()) break;  // such a plan is not recorded
    const auto lies_there = [&storage](const aclTensor *t) { return t->GetStorage() == storage.get(); };
    const auto input = std::find_if(inputs.begin(), inputs.end(), lies_there);
    const auto output =
        input == inputs.end() ? std::find_if(outputs.begin(), outputs.end(), lies_there) : outputs.end();
    if (input != inputs.end())
      user_owners_.emplace_back(static_cast<size_t>(input - inputs.begin()));
    else if (output != outputs.end())
      user_owners_.emplace_back(inputs.size() + static_cast<size_t>(output - outputs.begin()));
    else
      user_owners_.emplace_back();
  }
  plan->kept = kept;
  // Operator code that moved a tensor of the user would not do so again on a hit.
  for (const auto &[tensor, address] : begin_addresses) {
    if (tensor->GetStorageAddr() != address) abandon_key();
  }
  plan_ = std::move(plan);
  return plan_;
}

Status ExecutorImpl::run(void *workspace_address, uint64_t bytes, aclrtStream on_stream, bool is_last) {
  if (plan_ == nullptr) {
    if (const auto made = plan(true); !made.ok()) return made.status();
  }
  const uint64_t needed = plan_->workspace_bytes;
  if (needed != 0 && workspace_address == nullptr) {
    return with_first_line(fail(Msg::kExecWorkspaceNull, {{"api", name}, {"bytes", needed}}));
  }
  if (bytes < needed) {
    return with_first_line(fail(Msg::kExecWorkspaceSmall, {{"api", name}, {"bytes", bytes}, {"needed", needed}}));
  }
  workspace = workspace_address;
  workspace_size = bytes;
  bound = true;
  return launch(is_last ? std::exchange(plan_, nullptr) : plan_, workspace_address, nullptr, on_stream);
}

Status ExecutorImpl::with_first_line(const Status &status) const {
  if (plan_ == nullptr || plan_->steps.empty()) return status;
  return Binding(plan_, nullptr, {user_addresses_, user_storages_}).with_line(status, plan_->steps.front());
}

Status ExecutorImpl::run_with_own_workspace(aclrtStream on_stream) {
  auto made = plan(true);
  if (!made.ok()) return made.status();
  const uint64_t needed = (*made)->workspace_bytes;
  std::shared_ptr<void> block = needed == 0 ? nullptr : make_block(needed);
  if (needed != 0 && block == nullptr) return fail(Msg::kOutOfMemory, {{"where", name}, {"bytes", needed}});
  void *address = block.get();
  return launch(*made, address, std::move(block), on_stream);
}

Status ExecutorImpl::launch(std::shared_ptr<const Plan> current, void *workspace_address,
                            std::shared_ptr<void> own_workspace, aclrtStream on_stream) {
  if (current->steps.empty()) return {};
  const auto found = current->reports_shapes ? std::make_shared<FoundShapes>() : nullptr;
  const UserSlots slots{user_addresses_, user_storages_};
  std::shared_ptr<LaunchNote> note;
  if (device::watched_by(device::kVerbose | device::kTrace | device::kChecks)) {
    note = std::make_shared<LaunchNote>(note_launch(from_cache_, planned_));
  }
  if (adopted_ && note == nullptr && found == nullptr)  // nothing is left to be done with the plan
    return enqueue_run(std::move(current), workspace_address, slots, std::move(own_workspace), on_stream, nullptr,
                       nullptr);
  OPSTRATA_TRY(enqueue_run(current, workspace_address, slots, std::move(own_workspace), on_stream, found, note));
  if (note != nullptr) launched(*note, current->name);
  record(current);
  if (found == nullptr) return {};
  // The real shapes are part of the result, so this phase two has to wait for the run.
  OPSTRATA_TRY(device::synchronize(on_stream));
  set_found_shapes(*found);
  return {};
}

void ExecutorImpl::record(const std::shared_ptr<const Plan> &current) {
  if (adopted_ || plan_key.empty() || current->reports_shapes || !current->kept.empty()) return;
  adopted_ = true;
  auto cached = std::make_shared<CachedPlan>();
  for (const auto &owner : user_owners_) {
    if (!owner.has_value()) return;  // memory that no argument leads to
    cached->tensor_of_slot.push_back(*owner);
  }
  cached->plan = current;
  cached->workspace_offsets = workspace_offsets;
  cached->key_is_hidden = key_is_hidden;
  plan_cache().insert(std::move(plan_key), cached);
  plan_key.clear();
  if (plan_ == current) {
    cached_ = cached.get();
    plan_ = std::shared_ptr<const Plan>(cached, cached->plan.get());
  }
  if (shown_key_ != nullptr) shown_key_->SetUsable(true);
}

void ExecutorImpl::adopt(const std::shared_ptr<const CachedPlan> &cached) {
  take_over(cached);
  for (const size_t tensor : cached->tensor_of_slot) {
    user_storages_.emplace_back(
        (tensor < inputs.size() ? inputs[tensor] : outputs[tensor - inputs.size()])->GetStorage());
  }
}

bool ExecutorImpl::adopt(const std::shared_ptr<const CachedPlan> &cached, const std::vector<void *> &tensor_addresses) {
  for (const size_t tensor : cached->tensor_of_slot) {
    if (tensor >= tensor_addresses.size()) return false;
    user_addresses_.push_back(tensor_addresses[tensor]);
  }
  take_over(cached);
  repeat_forbidden_by = "its addresses are those of one call of the framework adapter";
  return true;
}

void ExecutorImpl::take_over(const std::shared_ptr<const CachedPlan> &cached) {
  plan_ = std::shared_ptr<const Plan>(cached, cached->plan.get());
  cached_ = cached.get();
  from_cache_ = true;
  workspace_offsets = cached->workspace_offsets;
  adopted_ = true;
  plan_key.clear();
  key_is_hidden = cached->key_is_hidden;
}

bool ExecutorImpl::fits_memory() const {
  const auto is_released = [](const void *address) {
    return address != nullptr && device::released_block(address).has_value();
  };
  if (std::any_of(user_addresses_.begin(), user_addresses_.end(), is_released)) return false;
  if (std::any_of(user_storages_.begin(), user_storages_.end(),
                  [&](const StorageRef &storage) { return is_released(storage.get()->GetAddr()); }))
    return false;
  alignas(64) static char some_workspace[64];
  return Binding(plan_, some_workspace, {user_addresses_, user_storages_}).check().ok();
}

void ExecutorImpl::set_found_shapes(const FoundShapes &found) {
  for (const auto &[number, dims] : found) {
    op::Shape shape;
    op::ToShape(dims.data(), dims.size(), shape);
    for (const aclTensor *tensor : shape_tensors_[static_cast<size_t>(number)]) {
      if (!is_alive(tensor)) continue;
      tensor->SetOriginalShape(shape);
      tensor->SetStorageShape(shape);
      const_cast<aclTensor *>(tensor)->SetViewShape(shape);
    }
  }
}

Status ExecutorImpl::check_repeatable() const {
  const auto refuse = [this](std::string reason) { return fail(Msg::kExecNotRepeatable, {{"api", name}, {"reason", reason}}); };
  if (!refusal.ok()) return refuse(refusal.text());
  if (!repeat_forbidden_by.empty()) return refuse(repeat_forbidden_by);
  std::vector<const aclStorage *> users;
  for (const auto *side : {&inputs, &outputs}) {
    for (const aclTensor *tensor : *side) users.push_back(tensor->GetStorage());
  }
  for (const Relation &relation : relations) users.push_back(relation.middle->GetStorage());
  for (const auto &launcher : launchers) {
    const std::string type = op::OpTypeDict::ToString(launcher->GetOpType()).GetString();
    if (std::string reason = launcher->OneShotReason(); !reason.empty()) return refuse(std::move(reason));
    for (const aclTensor *tensor : launcher->Tensors()) {
      if (tensor == nullptr || tensor->IsFromWorkspace() || tensor->GetPlacement() == gert::kOnHost) continue;
      if (std::find(users.begin(), users.end(), tensor->GetStorage()) == users.end()) {
        return refuse("operator " + type + " uses memory that belongs to no tensor of the call");
      }
    }
  }
  return {};
}

}  // namespace opstrata::exec

namespace op::internal {

aclnnStatus BuildGraph(void *graph, uint32_t opType, const op::OpArgList &inputs, const op::OpArgList &outputs,
                       const op::OpArgList &workspace) {
  using opstrata::exec::GraphNode;
  if (graph == nullptr) return opstrata::exec::refused(opstrata::Msg::kExecLauncherNull, {{"op", op::OpTypeDict::ToString(opType).GetString()}, {"parameter", "graph"}});
  GraphNode node;
  node.op_type = opType;
  const auto add = [](const op::OpArgList &list, std::vector<const aclTensor *> &to) {
    list.VisitByNoReturn([&to](size_t, const op::OpArg &arg) {
      if (arg->pointer == nullptr) return;
      if (arg.type == op::OpArgType::OPARG_ACLTENSOR) {
        to.push_back(static_cast<const aclTensor *>(arg->pointer));
      } else if (arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST) {
        const auto *tensors = static_cast<const aclTensorList *>(arg->pointer);
        for (uint64_t i = 0; i < tensors->Size(); ++i) to.push_back((*tensors)[i]);
      }
    });
  };
  add(inputs, node.inputs);
  add(outputs, node.outputs);
  add(workspace, node.workspace);
  static_cast<opstrata::exec::KernelGraph *>(graph)->add(std::move(node));
  return ACLNN_SUCCESS;
}

}  // namespace op::internal
