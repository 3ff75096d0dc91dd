#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Numeric, MatchesPyTorch) { EXPECT_GE(run_operator_golden("numeric", rounded_once).size(), 10u); }

}  // namespace
}  // namespace opstrata::operators
