#include <gtest/gtest.h>

#include "aclnnop/aclnn_softmax.h"
#include "level0/softmax_v2.h"
#include "support/golden_run.h"
#include "support/two_phase.h"

namespace opstrata::operators {
namespace {

/// The exponent x - max is rounded before exp, as PyTorch does: its error grows with its size (up to 2^4 here).
Tolerance tolerance(const GoldenCase &c) { return {c.outputs[0].dtype == ge::DT_FLOAT16 || c.outputs[0].dtype == ge::DT_BF16 ? 1.0 : 16.0, 0}; }

TEST(SoftmaxV2, MatchesPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    return aclnnSoftmaxGetWorkspaceSize(call.in[0], c.int_attr("axes"), call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("softmax_v2", first, aclnnSoftmax, tolerance, [](const GoldenCase &c) { return c.ints.at("axes").size() == 1; }), 36u);
}

TEST(SoftmaxV2, JoinsSeveralAxes) {
  const auto first = [](const GoldenCase &c, Call &call) {
    const IntArray axes = make_int_array(c.ints.at("axes"));
    return first_phase("axesTest", &call.workspace_size, &call.executor,
                       [&](aclOpExecutor *e) { return deliver(l0op::SoftmaxV2(operand(call.in[0], e), axes.get(), e), call.out[0], e); });
  };
  EXPECT_EQ(run_golden("softmax_v2", first, CommonOpExecutorRun, tolerance, [](const GoldenCase &c) { return c.ints.at("axes").size() > 1; }), 4u);
}

}  // namespace
}  // namespace opstrata::operators
