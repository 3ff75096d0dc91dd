// Launchers of kernels: from a call to a step of the plan; the functions behind the launcher macros and INFER_SHAPE.
#include <algorithm>
#include <optional>
#include <span>

#include "exec/kernel_graph.h"
#include "exec/executor_impl.h"
#include "exec/kernel_action.h"
#include "exec/launch_watch.h"
#include "exec/op_types.h"
#include "exec/profile.h"
#include "exec/report.h"
#include "exec/thread_context.h"
#include "opdev/format_utils.h"
#include "opdev/shape_utils.h"
#include "proto/prototype.h"

namespace opstrata::exec {
namespace {

std::string output_name(const OpCall &call, size_t index) { return describe(call).output_groups[index].name; }

template <typename F>
void for_each_tensor(const std::vector<CallParameter> &parameters, const F &f) {
  for (const CallParameter &parameter : parameters) {
    for (const aclTensor *tensor : parameter.tensors) f(tensor);
  }
}

/// What a preparation depends on beside the description: the values of host tensors, each with its length.
std::string constants_of(const OpCall &call) {
  std::string constants;
  for_each_tensor(call.inputs, [&constants](const aclTensor *tensor) {
    if (tensor == nullptr || tensor->GetPlacement() != gert::kOnHost || tensor->IsEmpty()) return;
    const uint64_t size = reach_bytes(*tensor);
    constants.append(reinterpret_cast<const char *>(&size), sizeof(size));
    constants.append(static_cast<const char *>(tensor->GetStorageAddr()), size);
  });
  return constants;
}

/// A launch of a CPU kernel. Prepared when it is added, so that refusals belong to phase one, and again when the plan is
/// made if the description of a tensor has changed since.
class CpuKernelLauncher final : public op::KernelLauncher {
 public:
  CpuKernelLauncher(uint32_t op_type, OpCall call, std::shared_ptr<void> keeper, std::string one_shot_reason)
      : KernelLauncher(op_type, call.on_ai_cpu ? op::AI_CPU : op::AI_CORE), call_(std::move(call)), keeper_(std::move(keeper)),
        one_shot_reason_(std::move(one_shot_reason)) {}

  Status prepare() {
    const aicpu::Kernel *kernel = aicpu::find_kernel(call_.op_type);
    if (kernel == nullptr) return aicpu::no_kernel(call_.op_type);
    aicpu::CallDesc desc = describe(call_);
    constants_ = constants_of(call_);
    std::vector<uint32_t> host_inputs;
    for (uint32_t i = 0; i < desc.inputs.size(); ++i) {
      if (desc.inputs[i].constant != nullptr) host_inputs.push_back(i);
    }
    auto prepared = kernel->prepare(std::move(desc));
    if (!prepared.ok()) return prepared.status();
    std::optional<OutShapeTensor> out_shape;
    if (call_.out_shape != nullptr) {
      out_shape = OutShapeTensor{call_.out_shape->GetDataType(), static_cast<size_t>(call_.out_shape->Numel()),
                                 reported_outputs((*prepared)->desc())};
    }
    action_ = std::make_shared<KernelAction>(std::move(*prepared), std::move(out_shape), std::move(host_inputs));
    return {};
  }

  std::vector<const aclTensor *> Tensors() const override {
    std::vector<const aclTensor *> tensors = call_.workspace;
    tensors.push_back(call_.out_shape);
    for (const auto *side : {&call_.inputs, &call_.outputs}) {
      for_each_tensor(*side, [&tensors](const aclTensor *tensor) { tensors.push_back(tensor); });
    }
    return tensors;
  }
  std::string OneShotReason() const override {
    if (!one_shot_reason_.empty()) return one_shot_reason_;
    return call_.out_shape == nullptr ? "" : "operator " + call_.op_type + " writes its output shapes to a tensor (OP_OUTSHAPE)";
  }
  bool FindsShapes() const override { return !call_.dynamic_shape_outputs.empty(); }
  uint64_t ScratchBytes() const override { return action_->scratch_bytes(); }

