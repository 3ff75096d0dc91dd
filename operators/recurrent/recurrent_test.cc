#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Recurrent, MatchesPyTorch) { EXPECT_EQ(run_operator_golden("recurrent", rounded_once).size(), 4u); }

}  // namespace
}  // namespace opstrata::operators
