/// @file
/// Tasks of AI CPU operators and their spaces (opdev-api section 2.23).
///
/// A space is a function-local static beside ADD_TO_LAUNCHER_LIST_AICPU. Its type string and `isTf` select the kernel; it
/// keeps the tasks that were made, by the types and formats of their inputs and by their attributes, for later calls.
///
/// Test builds of operator libraries replace this header by one with the same names and another layout. The library
/// therefore keeps all state of spaces and tasks in a table by the address of the object, never in its fields.
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_

#include <cstring>
#include <map>
#include <set>
#include <string>

#include "acl/acl_rt.h"
#include "aclnn/aclnn_base.h"
#include "opdev/aicpu/aicpu_args_handler.h"
#include "opdev/aicpu/aicpu_ext_info_handle.h"
#include "opdev/fast_vector.h"
#include "opdev/op_arg_def.h"
#include "opstrata/visibility.h"

namespace op {
namespace internal {

/// The interface's bound of a task key; ours is not cut off there.
constexpr size_t kAicpuKeyBufLen = 1024U;
/// Function of a native kernel library that runs a kernel.
const std::string kDefaultFunctionName = "RunCpuKernel";

/// Logs the step times of the thread's last launch (GE_PROFILING_TO_STD_OUT=1 prints them).
OPSTRATA_API void PrintAicpuAllTimeStampInfo(const char *opType);

// Start and end of an object's state in the table by address.
OPSTRATA_API void AttachAicpuTaskSpace(const void *space, const char *opType, ge::UnknowShapeOpType unknownType, bool isTf);
OPSTRATA_API void DetachAicpuTaskSpace(const void *space);
OPSTRATA_API void AttachAicpuTask(const void *task, const char *opType, ge::UnknowShapeOpType unknownType, bool isTf);
OPSTRATA_API void DetachAicpuTask(const void *task);
// What Init and Run of a task do.
OPSTRATA_API aclnnStatus InitAicpuTask(const void *task, const FVector<const aclTensor *> &inputs,
                                       const FVector<aclTensor *> &outputs, const AicpuAttrs &attrs);
OPSTRATA_API aclnnStatus RunAicpuTask(const void *task, aclrtStream stream);

// Inline members are never exported: a program may hold other definitions of these classes under the same names. For the
// same reason the tasks have no virtual function outside of this header, so that each library has its own virtual tables.
#define OPDEV_LOCAL __attribute__((visibility("hidden")))

class AicpuTask {
 public:
  OPDEV_LOCAL AicpuTask(const std::string &opType, const ge::UnknowShapeOpType unknownType, bool isTf = false) {
    AttachAicpuTask(this, opType.c_str(), unknownType, isTf);
  }
  OPDEV_LOCAL virtual ~AicpuTask() { DetachAicpuTask(this); }
  AicpuTask(const AicpuTask &) = delete;
  AicpuTask &operator=(const AicpuTask &) = delete;

  /// Gives the task its tensors and attributes and looks for its kernel. 561003 with the places searched when there is none.
  virtual aclnnStatus Init(const FVector<const aclTensor *> &inputs, const FVector<aclTensor *> &outputs,
                           const AicpuAttrs &attrs) = 0;
  /// Puts the kernel on the stream with the present shapes and addresses of the tensors.
  virtual aclnnStatus Run(aclOpExecutor *executor, aclrtStream stream) = 0;

