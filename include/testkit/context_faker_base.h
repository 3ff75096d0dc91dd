/// @file
/// What the context fakers of the test kit share (op-test-kit-api sections 21 to 23): setters over a context builder, and the
/// holder of a context together with what the faker made for it.
#ifndef OPSTRATA_TESTKIT_CONTEXT_FAKER_BASE_H_
#define OPSTRATA_TESTKIT_CONTEXT_FAKER_BASE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "any_value.h"
#include "base/context_builder/context_holder.h"
#include "exe_graph/runtime/kernel_run_context.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "exe_graph/runtime/storage_shape.h"
#include "graph/ascend_string.h"
#include "graph/types.h"

namespace opstrata_testkit {

/// Things that live as long as a context.
using KeepAlive = std::vector<std::shared_ptr<void>>;

/// A context and the tensors that the faker made for it. Move only; converts to the holder of the builder. The typed form of
/// GetContext reads the context as another class, as `GetContext<gert::KernelContext>()`.
template <typename Context>
class ContextHolder : public gert::ContextHolder<Context> {
 public:
  ContextHolder() = default;
  ContextHolder(gert::ContextHolder<Context> &&holder, KeepAlive keep_alive)
      : gert::ContextHolder<Context>(std::move(holder)), keep_alive_(std::move(keep_alive)) {}
  using gert::ContextHolder<Context>::GetContext;
  template <typename T>
  T *GetContext() {
    return reinterpret_cast<T *>(GetContext());
  }

 private:
  KeepAlive keep_alive_;
};

/// Type and formats of one input or output.
struct TensorKind {
  ge::DataType dtype = ge::DT_FLOAT;
  ge::Format origin_format = ge::FORMAT_ND;
  ge::Format storage_format = ge::FORMAT_ND;
};
inline TensorKind &KindAt(std::vector<TensorKind> &kinds, size_t index) {
  if (kinds.size() <= index) kinds.resize(index + 1);
  return kinds[index];
}

/// Setters common to the fakers; `Faker` is the class that they return, `Builder` the builder it is made of.
template <typename Faker, typename Builder>
class ContextFaker : public Builder {
 public:
  ContextFaker() = default;
  /// Builders cannot be moved, fakers can.
  ContextFaker(ContextFaker &&other)
      : keep_alive_(std::move(other.keep_alive_)), input_kinds_(std::move(other.input_kinds_)),
        output_kinds_(std::move(other.output_kinds_)), node_inputs_(other.node_inputs_), node_outputs_(other.node_outputs_),
        input_counts_(std::move(other.input_counts_)), output_counts_(std::move(other.output_counts_)) {
    this->impl_.swap(other.impl_);
  }
  ContextFaker &operator=(ContextFaker &&) = delete;

  Faker &SetOpType(const std::string opType) {
    this->OpType(opType.c_str());
    this->OpName(opType.c_str());
    return Self();
  }
  /// Instances of all inputs and of all outputs. Without IrInstanceNum each is an IR parameter of its own.
  Faker &NodeIoNum(size_t inputNum, size_t outputNum) {
    node_inputs_ = inputNum;
    node_outputs_ = outputNum;
    return Self();
  }
  /// Instances of each IR parameter: 0 for an absent optional one, the length of a dynamic one.
  Faker &IrInstanceNum(const std::vector<uint32_t> &inputInstanceNum, const std::vector<uint32_t> &outputInstanceNum) {
    output_counts_ = outputInstanceNum;
    return IrInstanceNum(inputInstanceNum);
  }
  /// The same for the inputs alone; outputs follow NodeIoNum.
  Faker &IrInstanceNum(const std::vector<uint32_t> &inputInstanceNum) {
    input_counts_ = inputInstanceNum;
    return Self();
  }
  /// Number of IR inputs, each with one instance, unless IrInstanceNum says otherwise.
  Faker &IrInputNum(size_t inputNum) {
    if (input_counts_.empty()) input_counts_.assign(inputNum, 1U);
    return Self();
  }

