/// @file
/// Helpers of passes over graphs (es-api section 13.6).
#ifndef OPSTRATA_GE_GE_UTILS_H_
#define OPSTRATA_GE_GE_UTILS_H_

#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "opstrata/visibility.h"

namespace ge {
class OPSTRATA_API GeUtils {
 public:
  /// Gives the graph's inputs (in feeding order) these shapes and infers shapes and data types of all nodes in order. A node whose
  /// operator has no inference function keeps its descriptions. FAILED when a function fails or the numbers differ.
  static Status InferShape(const Graph &graph, const std::vector<Shape> &input_shape);
  /// Whether the node's operator is known: every AI Core launch is served by a CPU kernel found by operator type, so a prototype
  /// that fits is what can be checked. `unsupported_reason` says what is missing.
  static Status CheckNodeSupportOnAicore(const GNode &node, bool &is_supported, AscendString &unsupported_reason);
};
}  // namespace ge

#endif  // OPSTRATA_GE_GE_UTILS_H_
