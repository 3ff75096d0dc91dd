#include "esgen/emit.h"

#include <algorithm>

#include "esgen/literals.h"

namespace opstrata::esgen {
namespace {

using proto::AttrType;
using proto::InputKind;
using proto::OutputKind;
using proto::SubgraphKind;

/// C type of an attribute's (first) parameter, ready for the name; and whether a count follows.
std::string_view c_attr_type(AttrType type) {
  switch (type) {
    case AttrType::kInt: return "int64_t ";
    case AttrType::kFloat: return "float ";
    case AttrType::kBool: return "bool ";
    case AttrType::kString: return "const char *";
    case AttrType::kType: return "C_DataType ";
    case AttrType::kTensor: return "EsCTensor *";
    case AttrType::kListInt: return "const int64_t *";
    case AttrType::kListFloat: return "const float *";
    case AttrType::kListBool: return "const bool *";
    case AttrType::kListString: return "const char **";
    case AttrType::kListType: return "const C_DataType *";
    case AttrType::kListListInt: return "const int64_t **";
    default: return "";
  }
}

std::string_view attr_kind(AttrType type) {
  switch (type) {
    case AttrType::kInt: return "INT";
    case AttrType::kFloat: return "FLOAT";
    case AttrType::kBool: return "BOOL";
    case AttrType::kString: return "STRING";
    case AttrType::kType: return "TYPE";
    case AttrType::kTensor: return "TENSOR";
    case AttrType::kListInt: return "LIST_INT";
    case AttrType::kListFloat: return "LIST_FLOAT";
    case AttrType::kListBool: return "LIST_BOOL";
    case AttrType::kListString: return "LIST_STRING";
    case AttrType::kListType: return "LIST_TYPE";
    case AttrType::kListListInt: return "LIST_LIST_INT";
    default: return "";
  }
}

/// An OpstrataEsValue.
std::string value(const std::string &i, const std::string &f, const std::string &p, const std::string &num,
                  const std::string &inner) {
  return "{" + i + ", " + f + ", " + p + ", " + num + ", " + inner + "}";
}
std::string int_value(const std::string &i) { return value(i, "0.0f", "nullptr", "0", "nullptr"); }
std::string pointer_value(const std::string &p, const std::string &num = "0", const std::string &inner = "nullptr") {
  return value("0", "0.0f", p, num, inner);
}

/// The value of parameter `name` for an attribute of kind `type`.
std::string attr_argument(AttrType type, const std::string &name) {
  switch (type) {
    case AttrType::kInt: return int_value(name);
    case AttrType::kBool: return int_value(name + " ? 1 : 0");
    case AttrType::kType: return int_value("static_cast<int64_t>(" + name + ")");
    case AttrType::kFloat: return value("0", name, "nullptr", "0", "nullptr");
    case AttrType::kString:
    case AttrType::kTensor: return pointer_value(name);
    case AttrType::kListListInt: return pointer_value(name, name + "_num", name + "_inner_num");
    default: return pointer_value(name, name + "_num");
  }
}

/// Writes the constants that the default of `attr` needs and returns its OpstrataEsValue.
std::string default_value(const proto::AttrDef &attr, const std::string &constant, std::string *tables) {
  const auto table = [&](std::string_view type, const std::string &items, size_t count) -> std::string {
    if (count == 0) return "nullptr";
    *tables += "  static constexpr " + std::string(type) + " " + constant + "[] = {" + items + "};\n";
    return constant;
  };
  const auto number = [](auto v) { return std::to_string(static_cast<int64_t>(v)); };
  if (!attr.count_of.empty()) return value(cpp_int(kCounted), "0.0f", cpp_string(attr.count_of), "0", "nullptr");
  if (const auto *i = std::get_if<int64_t>(&attr.default_value)) return int_value(cpp_int(*i));
  if (const auto *f = std::get_if<float>(&attr.default_value)) return value("0", cpp_float(*f), "nullptr", "0", "nullptr");
  if (const auto *b = std::get_if<bool>(&attr.default_value)) return int_value(*b ? "1" : "0");
  if (const auto *s = std::get_if<std::string>(&attr.default_value)) return pointer_value(cpp_string(*s));
  if (const auto *t = std::get_if<ge::DataType>(&attr.default_value)) return int_value(number(*t));
  if (const auto *v = std::get_if<std::vector<int64_t>>(&attr.default_value)) {
    return pointer_value(table("int64_t", join(*v, cpp_int), v->size()), std::to_string(v->size()));
  }
  if (const auto *v = std::get_if<std::vector<float>>(&attr.default_value)) {
    return pointer_value(table("float", join(*v, cpp_float), v->size()), std::to_string(v->size()));
  }
  if (const auto *v = std::get_if<std::vector<bool>>(&attr.default_value)) {
    return pointer_value(table("bool", join(*v, [](bool b) { return b ? "true" : "false"; }), v->size()), std::to_string(v->size()));
  }
  if (const auto *v = std::get_if<std::vector<std::string>>(&attr.default_value)) {
    return pointer_value(table("const char *", join(*v, [](const std::string &s) { return cpp_string(s); }), v->size()),
                         std::to_string(v->size()));
  }
  if (const auto *v = std::get_if<std::vector<ge::DataType>>(&attr.default_value)) {
    return pointer_value(
        table("C_DataType", join(*v, [&](ge::DataType t) { return "static_cast<C_DataType>(" + number(t) + ")"; }), v->size()),
        std::to_string(v->size()));
  }
  if (const auto *v = std::get_if<std::vector<std::vector<int64_t>>>(&attr.default_value)) {
    if (v->empty()) return pointer_value("nullptr");
    std::string rows, counts;
    for (size_t i = 0; i < v->size(); ++i) {
      const auto &row = (*v)[i];
      std::string name = "nullptr";
      if (!row.empty()) {
        name = constant + "_" + std::to_string(i);
        *tables += "  static constexpr int64_t " + name + "[] = {" + join(row, cpp_int) + "};\n";
      }
      rows += (i == 0 ? "" : ", ") + name;
      counts += (i == 0 ? "" : ", ") + std::to_string(row.size());
    }
    *tables += "  static constexpr const int64_t *" + constant + "[] = {" + rows + "};\n";
    *tables += "  static constexpr int64_t " + constant + "_inner[] = {" + counts + "};\n";
    return pointer_value(constant, std::to_string(v->size()), constant + "_inner");
  }
  return pointer_value("nullptr");
}

}  // namespace

std::string c_return_type(const EmitOperator &op, const EmitContext &context) {
  if (!returns_c_struct(*op.op)) return "EsCTensorHolder *";
  return "Es" + result_name(*op.op, context) + " ";
}

std::vector<CParameter> c_parameter_list(const EmitOperator &op) {
  using Class = CParameter::Class;
  const auto &p = *op.op;
  std::vector<CParameter> list;
  const auto add = [&](std::string_view type, const std::string &name, Class kind = Class::kWord) { list.push_back({std::string(type), name, kind}); };
  for (size_t i = 0; i < p.inputs.size(); ++i) {
    const std::string &name = op.cpp.inputs[i];
    if (p.inputs[i].kind == InputKind::kDynamic) {
      add("EsCTensorHolder **", name);
      add("int64_t ", name + "_num");
    } else {
      add("EsCTensorHolder *", name);
    }
  }
  if (p.inputs.empty() || all_inputs_optional(p)) add("EsCGraphBuilder *", "owner_graph_builder");
  for (size_t i = 0; i < p.outputs.size(); ++i) {
    if (p.outputs[i].kind == OutputKind::kDynamic) add("int64_t ", op.cpp.outputs[i] + "_num");
  }
  for (size_t i = 0; i < p.subgraphs.size(); ++i) {
    const bool is_dynamic = p.subgraphs[i].kind == SubgraphKind::kDynamic;
    add(is_dynamic ? "EsCGraph **" : "EsCGraph *", op.cpp.subgraphs[i]);
    if (is_dynamic) add("int64_t ", op.cpp.subgraphs[i] + "_num");
  }
  for (const size_t i : attr_order(p)) {
    const std::string &name = op.cpp.attrs[i];
    const AttrType type = p.attrs[i].type;
    add(c_attr_type(type), name, type == AttrType::kBool ? Class::kBool : type == AttrType::kType ? Class::kType : type == AttrType::kFloat ? Class::kFloat : Class::kWord);
    if (type >= AttrType::kListInt) add("int64_t ", name + "_num");
    if (type == AttrType::kListListInt) add("const int64_t *", name + "_inner_num");
  }
  return list;
}

std::string c_parameters(const EmitOperator &op) {
  return join(c_parameter_list(op), [](const CParameter &parameter) { return parameter.type + parameter.name; });
}

std::string c_declaration(const EmitOperator &op, const EmitContext &context) {
  return c_return_type(op, context) + "Es" + op.op->type + "(" + c_parameters(op) + ");";
}

std::string emit_c_header(const EmitOperator &op, const EmitContext &context) {
  const auto &p = *op.op;
  const std::string guard = include_guard(context, "_OP_" + identifier_text(p.type), "_H_");
  const MacroShield shield = macro_shield(op);
  std::string text = file_banner(context, "/*", op.plan_hash);
  // The banner lines open a comment each; close them on their own line.
  for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 4) text.replace(at, 1, " */\n");
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <stdbool.h>\n#include <stdint.h>\n\n" +
          "#include \"ge/esb_funcs.h\"\n#include \"graph/c_types.h\"\n\n" + shield.begin + "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  if (returns_c_struct(p)) {
    const std::string name = "Es" + result_name(p, context);
    if (const std::string tag = layout_tag(op); !tag.empty())
      text += "#ifdef __cplusplus\nstruct " + tag + name + ";\n#endif\n";
    text += "typedef struct " + name + " {\n";
    for (size_t i = 0; i < p.outputs.size(); ++i) {
      const std::string &member = op.cpp.outputs[i];
      if (p.outputs[i].kind == OutputKind::kDynamic) {
        text += "  EsCTensorHolder **" + member + ";\n  int64_t " + member + "_num;\n";
      } else {
        text += "  EsCTensorHolder *" + member + ";\n";
      }
    }
    text += "} " + name + ";\n\n";
  }
  text += "/**\n" + operator_comment(op, op.cpp, context, " *") + " */\n";
  text += c_declaration(op, context) + "\n\n#ifdef __cplusplus\n}\n#endif\n" + shield.end + "\n#endif\n";
  return text;
}

