/// @file
/// Parts of a graph that are found, checked and replaced: what the interface's fusion classes stand on.
#ifndef OPSTRATA_SRC_GRAPH_FUSION_PART_H_
#define OPSTRATA_SRC_GRAPH_FUSION_PART_H_

#include <functional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "ge/fusion/pass/fusion_pass_reg.h"
#include "ge/fusion/subgraph_boundary.h"
#include "graph/model.h"
#include "register/register_custom_pass.h"

namespace opstrata::graph {

using Port = std::pair<Node *, int>;
using NodeSet = std::unordered_set<const Node *>;

/// A part by its edges: the inner inputs that take each value from outside, and the inner outputs that go outside.
struct Part {
  std::vector<std::vector<Port>> inputs;
  std::vector<Port> outputs;
};

/// The part of a boundary; refuses missing indices, empty handles and ports that do not exist.
Result<Part> part_of(const ge::fusion::SubgraphBoundary &boundary);
/// The part that one node is: its connected inputs in order, all outputs.
Part part_of(Node &node);
/// The nodes between the inputs and the outputs. A constant that is read elsewhere too does not belong. Refuses a part that is open.
Result<NodeSet> nodes_of(const Part &part);
/// Refuses nodes between which a path through others runs.
Status check_convex(const NodeSet &nodes);
/// Puts a copy of `replacement` in the place of the part. On failure nothing has changed.
Status replace_part(const Part &part, const GraphData &replacement);

/// Gives the inputs of the graph these descriptions (only the shape where `whole` is false) and infers all nodes in order.
Status infer_graph(GraphData &graph, const std::vector<ge::TensorDesc> &inputs, bool whole);
/// Infers, node by node, the outputs whose shape nobody set (an empty one); what cannot be inferred gets shape UNKNOWN_RANK.
/// A data type other than the initial DT_FLOAT stays.
void infer_known(GraphData &graph);

/// A registered pass. `run` makes the pass object anew.
struct PassEntry {
  std::string name;
  ge::CustomPassStage stage = ge::CustomPassStage::kBeforeInferShape;
  std::function<ge::Status(ge::GraphPtr &, ge::CustomPassContext &)> run;
};
/// The passes registered for a stage, in order of registration.
OPSTRATA_INTERNAL std::vector<PassEntry> registered_passes(ge::CustomPassStage stage);

}  // namespace opstrata::graph

#endif  // OPSTRATA_SRC_GRAPH_FUSION_PART_H_
