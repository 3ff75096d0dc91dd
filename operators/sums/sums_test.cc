#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

/// Sums in float64 are rounded once; products of matrices of float32 and less are accumulated in float32.
Tolerance tolerance(const std::string &type, const GoldenCase &c) {
  const bool product = type.find("MatMul") != std::string::npos;
  switch (c.outputs[0].dtype) {
    case ge::DT_FLOAT: return {product ? 8.0 : 1.0, product ? 1e-5 : 0};
    case ge::DT_FLOAT16: case ge::DT_BF16: return {1, product ? 1e-4 : 0};
    case ge::DT_DOUBLE: return {4, 1e-13};
    case ge::DT_COMPLEX64: return {2, 0};
    case ge::DT_COMPLEX128: return {4, 1e-13};
    default: return {};
  }
}

TEST(Sums, MatchesPyTorch) { EXPECT_GE(run_operator_golden("sums", tolerance).size(), 10u); }

TEST(Sums, CombinedTensorsMatchPyTorch) { EXPECT_EQ(run_operator_golden("sums/combined", rounded_once).size(), 6u); }

}  // namespace
}  // namespace opstrata::operators
