#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

/// Expected values are rounded once from float64. 16-bit floats are computed in float32 or float64, float32 may be computed in
/// float32: units in the last place. PyTorch's own float64 and complex functions are a few units off, too.
Tolerance tolerance(const std::string &type, const GoldenCase &c) {
  // PyTorch takes Newton's step on erf, which has no digits of 1 - x left there.
  if (type == "Erfinv" && c.outputs[0].dtype == ge::DT_DOUBLE) return {0, 1e-11};
  switch (c.outputs[0].dtype) {
    case ge::DT_FLOAT16: case ge::DT_BF16: return {1, 1e-6};
    case ge::DT_FLOAT: return {3, 1e-7};
    case ge::DT_DOUBLE: return {8, 1e-14};
    case ge::DT_COMPLEX64: return {2, 1e-7};
    case ge::DT_COMPLEX128: return {16, 1e-13};
    default: return {};
  }
}

TEST(Elementwise, MatchesPyTorch) { EXPECT_GE(run_operator_golden("elementwise", tolerance).size(), 130u); }
TEST(Elementwise, SlopesMatchPyTorch) { EXPECT_GE(run_operator_golden("elementwise/slopes", tolerance).size(), 15u); }

TEST(Elementwise, SpecialFunctionsMatchTheirSeries) { EXPECT_EQ(run_operator_golden("elementwise/special", tolerance).size(), 6u); }

/// PyTorch's own functions around the gamma function lose some digits.
TEST(Elementwise, FunctionsAroundTheGammaFunctionMatchPyTorchAndTheirSeries) {
  const auto loose = [](const std::string &type, const GoldenCase &c) {
    const bool wide = c.outputs[0].dtype == ge::DT_DOUBLE && (type == "Igamma" || type == "Igammac" || type == "Zeta");
    return wide ? Tolerance{64, 1e-12} : tolerance(type, c);
  };
  EXPECT_EQ(run_operator_golden("elementwise/gamma", loose).size(), 7u);
}

}  // namespace
}  // namespace opstrata::operators
