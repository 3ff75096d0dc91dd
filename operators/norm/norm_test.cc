#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Norm, MatchesPyTorch) { EXPECT_GE(run_operator_golden("norm", rounded_once).size(), 10u); }

TEST(Norm, TrainingMatchesPyTorch) { EXPECT_GE(run_operator_golden("norm/training", rounded_once).size(), 6u); }

}  // namespace
}  // namespace opstrata::operators
