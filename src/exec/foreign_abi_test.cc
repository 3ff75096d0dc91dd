// A program of the new string ABI with an operator library of the old one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "exec/test_operators.h"
#include "opdev/op_dfx.h"
#include "opdev/platform.h"

extern "C" aclnnStatus aclnnOldAbiGetWorkspaceSize(const aclTensor *x, aclTensor *y, const char *mode, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
extern "C" aclnnStatus aclnnOldAbi(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
extern "C" int old_abi_strings_agree();

namespace {

TEST(ForeignAbi, OperatorLibraryOfTheOldStringAbiRuns) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  std::vector<float> a(5), c(5);
  aclTensor *x = exec_test::float_tensor(a);
  aclTensor *y = exec_test::float_tensor(c);
  uint64_t size = 1;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnOldAbiGetWorkspaceSize(x, y, "a text longer than any short string", &size, &executor), ACLNN_SUCCESS);
  ASSERT_EQ(size, 0U);
  ASSERT_EQ(aclnnOldAbi(nullptr, 0, executor, stream), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{6, 0, 35, 0, 0}));
  EXPECT_EQ(aclnnOldAbiGetWorkspaceSize(x, y, nullptr, &size, &executor), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("mode of OldAbi is null"), std::string::npos);
  EXPECT_EQ(old_abi_strings_agree(), 1);
  // The same functions in this program's own ABI.
  EXPECT_EQ(op::GetCurrentPlatformInfo().GetSocLongVersion(), std::string(aclrtGetSocName()));
  EXPECT_EQ(op::GetCurrentPlatformInfo().GetCurNpuArch(), NpuArch::DAV_2201);
  EXPECT_EQ(op::GetCurrentPlatformInfo().GetSocVersion(), op::SocVersion::ASCEND910B);
  EXPECT_EQ(std::string(op::ToString(op::SocVersion::ASCEND910_95).GetString()), "Ascend950");
  uint64_t ub = 0;
  op::GetCurrentPlatformInfo().GetPlatformInfos()->GetLocalMemSize(fe::LocalMemType::UB, ub);
  EXPECT_EQ(ub, 192U * 1024);
  fe::PlatformInfo mine;
  mine.soc_info.ai_core_cnt = 3;
  fe::PlatFormInfos infos;
  fe::OptionalInfos optional;
  fe::PlatformInfo read;
  fe::OptionalInfo chosen;
  chosen.soc_version = "NoSuchChip";
  auto &manager = fe::PlatformInfoManager::Instance();
  EXPECT_EQ(manager.GetPlatformInfo("NoSuchChip", read, chosen), 0xFFFFFFFF);
  EXPECT_EQ(manager.GetPlatformInfos(aclrtGetSocName(), infos, optional), 0U);
  EXPECT_EQ(infos.GetCoreNum(), 24U);
  EXPECT_EQ(infos.GetCoreNumByType("VectorCore"), 48U);
  fe::PlatFormInfos copy;
  const std::string text = infos.SaveToBuffer();
  ASSERT_TRUE(copy.LoadFromBuffer(text.data(), text.size()));
  EXPECT_EQ(copy.SaveToBuffer(), text);
  EXPECT_FALSE(copy.LoadFromBuffer("no table", 8));
  aclDestroyTensor(x);
  aclDestroyTensor(y);
  aclrtDestroyStream(stream);
  EXPECT_FALSE(op::PlatformInfo().Valid());
  EXPECT_EQ(op::PlatformInfo().GetCurNpuArch(), NpuArch::DAV_RESV);
  EXPECT_EQ(op::PlatformInfo().GetSocLongVersion(), "unknownVersion");
}

}  // namespace
