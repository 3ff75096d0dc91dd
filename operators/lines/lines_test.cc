#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

/// Computed in float64 and rounded once, as the expected values are; PyTorch sums float64 in another order.
Tolerance tolerance(const std::string &, const GoldenCase &c) {
  switch (c.outputs[0].dtype) {
    case ge::DT_FLOAT16: case ge::DT_BF16: case ge::DT_FLOAT: return {1, 1e-7};
    case ge::DT_DOUBLE: case ge::DT_COMPLEX128: return {8, 1e-13};
    case ge::DT_COMPLEX64: return {2, 0};
    default: return {};
  }
}

TEST(Lines, MatchesPyTorch) { EXPECT_GE(run_operator_golden("lines", tolerance).size(), 40u); }

TEST(Lines, LengthsAndSoftmaxGradientsMatchPyTorch) {
  EXPECT_GE(run_operator_golden("lines/lengths", tolerance).size(), 6u);
}

TEST(Lines, RadixMatchesPyTorch) { EXPECT_EQ(run_operator_golden("lines/radix", rounded_once).size(), 1u); }

}  // namespace
}  // namespace opstrata::operators