  Status Refresh() override {
    const bool same = is_described_by(call_, *action_->description()) && constants_of(call_) == constants_;
    return same ? Status() : prepare();
  }
  Result<Step> MakeStep(PlanTensors &tensors) override {
    Step step;
    step.op_type = call_.op_type;
    step.on_ai_cpu = call_.on_ai_cpu;
    step.tensorflow_names = call_.vocabulary == AttrVocabulary::kTensorFlow;
    step.action = action_;
    step.inputs.reserve(action_->description()->inputs.size());
    step.outputs.reserve(action_->description()->outputs.size() + 1);
    for_each_tensor(call_.inputs, [&](const aclTensor *tensor) { step.inputs.push_back(tensors.place(tensor)); });
    for_each_tensor(call_.outputs, [&](const aclTensor *tensor) { step.outputs.push_back(tensors.place(tensor)); });
    if (call_.out_shape != nullptr) step.outputs.push_back(tensors.place(call_.out_shape));
    step.reported_outputs = reported_outputs(*action_->description());
    return step;
  }

  const OpCall &call() const { return call_; }

 private:
  /// Instances of the dynamic-shape outputs.
  std::vector<uint32_t> reported_outputs(const aicpu::CallDesc &desc) const {
    std::vector<uint32_t> instances;
    for (const uint32_t index : call_.dynamic_shape_outputs) {
      const aicpu::CallGroup &group = desc.output_groups[index];
      for (uint32_t i = 0; i < group.count; ++i) instances.push_back(group.start + i);
    }
    return instances;
  }

