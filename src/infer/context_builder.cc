// Context builders: contexts for tests of registered functions (foreign-build section 4.10).
#include <deque>
#include <string>

#include "base/context_builder/op_infer_datatype_context_builder.h"
#include "base/context_builder/op_infer_shape_context_builder.h"
#include "base/context_builder/op_infer_shape_range_context_builder.h"
#include "base/context_builder/op_kernel_run_context_builder.h"
#include "base/context_builder/op_tiling_context_builder.h"
#include "base/context_builder/op_tiling_parse_context_builder.h"
#include "infer/context_storage.h"

namespace gert {

using opstrata::infer::AttrValue;
using opstrata::infer::ContextStorage;

class ContextHolderImpl {
 public:
  ContextStorage storage;
};

ContextHolderVoid::ContextHolderVoid() = default;
ContextHolderVoid::~ContextHolderVoid() = default;
ContextHolderVoid::ContextHolderVoid(ContextHolderVoid &&other) noexcept = default;
ContextHolderVoid &ContextHolderVoid::operator=(ContextHolderVoid &&other) noexcept = default;
ContextHolderVoid::ContextHolderVoid(std::unique_ptr<ContextHolderImpl> impl) : impl_(std::move(impl)) {}
void *ContextHolderVoid::GetContext() const { return impl_ == nullptr ? nullptr : impl_->storage.context<void>(); }

/// What a builder was told.
class ContextBuilderImpl {
 public:
  struct Desc {
    ge::DataType dtype = ge::DT_UNDEFINED;
    ge::Format origin_format = ge::FORMAT_ND;
    ge::Format storage_format = ge::FORMAT_ND;
    ExpandDimsType expand;
  };
  /// A deque, because references to its elements are handed out while it grows.
  using Descs = std::deque<Desc>;
  static Desc &at(Descs &descs, size_t index) {
    while (descs.size() <= index) descs.emplace_back();
    return descs[index];
  }

  std::string type, name;
  size_t input_num = 0, output_num = 0;  ///< instances
  std::vector<uint32_t> input_counts, output_counts;
  Descs inputs, outputs;
  std::vector<AttrValue> attrs;
  std::vector<void *> input_values, output_values;
  const void *compile_info = nullptr, *platform_info = nullptr, *tiling_data = nullptr, *workspace = nullptr;
  std::string compiled_json;
  int32_t deterministic = 0, deterministic_level = 0;

  void describe(Descs &descs, size_t index, const Desc &desc) { at(descs, index) = desc; }

  /// Takes values and descriptions of tensors.
  void take(const std::vector<Tensor *> &tensors, std::vector<void *> &values, Descs &descs) {
    values.assign(tensors.begin(), tensors.end());
    for (size_t i = 0; i < tensors.size(); ++i) {
      if (tensors[i] == nullptr) continue;
      describe(descs, i, {tensors[i]->GetDataType(), tensors[i]->GetOriginFormat(), tensors[i]->GetStorageFormat(),
                          tensors[i]->GetExpandDimsType()});
    }
  }

  /// Node information and `extra` values beyond the node's own.
  std::unique_ptr<ContextHolderImpl> start(size_t inputs_of_context, size_t outputs_of_context) {
    auto holder = std::make_unique<ContextHolderImpl>();
    ContextStorage &storage = holder->storage;
    storage.set_node(type, name, input_num, output_num, input_counts, output_counts);
    storage.set_attrs(attrs);
    const auto write = [](CompileTimeTensorDesc &target, const Desc &desc) {
      target = CompileTimeTensorDesc(desc.dtype, StorageFormat(desc.origin_format, desc.storage_format, desc.expand));
    };
    for (size_t i = 0; i < input_num && i < inputs.size(); ++i) write(storage.input_desc(i), inputs[i]);
    for (size_t i = 0; i < output_num && i < outputs.size(); ++i) write(storage.output_desc(i), outputs[i]);
    storage.make_context(inputs_of_context, outputs_of_context);
    return holder;
  }

