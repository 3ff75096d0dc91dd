// The checked mode of calls: this program runs with OPSTRATA_CHECKED=1 (tests.cmake).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "graph/operator_reg.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opstrata/cache.h"
#include "opstrata/kernel.h"

namespace ge {
REG_OP(TestBeyond).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(TestBeyond)
}  // namespace ge

/// Writes one element more than there is.
static std::unique_ptr<opstrata::KernelState> prepare_beyond(opstrata::PrepareContext &ctx) {
  return opstrata::make_kernel([n = ctx.output(0)->elements](opstrata::RunContext &run) {
    for (int64_t i = 0; i <= n; ++i) run.out<float>(0)[i] = 1.0F;
    return true;
  });
}
OPSTRATA_KERNEL(TestBeyond, prepare_beyond);

namespace l0op {
OP_TYPE_REGISTER(TestBeyond);
static aclnnStatus BeyondInto(const aclTensor *x, const aclTensor *out, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestBeyond, OP_INPUT(x), OP_OUTPUT(out));
}
OP_TYPE_REGISTER(TestAdd);
OP_TYPE_REGISTER(TestWait);
static aclnnStatus AddInto(const aclTensor *x1, const aclTensor *x2, const aclTensor *out, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(out));
}
static aclnnStatus WaitInto(const aclTensor *x, const aclTensor *out, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestWait, OP_INPUT(x), OP_OUTPUT(out));
}
}  // namespace l0op

namespace {

using exec_test::latch;

aclnnStatus aclnnTestAddGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, aclTensor *out,
                                         uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestAdd, DFX_IN(x1, x2), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  const aclnnStatus added = l0op::AddInto(x1, x2, out, unique.get());
  if (added != ACLNN_SUCCESS) return added;
  return exec_test::plan_call(unique, workspaceSize, executor);
}
aclnnStatus aclnnTestWaitGetWorkspaceSize(const aclTensor *x, aclTensor *out, uint64_t *workspaceSize,
                                          aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestWait, DFX_IN(x), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  const aclnnStatus added = l0op::WaitInto(x, out, unique.get());
  if (added != ACLNN_SUCCESS) return added;
  return exec_test::plan_call(unique, workspaceSize, executor);
}

aclnnStatus aclnnTestBeyondGetWorkspaceSize(const aclTensor *x, aclTensor *out, uint64_t *workspaceSize,
                                            aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestBeyond, DFX_IN(x), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  const aclnnStatus added = l0op::BeyondInto(x, out, unique.get());
  if (added != ACLNN_SUCCESS) return added;
  return exec_test::plan_call(unique, workspaceSize, executor);
}

/// Device memory and a float tensor over it that says to have `elements`.
struct Tensor {
  Tensor(size_t bytes, int64_t elements, int64_t offset = 0) {
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    const int64_t storage = elements + offset;
    tensor = aclCreateTensor(&elements, 1, ACL_FLOAT, nullptr, offset, ACL_FORMAT_ND, &storage, 1, memory);
    EXPECT_NE(tensor, nullptr);
  }
  ~Tensor() {
    aclDestroyTensor(tensor);
    release();
  }
  void release() {
    if (memory != nullptr) {
      EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    }
    memory = nullptr;
  }
  float *values() { return static_cast<float *>(memory); }
  void *memory = nullptr;
  aclTensor *tensor = nullptr;
};

class Checked : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
  static void TearDownTestSuite() { aclrtResetDevice(0); }
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  }
  void TearDown() override {
    latch().set(true);
    (void)aclrtSynchronizeStream(stream);
    aclrtDestroyStream(stream);
    (void)aclGetRecentErrMsg();
  }
  static std::string recent() {
    const char *text = aclGetRecentErrMsg();
    return text == nullptr ? "" : text;
  }
  static void expect_text(const std::vector<std::string> &parts) {
    const std::string text = recent();
    for (const std::string &part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
  }
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  aclrtStream stream = nullptr;
};

