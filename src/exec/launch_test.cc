// Both phases of operators, through the macros as operator code uses them.
#include "exec/launch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/log.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "register/op_impl_registry.h"

namespace l0op {
OP_TYPE_REGISTER(TestAdd)
OP_TYPE_REGISTER(TestSplit);
OP_TYPE_REGISTER(TestWait);
OP_TYPE_REGISTER(TestNonZero);
OP_TYPE_REGISTER(TestToFloat);
OP_TYPE_REGISTER(TestAttrs);
OP_TYPE_REGISTER(TestUnknown);
OP_TYPE_REGISTER(TestLate);
OP_TYPE_REGISTER(IndexPut);
OP_TYPE_REGISTER(Gelu);

static const aclTensor *TestAdd(const aclTensor *x1, const aclTensor *x2, float alpha, aclOpExecutor *executor) {
  L0_DFX(TestAdd, x1, x2, alpha)
  aclTensor *addOut = executor->AllocTensor(x1->GetDataType(), x1->GetStorageFormat(), x1->GetOriginalFormat());
  if (INFER_SHAPE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(addOut), OP_ATTR(alpha)) != ACLNN_SUCCESS) return nullptr;
  const auto ret = ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(addOut), OP_ATTR(alpha));
  return ret == ACLNN_SUCCESS ? addOut : nullptr;
}

static aclnnStatus AddInto(const aclTensor *x1, const aclTensor *x2, aclTensor *addOut, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(addOut));
}
static aclnnStatus OutputScalar(const aclTensor *x, const aclScalar *addOut, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x, x), OP_OUTPUT(addOut));
}
static aclnnStatus AddWait(const aclTensor *x, aclTensor *y, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestWait, OP_INPUT(x), OP_OUTPUT(y));
}
static aclnnStatus AddSplit(const aclTensor *x, aclTensor *out0, aclTensor *out1, aclOpExecutor *executor) {
  const auto ret = INFER_SHAPE(TestSplit, OP_INPUT(x), OP_OUTPUT(out0, out1));
  if (ret != ACLNN_SUCCESS) return ret;
  return ADD_TO_LAUNCHER_LIST_AICORE(TestSplit, OP_INPUT(x), OP_OUTPUT(out0, out1));
}
static aclnnStatus AddUnknown(const aclTensor *x, aclTensor *y, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestUnknown, OP_INPUT(x), OP_OUTPUT(y));
}
static aclnnStatus InferUnknown(const aclTensor *x, aclTensor *y) { return INFER_SHAPE(TestUnknown, OP_INPUT(x), OP_OUTPUT(y)); }
static aclnnStatus InferLate(const aclTensor *x, aclTensor *y) {
  return INFER_SHAPE(TestLate, OP_INPUT(x), OP_OUTPUT(y));
}
static aclnnStatus InferAdd(const aclTensor *x1, const aclTensor *x2, const aclTensor *y) {
  return INFER_SHAPE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(y));
}
static aclnnStatus InferIntoScalar(const aclTensor *x, const aclScalar *y) { return INFER_SHAPE(TestAdd, OP_INPUT(x, x), OP_OUTPUT(y)); }
static aclnnStatus AddAttrs(const aclTensor *x, aclTensor *y, int64_t axis, const aclFloatArray *weights, const aclBoolArray *masks,
                            aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAttrs, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(axis, true, "long", weights, masks));
}
static aclnnStatus AddNoAttrs(const aclTensor *x, aclTensor *y, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAttrs, OP_INPUT(x), OP_OUTPUT(y));
}
static aclnnStatus AddAxisOnly(const aclTensor *x, aclTensor *y, int32_t axis, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAttrs, OP_ATTR(axis), OP_OUTPUT(y), OP_EMPTY_ARG, OP_INPUT(x));
}
static aclnnStatus AddAttrsOnCpu(const aclTensor *x, aclTensor *y, const op::FVector<std::string> &names, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("TestAttrs");
  const int64_t axis = 4;
  return ADD_TO_LAUNCHER_LIST_AICPU(TestAttrs, names, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(axis));
}
template <typename Text>
static aclnnStatus AddMode(const aclTensor *x, aclTensor *y, const Text &mode, bool on_cpu, aclOpExecutor *executor) {
  if (!on_cpu) return ADD_TO_LAUNCHER_LIST_AICORE(TestAttrs, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(0, false, mode));
  static op::internal::AicpuTaskSpace space("TestAttrs");
  return ADD_TO_LAUNCHER_LIST_AICPU(TestAttrs, OP_ATTR_NAMES({"axis", "mode"}), OP_INPUT(x), OP_OUTPUT(y),
                                    OP_ATTR(0, mode));
}
static aclnnStatus AddIndexPut(const aclTensor *selfRef, const aclTensor *values, const aclTensor *masks, const aclTensor *indices,
                               aclTensor *out, bool accumulate, aclOpExecutor *executor) {
  const auto ret = INFER_SHAPE(IndexPut, OP_INPUT(selfRef, values, masks, indices), OP_OUTPUT(out), OP_ATTR(accumulate));
  if (ret != ACLNN_SUCCESS) return ret;
  static op::internal::AicpuTaskSpace space("IndexPut", ge::DEPEND_IN_SHAPE, false);
  return ADD_TO_LAUNCHER_LIST_AICPU(IndexPut, OP_ATTR_NAMES({"accumulate"}), OP_INPUT(selfRef, values, masks, indices), OP_OUTPUT(out),
                                    OP_ATTR(accumulate));
}
static aclnnStatus AddGelu(const aclTensor *self, aclTensor *out, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("Gelu", ge::DEPEND_IN_SHAPE, false);
  return ADD_TO_LAUNCHER_LIST_AICPU(Gelu, OP_ATTR_NAMES(), OP_INPUT(self), OP_OUTPUT(out));
}
static aclnnStatus AddGeluOnCore(const aclTensor *self, aclTensor *out, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(Gelu, OP_INPUT(self), OP_OUTPUT(out));
}
static aclnnStatus AddNonZero(const aclTensor *x, aclTensor *y, aclTensor *shape, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestNonZero, OP_INPUT(x), OP_OUTPUT(y), OP_OUTSHAPE({shape, 0}));
}
static aclnnStatus AddNonZeroOnCpu(const aclTensor *x, aclTensor *y, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("TestNonZero", ge::DEPEND_SHAPE_RANGE);
  return ADD_TO_LAUNCHER_LIST_AICPU(TestNonZero, OP_ATTR_NAMES(), OP_INPUT(x), OP_OUTPUT(y));
}
static aclTensor *ToFloat(const aclTensor *x, float add, aclOpExecutor *executor) {
  aclTensor *y = executor->AllocTensor(ge::DT_FLOAT, x->GetStorageFormat(), x->GetOriginalFormat());
  if (INFER_SHAPE(TestToFloat, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(add)) != ACLNN_SUCCESS) return nullptr;
  return ADD_TO_LAUNCHER_LIST_AICORE(TestToFloat, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(add)) == ACLNN_SUCCESS ? y : nullptr;
}
}  // namespace l0op

