// Repeatable executors with new addresses through every address function, and random programs of operators over several
// streams.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "graph/operator_reg.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opstrata/kernel.h"

namespace ge {
// y[i] = factor * x[i] for every tensor of a list.
REG_OP(TestListScale)
    .DYNAMIC_INPUT(x, TensorType({DT_FLOAT}))
    .DYNAMIC_OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(factor, Float, 2.0)
    .OP_END_FACTORY_REG(TestListScale)
}  // namespace ge

namespace l0op {
OP_TYPE_REGISTER(TestListScale);
OP_TYPE_REGISTER(TestAdd);
static aclnnStatus ScaleList(const aclTensorList *x, const aclTensorList *y, float factor, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestListScale, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(factor));
}
static aclnnStatus AddInto(const aclTensor *x1, const aclTensor *x2, const aclTensor *out, float alpha,
                           aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(out), OP_ATTR(alpha));
}
}  // namespace l0op

namespace {

using exec_test::float_tensor;

std::unique_ptr<opstrata::KernelState> prepare_scale(opstrata::PrepareContext &ctx) {
  if (ctx.input_count(0) != ctx.output_count(0))
    return ctx.refuse("y: %u tensors for %u of x", ctx.output_count(0), ctx.input_count(0));
  return opstrata::make_kernel([factor = static_cast<float>(ctx.float_attr("factor"))](opstrata::RunContext &run) {
    for (uint32_t i = 0; i < run.input_count(0); ++i) {
      for (int64_t e = 0; e < run.input(0, i)->elements; ++e) run.out<float>(0, i)[e] = factor * run.in<float>(0, i)[e];
    }
    return true;
  });
}
OPSTRATA_KERNEL(TestListScale, prepare_scale);

aclnnStatus aclnnTestListScaleGetWorkspaceSize(const aclTensorList *x, float factor, const aclTensorList *y,
                                               uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestListScale, DFX_IN(x, factor), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::ScaleList(x, y, factor, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}
aclnnStatus aclnnTestAxpyGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, float alpha, const aclTensor *out,
                                          uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestAxpy, DFX_IN(x1, x2, alpha), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::AddInto(x1, x2, out, alpha, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

class RepeatTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
  static void TearDownTestSuite() { aclrtResetDevice(0); }
  void TearDown() override { (void)aclGetRecentErrMsg(); }
  static std::string message() {
    const char *text = aclGetRecentErrMsg();
    return text == nullptr ? "" : text;
  }
  static void run(aclOpExecutor *executor, uint64_t size) {
    std::vector<uint8_t> workspace(size + 64);
    ASSERT_EQ(CommonOpExecutorRun(size == 0 ? nullptr : workspace.data(), size, executor, nullptr), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  }
};

TEST_F(RepeatTest, TensorAddressesBySixFunctions) {
  using Set = aclnnStatus (*)(aclOpExecutor *, const size_t, aclTensor *, void *);
  const std::pair<Set, Set> pairs[] = {{aclSetInputTensorAddr, aclSetOutputTensorAddr},
                                       {AclSetInputTensorAddr, AclSetOutputTensorAddr},
                                       {aclSetTensorAddr, aclSetTensorAddr},
                                       {AclSetTensorAddr, AclSetTensorAddr}};
  for (const auto &[set_input, set_output] : pairs) {
    std::vector<float> a{1, 2}, b{10, 20}, c(2), a2{100, 200}, c2(2);
    aclTensor *x1 = float_tensor(a), *x2 = float_tensor(b), *out = float_tensor(c);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(aclnnTestAxpyGetWorkspaceSize(x1, x2, 1.0F, out, &size, &executor), ACLNN_SUCCESS);
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS);
    run(executor, size);
    EXPECT_EQ(c, (std::vector<float>{11, 22}));
    ASSERT_EQ(set_input(executor, 0, x1, a2.data()), ACLNN_SUCCESS);
    ASSERT_EQ(set_output(executor, 7, out, c2.data()), ACLNN_SUCCESS) << "the index is not consulted";
    run(executor, size);
    EXPECT_EQ(c, (std::vector<float>{11, 22})) << "the old memory is left alone";
    EXPECT_EQ(c2, (std::vector<float>{110, 220}));
    for (const Set set : {set_input, set_output}) {
      EXPECT_EQ(set(executor, 0, nullptr, a.data()), ACLNN_ERR_INNER_NULLPTR);
      EXPECT_NE(message().find("tensor is null"), std::string::npos);
      EXPECT_EQ(set(nullptr, 0, x1, a.data()), ACLNN_ERR_INNER_NULLPTR);
      EXPECT_NE(message().find("executor is null"), std::string::npos);
      void *now = nullptr;
      EXPECT_EQ(aclGetRawTensorAddr(x1, &now), 0);
      EXPECT_EQ(now, a.data()) << "the address is written before the executor is looked at";
    }
    // Addresses may also be set on the tensor itself.
    ASSERT_EQ(aclSetRawTensorAddr(x1, b.data()), 0);
    run(executor, size);
    EXPECT_EQ(c2, (std::vector<float>{20, 40}));
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
    for (const aclTensor *t : {x1, x2, out}) aclDestroyTensor(t);
  }
}

TEST_F(RepeatTest, AddressesOfListElementsBySixFunctions) {
  using Set = aclnnStatus (*)(aclOpExecutor *, size_t, const size_t, aclTensorList *, void *);
  const std::pair<Set, Set> pairs[] = {{aclSetDynamicInputTensorAddr, aclSetDynamicOutputTensorAddr},
                                       {AclSetDynamicInputTensorAddr, AclSetDynamicOutputTensorAddr},
                                       {aclSetDynamicTensorAddr, aclSetDynamicTensorAddr},
                                       {AclSetDynamicTensorAddr, AclSetDynamicTensorAddr}};
  for (const auto &[set_input, set_output] : pairs) {
    std::vector<float> a{1, 2}, b{3}, c(2), d(1), b2{30}, c2(2);
    const aclTensor *inputs[] = {float_tensor(a), float_tensor(b)}, *outputs[] = {float_tensor(c), float_tensor(d)};
    aclTensorList *x = aclCreateTensorList(inputs, 2), *y = aclCreateTensorList(outputs, 2);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(aclnnTestListScaleGetWorkspaceSize(x, 3.0F, y, &size, &executor), ACLNN_SUCCESS);
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS) << message();
    run(executor, size);
    EXPECT_EQ(c, (std::vector<float>{3, 6}));
    EXPECT_EQ(d, (std::vector<float>{9}));
    ASSERT_EQ(set_input(executor, 0, 1, x, b2.data()), ACLNN_SUCCESS);
    ASSERT_EQ(set_output(executor, 0, 0, y, c2.data()), ACLNN_SUCCESS);
    c = {-1, -1};
    run(executor, size);
    EXPECT_EQ(c, (std::vector<float>{-1, -1}));
    EXPECT_EQ(c2, (std::vector<float>{3, 6}));
    EXPECT_EQ(d, (std::vector<float>{90}));
    const aclTensor *holes[] = {nullptr};
    aclTensorList *hole = aclCreateTensorList(holes, 1);
    for (const Set set : {set_input, set_output}) {
      EXPECT_EQ(set(executor, 0, 2, x, b.data()), ACLNN_ERR_PARAM_INVALID);
      EXPECT_NE(message().find("index 2"), std::string::npos);
      EXPECT_EQ(set(executor, 0, 0, nullptr, b.data()), ACLNN_ERR_INNER_NULLPTR);
      EXPECT_NE(message().find("tensors is null"), std::string::npos);
      EXPECT_EQ(set(nullptr, 0, 0, x, a.data()), ACLNN_ERR_INNER_NULLPTR);
      EXPECT_NE(message().find("executor is null"), std::string::npos);
      EXPECT_EQ(set(executor, 0, 0, hole, a.data()), ACLNN_ERR_INNER_NULLPTR);
      EXPECT_NE(message().find("tensors[0] is null"), std::string::npos);
    }
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
    for (const aclTensorList *list : {x, y, hole}) EXPECT_EQ(aclDestroyTensorList(list), 0);
  }
}

TEST_F(RepeatTest, ListsOfScalarsOwnTheirElements) {
  float half = 0.5F;
  int32_t seven = 7;
  const aclScalar *scalars[] = {aclCreateScalar(&half, ACL_FLOAT), nullptr, aclCreateScalar(&seven, ACL_INT32)};
  aclScalarList *list = aclCreateScalarList(scalars, 3);
  ASSERT_NE(list, nullptr);
  scalars[0] = nullptr;  // the list has copied the pointers
  uint64_t size = 0;
  EXPECT_EQ(aclGetScalarListSize(list, &size), 0);
  EXPECT_EQ(size, 3U);
  EXPECT_EQ((*list)[0]->ToDouble(), 0.5);
  EXPECT_EQ((*list)[1], nullptr);
  EXPECT_EQ((*list)[2]->ToInt64(), 7);
  EXPECT_EQ((*list)[2]->GetDataType(), ge::DT_INT32);
  EXPECT_NE(std::string(list->ToString().GetString()).find("nullptr"), std::string::npos);
  EXPECT_EQ(aclGetScalarListSize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(message().find("list is null"), std::string::npos);
  EXPECT_EQ(aclGetScalarListSize(list, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(message().find("size is null"), std::string::npos);
  EXPECT_EQ(aclDestroyScalarList(list), 0) << "with its elements: the leak check sees to it";
  aclScalarList *empty = aclCreateScalarList(nullptr, 0);
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(empty->Size(), 0U);
  EXPECT_EQ(aclDestroyScalarList(empty), 0);
  EXPECT_EQ(aclDestroyScalarList(nullptr), 0);
}

// A capture of phase two runs again with the memory that it was captured with.
TEST_F(RepeatTest, PhaseTwoCanBeCaptured) {
  std::vector<float> a{1, 2}, b{10, 20}, c(2);
  aclTensor *x1 = float_tensor(a), *x2 = float_tensor(b), *out = float_tensor(c);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnTestAxpyGetWorkspaceSize(x1, x2, 1.0F, out, &size, &executor), ACLNN_SUCCESS);
  std::vector<uint8_t> workspace(size + 64);
  ASSERT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_SUCCESS);
  ASSERT_EQ(CommonOpExecutorRun(workspace.data(), size, executor, stream), ACLNN_SUCCESS);
  aclmdlRI model = nullptr;
  ASSERT_EQ(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
  for (const aclTensor *t : {x1, x2, out}) aclDestroyTensor(t);
  EXPECT_EQ(c, (std::vector<float>{0, 0}));
  for (int i = 0; i < 3; ++i) {
    a[0] = static_cast<float>(i);
    ASSERT_EQ(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(c, (std::vector<float>{10.0F + static_cast<float>(i), 22}));
  }
  EXPECT_EQ(aclmdlRIDestroy(model), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

// Programs of operators, copies and fills over several streams, ordered by events only where data flow needs it, do
// what they do one after the other.
TEST_F(RepeatTest, RandomProgramsOverStreamsEqualTheSequentialModel) {
  std::mt19937 random(20261130);
  constexpr size_t kStreams = 4, kCells = 6, kLength = 5;
  using Cell = std::array<float, kLength>;
  const auto small = [&random] { return static_cast<float>(static_cast<int>(random() % 5) - 2); };
  for (int round = 0; round < 15; ++round) {
    std::vector<aclrtStream> streams(kStreams);
    for (auto &stream : streams) ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    std::vector<void *> memory(kCells);
    std::vector<Cell> model(kCells);
    const int64_t length = kLength;
    std::vector<aclTensor *> tensors;
    for (size_t i = 0; i < kCells; ++i) {
      ASSERT_EQ(aclrtMalloc(&memory[i], sizeof(Cell), ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
      for (float &value : model[i]) value = small();
      ASSERT_EQ(aclrtMemcpy(memory[i], sizeof(Cell), model[i].data(), sizeof(Cell), ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_SUCCESS);
      tensors.push_back(aclCreateTensor(&length, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &length, 1, memory[i]));
    }
    struct Use {
      size_t stream;
      aclrtEvent event;
    };
    std::vector<std::vector<Use>> readers(kCells), writer(kCells);
    std::vector<aclrtEvent> events;
    std::vector<void *> workspaces;
    const auto wait_for = [&](const std::vector<Use> &uses, size_t stream) {
      for (const Use &use : uses) {
        if (use.stream != stream) {
          ASSERT_EQ(aclrtStreamWaitEvent(streams[stream], use.event), ACL_SUCCESS);
        }
      }
    };
    for (int step = 0; step < 80; ++step) {
      const size_t s = random() % kStreams, to = random() % kCells, x = random() % kCells, y = random() % kCells;
      const unsigned kind = random() % 4;
      const bool reads_y = kind < 2;
      wait_for(writer[to], s);
      wait_for(readers[to], s);
      if (kind < 3) wait_for(writer[x], s);
      if (reads_y) wait_for(writer[y], s);
      if (kind < 2) {
        const float alpha = small();
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        ASSERT_EQ(aclnnTestAxpyGetWorkspaceSize(tensors[x], tensors[y], alpha, tensors[to], &size, &executor),
                  ACLNN_SUCCESS);
        void *workspace = nullptr;
        ASSERT_EQ(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        workspaces.push_back(workspace);
        ASSERT_EQ(CommonOpExecutorRun(workspace, size, executor, streams[s]), ACLNN_SUCCESS);
        Cell result;
        for (size_t i = 0; i < kLength; ++i) result[i] = model[x][i] + alpha * model[y][i];
        model[to] = result;  // also in place: the kernel reads an element before it writes it
      } else if (kind == 2) {
        ASSERT_EQ(aclrtMemcpyAsync(memory[to], sizeof(Cell), memory[x], sizeof(Cell), ACL_MEMCPY_DEVICE_TO_DEVICE,
                                   streams[s]),
                  ACL_SUCCESS);
        model[to] = model[x];
      } else {
        ASSERT_EQ(aclrtMemsetAsync(memory[to], sizeof(Cell), 0, sizeof(Cell), streams[s]), ACL_SUCCESS);
        model[to].fill(0);
      }
      aclrtEvent event = nullptr;
      ASSERT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
      ASSERT_EQ(aclrtRecordEvent(event, streams[s]), ACL_SUCCESS);
      events.push_back(event);
      if (kind < 3) readers[x].push_back({s, event});
      if (reads_y) readers[y].push_back({s, event});
      writer[to] = {{s, event}};
      readers[to].clear();
    }
    ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    for (size_t i = 0; i < kCells; ++i) {
      Cell found;
      ASSERT_EQ(aclrtMemcpy(found.data(), sizeof(Cell), memory[i], sizeof(Cell), ACL_MEMCPY_DEVICE_TO_HOST),
                ACL_SUCCESS);
      EXPECT_EQ(found, model[i]) << "round " << round << ", cell " << i;
      EXPECT_EQ(aclrtFree(memory[i]), ACL_SUCCESS);
      aclDestroyTensor(tensors[i]);
    }
    for (void *workspace : workspaces) EXPECT_EQ(aclrtFree(workspace), ACL_SUCCESS);
    for (auto event : events) EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    for (auto stream : streams) EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

}  // namespace
