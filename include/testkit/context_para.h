/// @file
/// What the cases of the inference and the tiling kit have in common (op-test-kit-api sections 18 and 23): the description of
/// a node by tensors and attributes in the order of the definition, and the steps of the case executors.
#ifndef OPSTRATA_TESTKIT_CONTEXT_PARA_H_
#define OPSTRATA_TESTKIT_CONTEXT_PARA_H_

#include <memory>
#include <string>
#include <vector>

#include "any_value.h"
#include "base/registry/op_impl_space_registry_v2.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "exe_graph/runtime/storage_shape.h"
#include "graph/types.h"
#include "opstrata/op_impl.h"

namespace opstrata_testkit {

/// `{{{2, 3}, {2, 3}}, ge::DT_FLOAT, ge::FORMAT_ND}`: original and storage shape (-1: unknown dimension, {-2}: unknown rank),
/// type, format; a constant has host data that the case keeps alive.
class TensorDescription {
 public:
  TensorDescription(const gert::StorageShape &shape, ge::DataType dtype, ge::Format format, bool isConst = false,
                    void *constValue = nullptr)
      : shape_(shape), dtype_(dtype), format_(format), isConst_(isConst), constValue_(constValue) {}

  /// A host tensor of this description; data only for a constant.
  std::unique_ptr<gert::Tensor> MakeTensor() const {
    return std::unique_ptr<gert::Tensor>(new gert::Tensor(shape_, gert::StorageFormat(format_, format_, gert::ExpandDimsType()),
                                                          gert::kOnHost, dtype_, isConst_ ? constValue_ : nullptr));
  }

  gert::StorageShape shape_;
  ge::DataType dtype_ = ge::DT_FLOAT;
  ge::Format format_ = ge::FORMAT_ND;
  bool isConst_ = false;
  void *constValue_ = nullptr;
};

/// An attribute; the position in the list decides, not the name.
class OpAttr {
 public:
  OpAttr(const std::string &attrName, const AnyValue &attr) : attrName_(attrName), attr_(attr) {}

  std::string attrName_;
  AnyValue attr_;
};

/// A node under test: its operator type, tensors and attributes; instance counts are empty when every parameter has one.
class NodePara {
 public:
  using TensorDescription = opstrata_testkit::TensorDescription;
  using OpAttr = opstrata_testkit::OpAttr;

  NodePara(const std::string &opName, const std::vector<TensorDescription> &inputs, const std::vector<TensorDescription> &outputs,
           const std::vector<OpAttr> &attrs, const std::vector<uint32_t> &inputInstanceNum,
           const std::vector<uint32_t> &outputInstanceNum)
      : opName_(opName), inputInstanceNum_(inputInstanceNum), outputInstanceNum_(outputInstanceNum), inputTensorDesc_(inputs),
        outputTensorDesc_(outputs), attrs_(attrs) {}

  /// Gives a faker operator type, instance counts and attributes.
  template <typename Faker>
  void Describe(Faker &faker) const {
    if (!inputInstanceNum_.empty() || !outputInstanceNum_.empty()) {
      faker.NodeIoNum(0, 0);
      faker.IOInstanceNum(inputInstanceNum_, outputInstanceNum_);
    } else {
      faker.NodeIoNum(inputTensorDesc_.size(), outputTensorDesc_.size());
    }
    for (const OpAttr &attr : attrs_) faker.Attr(attr.attrName_, attr.attr_);
    faker.SetOpType(opName_);
  }

  std::string opName_;
  std::vector<uint32_t> inputInstanceNum_;
  std::vector<uint32_t> outputInstanceNum_;
  std::vector<TensorDescription> inputTensorDesc_;
  std::vector<TensorDescription> outputTensorDesc_;
  std::vector<OpAttr> attrs_;
};

/// Tensors of a list of descriptions, with the plain pointers that builders take.
struct OwnedTensors {
  explicit OwnedTensors(const std::vector<TensorDescription> &descriptions) {
    for (const TensorDescription &description : descriptions) {
      owned.push_back(description.MakeTensor());
      pointers.push_back(owned.back().get());
    }
  }
  std::vector<std::unique_ptr<gert::Tensor>> owned;
  std::vector<gert::Tensor *> pointers;
};

}  // namespace opstrata_testkit

#endif  // OPSTRATA_TESTKIT_CONTEXT_PARA_H_
