#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Diagonals, MatchesPyTorchAndTheDefinitions) {
  EXPECT_EQ(run_operator_golden("diagonals", rounded_once).size(), 10u);
}

}  // namespace
}  // namespace opstrata::operators