  static void put(AsyncAnyValue &value, const void *pointer) { value.data.pointer = const_cast<void *>(pointer); }
  template <typename T>
  static void put_in_place(AsyncAnyValue &value, T item) {
    static_assert(sizeof(T) <= sizeof(value.data.inplace));
    new (value.data.inplace) T(item);
  }
  Tensor *output_tensor(ContextStorage &storage, size_t index) {
    const Desc &desc = at(outputs, index);
    return storage.make<Tensor>(StorageShape(), StorageFormat(desc.origin_format, desc.storage_format, desc.expand),
                                desc.dtype);
  }
};

template <typename T>
OpContextBuilderBase<T>::OpContextBuilderBase() : impl_(std::make_unique<ContextBuilderImpl>()) {}
template <typename T>
OpContextBuilderBase<T>::~OpContextBuilderBase() = default;

template <typename T>
T &OpContextBuilderBase<T>::OpType(const ge::AscendString &op_type) {
  impl_->type.assign(op_type.GetString(), op_type.GetLength());
  return static_cast<T &>(*this);
}
template <typename T>
T &OpContextBuilderBase<T>::OpName(const ge::AscendString &op_name) {
  impl_->name.assign(op_name.GetString(), op_name.GetLength());
  return static_cast<T &>(*this);
}
template <typename T>
T &OpContextBuilderBase<T>::IONum(size_t input_ir_num, size_t output_ir_num) {
  return IOInstanceNum(std::vector<uint32_t>(input_ir_num, 1), std::vector<uint32_t>(output_ir_num, 1));
}
template <typename T>
T &OpContextBuilderBase<T>::IOInstanceNum(const std::vector<uint32_t> &input_instance_num,
                                          const std::vector<uint32_t> &output_instance_num) {
  impl_->input_counts = input_instance_num;
  impl_->output_counts = output_instance_num;
  impl_->input_num = impl_->output_num = 0;
  for (const uint32_t count : input_instance_num) impl_->input_num += count;
  for (const uint32_t count : output_instance_num) impl_->output_num += count;
  return static_cast<T &>(*this);
}

#define OPSTRATA_APPEND(type)                             \
  template <typename T>                                   \
  T &OpContextBuilderBase<T>::AppendAttr(type attr) {     \
    impl_->attrs.emplace_back(attr);                      \
    return static_cast<T &>(*this);                       \
  }
OPSTRATA_APPEND(bool)
OPSTRATA_APPEND(int64_t)
OPSTRATA_APPEND(float)
OPSTRATA_APPEND(const std::vector<bool> &)
OPSTRATA_APPEND(const std::vector<int64_t> &)
OPSTRATA_APPEND(const std::vector<float> &)
OPSTRATA_APPEND(const std::vector<std::vector<int64_t>> &)
#undef OPSTRATA_APPEND
template <typename T>
T &OpContextBuilderBase<T>::AppendAttr(const ge::AscendString &attr) {
  impl_->attrs.emplace_back(std::string(attr.GetString(), attr.GetLength()));
  return static_cast<T &>(*this);
}
template <typename T>
T &OpContextBuilderBase<T>::AppendAttr(const std::vector<ge::AscendString> &attr) {
  std::vector<std::string> texts;
  for (const ge::AscendString &text : attr) texts.emplace_back(text.GetString(), text.GetLength());
  impl_->attrs.emplace_back(std::move(texts));
  return static_cast<T &>(*this);
}

#define OPSTRATA_MUTABLE(Name, type, list, member)            \
  template <typename T>                                       \
  type &OpContextBuilderBase<T>::Name(size_t index) {         \
    return ContextBuilderImpl::at(impl_->list, index).member; \
  }
OPSTRATA_MUTABLE(MutableInputDataType, ge::DataType, inputs, dtype)
OPSTRATA_MUTABLE(MutableInputOriginalFormat, ge::Format, inputs, origin_format)
OPSTRATA_MUTABLE(MutableInputStorageFormat, ge::Format, inputs, storage_format)
OPSTRATA_MUTABLE(MutableInputExpandDimsType, ExpandDimsType, inputs, expand)
OPSTRATA_MUTABLE(MutableOutputDataType, ge::DataType, outputs, dtype)
OPSTRATA_MUTABLE(MutableOutputOriginalFormat, ge::Format, outputs, origin_format)
OPSTRATA_MUTABLE(MutableOutputStorageFormat, ge::Format, outputs, storage_format)
OPSTRATA_MUTABLE(MutableOutputExpandDimsType, ExpandDimsType, outputs, expand)
#undef OPSTRATA_MUTABLE

#define OPSTRATA_BUILDER(Builder)                  \
  template class OpContextBuilderBase<Builder>;    \
  Builder::Builder() = default;                    \
  Builder::~Builder() = default;
#define OPSTRATA_DESC(Builder, Name, list)                                                                            \
  Builder &Builder::Name(size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,       \
                         const ExpandDimsType &expand_dims_type) {                                                    \
    impl_->describe(impl_->list, index, {dtype, origin_format, storage_format, expand_dims_type});                    \
    return *this;                                                                                                     \
  }
#define OPSTRATA_KEEP(Builder, Name, type, member) \
  Builder &Builder::Name(type value) {             \
    impl_->member = value;                         \
    return *this;                                  \
  }

OPSTRATA_BUILDER(OpInferShapeContextBuilder)
OPSTRATA_DESC(OpInferShapeContextBuilder, OutputTensorDesc, outputs)
OpInferShapeContextBuilder &OpInferShapeContextBuilder::InputTensors(const std::vector<Tensor *> &inputs) {
  impl_->take(inputs, impl_->input_values, impl_->inputs);
  return *this;
}
ContextHolder<InferShapeContext> OpInferShapeContextBuilder::Build() {
  auto holder = impl_->start(impl_->input_num, impl_->output_num);
  ContextStorage &storage = holder->storage;
  for (size_t i = 0; i < impl_->input_num && i < impl_->input_values.size(); ++i) {
    ContextBuilderImpl::put(storage.input(i), impl_->input_values[i]);
  }
  for (size_t i = 0; i < impl_->output_num; ++i) {
    ContextBuilderImpl::put(storage.output(i), impl_->output_tensor(storage, i));
  }
  return ContextHolder<InferShapeContext>(ContextHolderVoid(std::move(holder)));
}

OPSTRATA_BUILDER(OpInferDataTypeContextBuilder)
OPSTRATA_DESC(OpInferDataTypeContextBuilder, InputTensorDesc, inputs)
OpInferDataTypeContextBuilder &OpInferDataTypeContextBuilder::OutputTensorDesc(size_t index, ge::Format origin_format,
                                                                              ge::Format storage_format,
                                                                              const ExpandDimsType &expand_dims_type) {
  impl_->describe(impl_->outputs, index, {ge::DT_UNDEFINED, origin_format, storage_format, expand_dims_type});
  return *this;
}
ContextHolder<InferDataTypeContext> OpInferDataTypeContextBuilder::Build() {
  auto holder = impl_->start(impl_->input_num, impl_->output_num);
  for (size_t i = 0; i < impl_->input_num; ++i) {
    ContextBuilderImpl::put_in_place(holder->storage.input(i), ContextBuilderImpl::at(impl_->inputs, i).dtype);
  }
  for (size_t i = 0; i < impl_->output_num; ++i) {
    ContextBuilderImpl::put_in_place(holder->storage.output(i), ge::DT_UNDEFINED);
  }
  return ContextHolder<InferDataTypeContext>(ContextHolderVoid(std::move(holder)));
}

OPSTRATA_BUILDER(OpInferShapeRangeContextBuilder)
OPSTRATA_DESC(OpInferShapeRangeContextBuilder, OutputTensorDesc, outputs)
OpInferShapeRangeContextBuilder &OpInferShapeRangeContextBuilder::InputTensorsRange(
    const std::vector<Range<Tensor> *> &inputs) {
  impl_->input_values.assign(inputs.begin(), inputs.end());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Tensor *tensor = inputs[i] == nullptr ? nullptr : inputs[i]->GetMax();
    if (tensor == nullptr) continue;
    impl_->describe(impl_->inputs, i, {tensor->GetDataType(), tensor->GetOriginFormat(), tensor->GetStorageFormat(), {}});
  }
  return *this;
}
ContextHolder<InferShapeRangeContext> OpInferShapeRangeContextBuilder::Build() {
  auto holder = impl_->start(impl_->input_num, impl_->output_num);
  ContextStorage &storage = holder->storage;
  for (size_t i = 0; i < impl_->input_num && i < impl_->input_values.size(); ++i) {
    ContextBuilderImpl::put(storage.input(i), impl_->input_values[i]);
  }
  for (size_t i = 0; i < impl_->output_num; ++i) {
    ContextBuilderImpl::put(storage.output(i), storage.make<TensorRange>(impl_->output_tensor(storage, i),
                                                                         impl_->output_tensor(storage, i)));
  }
  return ContextHolder<InferShapeRangeContext>(ContextHolderVoid(std::move(holder)));
}

