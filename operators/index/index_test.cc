#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

/// Where several updates meet, every one is rounded; the expected values are rounded once.
Tolerance tolerance(const std::string &, const GoldenCase &c) {
  switch (c.outputs[0].dtype) {
    case ge::DT_FLOAT16: case ge::DT_BF16: case ge::DT_FLOAT: return {2, 1e-6};
    case ge::DT_DOUBLE: return {2, 0};
    default: return {};
  }
}

TEST(Index, MatchesPyTorch) {
  EXPECT_GE(run_operator_golden("index", tolerance).size(), 21u);
  EXPECT_EQ(run_operator_golden("index/put", tolerance).size(), 6u);
}

TEST(Index, SegmentsMatchPyTorch) { EXPECT_EQ(run_operator_golden("index/segments", rounded_once).size(), 5u); }

}  // namespace
}  // namespace opstrata::operators
