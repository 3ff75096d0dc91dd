#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Bias, MatchesPyTorch) { EXPECT_GE(run_operator_golden("bias", rounded_once).size(), 2u); }

}  // namespace
}  // namespace opstrata::operators