namespace {

using exec_test::float_tensor;
using exec_test::latch;

struct TensorDeleter {
  void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, TensorDeleter>;
OwnedTensor own(aclTensor *tensor) { return OwnedTensor(tensor); }

class LaunchTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  }
  static void TearDownTestSuite() {
    aclrtResetDevice(0);
    aclFinalize();
  }
  void SetUp() override { ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS); }
  void TearDown() override {
    latch().set(true);
    aclrtDestroyStream(stream);
  }
  static std::string message() {
    const char *text = aclGetRecentErrMsg();
    return text == nullptr ? "" : text;
  }
  /// Phase two with a workspace of exactly the size that phase one asked for.
  aclnnStatus run(aclOpExecutor *executor) {
    workspace.assign(executor->GetWorkspaceSize() + 64, 0);
    void *address = workspace.data() + (64 - reinterpret_cast<uintptr_t>(workspace.data()) % 64);
    return CommonOpExecutorRun(workspace.size() == 64 ? nullptr : address, workspace.size() - 64, executor, stream);
  }

  aclrtStream stream = nullptr;
  std::vector<uint8_t> workspace;
};

aclnnStatus redirect(aclOpExecutor *executor, const aclTensor *from, aclTensor *to) {
  // What ViewCopy does with two contiguous tensors: the producing kernel writes the user's memory.
  auto *middle = const_cast<aclTensor *>(from);
  middle->SetFromWorkspace(to->IsFromWorkspace());
  middle->SetStorageAddr(to->GetStorageAddr());
  middle->SetStorageOffset(to->GetViewOffset() + to->GetStorageOffset());
  executor->AddTensorRelation(to, middle);
  return ACLNN_SUCCESS;
}

aclnnStatus aclnnTestAddGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, float alpha, aclTensor *out,
                                         uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestAdd, DFX_IN(x1, x2, alpha), DFX_OUT(out));
  auto uniqueExecutor = CREATE_EXECUTOR();
  CHECK_RET(uniqueExecutor.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
  OP_CHECK(x1 != nullptr, OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "x1 is null"), return ACLNN_ERR_PARAM_NULLPTR);
  // Two operators, so that there is something in the workspace: (x1 + alpha x2) + alpha x2.
  const aclTensor *once = l0op::TestAdd(x1, x2, alpha, uniqueExecutor.get());
  CHECK_RET(once != nullptr, ACLNN_ERR_INNER_NULLPTR);
  const aclTensor *twice = l0op::TestAdd(once, x2, alpha, uniqueExecutor.get());
  CHECK_RET(twice != nullptr, ACLNN_ERR_INNER_NULLPTR);
  CHECK_RET(redirect(uniqueExecutor.get(), twice, out) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  *workspaceSize = uniqueExecutor->GetWorkspaceSize();
  uniqueExecutor.ReleaseTo(executor);
  return ACLNN_SUCCESS;
}

aclnnStatus aclnnTestAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  L2_DFX_PHASE_2(aclnnTestAdd);
  return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

TEST_F(LaunchTest, TwoPhaseFunctionComputesIntoTheUsersTensor) {
  std::vector<float> a{1, 2, 3}, b{10, 20, 30}, c(3);
  const auto x1 = own(float_tensor(a)), x2 = own(float_tensor(b)), out = own(float_tensor(c));
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnTestAddGetWorkspaceSize(x1.get(), x2.get(), 2.0F, out.get(), &size, &executor), ACLNN_SUCCESS);
  ASSERT_NE(executor, nullptr);
  EXPECT_GT(size, 0U);
  EXPECT_EQ(c, (std::vector<float>{0, 0, 0})) << "phase one runs nothing";
  void *memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclnnTestAdd(memory, size, executor, stream), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{41, 82, 123}));
  aclrtFree(memory);
}

// What an API function refuses by itself never becomes a launch.
aclnnStatus aclnnTestWaitGetWorkspaceSize(const aclTensor *x, aclTensor *y, uint64_t *workspaceSize,
                                          aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestWait, DFX_IN(x), DFX_OUT(y));
  OP_CHECK(y != nullptr, OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "y is null"), return ACLNN_ERR_PARAM_NULLPTR);
  OP_LOGE(ACLNN_ERR_PARAM_INVALID, "x is not for waiting");
  return ACLNN_ERR_PARAM_INVALID;
}
aclnnStatus aclnnTestAttrsGetWorkspaceSize(const aclTensor *x, aclTensor *y, uint64_t *workspaceSize,
                                           aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestAttrs, DFX_IN(x), DFX_OUT(y));
  OP_LOGE(ACLNN_ERR_PARAM_INVALID, "x has no attributes");
  return ACLNN_ERR_PARAM_INVALID;
}

TEST_F(LaunchTest, RefusalsOfApiFunctionsHaveALine) {
  std::vector<float> a{1, 2, 3}, c(3);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  const auto refusal = [](aclnnStatus status) {
    const char *text = aclGetRecentErrMsg();
    return std::to_string(status) + " " + (text == nullptr ? "" : text);
  };
  const std::string line = "; replay: opstrata1 TestWait in(x=float[3]) out(y=float[3]) attr() api=aclnnTestWait";
  const std::string refused = refusal(aclnnTestWaitGetWorkspaceSize(x.get(), y.get(), &size, &executor));
  EXPECT_NE(refused.find("x is not for waiting" + line), std::string::npos) << refused;
  const auto has_line = [](const std::string &text) { return text.find("replay") != std::string::npos; };
  const std::string without = refusal(aclnnTestWaitGetWorkspaceSize(x.get(), nullptr, &size, &executor));
  EXPECT_TRUE(without.find("y is null") != std::string::npos && !has_line(without))
      << without << ": what is null is not known to a line";
  const std::string attrs = refusal(aclnnTestAttrsGetWorkspaceSize(x.get(), y.get(), &size, &executor));
  EXPECT_TRUE(attrs.find("x has no attributes") != std::string::npos && !has_line(attrs))
      << attrs << ": axis is required";
}

