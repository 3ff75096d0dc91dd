/// @file
/// Operators whose meaning is which of their subgraphs run. They have no kernels.
#ifndef OPSTRATA_SRC_SESSION_CONTROL_FLOW_H_
#define OPSTRATA_SRC_SESSION_CONTROL_FLOW_H_

#include "graph/model.h"

namespace opstrata::session {

enum class ControlKind : uint8_t { kNone, kIf, kCase, kWhile, kCall };

/// What kind of control flow the node is; kNone for every operator with a kernel.
inline ControlKind control_kind(const graph::Node &node) {
  const std::string &type = node.type();
  if (type == "If" || type == "StatelessIf") return ControlKind::kIf;
  if (type == "Case" || type == "StatelessCase") return ControlKind::kCase;
  if (type == "While" || type == "StatelessWhile") return ControlKind::kWhile;
  if (type == "PartitionedCall" || type == "StatefulPartitionedCall") return ControlKind::kCall;
  return ControlKind::kNone;
}

}  // namespace opstrata::session

#endif  // OPSTRATA_SRC_SESSION_CONTROL_FLOW_H_
