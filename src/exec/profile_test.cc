// The profile and the step times of AI CPU tasks: this program runs with OPSTRATA_PROFILE and GE_PROFILING_TO_STD_OUT=1
// (tests.cmake).
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace l0op {
OP_TYPE_REGISTER(TestAdd);
OP_TYPE_REGISTER(Gelu);
static aclnnStatus TestAdd(const aclTensor *x1, const aclTensor *x2, const aclTensor *out, aclOpExecutor *executor) {
  L0_DFX(TestAdd, x1, x2)
  if (INFER_SHAPE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(out)) != ACLNN_SUCCESS) return ACLNN_ERR_INNER_INFERSHAPE_ERROR;
  op::OpDfxGuard launching(op::GenSummaryItemId("aclnnTestProfiled", "TestAdd"), op::DfxProfilingKernelLaunch);
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(out));
}
static aclnnStatus GeluOnCpu(const aclTensor *x, const aclTensor *out, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("Gelu");
  return ADD_TO_LAUNCHER_LIST_AICPU(Gelu, OP_ATTR_NAMES(), OP_INPUT(x), OP_OUTPUT(out));
}
}  // namespace l0op

namespace {

aclnnStatus aclnnTestProfiledGetWorkspaceSize(const aclTensor *x, aclTensor *out, uint64_t *workspaceSize,
                                              aclOpExecutor **executor) {
  L2_DFX_PHASE_1_WITHOUT_CACHE(aclnnTestProfiled, DFX_IN(x), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  const aclTensor *middle = unique->AllocTensor(x->GetViewShape(), x->GetDataType());
  CHECK_RET(l0op::TestAdd(x, x, middle, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  CHECK_RET(l0op::GeluOnCpu(middle, out, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}
aclnnStatus aclnnTestProfiled(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  L2_DFX_PHASE_2(aclnnTestProfiled);
  return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

/// Value of a key in a line of the file, without quotes.
std::string value_of(const std::string &line, const std::string &key) {
  const size_t at = line.find("\"" + key + "\":");
  if (at == std::string::npos) return {};
  const size_t from = at + key.size() + 3;
  const size_t end = line[from] == '"' ? line.find('"', from + 1) : line.find_first_of(",}", from);
  return line[from] == '"' ? line.substr(from + 1, end - from - 1) : line.substr(from, end - from);
}

TEST(Profile, EveryCallOperatorAndKernelLeavesItsLine) {
  const char *path = std::getenv("OPSTRATA_PROFILE");
  ASSERT_NE(path, nullptr);
  ASSERT_TRUE(op::internal::opProfilingSwitch.reportFlag);
  ASSERT_TRUE(op::internal::opProfilingSwitch.kernelLaunchFlag);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  std::vector<float> a{1, 2}, c(2);
  aclTensor *x = exec_test::float_tensor(a), *out = exec_test::float_tensor(c);
  const auto call = [&] {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(aclnnTestProfiledGetWorkspaceSize(x, out, &size, &executor), ACLNN_SUCCESS);
    std::vector<uint8_t> workspace(size + 64);
    ASSERT_EQ(aclnnTestProfiled(workspace.data(), size, executor, nullptr), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  };
  testing::internal::CaptureStdout();
  call();
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_NE(printed.find("AI CPU operator Gelu of aclnnTestProfiled: "), std::string::npos) << printed;
  EXPECT_EQ(printed.find("TestAdd"), std::string::npos) << "no AI CPU task";
  const auto read = [&] {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    // A JSON array: an event a line between the brackets, separated by commas.
    EXPECT_GE(lines.size(), 2U);
    EXPECT_EQ(lines.front() + lines.back(), "[]");
    const std::vector<std::string> events(lines.begin() + 1, lines.end() - 1);
    for (const std::string &event : events) EXPECT_EQ(event.front(), &event == &events.front() ? '{' : ',') << event;
    return events;
  };
  const std::vector<std::string> lines = read();
  std::map<std::string, std::map<std::string, int>> names;  // by kind
  double api_begin = 0, api_end = 0, l0_begin = 0;
  for (const std::string &line : lines) {
    ++names[value_of(line, "cat")][value_of(line, "name")];
    EXPECT_EQ(value_of(line, "ph"), "X");
    const double begin = std::stod(value_of(line, "ts")), duration = std::stod(value_of(line, "dur"));
    EXPECT_GE(duration, 0.0);
    if (value_of(line, "name") == "aclnnTestProfiledGetWorkspaceSize") api_begin = begin, api_end = begin + duration;
    if (value_of(line, "cat") == "operator") l0_begin = begin;
    if (value_of(line, "cat") == "kernel" || value_of(line, "cat") == "infershape") {
      EXPECT_EQ(value_of(line, "api"), "aclnnTestProfiled");
    }
  }
  EXPECT_EQ(names["api"]["aclnnTestProfiledGetWorkspaceSize"], 1);
  EXPECT_EQ(names["api"]["aclnnTestProfiled"], 1);
  EXPECT_EQ(names["operator"]["TestAdd"], 1);
  EXPECT_EQ(names["infershape"]["TestAdd"], 1);
  EXPECT_EQ(names["launch"]["TestAdd"], 1);
  EXPECT_EQ(names["kernel"]["TestAdd"], 1);
  EXPECT_EQ(names["kernel"]["Gelu"], 1);
  EXPECT_LE(api_begin, l0_begin);
  EXPECT_LE(l0_begin, api_end) << "the operator's extent lies in that of its call";
  op::internal::opProfilingSwitch.reportFlag = false;
  call();
  EXPECT_EQ(read().size(), lines.size()) << "switched off";
  op::internal::opProfilingSwitch.reportFlag = true;
  call();
  EXPECT_EQ(read().size(), 2 * lines.size());
  aclDestroyTensor(x);
  aclDestroyTensor(out);
  aclrtResetDevice(0);
}

}  // namespace
