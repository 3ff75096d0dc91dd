// Checking and ordering a graph before its first run.
#include <algorithm>
#include <set>

#include "aicpu/kernel_registry.h"
#include "base/messages.h"
#include "session/control_flow.h"
#include "session/graph_run.h"

namespace opstrata::session {

using graph::GraphData;
using graph::Node;

namespace {

bool is_structural(const Node &node) {
  return graph::is_input_type(node.type()) || graph::is_const_type(node.type()) || node.type() == "Variable" ||
         node.type() == "NetOutput";
}

}  // namespace

Result<std::shared_ptr<const CompiledGraph>> CompiledGraph::compile(const ge::Graph &graph) {
  const auto original = GraphData::of(graph);
  ge::AscendString name;
  if (original != nullptr) (void)graph.GetName(name);
  ge::Graph copy(name.GetString());
  if (original == nullptr || copy.CopyFrom(graph) != ge::GRAPH_SUCCESS) {
    return fail(Msg::kSessionGraphInvalid, {{"function", "compile"}, {"graph", name.GetString()}});
  }
  return compile_data(GraphData::of(copy));
}

Result<std::shared_ptr<const CompiledGraph>> CompiledGraph::compile_data(std::shared_ptr<GraphData> data) {
  auto compiled = std::make_shared<CompiledGraph>();
  compiled->data_ = std::move(data);
  const GraphData &g = *compiled->data_;
  for (const Node *node : g.input_nodes()) compiled->inputs_.push_back(node);
  compiled->outputs_ = g.output_ports();
  if (compiled->outputs_.empty() && g.targets.empty()) return fail(Msg::kSessionNoOutput, {{"graph", g.name}});

  auto order = g.topological_order();
  if (!order.ok()) return order.status();
  // What nothing needs is not run: walk from outputs and targets against the edges.
  std::set<const Node *> needed;
  std::vector<const Node *> open(g.targets.begin(), g.targets.end());
  for (const auto &[node, port] : compiled->outputs_) {
    open.push_back(node);
    ++compiled->uses_[{node, port}];
  }
  while (!open.empty()) {
    const Node *node = open.back();
    open.pop_back();
    if (!needed.insert(node).second) continue;
    for (const auto &port : node->inputs) {
      if (port.source == nullptr) continue;
      open.push_back(port.source);
      ++compiled->uses_[{port.source, port.source_output}];
    }
    open.insert(open.end(), node->control_sources.begin(), node->control_sources.end());
  }
  const MemorySource source;
  for (const Node *node : *order) {
    if (needed.count(node) == 0) continue;
    OPSTRATA_TRY(compiled->check_node(*node));
    compiled->order_.push_back(node);
    if (graph::is_const_type(node->type())) {
      ge::Tensor tensor;
      if (!node->const_value(tensor)) return fail(Msg::kSessionConstOpen, {{"graph", g.name}, {"node", node->name}});
      auto value = value_of(tensor, source, "constant " + node->name);
      if (!value.ok()) return value.status();
      compiled->constants_.emplace(node, std::move(*value));
    }
    for (const auto &slot : node->subgraphs) {
      if (slot.graph == nullptr) {
        return fail(Msg::kSessionSubgraphOpen, {{"graph", g.name}, {"node", node->name}, {"type", node->type()}, {"subgraph", slot.name}});
      }
      auto sub = compile_data(slot.graph);
      if (!sub.ok()) return sub.status();
      compiled->subgraphs_.emplace(slot.graph.get(), std::move(*sub));
    }
  }
  return std::shared_ptr<const CompiledGraph>(std::move(compiled));
}

Status CompiledGraph::check_node(const Node &node) const {
  if (is_structural(node)) return {};
  for (const auto &port : node.inputs) {
    const bool optional = port.ir >= 0 && node.ir.inputs[static_cast<size_t>(port.ir)].kind == proto::InputKind::kOptional;
    if (port.source == nullptr && !optional) {
      return fail(Msg::kSessionInputOpen, {{"graph", data_->name}, {"input", port.name}, {"node", node.name}, {"type", node.type()}});
    }
  }
  if (control_kind(node) != ControlKind::kNone) return {};
  if (!node.subgraphs.empty() || !node.ir.subgraphs.empty()) {
    return fail(Msg::kSessionSubgraphs, {{"graph", data_->name}, {"node", node.name}, {"type", node.type()}});
  }
  if (aicpu::find_kernel(node.type()) != nullptr) return {};
  return fail(Msg::kSessionNode, {{"graph", data_->name}, {"node", node.name}, {"type", node.type()},
                                  {"reason", aicpu::no_kernel(node.type()).text()}});
}

const Value *CompiledGraph::constant(const Node *node) const {
  const auto it = constants_.find(node);
  return it == constants_.end() ? nullptr : &it->second;
}

size_t CompiledGraph::constant_bytes() const {
  size_t bytes = 0;
  for (const auto &[node, value] : constants_) bytes += value.bytes;
  for (const auto &[graph, sub] : subgraphs_) bytes += sub->constant_bytes();
  return bytes;
}

const CompiledGraph *CompiledGraph::subgraph(const GraphData *graph) const {
  const auto it = subgraphs_.find(graph);
  return it == subgraphs_.end() ? nullptr : it->second.get();
}

uint32_t CompiledGraph::uses(const Node *node, int port) const {
  const auto it = uses_.find({node, port});
  return it == uses_.end() ? 0 : it->second;
}

}  // namespace opstrata::session
