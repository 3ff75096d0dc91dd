/// @file
/// aclOpExecutor: what a first phase builds and a second phase runs (opdev-api sections 2.14, 2.15 and 3).
///
/// It owns everything that is allocated through it and collects launchers. GetWorkspaceSize turns them into a plan;
/// CommonOpExecutorRun binds the plan to addresses and puts it on a stream. The second phase never waits for a kernel,
/// except for operators whose output shapes are known only after they have run.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OP_EXECUTOR_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_OP_EXECUTOR_H_

#include <memory>
#include <vector>

#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/fast_vector.h"
#include "opdev/object.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_cache.h"
#include "opdev/op_config.h"
#include "opdev/op_dfx.h"
#include "opdev/op_errno.h"
#include "opdev/op_log.h"
#include "opstrata/visibility.h"

constexpr uint64_t K_EXECUTOR_MAGIC_NUMBER = 0x1F2E3D4C5B6A;
constexpr size_t ALLOCATE_OBJ_DEFAULT_SIZE = 128;

/// Engines of random number generation.
enum DSA_TASK_TYPE {
  DSARandomNormalTaskType = 0,
  DSARandomTruncatedNormalTaskType,
  DSARandomUniformTaskType,
  DSAGenBitMaskTaskType
};

namespace op {
class KernelLauncher;
}
class UniqueExecutor;
namespace opstrata::exec {
class ExecutorImpl;
struct ExecutorAccess;
}

struct OPSTRATA_API aclOpExecutor : public op::Object {
 public:
  aclOpExecutor(const aclOpExecutor &) = delete;
  aclOpExecutor &operator=(const aclOpExecutor &) = delete;
  ~aclOpExecutor() override;
  /// Keeps the memory of the last executors for a while, so that a second phase on a consumed one is recognised.
  static void *operator new(size_t size) noexcept;
  static void operator delete(void *addr) noexcept;
  uint64_t GetMagicNumber() { return magicNumber_; }

  // Everything below that returns a pointer gives an object of this executor, or null with a log record.

