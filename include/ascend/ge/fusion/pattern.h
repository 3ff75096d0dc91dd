/// @file
/// A graph to be looked for in another one (es-api section 13.6). Its Data nodes stand for any value, its outputs are what the part
/// that is found gives to the rest.
#ifndef OPSTRATA_GE_FUSION_PATTERN_H_
#define OPSTRATA_GE_FUSION_PATTERN_H_

#include <memory>
#include <vector>

#include "ge/fusion/subgraph_boundary.h"
#include "graph/graph.h"
#include "opstrata/visibility.h"

namespace ge {
namespace fusion {
class OPSTRATA_API Pattern {
 public:
  explicit Pattern(Graph &&pattern_graph);
  ~Pattern();
  Pattern(const Pattern &) = delete;
  Pattern &operator=(const Pattern &) = delete;

  const Graph &GetGraph() const;
  /// Remembers an output of a pattern node, whose counterpart a match gives back by the order of capture.
  Pattern &CaptureTensor(const NodeIo &node_output);
  Status GetCapturedTensors(std::vector<NodeIo> &node_outputs) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

using PatternUniqPtr = std::unique_ptr<Pattern>;
using GraphUniqPtr = std::unique_ptr<Graph>;
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_PATTERN_H_