UINT32 infer_first(gert::InferShapeContext *context) {
  *context->GetOutputShape(0) = *context->GetInputShape(0);
  return ge::GRAPH_SUCCESS;
}
UINT32 infer_scalar(gert::InferShapeContext *context) {
  context->GetOutputShape(0)->SetScalar();
  return ge::GRAPH_SUCCESS;
}

// A thread remembers what it found, until somebody registers something.
TEST_F(LaunchTest, InferenceThatIsRegisteredLaterIsFound) {
  std::vector<float> a{1, 2, 3}, c(5);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  for (int i = 0; i < 2; ++i) EXPECT_NE(l0op::InferLate(x.get(), y.get()), ACLNN_SUCCESS);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("TestLate"), std::string::npos);
  gert::OpImplRegisterV2("TestLate").InferShape(infer_first);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(l0op::InferLate(x.get(), y.get()), ACLNN_SUCCESS);
  EXPECT_EQ(y->GetViewShape(), op::Shape({3}));
  gert::OpImplRegisterV2("TestLate").InferShape(infer_scalar);
  EXPECT_EQ(l0op::InferLate(x.get(), y.get()), ACLNN_SUCCESS);
  EXPECT_EQ(y->GetViewShape(), op::Shape());
}

TEST_F(LaunchTest, FailedCheckLeavesNoTrace) {
  std::vector<float> b{1}, c(1);
  const auto x2 = own(float_tensor(b)), out = own(float_tensor(c));
  uint64_t size = 77;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnTestAddGetWorkspaceSize(nullptr, x2.get(), 1.0F, out.get(), &size, &executor), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(executor, nullptr);
  EXPECT_EQ(size, 77U);
  EXPECT_NE(message().find("x1 is null"), std::string::npos);
  EXPECT_EQ(aclnnTestAddGetWorkspaceSize(x2.get(), x2.get(), 1.0F, out.get(), nullptr, &executor), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(message().find("workspaceSize"), std::string::npos);
}

aclOpExecutor *one_wait(const aclTensor *x, aclTensor *y) {
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  EXPECT_EQ(l0op::AddWait(x, y, executor), ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  return executor;
}

TEST_F(LaunchTest, PhaseTwoReturnsWhileAKernelRuns) {
  std::vector<float> a{1, 2}, c(2);
  const int before = latch().runs;
  latch().set(false);
  {
    // Tensors may go once phase two has returned.
    const auto x = own(float_tensor(a)), y = own(float_tensor(c));
    ASSERT_EQ(run(one_wait(x.get(), y.get())), ACLNN_SUCCESS);
  }
  EXPECT_EQ(latch().runs, before) << "the kernel stands at the latch";
  EXPECT_EQ(c, (std::vector<float>{0, 0}));
  latch().set(true);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(latch().runs, before + 1);
  EXPECT_EQ(c, a);
}

TEST_F(LaunchTest, KernelFailureIsTheStreamsAndNamesTheOperator) {
  std::vector<float> a{-1}, c(1);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  ASSERT_EQ(run(one_wait(x.get(), y.get())), ACLNN_SUCCESS);
  EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const std::string text = message();
  EXPECT_NE(text.find("TestWait"), std::string::npos) << text;
  EXPECT_NE(text.find("x: negative"), std::string::npos) << text;
}

TEST_F(LaunchTest, SecondPhaseTwoIsRefused) {
  std::vector<float> a{1}, c(1);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  aclOpExecutor *executor = one_wait(x.get(), y.get());
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(CommonOpExecutorRun(nullptr, 0, executor, stream), ACLNN_ERR_PARAM_INVALID);
  EXPECT_NE(message().find("consumed"), std::string::npos);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_ERR_INNER);
  EXPECT_EQ(CommonOpExecutorRun(nullptr, 0, nullptr, stream), ACLNN_ERR_PARAM_NULLPTR);
}

TEST_F(LaunchTest, ExecutorsCanBeDeletedWithoutPhaseTwo) {
  std::vector<float> a{1}, c(1);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  delete one_wait(x.get(), y.get());  // what test kits do
  EXPECT_EQ(aclDestroyAclOpExecutor(one_wait(x.get(), y.get())), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), ACLNN_ERR_INNER_NULLPTR);
}

TEST_F(LaunchTest, WorkspaceIsSharedByLifetimes) {
  // A chain t0 -> t1 -> t2 -> t3: neighbours live together, t2 can lie where t0 was.
  std::vector<float> a(1024, 1.0F), b(1024, 1.0F);
  const auto x = own(float_tensor(a)), one = own(float_tensor(b));
  const auto build = [&](size_t length, bool linear) {
    auto unique = CREATE_EXECUTOR();
    const aclTensor *t = x.get();
    for (size_t i = 0; i < length; ++i) t = l0op::TestAdd(t, one.get(), 1.0F, unique.get());
    return linear ? unique->GetLinearWorkspaceSize() : unique->GetWorkspaceSize();
  };
  constexpr uint64_t kTensor = (4096 + 32 + 511) / 512 * 512, kScratch = (16 + 32 + 511) / 512 * 512;
  EXPECT_EQ(build(1, false), kTensor + kScratch);
  EXPECT_EQ(build(2, false), 2 * kTensor + kScratch);
  EXPECT_EQ(build(8, false), 2 * kTensor + kScratch) << "as much as a chain of two";
  EXPECT_EQ(build(8, true), 8 * (kTensor + kScratch));
}

TEST_F(LaunchTest, SharedWorkspaceGivesTheSameResults) {
  std::vector<float> a(100), b(100, 1.0F), c(100);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i);
  const auto x = own(float_tensor(a)), one = own(float_tensor(b)), out = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  const aclTensor *first = l0op::TestAdd(x.get(), one.get(), 1.0F, executor);
  const aclTensor *t = first;
  for (int i = 0; i < 5; ++i) t = l0op::TestAdd(t, one.get(), 1.0F, executor);
  t = l0op::TestAdd(first, t, 1.0F, executor);  // the first result lives to the end
  redirect(executor, t, out.get());
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  for (size_t i = 0; i < a.size(); ++i) EXPECT_EQ(c[i], 2 * a[i] + 7) << i;
}