  /// The next attribute, in the order of the definition; names are not looked at.
  Faker &Attr(const std::string &, bool attr) { return Append(attr); }
  Faker &Attr(const std::string &, int64_t attr) { return Append(attr); }
  Faker &Attr(const std::string &, float attr) { return Append(attr); }
  Faker &Attr(const std::string &, const ge::AscendString &attr) { return Append(attr); }
  Faker &Attr(const std::string &, const std::vector<bool> &attr) { return Append(attr); }
  Faker &Attr(const std::string &, const std::vector<int64_t> &attr) { return Append(attr); }
  Faker &Attr(const std::string &, const std::vector<float> &attr) { return Append(attr); }
  Faker &Attr(const std::string &, const std::vector<ge::AscendString> &attr) { return Append(attr); }
  Faker &Attr(const std::string &, const std::vector<std::vector<int64_t>> &attr) { return Append(attr); }
  Faker &Attr(const std::string &, const AnyValue &attr) {
    switch (attr.type_) {
      case AnyValue::VT_STRING: return Append(ge::AscendString(attr.Get<std::string>().c_str()));
      case AnyValue::VT_FLOAT: return Append(attr.Get<float>());
      case AnyValue::VT_BOOL: return Append(attr.Get<bool>());
      case AnyValue::VT_INT: return Append(attr.Get<int64_t>());
      case AnyValue::VT_LIST_FLOAT: return Append(attr.Get<std::vector<float>>());
      case AnyValue::VT_LIST_BOOL: return Append(attr.Get<std::vector<bool>>());
      case AnyValue::VT_LIST_INT: return Append(attr.Get<std::vector<int64_t>>());
      case AnyValue::VT_LIST_LIST_INT: return Append(attr.Get<std::vector<std::vector<int64_t>>>());
      case AnyValue::VT_LIST_STRING: {
        std::vector<ge::AscendString> texts;
        for (const std::string &text : attr.Get<std::vector<std::string>>()) texts.emplace_back(text.c_str());
        return Append(texts);
      }
      case AnyValue::VT_LIST_BASE: break;
    }
    return Self();
  }
  Faker &NodeAttrs(const std::vector<std::pair<std::string, AnyValue>> &attrs) {
    for (const auto &attr : attrs) (void)Attr(attr.first, attr.second);
    return Self();
  }

  Faker &NodeInputTd(int32_t index, ge::DataType dtype, ge::Format originFormat, ge::Format storageFormat) {
    KindAt(input_kinds_, static_cast<size_t>(index)) = TensorKind{dtype, originFormat, storageFormat};
    return Self();
  }
  Faker &NodeOutputTd(int32_t index, ge::DataType dtype, ge::Format originFormat, ge::Format storageFormat) {
    KindAt(output_kinds_, static_cast<size_t>(index)) = TensorKind{dtype, originFormat, storageFormat};
    return Self();
  }
  /// An output whose type the function under test has to find.
  Faker &NodeOutputTd(int32_t index, ge::Format originFormat, ge::Format storageFormat) {
    return NodeOutputTd(index, ge::DT_UNDEFINED, originFormat, storageFormat);
  }

 protected:
  Faker &Self() { return static_cast<Faker &>(*this); }
  /// Hands instance counts to the builder.
  void ApplyCounts() {
    const auto counts = [](const std::vector<uint32_t> &given, size_t instances) {
      return given.empty() ? std::vector<uint32_t>(instances, 1U) : given;
    };
    if (node_inputs_ + node_outputs_ != 0U || !input_counts_.empty() || !output_counts_.empty()) {
      this->IOInstanceNum(counts(input_counts_, node_inputs_), counts(output_counts_, node_outputs_));
    }
  }
  /// Hands what NodeInputTd and NodeOutputTd said to a builder that takes both.
  void DescribeInputs() {
    for (size_t i = 0; i < input_kinds_.size(); ++i) {
      this->InputTensorDesc(i, input_kinds_[i].dtype, input_kinds_[i].origin_format, input_kinds_[i].storage_format);
    }
  }
  void DescribeOutputs() {
    for (size_t i = 0; i < output_kinds_.size(); ++i) {
      this->OutputTensorDesc(i, output_kinds_[i].dtype, output_kinds_[i].origin_format, output_kinds_[i].storage_format);
    }
  }
  /// Tensors without data of the given shapes, with the types that were set; null shapes give null.
  template <typename Shape>
  std::vector<gert::Tensor *> MakeTensors(const std::vector<Shape *> &shapes, std::vector<TensorKind> &kinds) {
    std::vector<gert::Tensor *> tensors;
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (shapes[i] == nullptr) {
        tensors.push_back(nullptr);
        continue;
      }
      const TensorKind &kind = KindAt(kinds, i);
      auto tensor = std::make_shared<gert::Tensor>(
          *static_cast<const gert::StorageShape *>(shapes[i]),
          gert::StorageFormat(kind.origin_format, kind.storage_format, gert::ExpandDimsType()), gert::kOnHost, kind.dtype, nullptr);
      tensors.push_back(tensor.get());
      keep_alive_.push_back(std::move(tensor));
    }
    return tensors;
  }
  /// Lets output `index` of a built context be the caller's object.
  static void SetOutput(void *context, size_t index, void *object) {
    auto *run = static_cast<KernelRunContext *>(context);
    if (index < run->output_size) run->output_start[index]->data.pointer = object;
  }

  KeepAlive keep_alive_;
  std::vector<TensorKind> input_kinds_, output_kinds_;

 private:
  template <typename V>
  Faker &Append(const V &value) {
    this->AppendAttr(value);
    return Self();
  }

  size_t node_inputs_ = 0, node_outputs_ = 0;
  std::vector<uint32_t> input_counts_, output_counts_;
};

}  // namespace opstrata_testkit

#endif  // OPSTRATA_TESTKIT_CONTEXT_FAKER_BASE_H_
