/**
 * @file
 * `aicpu::NodeDefBuilder`: fills a node in one expression; used by unit tests of kernels (aicpu-kernel-api section 25).
 */
#ifndef NODE_DEF_BUILDER_H
#define NODE_DEF_BUILDER_H

#include <memory>
#include <string>
#include <vector>

#include "aicpu/aicpu_task_struct.h"
#include "cpu_kernel.h"
#include "cpu_kernel_register.h"
#include "cpu_kernel_utils.h"
#include "cpu_node_def.h"
#include "device_cpu_kernel.h"
#include "status.h"

namespace aicpu {
class NodeDefBuilder {
 public:
  /** A tensor: `node` is its name, `data` stays the caller's; without format NCHW. */
  struct InputOutputNode {
    std::string node;
    DataType d_type;
    std::vector<int64_t> dims;
    void *data;
    Format format = FORMAT_NCHW;
  };

  static std::shared_ptr<NodeDef> CreateNodeDef() { return CpuKernelUtils::CreateNodeDef(); }

  NodeDefBuilder(NodeDef *nodeDef, std::string name, std::string opName) : node_def_(nodeDef), name_(std::move(name)) {
    node_def_->SetOpType(opName);
  }

  NodeDefBuilder &Input(const InputOutputNode &input) {
    Fill(node_def_->AddInputs(), input);
    return *this;
  }
  NodeDefBuilder &Output(const InputOutputNode &output) {
    Fill(node_def_->AddOutputs(), output);
    return *this;
  }

  NodeDefBuilder &Attr(std::string name, int32_t value) {
    return Add(name, [&](AttrValue &attr) { attr.SetInt(value); });
  }
  NodeDefBuilder &Attr(std::string name, int64_t value) {
    return Add(name, [&](AttrValue &attr) { attr.SetInt(value); });
  }
  NodeDefBuilder &Attr(std::string name, float value) {
    return Add(name, [&](AttrValue &attr) { attr.SetFloat(value); });
  }
  /** Stored as float: there is no double attribute. */
  NodeDefBuilder &Attr(std::string name, double value) {
    return Add(name, [&](AttrValue &attr) { attr.SetFloat(static_cast<float>(value)); });
  }
  NodeDefBuilder &Attr(std::string name, bool value) {
    return Add(name, [&](AttrValue &attr) { attr.SetBool(value); });
  }
  NodeDefBuilder &Attr(std::string name, DataType value) {
    return Add(name, [&](AttrValue &attr) { attr.SetDataType(value); });
  }
  NodeDefBuilder &Attr(std::string name, const std::string &value) {
    return Add(name, [&](AttrValue &attr) { attr.SetString(value); });
  }
  /** Without it a literal would become a bool. */
  NodeDefBuilder &Attr(std::string name, const char *value) { return Attr(std::move(name), std::string(value)); }
  NodeDefBuilder &Attr(std::string name, const std::vector<bool> &value) {
    return Add(name, [&](AttrValue &attr) { attr.SetListBool(value); });
  }
  NodeDefBuilder &Attr(std::string name, const std::vector<std::string> &value) {
    return Add(name, [&](AttrValue &attr) { attr.SetListString(value); });
  }
  NodeDefBuilder &Attr(std::string name, const std::vector<int64_t> &value) {
    return Add(name, [&](AttrValue &attr) { attr.SetListInt(value); });
  }
  NodeDefBuilder &Attr(std::string name, const std::vector<float> &value) {
    return Add(name, [&](AttrValue &attr) { attr.SetListFloat(value); });
  }
  NodeDefBuilder &Attr(std::string name, const std::vector<DataType> &value) {
    return Add(name, [&](AttrValue &attr) { attr.SetListDataType(value); });
  }
  NodeDefBuilder &Attr(std::string name, const std::vector<std::vector<int64_t>> &value) {
    return Add(name, [&](AttrValue &attr) { attr.SetListListInt(value); });
  }
  NodeDefBuilder &Attr(std::string name, Tensor *value) {
    return Add(name, [&](AttrValue &attr) { (void)attr.SetTensor(value); });
  }
  NodeDefBuilder &Attr(std::string name, std::vector<Tensor *> &value) {
    return Add(name, [&](AttrValue &attr) { (void)attr.SetListTensor(value); });
  }
  /** `type` "shape": one shape attribute. Other types add nothing. */
  NodeDefBuilder &Attr(std::string name, const std::vector<int64_t> &dims, std::string type) {
    if (type != "shape") {
      return *this;
    }
    return Add(name, [&](AttrValue &attr) { (void)attr.SetTensorShape(Shape(dims).get()); });
  }
  /** `type` "shape_list": a list of shapes. Other types add nothing. */
  NodeDefBuilder &Attr(std::string name, const std::vector<std::vector<int64_t>> &shapes, std::string type) {
    if (type != "shape_list") {
      return *this;
    }
    return Add(name, [&](AttrValue &attr) {
      for (const std::vector<int64_t> &dims : shapes) {
        attr.AddListTensorShape()->SetDimSizes(dims);
      }
    });
  }

 private:
  template <typename Set>
  NodeDefBuilder &Add(const std::string &name, const Set &set) {
    std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
    set(*attr);
    (void)node_def_->AddAttrs(name, attr.get());
    return *this;
  }
  static std::shared_ptr<TensorShape> Shape(const std::vector<int64_t> &dims) {
    std::shared_ptr<TensorShape> shape = CpuKernelUtils::CreateTensorShape();
    shape->SetDimSizes(dims);
    return shape;
  }
  static void Fill(std::shared_ptr<Tensor> tensor, const InputOutputNode &node) {
    CpuKernelUtils::SetTensorName(node.node, tensor);
    std::shared_ptr<TensorShape> shape = tensor->GetTensorShape();
    shape->SetDimSizes(node.dims);
    shape->SetFormat(node.format);
    tensor->SetDataType(node.d_type);
    tensor->SetData(node.data);
    // Of a type without size (-1) more than any kernel takes: such a tensor has data, so it is not empty.
    uint64_t bytes = static_cast<uint64_t>(static_cast<int64_t>(GetSizeByDataType(node.d_type)));
    for (const int64_t dim : node.dims) {
      bytes *= static_cast<uint64_t>(dim);
    }
    tensor->SetDataSize(node.data == nullptr ? 0U : bytes);
  }

  NodeDef *node_def_;
  std::string name_;
};
}  // namespace aicpu

#endif  // NODE_DEF_BUILDER_H
