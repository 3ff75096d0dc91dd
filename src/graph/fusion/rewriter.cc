// Replacing a part of a graph, and the questions whether it can be one.
#include "ge/fusion/graph_rewriter.h"

#include <algorithm>
#include <memory>

#include "ge/fusion/graph_fuse_inspector_utils.h"
#include "graph/fusion/part.h"
#include "graph/status_codes.h"

namespace opstrata::graph {
namespace {

bool is_output_of(const Part &part, const Port &port) {
  return std::find(part.outputs.begin(), part.outputs.end(), port) != part.outputs.end();
}

// Readers of a value that are not in the part.
template <typename Visit>
void for_outer_readers(const Node &node, const NodeSet &inner, const Visit &visit) {
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    for (const Port &reader : node.outputs[i].consumers) {
      if (inner.count(reader.first) == 0) visit(static_cast<int>(i), reader);
    }
  }
}

// The value that an input of the part stands for.
Result<Port> outer_source(const Part &part, size_t index, const NodeSet &inner) {
  const auto refuse_input = [&](const char *problem) { return fail(Msg::kFusionInput, {{"index", index}, {"problem", problem}}); };
  Port source{nullptr, -1};
  for (const auto &[node, port] : part.inputs[index]) {
    const auto &input = node->inputs[static_cast<size_t>(port)];
    if (input.source == nullptr) return refuse_input("nothing is connected there");
    if (source.first != nullptr && source != Port(input.source, input.source_output)) return refuse_input("its places take different values");
    source = {input.source, input.source_output};
  }
  if (source.first != nullptr && inner.count(source.first) != 0) return refuse_input("its value comes from inside the part");
  return source;
}

}  // namespace

Result<NodeSet> nodes_of(const Part &part) {
  std::vector<const Node *> open;
  NodeSet inner;
  const auto enter = [&](const Node *node) {
    if (inner.insert(node).second) open.push_back(node);
  };
  for (const auto &[node, port] : part.outputs) enter(node);
  for (const auto &input : part.inputs) {
    for (const auto &[node, port] : input) enter(node);
  }
  const auto is_input = [&](const Port &port) {
    return std::any_of(part.inputs.begin(), part.inputs.end(), [&](const auto &ports) { return std::find(ports.begin(), ports.end(), port) != ports.end(); });
  };
  while (!open.empty()) {
    const Node *node = open.back();
    open.pop_back();
    for (size_t i = 0; i < node->inputs.size(); ++i) {
      Node *source = node->inputs[i].source;
      if (source == nullptr || is_input({const_cast<Node *>(node), static_cast<int>(i)})) continue;
      if (is_input_type(source->type())) return fail(Msg::kFusionGraphInput, {{"node", source->name}});
      enter(source);
    }
  }
  // A constant may serve others too: it stays, and the copy brings its own.
  std::erase_if(inner, [&](const Node *node) {
    bool shared = false;
    if (is_const_type(node->type())) for_outer_readers(*node, inner, [&](int port, const Port &) { shared |= !is_output_of(part, {const_cast<Node *>(node), port}); });
    return shared;
  });
  Status open_at;
  for (const Node *node : inner) {
    for_outer_readers(*node, inner, [&](int port, const Port &reader) {
      if (is_output_of(part, {const_cast<Node *>(node), port})) return;
      open_at = fail(Msg::kFusionOpen, {{"node", node->name}, {"type", node->type()}, {"reader", reader.first->name}});
    });
  }
  if (!open_at.ok()) return open_at;
  return inner;
}

Status check_convex(const NodeSet &nodes) {
  std::vector<std::pair<const Node *, const Node *>> open;  // a node outside, and where its path left
  NodeSet seen;
  const auto step = [&](const Node &from, const Node *left_at) -> Status {
    Status status;
    const auto go = [&](const Node *to) {
      const bool leaving = nodes.count(&from) != 0;
      if (nodes.count(to) != 0) {
        if (!leaving) status = fail(Msg::kFusionCycle, {{"from", left_at->name}, {"to", to->name}});
      } else if (seen.insert(to).second) {
        open.emplace_back(to, left_at);
      }
    };
    for (const auto &output : from.outputs) {
      for (const auto &[reader, port] : output.consumers) go(reader);
    }
    for (const Node *after : from.control_consumers) go(after);
    return status;
  };
  for (const Node *node : nodes) OPSTRATA_TRY(step(*node, node));
  while (!open.empty()) {
    const auto [node, left_at] = open.back();
    open.pop_back();
    OPSTRATA_TRY(step(*node, left_at));
  }
  return {};
}