TEST_F(LaunchTest, StridedViewsAndOffsetsReachTheKernel) {
  std::vector<float> a{1, 2, 3, 4, 5, 6}, b{10, 20, 30, 40}, c(8, -1.0F);
  const std::vector<int64_t> shape{2, 2}, strides{1, 3}, storage{6}, out_storage{8}, out_strides{4, 2};
  const auto x = own(aclCreateTensor(shape.data(), 2, ACL_FLOAT, strides.data(), 1, ACL_FORMAT_ND, storage.data(), 1, a.data()));
  const auto y = own(float_tensor(b, {2, 2}));
  const auto out = own(aclCreateTensor(shape.data(), 2, ACL_FLOAT, out_strides.data(), 1, ACL_FORMAT_ND, out_storage.data(), 1, c.data()));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  ASSERT_EQ(l0op::AddInto(x.get(), y.get(), out.get(), executor), ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  // x = [[2, 5], [3, 6]]; out[i][j] lies at 1 + 4 i + 2 j.
  EXPECT_EQ(c, (std::vector<float>{-1, 12, -1, 25, -1, 33, -1, 46}));
}

TEST_F(LaunchTest, HostTensorsAreCopiedIntoThePlan) {
  std::vector<float> a{1, 2}, c(2);
  const auto x = own(float_tensor(a)), out = own(float_tensor(c));
  latch().set(false);
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  const std::vector<int64_t> values{5, 7};
  const aclTensor *host = executor->ConvertToTensor(values.data(), values.size(), op::DataType::DT_FLOAT);
  ASSERT_NE(host, nullptr);
  aclTensor *waited = executor->AllocTensor(x->GetViewShape(), ge::DT_FLOAT);
  ASSERT_EQ(l0op::AddWait(x.get(), waited, executor), ACLNN_SUCCESS);
  ASSERT_EQ(l0op::AddInto(waited, host, out.get(), executor), ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);  // the executor and its host tensors are gone, the kernel has not run
  latch().set(true);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{6, 9}));
}

// --- OP_OUTPUT, as the seeds have it --------------------------------------------------------------------------------

TEST_F(LaunchTest, SeedOpOutputAddOut) {
  std::vector<float> a{1}, c(1);
  const auto x = own(float_tensor(a)), owned = own(float_tensor(c));
  aclTensor *addOut = owned.get();
  const auto argument = OP_OUTPUT(addOut);
  static_assert(decltype(argument)::value == 1);
  op::OpArgContext *context = op::GetOpArgContext(OP_INPUT(x.get()), argument);
  ASSERT_EQ(context->GetOpArg(op::OP_OUTPUT_ARG)->count, 1U);
  EXPECT_EQ((*context->GetOpArg(op::OP_OUTPUT_ARG))[0]->pointer, addOut);
  EXPECT_EQ((*context->GetOpArg(op::OP_OUTPUT_ARG))[0].type, op::OpArgType::OPARG_ACLTENSOR);
  op::DestroyOpArgContext(context);
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  ASSERT_EQ(l0op::AddInto(x.get(), x.get(), addOut, executor), ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c[0], 2.0F);
}

