#include <sstream>

#include "gtest/gtest.h"
#include "op_api_ut_common/op_api_ut.h"
#include "op_api_ut_common/scalar_desc.h"
#include "op_api_ut_common/tensor_desc.h"
#include "aclnn_halve.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"

extern int g_launches;

static aclnnStatus First(const TensorDesc &x, bool onCpu, const TensorDesc &out) {
  auto ut = OP_API_UT(aclnnHalve, INPUT(x, (aclTensor *)nullptr, (int64_t)3, onCpu), OUTPUT(out));
  uint64_t size = 0;
  return ut.TestGetWorkspaceSize(&size);
}

// Tests write chips to streams.
TEST(HalveApi, PrintsScopedEnumerations) {
  std::ostringstream text;
  text << op::GetCurrentPlatformInfo().GetSocVersion();
  EXPECT_EQ(text.str(), "40");
}

TEST(HalveApi, AnswersInTheFirstPhase) {
  const TensorDesc x({2, 3}, ACL_FLOAT, ACL_FORMAT_ND);
  EXPECT_EQ(First(x, false, x), ACL_SUCCESS);
  EXPECT_EQ(g_launches, 1);
  EXPECT_EQ(First(x, true, x), ACL_SUCCESS);
  EXPECT_EQ(g_launches, 2);
  EXPECT_EQ(First(x, false, TensorDesc({3, 2}, ACL_FLOAT, ACL_FORMAT_ND)), 161002);
  EXPECT_EQ(First(TensorDesc({2}, ACL_DOUBLE, ACL_FORMAT_ND), false, TensorDesc({2}, ACL_DOUBLE, ACL_FORMAT_ND)), 161002);
  auto ut = OP_API_UT(aclnnHalve, INPUT((aclTensor *)nullptr, (aclTensor *)nullptr, (int64_t)3, false), OUTPUT(x));
  uint64_t size = 0;
  EXPECT_EQ(ut.TestGetWorkspaceSize(&size), 161001);
  EXPECT_EQ(g_launches, 2);
}