TEST_F(Checked, TensorsBeyondTheirAllocationAreRefusedInPhaseOne) {
  Tensor good(64, 16), longer(60, 16), shifted(64, 16, 1), out(64, 16), small(16, 16);
  EXPECT_EQ(aclnnTestAddGetWorkspaceSize(good.tensor, longer.tensor, out.tensor, &size, &executor),
            ACLNN_ERR_PARAM_INVALID);
  expect_text({"operator TestAdd: input x2 takes 64 bytes", "allocation of 60 bytes", "; replay: opstrata1 TestAdd "});
  EXPECT_EQ(aclnnTestAddGetWorkspaceSize(shifted.tensor, good.tensor, out.tensor, &size, &executor),
            ACLNN_ERR_PARAM_INVALID);
  expect_text({"operator TestAdd: input x1 takes 64 bytes from byte 4"});
  EXPECT_EQ(aclnnTestAddGetWorkspaceSize(good.tensor, good.tensor, small.tensor, &size, &executor),
            ACLNN_ERR_PARAM_INVALID);
  expect_text({"operator TestAdd: output addOut takes 64 bytes", "allocation of 16 bytes"});
  ASSERT_EQ(aclnnTestAddGetWorkspaceSize(good.tensor, good.tensor, out.tensor, &size, &executor), ACLNN_SUCCESS);
  aclDestroyAclOpExecutor(executor);
}

TEST_F(Checked, WritesBesideMemoryThatNoGuardPageCatchesAreNamed) {
  // 20 bytes begin at a multiple of 64, so the guard page is some bytes behind their end.
  Tensor x(20, 5), out(20, 5);
  ASSERT_EQ(aclnnTestBeyondGetWorkspaceSize(x.tensor, out.tensor, &size, &executor), ACLNN_SUCCESS);
  ASSERT_EQ(CommonOpExecutorRun(nullptr, 0, executor, stream), ACLNN_SUCCESS);
  EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  expect_text(
      {"operator TestBeyond: wants memory that is written inside only, got a block of 20 bytes that the operator "
       "wrote beyond its ends",
       "; replay: opstrata1 TestBeyond "});
  for (const bool is_written_before : {true, false}) {  // who comes next is not accused of it, and it is said once
    x.values()[0] = 1;
    if (is_written_before) x.values()[5] = 1;
    ASSERT_EQ(aclnnTestWaitGetWorkspaceSize(x.tensor, out.tensor, &size, &executor), ACLNN_SUCCESS);
    ASSERT_EQ(CommonOpExecutorRun(nullptr, 0, executor, stream), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream) != ACL_SUCCESS, is_written_before);
    if (is_written_before)
      expect_text({"operator TestWait: wants ", "was written beyond its ends before the operator ran"});
  }
}

