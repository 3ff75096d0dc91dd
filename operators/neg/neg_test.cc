#include <gtest/gtest.h>

#include "aclnnop/aclnn_neg.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

TEST(Neg, MatchesPyTorch) {
  const auto first = [](const GoldenCase &, Call &call) {
    return aclnnNegGetWorkspaceSize(call.in[0], call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("neg", first, aclnnNeg, exact), 45u);
}

TEST(Neg, InPlace) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, -2, 3, -4}), false);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnInplaceNegGetWorkspaceSize(a.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceNeg, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {-1, 2, -3, 4}), a.download(), {}), "");
  EXPECT_EQ(aclnnInplaceNegGetWorkspaceSize(nullptr, &size, &executor), 161001);
}

}  // namespace
}  // namespace opstrata::operators
