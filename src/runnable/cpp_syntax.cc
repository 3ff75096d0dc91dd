// C++: which signature, which arguments, how they are spelled.
#include <algorithm>

#include "base/data_type.h"
#include "base/messages.h"
#include "esgen/literals.h"
#include "esgen/resolve.h"
#include "runnable/writer.h"

namespace opstrata::runnable {
namespace {

using esgen::cpp_float;
using esgen::cpp_int;
using esgen::cpp_string;
using esgen::FormId;
using esgen::Param;
using esgen::ParamType;
using esgen::Role;
using esgen::Signature;

std::string type_text(ge::DataType type) {
  const auto name = data_type_enumerator(type);
  return name.empty() ? "static_cast<ge::DataType>(" + std::to_string(static_cast<int>(type)) + ")" : "ge::" + std::string(name);
}
std::string format_text(ge::Format format) {
  const auto name = format_name(format);
  const auto known = name.empty() ? std::nullopt : format_from_name(name);
  // Sub formats have no name of their own.
  if (known.has_value() && *known == format) return "ge::FORMAT_" + std::string(name);
  return "static_cast<ge::Format>(" + std::to_string(static_cast<int>(format)) + ")";
}
std::string vector_text(const std::string &type, const std::vector<std::string> &items) {
  return "std::vector<" + type + ">{" + join(items) + "}";
}
std::string shape_text(const std::vector<int64_t> &dims) { return "{" + int_list(dims) + "}"; }

std::optional<std::string> tensor_text(const ge::Tensor &tensor, const std::string &function) {
  const auto elements = tensor_elements(tensor);
  if (!elements.has_value()) return std::nullopt;
  const auto desc = tensor.GetTensorDesc();
  std::string text = function + "(" + vector_text(elements->cpp_type, elements->cpp) + ", " + shape_text(dims_of(desc.GetShape())) + ", " +
                     type_text(desc.GetDataType());
  if (desc.GetFormat() != ge::FORMAT_ND) text += ", " + format_text(desc.GetFormat());
  return text + ")";
}

/// A value of an attribute that the prototype does not have, as an expression that AttrValue takes.
struct ValueText {
  using Text = std::optional<std::string>;
  Text operator()(std::monostate) const { return std::nullopt; }
  Text operator()(int64_t v) const { return "int64_t{" + cpp_int(v) + "}"; }
  Text operator()(float v) const { return cpp_float(v); }
  Text operator()(bool v) const { return v ? "true" : "false"; }
  Text operator()(const ge::AscendString &v) const {
    return has_zero_byte(v) ? item(v) : "ge::AscendString(" + item(v) + ")";
  }
  Text operator()(ge::DataType v) const { return type_text(v); }
  Text operator()(const ge::Tensor &v) const {
    const auto text = tensor_text(v, "builder.CreateTensor");
    return text.has_value() ? Text("*" + *text) : std::nullopt;
  }
  Text operator()(const std::vector<int64_t> &v) const { return list("int64_t", v); }
  Text operator()(const std::vector<float> &v) const { return list("float", v); }
  Text operator()(const std::vector<bool> &v) const { return list("bool", v); }
  Text operator()(const std::vector<ge::AscendString> &v) const { return list("ge::AscendString", v); }
  Text operator()(const std::vector<ge::DataType> &v) const { return list("ge::DataType", v); }
  Text operator()(const std::vector<std::vector<int64_t>> &v) const { return list("std::vector<int64_t>", v); }
  template <typename T>
  Text operator()(const T &) const {
    return std::nullopt;
  }

