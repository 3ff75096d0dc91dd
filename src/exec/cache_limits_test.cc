// Runs under settings of the caches (tests.cmake): small bounds, none, and texts that are no numbers.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opstrata/cache.h"

namespace l0op {
OP_TYPE_REGISTER(TestAttrs);

static aclnnStatus AddAttrs(const aclTensor *x, const aclTensor *y, int64_t axis, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("TestAttrs");
  return ADD_TO_LAUNCHER_LIST_AICPU(TestAttrs, OP_ATTR_NAMES({"axis"}), OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(axis));
}
}  // namespace l0op

namespace {

aclnnStatus aclnnLimitedGetWorkspaceSize(const aclTensor *x, int64_t axis, aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnLimited, DFX_IN(x, axis), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::AddAttrs(x, y, axis, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

opstrata_cache_statistics_t statistics() {
  opstrata_cache_statistics_t now;
  EXPECT_EQ(opstrata_cache_statistics(&now, sizeof(now)), ACLNN_SUCCESS);
  return now;
}

/// The number that a variable sets, or the default of the interface when it is none.
uint64_t expected_limit(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  const bool is_number = text != nullptr && *text != '\0' && std::string(text).find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Destroyer {
  void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, Destroyer>;

class CacheLimits : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  }
  aclOpExecutor *first_phase(int64_t axis) {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnLimitedGetWorkspaceSize(x.get(), axis, y.get(), &size, &executor), ACLNN_SUCCESS);
    EXPECT_EQ(size, 0U);
    return executor;
  }
  void second_phase(aclOpExecutor *executor, int64_t axis) {
    EXPECT_EQ(CommonOpExecutorRun(nullptr, 0, executor, nullptr), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(c[0], static_cast<float>(axis));
  }
  std::vector<float> a = std::vector<float>(5), c = std::vector<float>(5);
  OwnedTensor x{exec_test::float_tensor(a)}, y{exec_test::float_tensor(c)};
};

TEST_F(CacheLimits, AreThoseOfTheEnvironment) {
  const auto now = statistics();
  EXPECT_EQ(now.plan_limit, expected_limit("ACLNN_CACHE_LIMIT", 10000));
  EXPECT_EQ(now.byte_limit, expected_limit("OPSTRATA_CACHE_BYTES", 268435456));
  EXPECT_EQ(now.task_limit, expected_limit("ACLNN_AICPU_CACHE_LIMIT", 32768));
}

TEST_F(CacheLimits, ResultsAreThoseOfEveryCallWhateverTheBounds) {
  for (int round = 0; round < 3; ++round) {
    for (int64_t axis = 0; axis < 5; ++axis) second_phase(first_phase(axis), axis);
  }
  const auto now = statistics();
  EXPECT_LE(now.plans, now.plan_limit);
  EXPECT_LE(now.bytes, now.byte_limit);
  EXPECT_LE(now.tasks, now.task_limit);
  EXPECT_EQ(now.uncached, 0U);
}

TEST_F(CacheLimits, TasksBeyondTheBoundServeOneCall) {
  const uint64_t limit = statistics().task_limit;
  if (limit > 1) GTEST_SKIP() << "this needs ACLNN_AICPU_CACHE_LIMIT of 0 or 1";
  op::internal::aclnnAicpuFinalize();
  aclnnReselectStaticKernel();
  std::vector<aclOpExecutor *> executors;
  for (int64_t axis = 10; axis < 13; ++axis) executors.push_back(first_phase(axis));
  EXPECT_EQ(statistics().tasks, limit);
  for (size_t i = 0; i < executors.size(); ++i) {
    const bool is_overflow = i >= limit;
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(executors[i]), is_overflow ? ACLNN_ERR_INNER : ACLNN_SUCCESS) << i;
    if (is_overflow) { EXPECT_NE(std::string(aclGetRecentErrMsg()).find("TestAttrs"), std::string::npos); }
    second_phase(executors[i], 10 + static_cast<int64_t>(i));
    if (!is_overflow) { EXPECT_EQ(aclDestroyAclOpExecutor(executors[i]), ACLNN_SUCCESS); }
  }
  // The calls beyond the bound were not cached either.
  const uint64_t hits = statistics().hits;
  second_phase(first_phase(12), 12);
  EXPECT_EQ(statistics().hits, hits);
}

TEST_F(CacheLimits, PendingTaskIsHandedOutOnceAndOnlyToItsOwner) {
  using op::internal::TakePendingOverflowTask;
  op::internal::aclnnAicpuFinalize();
  op::internal::AicpuTaskSpace space("TestAttrs");
  auto unique = CREATE_EXECUTOR();
  const auto task_of = [&](int64_t axis) {
    op::OpArgContext *args = op::GetOpArgContext(OP_INPUT(x.get()), OP_OUTPUT(y.get()), OP_ATTR(axis));
    auto *task = space.GetOrCreateTask(unique.get(), {"axis"}, args);
    op::DestroyOpArgContext(args);
    return task;
  };
  EXPECT_EQ(TakePendingOverflowTask(nullptr), nullptr);
  const uint64_t limit = statistics().task_limit;
  if (limit > 1) {
    EXPECT_EQ(TakePendingOverflowTask(task_of(1)), nullptr) << "the space keeps this one";
    return;
  }
  if (limit == 1) { EXPECT_EQ(TakePendingOverflowTask(task_of(1)), nullptr); }
  auto *older = task_of(2);
  auto *newer = task_of(3);
  EXPECT_EQ(TakePendingOverflowTask(older), nullptr) << "an older pending task is discarded";
  const auto owned = TakePendingOverflowTask(newer);
  EXPECT_EQ(owned.get(), newer);
  EXPECT_EQ(TakePendingOverflowTask(newer), nullptr) << "it was handed out";
}

TEST_F(CacheLimits, ASettingThatIsNoNumberIsSaidOnce) {
  const char *log = std::getenv("OPSTRATA_LOG_FILE");
  if (log == nullptr) GTEST_SKIP() << "this needs a log file";
  for (int i = 0; i < 3; ++i) second_phase(first_phase(i), i);
  std::ifstream file(log);
  std::string text;  // of this process: earlier runs wrote to the same file
  for (std::string line; std::getline(file, line);) {
    if (line.find(std::string("OPSTRATA(").append(std::to_string(getpid())).append(",")) != std::string::npos) text += line + "\n";
  }
  for (const char *name : {"ACLNN_CACHE_LIMIT", "OPSTRATA_CACHE_BYTES", "ACLNN_AICPU_CACHE_LIMIT"}) {
    const std::string wanted = std::string(name) + " is \"" + std::getenv(name) + "\"";
    const size_t first = text.find(wanted);
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_EQ(text.find(wanted, first + 1), std::string::npos) << "said twice";
  }
}

}  // namespace
