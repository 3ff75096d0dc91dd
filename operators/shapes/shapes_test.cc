#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Shapes, MatchesPyTorchAndTheDefinitions) { EXPECT_EQ(run_operator_golden("shapes", rounded_once).size(), 12u); }

}  // namespace
}  // namespace opstrata::operators
