// The readable dump (es-api section 13.4): one line per node, one per element of a node with several outputs.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/data_type.h"
#include "base/half.h"
#include "graph/model.h"
#include "proto/attr_storage.h"

namespace opstrata::graph {
namespace {

// Constants of more elements are shortened to their first ones.
constexpr int64_t kMaxElements = 64;
constexpr int64_t kShownElements = 8;

template <typename T>
T read(const uint8_t *data, int64_t i) {
  T value;
  std::memcpy(&value, data + static_cast<size_t>(i) * sizeof(T), sizeof(T));
  return value;
}

std::string element(ge::DataType type, const uint8_t *data, int64_t i) {
  switch (type) {
    case ge::DT_FLOAT: return fmt::format("{}", read<float>(data, i));
    case ge::DT_DOUBLE: return fmt::format("{}", read<double>(data, i));
    case ge::DT_FLOAT16: return fmt::format("{}", fp16_to_float(read<uint16_t>(data, i)));
    case ge::DT_BF16: return fmt::format("{}", bf16_to_float(read<uint16_t>(data, i)));
    case ge::DT_INT8: return fmt::format("{}", static_cast<int>(read<int8_t>(data, i)));
    case ge::DT_UINT8: return fmt::format("{}", static_cast<unsigned>(read<uint8_t>(data, i)));
    case ge::DT_INT16: return fmt::format("{}", read<int16_t>(data, i));
    case ge::DT_UINT16: return fmt::format("{}", read<uint16_t>(data, i));
    case ge::DT_INT32: return fmt::format("{}", read<int32_t>(data, i));
    case ge::DT_UINT32: return fmt::format("{}", read<uint32_t>(data, i));
    case ge::DT_INT64: return fmt::format("{}", read<int64_t>(data, i));
    case ge::DT_UINT64: return fmt::format("{}", read<uint64_t>(data, i));
    case ge::DT_BOOL: return read<uint8_t>(data, i) != 0 ? "true" : "false";
    case ge::DT_COMPLEX64: return fmt::format("({}, {})", read<float>(data, 2 * i), read<float>(data, 2 * i + 1));
    case ge::DT_COMPLEX128: return fmt::format("({}, {})", read<double>(data, 2 * i), read<double>(data, 2 * i + 1));
    default: {  // other types: their bits
      const int size = ge::GetSizeByDataType(type);
      std::string hex = "0x";
      for (int k = size - 1; k >= 0; --k) hex += fmt::format("{:02x}", data[i * size + k]);
      return hex;
    }
  }
}

// Elements from `first` on of the dimensions `dims[depth]` …, in nested brackets.
std::string nested(ge::DataType type, const uint8_t *data, const std::vector<int64_t> &dims, size_t depth, int64_t first) {
  if (depth == dims.size()) return element(type, data, first);
  int64_t stride = 1;
  for (size_t d = depth + 1; d < dims.size(); ++d) stride *= dims[d];
  std::string text = "[";
  for (int64_t i = 0; i < dims[depth]; ++i) text += (i == 0 ? "" : ", ") + nested(type, data, dims, depth + 1, first + i * stride);
  return text + "]";
}

std::string tensor_text(const ge::Tensor &tensor) {
  const auto desc = tensor.GetTensorDesc();
  const auto dims = desc.GetShape().GetDims();
  const ge::DataType type = desc.GetDataType();
  const int size = ge::GetSizeByDataType(type);
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  if (tensor.GetData() == nullptr || size <= 0) return "";
  if (size > 1000 || static_cast<int64_t>(tensor.GetSize()) < count * size) return fmt::format("<{} bytes>", tensor.GetSize());
  if (count <= kMaxElements) return nested(type, tensor.GetData(), dims, 0, 0);
  std::string text = "[";
  for (int64_t i = 0; i < kShownElements; ++i) text += element(type, tensor.GetData(), i) + ", ";
  return text + fmt::format("... {} elements]", count);
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') result += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20) result += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else result += c;
  }
  return result + "\"";
}

std::string named_text(const ge::NamedAttrs &attrs);

// Text of one value; empty for an empty value.
struct Printer {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(int64_t v) const { return std::to_string(v); }
  std::string operator()(float v) const { return fmt::format("{}", v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(const ge::AscendString &v) const { return v.GetLength() == 0 ? "" : quoted(v.GetString()); }
  std::string operator()(ge::DataType v) const { return std::string(data_type_serial_name(v)); }
  std::string operator()(const ge::Tensor &v) const { return tensor_text(v); }
  std::string operator()(const ge::NamedAttrs &v) const { return named_text(v); }
  std::string operator()(const std::vector<uint8_t> &v) const { return v.empty() ? "" : fmt::format("<{} bytes>", v.size()); }
  template <typename T>
  std::string operator()(const std::vector<T> &v) const {
    if (v.empty()) return "";
    std::string text = "[";
    for (size_t i = 0; i < v.size(); ++i) {
      const T &item = v[i];
      std::string part = (*this)(item);
      if constexpr (std::is_same_v<T, ge::AscendString>) {
        if (part.empty()) part = "\"\"";
      }
      if (part.empty()) part = "[]";
      text += (i == 0 ? "" : ", ") + part;
    }
    return text + "]";
  }
  std::string operator()(const std::vector<bool> &v) const {
    std::vector<std::string> parts;
    for (const bool b : v) parts.emplace_back(b ? "true" : "false");
    return v.empty() ? "" : fmt::format("[{}]", fmt::join(parts, ", "));
  }
};

std::string value_text(const ge::AttrValue &value) { return std::visit(Printer(), proto::storage_of(value)); }

std::string named_text(const ge::NamedAttrs &attrs) {
  std::vector<std::string> parts;
  for (const auto &name : attrs.GetAllAttrNames()) {
    ge::AttrValue value;
    (void)attrs.GetAttr(name, value);
    parts.push_back(fmt::format("{}: {}", name.GetString(), value_text(value)));
  }
  return fmt::format("{}{{{}}}", attrs.GetName().GetString(), fmt::join(parts, ", "));
}

std::string value_name(const Node &node, int output) {
  return node.outputs.size() > 1 ? fmt::format("%{}_{}", node.name, output) : "%" + node.name;
}

std::vector<std::string> input_parts(const Node &node) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const auto &port = node.inputs[i];
    if (port.source == nullptr) continue;
    std::string label = fmt::format("_input_{}", i);
    if (port.ir >= 0) {
      const auto &def = node.ir.inputs[static_cast<size_t>(port.ir)];
      label = def.name;
      if (def.kind == proto::InputKind::kDynamic) label += fmt::format("_{}", static_cast<int>(i) - node.input_range(port.ir).first);
    }
    parts.push_back(label + "=" + value_name(*port.source, port.source_output));
  }
  return parts;
}

std::vector<std::string> attr_parts(const Node &node) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < node.subgraphs.size(); ++i) {
    const auto &slot = node.subgraphs[i];
    parts.push_back(fmt::format("{}: %{}", slot.ir >= 0 ? slot.name : fmt::format("_graph_{}", i), slot.graph->name));
  }
  const auto add = [&parts](const std::string &name, const ge::AttrValue &value) {
    if (std::string text = value_text(value); !text.empty()) parts.push_back(name + ": " + text);
  };
  for (const auto &def : node.ir.attrs) {
    if (const auto it = node.attrs.find(def.name); it != node.attrs.end()) add(it->first, it->second);
  }
  for (const auto &[name, value] : node.attrs) {
    if (node.ir.find_attr(name) == nullptr) add(name, value);
  }
  return parts;
}

