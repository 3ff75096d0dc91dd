// Callers who destroy things twice, too early or on another thread, and phase twos with what belongs to something else:
// refusals with a text, never undefined behaviour (opdev-api section 3.6; issue rule "a hostile caller").
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace l0op {
OP_TYPE_REGISTER(TestAdd);
static aclnnStatus Add(const aclTensor *x1, const aclTensor *x2, const aclTensor *out, aclOpExecutor *executor) {
  const float alpha = 2.0F;
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(out), OP_ATTR(alpha));
}
}  // namespace l0op

namespace {

using exec_test::float_tensor;

/// out = x1 + alpha * x2 by way of a tensor in the workspace; `redirects`: that tensor lies in `out`.
aclnnStatus aclnnMisusedGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, bool redirects, const aclTensor *out,
                                         uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnMisused, DFX_IN(x1, x2, redirects), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  const aclTensor *middle = unique->AllocTensor(x1->GetViewShape(), ge::DT_FLOAT);
  const aclnnStatus first = l0op::Add(x1, x2, middle, unique.get());
  CHECK_RET(first == ACLNN_SUCCESS, first);
  if (redirects) {
    middle->SetFromWorkspace(false);
    middle->SetStorageAddr(out->GetStorageAddr());
    unique->AddTensorRelation(out, middle);
  } else {
    const aclnnStatus second = l0op::Add(middle, x2, out, unique.get());
    CHECK_RET(second == ACLNN_SUCCESS, second);
  }
  return exec_test::plan_call(unique, workspaceSize, executor);
}
aclnnStatus aclnnMisused(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  L2_DFX_PHASE_2(aclnnMisused);
  return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

class MisuseTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
  static void TearDownTestSuite() { aclrtResetDevice(0); }
  void TearDown() override { (void)aclGetRecentErrMsg(); }

  static void expect_refused(aclnnStatus status, aclnnStatus code, std::initializer_list<const char *> words) {
    EXPECT_EQ(status, code);
    const char *text = aclGetRecentErrMsg();
    ASSERT_NE(text, nullptr);
    for (const char *word : words) EXPECT_NE(std::string(text).find(word), std::string::npos) << word << ": " << text;
  }

  std::vector<float> a{1, 2}, b{10, 20}, c{0, 0};
  aclTensor *x1 = float_tensor(a), *x2 = float_tensor(b), *out = float_tensor(c);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  std::vector<uint8_t> workspace = std::vector<uint8_t>(1 << 16);

  void destroy_tensors() {
    for (const aclTensor *tensor : {x1, x2, out}) EXPECT_EQ(aclDestroyTensor(tensor), 0);
  }
};

// Sizes that no machine holds, also where the number of bytes wraps to a small one or to none.
TEST_F(MisuseTest, TensorsOfMoreBytesThanCanBeCounted) {
  constexpr int64_t kLarge = int64_t{1} << 62;
  struct Case {
    std::vector<int64_t> shape, strides, storage;
    int64_t offset;
  };
  const std::vector<Case> cases = {{{kLarge}, {1}, {kLarge}, 0},
                                   {{kLarge / 2, 1}, {1, 1}, {kLarge / 2, 1}, 0},
                                   {{INT64_MAX}, {1}, {INT64_MAX}, 0},
                                   {{1 << 30, 1 << 30}, {1 << 30, 1}, {1 << 30, 1 << 30}, 0},
                                   {{2, 2}, {kLarge, 1}, {4}, 0},
                                   {{2, 2}, {INT64_MAX, INT64_MAX}, {4}, 0},
                                   {{2, 2}, {2, 1}, {4}, kLarge},
                                   {{2, 2}, {2, 1}, {4}, INT64_MAX},
                                   {{2}, {1}, {kLarge}, 0}};
  void *memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  for (const Case &given : cases) {
    const aclTensor *large = aclCreateTensor(given.shape.data(), given.shape.size(), ACL_FLOAT, given.strides.data(), given.offset, ACL_FORMAT_ND,
                                             given.storage.data(), given.storage.size(), memory);
    ASSERT_NE(large, nullptr);
    auto unique = CREATE_EXECUTOR();
    std::vector<float> values(4);
    const aclTensor *small = float_tensor(values);
    expect_refused(l0op::Add(large, large, large, unique.get()), ACLNN_ERR_PARAM_INVALID, {"operator TestAdd", "input x1", "140737488355328 bytes"});
    auto other = CREATE_EXECUTOR();
    expect_refused(l0op::Add(small, small, large, other.get()), ACLNN_ERR_PARAM_INVALID, {"output addOut", "140737488355328 bytes"});
    EXPECT_EQ(aclDestroyTensor(small), ACLNN_SUCCESS);
    EXPECT_EQ(aclDestroyTensor(large), ACLNN_SUCCESS);
  }
  auto unique = CREATE_EXECUTOR();
  for (const op::Shape &shape : {op::Shape({kLarge}), op::Shape({kLarge / 2}), op::Shape({-1, 2}), op::Shape({kLarge, kLarge, 3})}) {
    EXPECT_EQ(unique->AllocHostTensor(shape, ge::DT_DOUBLE), nullptr);
    EXPECT_EQ(unique->AllocHostTensor(shape, shape, ge::DT_DOUBLE, ge::FORMAT_ND, ge::FORMAT_ND), nullptr);
  }
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  destroy_tensors();
}

