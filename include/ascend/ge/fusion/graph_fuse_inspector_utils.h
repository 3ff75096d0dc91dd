/// @file
/// Questions and reports around a fusion (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_GRAPH_FUSE_INSPECTOR_UTILS_H_
#define OPSTRATA_GE_FUSION_GRAPH_FUSE_INSPECTOR_UTILS_H_

#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/gnode.h"
#include "opstrata/visibility.h"
#include "register/register_custom_pass.h"

namespace ge {
namespace fusion {
class OPSTRATA_API GraphFuseInspectorUtils {
 public:
  /// Whether the nodes can become one: they are of one graph, and no path leaves them and enters again.
  static bool CanFuse(const std::vector<GNode> &nodes, AscendString &reason);
  /// Records on every node of `after` (attribute `_opstrata_fused_from`, a list of names) what it came from.
  static Status ReportFuse(const std::vector<GNode> &before, const std::vector<GNode> &after, CustomPassContext &pass_context);
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_GRAPH_FUSE_INSPECTOR_UTILS_H_