 private:
  static std::string item(int64_t v) { return cpp_int(v); }
  static std::string item(float v) { return cpp_float(v); }
  static std::string item(bool v) { return v ? "true" : "false"; }
  static std::string item(ge::DataType v) { return type_text(v); }
  static std::string item(const ge::AscendString &v) {
    const std::string literal = cpp_string({v.GetString(), v.GetLength()});
    return has_zero_byte(v) ? "ge::AscendString(" + literal + ", " + std::to_string(v.GetLength()) + ")" : literal;
  }
  static std::string item(const std::vector<int64_t> &v) { return shape_text(v); }
  template <typename T>
  static std::string list(const char *type, const T &values) {
    std::vector<std::string> items;
    for (const auto &value : values) items.push_back(item(value));
    return vector_text(type, items);
  }
};

FormId form(std::string_view text) {
  const auto &forms = esgen::argument_forms();
  const auto it = std::find_if(forms.begin(), forms.end(), [&](const auto &f) { return f.text == text; });
  return static_cast<FormId>(it - forms.begin());
}

/// An argument as it reads best, and as it has exactly the parameter's type.
struct Argument {
  std::string pretty, exact;
  FormId pretty_form = 0, exact_form = 0;
  bool is_default = false;

  static Argument same(std::string text, std::string_view form_text) {
    return {text, text, form(form_text), form(form_text), false};
  }
};

Argument int_argument(int64_t value) {
  Argument a = Argument::same(cpp_int(value), "n");
  if (value > INT32_MIN && value <= INT32_MAX) a.pretty_form = form(value == 0 ? "0" : "5");
  a.exact = "int64_t{" + a.pretty + "}";
  return a;
}

/// Lists: `{1, 2}` where the model of overload resolution has a form for it.
Argument list_argument(const proto::AttrDef &value, const char *element, std::string_view vector_form, std::string_view empty_form,
                       std::string_view one_form, std::string_view many_form) {
  Argument a;
  a.pretty = esgen::cpp_default(value);
  a.exact = "std::vector<" + std::string(element) + ">" + a.pretty;
  a.exact_form = form(vector_form);
  const size_t size = std::visit([](const auto &v) -> size_t {
    if constexpr (requires { v.size(); }) return v.size();
    else return 0;
  }, value.default_value);
  a.pretty_form = form(size == 0 ? empty_form : size == 1 ? one_form : many_form);
  return a;
}

Argument attr_argument(const proto::AttrDef &attr, const proto::AttrValue &given) {
  proto::AttrDef value = attr;
  value.required = false;
  value.default_value = given;
  switch (attr.type) {
    case proto::AttrType::kInt: return int_argument(std::get<int64_t>(given));
    case proto::AttrType::kFloat: return Argument::same(esgen::cpp_default(value), "f");
    case proto::AttrType::kBool: return Argument::same(esgen::cpp_default(value), "true");
    case proto::AttrType::kString: return Argument::same(esgen::cpp_default(value), "\"a\"");
    case proto::AttrType::kType: return Argument::same(esgen::cpp_default(value), "t");
    case proto::AttrType::kListInt: {
      const auto &list = std::get<std::vector<int64_t>>(given);
      // A lone zero may also mean a null pointer.
      return list_argument(value, "int64_t", "vi", "{}", !list.empty() && list[0] == 0 ? "{0}" : "{1}", "{1, 2}");
    }
    case proto::AttrType::kListFloat: return list_argument(value, "float", "vf", "{}", "{0.5f}", "{0.5f, 1.5f}");
    case proto::AttrType::kListBool: return list_argument(value, "uint8_t", "vu", "{}", "{true}", "{true, false}");
    case proto::AttrType::kListType: return list_argument(value, "ge::DataType", "vt", "{}", "{ge::DT_INT32}", "{ge::DT_INT32, ge::DT_INT8}");
    case proto::AttrType::kListString: {
      // Two string literals are also the iterators of a string, which is a trap; three are not.
      return list_argument(value, "const char *", "vs", "{}", "{\"a\"}", std::get<std::vector<std::string>>(given).size() == 2 ? "{\"a\", \"b\"}" : "{\"a\", \"b\", \"c\"}");
    }
    default: {
      const auto &lists = std::get<std::vector<std::vector<int64_t>>>(given);
      Argument a = list_argument(value, "std::vector<int64_t>", "vvi", "{}", "{{1, 2}}", "{{1, 2}, {3}}");
      const bool short_rows = std::any_of(lists.begin(), lists.end(), [](const auto &row) { return row.size() < 2; });
      if (short_rows) a.pretty = a.exact, a.pretty_form = a.exact_form;
      return a;
    }
  }
}

class CppSyntax final : public Syntax {
 public:
  std::set<std::string> used_names() const override {
    return {"builder", "graph",   "ge",      "std",     "Value",   "SetNodeAttr", "SetOutputAttr", "SetInputAttr",
            "int8_t",  "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t",    "uint32_t",      "uint64_t"};
  }
  std::string prologue(const std::string &banner, const std::set<std::string> &op_types) const override {
    std::string text = "// " + banner + "\n#include <cstdint>\n#include <iostream>\n#include <limits>\n#include <memory>\n#include <utility>\n#include <vector>\n\n"
                       "#include \"ge/es_graph_builder.h\"\n";
    for (const auto &type : op_types) text += "#include \"es_" + type + ".h\"\n";
    return text + R"(
namespace {

template <typename T>
[[maybe_unused]] ge::AttrValue Value(const T &value) {
  ge::AttrValue result;
  (void)result.SetAttrValue(value);
  return result;
}
[[maybe_unused]] void SetNodeAttr(const ge::es::EsTensorHolder &tensor, const char *name, ge::AttrValue value) {
  if (tensor.GetProducer() != nullptr) (void)tensor.GetProducer()->SetAttr(name, value);
}
[[maybe_unused]] void SetOutputAttr(const ge::es::EsTensorHolder &tensor, const char *name, uint32_t index, const ge::AttrValue &value) {
  if (tensor.GetProducer() != nullptr) (void)tensor.GetProducer()->SetOutputAttr(name, index, value);
}
[[maybe_unused]] void SetInputAttr(const ge::es::EsTensorHolder &tensor, const char *name, uint32_t index, const ge::AttrValue &value) {
  if (tensor.GetProducer() != nullptr) (void)tensor.GetProducer()->SetInputAttr(name, index, value);
}

)";
  }

