// Functions of the interface that take std::string and cannot be inline; compiled for both string ABIs.
#include "graph/graph.h"
#include "graph/operator.h"

namespace ge {

Graph Operator::GetSubgraph(const std::string &name) const { return GetSubgraph(name.c_str()); }
Graph Operator::GetDynamicSubgraph(const std::string &name, uint32_t index) const { return GetDynamicSubgraph(name.c_str(), index); }

}  // namespace ge
