#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Conv, MatchesPyTorch) { EXPECT_GE(run_operator_golden("conv", rounded_once).size(), 7u); }

}  // namespace
}  // namespace opstrata::operators
