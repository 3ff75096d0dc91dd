/// @file
/// One small operator, an addition of 16 floats, as the benchmarks call it: through the shipped aclnnAdd (AI Core
/// path), through an AI CPU task space, and through a kernel class of `cpu_kernel.h` as foreign libraries bring one.
#ifndef OPSTRATA_BENCH_SMALL_ADD_H_
#define OPSTRATA_BENCH_SMALL_ADD_H_

#include <array>
#include <cstdint>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "allocations.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"

namespace opstrata::bench {

inline constexpr int64_t kCount = 16;

}  // namespace opstrata::bench

namespace l0op {
OP_TYPE_REGISTER(BenchAdd);
OP_TYPE_REGISTER(Add);
inline aclnnStatus AddOnAiCpu(const aclTensor *x1, const aclTensor *x2, const aclTensor *y, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("BenchAdd");
  return ADD_TO_LAUNCHER_LIST_AICPU(BenchAdd, OP_ATTR_NAMES(), OP_INPUT(x1, x2), OP_OUTPUT(y));
}
}  // namespace l0op

inline aclnnStatus aclnnBenchAddGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *y,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnBenchAdd, DFX_IN(x1, x2), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  if (l0op::AddOnAiCpu(x1, x2, y, unique.get()) != ACLNN_SUCCESS) return ACLNN_ERR_INNER_NULLPTR;
  *workspaceSize = unique->GetWorkspaceSize();
  unique.ReleaseTo(executor);
  return ACLNN_SUCCESS;
}
inline aclnnStatus aclnnBenchAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  L2_DFX_PHASE_2(aclnnBenchAdd);
  return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

namespace opstrata::bench {

/// Three tensors on the device, a stream, and the factor one. One object per thread that calls.
struct Fixture {
  explicit Fixture(int64_t count = kCount) {
    (void)aclInit(nullptr);
    (void)aclrtSetDevice(0);
    (void)aclrtCreateStream(&stream);
    for (auto &p : memory) {
      const size_t bytes = static_cast<size_t>(count) * sizeof(float);
      (void)aclrtMalloc(&p, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
      (void)aclrtMemset(p, bytes, 0, bytes);
    }
    for (int i = 0; i < 3; ++i)
      tensors[i] = aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &count, 1, memory[i]);
    float one = 1;
    alpha = aclCreateScalar(&one, ACL_FLOAT);
  }
  ~Fixture() {
    (void)aclrtDestroyStream(stream);
    (void)aclDestroyScalar(alpha);
    for (auto *tensor : tensors) (void)aclDestroyTensor(tensor);
    for (auto *p : memory) (void)aclrtFree(p);
  }
  Fixture(const Fixture &) = delete;
  Fixture &operator=(const Fixture &) = delete;

  bool first(uint64_t &size, aclOpExecutor *&executor, bool on_ai_cpu = false) const {
    return (on_ai_cpu ? aclnnBenchAddGetWorkspaceSize(tensors[0], tensors[1], tensors[2], &size, &executor)
                      : aclnnAddGetWorkspaceSize(tensors[0], tensors[1], alpha, tensors[2], &size, &executor)) == 0;
  }
  bool second(uint64_t size, aclOpExecutor *executor, bool on_ai_cpu = false) const {
    return (on_ai_cpu ? aclnnBenchAdd(nullptr, size, executor, stream) : aclnnAdd(nullptr, size, executor, stream)) ==
           0;
  }
  /// Both phases and the end of the run: afterwards the plan is known.
  bool run(bool on_ai_cpu = false) const {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    return first(size, executor, on_ai_cpu) && second(size, executor, on_ai_cpu) && aclrtSynchronizeStream(stream) == 0;
  }

  aclrtStream stream = nullptr;
  void *memory[3] = {};
  aclTensor *tensors[3] = {};
  aclScalar *alpha = nullptr;
};

}  // namespace opstrata::bench

#endif  // OPSTRATA_BENCH_SMALL_ADD_H_
