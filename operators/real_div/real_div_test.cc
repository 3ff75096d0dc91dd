#include <gtest/gtest.h>

#include "aclnnop/aclnn_div.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

/// Complex quotients are computed by another formula than PyTorch's.
Tolerance tolerance(const GoldenCase &c) {
  switch (c.outputs[0].dtype) {
    case ge::DT_COMPLEX32:
    case ge::DT_COMPLEX64:
    case ge::DT_COMPLEX128:
      return {4, 0};
    default:
      return {};
  }
}

TEST(RealDiv, MatchesPyTorch) {
  const auto first = [](const GoldenCase &, Call &call) {
    return aclnnDivGetWorkspaceSize(call.in[0], call.in[1], call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(
      run_golden("real_div", first, aclnnDiv, tolerance, [](const GoldenCase &c) { return c.int_attr("mode") == 0; }),
      60u);
}

TEST(RealDiv, RoundedQuotientsMatchPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    return aclnnDivModGetWorkspaceSize(call.in[0], call.in[1], static_cast<int>(c.int_attr("mode")), call.out[0],
                                       &call.workspace_size, &call.executor);
  };
  EXPECT_EQ(run_golden("real_div", first, aclnnDivMod, tolerance), 134u);
}

TEST(RealDiv, InPlaceAndByNumbers) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, -7, 9, 4}), false),
      b(make_tensor<float>(ge::DT_FLOAT, {2}, {2, 4}), false);
  const Scalar half = make_scalar(0.5), three = make_scalar(int64_t{3});
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnInplaceDivGetWorkspaceSize(a.handle(), b.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceDiv, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {0.5, -1.75, 4.5, 1}), a.download(), {}), "");
  ASSERT_EQ(aclnnInplaceDivsGetWorkspaceSize(a.handle(), half.get(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceDivs, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, -3.5, 9, 2}), a.download(), {}), "");
  ASSERT_EQ(aclnnInplaceDivModGetWorkspaceSize(a.handle(), b.handle(), 2, &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceDivMod, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {0, -1, 4, 0}), a.download(), {}), "");
  DeviceTensor c(make_tensor<int32_t>(ge::DT_INT32, {3}, {7, -7, 3}), false),
      out(make_tensor<float>(ge::DT_FLOAT, {3}, {0, 0, 0}), true);
  ASSERT_EQ(aclnnInplaceDivModsGetWorkspaceSize(c.handle(), three.get(), 1, &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceDivMods, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<int32_t>(ge::DT_INT32, {3}, {2, -2, 1}), c.download(), {}), "");
  ASSERT_EQ(aclnnDivsGetWorkspaceSize(c.handle(), make_scalar(int64_t{4}).get(), out.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnDivs, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {3}, {0.5, -0.5, 0.25}), out.download(), {}), "");
  ASSERT_EQ(aclnnDivModsGetWorkspaceSize(c.handle(), make_scalar(0.75).get(), 2, out.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnDivMods, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {3}, {2, -3, 1}), out.download(), {}), "");
}

TEST(RealDiv, RefusesWithTheParametersName) {
  DeviceTensor a(make_tensor<int32_t>(ge::DT_INT32, {2}, {1, 2}), false);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnDivGetWorkspaceSize(a.handle(), nullptr, a.handle(), &size, &executor), 161001);
  EXPECT_EQ(aclnnDivGetWorkspaceSize(a.handle(), a.handle(), a.handle(), &size, &executor), 161002)
      << "a quotient is no integer";
  EXPECT_EQ(aclnnDivModGetWorkspaceSize(a.handle(), a.handle(), 3, a.handle(), &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("mode"), std::string::npos);
}

}  // namespace
}  // namespace opstrata::operators
