/// @file
/// graph: computation graphs behind ge::Graph and ge::GNode, their dumps (ONNX, readable, native), and the eager-style
/// base library in es/.
///
/// A GraphData owns its nodes and, through them, its subgraphs. Edges are plain pointers between nodes of one graph and are
/// cleared when either end goes; handles (ge::GNode) keep a node's data alive but not its graph. A node carries the
/// prototype it was made from (names, kinds, data-type symbols of inputs, outputs, attributes, subgraphs) and one port per
/// instance: an optional input always has a port, a dynamic one as many as it has elements.
#ifndef OPSTRATA_SRC_GRAPH_MODEL_H_
#define OPSTRATA_SRC_GRAPH_MODEL_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/tensor.h"
#include "proto/attr_map.h"
#include "proto/prototype.h"

namespace opstrata::graph {

class GraphData;
class Node;
using proto::AttrMap;

/// One input instance. `source` is null when nothing is connected.
struct InputPort {
  std::string name;        ///< `x`, or `x0` for an element of a dynamic input
  int ir = -1;             ///< position among the prototype's inputs
  bool valid = false;      ///< has a description; false for an optional input that is not used
  ge::TensorDesc desc;
  AttrMap attrs;
  Node *source = nullptr;
  int source_output = -1;
};

struct OutputPort {
  std::string name;
  int ir = -1;
  ge::TensorDesc desc;
  AttrMap attrs;
  std::vector<std::pair<Node *, int>> consumers;  ///< in the order in which the edges were made
};

/// One subgraph instance; `name` is the IR name, with the index for a dynamic subgraph.
struct SubgraphSlot {
  std::string name;
  int ir = -1;
  std::shared_ptr<GraphData> graph;
};

/// What a new node is made from. Attribute defaults of the prototype serve inference where no prototype is loaded.
struct NodeSpec {
  NodeSpec(std::string node_name, std::shared_ptr<const proto::OpPrototype> op)
      : name(std::move(node_name)), prototype(std::move(op)) {}
  NodeSpec(std::string node_name, proto::OpPrototype op)
      : NodeSpec(std::move(node_name), std::make_shared<const proto::OpPrototype>(std::move(op))) {}

  std::string name;
  std::shared_ptr<const proto::OpPrototype> prototype;    ///< nodes of one operator may share it
  std::map<std::string, int, std::less<>> input_counts;   ///< elements of dynamic inputs, 0 when absent
  std::map<std::string, int, std::less<>> output_counts;  ///< elements of dynamic outputs
};

class Node : public std::enable_shared_from_this<Node> {
 public:
  explicit Node(NodeSpec &&spec);
  Node(const Node &) = delete;
  Node &operator=(const Node &) = delete;

  std::string name;
  const std::shared_ptr<const proto::OpPrototype> prototype;
  const proto::OpPrototype &ir = *prototype;
  std::vector<InputPort> inputs;
  std::vector<OutputPort> outputs;
  AttrMap attrs;
  std::vector<SubgraphSlot> subgraphs;
  std::vector<Node *> control_sources;
  std::vector<Node *> control_consumers;
  GraphData *graph = nullptr;  ///< null after removal
  std::shared_ptr<const void> origin;  ///< the operator that the node was made from, if any (operator_link.cc)

  const std::string &type() const { return ir.type; }
  /// Position of an instance by name; -1 when there is none.
  OPSTRATA_INTERNAL int find_input(std::string_view port) const;
  OPSTRATA_INTERNAL int find_output(std::string_view port) const;
  /// First port of IR input or output `ir_index`, and the number of its ports.
  OPSTRATA_INTERNAL std::pair<int, int> input_range(int ir_index) const;
  OPSTRATA_INTERNAL std::pair<int, int> output_range(int ir_index) const;
  /// Attaches subgraphs under an IR name; a node without prototype subgraphs takes any name.
  OPSTRATA_INTERNAL Status set_subgraphs(std::string_view ir_name, const std::vector<std::shared_ptr<GraphData>> &graphs);
  /// A constant's value (attribute `value` of Const, Constant), or null. Shares the bytes.
  OPSTRATA_INTERNAL bool const_value(ge::Tensor &value) const;

  OPSTRATA_INTERNAL static ge::GNode wrap(const std::shared_ptr<Node> &node);
  OPSTRATA_INTERNAL static const std::shared_ptr<Node> &of(const ge::GNode &node);
  static ge::GNodePtr wrap_ptr(Node *node) { return std::make_shared<ge::GNode>(wrap(node->shared_from_this())); }
};

class GraphData : public std::enable_shared_from_this<GraphData> {
 public:
  explicit GraphData(std::string_view graph_name) : name(graph_name) {}
  OPSTRATA_INTERNAL ~GraphData();
  GraphData(const GraphData &) = delete;
  GraphData &operator=(const GraphData &) = delete;

  std::string name;
  std::vector<std::shared_ptr<Node>> nodes;  ///< order of creation
  std::vector<Node *> inputs;                ///< as set by SetInputs; empty: the data nodes by their index attribute
  std::vector<std::pair<Node *, int>> outputs;
  std::vector<Node *> targets;
  AttrMap attrs;
  std::vector<std::shared_ptr<GraphData>> registered;  ///< subgraphs that belong to no node
  Node *parent_node = nullptr;
  GraphData *parent_graph = nullptr;
  bool marked_valid = false;
  bool need_iteration = false;

