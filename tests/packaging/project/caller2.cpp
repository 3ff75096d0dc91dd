// Written against release 2: Scale(x, factor[, shift][, axis]).
#include "es_life_ops.h"

#include <cstdio>

int main() {
  ge::es::EsGraphBuilder builder("g");
  auto [x, f, s] = builder.CreateInputs<3>();
  auto y = ge::es::Scale(x, f, s, 2);
  auto z = ge::es::Scale(y, f, 0);
  int64_t axis = -7;
  y.GetProducer()->GetAttr("axis", axis);
  std::printf("axis %ld third input %s\n", static_cast<long>(axis), y.GetProducer()->GetInDataNodesAndPortIndexs(2).first ? "yes" : "no");
  return builder.BuildAndReset({z}) == nullptr;
}
