#include "exec/launch_watch.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string_view>
#include <utility>
#include <vector>

#include "base/messages.h"
#include "device/stream.h"
#include "exec/executor_impl.h"
#include "exec/kernel_graph.h"
#include "exec/thread_context.h"
#include "opdev/data_type_utils.h"
#include "proto/prototype.h"

namespace opstrata::exec {
namespace {

/// Which earlier tensor lies at the same place; null ones lie nowhere.
template <typename Place>
std::vector<int32_t> equal_places(const std::vector<Place> &places, const Place &nowhere) {
  std::vector<int32_t> lies_at(places.size(), -1);
  for (size_t i = 0; i < places.size(); ++i) {
    const auto first = std::find(places.begin(), places.end(), places[i]);
    if (places[i] != nowhere && first < places.begin() + static_cast<std::ptrdiff_t>(i))
      lies_at[i] = static_cast<int32_t>(first - places.begin());
  }
  return lies_at;
}

/// Steps that no kernel computes, as flat tensors.
aicpu::CallDesc flat_description(const Step &step) {
  aicpu::CallDesc desc;
  desc.op_type = step.op_type;
  const auto add = [](const std::vector<TensorPlace> &places, std::vector<aicpu::CallTensor> &tensors) {
    for (const TensorPlace &place : places) {
      aicpu::CallTensor &tensor = tensors.emplace_back();
      tensor.present = place.storage >= 0;
      tensor.dtype = place.elements != 0 ? place.dtype : ge::DT_UINT8;
      tensor.shape = {place.elements != 0 ? place.elements : static_cast<int64_t>(place.touched)};
    }
  };
  add(step.inputs, desc.inputs);
  add(step.outputs, desc.outputs);
  return desc;
}

/// The sum of the outputs too.
bool wants_sums() { return device::verbosity() == 2; }

/// Adds the elements of a tensor, in the order of its shape.
void add_elements(OutputSum &sum, const uint8_t *from, const aicpu::CallTensor &tensor, size_t bytes, size_t axis) {
  if (axis == tensor.shape.size()) {
    sum.add(from, bytes);
    return;
  }
  for (int64_t i = 0; i < tensor.shape[axis]; ++i) {
    add_elements(sum, from + i * tensor.strides[axis] * static_cast<int64_t>(bytes), tensor, bytes, axis + 1);
  }
}

uint64_t sum_of(const aicpu::CallDesc &desc, const StepBinding &binding) {
  OutputSum sum;
  for (size_t i = 0; i < desc.outputs.size() && i < binding.outputs.size(); ++i) {
    const aicpu::CallTensor &tensor = desc.outputs[i];
    const auto *from = static_cast<const uint8_t *>(binding.outputs[i]);
    if (!tensor.present || from == nullptr || value_bytes(tensor) == 0) continue;
    const auto real = binding.shapes == nullptr ? aicpu::OutputShapes::const_iterator()
                                                : std::find_if(binding.shapes->begin(), binding.shapes->end(),
                                                               [i](const auto &s) { return s.first == i; });
    aicpu::CallTensor view = tensor;
    if (binding.shapes != nullptr && real != binding.shapes->end()) view.shape = real->second, view.strides.clear();
    const bool is_dense = view.blocked || view.strides.size() != view.shape.size() || op::TypeSize(view.dtype) >= 1000;
    if (view.blocked) view.shape = view.storage_shape;
    if (!is_dense) {
      add_elements(sum, from, view, op::TypeSize(view.dtype), 0);
    } else {
      sum.add(from, value_bytes(view));
    }
  }
  return sum.value();
}

Status released(const std::string &op_type, const char *side, const std::string &parameter, size_t size) {
  return fail(Msg::kExecReleased, {{"op", op_type}, {"side", side}, {"parameter", parameter}, {"size", size}});
}

}  // namespace

LaunchLine line_of(const OpCall &call) {
  using Place = std::pair<const void *, int64_t>;
  LaunchLine line;
  line.desc = describe(call);
  std::vector<Place> places;
  for (const auto *side : {&call.inputs, &call.outputs}) {
    for (const CallParameter &parameter : *side) {
      for (const aclTensor *tensor : parameter.tensors) {
        if (tensor == nullptr || tensor->GetStorage() == nullptr) {
          places.emplace_back(nullptr, 0);
          continue;
        }
        // Before phase two, memory of the workspace is known by its storage only.
        const void *address = tensor->GetStorage()->GetAddr();
        places.emplace_back(address != nullptr ? address : tensor->GetStorage(),
                            tensor->GetViewOffset() + tensor->GetStorage()->GetStorageOffset());
      }
    }
  }
  line.lies_at = equal_places(places, Place());
  // The line reads values by their description; a refused call may describe more than there is.
  size_t input = 0;
  for (const CallParameter &parameter : call.inputs) {
    for (const aclTensor *tensor : parameter.tensors) {
      const void *&constant = line.desc.inputs[input++].constant;
      if (constant != nullptr && tensor->GetViewOffset() + tensor->Numel() > tensor->Size()) constant = nullptr;
    }
  }
  line.on_ai_cpu = call.on_ai_cpu;
  line.tensorflow_names = call.vocabulary == AttrVocabulary::kTensorFlow;
  if (const char *api = thread_context().log.l2ApiName; api != nullptr) line.api = api;
  return line;
}

std::optional<LaunchLine> line_of_api_call() {
  constexpr std::string_view kPrefix = "aclnn";
  const ThreadContext &context = thread_context();
  std::string_view name = context.log.l2ApiName == nullptr ? "" : context.log.l2ApiName;
  if (name.substr(0, kPrefix.size()) != kPrefix) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  const proto::OpPrototype *const prototype = context.outputs.empty() ? nullptr : infer::known_prototype(name);
  if (prototype == nullptr ||
      std::any_of(prototype->attrs.begin(), prototype->attrs.end(), [](const auto &attr) { return attr.required; })) {
    return std::nullopt;
  }
  OpCall call;
  call.op_type = name;
  const auto add_side = [](const auto &defs, const std::vector<const aclTensor *> &tensors,
                           std::vector<CallParameter> &to) {
    for (const aclTensor *tensor : tensors) to.push_back({{tensor}, false});
    return defs.size() == tensors.size() && std::none_of(defs.begin(), defs.end(), [](const auto &def) {
             return def.kind == decltype(def.kind)::kDynamic;
           });
  };
  if (!add_side(prototype->inputs, context.inputs, call.inputs) ||
      !add_side(prototype->outputs, context.outputs, call.outputs)) {
    return std::nullopt;
  }
  return line_of(call);
}

LaunchLine line_of(const Step &step, const StepAction &action, const StepBinding &binding, const std::string &api) {
  LaunchLine line;
  const aicpu::CallDesc *described = action.description();
  line.desc = described == nullptr ? flat_description(step) : *described;
  for (const uint32_t input : action.host_inputs()) {
    if (input < line.desc.inputs.size() && input < binding.inputs.size())
      line.desc.inputs[input].constant = binding.inputs[input];
  }
  std::vector<const void *> places(binding.inputs.begin(), binding.inputs.end());
  places.resize(line.desc.inputs.size());
  places.insert(places.end(), binding.outputs.begin(), binding.outputs.end());
  places.resize(line.desc.inputs.size() + line.desc.outputs.size());
  line.lies_at = equal_places(places, static_cast<const void *>(nullptr));
  line.on_ai_cpu = step.on_ai_cpu;
  line.tensorflow_names = step.tensorflow_names;
  line.api = api;
  if (const auto place = device::running_stream()) line.stream = place->stream;
  return line;
}

LaunchNote note_launch(bool plan_hit, const device::TraceMoment &planned) {
  LaunchNote note;
  note.plan_hit = plan_hit;
  if (device::watched_by(device::kTrace)) {
    static std::atomic<uint64_t> hits{0}, misses{0};
    device::trace_counter(0, plan_hit ? "plan cache hits" : "plan cache misses", ++(plan_hit ? hits : misses));
    note.planned = planned;
    note.launched = device::trace_moment();
  }
  return note;
}

void launched(const LaunchNote &note, const std::string &api) {
  if (note.launched.at != 0) device::trace_slice("launch", api, note.launched.at);
}

WatchedStep::WatchedStep(const Plan &plan, const Step &step, const LaunchNote &note, uint64_t arrow)
    : plan_(plan), step_(step), note_(note), arrow_(arrow) {}

Status WatchedStep::begin(const StepBinding &binding, const void *workspace) {
  begin_ = device::watch_now();
  if (!device::watched_by(device::kChecks)) return {};
  std::vector<const void *> addresses;
  const auto add = [&](const std::vector<TensorPlace> &places, bool is_input, size_t i, const void *address) -> Status {
    addresses.push_back(address);
    const auto size = address == nullptr ? std::nullopt : device::released_block(address);
    if (!size) return {};
    const bool in_workspace =
        plan_.storages[static_cast<size_t>(places[i].storage)].kind == StoragePlace::Kind::kWorkspace;
    return released(step_.op_type,
                    in_workspace ? "the workspace with"
                    : is_input   ? "input"
                                 : "output",
                    step_.action->parameter(is_input, i), *size);
  };
  for (size_t i = 0; i < step_.inputs.size(); ++i) OPSTRATA_TRY(add(step_.inputs, true, i, binding.inputs[i]));
  for (size_t i = 0; i < step_.outputs.size(); ++i) OPSTRATA_TRY(add(step_.outputs, false, i, binding.outputs[i]));
  for (const void *address : {static_cast<const void *>(binding.scratch), workspace}) {
    addresses.push_back(address);
    if (address == nullptr) continue;
    if (const auto size = device::released_block(address))
      return released(step_.op_type, "the workspace", "of the call", *size);
  }
  label_ = "operator " + step_.op_type;
  work_.emplace(label_.c_str(), addresses);
  return kept_to("was written beyond its ends before the operator ran");
}

Status WatchedStep::kept_to(const char *what) const {
  const auto size = work_->written_beside();
  if (!size) return {};
  return fail(Msg::kNotAllocated,
              {{"function", label_},
               {"wanted", "memory that is written inside only"},
               {"found", "a block of " + std::to_string(*size) + " bytes that " + what + " (OPSTRATA_CHECKED=1)"}});
}

Status WatchedStep::end(const StepAction &action, const StepBinding &binding, bool has_failed) {
  const Status kept = work_ ? kept_to("the operator wrote beyond its ends") : Status();
  has_failed = has_failed || !kept.ok();
  work_.reset();
  const uint64_t now = device::watch_now();
  if (device::watched_by(device::kTrace)) {
    device::trace_slice("kernel", step_.op_type, begin_);
    if (arrow_ != 0) {
      const bool is_first = &step_ == plan_.steps.data(), is_last = has_failed || &step_ == &plan_.steps.back();
      if (is_first) {
        if (note_.planned.at != 0) device::trace_arrow(device::ArrowPart::kBegin, arrow_, note_.planned);
        device::trace_arrow(note_.planned.at != 0 ? device::ArrowPart::kStep : device::ArrowPart::kBegin, arrow_,
                            note_.launched);
      }
      device::TraceMoment here = device::trace_moment();
      here.at = begin_;
      device::trace_arrow(is_last ? device::ArrowPart::kEnd : device::ArrowPart::kStep, arrow_, here);
    }
  }
  if (!has_failed && device::watched_by(device::kVerbose)) {
    LaunchLine line = line_of(step_, action, binding, plan_.name);
    line.plan_hit = note_.plan_hit;
    line.microseconds = static_cast<double>(now - begin_) / 1000;
    if (wants_sums()) line.sum = sum_of(line.desc, binding);
    const std::string text = to_text(line) + "\n";
    (void)!write(STDERR_FILENO, text.data(), text.size());  // one call: lines of several threads do not mix
  }
  return kept;
}

Status check_memory(const OpCall &call) {
  for (const bool is_input : {true, false}) {
    const auto &parameters = is_input ? call.inputs : call.outputs;
    for (size_t p = 0; p < parameters.size(); ++p) {
      for (const aclTensor *tensor : parameters[p].tensors) {
        if (tensor == nullptr || tensor->IsFromWorkspace() || tensor->GetPlacement() == gert::kOnHost ||
            tensor->IsEmpty())
          continue;
        const void *storage = tensor->GetStorage()->GetAddr();
        if (storage == nullptr) continue;
        const auto name = [&] {
          const aicpu::CallDesc desc = describe(call);
          return (is_input ? desc.input_groups : desc.output_groups)[p].name;
        };
        if (const auto size = device::released_block(storage))
          return released(call.op_type, is_input ? "input" : "output", name(), *size);
        const int64_t from = op::CalcShapeBytes(tensor->GetViewOffset() + tensor->GetStorage()->GetStorageOffset(),
                                                tensor->GetDataType(), true);
        OPSTRATA_TRY(check_extent(call.op_type, is_input, name, storage, from, touched_bytes(*tensor)));
      }
    }
  }
  return {};
}

}  // namespace opstrata::exec