  std::string epilogue(const std::string &root_function) const override {
    return "}  // namespace\n\n#ifndef ES_DUMP_NO_MAIN\n// Prints the graph, or saves it to the file that the argument names.\nint main(int argc, char **argv) {\n"
           "  const std::unique_ptr<ge::Graph> graph = " + root_function + "();\n"
           "  if (graph == nullptr) {\n    const char *reason = EsGetRecentError();\n"
           "    std::cerr << \"cannot build the graph: \" << (reason == nullptr ? \"\" : reason) << std::endl;\n    return 1;\n  }\n"
           "  if (argc > 1) return graph->SaveToFile(argv[1]) == ge::GRAPH_SUCCESS ? 0 : 1;\n"
           "  return graph->Dump(ge::Graph::DumpFormat::kReadable, std::cout) == ge::GRAPH_SUCCESS ? 0 : 1;\n}\n#endif\n";
  }

  std::string function(const std::string &name, const Scope &scope, const std::vector<std::string> &outputs) const override {
    std::string text = "std::unique_ptr<ge::Graph> " + name + "() {\n  ge::es::EsGraphBuilder builder(" + cpp_string(scope.graph->name) + ");\n";
    for (const auto &statement : scope.statements) text += "  " + statement.text + "\n";
    const std::string build = outputs.empty() ? "builder.BuildAndReset()" : "builder.BuildAndReset({" + join(outputs) + "})";
    if (scope.late.empty()) return text + "  return " + build + ";\n}\n\n";
    text += "  auto graph = " + build + ";\n  if (graph == nullptr) return nullptr;\n";
    for (const auto &line : scope.late) text += "  " + line + "\n";
    return text + "  return graph;\n}\n\n";
  }

