#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Norm, MatchesPyTorch) { EXPECT_GE(run_operator_golden("norm", rounded_once).size(), 10u); }

TEST(Norm, TrainingMatchesPyTorch) { EXPECT_GE(run_operator_golden("norm/training", rounded_once).size(), 6u); }

TEST(Norm, StepsMatchPyTorch) { EXPECT_EQ(run_operator_golden("norm/steps", rounded_once).size(), 29u); }

}  // namespace
}  // namespace opstrata::operators
