// ge::GNode: thin over Node. Every function answers on an empty handle.
#include "graph/gnode.h"

#include <limits>

#include "graph/graph.h"
#include "graph/model.h"
#include "graph/status_codes.h"
#include "proto/attr_storage.h"

namespace ge {

using opstrata::fail;
using opstrata::Msg;
using opstrata::graph::AttrMap;
using opstrata::graph::GraphData;
using opstrata::graph::Node;
using opstrata::graph::refuse;
using opstrata::graph::to_graph_status;

namespace {

graphStatus empty_handle(const char *function) {
  return to_graph_status(fail(Msg::kGraphEmptyHandle, {{"function", function}, {"what", "node"}}));
}

graphStatus no_port(const Node &node, const char *what, int64_t index, size_t count) {
  return to_graph_status(
      fail(Msg::kGraphPort, {{"node", node.name}, {"type", node.type()}, {"what", what}, {"index", index}, {"count", count}}));
}

graphStatus no_parameter(const Node &node, const char *what, const AscendString &name) {
  return to_graph_status(fail(Msg::kGraphUnknownParameter,
                              {{"node", node.name}, {"type", node.type()}, {"what", what}, {"name", name.GetString()}}));
}

// Positions of all ports of the IR parameter `name`.
template <typename Defs>
bool ports_of(const Defs &defs, const AscendString &name, const std::function<std::pair<int, int>(int)> &range,
              std::vector<int32_t> &indexes) {
  for (size_t i = 0; i < defs.size(); ++i) {
    if (defs[i].name != name.GetString()) continue;
    const auto [first, count] = range(static_cast<int>(i));
    indexes.clear();
    for (int k = 0; k < count; ++k) indexes.push_back(first + k);
    return true;
  }
  return false;
}

graphStatus set_in(AttrMap &attrs, const Node &node, const char *what, const AscendString &name,
                   const AttrValue &value) {
  if (name.GetLength() == 0) return to_graph_status(fail(Msg::kGraphAttrName, {{"what", what}, {"node", node.name}}));
  if (value.IsEmpty()) {
    attrs.erase(name.GetString());
    return GRAPH_SUCCESS;
  }
  attrs.insert_or_assign(name.GetString(), opstrata::graph::clone_attr(value));
  return GRAPH_SUCCESS;
}

const AttrValue *find_in(const AttrMap &attrs, const Node &node, const char *what, const AscendString &name) {
  const auto it = attrs.find(name.GetString());
  if (it != attrs.end()) return &it->second;
  refuse(fail(Msg::kGraphAttrMissing, {{"what", what}, {"node", node.name}, {"name", name.GetString()}}));
  return nullptr;
}

graphStatus get_from(const AttrMap &attrs, const Node &node, const char *what, const AscendString &name,
                     AttrValue &value) {
  const AttrValue *found = find_in(attrs, node, what, name);
  if (found == nullptr) return GRAPH_PARAM_INVALID;
  value = opstrata::graph::clone_attr(*found);
  return GRAPH_SUCCESS;
}

template <typename T>
graphStatus get_typed(const std::shared_ptr<Node> &node, const AscendString &name, T &value, const char *wanted) {
  if (node == nullptr) return empty_handle("GNode::GetAttr");
  const AttrValue *found = find_in(node->attrs, *node, "node", name);
  if (found == nullptr) return GRAPH_PARAM_INVALID;
  if (found->GetAttrValue(value) == GRAPH_SUCCESS) return GRAPH_SUCCESS;
  return to_graph_status(
      fail(Msg::kGraphAttrType, {{"what", "node"}, {"node", node->name}, {"name", name.GetString()}, {"wanted", wanted}}));
}

template <typename T>
graphStatus set_typed(const std::shared_ptr<Node> &node, const AscendString &name, const T &value) {
  if (node == nullptr) return empty_handle("GNode::SetAttr");
  AttrValue attr;
  (void)attr.SetAttrValue(value);
  return set_in(node->attrs, *node, "node", name, attr);
}

// 32-bit integers are stored as 64-bit ones; a value that does not fit back is another type.
template <typename T>
graphStatus get_narrow(const std::shared_ptr<Node> &node, const AscendString &name, T &value, const char *wanted) {
  int64_t wide = 0;
  const graphStatus status = get_typed(node, name, wide, wanted);
  if (status != GRAPH_SUCCESS) return status;
  if (wide < std::numeric_limits<T>::min() || wide > std::numeric_limits<T>::max()) {
    return to_graph_status(
        fail(Msg::kGraphAttrType, {{"what", "node"}, {"node", node->name}, {"name", name.GetString()}, {"wanted", wanted}}));
  }
  value = static_cast<T>(wide);
  return GRAPH_SUCCESS;
}

template <typename T>
graphStatus get_narrow_list(const std::shared_ptr<Node> &node, const AscendString &name, std::vector<T> &value, const char *wanted) {
  std::vector<int64_t> wide;
  const graphStatus status = get_typed(node, name, wide, wanted);
  if (status != GRAPH_SUCCESS) return status;
  std::vector<T> narrow;
  for (const int64_t v : wide) {
    if (v < std::numeric_limits<T>::min() || v > std::numeric_limits<T>::max()) {
      return to_graph_status(
          fail(Msg::kGraphAttrType, {{"what", "node"}, {"node", node->name}, {"name", name.GetString()}, {"wanted", wanted}}));
    }
    narrow.push_back(static_cast<T>(v));
  }
  value = std::move(narrow);
  return GRAPH_SUCCESS;
}

}  // namespace

GNode::GNode() = default;

graphStatus GNode::GetType(AscendString &type) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetType");
  type = AscendString(impl_->type().c_str());
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetName(AscendString &name) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetName");
  name = AscendString(impl_->name.c_str());
  return GRAPH_SUCCESS;
}

