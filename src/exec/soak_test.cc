// Memory stays flat: a million different shapes, a million different attributes, a million first phases without a
// second. OPSTRATA_SOAK sets another number.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opstrata/cache.h"

namespace l0op {
OP_TYPE_REGISTER(TestAdd);
OP_TYPE_REGISTER(TestAttrs);
static aclnnStatus AddInto(const aclTensor *x1, const aclTensor *x2, const aclTensor *addOut, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(addOut));
}
static aclnnStatus AddAttrs(const aclTensor *x, const aclTensor *y, int64_t axis, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("TestAttrs");
  return ADD_TO_LAUNCHER_LIST_AICPU(TestAttrs, OP_ATTR_NAMES({"axis"}), OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(axis));
}
}  // namespace l0op

namespace {

aclnnStatus aclnnSoakAddGetWorkspaceSize(const aclTensor *x, aclTensor *y, uint64_t *workspaceSize,
                                         aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnSoakAdd, DFX_IN(x), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::AddInto(x, x, y, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}
aclnnStatus aclnnSoakAttrsGetWorkspaceSize(const aclTensor *x, int64_t axis, aclTensor *y, uint64_t *workspaceSize,
                                           aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnSoakAttrs, DFX_IN(x, axis), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::AddAttrs(x, y, axis, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

struct Destroyer {
  void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, Destroyer>;

size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  size_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

int64_t rounds() {
  const char *text = std::getenv("OPSTRATA_SOAK");
  return text == nullptr ? 1000000 : std::atoll(text);
}

/// Runs `round(i)` for all rounds. The first tenth, but at least what fills the cache of plans, may grow; the rest may
/// not.
template <typename Round>
void expect_flat(const Round &round) {
  const int64_t all = rounds(), warm = std::max<int64_t>(all / 10, 20000);
  size_t before = 0;
  for (int64_t i = 0; i < all; ++i) {
    if (i == warm) before = resident_bytes();
    ASSERT_TRUE(round(i)) << i;
  }
  if (all <= warm) return;
  EXPECT_LT(resident_bytes(), before + (8U << 20)) << "before: " << before;
}

class Soak : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
  bool run(aclnnStatus first) {
    return first == ACLNN_SUCCESS && size <= sizeof(workspace) &&
           CommonOpExecutorRun(workspace, size, executor, nullptr) == ACLNN_SUCCESS &&
           aclrtSynchronizeStream(nullptr) == ACL_SUCCESS;
  }
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  alignas(64) uint8_t workspace[1024] = {};
  std::vector<float> a = std::vector<float>(64), c = std::vector<float>(64);
};

TEST_F(Soak, DifferentShapes) {
  expect_flat([this](int64_t i) {
    // One dimension of one element that strides over another distance every time: the description differs, the work
    // does not.
    const int64_t dims[] = {2 + i % 5, 1}, strides[] = {1, i + 1}, storage[] = {64};
    const OwnedTensor x(aclCreateTensor(dims, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, storage, 1, a.data()));
    const OwnedTensor y(aclCreateTensor(dims, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 2, c.data()));
    const aclnnStatus first = aclnnSoakAddGetWorkspaceSize(x.get(), y.get(), &size, &executor);
    return run(first);
  });
}

TEST_F(Soak, DifferentAttributes) {
  const OwnedTensor x(exec_test::float_tensor(a)), y(exec_test::float_tensor(c));
  expect_flat([&](int64_t i) {
    const aclnnStatus first = aclnnSoakAttrsGetWorkspaceSize(x.get(), i, y.get(), &size, &executor);
    return run(first);
  });
}

TEST_F(Soak, FirstPhasesWithoutASecond) {
  const OwnedTensor x(exec_test::float_tensor(a)), y(exec_test::float_tensor(c));
  expect_flat([&](int64_t) {
    return aclnnSoakAddGetWorkspaceSize(x.get(), y.get(), &size, &executor) == ACLNN_SUCCESS &&
           aclDestroyAclOpExecutor(executor) == ACLNN_SUCCESS;
  });
}

}  // namespace
