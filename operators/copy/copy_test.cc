#include <gtest/gtest.h>

#include "aclnnop/aclnn_copy.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

TEST(Copy, MatchesPyTorch) {
  const auto first = [](const GoldenCase &, Call &call) {
    return aclnnInplaceCopyGetWorkspaceSize(call.out[0], call.in[0], &call.workspace_size, &call.executor);
  };
  EXPECT_EQ(run_golden("copy", first, aclnnInplaceCopy, exact), 80u);
}

TEST(Copy, RefusesWithTheParametersName) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2}, {1, 2}), false),
      b(make_tensor<float>(ge::DT_FLOAT, {3}, {1, 2, 3}), false);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnInplaceCopyGetWorkspaceSize(nullptr, a.handle(), &size, &executor), 161001);
  EXPECT_EQ(aclnnInplaceCopyGetWorkspaceSize(a.handle(), b.handle(), &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("src"), std::string::npos);
  DeviceTensor bits(make_tensor<uint8_t>(ge::DT_INT4, {2}, {0x21}), false);
  EXPECT_EQ(aclnnInplaceCopyGetWorkspaceSize(a.handle(), bits.handle(), &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("src"), std::string::npos);
}

}  // namespace
}  // namespace opstrata::operators