std::pair<GNodePtr, int32_t> GNode::GetInDataNodesAndPortIndexs(const int32_t index) const {
  if (impl_ == nullptr) {
    (void)empty_handle("GNode::GetInDataNodesAndPortIndexs");
    return {nullptr, -1};
  }
  if (index < 0 || static_cast<size_t>(index) >= impl_->inputs.size()) {
    (void)no_port(*impl_, "input", index, impl_->inputs.size());
    return {nullptr, -1};
  }
  const auto &port = impl_->inputs[static_cast<size_t>(index)];
  if (port.source == nullptr) return {nullptr, -1};
  return {Node::wrap_ptr(port.source), port.source_output};
}

std::vector<std::pair<GNodePtr, int32_t>> GNode::GetOutDataNodesAndPortIndexs(const int32_t index) const {
  std::vector<std::pair<GNodePtr, int32_t>> result;
  if (impl_ == nullptr) {
    (void)empty_handle("GNode::GetOutDataNodesAndPortIndexs");
  } else if (index < 0 || static_cast<size_t>(index) >= impl_->outputs.size()) {
    (void)no_port(*impl_, "output", index, impl_->outputs.size());
  } else {
    for (const auto &[consumer, input] : impl_->outputs[static_cast<size_t>(index)].consumers) {
      result.emplace_back(Node::wrap_ptr(consumer), input);
    }
  }
  return result;
}

std::vector<GNodePtr> GNode::GetInControlNodes() const {
  std::vector<GNodePtr> result;
  if (impl_ == nullptr) (void)empty_handle("GNode::GetInControlNodes");
  else for (Node *node : impl_->control_sources) result.push_back(Node::wrap_ptr(node));
  return result;
}

std::vector<GNodePtr> GNode::GetOutControlNodes() const {
  std::vector<GNodePtr> result;
  if (impl_ == nullptr) (void)empty_handle("GNode::GetOutControlNodes");
  else for (Node *node : impl_->control_consumers) result.push_back(Node::wrap_ptr(node));
  return result;
}