TEST_F(LaunchTest, SeedOpOutputOut0Out1) {
  std::vector<float> a{1, 2, 3, 4}, b(2), c(2);
  const auto x = own(float_tensor(a)), first = own(float_tensor(b)), second = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  ASSERT_EQ(l0op::AddSplit(x.get(), first.get(), second.get(), executor), ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(b, (std::vector<float>{1, 2}));
  EXPECT_EQ(c, (std::vector<float>{3, 4}));
}

TEST_F(LaunchTest, NonTensorInOpOutputIsRefusedByItsPrototypeName) {
  std::vector<float> a{1};
  const auto x = own(float_tensor(a));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  const aclScalar *scalar = executor->AllocScalar(1.0F);
  EXPECT_EQ(l0op::OutputScalar(x.get(), scalar, executor), ACLNN_ERR_PARAM_INVALID);
  const std::string text = message();
  EXPECT_NE(text.find("TestAdd"), std::string::npos) << text;
  EXPECT_NE(text.find("addOut"), std::string::npos) << text;
  EXPECT_NE(text.find("aclScalar"), std::string::npos) << text;
  EXPECT_NE(text.find("ConvertToTensor"), std::string::npos) << text;
}

// --- Refusals ------------------------------------------------------------------------------------------------------------

TEST_F(LaunchTest, LaunchBeforeInferShapeIsRefused) {
  std::vector<float> a{1};
  const auto x = own(float_tensor(a));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  aclTensor *addOut = executor->AllocTensor(ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND);
  EXPECT_EQ(l0op::AddInto(x.get(), x.get(), addOut, executor), ACLNN_ERR_PARAM_INVALID);
  const std::string text = message();
  EXPECT_NE(text.find("addOut"), std::string::npos) << text;
  EXPECT_NE(text.find("INFER_SHAPE"), std::string::npos) << text;
}

TEST_F(LaunchTest, UnknownOperatorListsThePlacesSearched) {
  std::vector<float> a{1}, c(1);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  EXPECT_EQ(l0op::AddUnknown(x.get(), y.get(), unique.get()), ACLNN_ERR_INNER_FIND_KERNEL_ERROR);
  const std::string text = message();
  EXPECT_NE(text.find("TestUnknown"), std::string::npos) << text;
  EXPECT_NE(text.find("searched"), std::string::npos) << text;
  EXPECT_NE(text.find("built-in"), std::string::npos) << text;
  EXPECT_EQ(l0op::InferAdd(x.get(), nullptr, y.get()), ACLNN_ERR_PARAM_NULLPTR) << "before the function can meet it";
  EXPECT_NE(message().find("operator TestAdd: the required input x2 is null"), std::string::npos);
  EXPECT_EQ(l0op::InferAdd(x.get(), x.get(), nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(message().find("output addOut is null"), std::string::npos);
  EXPECT_EQ(l0op::InferIntoScalar(x.get(), unique->AllocScalar(1.0F)), ACLNN_ERR_PARAM_INVALID);
  EXPECT_NE(message().find("addOut is given as aclScalar"), std::string::npos);
  EXPECT_EQ(l0op::InferUnknown(x.get(), y.get()), ACLNN_ERR_INNER);
  EXPECT_NE(message().find("IMPL_OP_INFERSHAPE"), std::string::npos);
}

TEST_F(LaunchTest, KernelsRefusalIsPhaseOnes) {
  std::vector<float> a{1, 2}, b{1}, c(2);
  const auto x = own(float_tensor(a)), y = own(float_tensor(b)), out = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  EXPECT_EQ(l0op::AddInto(x.get(), y.get(), out.get(), unique.get()), ACLNN_ERR_PARAM_INVALID);
  EXPECT_NE(message().find("x2: [1] differs from x1"), std::string::npos);
  EXPECT_EQ(unique->GetWorkspaceSize(), 0U) << "nothing was added";
}

TEST_F(LaunchTest, AiCoreAndAiCpuForTheSameOutputIsRefused) {
  std::vector<float> a{1}, c(1);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  ASSERT_EQ(l0op::AddGelu(x.get(), y.get(), executor), ACLNN_SUCCESS);
  EXPECT_NE(l0op::AddGeluOnCore(x.get(), y.get(), executor), ACLNN_SUCCESS);
  const std::string text = message();
  EXPECT_NE(text.find("output y"), std::string::npos) << text;
  EXPECT_NE(text.find("AI CPU"), std::string::npos) << text;
}

TEST_F(LaunchTest, WorkspaceErrors) {
  std::vector<float> a{1}, b{1}, c(1);
  const auto x = own(float_tensor(a)), y = own(float_tensor(b)), out = own(float_tensor(c));
  const auto make = [&] {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnTestAddGetWorkspaceSize(x.get(), y.get(), 1.0F, out.get(), &size, &executor), ACLNN_SUCCESS);
    return executor;
  };
  std::vector<uint8_t> memory(4096);
  EXPECT_EQ(aclnnTestAdd(nullptr, 1024, make(), stream), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclnnTestAdd(nullptr, 0, make(), stream), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclnnTestAdd(memory.data(), 16, make(), stream), ACLNN_ERR_PARAM_INVALID);
  EXPECT_NE(message().find("asked for"), std::string::npos);
  // Memory that is not 64-byte aligned is fine.
  void *odd = memory.data() + 64 - reinterpret_cast<uintptr_t>(memory.data()) % 64 + 16;
  EXPECT_EQ(aclnnTestAdd(odd, 3072, make(), stream), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c[0], 3.0F);
}

TEST_F(LaunchTest, TensorWithoutMemoryIsRefusedInPhaseTwo) {
  std::vector<float> a{1};
  const int64_t one = 1;
  const auto x = own(float_tensor(a));
  const auto out = own(aclCreateTensor(&one, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &one, 1, nullptr));
  aclOpExecutor *executor = one_wait(x.get(), out.get());
  EXPECT_EQ(run(executor), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(message().find("output y"), std::string::npos);
}

/// Whatever phase two refuses or a kernel fails at: the line has the constants, without which it could not be run
/// again.
TEST_F(LaunchTest, LinesOfPhaseTwoHoldConstants) {
  std::vector<float> a{1, 2}, c(2);
  const int64_t two = 2;
  const auto x = own(float_tensor(a)), out = own(float_tensor(c));
  const auto nowhere = own(aclCreateTensor(&two, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &two, 1, nullptr));
  const auto make = [&](aclTensor *to) {
    auto unique = CREATE_EXECUTOR();
    aclOpExecutor *executor = unique.get();
    const std::vector<float> values{5, 7};
    const aclTensor *host = executor->ConvertToTensor(values.data(), values.size(), op::DataType::DT_FLOAT);
    EXPECT_EQ(l0op::AddInto(x.get(), host, to, executor), ACLNN_SUCCESS);
    EXPECT_NE(executor->GetWorkspaceSize(), 0U);
    unique.ReleaseTo(&executor);
    return executor;
  };
  const std::string line =
      "; replay: opstrata1 TestAdd in(x1=float[2] x2=float[2],const(0000a0400000e040)) out(addOut=float[2]) "
      "attr(alpha=1f)";
  std::vector<uint8_t> memory(4096);
  EXPECT_EQ(aclnnTestAdd(nullptr, 4096, make(out.get()), stream), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(message().find(line), std::string::npos) << message();
  EXPECT_EQ(aclnnTestAdd(memory.data(), 0, make(out.get()), stream), ACLNN_ERR_PARAM_INVALID);
  EXPECT_NE(message().find(line), std::string::npos) << message();
  EXPECT_EQ(aclnnTestAdd(memory.data(), memory.size(), make(nowhere.get()), stream), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(message().find(line), std::string::npos) << message();
}

TEST_F(LaunchTest, EmptyExecutorRunsNothing) {
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = nullptr;
  unique.ReleaseTo(nullptr);
  unique.ReleaseTo(&executor);
  ASSERT_NE(executor, nullptr);
  EXPECT_EQ(CommonOpExecutorRun(nullptr, 0, executor, stream), ACLNN_SUCCESS);
}

// --- Attributes -------------------------------------------------------------------------------------------------------------

TEST_F(LaunchTest, PositionalAttributesGetTheirNamesFromThePrototype) {
  std::vector<float> a(5), c(5);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  const std::vector<float> weights{1, 2, 3};
  const bool masks[] = {true, false};
  ASSERT_EQ(l0op::AddAttrs(x.get(), y.get(), 7, executor->AllocFloatArray(weights.data(), 3), executor->AllocBoolArray(masks, 2), executor),
            ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{7, 1, 4, 3, 2}));
}

TEST_F(LaunchTest, TextsOfAttributesAreWhole) {
  std::vector<float> a(5), c(5);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  const std::string text("a\0b\0", 4);
  const auto length = [&](const auto &mode, bool on_cpu) {
    auto unique = CREATE_EXECUTOR();
    aclOpExecutor *executor = unique.get();
    EXPECT_EQ(l0op::AddMode(x.get(), y.get(), mode, on_cpu, executor), ACLNN_SUCCESS) << message();
    executor->GetWorkspaceSize();
    unique.ReleaseTo(&executor);
    EXPECT_EQ(run(executor), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    return c[2];
  };
  for (const bool on_cpu : {false, true}) {
    EXPECT_EQ(length(text, on_cpu), 4.0F);
    EXPECT_EQ(length(&text, on_cpu), 4.0F);
    EXPECT_EQ(length(text.c_str(), on_cpu), 1.0F) << "ends with its terminator";
    EXPECT_EQ(length(std::string(), on_cpu), 0.0F);
    EXPECT_EQ(length(static_cast<const char *>(nullptr), on_cpu), 0.0F);
  }
  auto unique = CREATE_EXECUTOR();
  EXPECT_NE(l0op::AddMode(x.get(), nullptr, text, false, unique.get()), ACLNN_SUCCESS);
  EXPECT_NE(message().find(R"(mode="a\x00b\x00")"), std::string::npos) << message();
}

TEST_F(LaunchTest, DefaultsComeFromThePrototypeAndRequiredOnesAreMissed) {
  std::vector<float> a(5), c(5);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  EXPECT_EQ(l0op::AddNoAttrs(x.get(), y.get(), executor), ACLNN_ERR_PARAM_INVALID);
  EXPECT_NE(message().find("required attribute axis"), std::string::npos);
  ASSERT_EQ(l0op::AddAxisOnly(x.get(), y.get(), 3, executor), ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{3, 0, 5, 0, 0}));
}

// --- AI CPU, as the seeds have it -----------------------------------------------------------------------------------------

TEST_F(LaunchTest, SeedIndexPut) {
  for (const bool accumulate : {false, true}) {
    std::vector<float> self{1, 2, 3, 4}, values{10, 20};
    std::vector<int64_t> masks{1}, indices{1, 3};
    const int64_t one = 1, two = 2;
    const auto selfRef = own(float_tensor(self)), value = own(float_tensor(values));
    const auto mask = own(aclCreateTensor(&one, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &one, 1, masks.data()));
    const auto index = own(aclCreateTensor(&two, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &two, 1, indices.data()));
    auto unique = CREATE_EXECUTOR();
    aclOpExecutor *executor = unique.get();
    ASSERT_EQ(l0op::AddIndexPut(selfRef.get(), value.get(), mask.get(), index.get(), selfRef.get(), accumulate, executor), ACLNN_SUCCESS);
    executor->GetWorkspaceSize();
    unique.ReleaseTo(&executor);
    ASSERT_EQ(run(executor), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(self, accumulate ? (std::vector<float>{1, 12, 3, 24}) : (std::vector<float>{1, 10, 3, 20}));
  }
}

TEST_F(LaunchTest, SeedGeluAicpuNoCache) {
  std::vector<float> a{-1, 0, 1}, c(3);
  const auto self = own(float_tensor(a)), out = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  ASSERT_EQ(l0op::AddGelu(self.get(), out.get(), executor), ACLNN_SUCCESS);
  EXPECT_EQ(executor->GetOpExecCache()->GetHash(), 0U);
  EXPECT_EQ(executor->GetOpExecCache()->GetKeySize(), 0U);
  executor->GetInputTensors() = {self.get()};
  executor->GetOutputTensors() = {out.get()};
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS) << "AbandonCache() alone does not forbid repetition";
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  // torch.nn.functional.gelu([-1, 0, 1])
  EXPECT_NEAR(c[0], -0.15865526F, 1e-6);
  EXPECT_EQ(c[1], 0.0F);
  EXPECT_NEAR(c[2], 0.84134475F, 1e-6);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
}

TEST_F(LaunchTest, AttributeNamesAndValuesMustAgree) {
  std::vector<float> a(5), c(5);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  EXPECT_NE(l0op::AddAttrsOnCpu(x.get(), y.get(), OP_ATTR_NAMES({"axis", "flag"}), unique.get()), ACLNN_SUCCESS);
  EXPECT_NE(message().find("2 names"), std::string::npos);
  EXPECT_NE(l0op::AddAttrsOnCpu(x.get(), y.get(), OP_ATTR_NAMES({"other"}), unique.get()), ACLNN_SUCCESS);
  EXPECT_NE(message().find("required attribute axis"), std::string::npos);
  EXPECT_EQ(l0op::AddAttrsOnCpu(x.get(), y.get(), OP_ATTR_NAMES({"axis"}), unique.get()), ACLNN_SUCCESS);
}

// --- The cache of plans ------------------------------------------------------------------------------------------------------

/// Other runs of this program check that results do not depend on the cache (tests.cmake).
bool has_cache() { return std::getenv("DISABLE_L2_CACHE") == nullptr && std::getenv("ACLNN_CACHE_LIMIT") == nullptr; }

/// One call of both phases; whether phase one came from the cache.
bool call_add(aclTensor *x1, aclTensor *x2, float alpha, aclTensor *out, aclrtStream stream) {
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnTestAddGetWorkspaceSize(x1, x2, alpha, out, &size, &executor), ACLNN_SUCCESS);
  const bool hit = executor->GetOpExecCache()->IsUsable();
  std::vector<uint8_t> memory(size + 64);
  EXPECT_EQ(aclnnTestAdd(memory.data(), size, executor, stream), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  return hit;
}

TEST_F(LaunchTest, SameCallTakesItsPlanFromTheCache) {
  if (!has_cache()) GTEST_SKIP() << "this run is without a cache";
  aclnnReselectStaticKernel();
  std::vector<float> a{1, 2}, b{3, 4}, c(2);
  const auto x1 = own(float_tensor(a)), x2 = own(float_tensor(b)), out = own(float_tensor(c));
  EXPECT_FALSE(call_add(x1.get(), x2.get(), 1.0F, out.get(), stream));
  EXPECT_EQ(c, (std::vector<float>{7, 10}));
  c = {0, 0};
  EXPECT_TRUE(call_add(x1.get(), x2.get(), 1.0F, out.get(), stream));
  EXPECT_EQ(c, (std::vector<float>{7, 10}));
  // Other tensors with other addresses: the plan is the same, the addresses are theirs.
  std::vector<float> a2{10, 20}, b2{1, 1}, c2(2);
  const auto y1 = own(float_tensor(a2)), y2 = own(float_tensor(b2)), out2 = own(float_tensor(c2));
  EXPECT_TRUE(call_add(y1.get(), y2.get(), 1.0F, out2.get(), stream));
  EXPECT_EQ(c2, (std::vector<float>{12, 22}));
  EXPECT_FALSE(call_add(y1.get(), y2.get(), 2.0F, out2.get(), stream)) << "another attribute";
  EXPECT_EQ(c2, (std::vector<float>{14, 24}));
  EXPECT_FALSE(call_add(y1.get(), y1.get(), 1.0F, out2.get(), stream)) << "two arguments are the same tensor";
  EXPECT_EQ(c2, (std::vector<float>{30, 60}));
  const auto alias = own(float_tensor(a2));
  EXPECT_FALSE(call_add(y1.get(), alias.get(), 1.0F, out2.get(), stream)) << "two arguments lie at the same address";
  const auto column = own(float_tensor(a2, {2, 1})), other = own(float_tensor(b2, {2, 1})), out3 = own(float_tensor(c2, {2, 1}));
  EXPECT_FALSE(call_add(column.get(), other.get(), 1.0F, out3.get(), stream)) << "another shape";
  setenv("DISABLE_L2_CACHE", "1", 1);
  EXPECT_FALSE(call_add(x1.get(), x2.get(), 1.0F, out.get(), stream));
  unsetenv("DISABLE_L2_CACHE");
  EXPECT_TRUE(call_add(x1.get(), x2.get(), 1.0F, out.get(), stream));
  aclnnReselectStaticKernel();
  EXPECT_FALSE(call_add(x1.get(), x2.get(), 1.0F, out.get(), stream));
}

TEST_F(LaunchTest, ExecutorsOfHitsAreWholeExecutors) {
  if (!has_cache()) GTEST_SKIP() << "this run is without a cache";
  std::vector<float> a{1}, b{2}, c(1), a2{50};
  const auto x1 = own(float_tensor(a)), x2 = own(float_tensor(b)), out = own(float_tensor(c));
  call_add(x1.get(), x2.get(), 3.0F, out.get(), stream);
  const auto hit = [&] {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnTestAddGetWorkspaceSize(x1.get(), x2.get(), 3.0F, out.get(), &size, &executor), ACLNN_SUCCESS);
    EXPECT_TRUE(executor->GetOpExecCache()->IsUsable());
    EXPECT_EQ(executor->GetWorkspaceSize(), size);
    return executor;
  };
  delete hit();
  EXPECT_EQ(aclDestroyAclOpExecutor(hit()), ACLNN_SUCCESS);
  aclOpExecutor *executor = hit();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c[0], 13.0F);
  ASSERT_EQ(aclSetInputTensorAddr(executor, 0, x1.get(), a2.data()), ACLNN_SUCCESS);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c[0], 62.0F);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
}

// --- Repetition ---------------------------------------------------------------------------------------------------------------

TEST_F(LaunchTest, RepeatableExecutorFollowsNewAddresses) {
  std::vector<float> a{1}, a2{100}, b{2}, c(1), c2(1);
  const auto x1 = own(float_tensor(a)), x2 = own(float_tensor(b)), out = own(float_tensor(c));
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnTestAddGetWorkspaceSize(x1.get(), x2.get(), 1.0F, out.get(), &size, &executor), ACLNN_SUCCESS);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS);
  std::vector<uint8_t> memory(size + 64), other(size + 64);
  ASSERT_EQ(aclnnTestAdd(memory.data(), size, executor, stream), ACLNN_SUCCESS);
  ASSERT_EQ(aclSetInputTensorAddr(executor, 0, x1.get(), a2.data()), ACLNN_SUCCESS);
  ASSERT_EQ(AclSetOutputTensorAddr(executor, 0, out.get(), c2.data()), ACLNN_SUCCESS);
  ASSERT_EQ(aclnnTestAdd(other.data(), size, executor, stream), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c[0], 5.0F);
  EXPECT_EQ(c2[0], 104.0F);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
}

