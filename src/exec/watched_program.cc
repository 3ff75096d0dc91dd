// What watch_test.py watches: launches of two operators, from two threads, on two streams, with a plan that is found
// again, a view, copies, a refusal and a failure. watched_program MODE
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace l0op {
OP_TYPE_REGISTER(TestAdd);
OP_TYPE_REGISTER(TestWait);
OP_TYPE_REGISTER(Gelu);
static aclnnStatus TestAdd(const aclTensor *x1, const aclTensor *x2, float alpha, const aclTensor *out,
                           aclOpExecutor *executor) {
  L0_DFX(TestAdd, x1, x2, alpha)
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(out), OP_ATTR(alpha));
}
static aclnnStatus TestWait(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestWait, OP_INPUT(x), OP_OUTPUT(y));
}
static aclnnStatus GeluOnCpu(const aclTensor *x, const aclTensor *out, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("Gelu");
  return ADD_TO_LAUNCHER_LIST_AICPU(Gelu, OP_ATTR_NAMES(), OP_INPUT(x), OP_OUTPUT(out));
}
}  // namespace l0op

namespace {

aclnnStatus aclnnTestPairGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, float alpha, aclTensor *out,
                                          uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestPair, DFX_IN(x1, x2, alpha), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  const aclTensor *middle = unique->AllocTensor(x1->GetViewShape(), x1->GetDataType());
  CHECK_RET(l0op::TestAdd(x1, x2, alpha, middle, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_PARAM_INVALID);
  CHECK_RET(l0op::GeluOnCpu(middle, out, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_PARAM_INVALID);
  return exec_test::plan_call(unique, workspaceSize, executor);
}
aclnnStatus aclnnTestWaitGetWorkspaceSize(const aclTensor *x, aclTensor *out, uint64_t *workspaceSize,
                                          aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTestWait, DFX_IN(x), DFX_OUT(out));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::TestWait(x, out, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_PARAM_INVALID);
  return exec_test::plan_call(unique, workspaceSize, executor);
}
aclnnStatus aclnnTestPhaseTwo(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  L2_DFX_PHASE_2(aclnnTestPhaseTwo);
  return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

void check(int code) {
  if (code == 0) return;
  const char *text = aclGetRecentErrMsg();
  std::printf("%d %s\n", code, text == nullptr ? "" : text);
}

struct Values {
  explicit Values(std::vector<float> v) : host(std::move(v)), tensor(exec_test::float_tensor(host)) {}
  ~Values() { aclDestroyTensor(tensor); }
  std::vector<float> host;
  aclTensor *tensor;
};

void launch_pair(aclrtStream stream, float alpha, size_t count = 4) {
  Values a(std::vector<float>(count, 1.5F)), b(std::vector<float>(count, 2)), c(std::vector<float>(count, 0));
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  check(aclnnTestPairGetWorkspaceSize(a.tensor, b.tensor, alpha, c.tensor, &size, &executor));
  void *workspace = nullptr;
  check(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
  check(aclnnTestPhaseTwo(workspace, size, executor, stream));
  check(aclrtSynchronizeStream(stream));
  check(aclrtFree(workspace));
}

void repeated(aclrtStream stream) {
  Values a({1, 2}), b({0, 0});
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  check(aclnnTestWaitGetWorkspaceSize(a.tensor, b.tensor, &size, &executor));
  check(aclSetAclOpExecutorRepeatable(executor));
  for (int i = 0; i < 3; ++i) check(aclnnTestPhaseTwo(nullptr, size, executor, stream));
  check(aclrtSynchronizeStream(stream));
  check(aclDestroyAclOpExecutor(executor));
}

/// A view with strides, and both at one address.
void view_in_place(aclrtStream stream) {
  std::vector<float> host(12, 3);
  const int64_t shape[] = {3, 2}, strides[] = {4, 2}, storage[] = {12};
  aclTensor *view = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 1, ACL_FORMAT_ND, storage, 1, host.data());
  UniqueExecutor unique("views");
  check(l0op::TestAdd(view, view, 0.5F, view, unique.get()));
  uint64_t size = unique->GetWorkspaceSize();
  aclOpExecutor *executor = nullptr;
  unique.ReleaseTo(&executor);
  std::vector<uint64_t> workspace(size / 8 + 8);
  check(aclnnTestPhaseTwo(workspace.data(), size, executor, stream));
  check(aclrtSynchronizeStream(stream));
  aclDestroyTensor(view);
}

void refused() {
  Values a({1, 2}), b({1, 2, 3}), c({0, 0});
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  check(aclnnTestPairGetWorkspaceSize(a.tensor, b.tensor, 2, c.tensor, &size, &executor));
}

void failing(aclrtStream stream) {
  Values a({-1, 2}), b({0, 0});
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  check(aclnnTestWaitGetWorkspaceSize(a.tensor, b.tensor, &size, &executor));
  check(aclnnTestPhaseTwo(nullptr, size, executor, stream));
  check(aclrtSynchronizeStream(stream));
}

void copies(aclrtStream stream) {
  void *device = nullptr, *pinned = nullptr;
  check(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST));
  check(aclrtMallocHost(&pinned, 64));
  check(aclrtMemcpyAsync(device, 64, pinned, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream));
  check(aclrtSynchronizeStream(stream));
  check(aclrtFreeHost(pinned));
  check(aclrtFree(device));
}

void everything() {
  aclrtStream first = nullptr, second = nullptr;
  check(aclrtCreateStream(&first));
  check(aclrtCreateStream(&second));
  for (int i = 0; i < 3; ++i) launch_pair(first, 0.5F);
  std::thread other([second] {
    check(aclrtSetDevice(0));
    for (int i = 0; i < 3; ++i) launch_pair(second, 2);
    repeated(second);
    check(aclrtResetDevice(0));
  });
  view_in_place(first);
  copies(first);
  other.join();
  check(aclrtDestroyStream(first));
  check(aclrtDestroyStream(second));
}

}  // namespace