graphStatus GNode::GetInputConstData(const int32_t index, Tensor &data) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetInputConstData");
  if (index < 0 || static_cast<size_t>(index) >= impl_->inputs.size()) return no_port(*impl_, "input", index, impl_->inputs.size());
  const auto &port = impl_->inputs[static_cast<size_t>(index)];
  Tensor value;
  if (port.source == nullptr || !port.source->const_value(value)) {
    return to_graph_status(fail(Msg::kGraphNotConst, {{"node", impl_->name}, {"type", impl_->type()}, {"index", index}}));
  }
  data = value.Clone();
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetInputIndexByName(const AscendString &name, int32_t &index) {
  if (impl_ == nullptr) return empty_handle("GNode::GetInputIndexByName");
  const int found = impl_->find_input(name.GetString());
  if (found < 0) return no_parameter(*impl_, "input", name);
  index = found;
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetOutputIndexByName(const AscendString &name, int32_t &index) {
  if (impl_ == nullptr) return empty_handle("GNode::GetOutputIndexByName");
  const int found = impl_->find_output(name.GetString());
  if (found < 0) return no_parameter(*impl_, "output", name);
  index = found;
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetDynamicInputIndexesByName(const AscendString &name, std::vector<int32_t> &indexes) {
  if (impl_ == nullptr) return empty_handle("GNode::GetDynamicInputIndexesByName");
  const auto range = [this](int ir) { return impl_->input_range(ir); };
  return ports_of(impl_->ir.inputs, name, range, indexes) ? GRAPH_SUCCESS : no_parameter(*impl_, "input", name);
}

graphStatus GNode::GetDynamicOutputIndexesByName(const AscendString &name, std::vector<int32_t> &indexes) {
  if (impl_ == nullptr) return empty_handle("GNode::GetDynamicOutputIndexesByName");
  const auto range = [this](int ir) { return impl_->output_range(ir); };
  return ports_of(impl_->ir.outputs, name, range, indexes) ? GRAPH_SUCCESS : no_parameter(*impl_, "output", name);
}

size_t GNode::GetInputsSize() const { return impl_ == nullptr ? 0U : impl_->inputs.size(); }
size_t GNode::GetOutputsSize() const { return impl_ == nullptr ? 0U : impl_->outputs.size(); }

graphStatus GNode::GetInputDesc(const int32_t index, TensorDesc &tensor_desc) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetInputDesc");
  if (index < 0 || static_cast<size_t>(index) >= impl_->inputs.size()) return no_port(*impl_, "input", index, impl_->inputs.size());
  const auto &port = impl_->inputs[static_cast<size_t>(index)];
  if (!port.valid) {
    return to_graph_status(fail(Msg::kGraphInputUnused,
                                {{"node", impl_->name}, {"type", impl_->type()}, {"name", port.name}, {"index", index}}));
  }
  tensor_desc = port.desc;
  return GRAPH_SUCCESS;
}

graphStatus GNode::UpdateInputDesc(const int32_t index, const TensorDesc &tensor_desc) {
  if (impl_ == nullptr) return empty_handle("GNode::UpdateInputDesc");
  if (index < 0 || static_cast<size_t>(index) >= impl_->inputs.size()) return no_port(*impl_, "input", index, impl_->inputs.size());
  auto &port = impl_->inputs[static_cast<size_t>(index)];
  port.desc = tensor_desc;
  port.valid = true;
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetOutputDesc(const int32_t index, TensorDesc &tensor_desc) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetOutputDesc");
  if (index < 0 || static_cast<size_t>(index) >= impl_->outputs.size()) return no_port(*impl_, "output", index, impl_->outputs.size());
  tensor_desc = impl_->outputs[static_cast<size_t>(index)].desc;
  return GRAPH_SUCCESS;
}

graphStatus GNode::UpdateOutputDesc(const int32_t index, const TensorDesc &tensor_desc) {
  if (impl_ == nullptr) return empty_handle("GNode::UpdateOutputDesc");
  if (index < 0 || static_cast<size_t>(index) >= impl_->outputs.size()) return no_port(*impl_, "output", index, impl_->outputs.size());
  impl_->outputs[static_cast<size_t>(index)].desc = tensor_desc;
  return GRAPH_SUCCESS;
}

#define OPSTRATA_NODE_ATTR(T, wanted)                                                                                  \
  graphStatus GNode::GetAttr(const AscendString &name, T &attr_value) const { return get_typed(impl_, name, attr_value, wanted); } \
  graphStatus GNode::SetAttr(const AscendString &name, T &attr_value) const { return set_typed(impl_, name, attr_value); }
OPSTRATA_NODE_ATTR(int64_t, "Int")
OPSTRATA_NODE_ATTR(float, "Float")
OPSTRATA_NODE_ATTR(AscendString, "String")
OPSTRATA_NODE_ATTR(bool, "Bool")
OPSTRATA_NODE_ATTR(DataType, "Type")
OPSTRATA_NODE_ATTR(std::vector<int64_t>, "ListInt")
OPSTRATA_NODE_ATTR(std::vector<float>, "ListFloat")
OPSTRATA_NODE_ATTR(std::vector<AscendString>, "ListString")
OPSTRATA_NODE_ATTR(std::vector<bool>, "ListBool")
OPSTRATA_NODE_ATTR(std::vector<DataType>, "ListType")
OPSTRATA_NODE_ATTR(std::vector<std::vector<int64_t>>, "ListListInt")
#undef OPSTRATA_NODE_ATTR

graphStatus GNode::GetAttr(const AscendString &name, Tensor &attr_value) const {
  Tensor stored;
  const graphStatus status = get_typed(impl_, name, stored, "Tensor");
  if (status == GRAPH_SUCCESS) attr_value = stored.Clone();
  return status;
}
graphStatus GNode::SetAttr(const AscendString &name, Tensor &attr_value) const { return set_typed(impl_, name, attr_value); }
graphStatus GNode::GetAttr(const AscendString &name, std::vector<Tensor> &attr_value) const {
  std::vector<Tensor> stored;
  const graphStatus status = get_typed(impl_, name, stored, "ListTensor");
  if (status == GRAPH_SUCCESS) {
    attr_value.clear();
    for (const auto &tensor : stored) attr_value.push_back(tensor.Clone());
  }
  return status;
}
graphStatus GNode::SetAttr(const AscendString &name, std::vector<Tensor> &attr_value) const { return set_typed(impl_, name, attr_value); }

#define OPSTRATA_NODE_NARROW(T, wanted)                                                                                \
  graphStatus GNode::GetAttr(const AscendString &name, T &attr_value) const { return get_narrow(impl_, name, attr_value, wanted); } \
  graphStatus GNode::SetAttr(const AscendString &name, T &attr_value) const {                                          \
    return set_typed(impl_, name, static_cast<int64_t>(attr_value));                                                   \
  }                                                                                                                    \
  graphStatus GNode::GetAttr(const AscendString &name, std::vector<T> &attr_value) const {                             \
    return get_narrow_list(impl_, name, attr_value, wanted " list");                                                   \
  }                                                                                                                    \
  graphStatus GNode::SetAttr(const AscendString &name, std::vector<T> &attr_value) const {                             \
    return set_typed(impl_, name, std::vector<int64_t>(attr_value.begin(), attr_value.end()));                         \
  }
OPSTRATA_NODE_NARROW(int32_t, "32-bit Int")
OPSTRATA_NODE_NARROW(uint32_t, "unsigned 32-bit Int")
#undef OPSTRATA_NODE_NARROW

// Bytes are a kind that AttrValue itself does not offer.
graphStatus GNode::GetAttr(const AscendString &name, OpBytes &attr_value) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetAttr");
  const AttrValue *found = find_in(impl_->attrs, *impl_, "node", name);
  if (found == nullptr) return GRAPH_PARAM_INVALID;
  const auto *bytes = std::get_if<OpBytes>(&opstrata::proto::storage_of(*found));
  if (bytes == nullptr) {
    return to_graph_status(fail(Msg::kGraphAttrType, {{"what", "node"}, {"node", impl_->name}, {"name", name.GetString()}, {"wanted", "Bytes"}}));
  }
  attr_value = *bytes;
  return GRAPH_SUCCESS;
}
graphStatus GNode::SetAttr(const AscendString &name, OpBytes &attr_value) const {
  if (impl_ == nullptr) return empty_handle("GNode::SetAttr");
  return set_in(impl_->attrs, *impl_, "node", name, opstrata::proto::make_attr_value(opstrata::proto::AttrStorage(attr_value)));
}

