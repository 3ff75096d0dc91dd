/// @file
/// Passes that replace single nodes (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_PASS_DECOMPOSE_PASS_H_
#define OPSTRATA_GE_FUSION_PASS_DECOMPOSE_PASS_H_

#include <vector>

#include "ge/fusion/pass/fusion_base_pass.h"
#include "ge/fusion/pass/fusion_pass_reg.h"
#include "ge/fusion/pattern.h"
#include "graph/ascend_string.h"
#include "graph/gnode.h"
#include "opstrata/visibility.h"

namespace ge {
namespace fusion {
/// Every node of one of the types that meets the requirements is replaced; inputs are its connected inputs in order, outputs all.
class OPSTRATA_API DecomposePass : public FusionBasePass {
 public:
  explicit DecomposePass(const std::vector<AscendString> &op_types);
  ~DecomposePass() override;
  Status Run(GraphPtr &graph, CustomPassContext &pass_context) override;

 protected:
  virtual bool MeetRequirements(const GNode &matched_node);
  virtual GraphUniqPtr Replacement(const GNode &matched_node) = 0;

 private:
  std::vector<AscendString> op_types_;
};

/// The same with the context handed on.
class OPSTRATA_API DecomposePassV2 : public FusionBasePass {
 public:
  explicit DecomposePassV2(const std::vector<AscendString> &op_types);
  ~DecomposePassV2() override;
  Status Run(GraphPtr &graph, CustomPassContext &pass_context) override;

 protected:
  virtual bool MeetRequirements(const GNode &matched_node, CustomPassContext &pass_context);
  virtual GraphUniqPtr Replacement(const GNode &matched_node, CustomPassContext &pass_context) = 0;

 private:
  std::vector<AscendString> op_types_;
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_PASS_DECOMPOSE_PASS_H_