int main(int argc, char **argv) {
  const std::string mode = argc > 1 ? argv[1] : "run";
  check(aclInit(nullptr));
  check(aclrtSetDevice(0));
  if (mode == "bench") {
    // The same thing again and again, for bench/: nothing is traced unless the environment says so.
    const int count = argc > 2 ? std::atoi(argv[2]) : 100000;
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream));
    for (int i = 0; i < count; ++i) launch_pair(stream, 0.5F, 256);
    return 0;
  }
  everything();
  aclrtStream stream = nullptr;
  check(aclrtCreateStream(&stream));
  if (mode == "refuse") refused();
  if (mode == "fail") failing(stream);
  if (mode == "exit") {
    // Without finalising, from a thread, with work under way.
    exec_test::latch().set(false);
    Values a({1, 2}), b({0, 0});
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    check(aclnnTestWaitGetWorkspaceSize(a.tensor, b.tensor, &size, &executor));
    check(aclnnTestPhaseTwo(nullptr, size, executor, stream));
    std::atexit([] { exec_test::latch().set(true); });
    std::thread([] { std::exit(3); }).join();
  }
  // Right behind what is traced, at a moment when the trace still writes every event, or no more.
  if (mode.rfind("busy-", 0) == 0) {
    for (int i = 0; i < 300; ++i) launch_pair(stream, 3);
  }
  if (mode == "leave") _exit(4);
  if (mode == "abort" || mode == "busy-abort") std::abort();
  if (mode == "busy-fault") {
    void *device = nullptr;
    check(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST));
    *static_cast<volatile char *>(nullptr) = 1;  // NOLINT: the fault is wanted
  }
  if (mode == "fork") {
    const pid_t child = fork();
    if (child == 0) {
      check(aclrtSetDevice(0));
      aclrtStream own = nullptr;
      check(aclrtCreateStream(&own));
      launch_pair(own, 7);
      std::exit(0);
    }
    launch_pair(stream, 5);
  }
  check(aclrtDestroyStream(stream));
  check(aclrtResetDevice(0));
  check(aclFinalize());
  if (mode == "finalized") _exit(0);  // nothing runs at exit
  return 0;
}