graphStatus GNode::GetAttr(const AscendString &name, AttrValue &attr_value) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetAttr");
  return get_from(impl_->attrs, *impl_, "node", name, attr_value);
}
graphStatus GNode::SetAttr(const AscendString &name, AttrValue &attr_value) const {
  if (impl_ == nullptr) return empty_handle("GNode::SetAttr");
  return set_in(impl_->attrs, *impl_, "node", name, attr_value);
}

bool GNode::HasAttr(const AscendString &name) {
  return impl_ != nullptr && impl_->attrs.find(name.GetString()) != impl_->attrs.end();
}

#define OPSTRATA_PORT_ATTR(Port, ports, what)                                                                          \
  graphStatus GNode::Set##Port##Attr(const AscendString &name, uint32_t index, const AttrValue &attr_value) {          \
    if (impl_ == nullptr) return empty_handle("GNode::Set" #Port "Attr");                                              \
    if (index >= impl_->ports.size()) return no_port(*impl_, what, index, impl_->ports.size());                        \
    return set_in(impl_->ports[index].attrs, *impl_, what " of node", name, attr_value);                               \
  }                                                                                                                    \
  graphStatus GNode::Get##Port##Attr(const AscendString &name, uint32_t index, AttrValue &attr_value) const {          \
    if (impl_ == nullptr) return empty_handle("GNode::Get" #Port "Attr");                                              \
    if (index >= impl_->ports.size()) return no_port(*impl_, what, index, impl_->ports.size());                        \
    return get_from(impl_->ports[index].attrs, *impl_, what " of node", name, attr_value);                             \
  }