TEST_F(LaunchTest, RepetitionIsRefusedWithTheStepThatForbidsIt) {
  std::vector<float> a{1}, c(1);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  op::InitThreadLocalContext();
  aclOpExecutor *executor = one_wait(x.get(), y.get());  // not announced by DFX_IN and DFX_OUT
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_ERR_INNER);
  const std::string text = message();
  EXPECT_NE(text.find("TestWait"), std::string::npos) << text;
  EXPECT_FALSE(executor->IsRepeatable());
  executor->AbandonCache(true);
  executor->AbandonCache();
  EXPECT_EQ(executor->SetRepeatable(), ACLNN_ERR_INNER);
  delete executor;
}

// --- Shapes that are known after the run --------------------------------------------------------------------------------------

TEST_F(LaunchTest, OutShapeTensorReceivesTheRealShape) {
  std::vector<float> a{0, 5, 0, 7};
  std::vector<int64_t> found(4), shape(9, -1);
  const int64_t four = 4, nine = 9;
  const auto x = own(float_tensor(a));
  const auto y = own(aclCreateTensor(&four, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &four, 1, found.data()));
  const auto s = own(aclCreateTensor(&nine, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &nine, 1, shape.data()));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  ASSERT_EQ(l0op::AddNonZero(x.get(), y.get(), s.get(), executor), ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_ERR_INNER);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  EXPECT_EQ(y->GetViewShape(), op::Shape({2})) << "phase two has waited";
  EXPECT_EQ(found[0], 1);
  EXPECT_EQ(found[1], 3);
  EXPECT_EQ(shape[0], 1);
  EXPECT_EQ(shape[1], 2);
}

