/// @file
/// Shape inference of a replacement before it is put in place (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_INFER_SHAPE_UTIL_H_
#define OPSTRATA_GE_FUSION_INFER_SHAPE_UTIL_H_

#include "ge/fusion/match_result.h"
#include "ge/fusion/subgraph_boundary.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "opstrata/visibility.h"

namespace ge {
namespace fusion {
/// The Data nodes of the replacement take the descriptions of the inputs that they stand for, then GeUtils::InferShape runs.
class OPSTRATA_API InferShapeUtil {
 public:
  static Status InferShape(const Graph &replacement, const SubgraphBoundary &boundary);
  static Status InferShape(const Graph &replacement, const MatchResult &match_result);
  /// The replacement stands for one node: its connected inputs in order.
  static Status InferShape(const Graph &replacement, const GNode &node);
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_INFER_SHAPE_UTIL_H_
