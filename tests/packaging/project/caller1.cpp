// Written against release 1: Scale(x, factor, axis).
#include "es_life_ops.h"

#include <cstdio>

int main() {
  ge::es::EsGraphBuilder builder("g");
  auto x = builder.CreateInput(0);
  auto y = ge::es::Scale(x, builder.CreateInput(1), 0);
  int64_t axis = -7;
  y.GetProducer()->GetAttr("axis", axis);
  std::printf("axis %ld third input %s\n", static_cast<long>(axis), y.GetProducer()->GetInDataNodesAndPortIndexs(2).first ? "yes" : "no");
  return builder.BuildAndReset({y}) == nullptr;
}
