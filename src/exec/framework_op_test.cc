// Copies, fills, the check for non-finite values, task spaces and the dump.
#include "opdev/framework_op.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opstrata/cache.h"

using op::internal::AicpuTaskSpace;

namespace l0op {
OP_TYPE_REGISTER(MemSetV2);
OP_TYPE_REGISTER(NonFiniteCheck);
OP_TYPE_REGISTER(TestAttrs);

static aclnnStatus Fill(const aclTensorList *tensors, const aclIntArray *integers, const aclFloatArray *floats, aclOpExecutor *executor) {
  const aclTensor *first = (*tensors)[0];
  return ADD_TO_LAUNCHER_LIST_AICORE(MemSetV2, OP_INPUT(tensors), OP_OUTPUT(tensors), OP_WORKSPACE(first), OP_ATTR(integers, floats));
}
OP_TYPE_REGISTER(TestAdd);
OP_TYPE_REGISTER(TestNonZero);
OP_TYPE_REGISTER(IndexPut);
OP_TYPE_REGISTER(DSARandomUniform);

static aclnnStatus Add(const aclTensor *x1, const aclTensor *x2, const aclTensor *y, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(y));
}
static aclnnStatus AddAttrs(AicpuTaskSpace &space, const aclTensor *x, const aclTensor *y, int64_t axis, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICPU(TestAttrs, OP_ATTR_NAMES({"axis"}), OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(axis));
}
static aclnnStatus PutInPlace(AicpuTaskSpace &space, const aclTensor *self, const aclTensor *values, const aclTensor *masks,
                              const aclTensor *indices, const aclTensor *out, aclOpExecutor *executor) {
  const bool accumulate = true;
  return ADD_TO_LAUNCHER_LIST_AICPU(IndexPut, OP_ATTR_NAMES({"accumulate"}), OP_INPUT(self, values, masks, indices), OP_OUTPUT(out), OP_ATTR(accumulate));
}
OP_TYPE_REGISTER(TestWait);
static aclnnStatus Wait(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestWait, OP_INPUT(x), OP_OUTPUT(y));
}
static void Random(const aclTensor *count, const aclTensor *seed, const aclTensor *out, aclOpExecutor *executor) {
  ADD_TO_LAUNCHER_LIST_DSA(DSARandomUniform, OP_INPUT(count, seed), OP_OUTPUT(out));
}
static void RandomOfNumbers(uint64_t count, uint64_t seed, const aclTensor *out, aclOpExecutor *executor) {
  ADD_TO_LAUNCHER_LIST_DSA(DSARandomUniform, OP_INPUT(count, seed), OP_OUTPUT(out), OP_ATTR(0));
}
OP_TYPE_REGISTER(DSATestOfNoKernel);  // no library has it
constexpr auto DSATestOfNoKernelTaskType = DSAGenBitMaskTaskType;
static void Mask(uint64_t count, uint64_t seed, const aclTensor *out, aclOpExecutor *executor) {
  ADD_TO_LAUNCHER_LIST_DSA(DSATestOfNoKernel, OP_INPUT(count, seed), OP_OUTPUT(out), OP_ATTR(0));
}
OP_TYPE_REGISTER(NobodyHasIt);
/// Operators of libraries drop the values of their launchers here and there.
static const aclTensor *Careless(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  ADD_TO_LAUNCHER_LIST_AICORE(NobodyHasIt, OP_INPUT(x), OP_OUTPUT(y));
  return y;
}
static const aclTensor *CarelessOnCpu(AicpuTaskSpace &space, const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  ADD_TO_LAUNCHER_LIST_AICPU(NobodyHasIt, OP_ATTR_NAMES(), OP_INPUT(x), OP_OUTPUT(y));
  return y;
}
static aclnnStatus Check(const aclTensorList *tensors, const aclTensor *flag, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(NonFiniteCheck, OP_INPUT(tensors), OP_OUTPUT(flag));
}
}  // namespace l0op

namespace {

using exec_test::float_tensor;

struct TensorDeleter {
  void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, TensorDeleter>;
OwnedTensor own(aclTensor *tensor) { return OwnedTensor(tensor); }

class FrameworkOpTest : public ::testing::Test {
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
  void TearDown() override { aclrtDestroyStream(stream); }

