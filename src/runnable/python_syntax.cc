// Python: keyword attributes, one signature per operator.
#include <algorithm>

#include "base/data_type.h"
#include "base/messages.h"
#include "esgen/literals.h"
#include "runnable/writer.h"

namespace opstrata::runnable {
namespace {

using esgen::python_float;
using esgen::python_string;

std::string type_text(ge::DataType type) {
  const auto name = data_type_enumerator(type);
  return name.empty() ? "DataType(" + std::to_string(static_cast<int>(type)) + ")" : "DataType." + std::string(name);
}
std::string format_text(ge::Format format) {
  const auto name = format_name(format);
  const auto known = name.empty() ? std::nullopt : format_from_name(name);
  if (known.has_value() && *known == format) return "Format.FORMAT_" + std::string(name);
  return "Format(" + std::to_string(static_cast<int>(format)) + ")";
}
std::string shape_text(const std::vector<int64_t> &dims) {
  std::vector<std::string> items;
  for (const int64_t dim : dims) items.push_back(std::to_string(dim));
  return "[" + join(items) + "]";
}

std::optional<std::string> tensor_text(const ge::Tensor &tensor) {
  const auto elements = tensor_elements(tensor);
  if (!elements.has_value()) return std::nullopt;
  const auto desc = tensor.GetTensorDesc();
  std::string text = "Tensor";
  if (elements->plain) {
    text += "([" + join(elements->python) + "]";
  } else {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string hex;
    for (size_t i = 0; i < tensor.GetSize(); ++i) hex += {kHex[tensor.GetData()[i] >> 4], kHex[tensor.GetData()[i] & 15]};
    text += ".from_bytes(bytes.fromhex(\"" + hex + "\")";
  }
  text += ", data_type=" + type_text(desc.GetDataType()) + ", shape=" + shape_text(dims_of(desc.GetShape()));
  if (desc.GetFormat() != ge::FORMAT_ND) text += ", format=" + format_text(desc.GetFormat());
  return text + ")";
}

struct ValueText {
  using Text = std::optional<std::string>;
  Text operator()(std::monostate) const { return std::nullopt; }
  Text operator()(const ge::Tensor &v) const { return tensor_text(v); }
  Text operator()(int64_t v) const { return item(v); }
  Text operator()(float v) const { return item(v); }
  Text operator()(bool v) const { return item(v); }
  Text operator()(ge::DataType v) const { return item(v); }
  Text operator()(const ge::AscendString &v) const { return has_zero_byte(v) ? std::nullopt : Text(item(v)); }
  Text operator()(const std::vector<int64_t> &v) const { return list(v); }
  Text operator()(const std::vector<float> &v) const { return list(v); }
  Text operator()(const std::vector<bool> &v) const { return list(v); }
  Text operator()(const std::vector<ge::DataType> &v) const { return list(v); }
  Text operator()(const std::vector<ge::AscendString> &v) const { return has_zero_byte(v) ? std::nullopt : list(v); }
  Text operator()(const std::vector<std::vector<int64_t>> &v) const { return list(v); }
  template <typename T>
  Text operator()(const T &) const {
    return std::nullopt;
  }

 private:
  static std::string item(int64_t v) { return std::to_string(v); }
  static std::string item(float v) { return python_float(v); }
  static std::string item(bool v) { return v ? "True" : "False"; }
  static std::string item(ge::DataType v) { return type_text(v); }
  static std::string item(const ge::AscendString &v) { return python_string({v.GetString(), v.GetLength()}); }
  static std::string item(const std::vector<int64_t> &v) { return shape_text(v); }
  template <typename T>
  static Text list(const T &values) {
    std::vector<std::string> items;
    for (const auto &value : values) items.push_back(item(value));
    return "[" + join(items) + "]";
  }
};

/// `, value_type=…` of an empty list, whose kind Python cannot tell; else nothing.
struct EmptyListKind {
  std::string operator()(const std::vector<int64_t> &v) const { return kind(v, "LIST_INT"); }
  std::string operator()(const std::vector<float> &v) const { return kind(v, "LIST_FLOAT"); }
  std::string operator()(const std::vector<bool> &v) const { return kind(v, "LIST_BOOL"); }
  std::string operator()(const std::vector<ge::DataType> &v) const { return kind(v, "LIST_DATA_TYPE"); }
  std::string operator()(const std::vector<ge::AscendString> &v) const { return kind(v, "LIST_STRING"); }
  std::string operator()(const std::vector<std::vector<int64_t>> &v) const { return kind(v, "LIST_LIST_INT"); }
  template <typename T>
  std::string operator()(const T &) const {
    return "";
  }