  std::string input(int64_t index, const Node &node, bool described) const override {
    std::string text = "builder.CreateInput(" + std::to_string(index);
    const auto &desc = node.outputs.front().desc;
    if (node.type() != "Data") return text + ", " + cpp_string(node.name) + ", " + cpp_string(node.type()) + ")";
    if (described) {
      return text + ", " + cpp_string(node.name) + ", " + type_text(desc.GetDataType()) + ", " + format_text(desc.GetFormat()) + ", " +
             shape_text(dims_of(desc.GetShape())) + ")";
    }
    return node.name == "input_" + std::to_string(index) ? text + ")" : text + ", " + cpp_string(node.name) + ")";
  }
  std::string variable(int64_t index, const std::string &name) const override {
    return "builder.CreateVariable(" + std::to_string(index) + ", " + cpp_string(name) + ")";
  }
  std::optional<std::string> constant(const ge::Tensor &value) const override {
    const auto elements = tensor_elements(value);
    if (!elements.has_value()) return std::nullopt;
    const auto desc = value.GetTensorDesc();
    const auto dims = dims_of(desc.GetShape());
    const bool plain = elements->plain && desc.GetFormat() == ge::FORMAT_ND;
    if (plain && dims.empty()) return "builder.CreateScalar(" + elements->cpp_type + "{" + elements->cpp[0] + "})";
    const std::string values = vector_text(elements->cpp_type, elements->cpp);
    if (plain && dims.size() == 1) return "builder.CreateVector(" + values + ")";
    if (plain) return "builder.CreateConst(" + values + ", " + shape_text(dims) + ")";
    return tensor_text(value, "builder.CreateConst");
  }

  Result<std::string> call(const Call &call, Scope &scope) override {
    std::vector<const Signature *> all;
    for (const auto &signature : call.op->plan.signatures) all.push_back(&signature);
    for (size_t s = 0; s < all.size(); ++s) {
      if (all[s]->kind != esgen::SignatureKind::kShape || !holds(*all[s], call)) continue;
      std::vector<Argument> arguments;
      for (const auto &param : all[s]->params) {
        auto argument = make_argument(param, call, scope);
        if (!argument.ok()) return argument.status();
        arguments.push_back(std::move(*argument));
      }
      while (!arguments.empty() && arguments.back().is_default && all[s]->params[arguments.size() - 1].has_default) arguments.pop_back();
      for (const bool exact : {false, true}) {
        std::vector<FormId> forms;
        std::vector<std::string> texts;
        for (const auto &argument : arguments) {
          forms.push_back(exact ? argument.exact_form : argument.pretty_form);
          texts.push_back(exact ? argument.exact : argument.pretty);
        }
        if (std::any_of(forms.begin(), forms.end(), [](FormId f) { return f >= esgen::argument_forms().size(); })) continue;
        const auto chosen = esgen::resolve(all, forms);
        if (chosen.outcome != esgen::Resolution::kChosen || chosen.index != static_cast<int>(s) || chosen.ill_formed || chosen.no_body) continue;
        return "ge::es::" + call.op->op->type + "(" + join(texts) + ")";
      }
    }
    return fail(Msg::kRunnableNoCall, {{"node", call.node->name}, {"type", call.op->op->type}});
  }

  std::string define(const std::string &variable, const std::string &expression) const override { return "auto " + variable + " = " + expression + ";"; }
  std::string discard(const std::string &expression) const override { return "(void)" + expression + ";"; }
  std::string name_next(const std::string &name) const override { return "(void)builder.SetNextNodeName(" + cpp_string(name) + ");"; }

