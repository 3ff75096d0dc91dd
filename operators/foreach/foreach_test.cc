#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Foreach, MatchesPyTorch) { EXPECT_GE(run_operator_golden("foreach", rounded_once).size(), 55u); }

}  // namespace
}  // namespace opstrata::operators
