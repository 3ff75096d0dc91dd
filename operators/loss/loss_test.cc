#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

/// Computed in float64 and rounded once; a 16-bit float passes through float32.
Tolerance tolerance(const std::string &, const GoldenCase &c) {
  switch (c.outputs[0].dtype) {
    case ge::DT_FLOAT16:
    case ge::DT_BF16:
    case ge::DT_FLOAT:
      return {1, 1e-12};
    case ge::DT_DOUBLE:
      return {16, 1e-14};
    default:
      return {};
  }
}

TEST(Loss, MatchesPyTorch) { EXPECT_GE(run_operator_golden("loss", tolerance).size(), 10u); }

}  // namespace
}  // namespace opstrata::operators
