/// @file
/// What every fusion pass is (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_PASS_FUSION_BASE_PASS_H_
#define OPSTRATA_GE_FUSION_PASS_FUSION_BASE_PASS_H_

#include "ge/ge_api_error_codes.h"
#include "graph/graph.h"
#include "opstrata/visibility.h"
#include "register/register_custom_pass.h"

namespace ge {
namespace fusion {
class OPSTRATA_API FusionBasePass {
 public:
  FusionBasePass() = default;
  virtual ~FusionBasePass();
  /// SUCCESS when the graph was changed, NOT_CHANGED when not, another value on failure.
  virtual Status Run(GraphPtr &graph, CustomPassContext &pass_context) = 0;
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_PASS_FUSION_BASE_PASS_H_