 private:
  template <typename T>
  static std::string kind(const T &values, const char *name) {
    return values.empty() ? std::string(", value_type=AttrValueType.VT_") + name : "";
  }
};

/// The node in the graph that was built. Nodes may share a name: they are told apart by their order.
std::string find_text(const Node &node) {
  size_t before = 0;
  for (const auto &other : node.graph->nodes) {
    if (other.get() == &node) break;
    before += other->name == node.name ? 1 : 0;
  }
  const std::string name = python_string(node.name);
  if (before == 0) return "graph.find_node_by_name(" + name + ")";
  return "[n for n in graph.get_direct_nodes() if n.name == " + name + "][" + std::to_string(before) + "]";
}

class PythonSyntax final : public Syntax {
 public:
  std::set<std::string> used_names() const override {
    return {"builder",      "graph",     "es",     "AttrValueType", "DataType", "Format",
            "GraphBuilder", "InputType", "Tensor", "TensorDesc",    "bytes",    "float"};
  }
  std::string prologue(const std::string &banner, const std::set<std::string> &op_types) const override {
    return "# " + banner + "\nimport sys\n\nfrom ge.es import GraphBuilder\n" +
           (op_types.empty() ? "" : "import ge.es." + module + " as es\n") +
           "from ge.es.graph_builder import InputType  # noqa: F401\nfrom ge.graph import AttrValueType, DataType, "
           "Format, Tensor, TensorDesc  # noqa: F401\n\n\n";
  }
  std::string epilogue(const std::string &root_function) const override {
    return "if __name__ == \"__main__\":\n    _graph = " + root_function +
           "()\n    if len(sys.argv) > 1:\n        _graph.save_to_air(sys.argv[1])\n    else:\n        print(_graph)\n";
  }
  std::string function(const std::string &name, const Scope &scope, const std::vector<std::string> &outputs) const override {
    std::string text = "def " + name + "():\n    builder = GraphBuilder(" + python_string(scope.graph->name) + ")\n";
    for (const auto &statement : scope.statements) text += "    " + statement.text + "\n";
    const std::string build = "builder.build_and_reset([" + join(outputs) + "])";
    if (scope.late.empty()) return text + "    return " + build + "\n\n\n";
    text += "    graph = " + build + "\n";
    for (const auto &line : scope.late) text += "    " + line + "\n";
    return text + "    return graph\n\n\n";
  }
  std::string input(int64_t index, const Node &node, bool described) const override {
    std::string text = "builder.create_input(" + std::to_string(index);
    const auto &desc = node.outputs.front().desc;
    if (node.name != "input_" + std::to_string(index)) text += ", name=" + python_string(node.name);
    if (node.type() != "Data") text += ", type_str=" + python_string(node.type());
    if (described) {
      text += ", data_type=" + type_text(desc.GetDataType()) + ", format=" + format_text(desc.GetFormat()) + ", shape=" +
              shape_text(dims_of(desc.GetShape()));
    }
    return text + ")";
  }
  std::string variable(int64_t index, const std::string &name) const override {
    return "builder.create_variable(" + std::to_string(index) + ", " + python_string(name) + ")";
  }
  std::optional<std::string> constant(const ge::Tensor &value) const override {
    const auto elements = tensor_elements(value);
    if (!elements.has_value()) return std::nullopt;
    const auto desc = value.GetTensorDesc();
    if (!elements->plain || desc.GetFormat() != ge::FORMAT_ND) return "builder.create_const(" + *tensor_text(value) + ")";
    const auto dims = dims_of(desc.GetShape());
    std::string kind = elements->cpp_type == "float" ? "float" : elements->cpp_type.substr(0, elements->cpp_type.size() - 2);
    if (dims.empty()) return "builder.create_scalar_" + kind + "(" + elements->python[0] + ")";
    const std::string values = "[" + join(elements->python) + "]";
    if (dims.size() == 1) return "builder.create_vector_" + kind + "(" + values + ")";
    return "builder.create_const_" + kind + "(" + values + ", shape=" + shape_text(dims) + ")";
  }

