#include "infer/context_storage.h"

#include <cstring>

namespace opstrata::infer {
namespace {

template <typename... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <typename... Fs>  // Clang 14 does not deduce aggregates
Overloaded(Fs...) -> Overloaded<Fs...>;

template <typename T, typename... Rest>
AttrValue first_kind_of(const ge::AttrValue &value) {
  T typed{};
  if (value.GetAttrValue(typed) == ge::GRAPH_SUCCESS) {
    if constexpr (std::is_same_v<T, ge::AscendString>) {
      return std::string(typed.GetString(), typed.GetLength());
    } else {
      return typed;
    }
  }
  if constexpr (sizeof...(Rest) > 0) return first_kind_of<Rest...>(value);
  return {};
}

}  // namespace

AttrValue from_attr_value(const ge::AttrValue &value) {
  return first_kind_of<int64_t, float, bool, ge::AscendString, ge::DataType, std::vector<int64_t>, std::vector<float>,
                       std::vector<bool>, std::vector<std::vector<int64_t>>>(value);
}

ContextStorage::~ContextStorage() {
  if (context_ == nullptr) return;
  for (size_t i = 0; i < context_->input_size + context_->output_size; ++i) {
    AsyncAnyValue &value = *context_->values[i];
    if (value.deleter != nullptr) value.deleter(value.data.pointer);
  }
}

const char *ContextStorage::copy_text(std::string_view text) {
  // Padded to 8 bytes: readers of other attribute kinds may look at as many.
  const size_t room = (text.size() / 8 + 1) * 8;
  char *copy = static_cast<char *>(take(room));
  std::memset(copy + room - 8, 0, 8);
  std::memcpy(copy, text.data(), text.size());
  return copy;
}

gert::AnchorInstanceInfo *ContextStorage::make_anchors(size_t instances, std::span<const uint32_t> counts, size_t &num) {
  num = counts.empty() ? instances : counts.size();
  auto *anchors = make_array<gert::AnchorInstanceInfo>(num);
  uint32_t start = 0;
  for (size_t i = 0; i < num; ++i) {
    const uint32_t count = counts.empty() ? 1 : counts[i];
    anchors[i] = gert::AnchorInstanceInfo(start, count);
    start += count;
  }
  return anchors;
}

void ContextStorage::set_node(std::string_view type, std::string_view name, size_t input_num, size_t output_num,
                              std::span<const uint32_t> input_counts, std::span<const uint32_t> output_counts) {
  info_ = new (take(sizeof(gert::ComputeNodeInfo))) gert::ComputeNodeInfo();
  info_->node_type_ = copy_text(type);
  info_->node_name_ = name.empty() ? info_->node_type_ : copy_text(name);
  info_->inputs_num_ = input_num;
  info_->outputs_num_ = output_num;
  info_->ir_inputs_ = make_anchors(input_num, input_counts, info_->ir_inputs_num_);
  info_->ir_outputs_ = make_anchors(output_num, output_counts, info_->ir_outputs_num_);
  info_->inputs_ = make_array<gert::CompileTimeTensorDesc>(input_num);
  info_->outputs_ = make_array<gert::CompileTimeTensorDesc>(output_num);
}

template <typename T, typename List>
gert::ContinuousVector *ContextStorage::make_list(const List &values) {
  void *block = take(sizeof(gert::ContinuousVector) + sizeof(T) * values.size());
  auto *vector = static_cast<gert::ContinuousVector *>(block);
  vector->Init(values.size());
  (void)vector->SetSize(values.size());
  T *items = static_cast<T *>(vector->MutableData());
  for (size_t i = 0; i < values.size(); ++i) new (items + i) T(values[i]);
  return vector;
}

const void *ContextStorage::make_attr(const AttrValue &value) {
  const auto zero_extended = [this](const void *bytes, size_t size) -> const void * {
    const size_t room = (size + 7) / 8 * 8;
    void *place = take(room == 0 ? 8 : room);
    std::memset(place, 0, room == 0 ? 8 : room);
    std::memcpy(place, bytes, size);
    return place;
  };
  return std::visit(
      Overloaded{
          [](std::monostate) -> const void * { return nullptr; },
          [&](const std::string &text) -> const void * { return copy_text(text); },
          [&](const std::vector<bool> &list) -> const void * { return make_list<bool>(list); },
          [&](const std::vector<uint8_t> &bytes) -> const void * { return zero_extended(bytes.data(), bytes.size()); },
          [&](const std::vector<std::string> &list) -> const void * {
            std::vector<const char *> texts;
            for (const std::string &text : list) texts.push_back(copy_text(text));
            return make_list<const char *>(texts);
          },
          [&](const std::vector<std::vector<int64_t>> &lists) -> const void * {
            auto **vectors = make_array<const gert::ContinuousVector *>(lists.size());
            for (size_t i = 0; i < lists.size(); ++i) vectors[i] = make_list<int64_t>(lists[i]);
            auto *result = make<gert::ContinuousVectorVector>();
            result->Init(lists.size(), vectors);
            return result;
          },
          [&]<typename T>(const std::vector<T> &list) -> const void * { return make_list<T>(list); },
          [&](const auto &scalar) -> const void * { return zero_extended(&scalar, sizeof(scalar)); },
      },
      value);
}

void ContextStorage::set_attrs(std::span<const AttrValue> attrs,
                               const gert::OpImplKernelRegistry::PrivateAttrList *private_attrs) {
  const size_t num = attrs.size() + (private_attrs == nullptr ? 0 : private_attrs->size());
  auto **values = make_array<const void *>(num);
  for (size_t i = 0; i < attrs.size(); ++i) values[i] = make_attr(attrs[i]);
  for (size_t i = attrs.size(); i < num; ++i) values[i] = make_attr(from_attr_value((*private_attrs)[i - attrs.size()].second));
  auto *result = new (take(sizeof(gert::RuntimeAttrs))) gert::RuntimeAttrs();
  result->num_ = num;
  result->values_ = values;
  info_->attrs_ = result;
}

void ContextStorage::make_context(size_t input_num, size_t output_num) {
  const size_t num = input_num + output_num;
  AsyncAnyValue *values = make_array<AsyncAnyValue>(num);
  const size_t bytes = sizeof(KernelRunContext) + sizeof(AsyncAnyValue *) * num;
  context_ = static_cast<KernelRunContext *>(take(bytes));
  context_->kernel_extend_info = nullptr;
  context_->input_size = input_num;
  context_->output_size = output_num;
  context_->compute_node_info = info_;
  AsyncAnyValue **places = &context_->values[0];
  context_->output_start = places + input_num;
  for (size_t i = 0; i < num; ++i) places[i] = values + i;
}

}  // namespace opstrata::infer

namespace gert {
const void *RuntimeAttrs::GetPointerByIndex(size_t index) const { return index < num_ ? values_[index] : nullptr; }

AnchorInstanceInfo *ComputeNodeInfo::MutableInputInstanceInfo(const size_t ir_index) const {
  return At(ir_inputs_, ir_index, ir_inputs_num_);
}
AnchorInstanceInfo *ComputeNodeInfo::MutableOutputInstanceInfo(const size_t ir_index) const {
  return At(ir_outputs_, ir_index, ir_outputs_num_);
}
CompileTimeTensorDesc *ComputeNodeInfo::MutableInputTdInfo(const size_t index) const {
  return At(inputs_, index, inputs_num_);
}
CompileTimeTensorDesc *ComputeNodeInfo::MutableOutputTdInfo(const size_t index) const {
  return At(outputs_, index, outputs_num_);
}
}  // namespace gert
