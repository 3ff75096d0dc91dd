#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Image, MatchesPyTorchAndTheDefinitions) { EXPECT_EQ(run_operator_golden("image", rounded_once).size(), 11u); }

}  // namespace
}  // namespace opstrata::operators