  /// Runs what an executor has collected, and waits.
  aclnnStatus run(UniqueExecutor &unique) {
    aclOpExecutor *executor = nullptr;
    const uint64_t size = unique->GetWorkspaceSize();
    unique.ReleaseTo(&executor);
    void *memory = nullptr;
    if (size != 0) { EXPECT_EQ(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS); }
    const aclnnStatus status = CommonOpExecutorRun(memory, size, executor, stream);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (memory != nullptr) aclrtFree(memory);
    return status;
  }
  aclrtStream stream = nullptr;
};

TEST_F(FrameworkOpTest, CopiesToTheDeviceAndBetweenTensors) {
  for (const bool sync : {false, true}) {
    std::vector<float> c(3), small(2);
    const auto out = own(float_tensor(c)), less = own(float_tensor(small));
    auto unique = CREATE_EXECUTOR();
    const int64_t values[] = {4, 5, 6};
    const aclTensor *host = unique->ConvertToTensor(values, 3, op::DataType::DT_FLOAT);
    const aclTensor *device = sync ? op::CopyToNpuSync(host, unique.get()) : op::CopyToNpu(host, unique.get());
    ASSERT_NE(device, nullptr);
    EXPECT_EQ(device->GetPlacement(), gert::kOnDeviceHbm);
    EXPECT_EQ(device->GetViewShape(), op::Shape({3}));
    EXPECT_EQ(op::CopyToNpu(device, unique.get()), nullptr) << "not on the host";
    EXPECT_EQ(op::CopyNpuToNpu(host, out.get(), unique.get()), 561000);
    EXPECT_EQ(op::CopyNpuToNpu(device, less.get(), unique.get()), 561000);
    EXPECT_NE(std::string(aclGetRecentErrMsg()).find("12 bytes do not fit a destination of 8 bytes"), std::string::npos);
    ASSERT_EQ(op::CopyNpuToNpu(device, out.get(), unique.get()), ACLNN_SUCCESS);
    EXPECT_FALSE(unique->CheckLauncherRepeatable());
    ASSERT_EQ(run(unique), ACLNN_SUCCESS);
    EXPECT_EQ(c, (std::vector<float>{4, 5, 6}));
  }
}

TEST_F(FrameworkOpTest, MemSetV2FillsAListThatIsInputAndOutput) {
  std::vector<float> a{1, 2}, c{3};
  std::vector<int32_t> b{7, 7, 7};
  const int64_t three = 3;
  aclTensor *tensors[] = {float_tensor(a), aclCreateTensor(&three, 1, ACL_INT32, nullptr, 0, ACL_FORMAT_ND, &three, 1, b.data()), float_tensor(c)};
  aclTensorList *list = aclCreateTensorList(tensors, 3);
  auto unique = CREATE_EXECUTOR();
  const int64_t integers[] = {-5};
  const float floats[] = {0.0F, 2.5F};
  ASSERT_EQ(l0op::Fill(list, unique->AllocIntArray(integers, 1), unique->AllocFloatArray(floats, 2), unique.get()), ACLNN_SUCCESS);
  ASSERT_EQ(run(unique), ACLNN_SUCCESS);
  EXPECT_EQ(a, (std::vector<float>{0, 0}));
  EXPECT_EQ(b, (std::vector<int32_t>{-5, -5, -5}));
  EXPECT_EQ(c, (std::vector<float>{2.5F}));
  aclDestroyTensorList(list);
}

TEST_F(FrameworkOpTest, NonFiniteCheckSetsItsFlag) {
  for (const float value : {1.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    std::vector<float> a{0, 1}, b{2, value}, flag{-1};
    aclTensor *tensors[] = {float_tensor(a), float_tensor(b)};
    aclTensorList *list = aclCreateTensorList(tensors, 2);
    const auto out = own(float_tensor(flag));
    auto unique = CREATE_EXECUTOR();
    ASSERT_EQ(l0op::Check(list, out.get(), unique.get()), ACLNN_SUCCESS);
    ASSERT_EQ(run(unique), ACLNN_SUCCESS);
    EXPECT_EQ(flag[0], value == 1.0F ? 0.0F : 1.0F);
    aclDestroyTensorList(list);
  }
}

TEST_F(FrameworkOpTest, TaskSpacesKeepTasksByTypesFormatsAndAttributes) {
  std::vector<float> a(5), c(5);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  AicpuTaskSpace space("TestAttrs");
  auto unique = CREATE_EXECUTOR();
  aclOpExecutor *executor = unique.get();
  const auto task_of = [&](int64_t axis, const op::FVector<std::string> &names) {
    op::OpArgContext *args = op::GetOpArgContext(OP_INPUT(x.get()), OP_OUTPUT(y.get()), OP_ATTR(axis));
    auto *task = space.GetOrCreateTask(executor, names, args);
    op::DestroyOpArgContext(args);
    return task;
  };
  const auto found = [&](int64_t axis) {
    op::OpArgContext *args = op::GetOpArgContext(OP_INPUT(x.get()), OP_OUTPUT(y.get()), OP_ATTR(axis));
    auto *task = space.FindTask(executor, args, {x.get()});
    op::DestroyOpArgContext(args);
    return task;
  };
  EXPECT_EQ(found(3), nullptr);
  auto *first = task_of(3, {"axis"});
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(found(3), nullptr) << "it is in use";
  auto *second = task_of(3, {"axis"});
  EXPECT_NE(second, first) << "a busy match leads to a second task";
  first->SetVisit(false);
  EXPECT_EQ(task_of(4, {"axis"}) == first, false);
  EXPECT_EQ(found(3), first);
  // A task can be run by itself.
  EXPECT_EQ(first->Run(executor, stream), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c[0], 3.0F);
  op::internal::AicpuCCTask alone("TestAttrs", ge::DEPEND_IN_SHAPE);
  op::internal::AicpuAttrs attrs;
  attrs["axis"] = op::internal::AnyValue::CreateFrom(int64_t{9});
  attrs["mode"] = op::internal::AnyValue::CreateFrom(std::string("four"));
  ASSERT_EQ(alone.Init({x.get()}, {y.get()}, attrs), ACLNN_SUCCESS);
  ASSERT_EQ(alone.Run(executor, stream), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{9, 0, 4, 0, 0}));
  op::internal::AicpuCCTask unknown("NoSuchOperator", ge::DEPEND_IN_SHAPE);
  EXPECT_EQ(unknown.Init({x.get()}, {y.get()}, {}), ACLNN_ERR_INNER_FIND_KERNEL_ERROR);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("NoSuchOperator"), std::string::npos);
}

TEST_F(FrameworkOpTest, ReferencesAndHostInputSizes) {
  AicpuTaskSpace space("TestAttrs");
  EXPECT_FALSE(space.IsRef(0));
  space.SetRef(0);
  space.SetRef(1, false);
  EXPECT_TRUE(space.IsRef(0));
  EXPECT_FALSE(space.IsRef(1));
  EXPECT_TRUE(space.IsRef(1, false));
  auto unique = CREATE_EXECUTOR();
  const int64_t values[] = {1, 2, 3};
  const aclTensor *bytes = unique->ConvertToTensor(values, 3, op::DataType::DT_INT8);
  EXPECT_EQ(space.CalcHostInputDataSize({bytes, nullptr, bytes}, 4), 8U);
}

aclTensor *int_tensor(std::vector<int64_t> &values) {
  const auto size = static_cast<int64_t>(values.size());
  return aclCreateTensor(&size, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &size, 1, values.data());
}

TEST_F(FrameworkOpTest, ParametersUpdatedInPlaceShareTheStorageOfTheirPartner) {
  AicpuTaskSpace space("IndexPut");
  space.SetRef(0);
  space.SetRef(0, false);
  std::vector<float> self{1, 2, 3, 4}, values{10, 20}, after(4);
  std::vector<int64_t> masks{1}, indices{1, 3};
  const auto selfRef = own(float_tensor(self)), value = own(float_tensor(values)), result = own(float_tensor(after));
  const auto mask = own(int_tensor(masks)), index = own(int_tensor(indices));
  {
    auto unique = CREATE_EXECUTOR();
    aclTensor *out = unique->AllocTensor(op::Shape({4}), ge::DT_FLOAT);
    ASSERT_EQ(l0op::PutInPlace(space, selfRef.get(), value.get(), mask.get(), index.get(), out, unique.get()), ACLNN_SUCCESS);
    EXPECT_FALSE(out->IsFromWorkspace());
    EXPECT_EQ(out->GetStorageAddr(), self.data()) << "it lies where its partner lies";
    // A launch behind it reads the updated memory.
    ASSERT_EQ(l0op::Add(out, out, result.get(), unique.get()), ACLNN_SUCCESS);
    // Only the scratch of the second kernel is placed.
    EXPECT_EQ(unique->GetWorkspaceSize(), (16U + 32 + 511) / 512 * 512);
    ASSERT_EQ(run(unique), ACLNN_SUCCESS);
  }
  EXPECT_EQ(self, (std::vector<float>{1, 12, 3, 24})) << "updated in place";
  EXPECT_EQ(after, (std::vector<float>{2, 24, 6, 48}));
  // Both in the workspace: one place for the two.
  auto unique = CREATE_EXECUTOR();
  aclTensor *first = unique->AllocTensor(op::Shape({4}), ge::DT_FLOAT);
  aclTensor *out = unique->AllocTensor(op::Shape({4}), ge::DT_FLOAT);
  ASSERT_EQ(l0op::Add(selfRef.get(), selfRef.get(), first, unique.get()), ACLNN_SUCCESS);
  ASSERT_EQ(l0op::PutInPlace(space, first, value.get(), mask.get(), index.get(), out, unique.get()), ACLNN_SUCCESS);
  ASSERT_EQ(l0op::Add(out, out, result.get(), unique.get()), ACLNN_SUCCESS);
  constexpr uint64_t kTensor = (16 + 32 + 511) / 512 * 512;
  EXPECT_EQ(unique->GetWorkspaceSize(), 2 * kTensor) << "the shared tensor and one scratch";
  ASSERT_EQ(run(unique), ACLNN_SUCCESS);
  EXPECT_EQ(after, (std::vector<float>{4, 68, 12, 136})) << "2 * (2 * self, with 10 and 20 added)";
}

TEST_F(FrameworkOpTest, RandomEnginesLaunchAndKeepTheirRefusal) {
  std::vector<int64_t> count{3}, seed{40};
  std::vector<float> found(3);
  const auto n = own(int_tensor(count)), s = own(int_tensor(seed)), out = own(float_tensor(found));
  {
    auto unique = CREATE_EXECUTOR();
    l0op::Random(n.get(), s.get(), out.get(), unique.get());
    unique->GetWorkspaceSize();
    EXPECT_EQ(unique->SetRepeatable(), ACLNN_ERR_INNER) << "a random engine drops cache and repetition";
    EXPECT_NE(std::string(aclGetRecentErrMsg()).find("DSARandomUniform"), std::string::npos);
    ASSERT_EQ(run(unique), ACLNN_SUCCESS);
    EXPECT_EQ(found, (std::vector<float>{40, 41, 42}));
  }
  {
    auto unique = CREATE_EXECUTOR();
    l0op::RandomOfNumbers(3, 50, out.get(), unique.get());
    ASSERT_EQ(run(unique), ACLNN_SUCCESS) << "numbers, and the mode that stands where attributes do";
    EXPECT_EQ(found, (std::vector<float>{50, 51, 52}));
  }
  // Without a kernel nothing passes for a success: what follows is refused, phase two too, with the places that were
  // searched.
  {
    auto unique = CREATE_EXECUTOR();
    l0op::Mask(3, 7, out.get(), unique.get());
    EXPECT_EQ(unique->GetWorkspaceSize(), 0U);
    std::string text = aclGetRecentErrMsg();
    EXPECT_NE(text.find("DSATestOfNoKernel: no CPU kernel"), std::string::npos) << text;
    EXPECT_NE(text.find("searched"), std::string::npos) << text;
    EXPECT_EQ(l0op::Add(out.get(), out.get(), out.get(), unique.get()), ACLNN_ERR_INNER_FIND_KERNEL_ERROR);
    EXPECT_EQ(unique->SetRepeatable(), ACLNN_ERR_INNER);
    (void)aclGetRecentErrMsg();
    EXPECT_EQ(run(unique), ACLNN_ERR_INNER_FIND_KERNEL_ERROR);
    text = aclGetRecentErrMsg();
    EXPECT_NE(text.find("DSATestOfNoKernel"), std::string::npos) << text;
  }
  // The macro is a statement without a value: its refusal comes with what follows.
  auto unique = CREATE_EXECUTOR();
  l0op::Random(n.get(), out.get(), out.get(), unique.get());
  EXPECT_EQ(unique->GetWorkspaceSize(), 0U);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("input seed has data type DT_FLOAT"), std::string::npos);
  EXPECT_EQ(run(unique), ACLNN_ERR_PARAM_INVALID);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("input seed has data type DT_FLOAT"), std::string::npos);
}

