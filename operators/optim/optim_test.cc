#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Optim, MatchesPyTorchAndTheDefinitions) { EXPECT_GE(run_operator_golden("optim", rounded_once).size(), 9u); }

TEST(Optim, WhatTheyRememberChangesInPlace) {
  EXPECT_EQ(run_operator_golden("optim/steps", rounded_once).size(), 30u);
}

}  // namespace
}  // namespace opstrata::operators