  OPSTRATA_INTERNAL Node *find(std::string_view node_name) const;
  /// Fails when the type or name is empty or a count is negative, and, unless `shared_name`, when the name is taken (the
  /// eager style does not check names: variables of one name share their value).
  OPSTRATA_INTERNAL Result<Node *> add_node(NodeSpec &&spec, bool shared_name = false);
  OPSTRATA_INTERNAL Status connect(Node *src, int src_output, Node *dst, int dst_input);
  OPSTRATA_INTERNAL Status connect_control(Node *src, Node *dst);
  OPSTRATA_INTERNAL Status disconnect(Node *src, int src_output, Node *dst, int dst_input);
  OPSTRATA_INTERNAL Status remove(Node *node, bool contain_subgraph);
  /// Subgraphs of the whole tree below, depth first in node order, registered ones last.
  OPSTRATA_INTERNAL std::vector<std::shared_ptr<GraphData>> all_subgraphs() const;
  /// Registers a subgraph that belongs to no node.
  OPSTRATA_INTERNAL Status register_subgraph(const std::shared_ptr<GraphData> &graph);
  /// The nodes that a run feeds, in feeding order.
  OPSTRATA_INTERNAL std::vector<Node *> input_nodes() const;
  /// The ports that the graph gives: those of SetOutputs, else what its NetOutput node takes.
  OPSTRATA_INTERNAL std::vector<std::pair<Node *, int>> output_ports() const;
  /// Nodes so that producers (data and control) come before consumers; ties in order of creation. Fails on a cycle.
  OPSTRATA_INTERNAL Result<std::vector<Node *>> topological_order() const;
  /// Number of the graph among those of the process that were dumped to files.
  OPSTRATA_INTERNAL unsigned dump_id() const;
  /// Drops everything but the name.
  OPSTRATA_INTERNAL void clear();
  /// Moves the nodes of `other` that are neither inputs nor its NetOutput over here, with the edges between them; a name that is
  /// taken gets a number. Edges to and from the nodes left behind must have been cut. Returns the nodes moved.
  std::vector<Node *> adopt(GraphData &other);
  /// Takes over the content of `other`, which is left empty; its name too unless `keep_name`.
  void take(GraphData &other, bool keep_name);

  OPSTRATA_INTERNAL static ge::Graph wrap(const std::shared_ptr<GraphData> &graph);
  OPSTRATA_INTERNAL static const std::shared_ptr<GraphData> &of(const ge::Graph &graph);  ///< null for an empty handle
  OPSTRATA_INTERNAL static const std::shared_ptr<GraphData> &ensure(ge::Graph &graph);
  static ge::GraphPtr wrap_ptr(const std::shared_ptr<GraphData> &graph) { return std::make_shared<ge::Graph>(wrap(graph)); }

 private:
  friend class Node;
  mutable std::atomic<int64_t> dump_id_{-1};
  /// First node of each name, of the first `named_` nodes: the names are entered when one is looked up, but not for the
  /// first one (a builder's graph is asked once, for the name of its NetOutput). Views of Node::name, which never
  /// changes in a graph.
  mutable std::unordered_map<std::string_view, Node *> by_name_;
  mutable size_t named_ = 0;
  mutable bool looked_up_ = false;
  mutable std::mutex naming_;  ///< looking up is reading, which threads may do at once
};

/// Whether nodes of this type are graph inputs: Data, RefData, AippData, AnyData.
OPSTRATA_INTERNAL bool is_input_type(std::string_view type);
/// Whether nodes of this type hold a constant in attribute `value`.
OPSTRATA_INTERNAL bool is_const_type(std::string_view type);

// --- Operators and nodes (operator_link.cc) ---------------------------------------------------------------------------

/// Adds a node with the operator's prototype, descriptions and attributes; links are not followed.
OPSTRATA_INTERNAL Result<Node *> add_operator(GraphData &graph, const ge::Operator &op);
/// An operator with the node's prototype, descriptions, attributes; without links.
OPSTRATA_INTERNAL ge::Operator to_operator(const Node &node);

// --- Images (native.cc, onnx.cc, readable.cc) --------------------------------------------------------------------------

/// The native image: lossless, binary or as text.
OPSTRATA_INTERNAL std::string to_native(const GraphData &graph, bool text);
/// Replaces the content of `graph`, name included unless `keep_name`.
OPSTRATA_INTERNAL Status from_native(std::string_view bytes, GraphData &graph, bool keep_name);
/// The same from a graph, by way of its image; refused when that would be larger than 2 GiB.
OPSTRATA_INTERNAL Status copy_native(const GraphData &from, GraphData &to, bool keep_name);
/// An ONNX model; `text` selects the protobuf text format.
OPSTRATA_INTERNAL Result<std::string> to_onnx(const GraphData &graph, bool text);
/// The compact form for people (es-api section 13.4).
OPSTRATA_INTERNAL std::string to_readable(const GraphData &graph);

/// A value as the readable dump shows it; empty for an empty value.
OPSTRATA_INTERNAL std::string attr_text(const ge::AttrValue &value);

/// A copy that shares nothing with `value`.
OPSTRATA_INTERNAL ge::AttrValue clone_attr(const ge::AttrValue &value);

}  // namespace opstrata::graph

#endif  // OPSTRATA_SRC_GRAPH_MODEL_H_
