#include <algorithm>
#include <set>
#include <utility>

#include "esgen/emit.h"
#include "esgen/literals.h"

namespace opstrata::esgen {
namespace {

using proto::AttrType;
using proto::InputKind;
using proto::OpPrototype;
using proto::OutputKind;
using proto::SubgraphKind;

/// Names that the module imports. One that the operator, its result class or a member of that has is imported as `_Name`.
class Imports {
 public:
  explicit Imports(std::set<std::string> own) : own_(std::move(own)) {}
  std::string name(const std::string &imported) const { return own_.count(imported) == 0 ? imported : "_" + imported; }
  std::string line(const std::string &module, const std::vector<std::string> &imported) const {
    std::string text = "from " + module + " import ";
    for (size_t i = 0; i < imported.size(); ++i) {
      text += (i == 0 ? "" : ", ") + imported[i];
      if (own_.count(imported[i]) != 0) text += " as _" + imported[i];
    }
    return text + "\n";
  }

 private:
  std::set<std::string> own_;
};

std::string annotation(AttrType type, const Imports &imports) {
  const auto sequence = [&](const std::string &of) { return imports.name("Sequence") + "[" + of + "]"; };
  switch (type) {
    case AttrType::kInt: return "int";
    case AttrType::kFloat: return "float";
    case AttrType::kBool: return "bool";
    case AttrType::kString: return imports.name("str");
    case AttrType::kType: return imports.name("DataType");
    case AttrType::kTensor: return imports.name("Tensor");
    case AttrType::kListInt: return sequence("int");
    case AttrType::kListFloat: return sequence("float");
    case AttrType::kListBool: return sequence("bool");
    case AttrType::kListString: return sequence(imports.name("str"));
    case AttrType::kListType: return sequence(imports.name("DataType"));
    case AttrType::kListListInt: return sequence(sequence("int"));
    default: return "object";
  }
}

/// `("a", "b",)`: a tuple of texts that are Python expressions already.
std::string tuple(const std::vector<std::string> &items) {
  std::string text = "(";
  for (const auto &item : items) text += item + ", ";
  if (!items.empty()) text.pop_back();
  return text + ")";
}

/// Tensor-like capable in Python: wider than C++, lists of numbers are converted element by element (es-api section 9.2).
bool is_python_like(const OpPrototype &p) { return p.inputs.size() > 1 || all_inputs_optional(p); }

std::string pair(const std::string &name, std::string_view kind) {
  return "(" + python_string(name) + ", \"" + std::string(kind) + "\")";
}

/// Today's names of what stood at the positions of an older release's function (inputs, owner, counts, subgraphs); empty where
/// something of it is no longer there.
std::vector<std::string> positions(const OpPrototype &old, const OpPrototype &p, const Names &n) {
  std::vector<std::string> names;
  const auto find = [&](const auto &elements, const std::vector<std::string> &today, const std::string &name, const char *suffix) {
    const auto at = std::find_if(elements.begin(), elements.end(), [&](const auto &element) { return element.name == name; });
    if (at == elements.end()) return false;
    names.push_back(today[static_cast<size_t>(at - elements.begin())] + suffix);
    return true;
  };
  for (const auto &input : old.inputs) {
    if (!find(p.inputs, n.inputs, input.name, "")) return {};
  }
  if (old.inputs.empty() || all_inputs_optional(old)) {
    if (p.inputs.empty()) names.push_back("owner_graph_builder");
    else if (all_inputs_optional(p)) names.push_back("owner_builder");
    else return {};
  }
  for (const auto &output : old.outputs) {
    if (output.kind == OutputKind::kDynamic && !find(p.outputs, n.outputs, output.name, "_num")) return {};
  }
  for (const auto &graph : old.subgraphs) {
    if (!find(p.subgraphs, n.subgraphs, graph.name, "")) return {};
  }
  return names;
}

/// The positions of releases whose calls today's positions would read otherwise, each once, newest first, as Python text.
std::vector<std::string> earlier_positions(const EmitOperator &op) {
  const std::vector<std::string> today = positions(*op.op, *op.op, op.python);
  std::vector<std::string> texts;
  for (auto old = op.history.rbegin(); old != op.history.rend(); ++old) {
    const std::vector<std::string> names = positions(*old->op, *op.op, op.python);
    if (names.size() <= today.size() && std::equal(names.begin(), names.end(), today.begin())) continue;
    std::vector<std::string> quoted;
    for (const auto &name : names) quoted.push_back(python_string(name));
    std::string text = tuple(quoted);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

std::string emit_python(const EmitOperator &op, const EmitContext &context) {
  const auto &p = *op.op;
  const auto &n = op.python;
  const bool like = is_python_like(p);
  const std::string output_class = result_name(p, context);
  std::set<std::string> own(n.outputs.begin(), n.outputs.end());
  own.insert({p.type, output_class});
  const Imports imports(own);
  const std::string holder = imports.name("TensorHolder");
  const std::string tensor = like ? imports.name("Union") + "[" + holder + ", " + imports.name("TensorLike") + "]" : holder;
  const auto optional = [&](const std::string &of) { return imports.name("Optional") + "[" + of + "]"; };
  const auto sequence = [&](const std::string &of) { return imports.name("Sequence") + "[" + of + "]"; };
  const bool dynamic_output = std::any_of(p.outputs.begin(), p.outputs.end(), [](const auto &o) { return o.kind == OutputKind::kDynamic; });
  const ResultForm form = result_form(p);
  const std::string list = imports.name("List") + "[" + holder + "]";
  const std::string result = form == ResultForm::kTensor ? holder : form == ResultForm::kTensorVector ? list : output_class;
  // An input may be left out when nothing positional that must be written follows it.
  size_t last_mandatory = 0;
  for (size_t i = 0; i < p.inputs.size(); ++i) {
    if (p.inputs[i].kind != InputKind::kOptional) last_mandatory = i + 1;
  }
  if (dynamic_output || !p.subgraphs.empty()) last_mandatory = p.inputs.size();

  std::vector<std::string> parameters, inputs, input_values, counts, graphs, graph_values, attrs, attr_values, outputs;
  std::string owner = "None";
  for (size_t i = 0; i < p.inputs.size(); ++i) {
    inputs.push_back(pair(n.inputs[i], p.inputs[i].kind == InputKind::kRequired ? "required"
                                       : p.inputs[i].kind == InputKind::kOptional ? "optional" : "dynamic"));
    input_values.push_back(n.inputs[i]);
    if (p.inputs[i].kind == InputKind::kDynamic) {
      parameters.push_back(n.inputs[i] + ": " + sequence(tensor));
    } else if (p.inputs[i].kind == InputKind::kOptional) {
      parameters.push_back(n.inputs[i] + ": " + optional(tensor) + (i >= last_mandatory ? " = None" : ""));
    } else {
      parameters.push_back(n.inputs[i] + ": " + tensor);
    }
  }
  if (p.inputs.empty()) {
    owner = "owner_graph_builder";
    parameters.push_back("owner_graph_builder: " + imports.name("GraphBuilder"));
  } else if (all_inputs_optional(p)) {
    owner = "owner_builder";
    parameters.push_back("owner_builder: " + optional(imports.name("GraphBuilder")) + (last_mandatory < p.inputs.size() ? " = None" : ""));
  }
  for (size_t i = 0; i < p.outputs.size(); ++i) {
    outputs.push_back(pair(n.outputs[i], p.outputs[i].kind == OutputKind::kDynamic ? "dynamic" : "required"));
    if (p.outputs[i].kind != OutputKind::kDynamic) continue;
    counts.push_back(n.outputs[i] + "_num");
    parameters.push_back(n.outputs[i] + "_num: int");
  }
  for (size_t i = 0; i < p.subgraphs.size(); ++i) {
    const bool is_dynamic = p.subgraphs[i].kind == SubgraphKind::kDynamic;
    graphs.push_back(pair(n.subgraphs[i], is_dynamic ? "dynamic" : "static"));
    graph_values.push_back(n.subgraphs[i]);
    parameters.push_back(n.subgraphs[i] + ": " + (is_dynamic ? sequence(imports.name("Graph")) : imports.name("Graph")));
  }
  if (!p.attrs.empty()) parameters.push_back("*");
  for (const size_t i : attr_order(p)) {
    const auto &attr = p.attrs[i];
    attrs.push_back(pair(n.attrs[i], attr.count_of.empty() ? proto::attr_type_word(attr.type) : "Count"));
    attr_values.push_back(n.attrs[i]);
    const std::string type = annotation(attr.type, imports);
    if (!attr.may_be_left_out()) {
      parameters.push_back(n.attrs[i] + ": " + type);
    } else {
      std::string value = python_default(attr);
      if ((attr.type == AttrType::kType || attr.type == AttrType::kListType) && imports.name("DataType") != "DataType") {
        for (size_t at = 0; (at = value.find("DataType.", at)) != std::string::npos; at += 10) value.insert(at, "_");
      }
      parameters.push_back(n.attrs[i] + ": " + (value == "None" || value.empty() ? optional(type) : type) + " = " +
                           (value.empty() ? "None" : value));
    }
  }

  std::string text = file_banner(context, "#", op.plan_hash) + "from __future__ import annotations\n\n" +
                     (own.count("str") == 0 ? "" : imports.line("builtins", {"str"})) +
                     imports.line("typing", {"List", "Optional", "Sequence", "Union"}) + "\n" +
                     imports.line("ge.es", {"GraphBuilder", "TensorHolder"}) + "from ge.es._generated import Operator as _Operator\n" +
                     (form == ResultForm::kStruct ? "from ge.es._generated import Output as _Output\n" : "") +
                     imports.line("ge.es.tensor_like", {"TensorLike"}) + imports.line("ge.graph.graph", {"Graph"}) +
                     imports.line("ge.graph.tensor", {"Tensor"}) + imports.line("ge.graph.types", {"DataType"}) + "\n__all__ = [" + python_string(p.type) +
                     (form == ResultForm::kStruct ? ", " + python_string(output_class) : "") + "]\n\n";
  if (form == ResultForm::kStruct) {
    std::string slots, members;
    for (size_t i = 0; i < p.outputs.size(); ++i) {
      slots += python_string(n.outputs[i]) + ", ";
      members += "    " + n.outputs[i] + (p.outputs[i].kind == OutputKind::kDynamic ? ": " + list : ": " + holder) + "\n";
    }
    slots.pop_back();
    text += "\nclass " + output_class + "(_Output):\n    \"\"\"Results of " + p.type + ", in the order of the prototype.\"\"\"\n\n    __slots__ = (" +
            slots + ")\n" + members + "\n\n";
  }
  text += "_OP = _Operator(\n    library=" + python_string("es_" + context.module) + ",\n    op_type=" + python_string(p.type) +
          (op.abi_hash.empty() ? "" : ",\n    symbol=" + python_string(abi_symbol(p.type, op.abi_hash))) + ",\n    inputs=" + tuple(inputs) + ",\n    owner=" +
          (p.inputs.empty() ? "\"required\"" : all_inputs_optional(p) ? "\"optional\"" : "None") + ",\n    outputs=" + tuple(outputs) +
          ",\n    subgraphs=" + tuple(graphs) + ",\n    attrs=" + tuple(attrs) + ",\n    result=" +
          (form == ResultForm::kStruct ? output_class : form == ResultForm::kTensorVector ? "list" : "None") + ",\n)\n\n\n";
  if (const auto earlier = earlier_positions(op); !earlier.empty()) text += "@_OP.also_called_by(" + join(earlier) + ")\n";
  text += "def " + p.type + "(";
  for (size_t i = 0; i < parameters.size(); ++i) text += (i == 0 ? "\n    " : "\n    ") + parameters[i] + ",";
  text += (parameters.empty() ? "" : "\n") + std::string(") -> ") + result + ":\n    \"\"\"Operator " + p.type + ".\n\n";
  // The document of the prototype, under the Python names.
  std::string document = operator_comment(op, n, context, "   ");
  document.erase(0, document.find('\n') + 1);
  document.erase(0, document.find('\n') + 1);
  // Escapes have no meaning in comments, but they have in a docstring.
  std::string escaped;
  for (const char c : document) {
    while (c == '\n' && !escaped.empty() && escaped.back() == ' ') escaped.pop_back();
    escaped += c == '\\' ? std::string("\\\\") : std::string(1, c);
  }
  text += escaped + "    \"\"\"\n    return _OP(" + tuple(input_values) + ", " + owner + ", " + tuple(counts) + ", " + tuple(graph_values) +
          ", " + tuple(attr_values) + ")\n";
  return text;
}

std::string emit_python_stub(const std::string &module_text) {
  // What a type checker needs of the module: imports, the result class, the signature. All of it is printed line by line above.
  std::string text;
  bool in_table = false, in_doc = false, in_call = false;
  for (size_t at = 0; at < module_text.size();) {
    const size_t end = std::min(module_text.find('\n', at), module_text.size());
    const std::string line = module_text.substr(at, end - at);
    at = end + 1;
    const auto starts = [&](std::string_view with) { return line.compare(0, with.size(), with) == 0; };
    if (starts("_OP = ")) in_table = true;
    if (in_table) {
      in_table = line != ")";
      continue;
    }
    if (starts("@")) continue;  // how older calls are read at run time: no matter of types
    if (starts("def ")) in_call = true;
    if (in_call && line.size() > 1 && line.back() == ':' && line.find(") -> ") != std::string::npos) {
      text += line + " ...\n";
      break;  // the body follows
    }
    // The docstring of the result class.
    if (starts("    \"\"\"")) in_doc = !in_doc && line.find("\"\"\"", 7) == std::string::npos;
    if (in_doc || starts("    \"\"\"") || line.find("import Operator as _Operator") != std::string::npos) continue;
    if (line.empty() && text.size() > 1 && text[text.size() - 2] == '\n') continue;
    text += line + "\n";
  }
  return text;
}

}  // namespace opstrata::esgen