  Result<std::string> call(const Call &call, Scope &scope) override {
    const Node &node = *call.node;
    const auto &op = *call.op->op;
    const auto &names = call.op->python;
    // As the generated function: optional inputs may be left out only behind everything that must be written.
    const bool dynamic_output = std::any_of(op.outputs.begin(), op.outputs.end(), [](const auto &o) { return o.kind == proto::OutputKind::kDynamic; });
    size_t needed = 0;
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      const bool mandatory = op.inputs[i].kind != proto::InputKind::kOptional || dynamic_output || !op.subgraphs.empty();
      if (mandatory || is_connected(ports_of(node, op, i))) needed = i + 1;
    }
    std::vector<std::string> arguments;
    for (size_t i = 0; i < needed; ++i) {
      const auto ports = ports_of(node, op, i);
      if (op.inputs[i].kind == proto::InputKind::kDynamic) {
        std::vector<std::string> items;
        for (const auto *port : ports) items.push_back(source_of(*this, scope, *port));
        arguments.push_back("[" + join(items) + "]");
      } else {
        arguments.push_back(is_connected(ports) ? source_of(*this, scope, *ports.front()) : "None");
      }
    }
    if (op.inputs.empty()) {
      arguments.push_back("builder");
    } else if (std::none_of(node.inputs.begin(), node.inputs.end(), [](const auto &port) { return port.source != nullptr; })) {
      // A lone empty list has no builder either, and no parameter for it: the call then fails with its reason.
      if (esgen::all_inputs_optional(op)) arguments.push_back("owner_builder=builder");
    } else if (esgen::all_inputs_optional(op) && needed == op.inputs.size() && (dynamic_output || !op.subgraphs.empty())) {
      arguments.push_back("owner_builder=None");
    }
    for (size_t i = 0; i < op.outputs.size(); ++i) {
      if (op.outputs[i].kind == proto::OutputKind::kDynamic) {
        arguments.push_back(names.outputs[i] + "_num=" + std::to_string(output_count(node, op.outputs[i].name)));
      }
    }
    for (size_t i = 0; i < op.subgraphs.size(); ++i) {
      std::vector<std::string> graphs;
      for (const auto &function : call.graphs[i]) graphs.push_back(function + "()");
      const bool dynamic = op.subgraphs[i].kind == proto::SubgraphKind::kDynamic;
      if (!dynamic && graphs.size() != 1) return fail(Msg::kRunnableNoCall, {{"node", node.name}, {"type", op.type}});
      arguments.push_back(names.subgraphs[i] + "=" + (dynamic ? "[" + join(graphs) + "]" : graphs[0]));
    }
    for (const size_t i : esgen::attr_order(op)) {
      if (call.tensors[i].has_value()) {
        const auto text = tensor_text(*call.tensors[i]);
        if (!text.has_value()) return fail(Msg::kRunnableValue, {{"node", node.name}, {"type", op.type}, {"name", op.attrs[i].name}});
        arguments.push_back(names.attrs[i] + "=" + *text);
      } else if (call.attrs[i].has_value()) {
        proto::AttrDef value = op.attrs[i];
        value.required = false;
        value.default_value = *call.attrs[i];
        arguments.push_back(names.attrs[i] + "=" + esgen::python_default(value));
      }
    }
    return "es." + op.type + "(" + join(arguments) + ")";
  }