  std::string output(const Node &node, const std::string &variable, int index) const override {
    const auto *op = find(node.type());
    const auto [ir, k] = locate_output(node, index);
    if (op == nullptr || ir < 0) return variable;
    const bool dynamic = node.ir.outputs[static_cast<size_t>(ir)].kind == proto::OutputKind::kDynamic;
    const std::string element = dynamic ? "[" + std::to_string(k) + "]" : "";
    if (esgen::result_form(*op->op) != esgen::ResultForm::kStruct) return variable + element;
    const int current = op->op->output_index(node.ir.outputs[static_cast<size_t>(ir)].name);
    return variable + "." + op->cpp.outputs[static_cast<size_t>(std::max(current, 0))] + element;
  }

  void describe(const Node &, int, const std::string &holder, const ge::TensorDesc &known, const ge::TensorDesc &wanted, Scope &scope) const override {
    std::string chain;
    std::vector<std::string> single;
    if (known.GetDataType() != wanted.GetDataType()) chain += ".SetDataType(" + type_text(wanted.GetDataType()) + ")";
    const auto both = [&](const char *what, bool same, bool differ, const std::string &storage, const std::string &origin) {
      if (!differ) return;
      if (same) {
        chain += std::string(".Set") + what + "(" + storage + ")";
      } else {
        single.push_back("(void)" + holder + ".GetCTensorHolder()->SetStorage" + what + "(" + storage + ");");
        single.push_back("(void)" + holder + ".GetCTensorHolder()->SetOrigin" + what + "(" + origin + ");");
      }
    };
    both("Format", wanted.GetFormat() == wanted.GetOriginFormat(),
         known.GetFormat() != wanted.GetFormat() || known.GetOriginFormat() != wanted.GetOriginFormat(), format_text(wanted.GetFormat()),
         format_text(wanted.GetOriginFormat()));
    const auto storage = dims_of(wanted.GetShape()), origin = dims_of(wanted.GetOriginShape());
    const bool differ = dims_of(known.GetShape()) != storage || dims_of(known.GetOriginShape()) != origin;
    if (storage == origin) both("Shape", true, differ, shape_text(storage), "");
    else both("Shape", false, differ, "ge::Shape(std::vector<int64_t>" + shape_text(storage) + ")", "ge::Shape(std::vector<int64_t>" + shape_text(origin) + ")");
    if (!chain.empty()) scope.statements.push_back({holder + chain + ";"});
    for (auto &line : single) scope.statements.push_back({std::move(line)});
  }

  bool set_attr(Owner owner, const Node *, int index, const std::string &holder, const std::string &name, const proto::AttrStorage &value,
                Scope &scope) const override {
    const auto text = std::visit(ValueText(), value);
    if (!text.has_value()) return false;
    const bool simple = std::holds_alternative<int64_t>(value) || std::holds_alternative<bool>(value);
    const std::string key = cpp_string(name), wrapped = "Value(" + *text + ")", position = std::to_string(index) + "U, ";
    switch (owner) {
      case Owner::kNode:
        scope.statements.push_back({simple ? "(void)" + holder + ".SetAttrForNode(" + key + ", " + *text + ");"
                                           : "SetNodeAttr(" + holder + ", " + key + ", " + wrapped + ");"});
        break;
      case Owner::kOutput: scope.statements.push_back({"SetOutputAttr(" + holder + ", " + key + ", " + position + wrapped + ");"}); break;
      case Owner::kInput: scope.statements.push_back({"SetInputAttr(" + holder + ", " + key + ", " + position + wrapped + ");"}); break;
      case Owner::kGraph: scope.late.push_back("(void)graph->SetAttr(" + key + ", " + wrapped + ");"); break;
    }
    return true;
  }

  std::string control_edges(const std::string &target, const std::vector<std::string> &sources) const override {
    return "(void)" + target + ".AddControlEdge({" + join(sources) + "});";
  }

