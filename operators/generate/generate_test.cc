#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

/// Computed in float64 and rounded once.
Tolerance tolerance(const std::string &, const GoldenCase &c) {
  const bool is_double = c.outputs[0].dtype == ge::DT_DOUBLE;
  return {is_double ? 4.0 : 1.0, 1e-15};
}

TEST(Generate, MatchesPyTorch) { EXPECT_GE(run_operator_golden("generate", tolerance).size(), 6u); }

}  // namespace
}  // namespace opstrata::operators
