/// @file
/// Where a pattern was found (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_MATCH_RESULT_H_
#define OPSTRATA_GE_FUSION_MATCH_RESULT_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "ge/fusion/pattern.h"
#include "ge/fusion/subgraph_boundary.h"
#include "graph/ascend_string.h"
#include "opstrata/visibility.h"

namespace ge {
namespace fusion {
class OPSTRATA_API MatchResult {
 public:
  /// `pattern` must outlive the result.
  explicit MatchResult(const Pattern *pattern);
  MatchResult(const MatchResult &other);
  MatchResult &operator=(const MatchResult &other);
  MatchResult(MatchResult &&other) noexcept;
  MatchResult &operator=(MatchResult &&other) noexcept;
  ~MatchResult();

  /// FAILED for an empty node.
  Status AppendNodeMatchPair(const NodeIo &pattern_node_output, const NodeIo &matched_node_output);
  Status GetMatchedNode(const GNode &pattern_node, GNode &matched_node) const;
  /// The nodes found for the pattern's operators (not for its inputs), in the order of the pattern.
  std::vector<GNode> GetMatchedNodes() const;
  /// The counterpart of the pattern's captured tensor `capture_idx`.
  Status GetCapturedTensor(size_t capture_idx, NodeIo &node_output) const;
  const Graph &GetPatternGraph() const;
  /// Input `i` holds the inputs that take the value of the pattern's Data node `i`. Null when the match is incomplete.
  std::unique_ptr<SubgraphBoundary> ToSubgraphBoundary() const;
  AscendString ToAscendString() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_MATCH_RESULT_H_