 private:
  static const Param *find_param(const Signature &signature, Role role, size_t index) {
    const auto it = std::find_if(signature.params.begin(), signature.params.end(),
                                 [&](const Param &p) { return p.role == role && p.index == static_cast<int>(index) && !p.attr_as_input; });
    return it == signature.params.end() ? nullptr : &*it;
  }

  /// Whether everything that the call gives has a parameter.
  static bool holds(const Signature &signature, const Call &call) {
    const auto &op = *call.op->op;
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      if (is_connected(ports_of(*call.node, op, i)) && find_param(signature, Role::kInput, i) == nullptr) return false;
    }
    for (size_t i = 0; i < op.attrs.size(); ++i) {
      if ((call.attrs[i].has_value() || call.tensors[i].has_value()) && find_param(signature, Role::kAttr, i) == nullptr) return false;
    }
    return true;
  }

  Result<Argument> make_argument(const Param &param, const Call &call, Scope &scope) const {
    const Node &node = *call.node;
    const auto &op = *call.op->op;
    const auto i = static_cast<size_t>(std::max(param.index, 0));
    const auto null = [] {
      Argument a = Argument::same("nullptr", "nullptr");
      a.is_default = true;
      return a;
    };
    switch (param.role) {
      case Role::kInput: {
        const auto ports = ports_of(node, op, i);
        if (op.inputs[i].kind != proto::InputKind::kDynamic) {
          return is_connected(ports) ? Argument::same(source_of(*this, scope, *ports.front()), "z") : null();
        }
        std::vector<std::string> items;
        for (const auto *port : ports) items.push_back(source_of(*this, scope, *port));
        return Argument::same(vector_text("ge::es::EsTensorHolder", items), "vz");
      }
      case Role::kOwner:
        if (param.type == ParamType::kBuilderRef) return Argument::same("builder", "b");
        if (std::any_of(node.inputs.begin(), node.inputs.end(), [](const auto &port) { return port.source != nullptr; })) return null();
        return Argument::same("&builder", "&b");
      case Role::kOutputCount: return int_argument(output_count(node, op.outputs[i].name));
      case Role::kSubgraph: {
        if (op.subgraphs[i].kind == proto::SubgraphKind::kStatic) {
          if (call.graphs[i].size() != 1) return fail(Msg::kRunnableNoCall, {{"node", node.name}, {"type", op.type}});
          return Argument::same(call.graphs[i][0] + "()", "std::unique_ptr<ge::Graph>()");
        }
        const std::string list = claim(scope.taken, scope.variables.at(&node) + "_" + op.subgraphs[i].name, language);
        scope.statements.push_back({"std::vector<std::unique_ptr<ge::Graph>> " + list + ";"});
        for (const auto &function : call.graphs[i]) scope.statements.push_back({list + ".push_back(" + function + "());"});
        return Argument::same("std::move(" + list + ")", "std::vector<std::unique_ptr<ge::Graph>>()");
      }
      case Role::kAttr: {
        if (call.tensors[i].has_value()) {
          const auto text = tensor_text(*call.tensors[i], "builder.CreateTensor");
          if (!text.has_value()) return fail(Msg::kRunnableValue, {{"node", node.name}, {"type", op.type}, {"name", op.attrs[i].name}});
          return Argument::same(*text, "std::unique_ptr<ge::Tensor>()");
        }
        if (call.attrs[i].has_value()) return attr_argument(op.attrs[i], *call.attrs[i]);
        if (op.attrs[i].type == proto::AttrType::kTensor) {
          Argument a = Argument::same("std::make_unique<ge::Tensor>()", "std::unique_ptr<ge::Tensor>()");
          a.is_default = true;
          return a;
        }
        Argument a = attr_argument(op.attrs[i], op.attrs[i].default_value);
        a.is_default = true;
        return a;
      }
      case Role::kNone: break;
    }
    return null();
  }
};

}  // namespace

std::unique_ptr<Syntax> make_cpp_syntax() { return std::make_unique<CppSyntax>(); }

}  // namespace opstrata::runnable
