/**
 * @file
 * `gert::ExtendedKernelContext`: a context that belongs to a node: names, descriptions, attributes.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_EXTENDED_KERNEL_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_EXTENDED_KERNEL_CONTEXT_H_

#include <cstddef>
#include <type_traits>

#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/runtime/kernel_context.h"

namespace gert {
class ExtendedKernelContext : protected KernelContext {
 public:
  const ComputeNodeInfo *GetComputeNodeInfo() const {
    return static_cast<const ComputeNodeInfo *>(GetComputeNodeExtend());
  }
  /** Names; null without node information. */
  const char *GetNodeType() const { return FromInfo<const char *>(&ComputeNodeInfo::GetNodeType); }
  const char *GetNodeName() const { return FromInfo<const char *>(&ComputeNodeInfo::GetNodeName); }
  const RuntimeAttrs *GetAttrs() const { return FromInfo<const RuntimeAttrs *>(&ComputeNodeInfo::GetAttrs); }

  /** Instances, not IR parameters. */
  size_t GetComputeNodeInputNum() const { return FromInfo<size_t>(&ComputeNodeInfo::GetInputsNum); }
  size_t GetComputeNodeOutputNum() const { return FromInfo<size_t>(&ComputeNodeInfo::GetOutputsNum); }

  const AnchorInstanceInfo *GetIrInputInstanceInfo(size_t ir_index) const {
    return FromInfo<const AnchorInstanceInfo *>(&ComputeNodeInfo::GetInputInstanceInfo, ir_index);
  }
  const AnchorInstanceInfo *GetIrOutputInstanceInfo(size_t ir_index) const {
    return FromInfo<const AnchorInstanceInfo *>(&ComputeNodeInfo::GetOutputInstanceInfo, ir_index);
  }

  const CompileTimeTensorDesc *GetInputDesc(size_t index) const {
    return FromInfo<const CompileTimeTensorDesc *>(&ComputeNodeInfo::GetInputTdInfo, index);
  }
  const CompileTimeTensorDesc *GetOutputDesc(size_t index) const {
    return FromInfo<const CompileTimeTensorDesc *>(&ComputeNodeInfo::GetOutputTdInfo, index);
  }
  const CompileTimeTensorDesc *GetOptionalInputDesc(size_t ir_index) const { return GetDynamicInputDesc(ir_index, 0); }
  const CompileTimeTensorDesc *GetRequiredInputDesc(size_t ir_index) const { return GetDynamicInputDesc(ir_index, 0); }
  const CompileTimeTensorDesc *GetDynamicInputDesc(size_t ir_index, size_t relative_index) const {
    return GetInputDesc(InstanceOf(GetIrInputInstanceInfo(ir_index), relative_index));
  }
  const CompileTimeTensorDesc *GetRequiredOutputDesc(size_t ir_index) const { return GetDynamicOutputDesc(ir_index, 0); }
  const CompileTimeTensorDesc *GetDynamicOutputDesc(size_t ir_index, size_t relative_index) const {
    return GetOutputDesc(InstanceOf(GetIrOutputInstanceInfo(ir_index), relative_index));
  }

  const KernelContext *GetKernelContext() const { return this; }

 protected:
  static size_t InstanceOf(const AnchorInstanceInfo *info, size_t relative_index) {
    return (info == nullptr || relative_index >= info->GetInstanceNum()) ? static_cast<size_t>(-1)
                                                                         : info->GetInstanceStart() + relative_index;
  }
  size_t InputInstance(size_t ir_index, size_t relative_index) const {
    return InstanceOf(GetIrInputInstanceInfo(ir_index), relative_index);
  }
  template <typename T>
  const T *GetDynamicInputPointer(size_t ir_index, size_t relative_index) const {
    return GetInputPointer<T>(InputInstance(ir_index, relative_index));
  }

 private:
  template <typename R, typename... Args>
  R FromInfo(R (ComputeNodeInfo::*getter)(Args...) const, typename std::decay<Args>::type... args) const {
    const ComputeNodeInfo *info = GetComputeNodeInfo();
    return info == nullptr ? R() : (info->*getter)(args...);
  }
};
static_assert(std::is_standard_layout<ExtendedKernelContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_EXTENDED_KERNEL_CONTEXT_H_