  std::string define(const std::string &variable, const std::string &expression) const override { return variable + " = " + expression; }
  std::string discard(const std::string &expression) const override { return expression; }
  std::string name_next(const std::string &name) const override { return "builder.set_next_node_name(" + python_string(name) + ")"; }
  std::string output(const Node &node, const std::string &variable, int index) const override {
    const auto *op = find(node.type());
    const auto [ir, k] = locate_output(node, index);
    if (op == nullptr || ir < 0) return variable;
    const bool dynamic = node.ir.outputs[static_cast<size_t>(ir)].kind == proto::OutputKind::kDynamic;
    const std::string element = dynamic ? "[" + std::to_string(k) + "]" : "";
    if (esgen::result_form(*op->op) != esgen::ResultForm::kStruct) return variable + element;
    const int current = op->op->output_index(node.ir.outputs[static_cast<size_t>(ir)].name);
    return variable + "." + op->python.outputs[static_cast<size_t>(std::max(current, 0))] + element;
  }
  void describe(const Node &node, int index, const std::string &holder, const ge::TensorDesc &known, const ge::TensorDesc &wanted,
                Scope &scope) const override {
    const auto storage = dims_of(wanted.GetShape()), origin = dims_of(wanted.GetOriginShape());
    if (storage != origin || wanted.GetFormat() != wanted.GetOriginFormat()) {
      scope.late.push_back(find_text(node) + ".update_output_desc(" + std::to_string(index) + ", TensorDesc(" +
                           shape_text(storage) + ", " + format_text(wanted.GetFormat()) + ", " +
                           type_text(wanted.GetDataType()) + ", " + shape_text(origin) + ", " +
                           format_text(wanted.GetOriginFormat()) + "))");
      return;
    }
    if (known.GetDataType() != wanted.GetDataType()) scope.statements.push_back({holder + ".set_data_type(" + type_text(wanted.GetDataType()) + ")"});
    if (known.GetFormat() != wanted.GetFormat() || known.GetOriginFormat() != wanted.GetOriginFormat()) {
      scope.statements.push_back({holder + ".set_format(" + format_text(wanted.GetFormat()) + ")"});
    }
    if (dims_of(known.GetShape()) != storage || dims_of(known.GetOriginShape()) != origin) {
      scope.statements.push_back({holder + ".set_shape(" + shape_text(storage) + ")"});
    }
  }
  bool set_attr(Owner owner, const Node *node, int index, const std::string &holder, const std::string &name, const proto::AttrStorage &value,
                Scope &scope) const override {
    auto text = std::visit(ValueText(), value);
    if (!text.has_value()) return false;
    *text += std::visit(EmptyListKind(), value);
    const std::string key = python_string(name), position = std::to_string(index) + ", ";
    const char *kind = std::holds_alternative<int64_t>(value) ? "int64" : std::holds_alternative<bool>(value) ? "bool"
                       : std::holds_alternative<ge::AscendString>(value) ? "string" : nullptr;
    const std::string found = node == nullptr ? "" : find_text(*node);
    switch (owner) {
      case Owner::kNode:
        if (kind != nullptr) scope.statements.push_back({"builder.set_node_attr_" + std::string(kind) + "(" + holder + ", " + key + ", " + *text + ")"});
        else scope.late.push_back(found + ".set_attr(" + key + ", " + *text + ")");
        break;
      case Owner::kOutput: scope.late.push_back(found + ".set_output_attr(" + key + ", " + position + *text + ")"); break;
      case Owner::kInput: scope.late.push_back(found + ".set_input_attr(" + key + ", " + position + *text + ")"); break;
      case Owner::kGraph: scope.late.push_back("graph.set_attr(" + key + ", " + *text + ")"); break;
    }
    return true;
  }
  std::string control_edges(const std::string &target, const std::vector<std::string> &sources) const override {
    return "builder.add_control_dependency(" + target + ", [" + join(sources) + "])";
  }
};

}  // namespace

std::unique_ptr<Syntax> make_python_syntax() {
  auto syntax = std::make_unique<PythonSyntax>();
  syntax->language = esgen::Language::kPython;
  return syntax;
}

}  // namespace opstrata::runnable
