/// @file
/// From values to the codes of the graph interface: publishes the reason as the thread's recent message.
#ifndef OPSTRATA_SRC_GRAPH_STATUS_CODES_H_
#define OPSTRATA_SRC_GRAPH_STATUS_CODES_H_

#include "base/messages.h"
#include "base/status.h"
#include "graph/ge_error_codes.h"

namespace opstrata::graph {

/// GRAPH_SUCCESS; GRAPH_PARAM_INVALID for what the caller can mend; GRAPH_FAILED otherwise.
inline ge::graphStatus to_graph_status(const Status &status) {
  if (status.ok()) return ge::GRAPH_SUCCESS;
  report(status);
  switch (status.code()) {
    case Code::kNull:
    case Code::kInvalid:
    case Code::kNotFound:
    case Code::kAlreadyExists:
      return ge::GRAPH_PARAM_INVALID;
    default:
      return ge::GRAPH_FAILED;
  }
}

/// Reports a refusal of a function that has no status to return.
inline void refuse(const Status &status) { (void)to_graph_status(status); }

}  // namespace opstrata::graph

#endif  // OPSTRATA_SRC_GRAPH_STATUS_CODES_H_