  OpCall call_;
  std::shared_ptr<void> keeper_;
  std::string one_shot_reason_;
  std::string constants_;
  std::shared_ptr<const KernelAction> action_;
};

/// The tensor of OP_OUTSHAPE needs room for what is written to it.
Status check_out_shape(const OpCall &call) {
  if (call.out_shape == nullptr) return {};
  const ge::DataType type = call.out_shape->GetDataType();
  size_t instances = 0, last_rank = 0;
  for (const uint32_t output : call.dynamic_shape_outputs) {
    for (const aclTensor *tensor : call.outputs[output].tensors) {
      ++instances;
      last_rank = tensor == nullptr ? OutShapeTensor::kSlots - 1 : tensor->GetStorageShape().GetDimNum();
    }
  }
  const auto needed = static_cast<int64_t>(instances == 0 ? 0 : OutShapeTensor::kSlots * (instances - 1) + 1 + last_rank);
  if ((type == ge::DT_INT64 || type == ge::DT_INT32 || type == ge::DT_FLOAT) && call.out_shape->Numel() >= needed) return {};
  return fail(Msg::kExecOutShapeTensor, {{"op", call.op_type}, {"type", op::ToString(type).GetString()},
                                     {"elements", call.out_shape->Numel()}, {"needed", needed}});
}

/// Every output needs a shape and device memory before it can be launched.
Status check_outputs(const OpCall &call) {
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    for (const aclTensor *tensor : call.outputs[i].tensors) {
      if (tensor == nullptr) continue;
      if (!tensor->HasShape()) return fail(Msg::kExecOutputWithoutShape, {{"op", call.op_type}, {"output", output_name(call, i)}});
      if (tensor->GetPlacement() == gert::kOnHost) {
        return fail(Msg::kExecOutputOnHost, {{"op", call.op_type}, {"output", output_name(call, i)}});
      }
    }
  }
  return {};
}

/// What follows computes with the bytes of tensors: their number can be counted.
Status check_sizes(const OpCall &call) {
  for (const bool is_input : {true, false}) {
    const auto &parameters = is_input ? call.inputs : call.outputs;
    for (size_t p = 0; p < parameters.size(); ++p) {
      for (const aclTensor *tensor : parameters[p].tensors) {
        if (tensor == nullptr || tensor->IsEmpty()) continue;
        const uint64_t offset = counted_bytes(tensor->GetStorage()->GetStorageOffset(), tensor->GetDataType());
        if (std::max(reach_bytes(*tensor), touched_bytes(*tensor)) <= kMostBytes && offset <= kMostBytes) continue;
        const aicpu::CallDesc desc = describe(call);
        return fail(Msg::kBadArgument, {{"function", "operator " + call.op_type},
                                        {"parameter", (is_input ? "input " + desc.input_groups[p].name : "output " + desc.output_groups[p].name)},
                                        {"value", tensor->ToString().GetString()},
                                        {"allowed", "tensors that reach at most " + std::to_string(kMostBytes) + " bytes"}});
      }
    }
  }
  return {};
}

GraphNode node_of(uint32_t op_type, const OpCall &call, uint64_t scratch) {
  GraphNode node;
  node.op_type = op_type;
  node.inputs.reserve(call.inputs.size());
  node.outputs.reserve(call.outputs.size() + 1);
  for_each_tensor(call.inputs, [&node](const aclTensor *tensor) { node.inputs.push_back(tensor); });
  for_each_tensor(call.outputs, [&node](const aclTensor *tensor) { node.outputs.push_back(tensor); });
  node.workspace = call.workspace;
  if (call.out_shape != nullptr) node.outputs.push_back(call.out_shape);
  node.scratch_bytes = scratch;
  return node;
}

infer::TensorInfo tensor_info(const aclTensor &tensor) {
  infer::TensorInfo info;
  info.dtype = tensor.GetDataType();
  info.format = tensor.GetOriginalFormat();
  info.storage_format = tensor.GetStorageFormat();
  info.shape = tensor.GetOriginalShape();
  info.storage_shape = tensor.GetStorageShape();
  if (tensor.GetPlacement() == gert::kOnHost) info.data = tensor.GetData();
  return info;
}

/// The call as inference sees it, attributes given by position; `outputs` receives its output tensors.
infer::Node inference_node(const OpCall &call, std::vector<infer::AttrValue> attrs, std::vector<const aclTensor *> &outputs) {
  infer::Node node;
  node.type = call.op_type;
  node.name = call.name;
  node.attrs = std::move(attrs);
  for (const CallParameter &parameter : call.inputs) {
    const size_t before = node.inputs.size();
    for (const aclTensor *tensor : parameter.tensors) {
      if (tensor != nullptr) node.inputs.push_back(tensor_info(*tensor));
    }
    node.input_counts.push_back(static_cast<uint32_t>(node.inputs.size() - before));
  }
  for (const CallParameter &parameter : call.outputs) {
    const size_t before = node.outputs.size();
    for (const aclTensor *tensor : parameter.tensors) {
      if (tensor == nullptr) continue;
      node.outputs.push_back(tensor_info(*tensor));
      outputs.push_back(tensor);
    }
    node.output_counts.push_back(static_cast<uint32_t>(node.outputs.size() - before));
  }
  return node;
}

void set_output_shape(const aclTensor *tensor, const op::Shape &shape) {
  tensor->SetOriginalShape(shape);
  const op::Format original = tensor->GetOriginalFormat(), stored = tensor->GetStorageFormat();
  if (original == stored)
    tensor->SetStorageShape(shape);
  else
    tensor->SetStorageShape(storage_shape_of(shape, original, stored, tensor->GetDataType()));
  const_cast<aclTensor *>(tensor)->SetViewShape(shape);
}

/// One side of a call as shape inference takes it: the tensors that are there, and how many of them each parameter has.
struct InferenceSide {
  op::FVector<infer::TensorRef, 4> refs;
  op::FVector<uint32_t> counts;
  bool has_nulls = false;   ///< a parameter is null and no list
  bool has_others = false;  ///< a parameter is no tensor and no list of them

  void add(const aclTensor &tensor) {
    const op::Tensor &described = *tensor.GetTensor();
    const void *const data = described.GetPlacement() == gert::kOnHost ? tensor.GetData() : nullptr;
    refs.push_back({&tensor.GetOriginalShape(), &tensor.GetStorageShape(), data, tensor.GetOriginalFormat(),
                    tensor.GetStorageFormat(), described.GetDataType()});
  }
  /// `each` is called with every tensor that is there.
  template <typename Each>
  void add(const CallParameter &parameter, Each each) {
    const size_t before = refs.size();
    for (const aclTensor *tensor : parameter.tensors) {
      if (tensor != nullptr) add_and_tell(*tensor, each);
    }
    end_parameter(before);
  }
  template <typename Each>
  void add(const op::OpArg &arg, Each each) {
    const size_t before = refs.size();
    const void *const pointer = arg->pointer;
    if (arg.type == op::OpArgType::OPARG_ACLTENSOR) {
      if (pointer == nullptr)
        has_nulls = true;
      else
        add_and_tell(*static_cast<const aclTensor *>(pointer), each);
    } else if (arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST) {
      const auto *list = static_cast<const aclTensorList *>(pointer);
      for (uint64_t i = 0; list != nullptr && i < list->Size(); ++i) {
        if ((*list)[i] != nullptr) add_and_tell(*(*list)[i], each);
      }
    } else {
      has_others = true;
    }
    end_parameter(before);
  }

