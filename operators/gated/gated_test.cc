#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Gated, MatchesPyTorch) { EXPECT_GE(run_operator_golden("gated", rounded_once).size(), 13u); }

}  // namespace
}  // namespace opstrata::operators
