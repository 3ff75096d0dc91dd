#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Counting, MatchesPyTorchAndTheDefinitions) {
  EXPECT_EQ(run_operator_golden("counting", rounded_once).size(), 13u);
}

}  // namespace
}  // namespace opstrata::operators
