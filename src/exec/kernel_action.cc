#include "exec/kernel_action.h"

#include <algorithm>

#include "base/data_type.h"
#include "base/messages.h"
#include "exec/values.h"
#include "proto/prototype.h"

namespace opstrata::exec {
namespace {

gert::Shape shape_of(const std::vector<int64_t> &dims) {
  gert::Shape shape;
  for (const int64_t dim : dims) shape.AppendDim(dim);
  return shape;
}
std::vector<int64_t> dims_of(const gert::Shape &shape) {
  std::vector<int64_t> dims(shape.GetDimNum());
  for (size_t i = 0; i < dims.size(); ++i) dims[i] = shape.GetDim(i);
  return dims;
}

/// The described tensor with another shape; strides stay where the rank does, so that a view of the user's remains one.
void set_shape(aicpu::CallTensor &tensor, const std::vector<int64_t> &shape, bool keep_strides) {
  if (!keep_strides || tensor.strides.size() != shape.size()) tensor.strides.clear();
  tensor.shape = shape;
  tensor.storage_shape.clear();
  tensor.origin_shape.clear();
}

bool is_dense(const aicpu::CallTensor &tensor) {
  int64_t expected = 1;
  for (size_t i = tensor.strides.size(); i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected) return false;
    expected *= tensor.shape[i];
  }
  return true;
}

/// Output shapes that inference gives for a description, by instance; none when no function is registered.
Result<std::vector<std::vector<int64_t>>> inferred(const aicpu::CallDesc &desc) {
  std::vector<std::vector<int64_t>> shapes;
  if (infer::find_shape_inference(desc.op_type) == nullptr) return shapes;
  infer::Node node;
  node.type = desc.op_type;
  node.attrs = positional(desc.op_type, desc.attrs);
  const auto add_side = [](const std::vector<aicpu::CallTensor> &tensors, const std::vector<aicpu::CallGroup> &groups,
                           std::vector<infer::TensorInfo> &to, std::vector<uint32_t> &counts) {
    for (const aicpu::CallGroup &group : groups) {
      const size_t before = to.size();
      for (uint32_t i = group.start; i < group.start + group.count; ++i) {
        const aicpu::CallTensor &tensor = tensors[i];
        if (!tensor.present) continue;
        const gert::Shape shape = shape_of(tensor.origin_shape.empty() ? tensor.shape : tensor.origin_shape);
        to.push_back({tensor.dtype, tensor.format, tensor.storage_format, shape, shape, tensor.constant});
      }
      counts.push_back(static_cast<uint32_t>(to.size() - before));
    }
  };
  add_side(desc.inputs, desc.input_groups, node.inputs, node.input_counts);
  add_side(desc.outputs, desc.output_groups, node.outputs, node.output_counts);
  OPSTRATA_TRY(infer::infer_shapes(node));
  size_t next = 0;
  for (const aicpu::CallTensor &tensor : desc.outputs) shapes.push_back(tensor.present ? dims_of(node.outputs[next++].shape) : std::vector<int64_t>());
  return shapes;
}

}  // namespace

infer::AttrValue infer_attr(const aicpu::CallAttrValue &value) {
  return std::visit([](const auto &v) { return infer::AttrValue(v); }, value);
}

std::vector<infer::AttrValue> positional(const std::string &op_type, const std::vector<aicpu::CallAttr> &attrs) {
  std::vector<infer::AttrValue> values;
  const proto::OpPrototype *prototype = infer::known_prototype(op_type);
  if (prototype == nullptr) {
    for (const aicpu::CallAttr &attr : attrs) values.push_back(infer_attr(attr.value));
    return values;
  }
  for (const proto::AttrDef &def : prototype->attrs) {
    const auto given = std::find_if(attrs.begin(), attrs.end(), [&def](const aicpu::CallAttr &attr) { return attr.name == def.name; });
    values.push_back(given == attrs.end() ? infer::AttrValue() : infer_attr(given->value));
  }
  return values;
}

void OutShapeTensor::write(void *to, const aicpu::CallDesc &desc, const aicpu::OutputShapes &found) const {
  std::vector<int64_t> values;
  for (const uint32_t output : outputs) {
    const auto real = std::find_if(found.begin(), found.end(), [output](const auto &f) { return f.first == output; });
    const std::vector<int64_t> &shape = real == found.end() ? desc.outputs[output].shape : real->second;
    values.push_back(static_cast<int64_t>(shape.size()));
    for (size_t i = 0; i + 1 < kSlots; ++i) values.push_back(i < shape.size() ? shape[i] : 0);
  }
  (void)convert_values(to, type, values.data(), ge::DT_INT64, std::min(values.size(), elements));
}

std::string KernelAction::parameter(bool is_input, size_t instance) const {
  const aicpu::CallDesc &desc = kernel_->desc();
  for (const aicpu::CallGroup &group : is_input ? desc.input_groups : desc.output_groups) {
    if (instance < group.start || instance >= size_t{group.start} + group.count) continue;
    return group.count == 1 ? group.name : group.name + "[" + std::to_string(instance - group.start) + "]";
  }
  return is_input ? std::to_string(instance) : "OP_OUTSHAPE";
}

Status KernelAction::run(const StepBinding &binding) const {
  aicpu::OutputShapes found;
  aicpu::RunBinding run;
  run.inputs = {binding.inputs.data(), binding.inputs.size()};
  run.outputs = {binding.outputs.data(), kernel_->desc().outputs.size()};
  run.scratch = binding.scratch;
  run.shapes = out_shape_ ? &found : binding.shapes;
  OPSTRATA_TRY(kernel_->run(run));
  if (out_shape_) {
    out_shape_->write(binding.outputs.back(), kernel_->desc(), found);
    if (binding.shapes != nullptr) *binding.shapes = std::move(found);
  }
  return {};
}

Result<std::shared_ptr<const StepAction>> KernelAction::reshaped(const aicpu::OutputShapes &inputs, const StepBinding &binding,
                                                                 aicpu::OutputShapes &outputs) const {
  aicpu::CallDesc desc = kernel_->desc();
  for (const uint32_t input : host_inputs_) desc.inputs[input].constant = binding.inputs[input];
  // Outputs follow inference where they did so when the call was planned; operator code may have shaped them otherwise.
  const auto planned = inferred(desc);
  for (const auto &[input, shape] : inputs) set_shape(desc.inputs[input], shape, false);
  const auto real = inferred(desc);
  if (!real.ok()) return real.status();
  for (uint32_t i = 0; planned.ok() && i < real->size(); ++i) {
    aicpu::CallTensor &tensor = desc.outputs[i];
    if (!tensor.present || tensor.shape != (*planned)[i] || tensor.shape == (*real)[i]) continue;
    const int64_t room = shape_of(tensor.shape).GetShapeSize();
    if (const int64_t elements = shape_of((*real)[i]).GetShapeSize(); elements < 0 || elements > room) {
      return fail(Msg::kKernelOutputTooLarge, {{"op", desc.op_type}, {"library", "shape inference on real shapes"}, {"elements", elements},
                                               {"output", i}, {"capacity", room}});
    }
    set_shape(tensor, (*real)[i], !is_dense(tensor));
    outputs.emplace_back(i, (*real)[i]);
  }
  auto prepared = kernel_->kernel().prepare(std::move(desc));
  if (!prepared.ok()) return prepared.status();
  return std::shared_ptr<const StepAction>(std::make_shared<KernelAction>(std::move(*prepared), out_shape_, host_inputs_));
}

}  // namespace opstrata::exec
