#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(FlashAttention, MatchesPyTorch) { EXPECT_GE(run_operator_golden("flash_attention", rounded_once).size(), 5u); }

}  // namespace
}  // namespace opstrata::operators
