/// @file
/// Finds the places of a pattern in a graph (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_PATTERN_MATCHER_H_
#define OPSTRATA_GE_FUSION_PATTERN_MATCHER_H_

#include <memory>

#include "ge/fusion/match_result.h"
#include "ge/fusion/pattern.h"
#include "ge/fusion/pattern_matcher_config.h"
#include "graph/graph.h"
#include "opstrata/visibility.h"

namespace ge {
namespace fusion {
/// Types, ports and edges must be those of the pattern; a value inside that is no output of the pattern must have no reader outside.
class OPSTRATA_API PatternMatcher {
 public:
  PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr &target_graph);
  PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr &target_graph, std::unique_ptr<PatternMatcherConfig> matcher_config);
  ~PatternMatcher();
  PatternMatcher(const PatternMatcher &) = delete;
  PatternMatcher &operator=(const PatternMatcher &) = delete;

  /// The next place, null after the last. The graph may be rewritten between two calls; the matcher must outlive its results.
  std::unique_ptr<MatchResult> MatchNext();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_PATTERN_MATCHER_H_