TEST_F(FrameworkOpTest, ARefusedLaunchWhoseStatusIsDroppedFailsTheCall) {
  std::vector<float> values{1, 2, 3}, found(3);
  const auto x = own(float_tensor(values)), out = own(float_tensor(found));
  AicpuTaskSpace space("NobodyHasIt", ge::DEPEND_IN_SHAPE);
  const auto middle = [](UniqueExecutor &unique) { return unique->AllocTensor(op::Shape({3}), ge::DT_FLOAT); };
  {  // its result is the call's
    auto unique = CREATE_EXECUTOR();
    l0op::Careless(x.get(), out.get(), unique.get());
    EXPECT_EQ(unique->GetWorkspaceSize(), 0U);
    EXPECT_NE(run(unique), ACLNN_SUCCESS);
    EXPECT_NE(std::string(aclGetRecentErrMsg()).find("NobodyHasIt"), std::string::npos);
  }
  for (const bool on_cpu : {false, true}) {  // its result is another operator's input
    auto unique = CREATE_EXECUTOR();
    const aclTensor *y = middle(unique);
    if (on_cpu) l0op::CarelessOnCpu(space, x.get(), y, unique.get());
    else l0op::Careless(x.get(), y, unique.get());
    ASSERT_EQ(l0op::Add(y, x.get(), out.get(), unique.get()), ACLNN_SUCCESS);
    EXPECT_NE(run(unique), ACLNN_SUCCESS);
  }
  {  // somebody else makes the result
    auto unique = CREATE_EXECUTOR();
    l0op::Careless(x.get(), out.get(), unique.get());
    ASSERT_EQ(l0op::Add(x.get(), x.get(), out.get(), unique.get()), ACLNN_SUCCESS);
    ASSERT_EQ(run(unique), ACLNN_SUCCESS);
    EXPECT_EQ(found, (std::vector<float>{2, 4, 6}));
  }
  {  // nobody sees it
    auto unique = CREATE_EXECUTOR();
    l0op::Careless(x.get(), middle(unique), unique.get());
    ASSERT_EQ(l0op::Add(x.get(), x.get(), out.get(), unique.get()), ACLNN_SUCCESS);
    EXPECT_EQ(run(unique), ACLNN_SUCCESS);
  }
}

