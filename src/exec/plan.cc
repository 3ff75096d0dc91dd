#include "exec/plan.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/messages.h"
#include "device/stream.h"

namespace opstrata::exec {
namespace {

constexpr uintptr_t kScratchAlignment = 64;

}  // namespace

std::shared_ptr<void> make_block(uint64_t bytes) {
  void *data = std::aligned_alloc(kScratchAlignment, (std::max<uint64_t>(bytes, 1) + kScratchAlignment - 1) & ~(kScratchAlignment - 1));
  if (data == nullptr) return nullptr;
  return {data, [](void *block) { std::free(block); }};
}

uint8_t *Binding::address(const TensorPlace &place) const {
  if (place.storage < 0) return nullptr;
  const StoragePlace &storage = plan_->storages[static_cast<size_t>(place.storage)];
  uintptr_t base = 0;
  switch (storage.kind) {
    case StoragePlace::Kind::kWorkspace: base = reinterpret_cast<uintptr_t>(workspace_) + storage.offset; break;
    case StoragePlace::Kind::kUser: base = reinterpret_cast<uintptr_t>(user_addresses_[storage.slot]); break;
    case StoragePlace::Kind::kConstant: base = reinterpret_cast<uintptr_t>(storage.data.get()); break;
  }
  // Empty tensors have no address of their own.
  return base == 0 ? nullptr : reinterpret_cast<uint8_t *>(base + static_cast<uintptr_t>(place.offset));
}

Status Binding::check() const {
  for (const Step &step : plan_->steps) {
    for (const auto *side : {&step.inputs, &step.outputs}) {
      for (size_t i = 0; i < side->size(); ++i) {
        if ((*side)[i].bytes == 0 || address((*side)[i]) != nullptr) continue;
        return fail(Msg::kExecNullAddress, {{"op", step.op_type}, {"side", side == &step.inputs ? "input" : "output"}, {"index", i}});
      }
    }
  }
  return {};
}

Status Binding::run_step(const Step &step, FoundShapes *found) const {
  StepBinding binding;
  for (const TensorPlace &place : step.inputs) binding.inputs.push_back(address(place));
  for (const TensorPlace &place : step.outputs) binding.outputs.push_back(address(place));
  binding.scratch = address(step.scratch);
  std::shared_ptr<const StepAction> action = step.action;
  aicpu::OutputShapes shapes;
  if (found != nullptr && !found->empty()) {
    aicpu::OutputShapes changed;
    for (uint32_t i = 0; i < step.inputs.size(); ++i) {
      const auto real = found->find(step.inputs[i].shape);
      if (real != found->end()) changed.emplace_back(i, real->second);
    }
    if (!changed.empty()) {
      auto reshaped = step.action->reshaped(changed, binding, shapes);
      if (!reshaped.ok()) return reshaped.status();
      if (*reshaped != nullptr) action = std::move(*reshaped);
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
    if (own_scratch == nullptr) return fail(Msg::kOutOfMemory, {{"where", step.op_type}, {"bytes", scratch_bytes}});
    binding.scratch = own_scratch.get();
  }
  if (found != nullptr && !step.reported_outputs.empty()) binding.shapes = &shapes;
  OPSTRATA_TRY(action->run(binding));
  note();
  if (checks_overflow_) (void)check_overflow(plan_->name, step, binding.outputs);
  return {};
}

Status Binding::run(FoundShapes *found) const {
  for (const Step &step : plan_->steps) OPSTRATA_TRY(run_step(step, found));
  return {};
}

Status Binding::enqueue(aclrtStream stream, std::shared_ptr<FoundShapes> found) && {
  OPSTRATA_TRY(check());
  std::string label = plan_->name;
  return device::enqueue(stream, device::Task(std::move(label), [binding = std::move(*this), found = std::move(found)] {
                           return binding.run(found.get());
                         }));
}

}  // namespace opstrata::exec
