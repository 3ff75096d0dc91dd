#include <gtest/gtest.h>

#include "aclnnop/aclnn_cast.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

aclnnStatus cast_first(const GoldenCase &c, Call &call) {
  return aclnnCastGetWorkspaceSize(call.in[0], static_cast<aclDataType>(c.int_attr("dtype")), call.out[0], &call.workspace_size, &call.executor);
}

TEST(Cast, MatchesPyTorch) { EXPECT_GE(run_golden("cast", cast_first, aclnnCast, exact), 330u); }

TEST(Cast, SmallTypesMatchTheirDefinition) { EXPECT_GE(run_golden("cast/small", cast_first, aclnnCast, exact), 700u); }

TEST(Cast, RefusesAnotherTypeThanThatOfOut) {
  DeviceTensor a(make_tensor<float>(ge::DT_FLOAT, {2}, {1, 2}), false), b(make_tensor<float>(ge::DT_FLOAT, {2}, {1, 2}), true);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnCastGetWorkspaceSize(a.handle(), ACL_INT32, b.handle(), &size, &executor), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("out"), std::string::npos);
}

}  // namespace
}  // namespace opstrata::operators
