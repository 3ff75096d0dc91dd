#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Loss, MatchesPyTorch) { EXPECT_GE(run_operator_golden("loss", rounded_once).size(), 10u); }

TEST(Loss, OfClassesMatchesPyTorch) { EXPECT_EQ(run_operator_golden("loss/classes", rounded_once).size(), 13u); }

TEST(Loss, CosinesMatchPyTorch) { EXPECT_EQ(run_operator_golden("loss/cosine", rounded_once).size(), 2u); }

}  // namespace
}  // namespace opstrata::operators
