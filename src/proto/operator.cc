// ge::Operator: handles, links, descriptions, subgraphs. Attributes and registration stand in operator_attrs.cc.
#include "graph/operator.h"

#include "base/messages.h"
#include "proto/operator_impl.h"

namespace ge {
namespace {

using opstrata::fail;
using opstrata::Msg;
using opstrata::report;
using opstrata::Status;
using opstrata::proto::InputPort;
using opstrata::proto::OperatorImpl;
using opstrata::proto::OperatorPtr;
using opstrata::proto::Port;

std::string_view text(const char *s) { return s == nullptr ? std::string_view() : std::string_view(s); }
std::string_view text(const AscendString &s) { return {s.GetString(), s.GetLength()}; }

template <typename Ports>
std::string names_of(const Ports &ports) {
  std::string names;
  for (const auto &port : ports) names += (names.empty() ? "" : ", ") + port.name;
  return names.empty() ? "none" : names;
}

Status no_such(const OperatorImpl &op, const char *what, std::string_view name, const std::string &allowed) {
  return fail(Msg::kNoSuchPort, {{"op", op.name}, {"type", op.type()}, {"what", what}, {"name", name}, {"allowed", allowed}});
}

/// Index of the input instance `name`, after a report when there is none.
int require_input(const OperatorPtr &op, const char *name) {
  const int index = op->find_input(text(name));
  if (index < 0) report(no_such(*op, "input", text(name), names_of(op->inputs)));
  return index;
}

Port *input_port(const OperatorPtr &op, int index) {
  return op == nullptr || index < 0 || static_cast<size_t>(index) >= op->inputs.size() ? nullptr : &op->inputs[static_cast<size_t>(index)];
}
Port *output_port(const OperatorPtr &op, int index) {
  return op == nullptr || index < 0 || static_cast<size_t>(index) >= op->outputs.size() ? nullptr : &op->outputs[static_cast<size_t>(index)];
}
int input_index(const OperatorPtr &op, const char *name) { return op == nullptr ? -1 : op->find_input(text(name)); }
int output_index(const OperatorPtr &op, const char *name) { return op == nullptr ? -1 : op->find_output(text(name)); }
std::string instance(const char *name, uint32_t index) { return std::string(text(name)) + std::to_string(index); }

TensorDesc desc_of(const Port *port) { return port == nullptr ? TensorDesc() : port->desc; }

graphStatus update_input(const OperatorPtr &op, int index, const TensorDesc &desc) {
  if (input_port(op, index) == nullptr) return GRAPH_FAILED;
  InputPort &port = op->inputs[static_cast<size_t>(index)];
  port.desc = desc;
  port.present = true;
  return GRAPH_SUCCESS;
}
graphStatus update_output(const OperatorPtr &op, int index, const TensorDesc &desc) {
  if (output_port(op, index) == nullptr) return GRAPH_FAILED;
  op->outputs[static_cast<size_t>(index)].desc = desc;
  return GRAPH_SUCCESS;
}

}  // namespace

// --- Handles --------------------------------------------------------------------------------------------------------------

Operator::Operator() = default;
Operator::Operator(const char *type) : Operator(type, type) {}
Operator::Operator(const AscendString &type) : Operator(type, type) {}
Operator::Operator(const char *name, const char *type) : impl_(std::make_shared<OperatorImpl>(text(name), text(type))) {}
Operator::Operator(const AscendString &name, const AscendString &type)
    : impl_(std::make_shared<OperatorImpl>(text(name), text(type))) {}
Operator::Operator(const Operator &other) = default;
Operator::Operator(Operator &&other) noexcept = default;
Operator &Operator::operator=(const Operator &other) = default;
Operator &Operator::operator=(Operator &&other) noexcept = default;
Operator::~Operator() = default;

bool Operator::IsEmpty() const { return impl_ == nullptr; }
graphStatus Operator::GetName(AscendString &name) const {
  if (impl_ == nullptr) return GRAPH_FAILED;
  name = AscendString(impl_->name.data(), impl_->name.size());
  return GRAPH_SUCCESS;
}
graphStatus Operator::GetOpType(AscendString &type) const {
  if (impl_ == nullptr) return GRAPH_FAILED;
  type = AscendString(impl_->type().data(), impl_->type().size());
  return GRAPH_SUCCESS;
}

// --- Links ----------------------------------------------------------------------------------------------------------------

Operator &Operator::SetInput(const char *dst_name, const Operator &src_oprt) {
  if (impl_ == nullptr) return *this;
  if (const OperatorPtr &source = src_oprt.impl_; source != nullptr && source->outputs.size() != 1) {
    report(fail(Msg::kSourceOutputNotUnique, {{"op", impl_->name}, {"type", impl_->type()}, {"input", dst_name},
                                              {"source", source->name}, {"source_type", source->type()},
                                              {"count", source->outputs.size()}, {"outputs", names_of(source->outputs)}}));
    return *this;
  }
  return SetInput(dst_name, src_oprt, 0U);
}
Operator &Operator::SetInput(const char *dst_name, const Operator &src_oprt, const char *name) {
  if (impl_ == nullptr || src_oprt.impl_ == nullptr) return SetInput(dst_name, src_oprt, 0U);
  const int output = src_oprt.impl_->find_output(text(name));
  if (output >= 0) return SetInput(dst_name, src_oprt, static_cast<uint32_t>(output));
  report(no_such(*src_oprt.impl_, "output", text(name), names_of(src_oprt.impl_->outputs)));
  return *this;
}
Operator &Operator::SetInput(const char *dst_name, const Operator &src_oprt, uint32_t index) {
  if (impl_ == nullptr) return *this;
  const int input = require_input(impl_, dst_name);
  return input < 0 ? *this : SetInput(static_cast<uint32_t>(input), src_oprt, index);
}
Operator &Operator::SetInput(uint32_t dst_index, const Operator &src_oprt, uint32_t src_index) {
  if (impl_ == nullptr) return *this;
  if (const Status status = impl_->link(dst_index, src_oprt.impl_, src_index); !status.ok()) report(status);
  return *this;
}
Operator &Operator::AddControlInput(const Operator &src_oprt) {
  if (impl_ == nullptr) return *this;
  if (src_oprt.impl_ == nullptr) {
    report(fail(Msg::kEmptySource, {{"op", impl_->name}, {"type", impl_->type()}, {"input", "control"}}));
  } else {
    impl_->link_control(src_oprt.impl_);
  }
  return *this;
}
void Operator::BreakConnect() const {
  if (impl_ != nullptr) impl_->unlink();
}

graphStatus Operator::GetInputConstData(const char *dst_name, Tensor &data) const {
  const int index = input_index(impl_, dst_name);
  if (index < 0) return GRAPH_PARAM_INVALID;
  const InputPort &port = impl_->inputs[static_cast<size_t>(index)];
  if (const OperatorPtr &source = port.source; source != nullptr && (source->type() == "Const" || source->type() == "Constant")) {
    return OperatorImpl::handle(source).GetAttr("value", data);
  }
  uint8_t *bytes = nullptr;
  size_t size = 0;
  if (!port.desc.GetConstData(&bytes, size)) return GRAPH_NODE_WITHOUT_CONST_INPUT;
  data = Tensor(port.desc, bytes, size);
  return GRAPH_SUCCESS;
}

// --- Descriptions ---------------------------------------------------------------------------------------------------------

TensorDesc Operator::GetInputDesc(uint32_t index) const { return desc_of(input_port(impl_, static_cast<int>(index))); }
TensorDesc Operator::GetInputDescByName(const char *name) const { return desc_of(input_port(impl_, input_index(impl_, name))); }
graphStatus Operator::TryGetInputDesc(const char *name, TensorDesc &tensor_desc) const {
  const int index = input_index(impl_, name);
  if (index < 0 || !impl_->inputs[static_cast<size_t>(index)].present) return GRAPH_FAILED;
  tensor_desc = impl_->inputs[static_cast<size_t>(index)].desc;
  return GRAPH_SUCCESS;
}
graphStatus Operator::UpdateInputDesc(uint32_t index, const TensorDesc &tensor_desc) {
  return update_input(impl_, static_cast<int>(index), tensor_desc);
}
graphStatus Operator::UpdateInputDesc(const char *name, const TensorDesc &tensor_desc) {
  return update_input(impl_, input_index(impl_, name), tensor_desc);
}
TensorDesc Operator::GetOutputDesc(uint32_t index) const { return desc_of(output_port(impl_, static_cast<int>(index))); }
TensorDesc Operator::GetOutputDescByName(const char *name) const { return desc_of(output_port(impl_, output_index(impl_, name))); }
graphStatus Operator::UpdateOutputDesc(uint32_t index, const TensorDesc &tensor_desc) {
  return update_output(impl_, static_cast<int>(index), tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(const char *name, const TensorDesc &tensor_desc) {
  return update_output(impl_, output_index(impl_, name), tensor_desc);
}
TensorDesc Operator::GetDynamicInputDesc(const char *name, uint32_t index) const {
  return GetInputDescByName(instance(name, index).c_str());
}
graphStatus Operator::UpdateDynamicInputDesc(const char *name, uint32_t index, const TensorDesc &tensor_desc) {
  return UpdateInputDesc(instance(name, index).c_str(), tensor_desc);
}
TensorDesc Operator::GetDynamicOutputDesc(const char *name, uint32_t index) const {
  return GetOutputDescByName(instance(name, index).c_str());
}
graphStatus Operator::UpdateDynamicOutputDesc(const char *name, uint32_t index, const TensorDesc &tensor_desc) {
  return UpdateOutputDesc(instance(name, index).c_str(), tensor_desc);
}
int Operator::GetDynamicInputNum(const char *name) const {
  const int index = impl_ == nullptr ? -1 : impl_->ir.input_index(text(name));
  if (index < 0 || impl_->ir.inputs[static_cast<size_t>(index)].kind != opstrata::proto::InputKind::kDynamic) return 0;
  return static_cast<int>(impl_->input_range(static_cast<size_t>(index)).count);
}
int Operator::GetDynamicOutputNum(const char *name) const {
  const int index = impl_ == nullptr ? -1 : impl_->ir.output_index(text(name));
  if (index < 0 || impl_->ir.outputs[static_cast<size_t>(index)].kind != opstrata::proto::OutputKind::kDynamic) return 0;
  return static_cast<int>(impl_->output_range(static_cast<size_t>(index)).count);
}
size_t Operator::GetInputsSize() const { return impl_ == nullptr ? 0 : impl_->inputs.size(); }
size_t Operator::GetOutputsSize() const { return impl_ == nullptr ? 0 : impl_->outputs.size(); }

void Operator::SetInferenceContext(const InferenceContextPtr &inference_context) {
  if (impl_ != nullptr) impl_->inference_context = inference_context;
}
InferenceContextPtr Operator::GetInferenceContext() const { return impl_ == nullptr ? nullptr : impl_->inference_context; }

// --- Attributes of ports --------------------------------------------------------------------------------------------------

namespace {

Operator &set_port_attr(Operator &op, Port *port, const char *name, const AttrValue &value) {
  if (port != nullptr) port->attrs.insert_or_assign(std::string(text(name)), value);
  return op;
}
graphStatus get_port_attr(const Port *port, const char *name, AttrValue &value) {
  if (port == nullptr) return GRAPH_FAILED;
  const auto it = port->attrs.find(text(name));
  if (it == port->attrs.end()) return GRAPH_FAILED;
  value = it->second;
  return GRAPH_SUCCESS;
}

}  // namespace

#define OPSTRATA_PORT_ATTRS(Port, port)                                                                          \
  Operator &Operator::Set##Port##Attr(const int32_t index, const char *name, const AttrValue &attr_value) {      \
    return set_port_attr(*this, port##_port(impl_, index), name, attr_value);                                    \
  }                                                                                                              \
  Operator &Operator::Set##Port##Attr(const char *dst_name, const char *name, const AttrValue &attr_value) {     \
    return Set##Port##Attr(port##_index(impl_, dst_name), name, attr_value);                                     \
  }                                                                                                              \
  graphStatus Operator::Get##Port##Attr(const int32_t index, const char *name, AttrValue &attr_value) const {    \
    return get_port_attr(port##_port(impl_, index), name, attr_value);                                           \
  }                                                                                                              \
  graphStatus Operator::Get##Port##Attr(const char *dst_name, const char *name, AttrValue &attr_value) const {   \
    return Get##Port##Attr(port##_index(impl_, dst_name), name, attr_value);                                     \
  }
OPSTRATA_PORT_ATTRS(Input, input)
OPSTRATA_PORT_ATTRS(Output, output)
#undef OPSTRATA_PORT_ATTRS

// --- Subgraphs ------------------------------------------------------------------------------------------------------------

size_t Operator::GetSubgraphNamesCount() const { return impl_ == nullptr ? 0 : impl_->subgraphs.size(); }
graphStatus Operator::GetSubgraphNames(std::vector<AscendString> &names) const {
  names.clear();
  if (impl_ == nullptr) return GRAPH_FAILED;
  for (const auto &subgraph : impl_->subgraphs) names.emplace_back(subgraph.name.data(), subgraph.name.size());
  return GRAPH_SUCCESS;
}
SubgraphBuilder Operator::GetSubgraphBuilder(const char *name) const {
  if (impl_ == nullptr) return nullptr;
  for (const auto &subgraph : impl_->subgraphs) {
    if (subgraph.name == text(name)) return subgraph.builder;
  }
  return nullptr;
}
SubgraphBuilder Operator::GetDynamicSubgraphBuilder(const char *name, uint32_t index) const {
  return GetSubgraphBuilder(instance(name, index).c_str());
}

}  // namespace ge
