/**
 * @file
 * Computation graphs (es-api section 13.1). A Graph is a handle: copies refer to the same graph; `CopyFrom` makes a deep
 * copy. A graph is made either by the eager style builder (ge/es_graph_builder.h), by `AddNodeByOp` and edges, or from
 * linked operators by `SetInputs` and `SetOutputs` (section 13.8).
 *
 * Functions that return graphStatus give GRAPH_SUCCESS, GRAPH_PARAM_INVALID or GRAPH_FAILED; the reason is the thread's
 * recent message. A graph is not safe for concurrent modification.
 */
#ifndef OPSTRATA_GRAPH_GRAPH_H_
#define OPSTRATA_GRAPH_GRAPH_H_

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/ge_error_codes.h"
#include "graph/gnode.h"
#include "graph/operator.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace opstrata {
namespace graph {
class GraphData;
}
}  // namespace opstrata

namespace ge {
/// Bytes of a serialised graph. Owned by the object; copies share them.
class OPSTRATA_API GraphBuffer {
 public:
  const uint8_t *GetData() const { return data_.get(); }
  size_t GetSize() const { return size_; }

 private:
  friend class Graph;
  std::shared_ptr<uint8_t> data_;
  size_t size_ = 0U;
};

class OPSTRATA_API Graph {
 public:
  enum class DumpFormat : uint32_t { kOnnx, kTxt, kReadable };

  /// An empty handle: `IsValid()` is false; the first modification makes a graph without name.
  Graph();
  explicit Graph(const char *name);
  /// @deprecated use the const char * form.
  explicit Graph(const std::string &name) : Graph(name.c_str()) {}

  graphStatus GetName(AscendString &name) const;
  /// A graph is valid once it has outputs, targets or a node, or when `SetValid` was called.
  bool IsValid() const;
  graphStatus SetValid();

  /// Adds the operators that are reachable from `inputs` through their links. The order of `inputs` is the order in which
  /// a run feeds them, whatever their `index` attributes say.
  Graph &SetInputs(const std::vector<Operator> &inputs);
  /// Outputs of the graph: all outputs of each operator, or the given ones. Operators not yet in the graph are added with
  /// everything that feeds them.
  Graph &SetOutputs(const std::vector<Operator> &outputs);
  Graph &SetOutputs(const std::vector<std::pair<Operator, std::vector<size_t>>> &output_indexs);
  Graph &SetOutputs(const std::vector<std::pair<Operator, AscendString>> &outputs);
  /// @deprecated use the AscendString form.
  template <int = 0>
  Graph &SetOutputs(const std::vector<std::pair<Operator, std::string>> &outputs) {
    std::vector<std::pair<Operator, AscendString>> named;
    for (const auto &output : outputs) {
      named.emplace_back(output.first, AscendString(output.second.c_str()));
    }
    return SetOutputs(named);
  }
  Graph &SetOutputs(const std::vector<std::pair<GNode, int32_t>> &outputs);
  /// Nodes that must run although no output needs them.
  Graph &SetTargets(const std::vector<Operator> &targets);

  /// Adds one operator as node; its links become edges when both ends are in the graph. A taken name is refused.
  graphStatus AddOp(const Operator &op);
  graphStatus FindOpByName(const char *name, Operator &op) const;
  graphStatus FindOpByName(const std::string &name, Operator &op) const { return FindOpByName(name.c_str(), op); }
  graphStatus FindOpByType(const char *type, std::vector<Operator> &ops) const;
  graphStatus FindOpByType(const std::string &type, std::vector<Operator> &ops) const {
    return FindOpByType(type.c_str(), ops);
  }
  graphStatus GetAllOpName(std::vector<AscendString> &op_name) const;
  template <int = 0>
  graphStatus GetAllOpName(std::vector<std::string> &op_name) const {
    std::vector<AscendString> names;
    const graphStatus status = GetAllOpName(names);
    op_name.clear();
    for (const auto &name : names) {
      op_name.emplace_back(name.GetString(), name.GetLength());
    }
    return status;
  }

