#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

/// Sums of float64 that are small beside their terms.
Tolerance tolerance(const std::string &, const GoldenCase &c) {
  return {1, c.outputs[0].dtype == ge::DT_DOUBLE || c.outputs[0].dtype == ge::DT_COMPLEX128 ? 1e-13 : 1e-12};
}

TEST(Signal, MatchesPyTorch) { EXPECT_GE(run_operator_golden("signal", tolerance).size(), 2u); }

}  // namespace
}  // namespace opstrata::operators
