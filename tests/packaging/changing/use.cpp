#include HEADER

#include <cstdio>

template <typename Tensor>
auto scale(const Tensor &x, int) -> decltype(ge::es::Scale(x, 2.0F, int64_t{5})) {
  return ge::es::Scale(x, 2.0F, int64_t{5});
}
template <typename Tensor>
auto scale(const Tensor &x, long) {
  return ge::es::Scale(x, 2.0F);
}

int main() {
  ge::es::EsGraphBuilder builder("g");
  auto graph = builder.BuildAndReset({scale(builder.CreateInput(0), 0)});
  if (graph == nullptr) return 1;
  for (const auto &node : graph->GetDirectNode()) {
    ge::AscendString type;
    int64_t size = 0;
    if (node.GetType(type) != ge::GRAPH_SUCCESS || type != "Scale") continue;
    if (node.GetAttr("size", size) == ge::GRAPH_SUCCESS) std::printf("size %d\n", static_cast<int>(size));
    else std::printf("no size\n");
  }
  return 0;
}