  /// A tensor in the workspace; its address is bound in phase two.
  aclTensor *AllocTensor(const op::Shape &shape, op::DataType dataType, op::Format format = op::Format::FORMAT_ND);
  aclTensor *AllocTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType,
                         op::Format storageFormat, op::Format originFormat);
  /// The same with all shapes of rank 0, to be set by INFER_SHAPE.
  aclTensor *AllocTensor(op::DataType dataType, op::Format storageFormat, op::Format originFormat);
  /// A zeroed tensor on the host.
  aclTensor *AllocHostTensor(const op::Shape &shape, op::DataType dataType, op::Format format = op::Format::FORMAT_ND);
  aclTensor *AllocHostTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType,
                             op::Format storageFormat, op::Format originFormat);
  /// A host tensor of shape [size] holding `value` converted to `dataType`.
  aclTensor *AllocHostTensor(const int64_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const uint64_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const int32_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const uint32_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const int16_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const uint16_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const int8_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const uint8_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const char *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const bool *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const float *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const double *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const op::fp16_t *value, uint64_t size, op::DataType dataType);
  aclTensor *AllocHostTensor(const op::bfloat16 *value, uint64_t size, op::DataType dataType);

  /// Another description of the same storage: all shapes = `shape`, contiguous, `offset` elements into it.
  aclTensor *CreateView(const aclTensor *tensor, const op::Shape &shape, int64_t offset);
  /// The same with strides. The storage shape becomes [product(storageShape) - offset]; null when `offset` is out of range.
  aclTensor *CreateView(const aclTensor *tensor, const op::Shape &oriShape, const op::Shape &storageShape,
                        const op::Strides &strides, int64_t offset);

  aclIntArray *AllocIntArray(const int64_t *value, uint64_t size);
  aclFloatArray *AllocFloatArray(const float *value, uint64_t size);
  aclBoolArray *AllocBoolArray(const bool *value, uint64_t size);
  /// Copies the pointers, not the elements.
  aclTensorList *AllocTensorList(const aclTensor *const *tensors, uint64_t size);
  aclScalarList *AllocScalarList(const aclScalar *const *scalars, uint64_t size);

  aclScalar *AllocScalar(const void *data, op::DataType dataType);
  aclScalar *AllocScalar(float value);
  aclScalar *AllocScalar(double value);
  aclScalar *AllocScalar(op::fp16_t value);
  aclScalar *AllocScalar(op::bfloat16 value);
  aclScalar *AllocScalar(int8_t value);
  aclScalar *AllocScalar(uint8_t value);
  aclScalar *AllocScalar(int16_t value);
  aclScalar *AllocScalar(uint16_t value);
  aclScalar *AllocScalar(int32_t value);
  aclScalar *AllocScalar(uint32_t value);
  aclScalar *AllocScalar(int64_t value);
  aclScalar *AllocScalar(uint64_t value);
  aclScalar *AllocScalar(bool value);

  /// Host tensors of shape [size] (a scalar: rank 0) holding converted values. Null for targets that are no number type.
  const aclTensor *ConvertToTensor(const aclIntArray *value, op::DataType dataType);
  const aclTensor *ConvertToTensor(const aclBoolArray *value, op::DataType dataType);
  const aclTensor *ConvertToTensor(const aclFloatArray *value, op::DataType dataType);
  const aclTensor *ConvertToTensor(const aclFp16Array *value, op::DataType dataType);
  const aclTensor *ConvertToTensor(const aclBf16Array *value, op::DataType dataType);
  const aclTensor *ConvertToTensor(const aclScalar *value, op::DataType dataType);
  template <typename T>
  const aclTensor *ConvertToTensor(const T *value, uint64_t size, op::DataType dataType) {
    return AllocHostTensorFrom(value, op::internal::DataTypeOf<T>(), size, dataType);
  }

  /// Plans the workspace (section 2.25) and returns its bytes; call once, at the end of phase one. 0: none is needed.
  uint64_t GetWorkspaceSize() const;
  /// The same with a place of its own for every tensor.
  uint64_t GetLinearWorkspaceSize() const;
  /// Bytes from the start of the workspace of each planned tensor, in the order of their producers.
  const op::FVector<uint64_t> &GetWorkspaceOffsets() const;
  void SetWorkspaceOffsets(const op::FVector<uint64_t> &offsets);
  /// The bound workspace; null before phase two.
  void *GetWorkspaceAddr() const;
  /// Binds all tensors of this executor that are still in the workspace.
  void UpdateTensorAddr(void *workspaceAddr, const size_t size);

  /// Puts all launches on the executor's stream in topological order. An error found before a kernel runs is returned;
  /// one that a kernel makes becomes the stream's error.
  aclnnStatus Run();
  aclrtStream GetStream() const;
  void SetStream(aclrtStream stream);

  /// Leaves the cache; with `true` also forbids SetRepeatable for good.
  void AbandonCache(bool disableRepeat = false);
  /// Lets phase two run any number of times. 561000 when a step forbids it; the recent message says which.
  aclnnStatus SetRepeatable();
  bool IsRepeatable() const;
  bool CheckLauncherRepeatable();
  /// `tensorMiddle`, the output of a kernel, has been redirected to the user's `tensorOut`.
  void AddTensorRelation(const aclTensor *tensorOut, const aclTensor *tensorMiddle);
  /// Gives redirected tensors the present addresses of the tensors that they were redirected to.
  void UpdateStorageAddr();
  aclnnStatus RepeatRunWithCache(void *workspaceAddr, const aclrtStream stream);
  void FinalizeCache();
  void AddCache();
  void DeleteCache();
  op::internal::OpExecCache *GetOpExecCache();
  void *GetGraph();

  /// Takes ownership of the launcher. The forms with arguments also extend the graph.
  void AddToKernelLauncherList(op::KernelLauncher *obj);
  aclnnStatus AddToKernelLauncherListDvpp(uint32_t opType, op::KernelLauncher *obj, op::OpArgContext *args);
  aclnnStatus AddToKernelLauncherListAiCpu(int32_t opType, op::KernelLauncher *obj, op::OpArgContext *args);
  aclnnStatus AddToKernelLauncherListCopyTask(uint32_t opType, op::KernelLauncher *obj, op::OpArgList &inputs,
                                              op::OpArgList &outputs, op::OpArgList &workspace);

  /// The tensors of DFX_IN and DFX_OUT.
  std::vector<const aclTensor *> &GetInputTensors();
  std::vector<const aclTensor *> &GetOutputTensors();
  void SetIOTensorList();

  op::internal::OpLogInfo GetLogInfo() const;
  void SetLogInfo(const op::internal::OpLogInfo &logInfo);
  op::OpConfigInfo GetOpConfigInfo() const;
  void SetOpConfigInfo(const op::OpConfigInfo &opConfigInfo);

 protected:
  friend class UniqueExecutor;
  friend struct opstrata::exec::ExecutorAccess;
  aclOpExecutor();

 private:
  const aclTensor *AllocHostTensorFrom(const void *values, op::DataType valueType, uint64_t size, op::DataType dataType);

  /// The launchers of the call, as unit tests look at them with access control off: how many there are, and away with them.
  class OPSTRATA_API LaunchObjects {
   public:
    size_t size() const;
    bool empty() const { return size() == 0; }
    /// Takes all launches back; tensors that the executor allocated stay.
    void clear();

   private:
    friend struct ::aclOpExecutor;
    explicit LaunchObjects(aclOpExecutor *executor) : executor_(executor) {}
    aclOpExecutor *executor_;
  };

  // Directly behind the virtual table: executors of other frameworks are told apart by their first 8 or 16 bytes.
  const uint64_t magicNumber_ = K_EXECUTOR_MAGIC_NUMBER;

 public:
  /// Device memory that AI CPU tasks need behind the planned workspace.
  mutable uint64_t workspaceDeviceAicpuTaskOffset_ = 0;
  uint64_t workspaceDeviceAicpuMem_ = 0;

 private:
  opstrata::exec::ExecutorImpl *impl_;
  LaunchObjects kernelLaunchObjList_{this};
};

