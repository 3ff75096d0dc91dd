// From ge::Operator to nodes and back: AddOp, SetInputs, SetOutputs follow the links between operators (es-api 13.8).
#include <algorithm>
#include <functional>

#include "graph/graph.h"
#include "graph/model.h"
#include "graph/status_codes.h"
#include "proto/operator_impl.h"

namespace opstrata::graph {

using proto::OperatorImpl;
using proto::OperatorPtr;

namespace {

AttrMap clone_attrs(const AttrMap &attrs) {
  AttrMap copy;
  copy.reserve(attrs.size());
  for (const auto &[name, value] : attrs) copy.insert_or_assign(name, clone_attr(value));
  return copy;
}

// Brings descriptions and attributes of the node up to date with its operator.
void refresh(Node &node, const OperatorImpl &op) {
  for (size_t i = 0; i < node.inputs.size() && i < op.inputs.size(); ++i) {
    node.inputs[i].desc = op.inputs[i].desc;
    node.inputs[i].valid = op.inputs[i].present;
    node.inputs[i].attrs = clone_attrs(op.inputs[i].attrs);
  }
  for (size_t i = 0; i < node.outputs.size() && i < op.outputs.size(); ++i) {
    node.outputs[i].desc = op.outputs[i].desc;
    node.outputs[i].attrs = clone_attrs(op.outputs[i].attrs);
  }
  node.attrs = clone_attrs(op.attrs);
}

Status attach_subgraphs(Node &node, const OperatorImpl &op) {
  std::map<int, std::vector<std::shared_ptr<GraphData>>> graphs;
  for (const auto &port : op.subgraphs) {
    if (!port.builder) continue;
    const ge::Graph graph = port.builder();
    auto data = GraphData::of(graph);
    if (data == nullptr) return fail(Msg::kGraphEmptyHandle, {{"function", "subgraph builder " + port.name}, {"what", "graph"}});
    graphs[port.ir_index].push_back(std::move(data));
  }
  for (const auto &[ir_index, list] : graphs) {
    OPSTRATA_TRY(node.set_subgraphs(op.ir.subgraphs.at(static_cast<size_t>(ir_index)).name, list));
  }
  return {};
}

// The node of an operator that was added before; null when there is none.
Node *node_of(const GraphData &graph, const OperatorPtr &op) {
  Node *node = graph.find(op->name);
  return node != nullptr && node->origin == op ? node : nullptr;
}

// Links of `op` whose source is in the graph become edges.
Status connect_inputs(GraphData &graph, const OperatorPtr &op) {
  Node *node = node_of(graph, op);
  for (size_t i = 0; node != nullptr && i < op->inputs.size(); ++i) {
    const auto &port = op->inputs[i];
    Node *source = port.source == nullptr ? nullptr : node_of(graph, port.source);
    if (source == nullptr || (node->inputs[i].source == source && node->inputs[i].source_output == static_cast<int>(port.source_index))) continue;
    OPSTRATA_TRY(graph.connect(source, static_cast<int>(port.source_index), node, static_cast<int>(i)));
  }
  for (const auto &control : op->control_inputs) {
    Node *source = node == nullptr ? nullptr : node_of(graph, control);
    if (source != nullptr) OPSTRATA_TRY(graph.connect_control(source, node));
  }
  return {};
}

bool feeds(const OperatorPtr &source, const OperatorImpl &consumer) {
  const auto is_source = [&](const auto &port) { return port.source == source; };
  return std::any_of(consumer.inputs.begin(), consumer.inputs.end(), is_source) ||
         std::find(consumer.control_inputs.begin(), consumer.control_inputs.end(), source) != consumer.control_inputs.end();
}

// Everything that is linked with `seeds`, producers before consumers, in an order that depends on nothing else.
std::vector<OperatorPtr> linked_operators(const std::vector<OperatorPtr> &seeds, bool downstream) {
  std::vector<OperatorPtr> order, discovered = seeds;
  std::unordered_map<const OperatorImpl *, bool> placed;  // false: discovered, true: in `order`
  for (const auto &op : seeds) placed.emplace(op.get(), false);
  const auto discover = [&](const OperatorPtr &op) {
    if (placed.emplace(op.get(), false).second) discovered.push_back(op);
  };
  for (size_t i = 0; i < discovered.size(); ++i) {
    const OperatorPtr op = discovered[i];
    for (const auto &port : op->inputs) {
      if (port.source != nullptr) discover(port.source);
    }
    for (const auto &control : op->control_inputs) discover(control);
    for (const auto &weak : op->consumers) {
      const OperatorPtr consumer = downstream ? weak.lock() : nullptr;
      if (consumer != nullptr && feeds(op, *consumer)) discover(consumer);
    }
  }
  // Depth first with an explicit stack: chains may be long.
  for (const auto &root : discovered) {
    std::vector<std::pair<OperatorPtr, size_t>> stack{{root, 0}};
    while (!stack.empty()) {
      auto &[op, next] = stack.back();
      if (placed[op.get()]) {
        stack.pop_back();
        continue;
      }
      const size_t sources = op->inputs.size() + op->control_inputs.size();
      OperatorPtr source;
      while (source == nullptr && next < sources) {
        source = next < op->inputs.size() ? op->inputs[next].source : op->control_inputs[next - op->inputs.size()];
        ++next;
        const auto on_stack = [&](const auto &entry) { return entry.first == source; };
        if (source != nullptr && (placed[source.get()] || std::any_of(stack.begin(), stack.end(), on_stack))) source = nullptr;
      }
      if (source != nullptr) {
        stack.emplace_back(source, 0);
        continue;
      }
      placed[op.get()] = true;
      order.push_back(op);
      stack.pop_back();
    }
  }
  return order;
}

Status add_linked(GraphData &graph, const std::vector<OperatorPtr> &seeds, bool downstream) {
  const auto all = linked_operators(seeds, downstream);
  for (const auto &op : all) {
    if (Node *node = node_of(graph, op)) {
      refresh(*node, *op);
      continue;
    }
    const auto node = add_operator(graph, OperatorImpl::handle(op));
    if (!node.ok()) return node.status();
  }
  for (const auto &op : all) OPSTRATA_TRY(connect_inputs(graph, op));
  return {};
}

// The operators behind the handles; fails on an empty one.
Result<std::vector<OperatorPtr>> operators_of(const GraphData &graph, const char *function, size_t count,
                                              const std::function<const ge::Operator &(size_t)> &at) {
  std::vector<OperatorPtr> ops;
  for (size_t i = 0; i < count; ++i) {
    auto op = OperatorImpl::of(at(i));
    if (op == nullptr) return fail(Msg::kGraphOperatorEmpty, {{"graph", graph.name}, {"index", i}, {"function", function}});
    ops.push_back(std::move(op));
  }
  return ops;
}

using OutputsOf = std::function<Result<std::vector<int>>(size_t, const Node &)>;

// Outputs of the graph from operators; `outputs_of` names the ports of the i-th.
Status set_outputs(GraphData &graph, size_t count, const std::function<const ge::Operator &(size_t)> &at, const OutputsOf &outputs_of) {
  const auto ops = operators_of(graph, "SetOutputs", count, at);
  if (!ops.ok()) return ops.status();
  OPSTRATA_TRY(add_linked(graph, *ops, false));
  std::vector<std::pair<Node *, int>> outputs;
  for (size_t i = 0; i < count; ++i) {
    Node *node = node_of(graph, (*ops)[i]);
    const auto ports = outputs_of(i, *node);
    if (!ports.ok()) return ports.status();
    for (const int port : *ports) {
      if (port < 0 || static_cast<size_t>(port) >= node->outputs.size()) {
        return fail(Msg::kGraphPort, {{"node", node->name}, {"type", node->type()}, {"what", "output"}, {"index", port}, {"count", node->outputs.size()}});
      }
      outputs.emplace_back(node, port);
    }
    // An operator without outputs still has to run.
    if (node->outputs.empty() && std::find(graph.targets.begin(), graph.targets.end(), node) == graph.targets.end()) {
      graph.targets.push_back(node);
    }
  }
  graph.outputs = std::move(outputs);
  return {};
}

}  // namespace

Result<Node *> add_operator(GraphData &graph, const ge::Operator &op) {
  const OperatorPtr &impl = OperatorImpl::of(op);
  if (impl == nullptr) return fail(Msg::kGraphOperatorEmpty, {{"graph", graph.name}, {"index", 0}, {"function", "AddOp"}});
  NodeSpec spec(impl->name, impl->ir);
  for (size_t i = 0; i < impl->ir.inputs.size(); ++i) {
    spec.input_counts[impl->ir.inputs[i].name] = static_cast<int>(impl->input_range(i).count);
  }
  for (size_t i = 0; i < impl->ir.outputs.size(); ++i) {
    spec.output_counts[impl->ir.outputs[i].name] = static_cast<int>(impl->output_range(i).count);
  }
  const auto node = graph.add_node(std::move(spec));
  if (!node.ok()) return node.status();
  refresh(**node, *impl);
  (*node)->origin = impl;
  if (auto status = attach_subgraphs(**node, *impl); !status.ok()) {
    (void)graph.remove(*node, true);
    return status;
  }
  return *node;
}

ge::Operator to_operator(const Node &node) {
  const auto impl = std::make_shared<OperatorImpl>(node.name, node.type());
  impl->ir = node.ir;
  for (const auto &port : node.inputs) {
    auto &input = impl->inputs.emplace_back();
    input.name = port.name;
    input.ir_index = port.ir;
    input.desc = port.desc;
    input.attrs = clone_attrs(port.attrs);
    input.present = port.valid;
  }
  for (const auto &port : node.outputs) impl->outputs.push_back({port.name, port.ir, port.desc, clone_attrs(port.attrs)});
  for (const auto &slot : node.subgraphs) {
    std::weak_ptr<GraphData> weak = slot.graph;
    impl->subgraphs.push_back({slot.name, slot.ir, [weak] {
                                 const auto graph = weak.lock();
                                 return graph == nullptr ? ge::Graph() : GraphData::wrap(graph);
                               }});
  }
  impl->attrs = clone_attrs(node.attrs);
  return OperatorImpl::handle(impl);
}

}  // namespace opstrata::graph

