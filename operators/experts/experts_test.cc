#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Experts, MatchesPyTorch) { EXPECT_GE(run_operator_golden("experts", rounded_once).size(), 15u); }

}  // namespace
}  // namespace opstrata::operators
