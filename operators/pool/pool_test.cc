#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Pool, MatchesPyTorch) { EXPECT_GE(run_operator_golden("pool", rounded_once).size(), 10u); }

TEST(Pool, PaddingsPlacesAndGradientsMatchPyTorch) {
  EXPECT_EQ(run_operator_golden("pool/windows", rounded_once).size(), 16u);
}

TEST(Pool, OtherNamesMatchPyTorch) { EXPECT_EQ(run_operator_golden("pool/named", rounded_once).size(), 1u); }

}  // namespace
}  // namespace opstrata::operators