/// Owns an executor during phase one; a failed check that returns early destroys it.
class UniqueExecutor {
 public:
  /// Throws std::bad_alloc when memory is exhausted.
  OPSTRATA_API explicit UniqueExecutor(const char *funcName);
  ~UniqueExecutor() {
    if (executor_ != nullptr) {
      executor_->DeleteCache();
      delete executor_;
    }
  }
  UniqueExecutor(const UniqueExecutor &) = delete;
  UniqueExecutor &operator=(const UniqueExecutor &) = delete;

  aclOpExecutor *get() const { return executor_; }
  aclOpExecutor *operator->() { return executor_; }
  /// Hands the executor to the caller of phase one; nothing happens for null.
  void ReleaseTo(aclOpExecutor **executor) {
    if (executor == nullptr || executor_ == nullptr) return;
    executor_->AddCache();
    *executor = executor_;
    executor_ = nullptr;
  }

 private:
  aclOpExecutor *executor_;
};

/// Runs an executor on a stream and, unless it is repeatable, consumes it, whatever the result (section 2.15).
/// @return 161001 for a null executor, or a null workspace although one is needed; errors found before a kernel runs
OPSTRATA_API aclnnStatus CommonOpExecutorRun(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

OPSTRATA_API op::internal::OpExecCacheWrap *GetOpExecCacheFromExecutor(aclOpExecutor *executor);
OPSTRATA_API void InitL2Phase1Context(const char *l2Name, aclOpExecutor **executor);
OPSTRATA_API void InitL2Phase2Context(const char *l2Name, aclOpExecutor *executor);
OPSTRATA_API void InitL0Context(const char *l0Name, aclOpExecutor *executor);

/// What the launcher macros call. The context belongs to the executor afterwards, also on failure.
OPSTRATA_API aclnnStatus CreatAiCoreKernelLauncher(const char *l0Name, uint32_t opType, aclOpExecutor *executor,
                                                   op::OpArgContext *args);
OPSTRATA_API void CreatDSAKernelLauncher(const char *l0Name, uint32_t opType, DSA_TASK_TYPE dsaTask, aclOpExecutor *executor,
                                         op::OpArgContext *args);
/// What INFER_SHAPE calls: runs the inference function registered for the type and sets the shapes of all outputs.
OPSTRATA_API aclnnStatus InferShape(uint32_t opType, op::OpArgList &inputs, op::OpArgList &outputs, op::OpArgList &attrs);

namespace op {
namespace internal {
/// Adds a node to an executor's graph (aclOpExecutor::GetGraph): which storages its last launcher reads and writes, and which
/// it needs while it runs. The workspace is planned by it (section 2.25). Null graph: 161001.
OPSTRATA_API aclnnStatus BuildGraph(void *graph, uint32_t opType, const op::OpArgList &inputs, const op::OpArgList &outputs,
                                    const op::OpArgList &workspace);
}  // namespace internal
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_EXECUTOR_H_
