#include <gtest/gtest.h>

#include "aclnnop/aclnn_layer_norm.h"
#include "level0/layer_norm.h"
#include "support/golden_run.h"
#include "support/two_phase.h"

namespace opstrata::operators {
namespace {

TEST(LayerNorm, MatchesPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    const IntArray normalized = make_int_array(c.ints.at("normalized"));
    const bool statistics = call.out.size() == 3;
    return aclnnLayerNormGetWorkspaceSize(call.in[0], normalized.get(), call.in[1], call.in[2], c.reals.at("eps")[0], call.out[0],
                                          statistics ? call.out[1] : nullptr, statistics ? call.out[2] : nullptr, &call.workspace_size,
                                          &call.executor);
  };
  // Computed in float64 there and here; epsilon is a float32 attribute here.
  EXPECT_GE(run_golden("layer_norm", first, aclnnLayerNorm, [](const GoldenCase &) { return Tolerance{1, 0}; }), 36u);
}

TEST(LayerNorm, GivesTheVariance) {
  DeviceTensor x(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, 3, 2, 8}), false);
  DeviceTensor gamma(make_tensor<float>(ge::DT_FLOAT, {2}, {1, 2}), false), beta(make_tensor<float>(ge::DT_FLOAT, {2}, {0, 1}), false);
  const GoldenTensor y_expected = make_tensor<float>(ge::DT_FLOAT, {2, 2}, {-1, 3, -1, 3});
  const GoldenTensor mean_expected = make_tensor<float>(ge::DT_FLOAT, {2, 1}, {2, 5}), variance_expected = make_tensor<float>(ge::DT_FLOAT, {2, 1}, {1, 9});
  DeviceTensor y(y_expected, true), mean(mean_expected, true), variance(variance_expected, true);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(first_phase("varianceTest", &size, &executor, [&](aclOpExecutor *e) -> aclnnStatus {
    const auto [a, b, c] = l0op::LayerNorm(x.handle(), gamma.handle(), beta.handle(), 1, 1, 0.0f, e);
    OPSTRATA_CHECK(deliver(a, y.handle(), e));
    OPSTRATA_CHECK(deliver(b, mean.handle(), e));
    return deliver(c, variance.handle(), e);
  }), 0);
  ASSERT_EQ(run_second_phase(CommonOpExecutorRun, size, executor), 0);
  EXPECT_EQ(difference(y_expected, y.download(), {}), "");
  EXPECT_EQ(difference(mean_expected, mean.download(), {}), "");
  EXPECT_EQ(difference(variance_expected, variance.download(), {}), "");
}

}  // namespace
}  // namespace opstrata::operators