namespace ge {

using opstrata::fail;
using opstrata::Msg;
using opstrata::Result;
using opstrata::Status;
using opstrata::graph::add_linked;
using opstrata::graph::GraphData;
using opstrata::graph::Node;
using opstrata::graph::operators_of;
using opstrata::graph::refuse;
using opstrata::graph::set_outputs;
using opstrata::graph::to_graph_status;
using opstrata::graph::to_operator;

namespace {

void publish(const Status &status) {
  if (!status.ok()) refuse(status);
}

Status set_inputs(GraphData &graph, const std::vector<Operator> &inputs) {
  const auto ops = operators_of(graph, "SetInputs", inputs.size(), [&](size_t i) -> const Operator & { return inputs[i]; });
  if (!ops.ok()) return ops.status();
  OPSTRATA_TRY(add_linked(graph, *ops, true));
  graph.inputs.clear();
  for (const auto &op : *ops) {
    Node *node = opstrata::graph::node_of(graph, op);
    if (std::find(graph.inputs.begin(), graph.inputs.end(), node) == graph.inputs.end()) graph.inputs.push_back(node);
  }
  return {};
}

}  // namespace

Graph &Graph::SetInputs(const std::vector<Operator> &inputs) {
  publish(set_inputs(*GraphData::ensure(*this), inputs));
  return *this;
}

Graph &Graph::SetOutputs(const std::vector<Operator> &outputs) {
  publish(set_outputs(
      *GraphData::ensure(*this), outputs.size(), [&](size_t i) -> const Operator & { return outputs[i]; },
      [](size_t, const Node &node) -> Result<std::vector<int>> {
        std::vector<int> all;
        for (size_t k = 0; k < node.outputs.size(); ++k) all.push_back(static_cast<int>(k));
        return all;
      }));
  return *this;
}

Graph &Graph::SetOutputs(const std::vector<std::pair<Operator, std::vector<size_t>>> &output_indexs) {
  publish(set_outputs(
      *GraphData::ensure(*this), output_indexs.size(), [&](size_t i) -> const Operator & { return output_indexs[i].first; },
      [&](size_t i, const Node &) -> Result<std::vector<int>> {
        return std::vector<int>(output_indexs[i].second.begin(), output_indexs[i].second.end());
      }));
  return *this;
}

Graph &Graph::SetOutputs(const std::vector<std::pair<Operator, AscendString>> &outputs) {
  publish(set_outputs(
      *GraphData::ensure(*this), outputs.size(), [&](size_t i) -> const Operator & { return outputs[i].first; },
      [&](size_t i, const Node &node) -> Result<std::vector<int>> {
        const int index = node.find_output(outputs[i].second.GetString());
        if (index >= 0) return std::vector<int>{index};
        return fail(Msg::kGraphUnknownParameter,
                    {{"node", node.name}, {"type", node.type()}, {"what", "output"}, {"name", outputs[i].second.GetString()}});
      }));
  return *this;
}

Graph &Graph::SetTargets(const std::vector<Operator> &targets) {
  const auto graph = GraphData::ensure(*this);
  const auto ops = operators_of(*graph, "SetTargets", targets.size(), [&](size_t i) -> const Operator & { return targets[i]; });
  Status status = ops.ok() ? add_linked(*graph, *ops, false) : ops.status();
  if (!status.ok()) {
    refuse(status);
    return *this;
  }
  graph->targets.clear();
  for (const auto &op : *ops) graph->targets.push_back(opstrata::graph::node_of(*graph, op));
  return *this;
}

graphStatus Graph::AddOp(const Operator &op) {
  const auto graph = GraphData::ensure(*this);
  const auto node = opstrata::graph::add_operator(*graph, op);
  if (!node.ok()) return to_graph_status(node.status());
  const auto &impl = opstrata::proto::OperatorImpl::of(op);
  Status status = opstrata::graph::connect_inputs(*graph, impl);
  for (const auto &weak : impl->consumers) {
    const auto consumer = weak.lock();
    if (status.ok() && consumer != nullptr) status = opstrata::graph::connect_inputs(*graph, consumer);
  }
  return to_graph_status(status);
}

graphStatus Graph::FindOpByName(const char *name, Operator &op) const {
  Node *node = impl_ == nullptr || name == nullptr ? nullptr : impl_->find(name);
  if (node == nullptr) {
    return to_graph_status(fail(Msg::kGraphUnknownParameter, {{"node", impl_ == nullptr ? std::string() : impl_->name}, {"type", "graph"},
                                                              {"what", "node"}, {"name", name}}));
  }
  op = to_operator(*node);
  return GRAPH_SUCCESS;
}

graphStatus Graph::FindOpByType(const char *type, std::vector<Operator> &ops) const {
  if (impl_ == nullptr || type == nullptr) {
    return to_graph_status(fail(Msg::kGraphNull, {{"function", "Graph::FindOpByType"}, {"what", type == nullptr ? "type" : "graph"}}));
  }
  ops.clear();
  for (const auto &node : impl_->nodes) {
    if (node->type() == type) ops.push_back(to_operator(*node));
  }
  return GRAPH_SUCCESS;
}

GNode Graph::AddNodeByOp(const Operator &op) {
  const auto graph = GraphData::ensure(*this);
  const auto node = opstrata::graph::add_operator(*graph, op);
  if (node.ok()) return Node::wrap((*node)->shared_from_this());
  refuse(node.status());
  return GNode();
}

GraphPtr Graph::ConstructFromInputs(const std::vector<Operator> &inputs, const AscendString &name) {
  const auto graph = std::make_shared<GraphData>(name.GetString());
  const Status status = set_inputs(*graph, inputs);
  if (status.ok()) return GraphData::wrap_ptr(graph);
  refuse(status);
  return nullptr;
}

// --- Subgraphs of operators: declared in graph/operator.h, where Graph is incomplete -------------------------------------

Graph Operator::GetSubgraph(const char *name) const {
  const SubgraphBuilder builder = GetSubgraphBuilder(name);
  return builder ? builder() : Graph();
}

Graph Operator::GetDynamicSubgraph(const char *name, uint32_t index) const {
  const SubgraphBuilder builder = GetDynamicSubgraphBuilder(name, index);
  return builder ? builder() : Graph();
}

}  // namespace ge