Status replace_part(const Part &part, const GraphData &replacement) {
  if (part.outputs.empty()) return fail(Msg::kFusionCounts, {{"replacement", replacement.name}, {"count", replacement.output_ports().size()}, {"what", "outputs"}, {"wanted", 0}});
  GraphData *graph = part.outputs.front().first->graph;
  auto inner = nodes_of(part);
  if (!inner.ok()) return inner.status();
  for (const Node *node : *inner) {
    if (graph == nullptr || node->graph != graph) return fail(Msg::kGraphForeignNode, {{"node", node->name}, {"graph", graph == nullptr ? std::string("?") : graph->name}});
  }
  OPSTRATA_TRY(check_convex(*inner));
  GraphData copy("");
  OPSTRATA_TRY(copy_native(replacement, copy, false));
  const std::vector<Node *> data = copy.input_nodes();
  const std::vector<Port> results = copy.output_ports();
  for (const auto &[what, count, wanted] : {std::tuple{"inputs", data.size(), part.inputs.size()}, {"outputs", results.size(), part.outputs.size()}}) {
    if (count != wanted) return fail(Msg::kFusionCounts, {{"replacement", copy.name}, {"count", count}, {"what", what}, {"wanted", wanted}});
  }
  auto order = copy.topological_order();
  if (!order.ok()) return order.status();
  std::vector<Port> sources;
  for (size_t i = 0; i < data.size(); ++i) {
    auto source = outer_source(part, i, *inner);
    if (!source.ok()) return source.status();
    const bool read = std::any_of(data[i]->outputs.begin(), data[i]->outputs.end(), [](const auto &output) { return !output.consumers.empty(); });
    const bool returned = std::any_of(results.begin(), results.end(), [&](const Port &port) { return port.first == data[i]; });
    if (source->first == nullptr && (read || returned)) return fail(Msg::kFusionInput, {{"index", i}, {"problem", "the replacement reads it, but no place of the part does"}});
    sources.push_back(*source);
  }

  // Nothing can fail from here on. First the edges into and out of the copy, as ports of the nodes that stay.
  std::vector<std::pair<Port, Port>> edges;  // source, reader
  for (size_t i = 0; i < data.size(); ++i) {
    for (const auto &output : data[i]->outputs) {
      for (const Port &reader : output.consumers) {
        if (reader.first->type() != "NetOutput") edges.emplace_back(sources[i], reader);
      }
    }
  }
  std::vector<Port> ends;
  for (const Port &result : results) {
    const auto passed = std::find(data.begin(), data.end(), result.first);
    ends.push_back(passed == data.end() ? result : sources[static_cast<size_t>(passed - data.begin())]);
  }
  for (Node *node : data) OPSTRATA_TRY(copy.remove(node, false));
  for (size_t i = copy.nodes.size(); i-- > 0;) {
    if (copy.nodes[i]->type() == "NetOutput") OPSTRATA_TRY(copy.remove(copy.nodes[i].get(), false));
  }
  for (size_t i = 0; i < part.outputs.size(); ++i) {
    const auto &[node, port] = part.outputs[i];
    for (const Port &reader : std::vector(node->outputs[static_cast<size_t>(port)].consumers)) {
      if (inner->count(reader.first) != 0) continue;
      OPSTRATA_TRY(graph->disconnect(node, port, reader.first, reader.second));
      edges.emplace_back(ends[i], reader);
    }
    std::replace(graph->outputs.begin(), graph->outputs.end(), part.outputs[i], ends[i]);
  }
  NodeSet before, after;
  for (const Node *node : *inner) {
    for (const Node *other : node->control_sources) before.insert(other);
    for (const Node *other : node->control_consumers) after.insert(other);
  }
  const std::vector<Node *> moved = graph->adopt(copy);
  for (const auto &[source, reader] : edges) OPSTRATA_TRY(graph->connect(source.first, source.second, reader.first, reader.second));
  // What ran before the part runs before each node of the copy, and they before what ran after it.
  for (Node *node : moved) {
    for (const auto &other : graph->nodes) {
      if (inner->count(other.get()) != 0) continue;
      if (before.count(other.get()) != 0) OPSTRATA_TRY(graph->connect_control(other.get(), node));
      if (after.count(other.get()) != 0) OPSTRATA_TRY(graph->connect_control(node, other.get()));
    }
  }
  for (Node *&target : graph->targets) {
    if (inner->count(target) != 0) target = ends.front().first;
  }
  for (size_t i = graph->nodes.size(); i-- > 0;) {
    if (inner->count(graph->nodes[i].get()) != 0) OPSTRATA_TRY(graph->remove(graph->nodes[i].get(), true));
  }
  return {};
}

}  // namespace opstrata::graph

