#include <gtest/gtest.h>

#include "aclnnop/aclnn_sub.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

bool has_alpha(const GoldenCase &c) { return c.ints.count("alpha") + c.reals.count("alpha") != 0; }
Scalar alpha_of(const GoldenCase &c) {
  if (c.reals.count("alpha") != 0) return make_scalar(c.reals.at("alpha")[0]);
  return make_scalar(has_alpha(c) ? c.int_attr("alpha") : int64_t{1});
}

TEST(Sub, MatchesPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    return aclnnSubGetWorkspaceSize(call.in[0], call.in[1], alpha_of(c).get(), call.out[0], &call.workspace_size,
                                    &call.executor);
  };
  const auto tolerance = [](const GoldenCase &c) { return Tolerance{has_alpha(c) ? 1.0 : 0.0, 0}; };
  EXPECT_GE(run_golden("sub", first, aclnnSub, tolerance), 100u);
}

TEST(Sub, InPlaceWithBroadcastAndNumber) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, 2, 3, 4}), false),
      b(make_tensor<float>(ge::DT_FLOAT, {2}, {10, 20}), false);
  const Scalar two = make_scalar(2.0), half = make_scalar(0.5);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnInplaceSubGetWorkspaceSize(a.handle(), b.handle(), two.get(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceSub, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {-19, -38, -17, -36}), a.download(), {}), "");
  ASSERT_EQ(aclnnInplaceSubsGetWorkspaceSize(a.handle(), half.get(), two.get(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceSubs, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {-20, -39, -18, -37}), a.download(), {}), "");
}

TEST(Sub, NumberOfAHigherKindRaisesTheType) {
  DeviceTensor a(make_tensor<int32_t>(ge::DT_INT32, {3}, {1, 2, -3}), false),
      out(make_tensor<float>(ge::DT_FLOAT, {3}, {0, 0, 0}), true);
  const Scalar number = make_scalar(0.5), one = make_scalar(int64_t{1});
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnSubsGetWorkspaceSize(a.handle(), number.get(), one.get(), out.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnSubs, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {3}, {0.5, 1.5, -3.5}), out.download(), {}), "");
}

TEST(Sub, RefusesWithTheParametersName) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2}, {1, 2}), false),
      flags(make_tensor<uint8_t>(ge::DT_BOOL, {2}, {1, 0}), false);
  const Scalar one = make_scalar(1.0);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnSubGetWorkspaceSize(a.handle(), nullptr, one.get(), a.handle(), &size, &executor), 161001);
  EXPECT_EQ(aclnnSubGetWorkspaceSize(a.handle(), a.handle(), nullptr, a.handle(), &size, &executor), 161001);
  EXPECT_EQ(aclnnSubGetWorkspaceSize(flags.handle(), flags.handle(), one.get(), flags.handle(), &size, &executor),
            161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("self"), std::string::npos);
}

}  // namespace
}  // namespace opstrata::operators