BuilderCall builder_call(const EmitOperator &op) {
  const auto &p = *op.op;
  const auto sized = [](const char *name, size_t n) { return (n == 0 ? std::string("nullptr") : name) + ", " + std::to_string(n); };
  std::string text;
  // Tables are local, so that many operators can share one translation unit.
  if (!p.inputs.empty()) {
    text += "  static constexpr OpstrataEsInput opstrata_inputs[] = {";
    for (const auto &input : p.inputs) {
      const char *kind = input.kind == InputKind::kRequired ? "REQUIRED" : input.kind == InputKind::kOptional ? "OPTIONAL" : "DYNAMIC";
      text += "\n      {" + cpp_string(input.name) + ", OPSTRATA_ES_INPUT_" + kind + ", " + cpp_string(input.dtype) + "},";
    }
    text += "};\n";
  }
  if (!p.outputs.empty()) {
    text += "  static constexpr OpstrataEsOutput opstrata_outputs[] = {";
    for (const auto &output : p.outputs) {
      const char *kind = output.kind == OutputKind::kRequired ? "REQUIRED" : "DYNAMIC";
      text += "\n      {" + cpp_string(output.name) + ", OPSTRATA_ES_OUTPUT_" + kind + ", " + cpp_string(output.dtype) + "},";
    }
    text += "};\n";
  }
  if (!p.subgraphs.empty()) {
    text += "  static constexpr OpstrataEsSubgraph opstrata_subgraphs[] = {";
    for (const auto &graph : p.subgraphs) {
      text += "\n      {" + cpp_string(graph.name) + ", OPSTRATA_ES_SUBGRAPH_" +
              (graph.kind == SubgraphKind::kStatic ? "STATIC" : "DYNAMIC") + "},";
    }
    text += "};\n";
  }
  if (!p.attrs.empty()) {
    std::string rows;
    for (size_t i = 0; i < p.attrs.size(); ++i) {
      const auto &attr = p.attrs[i];
      rows += "\n      {" + cpp_string(attr.name) + ", " + cpp_string(attr.type_word) + ", OPSTRATA_ES_ATTR_" +
              std::string(attr_kind(attr.type)) + ", " + (attr.required ? "1" : "0") + ", " +
              (!attr.may_be_left_out() ? pointer_value("nullptr") : default_value(attr, "opstrata_default_" + std::to_string(i), &text)) + "},";
    }
    text += "  static constexpr OpstrataEsAttr opstrata_attrs[] = {" + rows + "};\n";
  }
  text += "  static constexpr OpstrataEsNodeDescriptor opstrata_op = {\n      sizeof(OpstrataEsNodeDescriptor), OPSTRATA_ES_NODE_VERSION, " +
          cpp_string(p.type) + ",\n      " + sized("opstrata_inputs", p.inputs.size()) + ", " +
          sized("opstrata_outputs", p.outputs.size()) + ", " + sized("opstrata_subgraphs", p.subgraphs.size()) + ", " +
          sized("opstrata_attrs", p.attrs.size()) + "};\n";
  size_t count = 0;
  std::string args;
  const auto add = [&](const std::string &v) {
    args += "\n      " + v + ",";
    ++count;
  };
  for (size_t i = 0; i < p.inputs.size(); ++i) {
    const std::string &name = op.cpp.inputs[i];
    add(p.inputs[i].kind == InputKind::kDynamic ? pointer_value(name, name + "_num") : pointer_value(name));
  }
  for (size_t i = 0; i < p.outputs.size(); ++i) {
    if (p.outputs[i].kind == OutputKind::kDynamic) add(int_value(op.cpp.outputs[i] + "_num"));
  }
  for (size_t i = 0; i < p.subgraphs.size(); ++i) {
    const std::string &name = op.cpp.subgraphs[i];
    add(p.subgraphs[i].kind == SubgraphKind::kDynamic ? pointer_value(name, name + "_num") : pointer_value(name));
  }
  for (size_t i = 0; i < p.attrs.size(); ++i) add(attr_argument(p.attrs[i].type, op.cpp.attrs[i]));
  if (count > 0) text += "  const OpstrataEsValue opstrata_args[] = {" + args + "};\n";
  const bool has_owner = p.inputs.empty() || all_inputs_optional(p);
  return {text, "&opstrata_op, " + std::string(has_owner ? "owner_graph_builder" : "nullptr") + ", " +
                    (count > 0 ? "opstrata_args" : "nullptr") + ", " + std::to_string(count)};
}

