#include <gtest/gtest.h>

#include "aclnnop/aclnn_reduce_sum.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

TEST(ReduceSum, MatchesPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    const IntArray dims = make_int_array(c.ints.at("dims"));
    return aclnnReduceSumGetWorkspaceSize(call.in[0], dims.get(), c.int_attr("keep") != 0, static_cast<aclDataType>(c.int_attr("dtype")), call.out[0],
                                          &call.workspace_size, &call.executor);
  };
  // Up to float32 the expected sums are float64 sums, rounded once, as ours are. In float64 PyTorch's own sum carries an error.
  const auto tolerance = [](const GoldenCase &c) {
    const bool is_double = c.outputs[0].dtype == ge::DT_DOUBLE || c.outputs[0].dtype == ge::DT_COMPLEX128;
    return is_double ? Tolerance{4, 1e-12} : Tolerance{};
  };
  EXPECT_GE(run_golden("reduce_sum", first, aclnnReduceSum, tolerance), 110u);
}

/// A long sum whose exact value is known: 3 million times 0.1f, which float32 accumulation would miss by thousands.
TEST(ReduceSum, LongSumsAreExactToOneRounding) {
  const int64_t n = 3000000;
  DeviceTensor x(make_tensor<float>(ge::DT_FLOAT, {n}, std::vector<float>(static_cast<size_t>(n), 0.1f)), false);
  DeviceTensor y(make_tensor<float>(ge::DT_FLOAT, {}, std::vector<float>(1)), true);
  const IntArray dims = make_int_array({0});
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnReduceSumGetWorkspaceSize(x.handle(), dims.get(), false, ACL_FLOAT, y.handle(), &size, &executor), 0);
  ASSERT_EQ(run_second_phase(aclnnReduceSum, size, executor), 0);
  const auto expected = static_cast<float>(static_cast<double>(0.1f) * static_cast<double>(n));
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {}, {expected}), y.download(), {1, 0}), "");
}

}  // namespace
}  // namespace opstrata::operators
