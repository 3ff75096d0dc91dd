/// @file
/// Passes that look for patterns and replace what they find (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_PASS_PATTERN_FUSION_PASS_H_
#define OPSTRATA_GE_FUSION_PASS_PATTERN_FUSION_PASS_H_

#include <memory>
#include <vector>

#include "ge/fusion/match_result.h"
#include "ge/fusion/pass/fusion_base_pass.h"
#include "ge/fusion/pass/fusion_pass_reg.h"
#include "ge/fusion/pattern.h"
#include "ge/fusion/pattern_matcher_config.h"
#include "opstrata/visibility.h"

namespace ge {
namespace fusion {
/// Goes through the patterns in order; each match that meets the requirements and can be cut out is replaced.
class OPSTRATA_API PatternFusionPass : public FusionBasePass {
 public:
  PatternFusionPass();
  explicit PatternFusionPass(std::unique_ptr<PatternMatcherConfig> match_config);
  ~PatternFusionPass() override;
  Status Run(GraphPtr &graph, CustomPassContext &pass_context) override;

 protected:
  virtual std::vector<PatternUniqPtr> Patterns() = 0;
  virtual bool MeetRequirements(const std::unique_ptr<MatchResult> &match_result);
  /// Null is an error and ends the pass.
  virtual GraphUniqPtr Replacement(const std::unique_ptr<MatchResult> &match_result) = 0;

 private:
  PatternMatcherConfig config_;
};

/// The same with the context handed on.
class OPSTRATA_API PatternFusionPassV2 : public FusionBasePass {
 public:
  PatternFusionPassV2();
  explicit PatternFusionPassV2(std::unique_ptr<PatternMatcherConfig> match_config);
  ~PatternFusionPassV2() override;
  Status Run(GraphPtr &graph, CustomPassContext &pass_context) override;

 protected:
  virtual std::vector<PatternUniqPtr> Patterns(CustomPassContext &pass_context) = 0;
  virtual bool MeetRequirements(const std::unique_ptr<MatchResult> &match_result, CustomPassContext &pass_context);
  virtual GraphUniqPtr Replacement(const std::unique_ptr<MatchResult> &match_result, CustomPassContext &pass_context) = 0;

 private:
  PatternMatcherConfig config_;
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_PASS_PATTERN_FUSION_PASS_H_
