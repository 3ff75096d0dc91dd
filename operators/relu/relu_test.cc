#include <gtest/gtest.h>

#include "aclnnop/aclnn_relu.h"
#include "support/golden_run.h"
#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Relu, MatchesPyTorch) {
  const auto first = [](const GoldenCase &, Call &call) {
    return aclnnReluGetWorkspaceSize(call.in[0], call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("relu", first, aclnnRelu, exact), 55u);
}

TEST(Relu, InPlace) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, -2, 3, -4}), false);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnInplaceReluGetWorkspaceSize(a.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnInplaceRelu, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, 0, 3, 0}), a.download(), {}), "");
  EXPECT_EQ(aclnnInplaceReluGetWorkspaceSize(nullptr, &size, &executor), 161001);
}

TEST(Relu, MasksMatchNumPy) { EXPECT_EQ(run_operator_golden("relu/masks", rounded_once).size(), 2u); }

}  // namespace
}  // namespace opstrata::operators