 private:
  template <typename Each>
  void add_and_tell(const aclTensor &tensor, Each each) {
    add(tensor);
    each(tensor);
  }
  /// What was added since there were `before` tensors is one parameter.
  void end_parameter(size_t before) { counts.push_back(static_cast<uint32_t>(refs.size() - before)); }
};
/// Whoever has nothing to do with the tensors of a side.
constexpr auto kNobody = [](const aclTensor &) {};
using OutputTensors = op::FVector<const aclTensor *, 4>;

/// Shape inference by the function of `entry`; sets the shapes of the output tensors.
Status infer_sides(const infer::Entry *entry, std::string_view type, std::string_view name, const InferenceSide &inputs,
                   const InferenceSide &outputs, const OutputTensors &tensors,
                   std::span<const infer::AttrValue> attrs) {
  const uint64_t begin = profiles() ? profile_now() : 0;
  infer::NodeRef node{type,
                      name,
                      {inputs.refs.data(), inputs.refs.size()},
                      {outputs.refs.data(), outputs.refs.size()},
                      {inputs.counts.data(), inputs.counts.size()},
                      {outputs.counts.data(), outputs.counts.size()},
                      attrs};
  Status inferred = infer::infer_shapes(
      entry, node, thread_context().contexts,
      [&tensors](size_t i, const infer::TensorRef &output) { set_output_shape(tensors[i], *output.shape); });
  if (begin != 0) {
    const char *const api = thread_context().log.l2ApiName;
    profile_event("infershape", type, api == nullptr ? name : api, begin);
  }
  return inferred;
}

/// Inference on a call whose attributes are given by position.
Status infer_call(const OpCall &call, const std::vector<infer::AttrValue> &attrs) {
  InferenceSide inputs, outputs;
  OutputTensors tensors;
  for (const CallParameter &parameter : call.inputs) inputs.add(parameter, kNobody);
  for (const CallParameter &parameter : call.outputs)
    outputs.add(parameter, [&tensors](const aclTensor &tensor) { tensors.push_back(&tensor); });
  return infer_sides(infer::find_shape_inference(call.op_type), call.op_type, call.name, inputs, outputs, tensors,
                     attrs);
}

/// Inference reads attributes by position: those of the prototype, in its order, defaults included.
Result<std::vector<infer::AttrValue>> positional_attributes(const OpCall &call) {
  OpCall completed = call;
  OPSTRATA_TRY(complete_attributes(completed));
  return positional(call.op_type, completed.attrs);
}

struct ContextDeleter {
  void operator()(op::OpArgContext *context) const { op::DestroyOpArgContext(context); }
};
using OwnedContext = std::unique_ptr<op::OpArgContext, ContextDeleter>;

}  // namespace

Status infer_outputs(const OpCall &call) {
  auto attrs = positional_attributes(call);
  const Status inferred = attrs.ok() ? infer_call(call, *attrs) : attrs.status();
  return inferred.ok() ? inferred : with_launch_line(inferred, line_of(call));
}