TEST_F(LaunchTest, OutShapeTensorMayEndWithTheDimensionsOfItsOutput) {
  std::vector<float> a{0, 5, 0, 7};
  std::vector<int64_t> found(4), shape(3, -1);
  const int64_t four = 4;
  const auto x = own(float_tensor(a));
  const auto y = own(aclCreateTensor(&four, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &four, 1, found.data()));
  for (const int64_t size : {2, 1}) {
    const auto s = own(aclCreateTensor(&size, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &size, 1, shape.data()));
    auto unique = CREATE_EXECUTOR();
    aclOpExecutor *executor = unique.get();
    const aclnnStatus status = l0op::AddNonZero(x.get(), y.get(), s.get(), executor);
    if (size == 1) {
      EXPECT_NE(status, ACLNN_SUCCESS) << "a rank without dimensions";
      break;
    }
    ASSERT_EQ(status, ACLNN_SUCCESS);
    executor->GetWorkspaceSize();
    unique.ReleaseTo(&executor);
    ASSERT_EQ(run(executor), ACLNN_SUCCESS);
    EXPECT_EQ(y->GetViewShape(), op::Shape({2}));
    EXPECT_EQ(shape, (std::vector<int64_t>{1, 2, -1}));
    y->SetStorageShape(op::Shape({4}));
    y->SetOriginalShape(op::Shape({4}));
    y->SetViewShape(op::Shape({4}));
  }
}

