#include <gtest/gtest.h>

#include "aclnnop/aclnn_add.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

bool has_alpha(const GoldenCase &c) { return c.ints.count("alpha") + c.reals.count("alpha") != 0; }
Scalar alpha_of(const GoldenCase &c) {
  if (c.reals.count("alpha") != 0) return make_scalar(c.reals.at("alpha")[0]);
  return make_scalar(has_alpha(c) ? c.int_attr("alpha") : int64_t{1});
}

TEST(Add, MatchesPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    return aclnnAddGetWorkspaceSize(call.in[0], call.in[1], alpha_of(c).get(), call.out[0], &call.workspace_size, &call.executor);
  };
  // A sum of two numbers is rounded once everywhere; with a factor PyTorch rounds complex products, too.
  const auto tolerance = [](const GoldenCase &c) { return Tolerance{has_alpha(c) ? 1.0 : 0.0, 0}; };
  EXPECT_GE(run_golden("add", first, aclnnAdd, tolerance), 100u);
}

TEST(Add, InPlaceWithBroadcastAndNumber) {
  const GoldenTensor self = make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, 2, 3, 4});
  const GoldenTensor other = make_tensor<float>(ge::DT_FLOAT, {2}, {10, 20});
  DeviceTensor a(self, false), b(other, false);
  const Scalar two = make_scalar(2.0), half = make_scalar(0.5);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnInplaceAddGetWorkspaceSize(a.handle(), b.handle(), two.get(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceAdd, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {21, 42, 23, 44}), a.download(), {}), "");
  ASSERT_EQ(aclnnInplaceAddsGetWorkspaceSize(a.handle(), half.get(), two.get(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceAdds, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {22, 43, 24, 45}), a.download(), {}), "");
}

TEST(Add, NumberOfAHigherKindRaisesTheType) {
  DeviceTensor a(make_tensor<int32_t>(ge::DT_INT32, {3}, {1, 2, -3}), false);
  DeviceTensor out(make_tensor<float>(ge::DT_FLOAT, {3}, {0, 0, 0}), true);
  const Scalar number = make_scalar(0.5), one = make_scalar(int64_t{1});
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnAddsGetWorkspaceSize(a.handle(), number.get(), one.get(), out.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnAdds, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {3}, {1.5, 2.5, -2.5}), out.download(), {}), "");
}

TEST(Add, RefusesWithTheParametersName) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2, 3}, std::vector<float>(6)), false);
  DeviceTensor b(make_tensor<float>(ge::DT_FLOAT, {2}, {1, 2}), false);
  DeviceTensor out(make_tensor<float>(ge::DT_FLOAT, {2, 3}, std::vector<float>(6)), true);
  DeviceTensor integers(make_tensor<int32_t>(ge::DT_INT32, {2, 3}, std::vector<int32_t>(6)), true);
  DeviceTensor words(make_tensor<uint32_t>(ge::DT_UINT32, {2, 3}, std::vector<uint32_t>(6)), false);
  const Scalar one = make_scalar(int64_t{1}), real = make_scalar(1.5);
  uint64_t size = 77;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnAddGetWorkspaceSize(a.handle(), nullptr, one.get(), out.handle(), &size, &executor), 161001);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("other"), std::string::npos);
  EXPECT_EQ(aclnnAddGetWorkspaceSize(a.handle(), a.handle(), nullptr, out.handle(), &size, &executor), 161001);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("alpha"), std::string::npos);
  EXPECT_EQ(aclnnAddGetWorkspaceSize(a.handle(), b.handle(), one.get(), out.handle(), &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("[2, 3]"), std::string::npos);
  EXPECT_EQ(aclnnAddGetWorkspaceSize(a.handle(), a.handle(), one.get(), integers.handle(), &size, &executor), 161002);
  EXPECT_EQ(aclnnAddGetWorkspaceSize(words.handle(), words.handle(), one.get(), out.handle(), &size, &executor), 161002);
  EXPECT_EQ(aclnnAddGetWorkspaceSize(integers.handle(), integers.handle(), real.get(), integers.handle(), &size, &executor), 161002);
  EXPECT_EQ(aclnnAddGetWorkspaceSize(a.handle(), a.handle(), one.get(), b.handle(), &size, &executor), 161002);
  EXPECT_EQ(size, 77u);
  EXPECT_EQ(executor, nullptr);
}

}  // namespace
}  // namespace opstrata::operators
