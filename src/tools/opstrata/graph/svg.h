/// @file
/// A graph as a picture: nodes in layers by their distance from the inputs, data edges as curves, control edges dashed.
#ifndef OPSTRATA_SRC_TOOLS_OPSTRATA_GRAPH_SVG_H_
#define OPSTRATA_SRC_TOOLS_OPSTRATA_GRAPH_SVG_H_

#include <string>

#include "base/status.h"
#include "graph/model.h"

namespace opstrata::tools {

/// An SVG document of the graph and, below it, its subgraphs. Error: kInvalid for a graph with a cycle.
Result<std::string> to_svg(const graph::GraphData &graph);

}  // namespace opstrata::tools

#endif  // OPSTRATA_SRC_TOOLS_OPSTRATA_GRAPH_SVG_H_