namespace {

/// The operators behind + - * / of tensor holders (es-api section 10.5).
bool is_arithmetic(const std::string &op_type) {
  return op_type == "Add" || op_type == "Sub" || op_type == "Mul" || op_type == "Div";
}

/// `EsAdd__operator(x1, x2)` and its like: what the operators call, whatever parameters the release's EsAdd has. Other inputs are not
/// connected, attributes have their defaults; an operator that needs more than two tensors refuses.
std::string emit_operator_function(const EmitOperator &op, const BuilderCall &call) {
  const auto &p = *op.op;
  std::string text = "extern \"C\" OPSTRATA_API EsCTensorHolder *Es" + p.type +
                     "__operator(EsCTensorHolder *opstrata_left, EsCTensorHolder *opstrata_right) {\n";
  std::string needed;  // what two tensors do not give
  // By name where the prototype has the names of the interface, else by place.
  const auto place_of = [&](std::string_view name, size_t otherwise) {
    const auto at = std::find_if(p.inputs.begin(), p.inputs.end(), [&](const auto &input) { return input.name == name; });
    return at == p.inputs.end() ? otherwise : static_cast<size_t>(at - p.inputs.begin());
  };
  const bool named = place_of("x1", p.inputs.size()) < p.inputs.size() && place_of("x2", p.inputs.size()) < p.inputs.size();
  const size_t left = named ? place_of("x1", 0) : 0, right = named ? place_of("x2", 1) : 1;
  if (p.inputs.size() < 2 || p.inputs[left].kind == InputKind::kDynamic || p.inputs[right].kind == InputKind::kDynamic) needed = "it has no two inputs";
  std::string args, tables;
  for (size_t i = 0; i < p.inputs.size(); ++i) {
    const bool operand = i == left || i == right;
    if (!operand && p.inputs[i].kind == InputKind::kRequired) needed = "it requires input " + p.inputs[i].name;
    args += "\n      " + pointer_value(i == left ? "opstrata_left" : i == right ? "opstrata_right" : "nullptr") + ",";
  }
  if (p.outputs.size() != 1 || p.outputs[0].kind == OutputKind::kDynamic) needed = "it has not one output";
  if (!p.subgraphs.empty()) needed = "it requires subgraphs";
  for (size_t i = 0; i < p.attrs.size(); ++i) {
    if (p.attrs[i].required) needed = "it requires attribute " + p.attrs[i].name;
    args += "\n      " + default_value(p.attrs[i], "opstrata_given_" + std::to_string(i), &tables) + ",";
  }
  if (!needed.empty()) {
    return text + "  (void)opstrata_left, (void)opstrata_right;\n  return opstrata_es::refuse_old_call(" + cpp_string(p.type) +
           ", \"any (an operator + - * / of tensor holders)\", " + cpp_string(needed) + ");\n}\n";
  }
  return text + call.statements.substr(0, call.statements.find("  const OpstrataEsValue opstrata_args[]")) + tables +
         "  const OpstrataEsValue opstrata_args[] = {" + args + "};\n  OpstrataEsResult opstrata_results[1] = {};\n" +
         "  (void)OpstrataEsBuildNode(&opstrata_op, nullptr, opstrata_args, " + std::to_string(p.inputs.size() + p.attrs.size()) +
         ", opstrata_results);\n  return opstrata_results[0].tensor;\n}\n";
}

}  // namespace

