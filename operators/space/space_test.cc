#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Space, MatchesPyTorchAndTheDefinitions) { EXPECT_EQ(run_operator_golden("space", rounded_once).size(), 14u); }

}  // namespace
}  // namespace opstrata::operators
