#include "tools/opstrata/replay/made_up.h"

#include "base/data_type.h"
#include "exec/values.h"

namespace opstrata::tools {

Result<uint64_t> storage_bytes(const aicpu::CallTensor &tensor, const std::string &name) {
  aicpu::CallTensor reached = tensor;
  if (!tensor.storage_shape.empty()) reached.shape = tensor.storage_shape;
  if (!tensor.blocked && !tensor.strides.empty()) {
    uint64_t last = 0;
    for (size_t i = 0; i < tensor.shape.size(); ++i) {
      uint64_t step = 0;
      if (tensor.shape[i] == 0) return uint64_t{0};
      if (tensor.strides[i] < 0 || tensor.shape[i] < 0 ||
          __builtin_mul_overflow(static_cast<uint64_t>(tensor.strides[i]), static_cast<uint64_t>(tensor.shape[i] - 1),
                                 &step) ||
          __builtin_add_overflow(last, step, &last)) {
        return Status(Code::kUnsupported, name + ": these strides cannot be replayed");
      }
    }
    // The storage may have been larger than what the view reaches; it is never smaller.
    const uint64_t elements = last + 1;
    aicpu::CallTensor flat = tensor;
    flat.shape = {static_cast<int64_t>(elements)};
    if (exec::value_bytes(flat) > exec::value_bytes(reached)) reached.shape = flat.shape;
  }
  const uint64_t bytes = exec::value_bytes(reached);
  bool is_empty = false;
  for (const int64_t dim : reached.shape) is_empty = is_empty || dim == 0;
  if (bytes == 0 && !is_empty)
    return Status(Code::kUnsupported, name + ": data of this type or shape cannot be made up");
  return bytes;
}

Result<std::vector<Place>> places_of(const exec::LaunchLine &line) {
  const size_t inputs = line.desc.inputs.size();
  std::vector<Place> places(inputs + line.desc.outputs.size());
  for (size_t i = 0; i < places.size(); ++i) {
    const bool is_input = i < inputs;
    const aicpu::CallTensor &tensor = is_input ? line.desc.inputs[i] : line.desc.outputs[i - inputs];
    if (!tensor.present || tensor.constant != nullptr) continue;
    const std::string name = (is_input ? "input " : "output ") + std::to_string(is_input ? i : i - inputs);
    if (i < line.left_out.size() && line.left_out[i] != 0) {
      return Status(Code::kUnsupported, name + ": the line does not hold its value of " +
                                            std::to_string(line.left_out[i]) + " bytes, which the host knew");
    }
    const auto size = storage_bytes(tensor, name);
    if (!size.ok()) return size.status();
    places[i] = {i, *size};
    if (const int32_t other = i < line.lies_at.size() ? line.lies_at[i] : -1; other >= 0) {
      const size_t memory = places[static_cast<size_t>(other)].memory;
      if (memory != Place::kNone && places[memory].bytes >= *size) places[i].memory = memory;
    }
  }
  return places;
}

MadeUp made_up_values(ge::DataType type) {
  // Small numbers: as indices they are inside, as factors they do not overflow.
  static constexpr double kReal[kMadeUpValues] = {0,  1,     -1,   0.5, 2,    -0.25, 1.5, 3,
                                                  -2, 0.125, 0.75, 4,   -0.5, 1.25,  -3,  2.5};
  static constexpr int kWhole[kMadeUpValues] = {0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0};
  MadeUp made;
  const int bits = data_type_bits(type);
  made.width = bits >= 8 ? static_cast<size_t>(bits) / 8 : 1;
  made.bytes.assign(kMadeUpValues * made.width, 0);
  for (size_t i = 0; i < kMadeUpValues; ++i) {
    uint8_t *to = made.bytes.data() + i * made.width;
    exec::Number number;
    number.d = kReal[i];
    const bool is_real = exec::is_value_type(type) && bits >= 8 && exec::store_number(number, to, type);
    exec::Number back;
    // Types of whole numbers cut halves off: they get 0 and 1.
    if (is_real && exec::load_number(to, type, back) &&
        (back.kind == exec::Number::Kind::kFloating || back.kind == exec::Number::Kind::kComplex))
      continue;
    for (size_t k = 0; k < made.width; ++k) to[k] = 0;
    to[0] = static_cast<uint8_t>(kWhole[i]);
  }
  return made;
}

}  // namespace opstrata::tools
