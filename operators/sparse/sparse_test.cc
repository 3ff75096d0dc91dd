#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Sparse, MatchesPyTorchAndTheDefinitions) { EXPECT_EQ(run_operator_golden("sparse", rounded_once).size(), 17u); }

}  // namespace
}  // namespace opstrata::operators
