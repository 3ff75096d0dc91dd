// Builds a graph with the base library alone.
#include <cstdio>

#include "ge/es_graph_builder.h"
#include "ge/ge_api.h"

int main() {
  ge::es::EsGraphBuilder builder("empty");
  auto x = builder.CreateInput(0);
  auto graph = builder.BuildAndReset({x});
  if (graph == nullptr || graph->GetDirectNode().size() != 2) return 1;
  std::puts("graph ok");
  return 0;
}