OPSTRATA_PORT_ATTR(Output, outputs, "output")
OPSTRATA_PORT_ATTR(Input, inputs, "input")
#undef OPSTRATA_PORT_ATTR

graphStatus GNode::GetSubgraph(uint32_t index, GraphPtr &graph) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetSubgraph");
  if (index >= impl_->subgraphs.size()) return no_port(*impl_, "subgraph", index, impl_->subgraphs.size());
  graph = GraphData::wrap_ptr(impl_->subgraphs[index].graph);
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetALLSubgraphs(std::vector<GraphPtr> &graph_list) const {
  if (impl_ == nullptr) return empty_handle("GNode::GetALLSubgraphs");
  graph_list.clear();
  for (const auto &slot : impl_->subgraphs) graph_list.push_back(GraphData::wrap_ptr(slot.graph));
  return GRAPH_SUCCESS;
}

graphStatus GNode::SetSubgraph(const AscendString &subgraph_ir_name, const Graph &subgraph) {
  return SetSubgraphs(subgraph_ir_name, {subgraph});
}

graphStatus GNode::SetSubgraphs(const AscendString &subgraph_ir_name, const std::vector<Graph> &subgraphs) {
  if (impl_ == nullptr) return empty_handle("GNode::SetSubgraphs");
  std::vector<std::shared_ptr<GraphData>> graphs;
  for (const auto &subgraph : subgraphs) graphs.push_back(GraphData::of(subgraph));
  return to_graph_status(impl_->set_subgraphs(subgraph_ir_name.GetString(), graphs));
}

}  // namespace ge
