#include "proto/operator_impl.h"

#include <algorithm>

#include "base/messages.h"

namespace opstrata::proto {
namespace {

template <typename Ports>
int find_port(const Ports &ports, std::string_view name) {
  for (size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

template <typename Ports>
OperatorImpl::Range range_of(const Ports &ports, int ir_index) {
  OperatorImpl::Range range;
  while (range.first < ports.size() && ports[range.first].ir_index < ir_index) ++range.first;
  while (range.first + range.count < ports.size() && ports[range.first + range.count].ir_index == ir_index) ++range.count;
  return range;
}

/// Adds instances of the declared item `ir_index` at its place in IR order, up to `count` of them.
template <typename PortType>
void add_instances(std::vector<PortType> &ports, int ir_index, const std::string &name, bool dynamic, uint32_t count,
                   const PortType &like) {
  OperatorImpl::Range range = range_of(ports, ir_index);
  for (; range.count < count; ++range.count) {
    PortType port = like;
    port.name = dynamic ? name + std::to_string(range.count) : name;
    port.ir_index = ir_index;
    ports.insert(ports.begin() + static_cast<std::ptrdiff_t>(range.first + range.count), std::move(port));
  }
}

bool unused(const OperatorPtr &op) { return op != nullptr && op.use_count() == 1; }

}  // namespace

std::string_view symbol_text(std::string_view expression) {
  if (!expression.empty() && expression.front() == '"') expression.remove_prefix(1);
  if (!expression.empty() && expression.back() == '"') expression.remove_suffix(1);
  return expression;
}

OperatorImpl::OperatorImpl(std::string_view name_, std::string_view type_) : name(name_) { ir.type = type_; }

OperatorImpl::~OperatorImpl() {
  // A chain of operators that only hold each other is freed in a loop, not by recursion as deep as the chain is long.
  std::vector<OperatorPtr> pending;
  const auto collect = [&pending](OperatorImpl &op) {
    for (InputPort &input : op.inputs) {
      if (unused(input.source)) pending.push_back(std::move(input.source));
    }
    for (OperatorPtr &source : op.control_inputs) {
      if (unused(source)) pending.push_back(std::move(source));
    }
  };
  collect(*this);
  while (!pending.empty()) {
    const OperatorPtr op = std::move(pending.back());
    pending.pop_back();
    collect(*op);
  }
}

ge::Operator OperatorImpl::handle(OperatorPtr impl) {
  ge::Operator op;
  op.impl_ = std::move(impl);
  return op;
}

int OperatorImpl::find_input(std::string_view instance) const { return find_port(inputs, instance); }
int OperatorImpl::find_output(std::string_view instance) const { return find_port(outputs, instance); }
OperatorImpl::Range OperatorImpl::input_range(size_t ir_index) const { return range_of(inputs, static_cast<int>(ir_index)); }
OperatorImpl::Range OperatorImpl::output_range(size_t ir_index) const { return range_of(outputs, static_cast<int>(ir_index)); }

Status OperatorImpl::link(size_t input, const OperatorPtr &source, size_t source_output) {
  if (input >= inputs.size()) {
    return fail(Msg::kInputIndexOutOfRange, {{"op", name}, {"type", type()}, {"index", input}, {"count", inputs.size()}});
  }
  if (source == nullptr) return fail(Msg::kEmptySource, {{"op", name}, {"type", type()}, {"input", inputs[input].name}});
  if (source_output >= source->outputs.size()) {
    return fail(Msg::kSourceIndexOutOfRange, {{"op", name}, {"type", type()}, {"input", inputs[input].name},
                                              {"source", source->name}, {"source_type", source->type()},
                                              {"index", source_output}, {"count", source->outputs.size()}});
  }
  InputPort &port = inputs[input];
  port.source = source;
  port.source_index = static_cast<uint32_t>(source_output);
  source->consumers.push_back(weak_from_this());
  if (!port.present) {
    // An optional input becomes real with its first link, and then looks like what feeds it (es-api sections 1.3, 10.7).
    port.present = true;
    port.desc = source->outputs[source_output].desc;
  }
  return {};
}

void OperatorImpl::link_control(const OperatorPtr &source) {
  if (std::find(control_inputs.begin(), control_inputs.end(), source) != control_inputs.end()) return;
  control_inputs.push_back(source);
  source->consumers.push_back(weak_from_this());
}

void OperatorImpl::unlink() {
  const OperatorPtr self = shared_from_this();
  for (InputPort &input : inputs) input.source = nullptr;
  control_inputs.clear();
  for (const std::weak_ptr<OperatorImpl> &weak : std::exchange(consumers, {})) {
    const OperatorPtr consumer = weak.lock();
    if (consumer == nullptr) continue;
    for (InputPort &input : consumer->inputs) {
      if (input.source == self) input.source = nullptr;
    }
    auto &controls = consumer->control_inputs;
    controls.erase(std::remove(controls.begin(), controls.end(), self), controls.end());
  }
}

void OperatorImpl::declare_input(std::string_view input, InputKind kind, std::string_view symbol, uint32_t instances) {
  int index = ir.input_index(input);
  if (index < 0) {
    index = static_cast<int>(ir.inputs.size());
    ir.inputs.push_back({std::string(input), kind, std::string(symbol_text(symbol))});
  }
  InputPort like;
  if (kind == InputKind::kOptional) {
    like.present = false;
    like.desc.SetFormat(ge::FORMAT_RESERVED);
    like.desc.SetDataType(ge::DT_UNDEFINED);
  }
  add_instances(inputs, index, std::string(input), kind == InputKind::kDynamic, instances, like);
}

void OperatorImpl::declare_output(std::string_view output, OutputKind kind, std::string_view symbol, uint32_t instances) {
  int index = ir.output_index(output);
  if (index < 0) {
    index = static_cast<int>(ir.outputs.size());
    ir.outputs.push_back({std::string(output), kind, std::string(symbol_text(symbol))});
  }
  add_instances(outputs, index, std::string(output), kind == OutputKind::kDynamic, instances, OutputPort());
}

void OperatorImpl::declare_attr(std::string_view attr, AttrStorage value) {
  AttrDef def;
  def.name = attr;
  def.type = kind_of(value);
  def.type_word = attr_type_word(def.type);
  def.default_value = to_prototype_value(value);
  if (!std::holds_alternative<std::monostate>(value)) {
    attrs.insert_or_assign(std::string(attr), make_attr_value(std::move(value)));
  }
  const auto known = std::find_if(ir.attrs.begin(), ir.attrs.end(), [attr](const AttrDef &a) { return a.name == attr; });
  if (known == ir.attrs.end()) {
    ir.attrs.push_back(std::move(def));
  } else {
    *known = std::move(def);
  }
}

}  // namespace opstrata::proto