namespace {
/// In checked mode: no output is smaller than what shape inference gives for it. Outputs whose shapes the run finds,
/// and operators that inference fails for, are not judged.
Status check_inferred_sizes(const OpCall &call) {
  if (call.vocabulary != AttrVocabulary::kNative || call.out_shape != nullptr || !call.dynamic_shape_outputs.empty() ||
      infer::find_shape_inference(call.op_type) == nullptr) {
    return {};
  }
  std::vector<const aclTensor *> tensors;
  infer::Node node = inference_node(call, positional(call.op_type, call.attrs), tensors);
  size_t input = 0;
  for (const CallParameter &parameter : call.inputs) {
    for (const aclTensor *tensor : parameter.tensors) {
      if (tensor == nullptr) continue;
      // The original shape of a view is that of what it looks at.
      infer::TensorInfo &info = node.inputs[input++];
      if (!op::IsPrivateFormat(tensor->GetStorageFormat())) info.shape = info.storage_shape = tensor->GetViewShape();
    }
  }
  {
    const RecentMessageScope nobody_asked;
    if (!infer::infer_shapes(node).ok()) return {};
  }
  size_t next = 0;
  for (size_t p = 0; p < call.outputs.size(); ++p) {
    for (const aclTensor *tensor : call.outputs[p].tensors) {
      if (tensor == nullptr) continue;
      const op::Shape &inferred = node.outputs[next++].shape;
      bool is_known = true;
      for (size_t i = 0; i < inferred.GetDimNum(); ++i) is_known = is_known && inferred.GetDim(i) >= 0;
      if (!is_known || tensor->GetViewShape().GetShapeSize() >= inferred.GetShapeSize()) continue;
      return fail(Msg::kExecOutputSmall, {{"op", call.op_type},
                                          {"output", output_name(call, p)},
                                          {"shape", op::ToString(tensor->GetViewShape()).GetString()},
                                          {"inferred", op::ToString(inferred).GetString()}});
    }
  }
  return {};
}
}  // namespace

Status bound_outputs(OpCall &call) {
  const auto is_open = [](const aclTensor *tensor) {
    const op::Shape &shape = tensor->GetOriginalShape();
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
      if (shape.GetDim(i) < 0) return true;
    }
    return false;
  };
  auto attrs = positional_attributes(call);
  if (!attrs.ok()) return attrs.status();
  std::vector<const aclTensor *> outputs;
  const infer::Node node = inference_node(call, std::move(*attrs), outputs);
  std::vector<infer::ShapeRange> ranges;
  OPSTRATA_TRY(infer::infer_shape_ranges(node, {}, ranges));
  size_t instance = 0;
  for (uint32_t parameter = 0; parameter < call.outputs.size(); ++parameter) {
    bool depends = false;
    for (const aclTensor *tensor : call.outputs[parameter].tensors) {
      if (tensor == nullptr) continue;
      const infer::ShapeRange &range = ranges[instance++];
      if (!is_open(tensor)) continue;
      set_output_shape(tensor, range.max);
      if (is_open(tensor)) return fail(Msg::kNoShapeRangeInference, {{"op", call.op_type}, {"output", output_name(call, parameter)}, {"max", op::ToString(range.max).GetString()}});
      depends = true;
    }
    if (depends) call.dynamic_shape_outputs.push_back(parameter);
  }
  return {};
}

Status infer_output_types(const OpCall &call) {
  auto attrs = positional_attributes(call);
  if (!attrs.ok()) return attrs.status();
  std::vector<const aclTensor *> outputs;
  infer::Node node = inference_node(call, std::move(*attrs), outputs);
  Status inferred = infer::infer_data_types(node);
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (node.outputs[i].dtype != ge::DT_UNDEFINED) const_cast<aclTensor *>(outputs[i])->SetDataType(node.outputs[i].dtype);
  }
  return inferred;
}

Status add_call(aclOpExecutor &executor, uint32_t op_type, OpCall call, std::shared_ptr<void> keeper, std::string one_shot_reason) {
  ExecutorImpl &impl = ExecutorAccess::impl(executor);
  if (!impl.refusal.ok()) return impl.refusal;  // a launch before it was refused, and its macro could not say so
  Status types;
  const auto check = [&]() -> Status {
    OPSTRATA_TRY(check_against_prototype(call, types));
    OPSTRATA_TRY(complete_attributes(call));
    OPSTRATA_TRY(check_outputs(call));
    OPSTRATA_TRY(check_sizes(call));
    OPSTRATA_TRY(check_out_shape(call));
    OPSTRATA_TRY(impl.check_output_writer(call));
    if (!device::watched_by(device::kChecks)) return {};
    OPSTRATA_TRY(check_memory(call));
    return check_inferred_sizes(call);
  };
  if (const Status checked = check(); !checked.ok()) return with_launch_line(checked, line_of(call));
  auto launcher = std::make_unique<CpuKernelLauncher>(op_type, std::move(call), std::move(keeper), std::move(one_shot_reason));
  if (Status prepared = launcher->prepare(); !prepared.ok()) {
    // A type outside of the prototype is the better reason, with what is allowed.
    return with_launch_line(types.ok() || prepared.code() != Code::kInvalid ? prepared : types,
                            line_of(launcher->call()));
  }
  GraphNode node = node_of(op_type, launcher->call(), launcher->ScratchBytes());
  impl.add(std::move(launcher), std::move(node));
  return {};
}