void append_graph(const GraphData &graph, std::string &text) {
  text += fmt::format("graph(\"{}\"):\n", graph.name);
  std::vector<Node *> order;
  if (auto sorted = graph.topological_order(); sorted.ok()) order = std::move(*sorted);
  else for (const auto &node : graph.nodes) order.push_back(node.get());
  for (const Node *node : order) {
    if (node->type() == "NetOutput") continue;  // the return line
    std::vector<std::string> groups;
    if (const auto inputs = input_parts(*node); !inputs.empty()) groups.push_back(fmt::format("inputs = ({})", fmt::join(inputs, ", ")));
    if (const auto attrs = attr_parts(*node); !attrs.empty()) groups.push_back(fmt::format("attrs = {{{}}}", fmt::join(attrs, ", ")));
    text += fmt::format("  %{} : [#users={}] = Node[type={}] ({})\n", node->name, node->outputs.size(), node->type(), fmt::join(groups, ", "));
    for (size_t k = 0; node->outputs.size() > 1 && k < node->outputs.size(); ++k) {
      text += fmt::format("  {} : [#users={}] = get_element[node=%{}]({})\n", value_name(*node, static_cast<int>(k)),
                          node->outputs[k].consumers.size(), node->name, k);
    }
  }
  std::vector<std::string> returned;
  const auto outputs = graph.output_ports();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string value = value_name(*outputs[i].first, outputs[i].second);
    returned.push_back(outputs.size() == 1 ? value : fmt::format("output_{}={}", i, value));
  }
  text += fmt::format("\n  return ({})\n", fmt::join(returned, ", "));
}

}  // namespace

std::string attr_text(const ge::AttrValue &value) { return value_text(value); }

std::string to_readable(const GraphData &graph) {
  std::string text;
  append_graph(graph, text);
  for (const auto &subgraph : graph.all_subgraphs()) {
    text += "\n";
    append_graph(*subgraph, text);
  }
  return text;
}

}  // namespace opstrata::graph
