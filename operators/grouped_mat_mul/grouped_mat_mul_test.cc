#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(GroupedMatMul, MatchesPyTorch) { EXPECT_EQ(run_operator_golden("grouped_mat_mul", rounded_once).size(), 1u); }

}  // namespace
}  // namespace opstrata::operators