  /// Takes tensors from the arguments, in place of those of Init.
  OPSTRATA_API aclnnStatus SetIoTensors(aclOpExecutor *executor, op::OpArgContext *args);
  /// Marks the task as in use: it is then not found by FindTask.
  OPSTRATA_API void SetVisit(bool visit);
  OPSTRATA_API void SetSpace(void *space);
};

/// A task of the TensorFlow vocabulary.
class AicpuTfTask : public AicpuTask {
 public:
  OPDEV_LOCAL AicpuTfTask(const std::string &opType, const ge::UnknowShapeOpType unknownType)
      : AicpuTask(opType, unknownType, true) {}
  OPDEV_LOCAL aclnnStatus Init(const FVector<const aclTensor *> &inputs, const FVector<aclTensor *> &outputs,
                               const AicpuAttrs &attrs) override {
    return InitAicpuTask(this, inputs, outputs, attrs);
  }
  OPDEV_LOCAL aclnnStatus Run(aclOpExecutor *, aclrtStream stream) override { return RunAicpuTask(this, stream); }
};

/// A task of the native vocabulary.
class AicpuCCTask : public AicpuTask {
 public:
  OPDEV_LOCAL AicpuCCTask(const std::string &opType, const ge::UnknowShapeOpType unknownType)
      : AicpuTask(opType, unknownType, false) {}
  OPDEV_LOCAL aclnnStatus Init(const FVector<const aclTensor *> &inputs, const FVector<aclTensor *> &outputs,
                               const AicpuAttrs &attrs) override {
    return InitAicpuTask(this, inputs, outputs, attrs);
  }
  OPDEV_LOCAL aclnnStatus Run(aclOpExecutor *, aclrtStream stream) override { return RunAicpuTask(this, stream); }
};

class AicpuTaskSpace {
 public:
  OPDEV_LOCAL explicit AicpuTaskSpace(const std::string &opType, const ge::UnknowShapeOpType unknownType = ge::DEPEND_IN_SHAPE,
                                      const bool isTf = false) {
    AttachAicpuTaskSpace(this, opType.c_str(), unknownType, isTf);
  }
  OPDEV_LOCAL ~AicpuTaskSpace() { DetachAicpuTaskSpace(this); }
  AicpuTaskSpace(const AicpuTaskSpace &) = delete;
  AicpuTaskSpace &operator=(const AicpuTaskSpace &) = delete;

  /// An idle task with the key of these arguments, marked as in use; null when there is none.
  OPSTRATA_API AicpuTask *FindTask(aclOpExecutor *executor, op::OpArgContext *args, const FVector<const aclTensor *> &inputs);
  /// The same, or a new task. Null when the arguments are refused or no kernel is found; the recent message says why.
  OPSTRATA_API AicpuTask *GetOrCreateTask(aclOpExecutor *executor, const FVector<std::string> &attrNames, op::OpArgContext *args);
  /// Parameter `index` is updated in place: it shares the storage of its partner (input i with the output of the same rank
  /// among the references) and is never placed anew.
  OPSTRATA_API void SetRef(const size_t index, const bool isInput = true);
  OPSTRATA_API bool IsRef(const size_t index, const bool isInput = true) const;
  /// Bytes of the host inputs, each rounded up to `alignBytes`.
  OPSTRATA_API uint64_t CalcHostInputDataSize(const FVector<const aclTensor *> &inputs, size_t alignBytes) const;
  /// Device memory that a task of these inputs needs behind the workspace.
  OPSTRATA_API uint64_t CalcDeviceCacheSize(const FVector<const aclTensor *> &inputs, std::unique_ptr<AicpuTask> &aicpuTask) const;
  /// Forgets all idle tasks.
  OPSTRATA_API void Clear();
};

/// The task that this thread's last GetOrCreateTask made beyond the bound of its space (ACLNN_AICPU_CACHE_LIMIT), handed to
/// whoever launches it; null when `task` is not that one.
OPSTRATA_API std::unique_ptr<AicpuTask> TakePendingOverflowTask(AicpuTask *task);

/// Empties all task spaces. No executor may be in flight.
OPSTRATA_API void aclnnAicpuFinalize();

#define OP_ATTR_NAMES ::op::FVector<std::string>

/// What ADD_TO_LAUNCHER_LIST_AICPU calls. Null `args`: 161002; no task: 561000. `args` belongs to the executor afterwards.
OPSTRATA_API aclnnStatus CreatAicpuKernelLauncher(uint32_t opType, op::internal::AicpuTaskSpace &space, aclOpExecutor *executor,
                                                  const FVector<std::string> &attrNames, op::OpArgContext *args);

/// aclnnStatus: launches KERNEL_NAME in phase two on the AI CPU kernel that `space` selects; needs `executor` and `space`.
/// The attribute names are those of the prototype, one per OP_ATTR value.
#define ADD_TO_LAUNCHER_LIST_AICPU(KERNEL_NAME, attrNames, ...)                                                       \
  __extension__({                                                                                                     \
    op::OpArgContext *addToLauncherArgs = op::GetOpArgContext(__VA_ARGS__);                                           \
    const aclnnStatus addToLauncherRet =                                                                              \
        CreatAicpuKernelLauncher(KERNEL_NAME##OpTypeId(), space, executor, attrNames, addToLauncherArgs);             \
    addToLauncherRet;                                                                                                 \
  })

}  // namespace internal
}  // namespace op

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_
