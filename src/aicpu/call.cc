#include "aicpu/call.h"

#include <algorithm>

#include "base/messages.h"

namespace opstrata::aicpu {
namespace {

int64_t product(const std::vector<int64_t> &shape) {
  int64_t result = 1;
  for (const int64_t dim : shape) {
    if (dim == 0) return 0;
    if (dim < 0 || __builtin_mul_overflow(result, dim, &result)) return -1;
  }
  return result;
}

Dims dims(const std::vector<int64_t> &values) { return {values.data(), values.size()}; }

bool is_contiguous(const CallTensor &tensor, int64_t elements) {
  if (elements <= 1) return true;
  int64_t expected = 1;
  for (size_t i = tensor.shape.size(); i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected) return false;
    expected *= tensor.shape[i];
  }
  return true;
}

void complete(CallTensor &tensor) {
  if (tensor.strides.size() != tensor.shape.size()) {
    tensor.strides.assign(tensor.shape.size(), 1);
    for (size_t i = tensor.shape.size(); i-- > 1;) {
      tensor.strides[i - 1] = tensor.strides[i] * std::max<int64_t>(tensor.shape[i], 1);
    }
  }
  if (tensor.storage_shape.empty()) tensor.storage_shape = tensor.shape;
  if (tensor.origin_shape.empty()) tensor.origin_shape = tensor.shape;
}

void build_side(Call::Side &side, const char *prefix) {
  if (side.groups->empty()) {
    for (uint32_t i = 0; i < side.described->size(); ++i) side.groups->push_back({prefix + std::to_string(i), i, 1});
  }
  side.tensors.reserve(side.described->size());
  for (CallTensor &tensor : *side.described) {
    complete(tensor);
    const int64_t elements = product(tensor.shape);
    side.tensors.push_back({tensor.dtype, tensor.format, tensor.storage_format, is_contiguous(tensor, elements), elements,
                            dims(tensor.shape), dims(tensor.strides), dims(tensor.storage_shape), tensor.constant});
  }
}

}  // namespace

int64_t Call::Side::group_of(const char *name) const {
  const auto it = std::find_if(groups->begin(), groups->end(), [&](const CallGroup &group) { return group.name == name; });
  return it == groups->end() ? -1 : it - groups->begin();
}

Call::Call(CallDesc desc) : desc_(std::move(desc)) {
  inputs_.described = &desc_.inputs;
  inputs_.groups = &desc_.input_groups;
  outputs_.described = &desc_.outputs;
  outputs_.groups = &desc_.output_groups;
  build_side(inputs_, "input");
  build_side(outputs_, "output");
  for (const CallAttr &attr : desc_.attrs) {
    Attr &entry = attrs_.emplace_back();
    entry.attr = &attr;
    if (const auto *bools = std::get_if<std::vector<bool>>(&attr.value)) {
      entry.bools = std::make_unique<bool[]>(bools->size());
      std::copy(bools->begin(), bools->end(), entry.bools.get());
    } else if (const auto *strings = std::get_if<std::vector<std::string>>(&attr.value)) {
      for (const std::string &text : *strings) entry.strings.push_back(text.c_str());
    } else if (const auto *lists = std::get_if<std::vector<std::vector<int64_t>>>(&attr.value)) {
      for (const std::vector<int64_t> &list : *lists) entry.lists.push_back(dims(list));
    }
  }
}

const Call::Attr *Call::find_attr(const char *name) const {
  if (name == nullptr) return nullptr;
  const auto it = std::find_if(attrs_.begin(), attrs_.end(), [&](const Attr &entry) { return entry.attr->name == name; });
  return it == attrs_.end() ? nullptr : &*it;
}

void Call::forget_constants() {
  for (Side *side : {&inputs_, &outputs_}) {
    for (CallTensor &tensor : *side->described) tensor.constant = nullptr;
    for (KernelTensor &tensor : side->tensors) tensor.constant = nullptr;
  }
}

void RunHost::fail_once(Status status) {
  const std::scoped_lock lock(mutex);
  if (failure.ok()) failure = std::move(status);
}

Status report_shape(const Call &call, const std::string &library, uint32_t index, std::vector<int64_t> shape,
                    const RunBinding &binding) {
  const int64_t elements = product(shape);
  const int64_t capacity = call.outputs().tensors[index].elements;
  if (elements < 0 || (capacity >= 0 && elements > capacity)) {
    return fail(Msg::kKernelOutputTooLarge, {{"op", call.desc().op_type}, {"library", library}, {"elements", elements},
                                             {"output", index}, {"capacity", capacity}});
  }
  if (binding.shapes == nullptr) return {};
  auto &shapes = *binding.shapes;
  const auto place = std::lower_bound(shapes.begin(), shapes.end(), index,
                                      [](const auto &entry, uint32_t value) { return entry.first < value; });
  if (place != shapes.end() && place->first == index) {
    place->second = std::move(shape);
  } else if (shape != call.desc().outputs[index].shape) {
    shapes.emplace(place, index, std::move(shape));
  }
  return {};
}

Status misfit(const Call &call, const RunBinding &binding) {
  const bool is_input = binding.inputs.size() != call.desc().inputs.size();
  return fail(Msg::kKernelBinding, {{"op", call.desc().op_type},
                                    {"got", is_input ? binding.inputs.size() : binding.outputs.size()},
                                    {"expected", is_input ? call.desc().inputs.size() : call.desc().outputs.size()},
                                    {"side", is_input ? "inputs" : "outputs"}});
}

}  // namespace opstrata::aicpu
