#include "exec/plan.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>
#include <utility>

#include "base/log.h"
#include "base/messages.h"
#include "device/guarded.h"
#include "device/stream.h"
#include "exec/dump.h"
#include "exec/launch_watch.h"
#include "exec/object_life.h"
#include "exec/profile.h"
#include "opdev/aicpu/aicpu_utils.h"

namespace opstrata::exec {
namespace {

constexpr uintptr_t kScratchAlignment = 64;

/// Writes one side of a step to the dump: contiguous tensors with their type, others as the bytes from their first
/// element on.
void dump_side(const std::string &name, const char *side, const std::vector<TensorPlace> &places,
               const auto &addresses) {
  for (size_t i = 0; i < places.size(); ++i) {
    if (addresses[i] == nullptr || places[i].touched == 0) continue;
    const bool is_plain = places[i].elements != 0;
    (void)dump_memory(name, side, i, is_plain ? places[i].dtype : ge::DT_UINT8,
                      is_plain ? places[i].elements : static_cast<int64_t>(places[i].touched), addresses[i]);
  }
}

/// The dump around one operator, when it is on: inputs with a new name, which is returned, or outputs under the name of
/// before.
std::string dump_step(const Step &step, const StepBinding &binding, const char *before) {
  if (!dumps_operators()) return {};
  const std::string name = before == nullptr ? dump_name("operator", step.op_type.c_str()) : before;
  if (before == nullptr)
    dump_side(name, "input", step.inputs, binding.inputs);
  else
    dump_side(name, "output", step.outputs, binding.outputs);
  return name;
}

/// What an operator that failed was given.
void dump_failure(const Step &step, const StepBinding &binding) {
  if (dump_folder() != nullptr)
    dump_side(dump_name("exception", step.op_type.c_str()), "input", step.inputs, binding.inputs);
}

}  // namespace

std::shared_ptr<void> make_block(uint64_t bytes) {
  if (device::checked_mode()) {
    void *guarded = device::allocate_guarded(bytes);
    if (guarded == nullptr) return nullptr;
    return {guarded, [bytes](void *block) {
              if (device::release_guarded(block, bytes)) return;
              log::write(log::Level::kError, "exec",
                         "a workspace of " + std::to_string(bytes) + " bytes was written beyond its ends");
            }};
  }
  void *data = std::aligned_alloc(kScratchAlignment, (std::max<uint64_t>(bytes, 1) + kScratchAlignment - 1) & ~(kScratchAlignment - 1));
  if (data == nullptr) return nullptr;
  return {data, [](void *block) { std::free(block); }};
}

Binding::Binding(std::shared_ptr<const Plan> plan, void *workspace, const UserSlots &slots,
                 std::shared_ptr<void> own_workspace, bool checks_overflow)
    : plan_(std::move(plan)),
      workspace_(workspace),
      own_workspace_(std::move(own_workspace)),
      checks_overflow_(checks_overflow) {
  bases_.resize(plan_->storages.size());
  uintptr_t *base = bases_.data();
  const size_t given = slots.given.size();
  for (const StoragePlace &storage : plan_->storages) {
    if (storage.kind == StoragePlace::Kind::kUser) {
      const void *const address =
          storage.slot < given ? slots.given[storage.slot] : slots.storages[storage.slot - given].get()->GetAddr();
      *base++ = reinterpret_cast<uintptr_t>(address);
    } else if (storage.kind == StoragePlace::Kind::kWorkspace) {
      *base++ = reinterpret_cast<uintptr_t>(workspace) + storage.offset;
    } else {
      *base++ = reinterpret_cast<uintptr_t>(storage.data.get());
    }
  }
}

bool Binding::fits() const {
  for (const Step &step : plan_->steps) {
    for (const auto *side : {&step.inputs, &step.outputs}) {
      for (const TensorPlace &place : *side) {
        if (place.bytes == 0) continue;
        if (address(place) == nullptr) return false;
        const auto storage = static_cast<size_t>(place.storage);
        if (plan_->storages[storage].kind != StoragePlace::Kind::kUser) continue;
        const void *const base = reinterpret_cast<const void *>(bases_.data()[storage]);
        if (!device::fits_allocation(base, static_cast<uint64_t>(place.offset), place.touched)) return false;
      }
    }
  }
  return true;
}

Status Binding::check() const {
  if (fits()) return {};
  for (const Step &step : plan_->steps) {
    for (const auto *side : {&step.inputs, &step.outputs}) {
      for (size_t i = 0; i < side->size(); ++i) {
        const TensorPlace &place = (*side)[i];
        if (place.bytes == 0) continue;
        const bool is_input = side == &step.inputs;
        const uint8_t *from = address(place);
        if (from == nullptr) {
          return with_line(fail(Msg::kExecNullAddress, {{"op", step.op_type},
                                                        {"side", is_input ? "input" : "output"},
                                                        {"parameter", step.action->parameter(is_input, i)}}),
                           step);
        }
        const StoragePlace &storage = plan_->storages[static_cast<size_t>(place.storage)];
        if (storage.kind != StoragePlace::Kind::kUser) continue;
        const auto name = [&] { return step.action->parameter(is_input, i); };
        const void *const base = reinterpret_cast<const void *>(bases_[static_cast<size_t>(place.storage)]);
        const Status fits = check_extent(step.op_type, is_input, name, base, place.offset, place.touched);
        if (!fits.ok()) return with_line(fits, step);
      }
    }
  }
  return {};
}

Status Binding::with_line(const Status &status, const Step &step) const {
  std::vector<const void *> inputs;
  std::vector<void *> outputs;
  for (const TensorPlace &place : step.inputs) inputs.push_back(address(place));
  for (const TensorPlace &place : step.outputs) outputs.push_back(address(place));
  StepBinding binding;
  binding.inputs = inputs;
  binding.outputs = outputs;
  LaunchLine line = line_of(step, *step.action, binding, plan_->name);
  if (note_ != nullptr) line.plan_hit = note_->plan_hit;
  return with_launch_line(status, line);
}

Status Binding::run_step(const Step &step, FoundShapes *found, uint64_t arrow) const {
  const size_t inputs = step.inputs.size(), outputs = step.outputs.size();
  constexpr size_t kFew = 16;
  void *few[kFew];
  std::vector<void *> many;
  if (inputs + outputs > kFew) many.resize(inputs + outputs);
  void **const addresses = inputs + outputs > kFew ? many.data() : few;
  for (size_t i = 0; i < inputs; ++i) addresses[i] = address(step.inputs[i]);
  for (size_t i = 0; i < outputs; ++i) addresses[inputs + i] = address(step.outputs[i]);
  StepBinding binding;
  binding.inputs = {addresses, inputs};
  binding.outputs = {addresses + inputs, outputs};
  binding.scratch = address(step.scratch);
  const bool is_timed = profiles() || (step.on_ai_cpu && op::internal::gAicpuTimeStamp.isEnabled);
  if (found != nullptr || note_ != nullptr || dumps_ || checks_overflow_ || is_timed ||
      reinterpret_cast<uintptr_t>(binding.scratch) % kScratchAlignment != 0)
    return run_step_watched(step, binding, found, arrow, is_timed);
  Status status = step.action->run(binding);
  if (status.ok()) return status;
  dump_failure(step, binding);
  return with_line(status, step);
}

Status Binding::run_step_watched(const Step &step, StepBinding &binding, FoundShapes *found, uint64_t arrow,
                                 bool is_timed) const {
  const StepAction *action = step.action.get();
  std::shared_ptr<const StepAction> reshaped_action;
  aicpu::OutputShapes shapes;
  if (found != nullptr && !found->empty()) {
    aicpu::OutputShapes changed;
    for (uint32_t i = 0; i < step.inputs.size(); ++i) {
      const auto real = found->find(step.inputs[i].shape);
      if (real != found->end()) changed.emplace_back(i, real->second);
    }
    if (!changed.empty()) {
      auto reshaped = step.action->reshaped(changed, binding, shapes);
      if (!reshaped.ok()) return with_line(reshaped.status(), step);
      reshaped_action = std::move(*reshaped);
      if (reshaped_action != nullptr) action = reshaped_action.get();
    }
  }
  const auto note = [&] {
    for (auto &[output, shape] : shapes) {
      if (const int32_t number = step.outputs[output].shape; number >= 0) (*found)[number] = std::move(shape);
    }
    shapes.clear();
  };
  note();
  // Memory of its own for a workspace that is less aligned than kernels need, and for a step that needs more than was planned.
  std::shared_ptr<void> own_scratch;
  const uint64_t scratch_bytes = action->scratch_bytes();
  if (scratch_bytes > step.scratch.bytes || (scratch_bytes != 0 && reinterpret_cast<uintptr_t>(binding.scratch) % kScratchAlignment != 0)) {
    own_scratch = make_block(scratch_bytes);
    if (own_scratch == nullptr)
      return with_line(fail(Msg::kOutOfMemory, {{"where", step.op_type}, {"bytes", scratch_bytes}}), step);
    binding.scratch = own_scratch.get();
  }
  if (found != nullptr && !step.reported_outputs.empty()) binding.shapes = &shapes;
  const uint64_t begin = is_timed ? profile_now() : 0;
  const std::string dump = dumps_ ? dump_step(step, binding, nullptr) : std::string();
  std::optional<WatchedStep> watched;
  if (note_ != nullptr) {
    watched.emplace(*plan_, step, *note_, arrow);
    if (const Status usable = watched->begin(binding, workspace_); !usable.ok()) return with_line(usable, step);
  }
  Status status = action->run(binding);
  if (watched) {
    const Status kept = watched->end(*action, binding, !status.ok());
    if (status.ok()) status = kept;
  }
  if (!status.ok()) {
    dump_failure(step, binding);
    return with_line(status, step);
  }
  if (is_timed) {
    if (profiles()) profile_event("kernel", step.op_type, plan_->name, begin);
    // The variable GE_PROFILING_TO_STD_OUT asks for this text on the standard output.
    if (step.on_ai_cpu && op::internal::gAicpuTimeStamp.isEnabled) {
      std::printf("AI CPU operator %s of %s: %llu ns\n", step.op_type.c_str(), plan_->name.c_str(),
                  static_cast<unsigned long long>(profile_now() - begin));
    }
  }
  if (!dump.empty()) (void)dump_step(step, binding, dump.c_str());
  note();
  if (checks_overflow_) (void)check_overflow(plan_->name, step, binding.outputs);
  return {};
}

Status Binding::run(FoundShapes *found) const {
  // Captured runs are run again and again, each with an arrow of its own.
  const uint64_t arrow = note_ != nullptr && note_->launched.at != 0 ? device::trace_new_arrow() : 0;
  for (const Step &step : plan_->steps) OPSTRATA_TRY(run_step(step, found, arrow));
  return {};
}

namespace {

/// Memory of steps: that of the pool, as they come and go with every launch.
template <typename T>
struct StepMemory {
  using value_type = T;
  StepMemory() = default;
  template <typename U>
  StepMemory(const StepMemory<U> &) {}  // NOLINT: implicit as allocators are
  T *allocate(size_t count) {
    void *const block = op::internal::MallocPtr(count * sizeof(T));
    if (block == nullptr) throw std::bad_alloc();
    return static_cast<T *>(block);
  }
  void deallocate(T *block, size_t) { op::internal::FreePtr(block); }
  friend bool operator==(const StepMemory &, const StepMemory &) { return true; }
};

/// One run of a plan as a stream's step.
class LaunchStep final : public device::Step {
 public:
  template <typename... Arguments>
  explicit LaunchStep(std::shared_ptr<FoundShapes> &&found, Arguments &&...arguments)
      : binding(std::forward<Arguments>(arguments)...), found_(std::move(found)) {}
  device::AclStatus run() override {
    Status status = binding.run(found_.get());
    return status.ok() ? device::AclStatus() : device::AclStatus(ACL_ERROR_RT_AICPU_EXCEPTION, std::move(status));
  }
  std::string label() const override { return binding.name(); }