TEST_F(FrameworkOpTest, LaunchersOfOtherEnginesNeedAllTheirParts) {
  auto unique = CREATE_EXECUTOR();
  EXPECT_EQ(unique->AddToKernelLauncherListDvpp(1, nullptr, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("launcher"), std::string::npos);
  EXPECT_EQ(unique->AddToKernelLauncherListAiCpu(1, nullptr, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  op::OpArgList none{};
  EXPECT_EQ(unique->AddToKernelLauncherListCopyTask(1, nullptr, none, none, none), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(op::internal::BuildGraph(nullptr, 1, none, none, none), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(unique->SetRepeatable(), ACLNN_ERR_INNER) << "the AI CPU form has abandoned repetition";
  (void)aclGetRecentErrMsg();
}

TEST_F(FrameworkOpTest, RequiredParametersThatAreNullAreNamed) {
  std::vector<float> a(2), c(2);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  auto unique = CREATE_EXECUTOR();
  EXPECT_EQ(l0op::Add(x.get(), nullptr, y.get(), unique.get()), ACLNN_ERR_PARAM_NULLPTR);
  std::string text = aclGetRecentErrMsg();
  EXPECT_NE(text.find("TestAdd"), std::string::npos) << text;
  EXPECT_NE(text.find("x2"), std::string::npos) << text;
  EXPECT_EQ(l0op::Add(x.get(), x.get(), nullptr, unique.get()), ACLNN_ERR_PARAM_NULLPTR);
  text = aclGetRecentErrMsg();
  EXPECT_NE(text.find("addOut"), std::string::npos) << text;
  // Executors of both names of the function.
  aclOpExecutor *executor = nullptr;
  unique.ReleaseTo(&executor);
  EXPECT_EQ(aclDestroyOpExecutor(executor), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyOpExecutor(executor), ACLNN_ERR_INNER);
  EXPECT_EQ(aclDestroyOpExecutor(nullptr), ACLNN_ERR_INNER_NULLPTR);
  (void)aclGetRecentErrMsg();
}

TEST_F(FrameworkOpTest, RefusedLaunchesLeaveNothing) {
  std::vector<float> a(5), c(5);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  AicpuTaskSpace space("TestAttrs");
  space.SetRef(0);
  space.SetRef(0, false);
  const auto tasks = [] {
    opstrata_cache_statistics_t now;
    EXPECT_EQ(opstrata_cache_statistics(&now, sizeof(now)), ACLNN_SUCCESS);
    return now.tasks;
  };
  const uint64_t before = tasks();
  auto unique = CREATE_EXECUTOR();
  aclTensor *unshaped = unique->AllocTensor(ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND);
  EXPECT_NE(l0op::AddAttrs(space, x.get(), unshaped, 1, unique.get()), ACLNN_SUCCESS);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("INFER_SHAPE"), std::string::npos);
  EXPECT_EQ(tasks(), before) << "no task stays";
  EXPECT_TRUE(unshaped->IsFromWorkspace()) << "the output was not moved to its partner";
  EXPECT_EQ(unique->GetWorkspaceSize(), 0U) << "no launch stays";
  // The same executor goes on as if nothing had been.
  ASSERT_EQ(l0op::AddAttrs(space, x.get(), y.get(), 7, unique.get()), ACLNN_SUCCESS);
  ASSERT_EQ(run(unique), ACLNN_SUCCESS);
  EXPECT_EQ(c[0], 7.0F);
  EXPECT_EQ(tasks(), before + 1);
}

TEST_F(FrameworkOpTest, InitAndReselect) {
  const std::string folder = ::testing::TempDir();
  const auto option_after = [&](const std::string &text) {
    std::ofstream(folder + "aclnn_init.json") << text;
    EXPECT_EQ(aclnnInit((folder + "aclnn_init.json").c_str()), 0) << text;
    int64_t value = -1;
    return aclrtGetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, &value) == ACL_SUCCESS ? value : -1;
  };
  // Malformed files and other values are as good as none.
  for (const char *text : {"", "{", "[]", R"({"op_debug_config": 3})", R"({"op_debug_config": {"enable_debug_kernel": "off"}})"}) EXPECT_EQ(option_after(text), -1) << text;
  EXPECT_EQ(option_after(R"({"op_debug_config": {"enable_debug_kernel": "on"}})"), 1);
  (void)aclGetRecentErrMsg();
  EXPECT_EQ(aclnnInit(nullptr), 0);
  EXPECT_EQ(aclnnInit("no such file.json"), 0);
  EXPECT_EQ(aclnnReselectStaticKernelWithPath(nullptr), 161001);
  EXPECT_EQ(aclnnReselectStaticKernelWithPath("/no/such/folder"), 161002);
  EXPECT_EQ(aclnnReselectStaticKernelWithPath("/"), 0);
  EXPECT_EQ(aclnnFinalize(), 0);
}

TEST_F(FrameworkOpTest, DumpWritesNumpyFiles) {
  const std::string folder = ::testing::TempDir() + "exec_dump";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::vector<float> a{1, 2, 3, 4};
  aclTensor *tensors[] = {float_tensor(a, {2, 2}), nullptr};
  EXPECT_EQ(aclDumpOpTensors(nullptr, "n", tensors, 1, 0, stream), 161001);
  EXPECT_EQ(aclDumpOpTensors("Add", "n", tensors, 1, 0, stream), 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder)) << "off unless asked for";
  setenv("OPSTRATA_DUMP_DIR", folder.c_str(), 1);
  EXPECT_EQ(aclDumpOpTensors("Add", "n", tensors, 1, 1, stream), 0);
  unsetenv("OPSTRATA_DUMP_DIR");
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto entry = *std::filesystem::directory_iterator(folder);
  EXPECT_EQ(entry.path().filename().string().rfind("Add.n.", 0), 0U);
  std::ifstream file(entry.path(), std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  // NumPy's format, version 1.0: magic, length of the header, header padded to 64 bytes, data.
  EXPECT_EQ(text.substr(1, 5), "NUMPY");
  EXPECT_NE(text.find("'descr': '<f4', 'fortran_order': False, 'shape': (2,2,)"), std::string::npos);
  EXPECT_EQ((text.size() - 16) % 64, 0U);
  EXPECT_EQ(text.substr(text.size() - 16), std::string(reinterpret_cast<const char *>(a.data()), 16));
  aclDestroyTensor(tensors[0]);
}

// --- What happens around phase two ---------------------------------------------------------------------------------------

aclnnStatus aclnnDumpedGetWorkspaceSize(const aclTensor *x, aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnDumped, DFX_IN(x), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::Add(x, x, y, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

/// The files of a folder, by name, each with its last bytes as floats.
std::map<std::string, std::vector<float>> dumped(const std::string &folder, size_t count) {
  std::map<std::string, std::vector<float>> files;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<float> values(count);
    EXPECT_GE(text.size(), 4 * count);
    std::memcpy(values.data(), text.data() + text.size() - 4 * count, 4 * count);
    files[entry.path().filename().string()] = values;
  }
  return files;
}

TEST_F(FrameworkOpTest, PhaseTwoDumpsTheTensorsOfTheCall) {
  const std::string folder = ::testing::TempDir() + "exec_dump_of_calls";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::vector<float> a{1, 2}, c{-1, -1};
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  setenv("OPSTRATA_DUMP_DIR", folder.c_str(), 1);
  for (int i = 0; i < 2; ++i) {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(aclnnDumpedGetWorkspaceSize(x.get(), y.get(), &size, &executor), ACLNN_SUCCESS);
    EXPECT_FALSE(executor->GetOpExecCache()->IsUsable()) << "dumped calls are not cached (opdev-api 2.24)";
    std::vector<uint8_t> memory(size + 64);
    ASSERT_EQ(CommonOpExecutorRun(memory.data(), size, executor, stream), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  }
  unsetenv("OPSTRATA_DUMP_DIR");
  const auto files = dumped(folder, 2);
  ASSERT_EQ(files.size(), 4U);
  for (const auto &[name, values] : files) {
    EXPECT_NE(name.find("aclnn.aclnnDumped."), std::string::npos) << name;
    EXPECT_EQ(values, name.find(".input.0") != std::string::npos ? (std::vector<float>{1, 2}) : (std::vector<float>{2, 4})) << name;
  }
}

// A user may destroy tensors between the phases; there is nothing to dump then, and nothing of them is read.
TEST_F(FrameworkOpTest, TensorsThatAreGoneAreNotDumped) {
  const std::string folder = ::testing::TempDir() + "exec_dump_gone_" + std::to_string(getpid());
  std::filesystem::remove_all(folder);
  setenv("OPSTRATA_DUMP_DIR", folder.c_str(), 1);
  setenv("OPSTRATA_DUMP_LEVEL", "api", 1);
  std::vector<float> a{1, 2}, c(2);
  aclTensor *x = float_tensor(a), *y = float_tensor(c);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(aclnnDumpedGetWorkspaceSize(x, y, &size, &executor), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(x), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(y), ACLNN_SUCCESS);
  std::vector<uint8_t> memory(size + 64);
  EXPECT_EQ(CommonOpExecutorRun(memory.data(), size, executor, stream), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  unsetenv("OPSTRATA_DUMP_DIR");
  unsetenv("OPSTRATA_DUMP_LEVEL");
  EXPECT_NE(c[1], 0.0F);
  EXPECT_TRUE(!std::filesystem::exists(folder) || std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

TEST_F(FrameworkOpTest, AFolderForDumpsIsMade) {
  const std::string root = ::testing::TempDir() + "exec_dump_folder_" + std::to_string(getpid());
  std::filesystem::remove_all(root);
  std::filesystem::create_directories(root);
  std::ofstream(root + "/file") << "no folder";
  std::vector<float> a{1, 2}, c(2);
  const auto x = own(float_tensor(a)), y = own(float_tensor(c));
  const auto call = [&](const std::string &folder, const char *level) {
    setenv("OPSTRATA_DUMP_DIR", folder.c_str(), 1);
    setenv("OPSTRATA_DUMP_LEVEL", level, 1);
    testing::internal::CaptureStderr();
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnDumpedGetWorkspaceSize(x.get(), y.get(), &size, &executor), ACLNN_SUCCESS);
    std::vector<uint8_t> memory(size + 64);
    EXPECT_EQ(CommonOpExecutorRun(memory.data(), size, executor, stream), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    unsetenv("OPSTRATA_DUMP_DIR");
    unsetenv("OPSTRATA_DUMP_LEVEL");
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(call(root + "/not/there", "api"), "");
  EXPECT_EQ(dumped(root + "/not/there", 2).size(), 2U);
  const std::string folder = call(root + "/file", "api"), level = call(root + "/other", "everything");
  EXPECT_NE(folder.find("OPSTRATA_DUMP_DIR: cannot make the folder " + root + "/file: Not a directory"),
            std::string::npos)
      << folder;
  EXPECT_NE(level.find("OPSTRATA_DUMP_LEVEL is \"everything\"; allowed: api, operator, all; api is used instead"),
            std::string::npos)
      << level;
  EXPECT_EQ(dumped(root + "/other", 2).size(), 2U) << "the default level";
  EXPECT_EQ(call(root + "/file", "everything"), "") << "said once";
  std::filesystem::remove_all(root);
}

TEST_F(FrameworkOpTest, EveryOperatorIsDumpedOnRequestAndOneThatFailsInAnyCase) {
  const std::string folder = ::testing::TempDir() + "exec_dump_of_operators";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::vector<float> a{1, 2}, c(2), negative{-1, 5};
  const auto x = own(float_tensor(a)), y = own(float_tensor(c)), bad = own(float_tensor(negative));
  setenv("OPSTRATA_DUMP_DIR", folder.c_str(), 1);
  setenv("OPSTRATA_DUMP_LEVEL", "operator", 1);
  {
    auto unique = CREATE_EXECUTOR();
    aclTensor *middle = unique->AllocTensor(op::Shape({2}), ge::DT_FLOAT);
    ASSERT_EQ(l0op::Add(x.get(), x.get(), middle, unique.get()), ACLNN_SUCCESS);
    ASSERT_EQ(l0op::Add(middle, x.get(), y.get(), unique.get()), ACLNN_SUCCESS);
    ASSERT_EQ(run(unique), ACLNN_SUCCESS);
  }
  unsetenv("OPSTRATA_DUMP_LEVEL");
  const auto files = dumped(folder, 2);
  std::vector<std::vector<float>> found;
  ASSERT_EQ(files.size(), 6U) << "two inputs and one output of two operators, nothing of the call";
  for (const auto &[name, values] : files) {
    EXPECT_EQ(name.rfind("operator.TestAdd.", 0), 0U) << name;
    found.push_back(values);
  }
  // By name: inputs and output of the first, then of the second.
  EXPECT_EQ(found, (std::vector<std::vector<float>>{{1, 2}, {1, 2}, {2, 4}, {2, 4}, {1, 2}, {3, 6}}));
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  {
    auto unique = CREATE_EXECUTOR();
    ASSERT_EQ(l0op::Wait(bad.get(), y.get(), unique.get()), ACLNN_SUCCESS);
    aclOpExecutor *executor = nullptr;
    unique->GetWorkspaceSize();
    unique.ReleaseTo(&executor);
    EXPECT_EQ(CommonOpExecutorRun(nullptr, 0, executor, stream), ACLNN_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  }
  unsetenv("OPSTRATA_DUMP_DIR");
  const auto inputs = dumped(folder, 2);
  size_t exceptions = 0;
  for (const auto &[name, values] : inputs) {
    if (name.rfind("exception.TestWait.", 0) != 0) continue;
    ++exceptions;
    EXPECT_EQ(values, (std::vector<float>{-1, 5}));
  }
  EXPECT_EQ(exceptions, 1U) << "what the operator that failed was given";
  (void)aclGetRecentErrMsg();
}

TEST_F(FrameworkOpTest, OverflowCheckOfAStreamDumpsTheOperator) {
  const std::string folder = ::testing::TempDir() + "exec_overflow";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const float inf = std::numeric_limits<float>::infinity();
  const auto call = [&](float value) {
    std::vector<float> a{1, value}, c(2);
    const auto x = own(float_tensor(a)), y = own(float_tensor(c));
    auto unique = CREATE_EXECUTOR();
    EXPECT_EQ(l0op::Add(x.get(), x.get(), y.get(), unique.get()), ACLNN_SUCCESS);
    EXPECT_EQ(run(unique), ACLNN_SUCCESS) << "the check changes no result";
  };
  setenv("OPSTRATA_DUMP_DIR", folder.c_str(), 1);
  call(inf);
  EXPECT_TRUE(std::filesystem::is_empty(folder)) << "off unless the stream asks for it";
  aclrtStreamAttrValue value = {};
  value.overflowSwitch = 1;
  ASSERT_EQ(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, &value), ACL_SUCCESS);
  call(3.0F);
  EXPECT_TRUE(std::filesystem::is_empty(folder)) << "finite";
  uint32_t overflow[16] = {7};
  ASSERT_EQ(aclrtGetOverflowStatus(overflow, sizeof(overflow), stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(overflow[0], 0U);
  call(inf);
  unsetenv("OPSTRATA_DUMP_DIR");
  ASSERT_EQ(aclrtGetOverflowStatus(overflow, sizeof(overflow), stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetOverflowStatus(stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(overflow[0], 1U) << "the context knows";
  const auto files = dumped(folder, 2);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files.begin()->first.rfind("overflow.TestAdd.", 0), 0U) << files.begin()->first;
  EXPECT_EQ(files.begin()->second, (std::vector<float>{2, inf}));
}

}  // namespace
