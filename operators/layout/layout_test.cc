#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

/// Moving changes no bits; gradients of padding are rounded once.
Tolerance tolerance(const std::string &, const GoldenCase &) {
  return {};
}

TEST(Layout, MatchesPyTorch) { EXPECT_GE(run_operator_golden("layout", tolerance).size(), 38u); }

TEST(Layout, DiagonalsAndOthersMatchPyTorch) { EXPECT_GE(run_operator_golden("layout/diagonals", rounded_once).size(), 4u); }

TEST(Layout, ViewsAndSlicesThatAreReplacedMatchPyTorch) {
  EXPECT_EQ(run_operator_golden("layout/views", rounded_once).size(), 18u);
}

}  // namespace
}  // namespace opstrata::operators