TEST_F(MisuseTest, HandlesAreDestroyedOnce) {
  destroy_tensors();
  expect_refused(aclDestroyTensor(out), ACLNN_ERR_PARAM_INVALID, {"aclDestroyTensor", "tensor is", "destroyed before"});
  int64_t number = 1;
  float real = 1;
  bool truth = true;
  const aclScalar *scalar = aclCreateScalar(&real, ACL_FLOAT);
  const aclIntArray *integers = aclCreateIntArray(&number, 1);
  const aclFloatArray *reals = aclCreateFloatArray(&real, 1);
  const aclBoolArray *truths = aclCreateBoolArray(&truth, 1);
  for (const aclnnStatus expected : {ACLNN_SUCCESS, ACLNN_ERR_PARAM_INVALID, ACLNN_ERR_PARAM_INVALID}) {
    EXPECT_EQ(aclDestroyScalar(scalar), expected);
    EXPECT_EQ(aclDestroyIntArray(integers), expected);
    EXPECT_EQ(aclDestroyFloatArray(reals), expected);
    EXPECT_EQ(aclDestroyBoolArray(truths), expected);
  }
}

TEST_F(MisuseTest, ListsAndTheirElementsAreDestroyedOnce) {
  const aclTensor *elements[] = {x1, x2, nullptr, x1};
  aclTensorList *list = aclCreateTensorList(elements, 4);
  EXPECT_EQ(aclDestroyTensorList(list), 0) << "an element that is listed twice is one element";
  expect_refused(aclDestroyTensorList(list), ACLNN_ERR_PARAM_INVALID, {"aclDestroyTensorList", "list is"});
  expect_refused(aclDestroyTensor(x2), ACLNN_ERR_PARAM_INVALID, {"aclDestroyTensor", "with its list"});
  // The other way round: the list goes, and says which element was gone.
  const aclTensor *one[] = {out};
  list = aclCreateTensorList(one, 1);
  EXPECT_EQ(aclDestroyTensor(out), 0);
  expect_refused(aclDestroyTensorList(list), ACLNN_ERR_PARAM_INVALID, {"aclDestroyTensorList", "list[0]"});
  expect_refused(aclDestroyTensorList(list), ACLNN_ERR_PARAM_INVALID, {"list is"});
  float real = 1;
  const aclScalar *scalars[] = {aclCreateScalar(&real, ACL_FLOAT)};
  aclScalarList *of_scalars = aclCreateScalarList(scalars, 1);
  EXPECT_EQ(aclDestroyScalarList(of_scalars), 0);
  EXPECT_EQ(aclDestroyScalar(scalars[0]), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclDestroyScalarList(of_scalars), ACLNN_ERR_PARAM_INVALID);
}

// The tensors should live until phase two returns. When they do not, the memory that they described is still what
// counts.
TEST_F(MisuseTest, TensorsMayBeGoneBeforePhaseTwo) {
  destroy_tensors();
  for (const bool redirects : {false, true}) {
    x1 = float_tensor(a), x2 = float_tensor(b), out = float_tensor(c);
    ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, redirects, out, &size, &executor), ACLNN_SUCCESS);
    destroy_tensors();
    ASSERT_EQ(aclnnMisused(workspace.data(), size, executor, nullptr), ACLNN_SUCCESS) << aclGetRecentErrMsg();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(c, redirects ? (std::vector<float>{21, 42}) : (std::vector<float>{41, 82}));
  }
  x1 = float_tensor(a), x2 = float_tensor(b), out = float_tensor(c);
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, true, out, &size, &executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS);
  destroy_tensors();
  for (int run = 0; run < 3; ++run) {
    a[0] = static_cast<float>(run);
    ASSERT_EQ(aclnnMisused(workspace.data(), size, executor, nullptr), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(c[0], static_cast<float>(run) + 20);
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
}

TEST_F(MisuseTest, DestroyedTensorsAreNoArguments) {
  destroy_tensors();
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer ends the process at the first call of a destroyed tensor's member";
#endif
  executor = reinterpret_cast<aclOpExecutor *>(this);
  size = 77;
  expect_refused(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_ERR_PARAM_INVALID,
                 {"aclnnMisused", "TestAdd", "x1"});
  EXPECT_EQ(size, 77U);
  EXPECT_EQ(executor, reinterpret_cast<aclOpExecutor *>(this));
}

TEST_F(MisuseTest, PhaseTwoHappensOnce) {
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclnnMisused(workspace.data(), size, executor, nullptr), ACLNN_SUCCESS);
  expect_refused(aclnnMisused(workspace.data(), size, executor, nullptr), ACLNN_ERR_PARAM_INVALID,
                 {"aclnnMisused: ", "consumed"});
  expect_refused(aclDestroyAclOpExecutor(executor), ACLNN_ERR_INNER, {"aclDestroyAclOpExecutor", "consumed"});
  expect_refused(aclSetAclOpExecutorRepeatable(executor), ACLNN_ERR_INNER,
                 {"aclSetAclOpExecutorRepeatable", "consumed"});
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{41, 82}));
  // Given up without a run: nothing is left that could run.
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
  expect_refused(aclnnMisused(workspace.data(), size, executor, nullptr), ACLNN_ERR_PARAM_INVALID, {"aclnnMisused: "});
  destroy_tensors();
}

