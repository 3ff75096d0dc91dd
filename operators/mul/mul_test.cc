#include <gtest/gtest.h>

#include "aclnnop/aclnn_mul.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

TEST(Mul, MatchesPyTorch) {
  const auto first = [](const GoldenCase &, Call &call) {
    return aclnnMulGetWorkspaceSize(call.in[0], call.in[1], call.out[0], &call.workspace_size, &call.executor);
  };
  // Real products are rounded once; complex ones are sums of two products, which PyTorch may fuse.
  const auto tolerance = [](const GoldenCase &c) { return Tolerance{c.name.rfind("complex", 0) == 0 ? 2.0 : 0.0, 0}; };
  EXPECT_GE(run_golden("mul", first, aclnnMul, tolerance), 90u);
}

TEST(Mul, InPlaceAndNumber) {
  DeviceTensor a(make_tensor<int32_t>(ge::DT_INT32, {2, 2}, {1, 2, 3, 1 << 30}), false);
  DeviceTensor b(make_tensor<int32_t>(ge::DT_INT32, {2, 1}, {5, 6}), false);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnInplaceMulGetWorkspaceSize(a.handle(), b.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceMul, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<int32_t>(ge::DT_INT32, {2, 2}, {5, 10, 18, -2147483647 - 1}), a.download(), {}), "");
  const Scalar three = make_scalar(int64_t{3});
  ASSERT_EQ(aclnnInplaceMulsGetWorkspaceSize(a.handle(), three.get(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceMuls, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<int32_t>(ge::DT_INT32, {2, 2}, {15, 30, 54, -2147483647 - 1}), a.download(), {}), "");
  DeviceTensor out(make_tensor<float>(ge::DT_FLOAT, {2, 2}, std::vector<float>(4)), true);
  const Scalar half = make_scalar(0.5);
  ASSERT_EQ(aclnnMulsGetWorkspaceSize(a.handle(), half.get(), out.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnMuls, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {7.5, 15, 27, -1073741824.0f}), out.download(), {}), "");
}

}  // namespace
}  // namespace opstrata::operators
