/**
 * @file
 * One node of a ge::Graph (es-api section 13.2). A GNode is a handle: copies refer to the same node. A handle keeps the
 * node's data alive, not its graph; operations on a node whose graph is gone or that was removed return GRAPH_FAILED or
 * an empty result.
 *
 * Every function that returns graphStatus gives GRAPH_SUCCESS, GRAPH_PARAM_INVALID (bad index or name, missing value,
 * wrong type) or GRAPH_FAILED (empty handle); the reason is the thread's recent message.
 */
#ifndef OPSTRATA_GRAPH_GNODE_H_
#define OPSTRATA_GRAPH_GNODE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace opstrata {
namespace graph {
class Node;
}
}  // namespace opstrata

namespace ge {
class Graph;
class GNode;
using GraphPtr = std::shared_ptr<Graph>;
using GNodePtr = std::shared_ptr<GNode>;
using OpBytes = std::vector<uint8_t>;

class OPSTRATA_API GNode {
 public:
  /// An empty handle.
  GNode();

  graphStatus GetType(AscendString &type) const;
  graphStatus GetName(AscendString &name) const;

  /// Producer and output index of the data edge into input `index`; {nullptr, -1} when it is not connected.
  std::pair<GNodePtr, int32_t> GetInDataNodesAndPortIndexs(const int32_t index) const;
  std::vector<GNodePtr> GetInControlNodes() const;
  /// Consumers (node, input index) of output `index`, in the order in which the edges were made.
  std::vector<std::pair<GNodePtr, int32_t>> GetOutDataNodesAndPortIndexs(const int32_t index) const;
  std::vector<GNodePtr> GetOutControlNodes() const;

  /// Value of input `index` when its producer is a constant (Const, Constant). The tensor owns a copy.
  graphStatus GetInputConstData(const int32_t index, Tensor &data) const;
  /// Position of an input or output by its prototype name; dynamic elements are named `<name><i>`.
  graphStatus GetInputIndexByName(const AscendString &name, int32_t &index);
  graphStatus GetOutputIndexByName(const AscendString &name, int32_t &index);
  /// All positions of the dynamic input or output `name`.
  graphStatus GetDynamicInputIndexesByName(const AscendString &name, std::vector<int32_t> &indexes);
  graphStatus GetDynamicOutputIndexesByName(const AscendString &name, std::vector<int32_t> &indexes);
  size_t GetInputsSize() const;
  size_t GetOutputsSize() const;

  /// Fails for an optional input that is not connected.
  graphStatus GetInputDesc(const int32_t index, TensorDesc &tensor_desc) const;
  graphStatus UpdateInputDesc(const int32_t index, const TensorDesc &tensor_desc);
  graphStatus GetOutputDesc(const int32_t index, TensorDesc &tensor_desc) const;
  graphStatus UpdateOutputDesc(const int32_t index, const TensorDesc &tensor_desc);

  /// Attributes of the node. A getter fails when the attribute has no value or a value of another type. An optional
  /// attribute that was given the default of its prototype has no value: the node is the same as without it (HasAttr
  /// tells).
  graphStatus GetAttr(const AscendString &name, int64_t &attr_value) const;
  graphStatus GetAttr(const AscendString &name, int32_t &attr_value) const;
  graphStatus GetAttr(const AscendString &name, uint32_t &attr_value) const;
  graphStatus GetAttr(const AscendString &name, float &attr_value) const;
  graphStatus GetAttr(const AscendString &name, AscendString &attr_value) const;
  graphStatus GetAttr(const AscendString &name, bool &attr_value) const;
  graphStatus GetAttr(const AscendString &name, Tensor &attr_value) const;
  graphStatus GetAttr(const AscendString &name, DataType &attr_value) const;
  graphStatus GetAttr(const AscendString &name, OpBytes &attr_value) const;
  graphStatus GetAttr(const AscendString &name, AttrValue &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<int64_t> &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<int32_t> &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<uint32_t> &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<float> &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<AscendString> &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<bool> &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<Tensor> &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<DataType> &attr_value) const;
  graphStatus GetAttr(const AscendString &name, std::vector<std::vector<int64_t>> &attr_value) const;

  graphStatus SetAttr(const AscendString &name, int64_t &attr_value) const;
  graphStatus SetAttr(const AscendString &name, int32_t &attr_value) const;
  graphStatus SetAttr(const AscendString &name, uint32_t &attr_value) const;
  graphStatus SetAttr(const AscendString &name, float &attr_value) const;
  graphStatus SetAttr(const AscendString &name, AscendString &attr_value) const;
  graphStatus SetAttr(const AscendString &name, bool &attr_value) const;
  graphStatus SetAttr(const AscendString &name, Tensor &attr_value) const;
  graphStatus SetAttr(const AscendString &name, DataType &attr_value) const;
  graphStatus SetAttr(const AscendString &name, OpBytes &attr_value) const;
  graphStatus SetAttr(const AscendString &name, AttrValue &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<int64_t> &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<int32_t> &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<uint32_t> &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<float> &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<AscendString> &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<bool> &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<Tensor> &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<DataType> &attr_value) const;
  graphStatus SetAttr(const AscendString &name, std::vector<std::vector<int64_t>> &attr_value) const;

  /// Whether the attribute has a value.
  bool HasAttr(const AscendString &name);

  /// Attributes of one output or input. Setters store a copy of the value.
  graphStatus SetOutputAttr(const AscendString &name, uint32_t output_index, const AttrValue &attr_value);
  graphStatus GetOutputAttr(const AscendString &name, uint32_t output_index, AttrValue &attr_value) const;
  graphStatus SetInputAttr(const AscendString &name, uint32_t input_index, const AttrValue &attr_value);
  graphStatus GetInputAttr(const AscendString &name, uint32_t input_index, AttrValue &attr_value) const;

  /// Subgraph by position over all prototype subgraphs of the node.
  graphStatus GetSubgraph(uint32_t index, GraphPtr &graph) const;
  graphStatus GetALLSubgraphs(std::vector<GraphPtr> &graph_list) const;
  /// Attaches `subgraph` (shared, not copied) under the prototype's subgraph name; replaces what was there. A dynamic
  /// subgraph takes a list. The subgraph's parent becomes this node.
  graphStatus SetSubgraph(const AscendString &subgraph_ir_name, const Graph &subgraph);
  graphStatus SetSubgraphs(const AscendString &subgraph_ir_name, const std::vector<Graph> &subgraphs);

 private:
  friend class ::opstrata::graph::Node;
  std::shared_ptr<::opstrata::graph::Node> impl_;
};
}  // namespace ge

#endif  // OPSTRATA_GRAPH_GNODE_H_
