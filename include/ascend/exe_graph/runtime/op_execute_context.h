/**
 * @file
 * `gert::OpExecuteContext` and the contexts of its two-stage form: what a host execution function sees (registered by
 * `OpExecuteFunc` and `Op2StageExecuteFuncs`). Inputs and outputs are tensors.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "exe_graph/runtime/tensor_data.h"

namespace gert {
/** Inputs: the node's inputs, then its outputs, then the values of `InputExtend`. Null when there is no such tensor. */
class OpExecuteBaseContext : public ExtendedKernelContext {
 public:
  enum InputExtend : uint32_t { kInputStream, kInputDeterministic, kInputExtendNum };

  const Tensor *GetInputTensor(const size_t index) const {
    return index < GetComputeNodeInputNum() ? GetInputPointer<Tensor>(index) : nullptr;
  }
  const Tensor *GetOptionalInputTensor(const size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
  const Tensor *GetRequiredInputTensor(const size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
  const Tensor *GetDynamicInputTensor(const size_t ir_index, const size_t relative_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
  }
  const Tensor *GetOutputTensor(const size_t index) const {
    return index < GetComputeNodeOutputNum() ? GetInputPointer<Tensor>(GetComputeNodeInputNum() + index) : nullptr;
  }
  const Tensor *GetRequiredOutputTensor(const size_t ir_index) const { return GetDynamicOutputTensor(ir_index, 0); }
  const Tensor *GetDynamicOutputTensor(const size_t ir_index, const size_t relative_index) const {
    return GetOutputTensor(InstanceOf(GetIrOutputInstanceInfo(ir_index), relative_index));
  }
  /** The aclrtStream to work on. */
  void *GetStream() const { return ExtendValue<void *>(kInputStream); }
  bool GetDeterministic() const { return ExtendValue<int32_t>(kInputDeterministic) != 0; }

 private:
  template <typename T>
  T ExtendValue(uint32_t which) const {
    return GetInputValue<T>(GetComputeNodeInputNum() + GetComputeNodeOutputNum() + which);
  }
};

class OpExecuteContext : public OpExecuteBaseContext {};

/** First stage: computes parameters and workspace sizes. */
class OpExecutePrepareContext : public OpExecuteBaseContext {
 public:
  enum OutputIndex : uint32_t { kOutputParams, kOutputWorkspaceSizes, kOutputNum };
  /** Hands `params` to the second stage; `deleter` frees them. GRAPH_FAILED without room for them. */
  ge::graphStatus SetOpApiParams(void *params, void (*deleter)(void *)) {
    Chain *output = GetOutput(kOutputParams);
    if (output == nullptr) {
      return ge::GRAPH_FAILED;
    }
    output->Set(params, deleter);
    return ge::GRAPH_SUCCESS;
  }
  template <typename T>
  ge::graphStatus SetOpApiParamsWithDefaultDeleter(T *params) {
    return SetOpApiParams(params, [](void *pointer) { delete static_cast<T *>(pointer); });
  }
  ge::graphStatus SetWorkspaceSizes(const size_t *sizes, size_t num) {
    auto **vector = GetOutputPointer<TypedContinuousVector<size_t> *>(kOutputWorkspaceSizes);
    if (vector == nullptr || *vector == nullptr || (*vector)->SetSize(num) != ge::GRAPH_SUCCESS) {
      return ge::GRAPH_FAILED;
    }
    for (size_t i = 0; i < num; ++i) {
      (*vector)->MutableData()[i] = sizes[i];
    }
    return ge::GRAPH_SUCCESS;
  }
};

/** Second stage: launches with the first stage's parameters. */
class OpExecuteLaunchContext : public OpExecuteBaseContext {
 public:
  enum LaunchInputExtend : uint32_t {
    kInputParams = kInputExtendNum,
    kInputWorkspaceSizes,
    kInputWorkspaceAddrs,
    kLaunchInputExtendNum
  };
  void *GetOpApiParams() const { return LaunchValue<void *>(kInputParams); }
  const TypedContinuousVector<size_t> *GetWorkspaceSizes() const {
    return LaunchValue<const TypedContinuousVector<size_t> *>(kInputWorkspaceSizes);
  }
  const TypedContinuousVector<TensorData *> *GetWorkspaceAddrs() const {
    return LaunchValue<const TypedContinuousVector<TensorData *> *>(kInputWorkspaceAddrs);
  }

 private:
  template <typename T>
  T LaunchValue(uint32_t which) const {
    return GetInputValue<T>(GetComputeNodeInputNum() + GetComputeNodeOutputNum() + which);
  }
};
static_assert(std::is_standard_layout<OpExecuteContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_