Status add_launcher(aclOpExecutor &executor, OpCall call) {
  const uint32_t op_type = op_type_id(call.op_type);
  return add_call(executor, op_type, std::move(call), nullptr, {});
}

}  // namespace opstrata::exec

using namespace opstrata::exec;  // NOLINT: the functions below are the interface's

namespace {

/// The call of INFER_SHAPE for its refusals. Only tensors are looked at: what converts to tensors needs an executor,
/// which the macro does not have.
OpCall call_of_lists(const std::string &type, const op::OpArgList &inputs, const op::OpArgList &outputs) {
  OpCall call;
  call.op_type = type;
  const auto add_side = [](const op::OpArgList &list, std::vector<CallParameter> &parameters) {
    list.VisitByNoReturn([&parameters](size_t, const op::OpArg &arg) {
      CallParameter parameter;
      if (arg.type == op::OpArgType::OPARG_ACLTENSOR) {
        parameter.tensors.push_back(static_cast<const aclTensor *>(arg->pointer));
      } else if (arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST && arg->pointer != nullptr) {
        const auto *tensors = static_cast<const aclTensorList *>(arg->pointer);
        for (uint64_t i = 0; i < tensors->Size(); ++i) parameter.tensors.push_back((*tensors)[i]);
      }
      parameter.dynamic = arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST;
      parameters.push_back(std::move(parameter));
    });
  };
  add_side(inputs, call.inputs);
  add_side(outputs, call.outputs);
  return call;
}

template <typename Def>
bool lacks_required(const op::OpArgList &list, const std::vector<Def> &defs) {
  for (size_t i = 0; i < std::min(list.count, defs.size()); ++i) {
    if (list[i].type == op::OpArgType::OPARG_ACLTENSOR && list[i]->pointer == nullptr &&
        defs[i].kind == decltype(defs[i].kind)::kRequired)
      return true;
  }
  return false;
}

/// An attribute of INFER_SHAPE. Scalars go to the function as they are.
opstrata::Result<opstrata::infer::AttrValue> inference_attribute(const std::string &type, const op::OpArg &arg,
                                                                 size_t index) {
  if (arg.type == op::OpArgType::OPARG_ACLSCALAR && arg->pointer != nullptr) {
    const auto *scalar = static_cast<const aclScalar *>(arg->pointer);
    const auto *bytes = static_cast<const uint8_t *>(scalar->GetData());
    return opstrata::infer::AttrValue(std::vector<uint8_t>(bytes, bytes + std::min<uint64_t>(scalar->Size(), 16)));
  }
  auto value = attribute_value(type, arg, index);
  if (!value.ok()) return value.status();
  return infer_attr(*value);
}

}  // namespace

aclnnStatus InferShape(uint32_t opType, op::OpArgList &inputs, op::OpArgList &outputs, op::OpArgList &attrs) {
  const KnownOperator known = known_operator(opType);
  const std::string &type = *known.name;
  InferenceSide in, out;
  OutputTensors tensors;
  for (size_t i = 0; i < inputs.count; ++i) in.add(inputs[i], kNobody);
  for (size_t i = 0; i < outputs.count; ++i)
    out.add(outputs[i], [&tensors](const aclTensor &tensor) { tensors.push_back(&tensor); });
  // Functions of operator libraries seldom look whether a required tensor is there.
  const bool lacks =
      known.prototype != nullptr && ((in.has_nulls && lacks_required(inputs, known.prototype->inputs)) ||
                                     (out.has_nulls && lacks_required(outputs, known.prototype->outputs)));
  if (lacks || out.has_others) {
    if (const opstrata::Status given = check_given(call_of_lists(type, inputs, outputs), outputs); !given.ok())
      return reported(given);
  }
  op::FVector<opstrata::infer::AttrValue> values;
  for (size_t i = 0; i < attrs.count; ++i) {
    auto value = inference_attribute(type, attrs[i], i);
    if (!value.ok()) {
      (void)reported(value.status());
      return ACLNN_ERR_INNER;
    }
    values.push_back(std::move(*value));
  }
  const opstrata::Status status =
      infer_sides(known.shape_inference, type, {}, in, out, tensors, {values.data(), values.size()});
  if (status.ok()) return ACLNN_SUCCESS;
  OpCall call = call_of_lists(type, inputs, outputs);
  if (auto named = attribute_values(type, attrs); named.ok()) (void)name_attributes(call, std::move(*named));
  (void)reported(with_launch_line(status, line_of(call)));
  return ACLNN_ERR_INNER;
}

