#include "graph/model.h"

#include <algorithm>
#include <queue>

#include "base/messages.h"

namespace opstrata::graph {
namespace {

Status no_port(const Node &node, std::string_view what, int index, size_t count) {
  return fail(Msg::kGraphPort, {{"node", node.name}, {"type", node.type()}, {"what", what}, {"index", index}, {"count", count}});
}

template <typename Ports>
int find_port(const Ports &ports, std::string_view name) {
  const auto it = std::find_if(ports.begin(), ports.end(), [&](const auto &port) { return port.name == name; });
  return it == ports.end() ? -1 : static_cast<int>(it - ports.begin());
}

template <typename Ports>
std::pair<int, int> port_range(const Ports &ports, int ir_index) {
  const auto belongs = [&](const auto &port) { return port.ir == ir_index; };
  const auto first = std::find_if(ports.begin(), ports.end(), belongs);
  return {static_cast<int>(first - ports.begin()), static_cast<int>(std::count_if(first, ports.end(), belongs))};
}

template <typename T>
void erase_value(std::vector<T> &values, const T &value) {
  const auto it = std::find(values.begin(), values.end(), value);
  if (it != values.end()) values.erase(it);
}

int count_of(const std::map<std::string, int, std::less<>> &counts, const std::string &name) {
  const auto it = counts.find(name);
  return it == counts.end() ? 0 : it->second;
}

// Makes the ports of one IR list; `dynamic` is the kind whose instances are counted.
template <typename Ports, typename Defs, typename Kind, typename Counts>
void make_ports(Ports &ports, const Defs &defs, Kind dynamic, const Counts &counts) {
  size_t total = 0;
  for (const auto &def : defs) total += def.kind == dynamic ? static_cast<size_t>(count_of(counts, def.name)) : 1U;
  ports.resize(total);
  auto port = ports.begin();
  for (size_t i = 0; i < defs.size(); ++i) {
    const bool numbered = defs[i].kind == dynamic;
    const int count = numbered ? count_of(counts, defs[i].name) : 1;
    for (int k = 0; k < count; ++k, ++port) {
      port->name = defs[i].name;
      if (numbered) port->name += std::to_string(k);
      port->ir = static_cast<int>(i);
    }
  }
}

}  // namespace

Node::Node(NodeSpec &&spec) : name(std::move(spec.name)), prototype(std::move(spec.prototype)) {
  make_ports(inputs, ir.inputs, proto::InputKind::kDynamic, spec.input_counts);
  make_ports(outputs, ir.outputs, proto::OutputKind::kDynamic, spec.output_counts);
  for (auto &port : inputs) {
    port.valid = ir.inputs[static_cast<size_t>(port.ir)].kind != proto::InputKind::kOptional;
  }
}

int Node::find_input(std::string_view port) const { return find_port(inputs, port); }
int Node::find_output(std::string_view port) const { return find_port(outputs, port); }
std::pair<int, int> Node::input_range(int ir_index) const { return port_range(inputs, ir_index); }
std::pair<int, int> Node::output_range(int ir_index) const { return port_range(outputs, ir_index); }

Status Node::set_subgraphs(std::string_view ir_name, const std::vector<std::shared_ptr<GraphData>> &graphs) {
  int ir_index = -1;
  bool dynamic = true;
  for (size_t i = 0; i < ir.subgraphs.size(); ++i) {
    if (ir.subgraphs[i].name == ir_name) {
      ir_index = static_cast<int>(i);
      dynamic = ir.subgraphs[i].kind == proto::SubgraphKind::kDynamic;
    }
  }
  if (ir_index < 0 && !ir.subgraphs.empty()) {
    return fail(Msg::kGraphUnknownParameter, {{"node", name}, {"type", type()}, {"what", "subgraph"}, {"name", ir_name}});
  }
  if (!dynamic && graphs.size() != 1) {
    return fail(Msg::kGraphSubgraphKind, {{"node", name}, {"type", type()}, {"name", ir_name}, {"count", graphs.size()}});
  }
  for (const auto &subgraph : graphs) {
    if (subgraph == nullptr) return fail(Msg::kGraphEmptyHandle, {{"function", "SetSubgraphs"}, {"what", "subgraph"}});
    for (const GraphData *above = graph; above != nullptr; above = above->parent_graph) {
      if (above == subgraph.get()) return fail(Msg::kGraphSubgraphCycle, {{"node", name}, {"graph", subgraph->name}});
    }
  }
  // Replace what stands under the name; a node without prototype adds, named by position.
  std::erase_if(subgraphs, [&](const SubgraphSlot &slot) {
    const bool replaced = ir_index >= 0 ? slot.ir == ir_index : slot.name == ir_name;
    if (replaced && slot.graph->parent_node == this) slot.graph->parent_node = nullptr, slot.graph->parent_graph = nullptr;
    return replaced;
  });
  auto at = std::find_if(subgraphs.begin(), subgraphs.end(), [&](const SubgraphSlot &slot) { return slot.ir > ir_index; });
  if (ir_index < 0) at = subgraphs.end();
  for (size_t i = 0; i < graphs.size(); ++i) {
    const bool numbered = dynamic && ir_index >= 0;
    at = subgraphs.insert(at, {std::string(ir_name) + (numbered ? std::to_string(i) : std::string()), ir_index, graphs[i]}) + 1;
    graphs[i]->parent_node = this;
    graphs[i]->parent_graph = graph;
  }
  return {};
}

bool Node::const_value(ge::Tensor &value) const {
  if (!is_const_type(type())) return false;
  const auto it = attrs.find("value");
  return it != attrs.end() && it->second.GetAttrValue(value) == ge::GRAPH_SUCCESS;
}

ge::GNode Node::wrap(const std::shared_ptr<Node> &node) {
  ge::GNode handle;
  handle.impl_ = node;
  return handle;
}

const std::shared_ptr<Node> &Node::of(const ge::GNode &node) { return node.impl_; }

GraphData::~GraphData() { clear(); }

void GraphData::clear() {
  // Handles may outlive the graph: no pointer into it may stay behind in what they keep.
  for (const auto &node : nodes) {
    node->graph = nullptr;
    node->control_sources.clear();
    node->control_consumers.clear();
    for (auto &port : node->inputs) port.source = nullptr, port.source_output = -1;
    for (auto &port : node->outputs) port.consumers.clear();
    for (auto &slot : node->subgraphs) slot.graph->parent_node = nullptr, slot.graph->parent_graph = nullptr;
  }
  for (const auto &subgraph : registered) subgraph->parent_graph = nullptr;
  nodes.clear();
  by_name_.clear();
  named_ = 0;
  inputs.clear();
  outputs.clear();
  targets.clear();
  attrs.clear();
  registered.clear();
  marked_valid = need_iteration = false;
}

void GraphData::take(GraphData &other, bool keep_name) {
  clear();
  if (!keep_name) name = other.name;
  nodes.swap(other.nodes);
  by_name_.swap(other.by_name_);
  std::swap(named_, other.named_);
  inputs.swap(other.inputs);
  outputs.swap(other.outputs);
  targets.swap(other.targets);
  attrs.swap(other.attrs);
  registered.swap(other.registered);
  std::swap(marked_valid, other.marked_valid);
  std::swap(need_iteration, other.need_iteration);
  for (const auto &node : nodes) {
    node->graph = this;
    for (auto &slot : node->subgraphs) slot.graph->parent_graph = this;
  }
  for (const auto &subgraph : registered) subgraph->parent_graph = this;
}

std::vector<Node *> GraphData::adopt(GraphData &other) {
  std::vector<std::shared_ptr<Node>> moved, left;
  for (auto &node : other.nodes) (is_input_type(node->type()) || node->type() == "NetOutput" ? left : moved).push_back(node);
  other.by_name_.clear();  // views of names that change below
  other.named_ = 0;
  other.nodes = std::move(left);
  other.inputs.clear();
  other.outputs.clear();
  other.targets.clear();
  std::vector<Node *> result;
  for (auto &node : moved) {
    const std::string wanted = node->name;
    for (unsigned number = 1; find(node->name) != nullptr; ++number) node->name = wanted + "_" + std::to_string(number);
    node->graph = this;
    for (auto &slot : node->subgraphs) slot.graph->parent_graph = this;
    result.push_back(node.get());
    nodes.push_back(std::move(node));
  }
  return result;
}

unsigned GraphData::dump_id() const {
  static std::atomic<int64_t> next{0};
  int64_t id = dump_id_.load();
  if (id < 0) {
    const int64_t fresh = next.fetch_add(1);
    id = dump_id_.compare_exchange_strong(id, fresh) ? fresh : dump_id_.load();
  }
  return static_cast<unsigned>(id);
}

Node *GraphData::find(std::string_view node_name) const {
  const std::lock_guard lock(naming_);
  if (!std::exchange(looked_up_, true)) {
    const auto first =
        std::find_if(nodes.begin(), nodes.end(), [&](const auto &node) { return node->name == node_name; });
    return first == nodes.end() ? nullptr : first->get();
  }
  for (; named_ < nodes.size(); ++named_) by_name_.emplace(nodes[named_]->name, nodes[named_].get());
  const auto it = by_name_.find(node_name);
  return it == by_name_.end() ? nullptr : it->second;
}

Result<Node *> GraphData::add_node(NodeSpec &&spec, bool shared_name) {
  if (spec.prototype->type.empty()) return fail(Msg::kGraphNodeType, {{"graph", name}, {"node", spec.name}});
  if (spec.name.empty()) return fail(Msg::kGraphNodeName, {{"graph", name}, {"type", spec.prototype->type}});
  if (const Node *taken = shared_name ? nullptr : find(spec.name); taken != nullptr) {
    return fail(Msg::kGraphNodeNameTaken, {{"graph", name}, {"node", spec.name}, {"type", taken->type()}});
  }
  for (const auto *counts : {&spec.input_counts, &spec.output_counts}) {
    for (const auto &[parameter, count] : *counts) {
      if (count >= 0) continue;
      return fail(Msg::kGraphDynamicCount, {{"node", spec.name},
                                            {"type", spec.prototype->type},
                                            {"count", count},
                                            {"name", parameter},
                                            {"what", counts == &spec.input_counts ? "input" : "output"}});
    }
  }
  auto node = std::make_shared<Node>(std::move(spec));
  node->graph = this;
  nodes.push_back(node);
  return node.get();
}

Status GraphData::connect(Node *src, int src_output, Node *dst, int dst_input) {
  for (const Node *node : {src, dst}) {
    if (node->graph != this) return fail(Msg::kGraphForeignNode, {{"node", node->name}, {"graph", name}});
  }
  if (src_output < 0 || static_cast<size_t>(src_output) >= src->outputs.size()) {
    return no_port(*src, "output", src_output, src->outputs.size());
  }
  if (dst_input < 0 || static_cast<size_t>(dst_input) >= dst->inputs.size()) {
    return no_port(*dst, "input", dst_input, dst->inputs.size());
  }
  auto &port = dst->inputs[static_cast<size_t>(dst_input)];
  if (port.source != nullptr) {
    return fail(Msg::kGraphInputTaken, {{"node", dst->name}, {"type", dst->type()}, {"name", port.name}, {"index", dst_input},
                                        {"source", port.source->name}});
  }
  port.source = src;
  port.source_output = src_output;
  src->outputs[static_cast<size_t>(src_output)].consumers.emplace_back(dst, dst_input);
  return {};
}

Status GraphData::connect_control(Node *src, Node *dst) {
  for (const Node *node : {src, dst}) {
    if (node->graph != this) return fail(Msg::kGraphForeignNode, {{"node", node->name}, {"graph", name}});
  }
  if (std::find(dst->control_sources.begin(), dst->control_sources.end(), src) != dst->control_sources.end()) return {};
  dst->control_sources.push_back(src);
  src->control_consumers.push_back(dst);
  return {};
}

Status GraphData::disconnect(Node *src, int src_output, Node *dst, int dst_input) {
  const auto missing = [&] {
    return fail(Msg::kGraphNoEdge, {{"source", src->name}, {"source_output", src_output}, {"node", dst->name}, {"index", dst_input}});
  };
  if (src->graph != this || dst->graph != this) return missing();
  if (src_output == -1 && dst_input == -1) {
    if (std::find(dst->control_sources.begin(), dst->control_sources.end(), src) == dst->control_sources.end()) return missing();
    erase_value(dst->control_sources, src);
    erase_value(src->control_consumers, dst);
    return {};
  }
  if (dst_input < 0 || static_cast<size_t>(dst_input) >= dst->inputs.size()) return missing();
  auto &port = dst->inputs[static_cast<size_t>(dst_input)];
  if (port.source != src || port.source_output != src_output) return missing();
  erase_value(src->outputs[static_cast<size_t>(src_output)].consumers, {dst, dst_input});
  port.source = nullptr;
  port.source_output = -1;
  return {};
}

Status GraphData::remove(Node *node, bool contain_subgraph) {
  if (node->graph != this) return fail(Msg::kGraphForeignNode, {{"node", node->name}, {"graph", name}});
  if (!contain_subgraph && !node->subgraphs.empty()) {
    return fail(Msg::kGraphRemoveWithSubgraph, {{"node", node->name}, {"type", node->type()}, {"count", node->subgraphs.size()}});
  }
  for (size_t i = 0; i < node->inputs.size(); ++i) {
    if (Node *source = node->inputs[i].source) {
      OPSTRATA_TRY(disconnect(source, node->inputs[i].source_output, node, static_cast<int>(i)));
    }
  }
  for (auto &port : node->outputs) {
    for (const auto &[consumer, index] : std::vector(port.consumers)) {
      auto &input = consumer->inputs[static_cast<size_t>(index)];
      OPSTRATA_TRY(disconnect(node, input.source_output, consumer, index));
    }
  }
  for (Node *source : std::vector(node->control_sources)) OPSTRATA_TRY(disconnect(source, -1, node, -1));
  for (Node *consumer : std::vector(node->control_consumers)) OPSTRATA_TRY(disconnect(node, -1, consumer, -1));
  for (auto &slot : node->subgraphs) slot.graph->parent_node = nullptr, slot.graph->parent_graph = nullptr;
  node->subgraphs.clear();
  node->graph = nullptr;
  const auto place =
      std::find_if(nodes.begin(), nodes.end(), [node](const auto &other) { return other.get() == node; });
  if (static_cast<size_t>(place - nodes.begin()) < named_) {
    --named_;
    if (const auto known = by_name_.find(node->name); known != by_name_.end() && known->second == node) {
      by_name_.erase(known);
      const auto end = nodes.begin() + static_cast<std::ptrdiff_t>(named_) + 1;
      const auto other = std::find_if(place + 1, end, [node](const auto &n) { return n->name == node->name; });
      if (other != end) by_name_.emplace((*other)->name, other->get());
    }
  }
  erase_value(inputs, node);
  erase_value(targets, node);
  std::erase_if(outputs, [node](const auto &output) { return output.first == node; });
  nodes.erase(place);
  return {};
}

std::vector<std::shared_ptr<GraphData>> GraphData::all_subgraphs() const {
  std::vector<std::shared_ptr<GraphData>> all;
  const auto add = [&all](const std::shared_ptr<GraphData> &graph) {
    all.push_back(graph);
    const auto below = graph->all_subgraphs();
    all.insert(all.end(), below.begin(), below.end());
  };
  for (const auto &node : nodes) {
    for (const auto &slot : node->subgraphs) add(slot.graph);
  }
  for (const auto &graph : registered) add(graph);
  return all;
}

Status GraphData::register_subgraph(const std::shared_ptr<GraphData> &graph) {
  if (graph.get() == this) return fail(Msg::kGraphSubgraphCycle, {{"node", name}, {"graph", graph->name}});
  for (const auto &other : all_subgraphs()) {
    if (other->name == graph->name) return fail(Msg::kGraphSubgraphTaken, {{"graph", name}, {"name", graph->name}});
  }
  graph->parent_graph = this;
  registered.push_back(graph);
  return {};
}

std::vector<Node *> GraphData::input_nodes() const {
  if (!inputs.empty()) return inputs;
  std::vector<std::pair<int64_t, Node *>> indexed;
  for (const auto &node : nodes) {
    if (!is_input_type(node->type())) continue;
    int64_t index = INT64_MAX;
    if (const auto it = node->attrs.find("index"); it != node->attrs.end()) (void)it->second.GetAttrValue(index);
    indexed.emplace_back(index, node.get());
  }
  std::stable_sort(indexed.begin(), indexed.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Node *> result;
  for (const auto &[index, node] : indexed) result.push_back(node);
  return result;
}

std::vector<std::pair<Node *, int>> GraphData::output_ports() const {
  std::vector<std::pair<Node *, int>> ports = outputs;
  for (const auto &node : nodes) {
    if (!outputs.empty() || node->type() != "NetOutput") continue;
    for (const auto &port : node->inputs) {
      if (port.source != nullptr) ports.emplace_back(port.source, port.source_output);
    }
  }
  return ports;
}

Result<std::vector<Node *>> GraphData::topological_order() const {
  std::unordered_map<const Node *, size_t> position, open;
  for (size_t i = 0; i < nodes.size(); ++i) position[nodes[i].get()] = i;
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Node &node = *nodes[i];
    const auto connected = std::count_if(node.inputs.begin(), node.inputs.end(), [](const auto &port) { return port.source != nullptr; });
    const size_t count = static_cast<size_t>(connected) + node.control_sources.size();
    open[&node] = count;
    if (count == 0) ready.push(i);
  }
  std::vector<Node *> order;
  while (!ready.empty()) {
    Node *node = nodes[ready.top()].get();
    ready.pop();
    order.push_back(node);
    const auto arrived = [&](const Node *consumer) {
      if (--open[consumer] == 0) ready.push(position[consumer]);
    };
    for (const auto &port : node->outputs) {
      for (const auto &[consumer, index] : port.consumers) arrived(consumer);
    }
    for (const Node *consumer : node->control_consumers) arrived(consumer);
  }
  if (order.size() != nodes.size()) {
    const auto stuck = std::find_if(nodes.begin(), nodes.end(), [&](const auto &node) { return open[node.get()] != 0; });
    return fail(Msg::kGraphCycle, {{"graph", name}, {"node", (*stuck)->name}});
  }
  return order;
}

ge::Graph GraphData::wrap(const std::shared_ptr<GraphData> &graph) {
  ge::Graph handle;
  handle.impl_ = graph;
  return handle;
}

const std::shared_ptr<GraphData> &GraphData::of(const ge::Graph &graph) { return graph.impl_; }

const std::shared_ptr<GraphData> &GraphData::ensure(ge::Graph &graph) {
  if (graph.impl_ == nullptr) graph.impl_ = std::make_shared<GraphData>("");
  return graph.impl_;
}

bool is_input_type(std::string_view type) {
  return type == "Data" || type == "RefData" || type == "AippData" || type == "AnyData";
}

bool is_const_type(std::string_view type) { return type == "Const" || type == "Constant"; }

}  // namespace opstrata::graph