  Binding binding;  ///< does not change any more once the step is on its stream

 private:
  const std::shared_ptr<FoundShapes> found_;
};

}  // namespace

Status Binding::prepare(aclrtStream stream) {
  OPSTRATA_TRY(check());
  if (device::watched_by(device::kChecks)) {
    if (const auto left = device::bytes_left(workspace_); left && left->bytes < plan_->workspace_bytes) {
      return with_line(fail(Msg::kExecWorkspaceSmall,
                            {{"api", plan_->name}, {"bytes", left->bytes}, {"needed", plan_->workspace_bytes}}),
                       plan_->steps.front());
    }
    std::vector<device::WrittenRange> ranges;
    for (const Step &step : plan_->steps) {
      for (const TensorPlace &place : step.outputs)
        ranges.push_back({address(place), place.touched, "operator " + step.op_type});
    }
    pending_ = device::pending_writes(stream, std::move(ranges));
  }
  dumps_ = dump_folder() != nullptr;
  return {};
}

Status enqueue_run(std::shared_ptr<const Plan> plan, void *workspace, const UserSlots &slots,
                   std::shared_ptr<void> own_workspace, aclrtStream stream, std::shared_ptr<FoundShapes> found,
                   std::shared_ptr<const LaunchNote> note) {
  auto step = std::allocate_shared<LaunchStep>(StepMemory<LaunchStep>(), std::move(found), std::move(plan), workspace,
                                               slots, std::move(own_workspace), device::checks_overflow(stream));
  if (note != nullptr) step->binding.watch(std::move(note));
  OPSTRATA_TRY(step->binding.prepare(stream));
  return device::enqueue(stream, std::move(step));
}

}  // namespace opstrata::exec