namespace {
/// Test programs redefine the interface's functions, so they share this and do not call each other.
opstrata::Status add_core_launcher(uint32_t op_type, aclOpExecutor *executor, op::OpArgContext *args, bool is_random) {
  const OwnedContext context(args);
  const std::string &type = op_type_name(op_type);
  if (args == nullptr || !is_live_executor(executor)) {
    return opstrata::fail(opstrata::Msg::kExecLauncherNull, {{"op", type}, {"parameter", args == nullptr ? "arguments" : "executor"}});
  }
  const auto add = [&]() -> opstrata::Status {
    auto call = call_of_arguments(*executor, type, *args);
    if (!call.ok()) return call.status();
    auto values = attribute_values(type, args->argLists[op::OP_ATTR_ARG]);
    if (!values.ok()) return values.status();
    if (const opstrata::Status named = name_attributes(*call, std::move(*values)); !named.ok())
      return with_launch_line(named, line_of(*call));
    const bool abandons = is_random || call->out_shape != nullptr;
    OPSTRATA_TRY(add_launcher(*executor, std::move(*call)));
    if (abandons) executor->AbandonCache(true);
    return {};
  };
  opstrata::Status status = add();
  if (!status.ok()) ExecutorAccess::impl(*executor).remember_refused(status, *args);
  return status;
}
}  // namespace

aclnnStatus CreatAiCoreKernelLauncher(const char *, uint32_t opType, aclOpExecutor *executor, op::OpArgContext *args) {
  return reported(add_core_launcher(opType, executor, args, false));
}

namespace {
/// Random engines take their counts and seeds as numbers beside tensors and scalars: each becomes a constant of one element, of the
/// type that the prototype gives the input. The engine's mode, a number in place of an attribute, says no more than that.
void engine_arguments(const std::string &op_type, aclOpExecutor &executor, op::OpArgContext &args) {
  const opstrata::proto::OpPrototype *prototype = opstrata::infer::known_prototype(op_type);
  op::OpArgList &inputs = args.argLists[op::OP_INPUT_ARG];
  for (size_t i = 0; i < inputs.count; ++i) {
    op::OpArg &arg = inputs.args[i];
    if (arg.type != op::OpArgType::OPARG_INT && arg.type != op::OpArgType::OPARG_UINT) continue;
    const bool is_unsigned = prototype != nullptr && i < prototype->inputs.size()
                                 ? prototype->inputs[i].dtype.find("DT_UINT64") != std::string::npos
                                 : arg.type == op::OpArgType::OPARG_UINT;
    const aclTensor *number = is_unsigned ? executor.ConvertToTensor(&arg->value, 1, ge::DT_UINT64)
                                          : executor.ConvertToTensor(&arg->ivalue, 1, ge::DT_INT64);
    arg.type = op::OpArgType::OPARG_ACLTENSOR;
    arg->pointer = const_cast<aclTensor *>(number);
  }
  op::OpArgList &attrs = args.argLists[op::OP_ATTR_ARG];
  if (attrs.count == 1 && (attrs.args[0].type == op::OpArgType::OPARG_INT || attrs.args[0].type == op::OpArgType::OPARG_UINT)) attrs.count = 0;
}
}  // namespace

void CreatDSAKernelLauncher(const char *, uint32_t opType, DSA_TASK_TYPE, aclOpExecutor *executor, op::OpArgContext *args) {
  if (args != nullptr && is_live_executor(executor)) engine_arguments(op_type_name(opType), *executor, *args);
  // Random numbers of the engine are a CPU kernel of the same operator type like any other. The macro has no value, so a refusal
  // is also kept for the functions behind it, which have one.
  opstrata::Status status = add_core_launcher(opType, executor, args, true);
  if (reported(status) != ACLNN_SUCCESS && is_live_executor(executor)) ExecutorAccess::impl(*executor).refusal = std::move(status);
}
