/**
 * @file
 * `aicpu::NodeDef`: operator type, tensors and attributes of one node (aicpu-kernel-api section 10).
 */
#ifndef AICPU_CONTEXT_INC_NODE_DEF_H_
#define AICPU_CONTEXT_INC_NODE_DEF_H_

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "cpu_attr_value.h"
#include "cpu_tensor.h"

namespace aicpu {
class NodeDefImpl;

/** Created by CpuKernelUtils::CreateNodeDef. Handles onto its tensors stay valid as long as they are held. */
class OPSTRATA_API NodeDef {
  friend class CpuKernelUtils;
  friend class CpuKernelContext;

 public:
  NodeDef() = delete;
  /** For the framework: the stored object. */
  explicit NodeDef(std::shared_ptr<NodeDefImpl> impl);
  const std::shared_ptr<NodeDefImpl> &impl() const { return impl_; }
  ~NodeDef() = default;
  NodeDef(const NodeDef &) = delete;
  NodeDef &operator=(const NodeDef &) = delete;

  /** Protobuf wire form of package aicpuops (a text of bytes). Parsing replaces the node; false when it is not a NodeDef. */
  bool ParseFromString(const std::string &str);
  bool SerializeToString(std::string &str) const;

  void SetOpType(const std::string &op);
  std::string GetOpType() const;

  std::shared_ptr<Tensor> AddInputs();
  std::shared_ptr<Tensor> AddOutputs();
  int32_t InputsSize() const;
  int32_t OutputsSize() const;
  /** Null when out of range. */
  std::shared_ptr<Tensor> MutableInputs(int32_t index) const;
  std::shared_ptr<Tensor> MutableOutputs(int32_t index) const;

  /** Copies the value; false for null or a name that exists. */
  bool AddAttrs(const std::string &name, const AttrValue *attr);
  /** Handles onto the attributes. */
  std::unordered_map<std::string, std::shared_ptr<AttrValue>> Attrs() const;

 private:
  std::shared_ptr<NodeDefImpl> impl_;
};
}  // namespace aicpu

#endif  // AICPU_CONTEXT_INC_NODE_DEF_H_
