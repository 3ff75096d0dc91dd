// Members of the execution layer that operator sources seldom call themselves: each does what it says.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"
#include "opdev/pool_allocator.h"
#include "opdev/shape_utils.h"
#include "platform/platform_info.h"

namespace l0op {
OP_TYPE_REGISTER(TestAdd);
OP_TYPE_REGISTER(TestAttrs);
static aclnnStatus Add(const aclTensor *x1, const aclTensor *x2, const aclTensor *out, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(out));
}
}  // namespace l0op

namespace {

using exec_test::float_tensor;

struct TensorDeleter {
  void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, TensorDeleter>;

class InterfaceTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
  static void TearDownTestSuite() { aclrtResetDevice(0); }
  void TearDown() override { (void)aclGetRecentErrMsg(); }
  std::vector<float> a{1, 2}, c{0, 0};
  OwnedTensor x{float_tensor(a)}, y{float_tensor(c)};
};

// A private member, which unit tests of operator libraries use with access control off: here by an explicit instantiation,
// in which access is not checked.
template <auto Member>
struct LaunchesOf {
  friend auto &launches_of(aclOpExecutor &executor) { return executor.*Member; }
};
template struct LaunchesOf<&aclOpExecutor::kernelLaunchObjList_>;
auto &launches_of(aclOpExecutor &executor);

TEST_F(InterfaceTest, LaunchesAreCountedAndTakenBack) {
  UniqueExecutor unique("launches");
  EXPECT_EQ(launches_of(*unique.get()).size(), 0U);
  aclTensor *middle = unique->AllocTensor(op::Shape({2}), ge::DT_FLOAT);
  ASSERT_EQ(l0op::Add(x.get(), x.get(), middle, unique.get()), ACLNN_SUCCESS);
  ASSERT_EQ(l0op::Add(middle, x.get(), y.get(), unique.get()), ACLNN_SUCCESS);
  EXPECT_EQ(launches_of(*unique.get()).size(), 2U);
  const uint64_t size = unique->GetWorkspaceSize();
  launches_of(*unique.get()).clear();
  EXPECT_EQ(launches_of(*unique.get()).size(), 0U);
  // What is launched from now on is all that runs.
  ASSERT_EQ(l0op::Add(x.get(), x.get(), y.get(), unique.get()), ACLNN_SUCCESS);
  EXPECT_LT(unique->GetWorkspaceSize(), size) << "the tensor between the two needs no room";
  std::vector<uint8_t> memory(size + 128);
  aclOpExecutor *executor = nullptr;
  unique.ReleaseTo(&executor);
  ASSERT_EQ(CommonOpExecutorRun(memory.data(), size, executor, nullptr), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{2, 4}));
}

