#include <gtest/gtest.h>

#include "dlog_pub.h"
#include "es_halve_ops.h"

TEST(HalveGraph, NodeHasTheAttribute) {
  ge::es::EsGraphBuilder builder("g");
  auto y = ge::es::Halve(builder.CreateInput(0), nullptr, 7);
  auto graph = builder.BuildAndReset({y});
  ASSERT_NE(graph, nullptr);
  int64_t times = 0;
  size_t found = 0;
  for (auto &node : graph->GetDirectNode()) {
    ge::AscendString type;
    ASSERT_EQ(node.GetType(type), ge::GRAPH_SUCCESS);
    if (std::string(type.GetString()) != "Halve") continue;
    ++found;
    EXPECT_EQ(node.GetAttr("times", times), ge::GRAPH_SUCCESS);
  }
  EXPECT_EQ(found, 1U);
  EXPECT_EQ(times, 7);
}

// LOG_CPP: the log functions with C++ linkage.
TEST(HalveGraph, LogsWithEitherLinkage) {
  int32_t event = 0;
  EXPECT_GE(dlog_getlevel(63, &event), 0);
  dlog_info(63, "a line of level %d", 1);
  EXPECT_EQ(CheckLogLevel(63, 0), 0);
}