TEST_F(MisuseTest, WorkspacesThatAreNone) {
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_SUCCESS);
  ASSERT_GT(size, 0U);
  expect_refused(aclnnMisused(nullptr, size, executor, nullptr), ACLNN_ERR_PARAM_NULLPTR,
                 {"aclnnMisused", "workspace is null"});
  expect_refused(aclnnMisused(workspace.data(), size, executor, nullptr), ACLNN_ERR_PARAM_INVALID, {"consumed"});
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_SUCCESS);
  expect_refused(aclnnMisused(workspace.data(), size - 1, executor, nullptr), ACLNN_ERR_PARAM_INVALID,
                 {"aclnnMisused", std::to_string(size).c_str(), std::to_string(size - 1).c_str()});
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_SUCCESS);
  expect_refused(aclnnMisused(nullptr, 0, executor, nullptr), ACLNN_ERR_PARAM_NULLPTR,
                 {"aclnnMisused", "workspace is null"});
  EXPECT_EQ(c, (std::vector<float>{0, 0}));
  destroy_tensors();
}

TEST_F(MisuseTest, StreamsOfOtherContextsAndStreamsThatAreNone) {
  aclrtStream gone = nullptr, other = nullptr;
  ASSERT_EQ(aclrtCreateStream(&gone), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(gone), ACL_SUCCESS);
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_SUCCESS);
  EXPECT_NE(aclnnMisused(workspace.data(), size, executor, gone), ACLNN_SUCCESS);
  EXPECT_NE(aclGetRecentErrMsg(), nullptr);
  expect_refused(aclnnMisused(workspace.data(), size, executor, nullptr), ACLNN_ERR_PARAM_INVALID, {"consumed"});
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_SUCCESS);
  EXPECT_NE(aclnnMisused(workspace.data(), size, executor, other), ACLNN_SUCCESS)
      << "a stream of device 1 under device 0";
  EXPECT_NE(aclGetRecentErrMsg(), nullptr);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS) << "set three times in this test";
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{0, 0}));
  destroy_tensors();
}

// Made on one thread, run on another, destroyed on a third; the threads have ended since.
TEST_F(MisuseTest, AnyThreadMayDoEachStep) {
  for (int round = 0; round < 20; ++round) {
    c = {0, 0};
    std::thread([&] {
      ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, round % 2 != 0, out, &size, &executor), ACLNN_SUCCESS);
      ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS);
      ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    }).join();
    std::thread([&] {
      ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      ASSERT_EQ(aclnnMisused(workspace.data(), size, executor, nullptr), ACLNN_SUCCESS);
      ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
      ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    }).join();
    EXPECT_EQ(c, round % 2 != 0 ? (std::vector<float>{21, 42}) : (std::vector<float>{41, 82}));
    std::thread([&] { EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS); }).join();
  }
  destroy_tensors();
}

TEST_F(MisuseTest, ExecutorsAreDestroyedOnceByManyThreads) {
  ASSERT_EQ(aclnnMisusedGetWorkspaceSize(x1, x2, false, out, &size, &executor), ACLNN_SUCCESS);
  std::vector<aclnnStatus> codes(8, -1);
  std::vector<std::thread> threads;
  for (aclnnStatus &code : codes) threads.emplace_back([this, &code] { code = aclDestroyAclOpExecutor(executor); });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(std::count(codes.begin(), codes.end(), ACLNN_SUCCESS), 1);
  EXPECT_EQ(std::count(codes.begin(), codes.end(), ACLNN_ERR_INNER), 7);
  destroy_tensors();
}

}  // namespace
