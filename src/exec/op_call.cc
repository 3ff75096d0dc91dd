// From the macros' arguments to a call with named attributes, and from a call to what kernels see.
#include <algorithm>
#include <cstring>

#include "base/messages.h"
#include "exec/executor_impl.h"
#include "exec/values.h"
#include "opdev/format_utils.h"
#include "opdev/shape_utils.h"
#include "proto/prototype.h"

namespace opstrata::exec {
namespace {

using op::OpArg;
using op::OpArgType;

/// "addOut" or "output 0" where the operator has no prototype.
std::string parameter_name(const std::string &op_type, bool is_input, size_t index) {
  const proto::OpPrototype *prototype = infer::known_prototype(op_type);
  if (prototype != nullptr && is_input && index < prototype->inputs.size()) return prototype->inputs[index].name;
  if (prototype != nullptr && !is_input && index < prototype->outputs.size()) return prototype->outputs[index].name;
  return (is_input ? "input " : "output ") + std::to_string(index);
}

/// "axis", or its number where the operator has no prototype.
std::string attribute_name(const std::string &op_type, size_t index) {
  const proto::OpPrototype *prototype = infer::known_prototype(op_type);
  return prototype != nullptr && index < prototype->attrs.size() ? prototype->attrs[index].name : std::to_string(index);
}

std::string_view arg_kind_name(OpArgType type) {
  constexpr std::string_view kNames[] = {"aclTensor", "aclTensorList", "aclScalar", "text", "bool", "integer", "unsigned integer",
                                         "float", "double", "data type", "aclIntArray", "unsigned list", "aclFloatArray",
                                         "aclBoolArray", "implementation mode", "memset workspace"};
  return kNames[static_cast<size_t>(type)];
}

void append_list(CallParameter &parameter, const aclTensorList *list) {
  parameter.dynamic = true;
  for (uint64_t i = 0; list != nullptr && i < list->Size(); ++i) parameter.tensors.push_back((*list)[i]);
}

Result<CallParameter> input_of(aclOpExecutor &executor, const std::string &op_type, const OpArg &arg, size_t index) {
  CallParameter parameter;
  const auto converted = [&](const aclTensor *tensor) -> Result<CallParameter> {
    if (tensor == nullptr) {
      return fail(Msg::kExecInputNotTensor, {{"op", op_type}, {"input", parameter_name(op_type, true, index)}, {"kind", arg_kind_name(arg.type)}});
    }
    parameter.tensors.push_back(tensor);
    return std::move(parameter);
  };
  const void *pointer = arg->pointer;
  switch (arg.type) {
    case OpArgType::OPARG_ACLTENSOR: parameter.tensors.push_back(static_cast<const aclTensor *>(pointer)); return parameter;
    case OpArgType::OPARG_ACLTENSOR_LIST: append_list(parameter, static_cast<const aclTensorList *>(pointer)); return parameter;
    case OpArgType::OPARG_ACLSCALAR: {
      const auto *scalar = static_cast<const aclScalar *>(pointer);
      const int64_t zero = 0;
      if (scalar == nullptr) return converted(executor.ConvertToTensor(executor.AllocScalar(zero), ge::DT_INT64));
      return converted(executor.ConvertToTensor(scalar, scalar->GetDataType()));
    }
    case OpArgType::OPARG_INT_LIST:
      if (pointer == nullptr) return converted(nullptr);
      return converted(executor.ConvertToTensor(static_cast<const aclIntArray *>(pointer), ge::DT_INT64));
    default:
      return converted(nullptr);
  }
}

template <typename Array, typename T>
std::vector<T> list_of(const void *pointer) {
  const auto *array = static_cast<const Array *>(pointer);
  if (array == nullptr || array->Size() == 0) return {};
  return std::vector<T>(array->GetData(), array->GetData() + array->Size());
}

/// A scalar as attribute: its nearest attribute type.
aicpu::CallAttrValue scalar_value(const aclScalar &scalar) {
  switch (scalar.GetDataType()) {
    case ge::DT_BOOL: return scalar.ToBool();
    case ge::DT_DOUBLE: return scalar.ToDouble();
    case ge::DT_INT8: case ge::DT_INT16: case ge::DT_INT32: case ge::DT_INT64:
    case ge::DT_UINT8: case ge::DT_UINT16: case ge::DT_UINT32: case ge::DT_UINT64:
      return scalar.ToInt64();
    default: return scalar.ToFloat();
  }
}

/// Converts between the number kinds so that the value has the type that the prototype declares; others stay.
aicpu::CallAttrValue coerced(aicpu::CallAttrValue value, proto::AttrType type) {
  const auto as_int = [&]() -> std::optional<int64_t> {
    if (const auto *i = std::get_if<int64_t>(&value)) return *i;
    if (const auto *b = std::get_if<bool>(&value)) return *b ? 1 : 0;
    if (const auto *t = std::get_if<ge::DataType>(&value)) return static_cast<int64_t>(*t);
    return std::nullopt;
  };
  const std::optional<int64_t> integer = as_int();
  switch (type) {
    case proto::AttrType::kInt:
      if (integer) return *integer;
      break;
    case proto::AttrType::kBool:
      if (integer) return *integer != 0;
      break;
    case proto::AttrType::kType:
      if (integer) return static_cast<ge::DataType>(*integer);
      break;
    case proto::AttrType::kFloat:
      if (const auto *d = std::get_if<double>(&value)) return static_cast<float>(*d);
      if (integer) return static_cast<float>(*integer);
      break;
    default: break;
  }
  return value;
}

/// What kernels are told of a tensor's layout beside its dimensions.
struct Layout {
  ge::Format format, storage_format;
  bool blocked;
};
Layout layout_of(const aclTensor &tensor) {
  // ACL_FORMAT_UNDEFINED keeps its number in the view format; shapes without a format mean nothing in particular.
  const op::Format view = tensor.GetViewFormat();
  Layout layout{static_cast<uint32_t>(view) < ge::FORMAT_END ? view : ge::FORMAT_ND, ge::FORMAT_ND, false};
  layout.storage_format = layout.format;
  if (!op::IsPrivateFormat(tensor.GetStorageFormat())) return layout;
  layout.storage_format = op::GetPrimaryFormat(tensor.GetStorageFormat());
  layout.blocked = op::IsPrivateFormat(layout.storage_format) &&
                   (layout.format != layout.storage_format || tensor.GetViewShape() != tensor.GetStorageShape());
  return layout;
}

aicpu::CallTensor describe_tensor(const aclTensor *tensor) {
  aicpu::CallTensor described;
  if (tensor == nullptr) {
    described.present = false;
    return described;
  }
  const auto dims = [](const op::Shape &shape) {
    std::vector<int64_t> values(shape.GetDimNum());
    for (size_t i = 0; i < values.size(); ++i) values[i] = shape.GetDim(i);
    return values;
  };
  const Layout layout = layout_of(*tensor);
  described.dtype = tensor->GetDataType();
  described.format = layout.format;
  described.storage_format = layout.storage_format;
  described.shape = dims(tensor->GetViewShape());
  described.strides.assign(tensor->GetViewStrides().begin(), tensor->GetViewStrides().end());
  described.storage_shape = dims(tensor->GetStorageShape());
  described.blocked = layout.blocked;
  described.origin_shape = dims(tensor->GetOriginalShape());
  if (tensor->GetPlacement() == gert::kOnHost) described.constant = tensor->GetData();
  return described;
}

/// Whether describe_tensor would say the same again. A kernel has written the shape in place of others that were empty.
bool is_described_by(const aclTensor *tensor, const aicpu::CallTensor &described) {
  if (tensor == nullptr || !described.present) return tensor == nullptr && !described.present;
  const auto same = [](const op::Shape &shape, const std::vector<int64_t> &dims) {
    if (shape.GetDimNum() != dims.size()) return false;
    for (size_t i = 0; i < dims.size(); ++i) {
      if (shape.GetDim(i) != dims[i]) return false;
    }
    return true;
  };
  const auto same_or_empty = [&](const op::Shape &shape, const std::vector<int64_t> &dims) {
    return same(shape, dims) || (shape.GetDimNum() == 0 && dims == described.shape);
  };
  const Layout layout = layout_of(*tensor);
  const op::Strides &strides = tensor->GetViewStrides();
  return tensor->GetDataType() == described.dtype && layout.format == described.format &&
         layout.storage_format == described.storage_format && layout.blocked == described.blocked &&
         same(tensor->GetViewShape(), described.shape) &&
         std::equal(strides.begin(), strides.end(), described.strides.begin(), described.strides.end()) &&
         same_or_empty(tensor->GetStorageShape(), described.storage_shape) &&
         same_or_empty(tensor->GetOriginalShape(), described.origin_shape);
}

}  // namespace

Result<aicpu::CallAttrValue> attribute_value(const std::string &op_type, const OpArg &arg, size_t index) {
  using Value = aicpu::CallAttrValue;
  switch (arg.type) {
    case OpArgType::OPARG_BOOL:
      return Value(arg->value != 0);
    case OpArgType::OPARG_INT:
    case OpArgType::OPARG_UINT:
    case OpArgType::OPARG_IMPLMODE:
      return Value(arg->ivalue);
    case OpArgType::OPARG_FLOAT:
      return Value(arg->fvalue);
    case OpArgType::OPARG_DOUBLE:
      return Value(arg->dvalue);
    case OpArgType::OPARG_DATATYPE:
      return Value(static_cast<ge::DataType>(arg->value));
    case OpArgType::OPARG_STRING:
      return Value(std::string(text_of(arg.value)));
    case OpArgType::OPARG_INT_LIST:
      return Value(list_of<aclIntArray, int64_t>(arg->pointer));
    case OpArgType::OPARG_FLOAT_LIST:
      return Value(list_of<aclFloatArray, float>(arg->pointer));
    case OpArgType::OPARG_BOOL_LIST:
      return Value(list_of<aclBoolArray, bool>(arg->pointer));
    case OpArgType::OPARG_ACLSCALAR:
      if (arg->pointer != nullptr) return scalar_value(*static_cast<const aclScalar *>(arg->pointer));
      return fail(Msg::kExecAttrNull,
                  {{"op", op_type}, {"attr", attribute_name(op_type, index)}, {"kind", "aclScalar"}});
    default:
      return fail(Msg::kExecAttrKind,
                  {{"op", op_type}, {"attr", attribute_name(op_type, index)}, {"kind", arg_kind_name(arg.type)}});
  }
}

Result<std::vector<aicpu::CallAttrValue>> attribute_values(const std::string &op_type, const op::OpArgList &attrs) {
  std::vector<aicpu::CallAttrValue> values;
  values.reserve(attrs.count);
  for (size_t i = 0; i < attrs.count; ++i) {
    auto value = attribute_value(op_type, attrs[i], i);
    if (!value.ok()) return value.status();
    values.push_back(std::move(*value));
  }
  return values;
}

Result<OpCall> call_of_arguments(aclOpExecutor &executor, const std::string &op_type, const op::OpArgContext &args) {
  OpCall call;
  call.op_type = op_type;
  const op::OpArgList &inputs = args.argLists[op::OP_INPUT_ARG];
  call.inputs.reserve(inputs.count);
  for (size_t i = 0; i < inputs.count; ++i) {
    Result<CallParameter> parameter = input_of(executor, op_type, inputs[i], i);
    if (!parameter.ok()) return parameter.status();
    call.inputs.push_back(std::move(*parameter));
  }
  const op::OpArgList &outputs = args.argLists[op::OP_OUTPUT_ARG];
  call.outputs.reserve(outputs.count);
  for (size_t i = 0; i < outputs.count; ++i) {
    CallParameter parameter;
    if (outputs[i].type == OpArgType::OPARG_ACLTENSOR) {
      parameter.tensors.push_back(static_cast<const aclTensor *>(outputs[i]->pointer));
    } else if (outputs[i].type == OpArgType::OPARG_ACLTENSOR_LIST) {
      append_list(parameter, static_cast<const aclTensorList *>(outputs[i]->pointer));
    } else {
      return fail(Msg::kExecOutputNotTensor, {{"op", op_type}, {"output", parameter_name(op_type, false, i)}, {"kind", arg_kind_name(outputs[i].type)}});
    }
    call.outputs.push_back(std::move(parameter));
  }
  const op::OpArgList &workspace = args.argLists[op::OP_WORKSPACE_ARG];
  for (size_t i = 0; i < workspace.count; ++i) {
    CallParameter tensors;
    if (workspace[i].type == OpArgType::OPARG_ACLTENSOR_LIST) {
      append_list(tensors, static_cast<const aclTensorList *>(workspace[i]->pointer));
    } else if (workspace[i].type == OpArgType::OPARG_ACLTENSOR) {
      tensors.tensors.push_back(static_cast<const aclTensor *>(workspace[i]->pointer));
    }
    call.workspace.insert(call.workspace.end(), tensors.tensors.begin(), tensors.tensors.end());
  }
  const op::OpArgList &out_shapes = args.argLists[op::OP_OUTSHAPE_ARG];
  for (size_t i = 0; i + 1 < out_shapes.count; i += 2) {
    const auto *tensor = static_cast<const aclTensor *>(out_shapes[i]->pointer);
    const uint64_t output = out_shapes[i + 1]->value;
    if (tensor == nullptr || output >= call.outputs.size() || (call.out_shape != nullptr && call.out_shape != tensor)) {
      return fail(Msg::kExecOutShape, {{"op", op_type}, {"index", output}, {"outputs", call.outputs.size()}});
    }
    call.out_shape = tensor;
    call.dynamic_shape_outputs.push_back(static_cast<uint32_t>(output));
  }
  return call;
}

Status check_given(const OpCall &call, const op::OpArgList &outputs) {
  for (size_t i = 0; i < outputs.count; ++i) {
    if (outputs[i].type == OpArgType::OPARG_ACLTENSOR || outputs[i].type == OpArgType::OPARG_ACLTENSOR_LIST) continue;
    return fail(Msg::kExecOutputNotTensor, {{"op", call.op_type},
                                            {"output", parameter_name(call.op_type, false, i)},
                                            {"kind", arg_kind_name(outputs[i].type)}});
  }
  return check_required(call);
}

Status name_attributes(OpCall &call, std::vector<aicpu::CallAttrValue> values) {
  const proto::OpPrototype *prototype = infer::known_prototype(call.op_type);
  if (prototype == nullptr && !values.empty()) {
    if (aicpu::find_kernel(call.op_type) == nullptr) return aicpu::no_kernel(call.op_type);
    return fail(Msg::kExecAttrsWithoutPrototype, {{"op", call.op_type}, {"count", values.size()}});
  }
  for (size_t i = 0; i < values.size(); ++i) {
    // Values behind the prototype's attributes are the operator's private ones; kernels know them by position only.
    const size_t declared = prototype == nullptr ? 0 : prototype->attrs.size();
    call.attrs.push_back(
        {i < declared ? prototype->attrs[i].name : "private_" + std::to_string(i - declared), std::move(values[i])});
  }
  return {};
}

Status complete_attributes(OpCall &call) {
  const proto::OpPrototype *prototype = infer::known_prototype(call.op_type);
  if (prototype == nullptr) return {};
  const bool native = call.vocabulary == AttrVocabulary::kNative;
  for (const proto::AttrDef &attr : prototype->attrs) {
    const auto found = std::find_if(call.attrs.begin(), call.attrs.end(), [&](const aicpu::CallAttr &a) { return a.name == attr.name; });
    if (found != call.attrs.end()) {
      if (!native) continue;
      found->value = coerced(std::move(found->value), attr.type);
      OPSTRATA_TRY(check_attribute_kind(call, *found, attr, *prototype));
      continue;
    }
    if (attr.required) {
      if (!native) continue;
      std::string given;
      for (const aicpu::CallAttr &a : call.attrs) given += (given.empty() ? "" : ", ") + a.name;
      return fail(Msg::kExecAttrMissing, {{"op", call.op_type}, {"attr", attr.name}, {"given", given.empty() ? "none" : given}, {"where", prototype->where.to_string()}});
    }
    if (auto value = proto::default_as<aicpu::CallAttrValue>(attr)) call.attrs.push_back({attr.name, std::move(*value)});
  }
  return {};
}

bool is_described_by(const OpCall &call, const aicpu::CallDesc &desc) {
  const auto is_same = [](const std::vector<CallParameter> &parameters, const std::vector<aicpu::CallTensor> &tensors) {
    size_t i = 0;
    for (const CallParameter &parameter : parameters) {
      for (const aclTensor *tensor : parameter.tensors) {
        if (i == tensors.size() || !is_described_by(tensor, tensors[i++])) return false;
      }
    }
    return i == tensors.size();
  };
  return is_same(call.inputs, desc.inputs) && is_same(call.outputs, desc.outputs);
}

aicpu::CallDesc describe(const OpCall &call) {
  aicpu::CallDesc desc;
  desc.op_type = call.op_type;
  desc.attrs = call.attrs;
  const proto::OpPrototype *const prototype = infer::known_prototype(call.op_type);
  const auto add_side = [&](const std::vector<CallParameter> &parameters, bool is_input,
                            std::vector<aicpu::CallTensor> &tensors, std::vector<aicpu::CallGroup> &groups) {
    groups.reserve(parameters.size());
    tensors.reserve(parameters.size());
    for (size_t i = 0; i < parameters.size(); ++i) {
      aicpu::CallGroup group;
      if (prototype != nullptr && is_input && i < prototype->inputs.size())
        group.name = prototype->inputs[i].name;
      else if (prototype != nullptr && !is_input && i < prototype->outputs.size())
        group.name = prototype->outputs[i].name;
      else
        group.name = (is_input ? "input" : "output") + std::to_string(i);
      group.start = static_cast<uint32_t>(tensors.size());
      group.count = static_cast<uint32_t>(parameters[i].tensors.size());
      groups.push_back(std::move(group));
      for (const aclTensor *tensor : parameters[i].tensors) tensors.push_back(describe_tensor(tensor));
    }
  };
  add_side(call.inputs, true, desc.inputs, desc.input_groups);
  add_side(call.outputs, false, desc.outputs, desc.output_groups);
  return desc;
}

}  // namespace opstrata::exec