TEST_F(LaunchTest, DependShapeRangeTaskReportsItsShape) {
  std::vector<float> a{0, 5, 6};
  std::vector<int64_t> found(3);
  const int64_t three = 3;
  const auto x = own(float_tensor(a));
  const auto y = own(aclCreateTensor(&three, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &three, 1, found.data()));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  aclTensor *middle = executor->AllocTensor(op::Shape({3}), ge::DT_INT64);
  ASSERT_EQ(l0op::AddNonZeroOnCpu(x.get(), middle, executor), ACLNN_SUCCESS);
  redirect(executor, middle, y.get());
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS);
  EXPECT_EQ(y->GetViewShape(), op::Shape({2})) << "the kernel was redirected to the user's tensor";
  EXPECT_EQ(found[0], 1);
  EXPECT_EQ(found[1], 2);
}

TEST_F(LaunchTest, StepsBehindADependShapeRangeTaskSeeTheRealShape) {
  const int64_t five = 5;
  std::vector<float> c(5, -1.0F), d(5, -1.0F);
  for (const bool by_out_shape : {false, true}) {
    for (const auto &[a, expected] : {std::pair<std::vector<float>, std::vector<float>>{{0, 5, 6, 0, 9}, {1, 2, 4}}, {{0, 0, 0, 0, 0}, {}}}) {
      std::vector<float> values = a;
      std::vector<int64_t> found_shape(9, -1);
      const int64_t nine = 9;
      const auto x = own(float_tensor(values)), out = own(float_tensor(c)), twice = own(float_tensor(d));
      const auto shape = own(aclCreateTensor(&nine, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &nine, 1, found_shape.data()));
      std::fill(c.begin(), c.end(), -1.0F);
      std::fill(d.begin(), d.end(), -1.0F);
      auto unique = CREATE_EXECUTOR();
      aclOpExecutor *executor = unique.get();
      aclTensor *positions = executor->AllocTensor(op::Shape({five}), ge::DT_INT64);
      ASSERT_EQ(by_out_shape ? l0op::AddNonZero(x.get(), positions, shape.get(), executor) : l0op::AddNonZeroOnCpu(x.get(), positions, executor),
                ACLNN_SUCCESS);
      // A view of the whole, as Contiguous gives it, has the shape of the whole.
      const aclTensor *view = executor->CreateView(positions, op::Shape({five}), 0);
      const aclTensor *first = l0op::ToFloat(view, 0.0F, executor);
      ASSERT_NE(first, nullptr);
      redirect(executor, first, out.get());
      const aclTensor *second = l0op::TestAdd(first, first, 1.0F, executor);
      ASSERT_NE(second, nullptr);
      redirect(executor, second, twice.get());
      executor->GetWorkspaceSize();
      unique.ReleaseTo(&executor);
      ASSERT_EQ(run(executor), ACLNN_SUCCESS) << message();
      const auto count = static_cast<int64_t>(expected.size());
      EXPECT_EQ(out->GetViewShape(), op::Shape({count}));
      EXPECT_EQ(twice->GetViewShape(), op::Shape({count}));
      for (size_t i = 0; i < c.size(); ++i) {
        EXPECT_EQ(c[i], i < expected.size() ? expected[i] : -1.0F) << "nothing is written beyond the real shape";
        EXPECT_EQ(d[i], i < expected.size() ? 2 * expected[i] : -1.0F);
      }
    }
  }
}

// A view that the real shape does not tell (strides of its own) keeps what was planned for it, and reads the memory where it is.
TEST_F(LaunchTest, StridedViewsBehindADependShapeRangeTask) {
  const int64_t five = 5;
  std::vector<float> a{0, 5, 6, 0, 9}, c(2, -1.0F), whole(5, -1.0F);
  const auto x = own(float_tensor(a)), out = own(float_tensor(c)), all = own(float_tensor(whole));
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  aclTensor *positions = executor->AllocTensor(op::Shape({five}), ge::DT_INT64);
  ASSERT_EQ(l0op::AddNonZeroOnCpu(x.get(), positions, executor), ACLNN_SUCCESS);
  const aclTensor *floats = l0op::ToFloat(positions, 0.0F, executor);
  ASSERT_NE(floats, nullptr);
  redirect(executor, floats, all.get());
  // The first and the third position; the second half of a kernel's output by an offset.
  const aclTensor *odd = executor->CreateView(floats, op::Shape({2}), op::Shape({five}), op::Strides({2}), 0);
  const aclTensor *later = executor->CreateView(floats, op::Shape({2}), op::Shape({five}), op::Strides({1}), 1);
  ASSERT_EQ(l0op::AddInto(odd, later, out.get(), executor), ACLNN_SUCCESS);
  executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run(executor), ACLNN_SUCCESS) << message();
  EXPECT_EQ(all->GetViewShape(), op::Shape({3}));
  EXPECT_EQ(out->GetViewShape(), op::Shape({2}));
  EXPECT_EQ(whole, (std::vector<float>{1, 2, 4, -1, -1}));
  EXPECT_EQ(c, (std::vector<float>{1 + 2, 4 + 4}));
}

// --- The interface for the rooms above ----------------------------------------------------------------------------------------

TEST_F(LaunchTest, NodesRunThroughTheSameLaunchers) {
  using namespace opstrata::exec;  // NOLINT
  std::vector<float> a{1, 2}, b{3, 4}, c(2);
  const auto x1 = own(float_tensor(a)), x2 = own(float_tensor(b)), out = own(float_tensor(c));
  OpCall call;
  call.op_type = "TestAdd";
  call.inputs = {{{x1.get()}, false}, {{x2.get()}, false}};
  call.outputs = {{{out.get()}, false}};
  call.attrs = {{"alpha", 10.0F}};
  auto executor = make_executor("node");
  ASSERT_TRUE(executor.ok());
  ASSERT_TRUE(infer_outputs(call).ok());
  ASSERT_TRUE(add_launcher(**executor, call).ok());
  const auto bytes = finish(**executor);
  ASSERT_TRUE(bytes.ok());
  std::vector<uint8_t> memory(*bytes);
  ASSERT_TRUE(opstrata::exec::run(*executor, memory.data(), *bytes, stream).ok());
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{31, 42}));
}

}  // namespace
