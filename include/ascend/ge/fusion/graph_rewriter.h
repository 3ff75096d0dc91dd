/// @file
/// Puts another graph in the place of a part of a graph (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_GRAPH_REWRITER_H_
#define OPSTRATA_GE_FUSION_GRAPH_REWRITER_H_

#include "ge/fusion/subgraph_boundary.h"
#include "graph/graph.h"
#include "opstrata/visibility.h"
#include "register/register_custom_pass.h"

namespace ge {
namespace fusion {
class OPSTRATA_API SubgraphRewriter {
 public:
  /// The replacement is copied. It must have as many Data nodes and outputs as the boundary has inputs and outputs (they correspond by
  /// index), the part must be closed (no reader outside but at its outputs) and no path may leave and enter it again; FAILED
  /// otherwise, with the graph unchanged and the reason in the thread's recent message and in the context.
  static Status Replace(const SubgraphBoundary &subgraph, const Graph &replacement);
  static Status Replace(const SubgraphBoundary &subgraph, Graph &&replacement);
  static Status Replace(const SubgraphBoundary &subgraph, const Graph &replacement, CustomPassContext &pass_context);
  static Status Replace(const SubgraphBoundary &subgraph, Graph &&replacement, CustomPassContext &pass_context);
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_GRAPH_REWRITER_H_