namespace ge::fusion {

using opstrata::graph::Node;
using opstrata::graph::NodeSet;

namespace {

opstrata::Status replace(const SubgraphBoundary &boundary, const Graph &replacement) {
  const auto graph = opstrata::graph::GraphData::of(replacement);
  if (graph == nullptr) return opstrata::fail(opstrata::Msg::kGraphEmptyHandle, {{"function", "SubgraphRewriter::Replace"}, {"what", "replacement"}});
  auto part = opstrata::graph::part_of(boundary);
  return part.ok() ? opstrata::graph::replace_part(*part, *graph) : part.status();
}

}  // namespace

Status SubgraphRewriter::Replace(const SubgraphBoundary &subgraph, const Graph &replacement) {
  return opstrata::graph::to_graph_status(replace(subgraph, replacement)) == GRAPH_SUCCESS ? SUCCESS : FAILED;
}
Status SubgraphRewriter::Replace(const SubgraphBoundary &subgraph, Graph &&replacement) { return Replace(subgraph, static_cast<const Graph &>(replacement)); }
Status SubgraphRewriter::Replace(const SubgraphBoundary &subgraph, const Graph &replacement, CustomPassContext &pass_context) {
  const auto status = replace(subgraph, replacement);
  if (!status.ok()) pass_context.SetErrorMessage(AscendString(status.text().c_str()));
  return opstrata::graph::to_graph_status(status) == GRAPH_SUCCESS ? SUCCESS : FAILED;
}
Status SubgraphRewriter::Replace(const SubgraphBoundary &subgraph, Graph &&replacement, CustomPassContext &pass_context) {
  return Replace(subgraph, static_cast<const Graph &>(replacement), pass_context);
}

bool GraphFuseInspectorUtils::CanFuse(const std::vector<GNode> &nodes, AscendString &reason) {
  NodeSet set;
  opstrata::Status status;
  const opstrata::graph::GraphData *graph = nullptr;
  for (const GNode &handle : nodes) {
    const auto node = Node::of(handle);
    if (node == nullptr || node->graph == nullptr) {
      status = opstrata::fail(opstrata::Msg::kGraphEmptyHandle, {{"function", "GraphFuseInspectorUtils::CanFuse"}, {"what", "node"}});
    } else if (graph != nullptr && node->graph != graph) {
      status = opstrata::fail(opstrata::Msg::kGraphForeignNode, {{"node", node->name}, {"graph", graph->name}});
    } else {
      graph = node->graph;
      set.insert(node.get());
    }
  }
  if (status.ok()) status = opstrata::graph::check_convex(set);
  reason = AscendString(status.ok() ? "" : status.text().c_str());
  return status.ok();
}

Status GraphFuseInspectorUtils::ReportFuse(const std::vector<GNode> &before, const std::vector<GNode> &after, CustomPassContext &pass_context) {
  std::vector<AscendString> names;
  for (const GNode &handle : before) {
    AscendString name;
    if (handle.GetName(name) == GRAPH_SUCCESS) names.push_back(name);
  }
  for (const GNode &handle : after) {
    if (names.size() == before.size() && handle.SetAttr("_opstrata_fused_from", names) == GRAPH_SUCCESS) continue;
    pass_context.SetErrorMessage("GraphFuseInspectorUtils::ReportFuse: a node is an empty handle");
    return FAILED;
  }
  return SUCCESS;
}

}  // namespace ge::fusion
