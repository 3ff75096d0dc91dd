#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Attention, MatchesPyTorch) { EXPECT_GE(run_operator_golden("attention", rounded_once).size(), 3u); }
TEST(Attention, RotationsMatchPyTorch) {
  EXPECT_GE(run_operator_golden("attention/rotations", rounded_once).size(), 5u);
}

}  // namespace
}  // namespace opstrata::operators
