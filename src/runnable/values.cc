// Values and names that both languages share.
#include <algorithm>
#include <cstring>

#include "base/data_type.h"
#include "esgen/literals.h"
#include "esgen/names.h"
#include "runnable/writer.h"

namespace opstrata::runnable {
namespace {

template <typename T>
void read_all(const ge::Tensor &tensor, size_t count, Elements *elements) {
  std::vector<std::string> *out = &elements->cpp;
  for (size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, tensor.GetData() + i * sizeof(T), sizeof(T));
    if constexpr (std::is_same_v<T, float>) elements->python.push_back(esgen::python_float(value));
    else elements->python.push_back(std::to_string(value));
    if constexpr (std::is_same_v<T, float>) {
      out->push_back(esgen::cpp_float(value));
    } else if constexpr (std::is_same_v<T, int64_t>) {
      out->push_back(esgen::cpp_int(value));
    } else if constexpr (std::is_same_v<T, int32_t>) {
      out->push_back(value == INT32_MIN ? "(-2147483647 - 1)" : std::to_string(value));
    } else if constexpr (std::is_unsigned_v<T>) {
      out->push_back(std::to_string(value) + (sizeof(T) == 8 ? "ULL" : sizeof(T) == 4 ? "U" : ""));
    } else {
      out->push_back(std::to_string(value));
    }
  }
}

}  // namespace

std::optional<Elements> tensor_elements(const ge::Tensor &tensor) {
  const auto desc = tensor.GetTensorDesc();
  const ge::DataType type = desc.GetDataType();
  const int size = ge::GetSizeByDataType(type);
  if (size <= 0 || size > 8) return std::nullopt;
  size_t count = 1;
  for (const int64_t dim : dims_of(desc.GetShape())) {
    if (dim < 0) return std::nullopt;
    count *= static_cast<size_t>(dim);
  }
  if (tensor.GetSize() != count * static_cast<size_t>(size) || (count != 0 && tensor.GetData() == nullptr)) return std::nullopt;
  Elements elements;
  elements.plain = true;
  const auto as = [&](const char *cpp_type, auto example) {
    elements.cpp_type = cpp_type;
    read_all<decltype(example)>(tensor, count, &elements);
  };
  switch (type) {
    case ge::DT_INT64: as("int64_t", int64_t{}); return elements;
    case ge::DT_INT32: as("int32_t", int32_t{}); return elements;
    case ge::DT_UINT64: as("uint64_t", uint64_t{}); return elements;
    case ge::DT_UINT32: as("uint32_t", uint32_t{}); return elements;
    case ge::DT_FLOAT: {
      // Literals know one NaN; of others the bits are written.
      constexpr uint32_t kNan = 0x7FC00000U;
      bool literal = true;
      for (size_t i = 0; i < count; ++i) {
        uint32_t bits = 0;
        std::memcpy(&bits, tensor.GetData() + i * sizeof bits, sizeof bits);
        literal = literal && ((bits & 0x7FFFFFFFU) <= 0x7F800000U || bits == kNan);
      }
      if (!literal) break;
      as("float", float{});
      return elements;
    }
    default: break;
  }
  elements.plain = false;
  if (type == ge::DT_INT8) as("int8_t", int8_t{});
  else if (type == ge::DT_INT16) as("int16_t", int16_t{});
  else if (size == 1) as("uint8_t", uint8_t{});
  else if (size == 2) as("uint16_t", uint16_t{});
  else if (size == 4) as("uint32_t", uint32_t{});
  else if (size == 8) as("uint64_t", uint64_t{});
  else return std::nullopt;
  return elements;
}

std::vector<int64_t> dims_of(const ge::Shape &shape) { return shape.GetDims(); }

std::string join(const std::vector<std::string> &items) {
  std::string text;
  for (const auto &item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

std::string int_list(const std::vector<int64_t> &values) {
  std::vector<std::string> items;
  for (const int64_t value : values) items.push_back(esgen::cpp_int(value));
  return join(items);
}

bool same_basics(const ge::TensorDesc &a, const ge::TensorDesc &b) {
  return a.GetDataType() == b.GetDataType() && a.GetFormat() == b.GetFormat() && a.GetOriginFormat() == b.GetOriginFormat() &&
         dims_of(a.GetShape()) == dims_of(b.GetShape()) && dims_of(a.GetOriginShape()) == dims_of(b.GetOriginShape());
}

std::string claim(std::set<std::string> &taken, const std::string &wanted, esgen::Language language) {
  std::string name;
  for (const char c : esgen::identifier_text(wanted)) {
    if (c != '_' || name.empty() || name.back() != '_')
      name += c;  // two in a row are reserved in C++, mangled in Python classes
  }
  const bool capitals =
      name.size() > 1 && std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const bool bad = name.empty() || (name[0] >= '0' && name[0] <= '9') || esgen::is_reserved(name, language) ||
                   (capitals && language == esgen::Language::kCpp);  // may be a macro
  if (!name.empty() && name[0] == '_')
    name = "t" + name;
  else if (bad)
    name = "t_" + name;
  std::string unique = name;
  for (size_t i = 2; taken.count(unique) != 0; ++i) unique = name + (name.back() == '_' ? "" : "_") + std::to_string(i);
  taken.insert(unique);
  return unique;
}

bool has_zero_byte(const proto::AttrStorage &value) {
  const auto zero = [](const ge::AscendString &text) {
    return std::string_view(text.GetString(), text.GetLength()).find('\0') != std::string_view::npos;
  };
  if (const auto *text = std::get_if<ge::AscendString>(&value)) return zero(*text);
  const auto *texts = std::get_if<std::vector<ge::AscendString>>(&value);
  return texts != nullptr && std::any_of(texts->begin(), texts->end(), zero);
}

std::pair<int, int> locate_output(const Node &node, int index) {
  if (node.outputs.empty()) return {-1, 0};
  const int ir = node.outputs[static_cast<size_t>(std::max(index, 0))].ir;
  return {ir, std::max(index, 0) - node.output_range(ir).first};
}

std::string source_of(const Syntax &syntax, Scope &scope, const graph::InputPort &port) {
  return syntax.output(*port.source, use(scope, *port.source), port.source_output);
}

std::vector<const graph::InputPort *> ports_of(const Node &node, const proto::OpPrototype &op, size_t index) {
  std::vector<const graph::InputPort *> ports;
  const int ir = node.ir.input_index(op.inputs[index].name);
  for (const auto &port : node.inputs) {
    if (port.ir == ir && ir >= 0) ports.push_back(&port);
  }
  return ports;
}

bool is_connected(const std::vector<const graph::InputPort *> &ports) {
  return std::any_of(ports.begin(), ports.end(), [](const auto *port) { return port->source != nullptr; });
}

int64_t output_count(const Node &node, const std::string &name) {
  const int ir = node.ir.output_index(name);
  return ir < 0 ? 0 : node.output_range(ir).second;
}

std::string use(Scope &scope, const Node &node) {
  scope.used.insert(&node);
  return scope.variables.at(&node);
}

}  // namespace opstrata::runnable
