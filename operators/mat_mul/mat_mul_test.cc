#include <gtest/gtest.h>

#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "level0/matmul.h"
#include "support/golden_run.h"
#include "support/two_phase.h"

namespace opstrata::operators {
namespace {

/// Rounding of the result, plus the sum's own error: products of this file's operands stay below 16.
Tolerance tolerance(const GoldenCase &c) {
  if (c.outputs[0].dtype == ge::DT_INT32) return {};
  const double depth = static_cast<double>(c.inputs[0].shape.back());
  return {1.0, depth * 16 / 16777216.0};
}
bool has_bias(const GoldenCase &c) { return c.inputs.size() == 3; }

TEST(MatMul, MatchesPyTorch) {
  const auto first = [](const GoldenCase &, Call &call) {
    return aclnnMatmulGetWorkspaceSize(call.in[0], call.in[1], call.out[0], 0, &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("mat_mul", first, aclnnMatmul, tolerance, [](const GoldenCase &c) { return !has_bias(c); }), 50u);
}

/// The operator with its optional input, which aclnnMatmul does not have.
aclnnStatus bias_first_phase(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, bool transpose_x2, aclTensor *y, uint64_t *size,
                             aclOpExecutor **executor) {
  return first_phase("biasTest", size, executor, [&](aclOpExecutor *e) { return deliver(l0op::MatMul(x1, x2, bias, false, transpose_x2, e), y, e); });
}

TEST(MatMul, AddsTheBias) {
  const auto first = [](const GoldenCase &, Call &call) {
    return bias_first_phase(call.in[0], call.in[1], call.in[2], false, call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_EQ(run_golden("mat_mul", first, CommonOpExecutorRun, tolerance, has_bias), 4u);
}

TEST(MatMul, TransposesAndLeavesTheBiasOut) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2, 3}, {1, 2, 3, 4, 5, 6}), false);
  DeviceTensor b(make_tensor<float>(ge::DT_FLOAT, {2, 3}, {1, 0, 1, 0, 1, 0}), false);
  DeviceTensor y(make_tensor<float>(ge::DT_FLOAT, {2, 2}, std::vector<float>(4)), true);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(bias_first_phase(a.handle(), b.handle(), nullptr, true, y.handle(), &size, &executor), 0) << aclGetRecentErrMsg();
  ASSERT_EQ(run_second_phase(CommonOpExecutorRun, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {4, 2, 10, 5}), y.download(), {}), "");
}

TEST(MatMul, RefusesShapesThatDoNotFit) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2, 3}, std::vector<float>(6)), false);
  DeviceTensor y(make_tensor<float>(ge::DT_FLOAT, {2, 3}, std::vector<float>(6)), true);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnMmGetWorkspaceSize(a.handle(), a.handle(), y.handle(), 0, &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("[2, 3]"), std::string::npos);
  EXPECT_EQ(aclnnMmGetWorkspaceSize(a.handle(), a.handle(), y.handle(), 9, &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("cubeMathType"), std::string::npos);
}

Scalar factor(const GoldenCase &c, const char *name) { return c.ints.count(name) != 0 ? make_scalar(c.int_attr(name)) : make_scalar(c.reals.at(name)[0]); }

TEST(Addmm, MatchesPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    return aclnnAddmmGetWorkspaceSize(call.in[0], call.in[1], call.in[2], factor(c, "beta").get(), factor(c, "alpha").get(), call.out[0], 0,
                                      &call.workspace_size, &call.executor);
  };
  // The factor, the product and the sum are rounded in float32.
  const auto close = [](const GoldenCase &c) { return c.outputs[0].dtype == ge::DT_INT32 ? Tolerance{} : Tolerance{1, 64 / 16777216.0}; };
  EXPECT_EQ(run_golden("mat_mul/addmm", first, aclnnAddmm, close), 29u);
}

TEST(Addmm, InPlaceAndRefusals) {
  DeviceTensor c(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, 1, 1, 1}), false), a(make_tensor<float>(ge::DT_FLOAT, {2, 1}, {1, 2}), false),
      b(make_tensor<float>(ge::DT_FLOAT, {1, 2}, {3, 4}), false);
  const Scalar two = make_scalar(2.0), half = make_scalar(0.5);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnInplaceAddmmGetWorkspaceSize(c.handle(), a.handle(), b.handle(), half.get(), two.get(), 0, &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceAddmm, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {6.5, 8.5, 12.5, 16.5}), c.download(), {}), "");
  EXPECT_EQ(aclnnAddmmGetWorkspaceSize(c.handle(), a.handle(), nullptr, half.get(), two.get(), c.handle(), 0, &size, &executor), 161001);
  EXPECT_EQ(aclnnAddmmGetWorkspaceSize(c.handle(), a.handle(), a.handle(), half.get(), two.get(), c.handle(), 0, &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("mat2"), std::string::npos);
}

}  // namespace
}  // namespace opstrata::operators
