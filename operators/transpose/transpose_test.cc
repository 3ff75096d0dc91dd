#include <gtest/gtest.h>

#include "aclnnop/aclnn_permute.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

TEST(Transpose, MatchesPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    const IntArray dims = make_int_array(c.ints.at("dims"));
    return aclnnPermuteGetWorkspaceSize(call.in[0], dims.get(), call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("transpose", first, aclnnPermute, exact), 69u);
}

TEST(Transpose, RefusesWhatIsNoPermutation) {
  DeviceTensor x(make_tensor<float>(ge::DT_FLOAT, {2, 2}, std::vector<float>(4)), false), y(make_tensor<float>(ge::DT_FLOAT, {2, 2}, std::vector<float>(4)), true);
  const IntArray twice = make_int_array({0, 0});
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnPermuteGetWorkspaceSize(x.handle(), twice.get(), y.handle(), &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("[0, 0]"), std::string::npos);
}

}  // namespace
}  // namespace opstrata::operators