std::string emit_c_source(const EmitOperator &op, const EmitContext &context) {
  const auto &p = *op.op;
  const MacroShield shield = macro_shield(op);
  std::string text = file_banner(context, "//", op.op_hash) + "#include \"es_" + p.type +
                     "_c.h\"\n\n#include <limits>\n\n" + "#include \"opstrata/es_node.h\"\n\n" + shield.begin;
  const std::string head = c_return_type(op, context);
  text += "OPSTRATA_API " + head + "Es" + p.type + "(" + c_parameters(op) + ") {\n";  // also with -fvisibility=hidden
  const BuilderCall call = builder_call(op);
  text += call.statements;
  const size_t results = p.outputs.empty() ? 1 : p.outputs.size();
  text += "  OpstrataEsResult opstrata_results[" + std::to_string(results) + "] = {};\n";
  text += "  (void)OpstrataEsBuildNode(" + call.arguments + ", opstrata_results);\n";
  if (!returns_c_struct(p)) {
    text += "  return opstrata_results[0].tensor;\n}\n";
  } else {
    text += "  return {";
    for (size_t i = 0; i < p.outputs.size(); ++i) {
      const std::string result = "opstrata_results[" + std::to_string(i) + "]";
      text += (i == 0 ? "" : ", ") +
              (p.outputs[i].kind == OutputKind::kDynamic ? result + ".tensors, " + result + ".num" : result + ".tensor");
    }
    text += "};\n}\n";
  }
  if (!op.abi_hash.empty()) {
    // The list's own symbol. The name above is the one that programs link; which version it has, the version script of the library says.
    text += "extern \"C\" OPSTRATA_API " + head + abi_symbol(p.type, op.abi_hash) + "(" + c_parameters(op) + ") __attribute__((alias(\"Es" + p.type + "\")));\n";
  }
  if (is_arithmetic(p.type)) text += emit_operator_function(op, call);
  return text + shield.end;
}

}  // namespace opstrata::esgen
