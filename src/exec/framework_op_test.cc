// Copies, fills, the check for non-finite values, task spaces and the dump.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/framework_op.h"
#include "opdev/make_op_executor.h"

namespace l0op {
OP_TYPE_REGISTER(MemSetV2);
OP_TYPE_REGISTER(NonFiniteCheck);
OP_TYPE_REGISTER(TestAttrs);

static aclnnStatus Fill(const aclTensorList *tensors, const aclIntArray *integers, const aclFloatArray *floats, aclOpExecutor *executor) {
  const aclTensor *first = (*tensors)[0];
  return ADD_TO_LAUNCHER_LIST_AICORE(MemSetV2, OP_INPUT(tensors), OP_OUTPUT(tensors), OP_WORKSPACE(first), OP_ATTR(integers, floats));
}
static aclnnStatus Check(const aclTensorList *tensors, const aclTensor *flag, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(NonFiniteCheck, OP_INPUT(tensors), OP_OUTPUT(flag));
}
}  // namespace l0op

namespace {

using exec_test::float_tensor;
using op::internal::AicpuTaskSpace;

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

TEST_F(FrameworkOpTest, InitAndReselect) {
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

}  // namespace
