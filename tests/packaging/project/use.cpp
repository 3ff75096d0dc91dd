#include OPS_HEADER

#include <cstdio>

int main() {
  ge::es::EsGraphBuilder builder("g");
  auto x = builder.CreateInput(0);
  auto y = ge::es::Scale(x, builder.CreateInput(1), 3);
#if HAS_TWICE
  y = ge::es::Twice(y);
#endif
  auto graph = builder.BuildAndReset({y});
  if (graph == nullptr) return 1;
  std::printf("nodes %zu\n", graph->GetDirectNode().size());
  return 0;
}
