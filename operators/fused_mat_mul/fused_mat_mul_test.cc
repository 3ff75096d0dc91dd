#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(FusedMatMul, MatchesPyTorch) { EXPECT_GE(run_operator_golden("fused_mat_mul", rounded_once).size(), 3u); }
TEST(FusedMatMul, GemmMatchesPyTorch) { EXPECT_EQ(run_operator_golden("fused_mat_mul/gemm", rounded_once).size(), 1u); }

}  // namespace
}  // namespace opstrata::operators