// Workspace, stream and Run by hand, as CommonOpExecutorRun does it.
TEST_F(InterfaceTest, ExecutorsRunByHand) {
  UniqueExecutor unique("by hand");
  aclTensor *middle = unique->AllocTensor(op::Shape({2}), ge::DT_FLOAT);
  ASSERT_EQ(l0op::Add(x.get(), x.get(), middle, unique.get()), ACLNN_SUCCESS);
  ASSERT_EQ(l0op::Add(middle, x.get(), y.get(), unique.get()), ACLNN_SUCCESS);
  const uint64_t size = unique->GetWorkspaceSize();
  ASSERT_GT(size, 0U);
  const op::FVector<uint64_t> offsets = unique->GetWorkspaceOffsets();
  ASSERT_EQ(offsets.size(), 1U) << "one tensor lies in the workspace";
  EXPECT_EQ(middle->GetWorkspaceOffset(), offsets[0]);
  unique->SetWorkspaceOffsets({7});
  EXPECT_EQ(unique->GetWorkspaceOffsets()[0], 7U);
  unique->SetWorkspaceOffsets(offsets);
  EXPECT_EQ(unique->GetWorkspaceAddr(), nullptr);
  std::vector<uint8_t> memory(size + 128);
  uint8_t *workspace = memory.data() + 64 - reinterpret_cast<uintptr_t>(memory.data()) % 64;
  unique->UpdateTensorAddr(workspace, size + 8);
  EXPECT_EQ(unique->GetWorkspaceAddr(), workspace);
  EXPECT_EQ(middle->GetStorageAddr(), workspace);
  EXPECT_EQ(middle->GetData(), workspace + offsets[0]);
  EXPECT_EQ(unique->GetWorkspaceSize(), size + 8) << "the bound size";
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  EXPECT_EQ(unique->GetStream(), nullptr);
  unique->SetStream(stream);
  EXPECT_EQ(unique->GetStream(), stream);
  ASSERT_EQ(unique->Run(), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(c, (std::vector<float>{3, 6}));
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(InterfaceTest, RedirectedTensorsFollowTheirPartner) {
  UniqueExecutor unique("partner");
  aclTensor *middle = unique->AllocTensor(op::Shape({2}), ge::DT_FLOAT);
  ASSERT_EQ(l0op::Add(x.get(), x.get(), middle, unique.get()), ACLNN_SUCCESS);
  middle->SetFromWorkspace(false);
  middle->SetStorageAddr(y->GetStorageAddr());
  unique->AddTensorRelation(y.get(), middle);
  std::vector<float> other(2);
  y->SetStorageAddr(other.data());
  unique->UpdateStorageAddr();
  EXPECT_EQ(middle->GetStorageAddr(), other.data());
}

TEST_F(InterfaceTest, RepeatableExecutorsRunAgain) {
  op::InitThreadLocalContext();
  op::AddInputTensorToThreadLocalCtx(x.get());
  op::AddOutputTensorToThreadLocalCtx(y.get());
  UniqueExecutor unique("repeat");
  EXPECT_EQ(unique->GetInputTensors(), (std::vector<const aclTensor *>{x.get()}));
  EXPECT_EQ(unique->GetOutputTensors(), (std::vector<const aclTensor *>{y.get()}));
  op::InitThreadLocalContext();
  unique->SetIOTensorList();
  EXPECT_TRUE(unique->GetInputTensors().empty()) << "taken from the thread anew";
  unique->GetInputTensors() = {x.get()};
  unique->GetOutputTensors() = {y.get()};
  ASSERT_EQ(l0op::Add(x.get(), x.get(), y.get(), unique.get()), ACLNN_SUCCESS);
  const uint64_t size = unique->GetWorkspaceSize();
  std::vector<uint8_t> workspace(size + 64);
  EXPECT_EQ(unique->RepeatRunWithCache(workspace.data(), nullptr), ACLNN_ERR_INNER) << "not made repeatable";
  EXPECT_FALSE(unique->IsRepeatable());
  ASSERT_EQ(unique->SetRepeatable(), ACLNN_SUCCESS);
  EXPECT_TRUE(unique->IsRepeatable());
  for (int i = 0; i < 2; ++i) {
    a[0] = 5.0F + static_cast<float>(i);
    ASSERT_EQ(unique->RepeatRunWithCache(workspace.data(), nullptr), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(c[0], 10.0F + 2.0F * static_cast<float>(i));
  }
}

aclnnStatus aclnnTestEntryGetWorkspaceSize(const aclTensor *x, const aclTensor *y, int how, uint64_t *workspaceSize,
                                           aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestEntry, DFX_IN(x, how), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::Add(x, x, y, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  *workspaceSize = unique->GetWorkspaceSize();
  if (how == 1) unique->DeleteCache();
  if (how == 2) unique->FinalizeCache();  // the plan is offered without a second phase
  if (how == 3) unique->AddCache();       // ReleaseTo offers the entry anyway
  unique.ReleaseTo(executor);
  return ACLNN_SUCCESS;
}

TEST_F(InterfaceTest, CacheEntriesCanBeDeletedAndFinalised) {
  if (std::getenv("DISABLE_L2_CACHE") != nullptr) GTEST_SKIP();
  const auto call = [&](int how, bool second_phase) {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnTestEntryGetWorkspaceSize(x.get(), y.get(), how, &size, &executor), ACLNN_SUCCESS);
    EXPECT_EQ(GetOpExecCacheFromExecutor(executor), nullptr) << "hits are whole executors, so there are no wrappers";
    const bool hit = executor->GetOpExecCache()->IsUsable();
    std::vector<uint8_t> workspace(size + 64);
    if (second_phase) {
      EXPECT_EQ(CommonOpExecutorRun(workspace.data(), size, executor, nullptr), ACLNN_SUCCESS);
    } else {
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    return hit;
  };
  EXPECT_FALSE(call(0, true));
  EXPECT_TRUE(call(0, true));
  EXPECT_FALSE(call(1, true));
  EXPECT_FALSE(call(1, true)) << "deleted";
  (void)call(2, false);
  EXPECT_TRUE(call(2, true)) << "finalised in phase one";
  EXPECT_FALSE(call(3, true));
  EXPECT_TRUE(call(3, true));
}

TEST_F(InterfaceTest, ContextsOfExecutorsAreKept) {
  UniqueExecutor unique("context");
  op::internal::OpLogInfo log;
  log.l2ApiName = "aclnnSome";
  log.l0Name = "Some";
  log.l2SequenceCounter = 42;
  unique->SetLogInfo(log);
  EXPECT_STREQ(unique->GetLogInfo().l2ApiName, "aclnnSome");
  EXPECT_STREQ(unique->GetLogInfo().l0Name, "Some");
  EXPECT_EQ(unique->GetLogInfo().l2SequenceCounter, 42U);
  op::OpConfigInfo config = unique->GetOpConfigInfo();
  config.aicNum_ = 3;
  config.deterministicLevel_ = 2;
  unique->SetOpConfigInfo(config);
  EXPECT_EQ(unique->GetOpConfigInfo().aicNum_, 3U);
  EXPECT_EQ(unique->GetOpConfigInfo().deterministicLevel_, 2);
  EXPECT_EQ(unique->GetMagicNumber(), 0x1F2E3D4C5B6AU);
  const aclScalar *half = unique->AllocScalar(0.5F);
  const aclScalar *scalars[] = {half, nullptr};
  aclScalarList *list = unique->AllocScalarList(scalars, 2);
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->Size(), 2U);
  EXPECT_EQ((*list)[0], half);
}

// Bits by the definitions of the formats: 1.5 = 2^0 * (1 + 1/2), 2 = 2^1.
TEST_F(InterfaceTest, ScalarsConvertToEveryType) {
  UniqueExecutor unique("scalars");
  const aclScalar *one_and_a_half = unique->AllocScalar(1.5), *two = unique->AllocScalar(2.0F),
                  *large = unique->AllocScalar(int64_t{-3});
  EXPECT_EQ(one_and_a_half->ToFloat8E5M2().value, 0x3E);
  EXPECT_EQ(one_and_a_half->ToFloat8E4M3FN().value, 0x3C);
  EXPECT_EQ(two->ToFloat8E8M0().value, 0x80);
  EXPECT_EQ(one_and_a_half->ToFloat6E3M2().value, 0x0E);
  EXPECT_EQ(one_and_a_half->ToFloat6E2M3().value, 0x0C);
  EXPECT_EQ(one_and_a_half->ToFloat4E2M1().value, 0x3);
  EXPECT_EQ(one_and_a_half->ToFloat4E1M2().value, 0x6);
  EXPECT_EQ(static_cast<float>(one_and_a_half->ToHiFloat8()), 1.5F);
  EXPECT_EQ(static_cast<float>(one_and_a_half->ToHiFloat4()), 1.5F);
  EXPECT_EQ(large->ToInt16(), -3);
  EXPECT_EQ(large->ToUint16(), static_cast<uint16_t>(-3));
  EXPECT_EQ(large->ToUint32(), static_cast<uint32_t>(-3));
  EXPECT_EQ(large->ToUint64(), static_cast<uint64_t>(-3));
  EXPECT_EQ(large->ToUint8(), 253);
  EXPECT_EQ(two->ToComplex64(), std::complex<float>(2, 0));
}

TEST_F(InterfaceTest, TensorsAreDescribedAnew) {
  UniqueExecutor unique("tensor");
  aclTensor *t = unique->AllocTensor(op::Shape({2, 3}), ge::DT_FLOAT);
  t->SetViewShape(op::Shape({3, 2}));
  EXPECT_EQ(t->GetViewShape(), op::Shape({3, 2}));
  EXPECT_EQ(t->GetViewStrides(), (op::Strides{2, 1})) << "contiguous strides follow";
  t->SetViewStrides(op::Strides{1, 3});
  EXPECT_EQ(t->GetViewStrides(), (op::Strides{1, 3}));
  t->SetViewOffset(4);
  EXPECT_EQ(t->GetViewOffset(), 4);
  t->SetWorkspaceOffset(512);
  EXPECT_EQ(t->GetWorkspaceOffset(), 512U);
  t->SetStorageAddr(a.data());
  EXPECT_EQ(t->GetData(), reinterpret_cast<uint8_t *>(a.data()) + 512 + 4 * 4);
  const int64_t dims[] = {6};
  t->InitTensor(dims, 1, ACL_INT32, nullptr, 1, ACL_FORMAT_NCHW, dims, 1, c.data());
  EXPECT_EQ(t->GetViewShape(), op::Shape({6}));
  EXPECT_EQ(t->GetStorageShape(), op::Shape({6}));
  EXPECT_EQ(t->GetDataType(), ge::DT_INT32);
  EXPECT_EQ(t->GetStorageFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(t->GetStorageAddr(), c.data());
  op::Shape shape;
  op::ToShape(op::ShapeVector{4, 5}, shape);
  EXPECT_EQ(shape, op::Shape({4, 5}));
  op::ToShape(dims, 1, shape);
  EXPECT_EQ(shape, op::Shape({6}));
  EXPECT_EQ(op::ToShapeVector(op::Shape({7, 8})), (op::ShapeVector{7, 8}));
}

TEST_F(InterfaceTest, SizesOfArraysAndLists) {
  const float numbers[] = {1, 2, 3};
  const bool truths[] = {true, false};
  aclFloatArray *floats = aclCreateFloatArray(numbers, 3);
  aclBoolArray *bools = aclCreateBoolArray(truths, 2);
  const aclTensor *tensors[] = {float_tensor(a)};
  aclTensorList *list = aclCreateTensorList(tensors, 1);
  uint64_t size = 0;
  EXPECT_EQ(aclGetFloatArraySize(floats, &size), 0);
  EXPECT_EQ(size, 3U);
  EXPECT_EQ(aclGetBoolArraySize(bools, &size), 0);
  EXPECT_EQ(size, 2U);
  EXPECT_EQ(aclGetTensorListSize(list, &size), 0);
  EXPECT_EQ(size, 1U);
  EXPECT_EQ(aclGetFloatArraySize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetBoolArraySize(bools, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetTensorListSize(nullptr, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDestroyFloatArray(floats), 0);
  EXPECT_EQ(aclDestroyBoolArray(bools), 0);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
}

TEST_F(InterfaceTest, OperatorTypesOfTheFrameworkAndTheirNumber) {
  op::GenInternalOpTypeId();
  for (const char *name : {"MemSet", "MemSetV2", "NonFiniteCheck", "TestAdd"}) {
    const uint32_t id = op::OpTypeDict::ToOpType(name);
    EXPECT_NE(id, 0U) << name;
    EXPECT_STREQ(op::OpTypeDict::ToString(id).GetString(), name);
  }
  const size_t before = op::OpTypeDict::GetAllOpTypeSize();
  EXPECT_EQ(op::GenOpTypeId(" OnlyInThisTest\t"), before + 1)
      << "numbers follow each other; blanks are no part of a name";
  EXPECT_EQ(op::OpTypeDict::GetAllOpTypeSize(), before + 1);
  EXPECT_EQ(op::GenOpTypeId("OnlyInThisTest"), before + 1);
  EXPECT_EQ(op::OpTypeDict::GetAllOpTypeSize(), before + 1);
}

TEST_F(InterfaceTest, NumbersOfProfilesTellNamesApart) {
  EXPECT_EQ(op::GenKernelLauncherId("Add"), op::GenKernelLauncherId("Add"));
  EXPECT_NE(op::GenKernelLauncherId("Add"), op::GenKernelLauncherId("Adds"));
  EXPECT_NE(op::GenSummaryItemId("ab", "c"), op::GenSummaryItemId("a", "bc"));
  EXPECT_NE(op::GenSummaryItemId("a", "b"), op::GenSummaryItemId("a", "b", "c"));
  EXPECT_EQ(op::CreateDfxProfiler("Add"), op::GenKernelLauncherId("Add"));
}

TEST_F(InterfaceTest, FirstPhasesCheckTheirResultsPlaces) {
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(op::CheckPhase1Params(&executor, &size), ACLNN_SUCCESS);
  EXPECT_EQ(op::CheckPhase1Params(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(op::CheckPhase1Params(&executor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  InitL2Phase1Context("aclnnSequence", &executor);
  const uint64_t first = op::OpGetLogSequence();
  EXPECT_FALSE(op::IsDumpEnabled());
  setenv("OPSTRATA_DUMP_DIR", ::testing::TempDir().c_str(), 1);
  InitL2Phase1Context("aclnnSequence", &executor);
  unsetenv("OPSTRATA_DUMP_DIR");
  EXPECT_TRUE(op::IsDumpEnabled());
  EXPECT_EQ(op::OpGetLogSequence(), first + 1) << "calls are counted";
  UniqueExecutor unique("contexts");
  InitL0Context("Level0", unique.get());
  EXPECT_STREQ(unique->GetLogInfo().l2ApiName, "aclnnSequence");
  EXPECT_STREQ(unique->GetLogInfo().l0Name, "Level0");
  EXPECT_EQ(op::internal::GetLogApiInfo(), "aclnnSequence/Level0");
  InitL2Phase2Context("aclnnOther", unique.get());
  EXPECT_EQ(op::internal::GetLogApiInfo(), "aclnnOther");
  ReportErrorMessageInner("EZ1001", "%d is wrong", 7);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("EZ1001: aclnnOther: 7 is wrong"), std::string::npos);
  { op::OpDfxGuard ends(__FILE__, __LINE__, op::LevelTwo, "aclnnOther"); }
  EXPECT_EQ(op::internal::GetLogApiInfo(), "");
}

TEST_F(InterfaceTest, PooledMemory) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{100}, std::size_t{1} << 20}) {
    void *block = op::internal::MallocPtr(size);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 16, 0U);
    std::fill_n(static_cast<char *>(block), size, 'x');
    op::internal::FreePtr(block);
  }
  op::internal::FreePtr(nullptr);
  EXPECT_EQ(op::internal::MallocPtr(SIZE_MAX / 2), nullptr);
  void *block = op::Allocated(24);
  ASSERT_NE(block, nullptr);
  op::DeAllocated(block);
}

TEST_F(InterfaceTest, TaskSpacesCanBeCleared) {
  static op::internal::AicpuTaskSpace space("TestAttrs");
  UniqueExecutor unique("tasks");
  std::vector<float> in(5), out(5), more(5);
  const OwnedTensor from(float_tensor(in)), to(float_tensor(out)), other(float_tensor(more));
  const int64_t axis = 1;
  op::OpArgContext *args = op::GetOpArgContext(OP_INPUT(from.get()), OP_OUTPUT(to.get()), OP_ATTR(axis));
  op::internal::AicpuTask *task = space.GetOrCreateTask(unique.get(), {"axis"}, args);
  ASSERT_NE(task, nullptr);
  EXPECT_EQ(space.FindTask(unique.get(), args, {from.get()}), nullptr) << "in use";
  space.Clear();
  task->SetVisit(false);
  EXPECT_EQ(space.FindTask(unique.get(), args, {from.get()}), task) << "what is in use stays";
  // The task runs on other tensors when it is told to.
  op::OpArgContext *others = op::GetOpArgContext(OP_INPUT(from.get()), OP_OUTPUT(other.get()), OP_ATTR(axis));
  EXPECT_EQ(task->SetIoTensors(nullptr, others), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(task->SetIoTensors(unique.get(), nullptr), ACLNN_ERR_PARAM_NULLPTR);
  ASSERT_EQ(task->SetIoTensors(unique.get(), others), ACLNN_SUCCESS);
  task->SetSpace(&space);
  ASSERT_EQ(task->Run(unique.get(), nullptr), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(more[0], 1.0F);
  EXPECT_EQ(out[0], 0.0F);
  std::unique_ptr<op::internal::AicpuTask> none;
  EXPECT_EQ(space.CalcDeviceCacheSize({from.get()}, none), 0U) << "host inputs are read where they are";
  task->SetVisit(false);
  space.Clear();
  EXPECT_EQ(space.FindTask(unique.get(), args, {from.get()}), nullptr) << "what is idle goes";
  op::DestroyOpArgContext(args);
  op::DestroyOpArgContext(others);
}

// --- The chip
// -----------------------------------------------------------------------------------------------------------------

TEST_F(InterfaceTest, ChipOfTheThread) {
  const op::PlatformInfo &info = op::GetCurrentPlatformInfo();
  EXPECT_EQ(info.GetDeviceId(), 0);
  EXPECT_EQ(info.GetBlockSize(), 32);
  EXPECT_EQ(info.GetCubeCoreNum(), 24U);
  EXPECT_EQ(info.GetVectorCoreNum(), 48U);
  EXPECT_FALSE(info.GetFftsPlusMode());
  EXPECT_TRUE(info.CheckSupport(op::SocSpec::INST_MMAD, op::SocSpecAbility::INST_MMAD_F162F16));
  EXPECT_TRUE(info.CheckSupport(op::SocSpec::INST_MMAD, op::SocSpecAbility::INST_MMAD_F322F32)) << "DAV_2201";
  EXPECT_FALSE(info.CheckSupport(op::SocSpec::RESERVED_SPEC, op::SocSpecAbility::INST_MMAD_F162F16));
  const op::PlatformInfo none;
  EXPECT_EQ(none.GetDeviceId(), -1);
  EXPECT_EQ(none.GetCubeCoreNum(), 0U);
  EXPECT_FALSE(none.CheckSupport(op::SocSpec::INST_MMAD, op::SocSpecAbility::INST_MMAD_F162F16));
}

TEST_F(InterfaceTest, LabelledTextsOfAChip) {
  fe::PlatFormInfos infos;
  std::map<std::string, std::string> given{{"a", "1"}, {"b", "2"}}, read;
  EXPECT_FALSE(infos.GetPlatformRes("Label", read));
  infos.SetPlatformRes("Label", given);
  EXPECT_TRUE(infos.GetPlatformResWithLock("Label", read));
  EXPECT_EQ(read, given);
  std::map<std::string, std::string> fewer{{"a", "3"}};
  infos.SetPlatformResWithLock("Label", fewer);
  std::string text;
  EXPECT_TRUE(infos.GetPlatformResWithLock("Label", "a", text));
  EXPECT_EQ(text, "3");
  EXPECT_FALSE(infos.GetPlatformRes("Label", "b", text)) << "replaced as a whole";
  std::map<std::string, std::string> cores{{"ai_core_cnt", "5"}, {"vector_core_cnt", "10"}};
  infos.SetPlatformRes("SoCInfo", cores);
  infos.SetCoreNumByCoreType("VectorCore");
  EXPECT_EQ(infos.GetCoreNum(), 10U);
  infos.SetCoreNumByCoreType("AiCore");
  EXPECT_EQ(infos.GetCoreNumWithLock(), 5U);
  infos.SetCoreNum(7);
  EXPECT_EQ(infos.GetCoreNum(), 7U);
  std::map<std::string, std::string> rates{{"ddr_rate", "32"}, {"l2_rate", "110"}};
  infos.SetPlatformRes("AICoreMemoryRates", rates);
  uint64_t rate = 0;
  infos.GetLocalMemBw(fe::LocalMemType::HBM, rate);
  EXPECT_EQ(rate, 32U);
  infos.GetLocalMemBw(fe::LocalMemType::L2, rate);
  EXPECT_EQ(rate, 110U);
  infos.GetLocalMemBw(fe::LocalMemType::UB, rate);
  EXPECT_EQ(rate, 0U);
  // Types by instruction, apart for each engine, also through a saved text.
  std::map<std::string, std::vector<std::string>> cube{{"mmad", {"f16f16", "s8s8"}}}, vector{{"vadd", {"f16"}}},
      pipe{{"quant", {"s8"}}};
  infos.SetAICoreIntrinsicDtype(cube);
  infos.SetVectorCoreIntrinsicDtype(vector);
  infos.SetFixPipeDtypeMap(pipe);
  const std::string saved = infos.SaveToBuffer();
  fe::PlatFormInfos copy;
  ASSERT_TRUE(copy.LoadFromBuffer(saved.data(), saved.size()));
  for (fe::PlatFormInfos *each : {&infos, &copy}) {
    EXPECT_EQ(each->GetAICoreIntrinsicDtype(), cube);
    EXPECT_EQ(each->GetVectorCoreIntrinsicDtype(), vector);
    EXPECT_EQ(each->GetFixPipeDtypeMap(), pipe);
  }
}

TEST_F(InterfaceTest, ChoicesOfACompilation) {
  fe::OptionalInfos choices;
  EXPECT_EQ(choices.GetAICoreNum(), 0U);
  EXPECT_EQ(choices.GetCoreType(), "");
  choices.SetAICoreNum(12);
  choices.SetCoreType("VectorCore");
  choices.SetL1FusionFlag("true");
  choices.SetSocVersion("Ascend910B1");
  EXPECT_EQ(choices.GetAICoreNum(), 12U);
  EXPECT_EQ(choices.GetCoreType(), "VectorCore");
  EXPECT_EQ(choices.GetL1FusionFlag(), "true");
  EXPECT_EQ(choices.GetSocVersion(), "Ascend910B1");
}

TEST_F(InterfaceTest, ManagerOfChips) {
  auto &manager = fe::PlatformInfoManager::GeInstance();
  EXPECT_NE(&manager, &fe::PlatformInfoManager::Instance());
  ASSERT_EQ(manager.InitializePlatformInfo(), 0U);
  fe::PlatFormInfos mine, found;
  fe::OptionalInfos choices;
  std::map<std::string, std::string> soc{{"ai_core_cnt", "2"}};
  mine.SetPlatformRes("SoCInfo", soc);
  mine.SetCoreNum(2);
  ASSERT_EQ(manager.UpdatePlatformInfos("MyChip", mine), 0U);
  ASSERT_EQ(manager.GetPlatformInfos("MyChip", found, choices), 0U);
  EXPECT_EQ(found.GetCoreNumByType("AiCore"), 2U);
  EXPECT_EQ(choices.GetSocVersion(), "MyChip");
  fe::OptionalInfos others;
  fe::PlatFormInfos usual;
  ASSERT_EQ(manager.GetPlatformInfoWithOutSocVersion(usual, others), 0U);
  EXPECT_EQ(others.GetSocVersion(), aclrtGetSocName()) << "asking for a chip chooses none";
  manager.SetOptionalCompilationInfo(choices);
  ASSERT_EQ(manager.GetPlatformInfoWithOutSocVersion(found, choices), 0U);
  EXPECT_EQ(found.GetCoreNum(), 2U) << "the chip that the choices name";
  ASSERT_EQ(manager.UpdatePlatformInfos(mine), 0U);
  // Devices: the chip of the process until another is given to all or to one of them.
  ASSERT_EQ(manager.GetPlatformInstanceByDevice(0, found), 0U);
  EXPECT_EQ(found.GetCoreNum(), 24U);
  EXPECT_EQ(manager.GetPlatformInstanceByDevice(99, found), 0xFFFFFFFFU) << "no such device";
  EXPECT_EQ(manager.InitRuntimePlatformInfos("NoSuchChip"), 0xFFFFFFFFU);
  ASSERT_EQ(manager.InitRuntimePlatformInfos("MyChip"), 0U);
  ASSERT_EQ(manager.GetRuntimePlatformInfosByDevice(0, found), 0U);
  EXPECT_EQ(found.GetCoreNum(), 2U);
  fe::PlatFormInfos deep;
  ASSERT_EQ(manager.GetRuntimePlatformInfosByDevice(0, deep, true), 0U);
  std::map<std::string, std::string> other{{"ai_core_cnt", "9"}};
  deep.SetPlatformRes("SoCInfo", other);
  ASSERT_EQ(manager.GetRuntimePlatformInfosByDevice(0, found), 0U);
  EXPECT_EQ(found.GetCoreNumByType("AiCore"), 2U) << "a deep copy is one's own";
  ASSERT_EQ(manager.UpdateRuntimePlatformInfosByDevice(5, deep), 0U);
  ASSERT_EQ(manager.GetRuntimePlatformInfosByDevice(5, found), 0U);
  EXPECT_EQ(found.GetCoreNumByType("AiCore"), 9U);
  ASSERT_EQ(manager.Finalize(), 0U);
  EXPECT_EQ(manager.GetPlatformInfos("MyChip", found, choices), 0xFFFFFFFFU) << "forgotten";
}

}  // namespace