  /// Adds a node without edges; an empty handle when the operator has no type or the name is taken.
  GNode AddNodeByOp(const Operator &op);
  /// Refused when a port does not exist, the input is already connected, or the nodes belong to different graphs.
  graphStatus AddDataEdge(GNode &src_node, const int32_t src_port_index, GNode &dst_node, const int32_t dst_port_index);
  graphStatus AddControlEdge(GNode &src_node, GNode &dst_node);
  graphStatus RemoveNode(GNode &node);
  /// With `contain_subgraph` the node's subgraphs go too; without, a node that has subgraphs is refused.
  graphStatus RemoveNode(GNode &node, bool contain_subgraph);
  /// Port -1 on both sides removes the control edge.
  graphStatus RemoveEdge(GNode &src_node, const int32_t src_port_index, GNode &dst_node, const int32_t dst_port_index);

  /// All nodes including those of subgraphs (each subgraph after the nodes of its parent graph), in order of creation.
  std::vector<GNode> GetAllNodes() const;
  std::vector<GNode> GetDirectNode() const;
  GNodePtr FindNodeByName(const AscendString &name) const;

  /// Subgraphs of the whole tree below this graph.
  std::vector<GraphPtr> GetAllSubgraphs() const;
  GraphPtr GetSubGraph(const char *name) const;
  /// Registers a subgraph by its name (shared, not copied). A taken name is refused.
  graphStatus AddSubGraph(const Graph &subgraph);
  graphStatus RemoveSubgraph(const char *name);
  GraphPtr GetParentGraph() const;
  GNodePtr GetParentNode() const;

  /// Replaces the content by a deep copy of `src_graph`, subgraphs included; the name stays.
  graphStatus CopyFrom(const Graph &src_graph);
  /// A graph of everything reachable from `inputs`; null when an operator is empty.
  static GraphPtr ConstructFromInputs(const std::vector<Operator> &inputs, const AscendString &name);

  graphStatus SetAttr(const AscendString &name, const AttrValue &attr_value);
  graphStatus GetAttr(const AscendString &name, AttrValue &attr_value) const;

  /// Serialisation: a lossless image of the graph and its subgraphs. A file name that ends in ".onnx" writes an ONNX model
  /// instead, which other tools read and LoadFromFile does not.
  graphStatus SaveToFile(const char *file_name) const;
  graphStatus SaveToFile(const std::string &file_name) const { return SaveToFile(file_name.c_str()); }
  graphStatus LoadFromFile(const char *file_name);
  graphStatus LoadFromFile(const std::string &file_name) { return LoadFromFile(file_name.c_str()); }
  graphStatus SaveToMem(GraphBuffer &graph_buffer) const;
  graphStatus LoadFromMem(const GraphBuffer &graph_buffer);
  graphStatus LoadFromMem(const uint8_t *data, const size_t len);
  graphStatus LoadFromSerializedModelArray(const void *serialized_model, size_t size);

  void SetNeedIteration(bool need_iteration);

  /// Writes the graph as text (section 13.4): kOnnx an ONNX model as protobuf text, kTxt the model's own text, kReadable
  /// the compact form for people.
  graphStatus Dump(DumpFormat format, std::ostream &o_stream) const;
  /// Writes to `<directory>/ge_{onnx,proto,readable}_<8 digits>_graph_<id>_<suffix>.{pbtxt,txt,txt}`; the directory follows
  /// NPU_COLLECT_PATH, DUMP_GRAPH_PATH, else the working folder (section 13.4).
  graphStatus DumpToFile(DumpFormat format, const AscendString &suffix) const;

 private:
  friend class ::opstrata::graph::GraphData;
  std::shared_ptr<::opstrata::graph::GraphData> impl_;
};
}  // namespace ge

#endif  // OPSTRATA_GRAPH_GRAPH_H_
