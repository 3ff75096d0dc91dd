#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Einsum, MatchesPyTorch) { EXPECT_EQ(run_operator_golden("einsum", rounded_once).size(), 1u); }

}  // namespace
}  // namespace opstrata::operators
