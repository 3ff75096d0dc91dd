/**
 * @file
 * `gert::TilingContext`: what a tiling function sees. Tiling belongs to AI Core kernels and is never run by Opstrata; the
 * class exists because registration and operator sources name it, and because test kits fill one (foreign-build 4.10, 4.11).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tiling_data.h"
#include "graph/error_codes.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {
/** Inputs: the node's inputs, then its outputs, then the values of `InputExtend`. Outputs: `TilingOutputIndex`. */
class TilingContext : public ExtendedKernelContext {
 public:
  enum TilingOutputIndex : uint32_t {
    kOutputTilingKey,
    kOutputBlockDim,
    kOutputAtomicCleanFlag,
    kOutputTilingData,
    kOutputWorkspace,
    kOutputTilingCond,
    kOutputScheduleMode,
    kOutputDynUBufSize,
    kOutputAicpuBlockDim,
    kOutputNum
  };
  enum InputExtend : uint32_t {
    kInputCompileInfo,
    kInputPlatformInfo,
    kInputDeterministic,
    kInputDeterministicLevel,
    kInputExtendNum
  };

  /** Result of the parse function; null without one. */
  const void *GetCompileInfo() const { return ExtendValue<const void *>(kInputCompileInfo); }
  template <typename T>
  const T *GetCompileInfo() const {
    return static_cast<const T *>(GetCompileInfo());
  }
  fe::PlatFormInfos *GetPlatformInfo() const { return ExtendValue<fe::PlatFormInfos *>(kInputPlatformInfo); }
  int32_t GetDeterministic() const { return ExtendValue<int32_t>(kInputDeterministic); }
  int32_t GetDeterministicLevel() const { return ExtendValue<int32_t>(kInputDeterministicLevel); }

  const StorageShape *GetInputShape(const size_t index) const { return NodeInput<StorageShape>(index); }
  const Tensor *GetInputTensor(const size_t index) const { return NodeInput<Tensor>(index); }
  const StorageShape *GetOptionalInputShape(const size_t ir_index) const { return GetDynamicInputShape(ir_index, 0); }
  const StorageShape *GetRequiredInputShape(const size_t ir_index) const { return GetDynamicInputShape(ir_index, 0); }
  const StorageShape *GetDynamicInputShape(const size_t ir_index, const size_t relative_index) const {
    return GetDynamicInputPointer<StorageShape>(ir_index, relative_index);
  }
  const Tensor *GetOptionalInputTensor(const size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
  const Tensor *GetRequiredInputTensor(const size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
  const Tensor *GetDynamicInputTensor(const size_t ir_index, const size_t relative_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
  }
  const StorageShape *GetOutputShape(const size_t index) const {
    return index < GetComputeNodeOutputNum() ? GetInputPointer<StorageShape>(GetComputeNodeInputNum() + index) : nullptr;
  }
  const StorageShape *GetRequiredOutputShape(const size_t ir_index) const { return GetDynamicOutputShape(ir_index, 0); }
  const StorageShape *GetDynamicOutputShape(const size_t ir_index, const size_t relative_index) const {
    return GetOutputShape(InstanceOf(GetIrOutputInstanceInfo(ir_index), relative_index));
  }

  /** Setters: GRAPH_FAILED when the context has no such output. Getters: the maximum of the type in that case. */
  ge::graphStatus SetTilingKey(const uint64_t tiling_key) { return SetValue(kOutputTilingKey, tiling_key); }
  uint64_t GetTilingKey() const { return Value<uint64_t>(kOutputTilingKey); }
  ge::graphStatus SetBlockDim(const uint32_t block_dim) { return SetValue(kOutputBlockDim, block_dim); }
  uint32_t GetBlockDim() const { return Value<uint32_t>(kOutputBlockDim); }
  ge::graphStatus SetAicpuBlockDim(const uint32_t block_dim) { return SetValue(kOutputAicpuBlockDim, block_dim); }
  uint32_t GetAicpuBlockDim() const { return Value<uint32_t>(kOutputAicpuBlockDim); }
  ge::graphStatus SetNeedAtomic(const bool atomic) { return SetValue(kOutputAtomicCleanFlag, atomic); }
  bool NeedAtomic() const {
    const bool *flag = GetOutputPointer<bool>(kOutputAtomicCleanFlag);
    return flag != nullptr && *flag;
  }
  ge::graphStatus SetTilingCond(const int32_t tiling_cond) { return SetValue(kOutputTilingCond, tiling_cond); }
  int32_t GetTilingCond() const { return Value<int32_t>(kOutputTilingCond, -1); }
  ge::graphStatus SetScheduleMode(const uint32_t schedule_mode) { return SetValue(kOutputScheduleMode, schedule_mode); }
  uint32_t GetScheduleMode() const { return Value<uint32_t>(kOutputScheduleMode); }
  ge::graphStatus SetLocalMemorySize(const uint32_t local_memory_size) {
    return SetValue(kOutputDynUBufSize, local_memory_size);
  }
  uint32_t GetLocalMemorySize() const { return Value<uint32_t>(kOutputDynUBufSize); }

  /** Sizes of `workspace_count` workspaces, to be written; null when there is no room for so many. */
  size_t *GetWorkspaceSizes(const size_t workspace_count) {
    TypedContinuousVector<size_t> *workspace = Workspace();
    if (workspace == nullptr || workspace->SetSize(workspace_count) != ge::GRAPH_SUCCESS) {
      return nullptr;
    }
    return workspace->MutableData();
  }
  size_t GetWorkspaceNum() const {
    const auto *workspace = GetOutputPointer<TypedContinuousVector<size_t> *>(kOutputWorkspace);
    return workspace == nullptr || *workspace == nullptr ? 0U : (*workspace)->GetSize();
  }

  TilingData *GetRawTilingData() {
    TilingData **data = GetOutputPointer<TilingData *>(kOutputTilingData);
    return data == nullptr ? nullptr : *data;
  }
  const TilingData *GetRawTilingData() const {
    TilingData *const *data = GetOutputPointer<TilingData *>(kOutputTilingData);
    return data == nullptr ? nullptr : *data;
  }
  /** The tiling data as a T (its size becomes sizeof(T)); null when the buffer is smaller. */
  template <typename T>
  T *GetTilingData() {
    TilingData *data = GetRawTilingData();
    if (data == nullptr || data->GetCapacity() < sizeof(T)) {
      return nullptr;
    }
    data->SetDataSize(sizeof(T));
    return static_cast<T *>(data->GetData());
  }

 private:
  template <typename T>
  const T *NodeInput(size_t index) const {
    return index < GetComputeNodeInputNum() ? GetInputPointer<T>(index) : nullptr;
  }
  template <typename T>
  T ExtendValue(uint32_t which) const {
    return GetInputValue<T>(GetComputeNodeInputNum() + GetComputeNodeOutputNum() + which);
  }
  template <typename T>
  ge::graphStatus SetValue(uint32_t which, T value) {
    T *place = GetOutputPointer<T>(which);
    if (place == nullptr) {
      return ge::GRAPH_FAILED;
    }
    *place = value;
    return ge::GRAPH_SUCCESS;
  }
  template <typename T>
  T Value(uint32_t which, T missing = std::numeric_limits<T>::max()) const {
    const T *place = GetOutputPointer<T>(which);
    return place == nullptr ? missing : *place;
  }
  TypedContinuousVector<size_t> *Workspace() {
    auto **workspace = GetOutputPointer<TypedContinuousVector<size_t> *>(kOutputWorkspace);
    return workspace == nullptr ? nullptr : *workspace;
  }
};
static_assert(std::is_standard_layout<TilingContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_
