// Written against release 0.3.0-alpha (2020-05-31) of the fwk2020 operators, compiled unchanged against 1.2.0 (2021-04-20).
// Since then BnHost got the optional inputs scale and offset *before* its attributes, Deconvolution the optional input
// offset_w and three attributes. The calls below must still compile and still mean the same.
#include <cstdio>
#include <cstdlib>

#include "es_fwk2020_ops.h"

using namespace ge::es;

static int failures = 0;
static void Expect(bool ok, const char *what) {
  std::printf("      %s %s\n", ok ? "ok  " : "FAIL", what);
  if (!ok) ++failures;
}

int main() {
  EsGraphBuilder builder("old_caller");
  auto [mean, variance, momentum] = builder.CreateInputs<3>();

  // 0.3.0-alpha: BnHost(mean, variance, momentum, epsilon, mode, use_global_stats)
  auto bn = BnHost(mean, variance, momentum, 0.25f, 0, false);
  // 0.3.0-alpha: Deconvolution(x, filter, bias, strides, pads, dilations)
  auto y = Deconvolution(mean, variance, nullptr, {2, 2}, {1, 1, 1, 1});

  ge::GNode *node = bn.alpha.GetProducer();
  float epsilon = 0;
  int64_t mode = -1;
  bool global = true;
  node->GetAttr("epsilon", epsilon);
  node->GetAttr("mode", mode);
  node->GetAttr("use_global_stats", global);
  Expect(epsilon == 0.25f && mode == 0 && !global, "BnHost: epsilon, mode and use_global_stats as the old program gave them");
  ge::AscendString name;
  auto third = node->GetInDataNodesAndPortIndexs(2);
  auto fourth = node->GetInDataNodesAndPortIndexs(3);
  Expect(third.first != nullptr && fourth.first == nullptr, "BnHost: momentum connected, the new inputs not");

  node = y.GetProducer();
  std::vector<int64_t> strides, pads;
  node->GetAttr("strides", strides);
  node->GetAttr("pads", pads);
  Expect(strides == std::vector<int64_t>({2, 2}) && pads == std::vector<int64_t>({1, 1, 1, 1}),
         "Deconvolution: strides and pads as the old program gave them");
  auto graph = builder.BuildAndReset({bn.alpha, y});
  Expect(graph != nullptr, "the graph is complete");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