OPSTRATA_BUILDER(OpTilingContextBuilder)
OpTilingContextBuilder &OpTilingContextBuilder::InputTensors(const std::vector<Tensor *> &inputs) {
  impl_->take(inputs, impl_->input_values, impl_->inputs);
  return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::OutputTensors(const std::vector<Tensor *> &outputs) {
  impl_->take(outputs, impl_->output_values, impl_->outputs);
  return *this;
}
OPSTRATA_KEEP(OpTilingContextBuilder, CompileInfo, const void *, compile_info)
OPSTRATA_KEEP(OpTilingContextBuilder, PlatformInfo, const void *, platform_info)
OPSTRATA_KEEP(OpTilingContextBuilder, Deterministic, int32_t, deterministic)
OPSTRATA_KEEP(OpTilingContextBuilder, DeterministicLevel, int32_t, deterministic_level)
OPSTRATA_KEEP(OpTilingContextBuilder, TilingData, const gert::TilingData *, tiling_data)
OPSTRATA_KEEP(OpTilingContextBuilder, Workspace, const ContinuousVector *, workspace)
ContextHolder<TilingContext> OpTilingContextBuilder::Build() {
  const size_t node_values = impl_->input_num + impl_->output_num;
  auto holder = impl_->start(node_values + TilingContext::kInputExtendNum, TilingContext::kOutputNum);
  ContextStorage &storage = holder->storage;
  for (size_t i = 0; i < impl_->input_num && i < impl_->input_values.size(); ++i) {
    ContextBuilderImpl::put(storage.input(i), impl_->input_values[i]);
  }
  for (size_t i = 0; i < impl_->output_num && i < impl_->output_values.size(); ++i) {
    ContextBuilderImpl::put(storage.input(impl_->input_num + i), impl_->output_values[i]);
  }
  ContextBuilderImpl::put(storage.input(node_values + TilingContext::kInputCompileInfo), impl_->compile_info);
  ContextBuilderImpl::put(storage.input(node_values + TilingContext::kInputPlatformInfo), impl_->platform_info);
  ContextBuilderImpl::put_in_place(storage.input(node_values + TilingContext::kInputDeterministic), impl_->deterministic);
  ContextBuilderImpl::put_in_place(storage.input(node_values + TilingContext::kInputDeterministicLevel),
                                   impl_->deterministic_level);
  ContextBuilderImpl::put(storage.output(TilingContext::kOutputTilingData), impl_->tiling_data);
  ContextBuilderImpl::put(storage.output(TilingContext::kOutputWorkspace), impl_->workspace);
  return ContextHolder<TilingContext>(ContextHolderVoid(std::move(holder)));
}

OPSTRATA_BUILDER(OpTilingParseContextBuilder)
OPSTRATA_DESC(OpTilingParseContextBuilder, InputTensorDesc, inputs)
OPSTRATA_DESC(OpTilingParseContextBuilder, OutputTensorDesc, outputs)
OpTilingParseContextBuilder &OpTilingParseContextBuilder::CompiledJson(const ge::char_t *compiled_json) {
  impl_->compiled_json = compiled_json == nullptr ? "" : compiled_json;
  return *this;
}
OPSTRATA_KEEP(OpTilingParseContextBuilder, PlatformInfo, const void *, platform_info)
OPSTRATA_KEEP(OpTilingParseContextBuilder, CompiledInfo, const void *, compile_info)
ContextHolder<TilingParseContext> OpTilingParseContextBuilder::Build() {
  auto holder = impl_->start(TilingParseContext::kInputNum, 1);
  ContextStorage &storage = holder->storage;
  ContextBuilderImpl::put(storage.input(TilingParseContext::kInputCompiledJson), storage.copy_text(impl_->compiled_json));
  ContextBuilderImpl::put(storage.input(TilingParseContext::kInputPlatformInfo), impl_->platform_info);
  ContextBuilderImpl::put(storage.input(TilingParseContext::kInputNodeType), storage.copy_text(impl_->type));
  ContextBuilderImpl::put(storage.output(0), impl_->compile_info);
  return ContextHolder<TilingParseContext>(ContextHolderVoid(std::move(holder)));
}

OPSTRATA_BUILDER(OpKernelContextBuilder)
OPSTRATA_DESC(OpKernelContextBuilder, InputTensorDesc, inputs)
OPSTRATA_DESC(OpKernelContextBuilder, OutputTensorDesc, outputs)
OpKernelContextBuilder &OpKernelContextBuilder::Inputs(const std::vector<void *> &inputs) {
  impl_->input_values = inputs;
  return *this;
}
OpKernelContextBuilder &OpKernelContextBuilder::Outputs(const std::vector<void *> &outputs) {
  impl_->output_values = outputs;
  return *this;
}
ContextHolder<KernelContext> OpKernelContextBuilder::Build() {
  auto holder = impl_->start(impl_->input_values.size(), impl_->output_values.size());
  for (size_t i = 0; i < impl_->input_values.size(); ++i) {
    ContextBuilderImpl::put(holder->storage.input(i), impl_->input_values[i]);
  }
  for (size_t i = 0; i < impl_->output_values.size(); ++i) {
    ContextBuilderImpl::put(holder->storage.output(i), impl_->output_values[i]);
  }
  return ContextHolder<KernelContext>(ContextHolderVoid(std::move(holder)));
}

}  // namespace gert
