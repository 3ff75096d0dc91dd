/**
 * @file
 * `gert::ComputeNodeInfo`: what is known of a node without its shapes: names, IR parameters and their instances, types and
 * formats, attributes (opdev-api section 4.1).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_COMPUTE_NODE_INFO_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_COMPUTE_NODE_INFO_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/storage_format.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace gert {
/** Which instances (positions in the node's flat list) belong to one IR input or output. */
class AnchorInstanceInfo {
 public:
  AnchorInstanceInfo() = default;
  AnchorInstanceInfo(uint32_t instance_start, uint32_t instantiation_num)
      : instance_start_(instance_start), instantiation_num_(instantiation_num) {}
  size_t GetInstanceNum() const { return instantiation_num_; }
  size_t GetInstanceStart() const { return instance_start_; }
  void SetInstantiationNum(uint32_t instantiation_num) { instantiation_num_ = instantiation_num; }
  void SetInstanceStart(uint32_t instance_start) { instance_start_ = instance_start; }

 private:
  uint32_t instance_start_ = 0U;
  uint32_t instantiation_num_ = 0U;
};

/** Data type and formats of one input or output instance. */
class CompileTimeTensorDesc {
 public:
  CompileTimeTensorDesc() = default;
  CompileTimeTensorDesc(const ge::DataType data_type, const StorageFormat &storage_format)
      : data_type_(data_type), storage_format_(storage_format) {}
  ge::DataType GetDataType() const { return data_type_; }
  const StorageFormat &GetFormat() const { return storage_format_; }
  ge::Format GetStorageFormat() const { return storage_format_.GetStorageFormat(); }
  ge::Format GetOriginFormat() const { return storage_format_.GetOriginFormat(); }
  ExpandDimsType GetExpandDimsType() const { return storage_format_.GetExpandDimsType(); }
  /** Whether there is such a tensor: false for an instance without type. */
  bool IsExist() const { return data_type_ != ge::DT_UNDEFINED; }
  void SetDataType(const ge::DataType data_type) { data_type_ = data_type; }
  void SetStorageFormat(const ge::Format format) { storage_format_.SetStorageFormat(format); }
  void SetOriginFormat(const ge::Format format) { storage_format_.SetOriginFormat(format); }
  void SetExpandDimsType(const ExpandDimsType &expand_dims_type) { storage_format_.SetExpandDimsType(expand_dims_type); }

 private:
  ge::DataType data_type_ = ge::DT_UNDEFINED;
  StorageFormat storage_format_;
};

/** Made by the framework only. Pointers are null when the index is out of range. */
class ComputeNodeInfo {
 public:
  ComputeNodeInfo(const ComputeNodeInfo &) = delete;
  ComputeNodeInfo(ComputeNodeInfo &&) = delete;
  ComputeNodeInfo &operator=(const ComputeNodeInfo &) = delete;
  ComputeNodeInfo &operator=(ComputeNodeInfo &&) = delete;

  const char *GetNodeType() const { return node_type_; }
  const char *GetNodeName() const { return node_name_; }
  size_t GetIrInputsNum() const { return ir_inputs_num_; }
  size_t GetIrOutputsNum() const { return ir_outputs_num_; }
  size_t GetInputsNum() const { return inputs_num_; }
  size_t GetOutputsNum() const { return outputs_num_; }
  const AnchorInstanceInfo *GetInputInstanceInfo(const size_t ir_index) const { return At(ir_inputs_, ir_index, ir_inputs_num_); }
  const AnchorInstanceInfo *GetOutputInstanceInfo(const size_t ir_index) const {
    return At(ir_outputs_, ir_index, ir_outputs_num_);
  }
  const CompileTimeTensorDesc *GetInputTdInfo(const size_t index) const { return At(inputs_, index, inputs_num_); }
  const CompileTimeTensorDesc *GetOutputTdInfo(const size_t index) const { return At(outputs_, index, outputs_num_); }
  const RuntimeAttrs *GetAttrs() const { return attrs_; }

  OPSTRATA_API AnchorInstanceInfo *MutableInputInstanceInfo(const size_t ir_index) const;
  OPSTRATA_API AnchorInstanceInfo *MutableOutputInstanceInfo(const size_t ir_index) const;
  OPSTRATA_API CompileTimeTensorDesc *MutableInputTdInfo(const size_t index) const;
  OPSTRATA_API CompileTimeTensorDesc *MutableOutputTdInfo(const size_t index) const;

 private:
  friend class ::opstrata::infer::ContextStorage;
  ComputeNodeInfo() = default;
  template <typename T>
  static T *At(T *items, size_t index, size_t num) {
    return index < num ? items + index : nullptr;
  }

  const char *node_type_ = nullptr;
  const char *node_name_ = nullptr;
  size_t ir_inputs_num_ = 0;
  size_t ir_outputs_num_ = 0;
  size_t inputs_num_ = 0;
  size_t outputs_num_ = 0;
  AnchorInstanceInfo *ir_inputs_ = nullptr;
  AnchorInstanceInfo *ir_outputs_ = nullptr;
  CompileTimeTensorDesc *inputs_ = nullptr;
  CompileTimeTensorDesc *outputs_ = nullptr;
  const RuntimeAttrs *attrs_ = nullptr;
};
static_assert(std::is_standard_layout<ComputeNodeInfo>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_COMPUTE_NODE_INFO_H_