TEST_F(Checked, AlsoWhenThePlanIsInTheCache) {
  for (const bool is_long_enough : {true, true, false}) {
    Tensor a(12, 3), b(is_long_enough ? 12 : 8, 3), out(12, 3);
    const aclnnStatus status = aclnnTestAddGetWorkspaceSize(a.tensor, b.tensor, out.tensor, &size, &executor);
    if (!is_long_enough) {
      EXPECT_EQ(status, ACLNN_ERR_PARAM_INVALID);
      expect_text({"operator TestAdd: input x2"});
      continue;
    }
    ASSERT_EQ(status, ACLNN_SUCCESS);
    a.values()[0] = b.values()[0] = 1;
    void *workspace = nullptr;
    ASSERT_EQ(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(CommonOpExecutorRun(workspace, size, executor, stream), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(out.values()[0], 2.0F);
    EXPECT_EQ(aclrtFree(workspace), ACL_SUCCESS);
  }
}

TEST_F(Checked, OutputsSmallerThanInferredAreRefusedInPhaseOne) {
  Tensor x(64, 16), out(60, 15), larger(80, 20);
  EXPECT_EQ(aclnnTestWaitGetWorkspaceSize(x.tensor, out.tensor, &size, &executor), ACLNN_ERR_PARAM_INVALID);
  expect_text({"operator TestWait: output y has shape [15]", "gives [16]", "; replay: opstrata1 TestWait "});
  ASSERT_EQ(aclnnTestWaitGetWorkspaceSize(x.tensor, larger.tensor, &size, &executor), ACLNN_SUCCESS);
  aclDestroyAclOpExecutor(executor);
}

TEST_F(Checked, AWorkspaceThatWasReleasedIsNamedWithTheOperator) {
  Tensor a(64, 16), b(64, 16), out(64, 16);
  for (int i = 0; i < 16; ++i) a.values()[i] = b.values()[i] = 1;
  ASSERT_EQ(aclnnTestAddGetWorkspaceSize(a.tensor, b.tensor, out.tensor, &size, &executor), ACLNN_SUCCESS);
  ASSERT_GT(size, 0U);
  void *workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  // Work before it holds the stream until the workspace is gone.
  latch().set(false);
  Tensor x(64, 16), y(64, 16);
  for (int i = 0; i < 16; ++i) x.values()[i] = 1;
  uint64_t none = 0;
  aclOpExecutor *waiting = nullptr;
  ASSERT_EQ(aclnnTestWaitGetWorkspaceSize(x.tensor, y.tensor, &none, &waiting), ACLNN_SUCCESS);
  ASSERT_EQ(CommonOpExecutorRun(nullptr, none, waiting, stream), ACLNN_SUCCESS);
  ASSERT_EQ(CommonOpExecutorRun(workspace, size, executor, stream), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtFree(workspace), ACL_SUCCESS);
  latch().set(true);
  EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  expect_text({"operator TestAdd: the workspace of the call lies in memory of " + std::to_string(size) +
               " bytes that was released"});
}

TEST_F(Checked, AnInputThatWasReleasedIsNamed) {
  Tensor a(64, 16), out(64, 16);
  ASSERT_EQ(aclnnTestWaitGetWorkspaceSize(a.tensor, out.tensor, &size, &executor), ACLNN_SUCCESS);
  a.release();
  EXPECT_EQ(CommonOpExecutorRun(nullptr, size, executor, stream), ACLNN_SUCCESS);
  EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  expect_text({"operator TestWait: input x lies in memory of 64 bytes that was released"});
  EXPECT_EQ(aclnnTestWaitGetWorkspaceSize(a.tensor, out.tensor, &size, &executor), ACLNN_ERR_PARAM_INVALID)
      << "in phase one too";
  expect_text({"operator TestWait: input x lies in memory of 64 bytes that was released"});
}

TEST_F(Checked, AWorkspaceShorterThanItIsSaidToBeIsRefused) {
  Tensor a(64, 16), b(64, 16), out(64, 16);
  ASSERT_EQ(aclnnTestAddGetWorkspaceSize(a.tensor, b.tensor, out.tensor, &size, &executor), ACLNN_SUCCESS);
  void *workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, size - 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(CommonOpExecutorRun(workspace, size, executor, stream), ACLNN_ERR_PARAM_INVALID);
  expect_text({"workspaceSize is " + std::to_string(size - 1), "; replay: opstrata1 TestAdd "});
  for (const bool is_null : {false, true}) {
    uint64_t needed = 0;
    ASSERT_EQ(aclnnTestAddGetWorkspaceSize(a.tensor, b.tensor, out.tensor, &needed, &executor), ACLNN_SUCCESS);
    EXPECT_NE(CommonOpExecutorRun(is_null ? nullptr : workspace, needed - 1, executor, stream), ACLNN_SUCCESS);
    expect_text({is_null ? "workspace is null" : "workspaceSize is", "; replay: opstrata1 TestAdd "});
  }
  EXPECT_EQ(aclrtFree(workspace), ACL_SUCCESS);
}

TEST_F(Checked, AWorkspaceEndsWhereItsReportedSizeEnds) {
  Tensor a(64, 16), b(64, 16), out(64, 16);
  ASSERT_EQ(aclnnTestAddGetWorkspaceSize(a.tensor, b.tensor, out.tensor, &size, &executor), ACLNN_SUCCESS);
  aclDestroyAclOpExecutor(executor);
  void *workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  auto *bytes = static_cast<volatile char *>(workspace);
  bytes[size - 1] = 1;
  EXPECT_DEATH(bytes[(size + 63) / 64 * 64] = 1,
               "opstrata: checked mode: host code touches byte .* of a block of " + std::to_string(size) + " bytes");
  EXPECT_EQ(aclrtFree(workspace), ACL_SUCCESS);
  EXPECT_DEATH(bytes[0] = 1, "touches byte 0 of a released block of " + std::to_string(size) + " bytes");
}

/// A launch that waits, between `x` and `y`.
class PendingWriter : public Checked {
 protected:
  void launch(Tensor &x, Tensor &y) {
    latch().set(false);
    ASSERT_EQ(aclnnTestWaitGetWorkspaceSize(x.tensor, y.tensor, &size, &executor), ACLNN_SUCCESS);
    ASSERT_EQ(CommonOpExecutorRun(nullptr, size, executor, stream), ACLNN_SUCCESS);
  }
  int number() const {
    int32_t id = -1;
    EXPECT_EQ(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
    return id;
  }
};

TEST_F(PendingWriter, CopiesOfItsMemoryAreRefusedWithTheStream) {
  Tensor x(64, 16), y(128, 16);
  for (int i = 0; i < 16; ++i) x.values()[i] = static_cast<float>(i);
  launch(x, y);
  std::vector<float> host(32);
  const std::string who = "operator TestWait on stream " + std::to_string(number()) + " has still to write 64 bytes";
  EXPECT_EQ(aclrtMemcpy(host.data(), 64, y.memory, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_ERROR_RT_STREAM_NOT_COMPLETE);
  expect_text({"aclrtMemcpy: src: " + who});
  EXPECT_EQ(aclrtMemcpy(y.memory, 64, host.data(), 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_STREAM_NOT_COMPLETE);
  expect_text({"aclrtMemcpy: dst: " + who});
  EXPECT_EQ(aclrtMemset(y.memory, 64, 0, 64), ACL_ERROR_RT_STREAM_NOT_COMPLETE);
  expect_text({"aclrtMemset: devPtr: " + who});
  EXPECT_EQ(aclrtMemcpy(host.data(), 64, y.values() + 16, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS)
      << "the rest of the block";
  EXPECT_EQ(aclrtMemcpy(host.data(), 64, x.memory, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS) << "what is only read";
  latch().set(true);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(host.data(), 64, y.memory, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(host[15], 15.0F);
  EXPECT_EQ(y.values()[15], 15.0F);
}

TEST_F(PendingWriter, CopiesInStreamOrderAreFine) {
  Tensor x(64, 16), y(64, 16), z(64, 16);
  x.values()[0] = 0;
  x.values()[3] = 3;
  launch(x, y);
  ASSERT_EQ(aclrtMemcpyAsync(z.memory, 64, y.memory, 64, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), ACL_SUCCESS);
  std::vector<float> host(16);
  EXPECT_EQ(aclrtMemcpy(host.data(), 64, z.memory, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_ERROR_RT_STREAM_NOT_COMPLETE);
  expect_text({"a copy on stream " + std::to_string(number())});
  latch().set(true);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(z.values()[3], 3.0F);
}

TEST_F(PendingWriter, AReadByTheHostStopsTheProgramWithTheStream) {
  Tensor x(64, 16), y(128, 16);
  x.values()[0] = 5;
  EXPECT_DEATH(
      {
        // Work before it holds the stream, so that the writer has not begun.
        Tensor before(64, 16);
        launch(x, before);
        ASSERT_EQ(aclnnTestWaitGetWorkspaceSize(x.tensor, y.tensor, &size, &executor), ACLNN_SUCCESS);
        ASSERT_EQ(CommonOpExecutorRun(nullptr, size, executor, stream), ACLNN_SUCCESS);
        volatile float *host = y.values();
        (void)host[1];
      },
      "opstrata: checked mode: host code touches byte 4 of 128 bytes that operator TestWait on stream [0-9]+ has still "
      "to write");
}

TEST_F(PendingWriter, ACallbackInStreamOrderMayRead) {
  Tensor x(64, 16), y(64, 16);
  x.values()[0] = 0;
  x.values()[2] = 8;
  launch(x, y);
  struct Seen {
    float *from;
    float value;
  } seen{y.values(), 0};
  ASSERT_EQ(
      aclrtLaunchHostFunc(
          stream, [](void *data) { static_cast<Seen *>(data)->value = static_cast<Seen *>(data)->from[2]; }, &seen),
      ACL_SUCCESS);
  // A writer behind the callback closes the memory again; the callback may read all the same.
  ASSERT_EQ(aclnnTestWaitGetWorkspaceSize(x.tensor, y.tensor, &size, &executor), ACLNN_SUCCESS);
  ASSERT_EQ(CommonOpExecutorRun(nullptr, size, executor, stream), ACLNN_SUCCESS);
  latch().set(true);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(seen.value, 8.0F);
}

}  // namespace
