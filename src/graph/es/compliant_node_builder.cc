// CompliantNodeBuilder and AddEdgeAndUpdatePeerDesc (es-api section 10.7).
#include "ge/compliant_node_builder.h"

#include <algorithm>
#include <cstring>

#include "base/messages.h"
#include "graph/es/builder.h"

namespace ge {
namespace es {

using opstrata::fail;
using opstrata::Msg;
using opstrata::Result;
using opstrata::Status;
using opstrata::graph::GraphData;
using opstrata::graph::Node;
using opstrata::graph::NodeSpec;
using opstrata::graph::OutputPort;
using opstrata::graph::refuse;
using opstrata::graph::to_graph_status;
namespace proto = opstrata::proto;

struct CompliantNodeBuilder::Impl {
  Graph *graph = nullptr;
  std::string node_name;
  proto::OpPrototype prototype;
  std::map<std::string, int, std::less<>> input_counts;
  std::map<std::string, int, std::less<>> output_counts;
  std::vector<std::pair<std::string, AttrValue>> attr_values;
  std::vector<std::pair<std::string, std::function<void(OutputPort &)>>> output_changes;
  std::string problem;  ///< the first one; Build reports it
  bool built = false;

  void note(std::string text) {
    if (problem.empty()) problem = std::move(text);
  }
  bool named(const char *name, const char *what) {
    const bool ok = name != nullptr && *name != '\0';
    if (!ok) note(std::string(what) + " without a name");
    return ok;
  }
  void change_output(const char *name, std::function<void(OutputPort &)> change) {
    if (named(name, "output")) output_changes.emplace_back(name, std::move(change));
  }
};

namespace {

template <typename Def>
bool table_is_there(const Def *defs, size_t count) {
  return defs != nullptr || count == 0;
}

const char *text(const char *s) { return s == nullptr ? "" : s; }

}  // namespace

CompliantNodeBuilder::CompliantNodeBuilder(ge::Graph *graph) : impl_(new Impl) { impl_->graph = graph; }
CompliantNodeBuilder::~CompliantNodeBuilder() { delete impl_; }
CompliantNodeBuilder::CompliantNodeBuilder(CompliantNodeBuilder &&other) noexcept
    // What was moved from still takes calls; its Build says that there is no graph.
    : impl_(std::exchange(other.impl_, new Impl)) {}
CompliantNodeBuilder &CompliantNodeBuilder::operator=(CompliantNodeBuilder &&other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::OpType(const char *type) {
  impl_->prototype.type = text(type);
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::Name(const char *name) {
  impl_->node_name = text(name);
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::IrDefInputsV2(const IrInputDefV2 *defs, size_t count) {
  if (!table_is_there(defs, count)) impl_->note("the list of inputs is null");
  else for (const auto *def = defs; def != defs + count; ++def) {
    if (!impl_->named(def->GetName(), "input")) continue;
    if (def->GetInputType() >= kEsIrInputTypeEnd) impl_->note(std::string("input ") + def->GetName() + " has no kind");
    else
      impl_->prototype.inputs.push_back(
          {def->GetName(), static_cast<proto::InputKind>(def->GetInputType()), text(def->GetSymbolId())});
  }
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::IrDefOutputsV2(const IrOutputDefV2 *defs, size_t count) {
  if (!table_is_there(defs, count)) impl_->note("the list of outputs is null");
  else for (const auto *def = defs; def != defs + count; ++def) {
    if (!impl_->named(def->GetName(), "output")) continue;
    if (def->GetOutputType() >= kEsIrOutputTypeEnd) impl_->note(std::string("output ") + def->GetName() + " has no kind");
    else
      impl_->prototype.outputs.push_back(
          {def->GetName(), static_cast<proto::OutputKind>(def->GetOutputType()), text(def->GetSymbolId())});
  }
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::IrDefAttrsV2(const IrAttrDefV2 *defs, size_t count) {
  if (!table_is_there(defs, count)) impl_->note("the list of attributes is null");
  else for (const auto *def = defs; def != defs + count; ++def) {
    if (!impl_->named(def->GetAttrName(), "attribute")) continue;
    const bool required = def->GetAttrType() == kEsAttrRequired;
    if (def->GetAttrType() >= kEsAttrTypeEnd) impl_->note(std::string("attribute ") + def->GetAttrName() + " has no kind");
    else
      impl_->prototype.attrs.push_back(
          opstrata::graph::es::attr(def->GetAttrName(), text(def->GetAttrDataType()), required));
    if (!def->GetDefaultValue().IsEmpty()) impl_->attr_values.emplace_back(def->GetAttrName(), def->GetDefaultValue());
    else if (required) impl_->note(std::string("required attribute ") + def->GetAttrName() + " has no value");
  }
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceDynamicInputNum(const char *ir_name, int32_t num) {
  if (impl_->named(ir_name, "dynamic input")) impl_->input_counts[ir_name] = num;
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceDynamicOutputNum(const char *ir_name, int32_t num) {
  if (impl_->named(ir_name, "dynamic output")) impl_->output_counts[ir_name] = num;
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceOutputDataType(const char *name, ge::DataType data_type) {
  impl_->change_output(name, [data_type](OutputPort &port) { port.desc.SetDataType(data_type); });
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceOutputShape(const char *name, const std::vector<int64_t> &shape) {
  return InstanceOutputStorageShape(name, shape).InstanceOutputOriginShape(name, shape);
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceOutputOriginShape(const char *name, const std::vector<int64_t> &shape) {
  impl_->change_output(name, [shape](OutputPort &port) { port.desc.SetOriginShape(Shape(shape)); });
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceOutputStorageShape(const char *name, const std::vector<int64_t> &shape) {
  impl_->change_output(name, [shape](OutputPort &port) { port.desc.SetShape(Shape(shape)); });
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceOutputFormat(const char *name, ge::Format format) {
  return InstanceOutputStorageFormat(name, format).InstanceOutputOriginFormat(name, format);
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceOutputOriginFormat(const char *name, ge::Format format) {
  impl_->change_output(name, [format](OutputPort &port) { port.desc.SetOriginFormat(format); });
  return *this;
}

CompliantNodeBuilder &CompliantNodeBuilder::InstanceOutputStorageFormat(const char *name, ge::Format format) {
  impl_->change_output(name, [format](OutputPort &port) { port.desc.SetFormat(format); });
  return *this;
}

GNode CompliantNodeBuilder::Build() const {
  auto &impl = *impl_;
  const auto refused = [&impl](std::string problem) {
    refuse(
        fail(Msg::kEsNodeBuilder, {{"node", impl.node_name + " (" + impl.prototype.type + ")"}, {"problem", problem}}));
    return GNode();
  };
  if (impl.built) return refused("was built already");
  if (impl.graph == nullptr) return refused("has no graph");
  const auto unknown = [](const auto &counts, const auto &defs, auto dynamic) -> std::string {
    for (const auto &count : counts) {
      const auto known = std::any_of(defs.begin(), defs.end(), [&](const auto &def) { return def.name == count.first && def.kind == dynamic; });
      if (!known) return "a number of elements came for " + count.first + ", which is not dynamic";
    }
    return "";
  };
  impl.note(unknown(impl.input_counts, impl.prototype.inputs, proto::InputKind::kDynamic));
  impl.note(unknown(impl.output_counts, impl.prototype.outputs, proto::OutputKind::kDynamic));
  if (!impl.problem.empty()) return refused(impl.problem);

  const auto graph = GraphData::ensure(*impl.graph);
  // Passes build pattern nodes without a name: each gets one of its own, made of the type.
  std::string name = impl.node_name;
  for (size_t i = graph->nodes.size(); name.empty() || (impl.node_name.empty() && graph->find(name) != nullptr); ++i) {
    name = impl.prototype.type + "_" + std::to_string(i);
  }
  NodeSpec spec(name, impl.prototype);
  spec.input_counts = impl.input_counts;
  spec.output_counts = impl.output_counts;
  const auto added = graph->add_node(std::move(spec), true);
  if (!added.ok()) {
    refuse(added.status());
    return GNode();
  }
  Node &node = **added;
  for (const auto &[output, change] : impl.output_changes) {
    const int index = node.find_output(output);
    if (index < 0) {
      (void)graph->remove(&node, true);
      return refused("there is no output " + output);
    }
    change(node.outputs[static_cast<size_t>(index)]);
  }
  for (const auto &[attr, value] : impl.attr_values)
    node.attrs.insert_or_assign(attr, opstrata::graph::clone_attr(value));
  impl.built = true;
  return Node::wrap(node.shared_from_this());
}

graphStatus AddEdgeAndUpdatePeerDesc(Graph &graph, GNode &src_node, int32_t src_port_index, GNode &dst_node, int32_t dst_port_index) {
  const graphStatus status = graph.AddDataEdge(src_node, src_port_index, dst_node, dst_port_index);
  if (status != GRAPH_SUCCESS) return status;
  const auto src = Node::of(src_node);
  auto &port = Node::of(dst_node)->inputs[static_cast<size_t>(dst_port_index)];
  if (!port.valid) {
    port.desc = src->outputs[static_cast<size_t>(src_port_index)].desc;
    port.valid = true;
  }
  return GRAPH_SUCCESS;
}

}  // namespace es
}  // namespace ge
