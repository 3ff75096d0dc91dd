#include <algorithm>

#include "esgen/emit.h"
#include "esgen/literals.h"

namespace opstrata::esgen {
namespace {

using proto::AttrType;
using proto::InputKind;
using proto::OutputKind;
using proto::SubgraphKind;

/// Prints the functions of one operator.
class CppPrinter {
 public:
  CppPrinter(const EmitOperator &op, const EmitContext &context) : op_(op), p_(*op.op), context_(context) {}

  std::string result_struct() const {
    if (result_form(p_) != ResultForm::kStruct) return "";
    std::string text = "struct " + layout_tag(op_) + result_name(p_, context_) + " {\n";
    for (size_t i = 0; i < p_.outputs.size(); ++i) {
      text += (p_.outputs[i].kind == OutputKind::kDynamic ? "  std::vector<EsTensorHolder> " : "  EsTensorHolder ") +
              op_.cpp.outputs[i] + ";\n";
    }
    return text + "};\n\n";
  }

  std::string declaration(const Signature &signature) const {
    return return_type() + " " + p_.type + "(" + parameters(signature, true) + ")";
  }

  std::string print(const Signature &signature) const {
    switch (signature.kind) {
      case SignatureKind::kGuard: return guard(signature);
      default: return head(signature) + " {\n" + body(signature) + "}\n";
    }
  }

 private:
  std::string return_type() const {
    switch (result_form(p_)) {
      case ResultForm::kTensor: return "EsTensorHolder";
      case ResultForm::kTensorVector: return "std::vector<EsTensorHolder>";
      case ResultForm::kStruct: break;
    }
    return result_name(p_, context_);
  }

  std::string name_of(const Param &param) const {
    if (param.index < 0) return param.role == Role::kOwner ? "owner_builder" : "";
    const auto i = static_cast<size_t>(param.index);
    switch (param.role) {
      case Role::kInput: return op_.cpp.inputs[i];
      case Role::kOwner: return "owner_builder";
      case Role::kOutputCount: return op_.cpp.outputs[i] + "_num";
      case Role::kSubgraph: return op_.cpp.subgraphs[i];
      case Role::kAttr: return op_.cpp.attrs[i];
      case Role::kNone: break;
    }
    return "";
  }

  /// `plain`: as people read it, without the names of template parameters.
  std::string parameters(const Signature &signature, bool plain = false) const {
    std::string text;
    size_t guards = 0, values = 0;
    for (const auto &param : signature.params) {
      if (!text.empty()) text += ", ";
      if (param.type == ParamType::kNullGuard) {
        text += "OpstrataNull" + std::to_string(guards++) + " /*" + (param.role == Role::kNone ? comment_text(param.element) : name_of(param)) + "*/";
      } else if (is_only_type(param.type) && !plain) {
        const std::string type = "OpstrataValue" + std::to_string(values++);
        text += (is_list(param.type) ? "const " + type + " &" : type + " ") + name_of(param);
      } else {
        const std::string name = name_of(param);
        text += std::string(cpp_type(param.type)) + name;
        if (name.empty() && text.back() == ' ') text.pop_back();
      }
      if (param.has_default) text += " = " + param.default_text;
    }
    return text;
  }

  std::string head(const Signature &signature) const {
    // The warning on old forms is opt-in: -DES_WARN_LEGACY.
    const std::string mark = signature.kind == SignatureKind::kForward ? "ES_LEGACY_CALL(" + cpp_string(signature.message) + ") " : "";
    return template_head(signature) + mark + "inline " + return_type() + " " + p_.type + "(" + parameters(signature) + ")";
  }

  static bool is_list(ParamType only) { return only >= ParamType::kOnlyListInt && only <= ParamType::kOnlyListListInt; }

  /// For parameters that only nullptr satisfies, or only values of the very type; empty without one.
  static std::string template_head(const Signature &signature) {
    std::string types, conditions;
    size_t guards = 0, values = 0;
    const auto add = [&](const std::string &name, const std::string &condition) {
      types += "class " + name + ", ";
      conditions += (conditions.empty() ? "" : " && ") + condition;
    };
    for (const auto &param : signature.params) {
      if (param.type == ParamType::kNullGuard) {
        const std::string name = "OpstrataNull" + std::to_string(guards++);
        add(name, "std::is_same<" + name + ", std::nullptr_t>::value");
      } else if (is_only_type(param.type)) {
        const std::string name = "OpstrataValue" + std::to_string(values++);
        // An enumerator without class is a number too (es-api section 2.1).
        add(name, param.type <= ParamType::kOnlyBool
                      ? "(std::is_arithmetic<" + name + ">::value || (std::is_enum<" + name +
                            ">::value && std::is_convertible<" + name + ", int>::value))"
                      : "std::is_same<" + name + ", " + bare_type(param.type) + ">::value");
      }
    }
    return types.empty() ? "" : "template <" + types + "std::enable_if_t<" + conditions + ", int> = 0> ";
  }

  /// The attribute's type without reference and const.
  static std::string bare_type(ParamType type) {
    std::string text(cpp_type(plain_type(type)));
    if (text.back() == '&') text = text.substr(6, text.size() - 8);
    while (text.back() == ' ') text.pop_back();
    return text;
  }

  /// One line with attribute, name and `= delete`: compilers quote the line of the declaration, so the text is on screen.
  std::string guard(const Signature &signature) const {
    return template_head(signature) + "[[deprecated(" + cpp_string(signature.message) + ")]] " + return_type() + " " + p_.type + "(" +
           parameters(signature) + ") = delete;\n";
  }

  const Param *find(const Signature &signature, Role role, size_t index) const {
    const auto it = std::find_if(signature.params.begin(), signature.params.end(), [&](const Param &p) {
      return p.role == role && p.index == static_cast<int>(index);
    });
    return it == signature.params.end() ? nullptr : &*it;
  }

  /// The attribute that a parameter gives, with the attribute's type.
  std::string value_of(const Param &param) const {
    const bool number = is_only_type(param.type) && param.type <= ParamType::kOnlyBool;
    return number ? "static_cast<" + bare_type(param.type) + ">(" + name_of(param) + ")" : name_of(param);
  }

  std::string body(const Signature &signature) const {
    std::string text, args;
    const auto add = [&](const std::string &arg) { args += (args.empty() ? "" : ", ") + arg; };
    size_t locals = 0;
    const auto local = [&](const std::string &init) {
      const std::string name = "opstrata_" + std::to_string(locals++);
      text += "  const auto " + name + " = " + init + ";\n";
      return name;
    };
    const auto mutable_local = [&](const std::string &init) {
      const std::string name = "opstrata_" + std::to_string(locals++);
      text += "  auto " + name + " = " + init + ";\n";
      return name;
    };
    const auto size_of = [](const std::string &v) { return "static_cast<int64_t>(" + v + ".size())"; };
    // Numbers become constants of some builder, so it must be known first; tensors alone bring their own. Compile time counts
    // here (a user includes a thousand of these functions), so one call of a plain function does it.
    std::vector<const Param *> likes;
    std::string like_list, other_list, owner_builder;
    size_t others = 0;
    for (const auto &param : signature.params) {
      if (param.attr_as_input) {
        text += "  const EsTensorLike opstrata_" + std::to_string(locals) + "(" + value_of(param) + ");\n";
        like_list += (likes.empty() ? "&opstrata_" : ", &opstrata_") + std::to_string(locals++);
        likes.push_back(&param);
      } else if (param.role == Role::kInput && param.type == ParamType::kTensorLike) {
        like_list += (likes.empty() ? "&" : ", &") + name_of(param);
        likes.push_back(&param);
      } else if (param.role == Role::kInput || param.role == Role::kOwner) {
        other_list += (others++ == 0 ? "" : ", ") + name_of(param);
        if (param.role == Role::kOwner) owner_builder = "detail::BuilderOf(" + name_of(param) + ")";
      }
    }
    const bool c_owner = p_.inputs.empty() || all_inputs_optional(p_);
    if (!likes.empty()) {
      const std::string count = std::to_string(likes.size());
      text += "  const EsTensorLike *const opstrata_in[] = {" + like_list + "};\n  EsCTensorHolder *opstrata_t[" + count +
              "];\n  EsCGraphBuilder *const opstrata_owner = detail::ResolveTensors(" + cpp_string(p_.type) + ", opstrata_in, " + count +
              ", opstrata_t" + (others == 0 ? "" : others == 1 ? ", detail::BuilderOf(" + other_list + ")" : ", ResolveBuilder(" + other_list + ")") +
              ");\n  if (opstrata_owner == nullptr) return {};\n";
      owner_builder = "opstrata_owner";
    }
    for (size_t i = 0; i < p_.inputs.size(); ++i) {
      const Param *param = find(signature, Role::kInput, i);
      const auto like = std::find(likes.begin(), likes.end(), param);
      if (param != nullptr && like != likes.end()) {
        add("opstrata_t[" + std::to_string(like - likes.begin()) + "]");
      } else if (p_.inputs[i].kind == InputKind::kDynamic) {
        if (param == nullptr) {
          add("nullptr");
          add("0");
          continue;
        }
        const std::string v = mutable_local("TensorsToEsCTensorHolders(" + name_of(*param) + ")");
        add(v + ".data()");
        add(size_of(v));
      } else {
        add(param == nullptr ? "nullptr" : name_of(*param) + ".GetCTensorHolder()");
      }
    }
    if (c_owner) add(owner_builder.empty() ? "nullptr" : owner_builder);
    for (size_t i = 0; i < p_.outputs.size(); ++i) {
      if (p_.outputs[i].kind != OutputKind::kDynamic) continue;
      const Param *param = find(signature, Role::kOutputCount, i);
      add(param == nullptr ? "0" : name_of(*param));
    }
    for (size_t i = 0; i < p_.subgraphs.size(); ++i) {
      const Param *param = find(signature, Role::kSubgraph, i);
      const bool is_dynamic = p_.subgraphs[i].kind == SubgraphKind::kDynamic;
      if (param == nullptr) {
        add("nullptr");
        if (is_dynamic) add("0");
      } else if (is_dynamic) {
        const std::string v = mutable_local("GeGraphsToEsCGraphs(std::move(" + name_of(*param) + "))");
        add(v + ".data()");
        add(size_of(v));
      } else {
        add("static_cast<EsCGraph *>(static_cast<void *>(" + name_of(*param) + ".release()))");
      }
    }
    for (const size_t i : attr_order(p_)) {
      const AttrType type = p_.attrs[i].type;
      const Param *param = find(signature, Role::kAttr, i);
      std::string name = param != nullptr ? value_of(*param) : "";
      if (param != nullptr && is_companion_type(param->type)) {
        std::string_view list_type = cpp_type(param->type);  // std::initializer_list<T>
        list_type.remove_prefix(std::string_view("std::initializer_list").size());
        list_type.remove_suffix(1);
        name = local("std::vector" + std::string(list_type) + "(" + name + ")");
      }
      if (param == nullptr) {
        // An old form without the attribute: today's default, or the old one where today has none.
        ParamType param_type;
        if (!attr_param_type(type, &param_type)) continue;
        name = "opstrata_" + std::to_string(locals++);
        std::string spelled(cpp_type(param_type));
        if (spelled.back() == '&') spelled.pop_back();
        const auto fixed = std::find_if(signature.fixed.begin(), signature.fixed.end(),
                                        [&](const Param &f) { return f.role == Role::kAttr && f.index == static_cast<int>(i); });
        text += "  " + spelled + name + " = " + (fixed != signature.fixed.end() ? fixed->default_text : cpp_default(p_.attrs[i])) + ";\n";
      }
      switch (type) {
        case AttrType::kInt:
        case AttrType::kFloat:
        case AttrType::kBool:
        case AttrType::kString:
          add(name);
          break;
        case AttrType::kType:
          add("static_cast<C_DataType>(" + name + ")");
          break;
        case AttrType::kTensor:
          add("static_cast<EsCTensor *>(static_cast<void *>(" + name + ".release()))");
          break;
        case AttrType::kListBool: {
          // The C interface wants bool, whose only values are 0 and 1.
          const std::string v = mutable_local("std::unique_ptr<bool[]>(new bool[" + name + ".size() + 1U]())");
          text += "  for (size_t opstrata_i = 0; opstrata_i < " + name + ".size(); ++opstrata_i) " + v + "[opstrata_i] = " + name +
                  "[opstrata_i] != 0;\n";
          add(v + ".get()");
          add(size_of(name));
          break;
        }
        case AttrType::kListType: {
          const std::string v = local("DataTypesToEsCDataTypes(" + name + ")");
          add(v + ".data()");
          add(size_of(v));
          break;
        }
        case AttrType::kListString:
          add("const_cast<const char **>(" + name + ".data())");
          add(size_of(name));
          break;
        case AttrType::kListListInt: {
          const std::string v = mutable_local("ListListTypeToPtrAndCounts<int64_t>(" + name + ")");
          add(v + ".first.data()");
          add(size_of(v + ".first"));
          add(v + ".second.data()");
          break;
        }
        default:
          add(name + ".data()");
          add(size_of(name));
          break;
      }
    }
    const std::string call = "::" + (op_.abi_hash.empty() ? "Es" + p_.type : abi_symbol(p_.type, op_.abi_hash)) + "(" + args + ")";
    if (!returns_c_struct(p_)) return text + "  return " + call + ";\n";
    text += "  const auto opstrata_out = " + call + ";\n  return ";
    const auto vector = [&](const std::string &member) {
      return "std::vector<EsTensorHolder>(opstrata_out." + member + ", opstrata_out." + member + " + opstrata_out." + member + "_num)";
    };
    if (result_form(p_) == ResultForm::kTensorVector) return text + vector(op_.cpp.outputs[0]) + ";\n";
    text += "{";
    for (size_t i = 0; i < p_.outputs.size(); ++i) {
      const std::string &member = op_.cpp.outputs[i];
      text += (i == 0 ? "" : ", ") +
              (p_.outputs[i].kind == OutputKind::kDynamic ? vector(member) : "opstrata_out." + member);
    }
    return text + "};\n";
  }

  const EmitOperator &op_;
  const proto::OpPrototype &p_;
  const EmitContext &context_;
};

}  // namespace

std::string cpp_declaration(const EmitOperator &op, const EmitContext &context, const Signature &signature) {
  return CppPrinter(op, context).declaration(signature) + (signature.kind == SignatureKind::kGuard ? " = delete;" : ";");
}

std::string emit_cpp_header(const EmitOperator &op, const EmitContext &context) {
  const auto &p = *op.op;
  const std::string guard = include_guard(context, "_OP_" + identifier_text(p.type), "_CPP_H_");
  bool has_forward = false;
  for (const auto &s : op.plan.signatures) has_forward = has_forward || s.kind == SignatureKind::kForward;
  const CppPrinter printer(op, context);
  std::string text = file_banner(context, "//", op.plan_hash) + "#ifndef " + guard + "\n#define " + guard +
                     "\n\n#include <cstddef>\n#include <initializer_list>\n#include <limits>\n#include <memory>\n"
                     "#include <type_traits>\n#include <utility>\n#include <vector>\n\n"
                     "#include \"ge/es_graph_builder.h\"\n#include \"es_log.h\"\n#include \"ge/es_tensor_holder.h\"\n"
                     "#include \"ge/es_tensor_like.h\"\n#include \"es_" + p.type + "_c.h\"\n\n";
  if (has_forward) {
    text += "#ifndef ES_LEGACY_CALL\n#ifdef ES_WARN_LEGACY\n#define ES_LEGACY_CALL(text) [[deprecated(text)]]\n#else\n"
            "#define ES_LEGACY_CALL(text)\n#endif\n#endif\n\n";
  }
  const MacroShield shield = macro_shield(op);
  text += shield.begin;
  if (!op.abi_hash.empty()) {
    text += "extern \"C\" " + c_return_type(op, context) + abi_symbol(p.type, op.abi_hash) + "(" + c_parameters(op) + ");  // Es" + p.type +
            " of this parameter list, in every later library\n\n";
  }
  text += "namespace ge {\nnamespace es {\n\n";
  std::string warnings;
  for (const auto &f : op.plan.findings) {
    if (f.severity == PlanFinding::Severity::kNote) continue;
    warnings += "// " + comment_text(finding_text(f)) + "\n";
  }
  if (!warnings.empty()) text += "// Compatibility of " + p.type + ":\n" + warnings + "\n";
  text += printer.result_struct();
  // Inline, yet never merged with those of another library in the process that was built against another release.
  if (!op.abi_hash.empty()) text += "#pragma GCC visibility push(hidden)\n";
  // Shapes first: companions forward to them.
  bool first = true;
  for (const auto &signature : op.plan.signatures) {
    if (signature.kind != SignatureKind::kGuard) {
      const std::string releases = join(signature.releases);
      if (first) {
        text += operator_comment(op, op.cpp, context, "///") +
                (releases.empty() ? "" : "/// Calls of " + comment_text(releases) + ".\n");
        first = false;
      } else {
        const char *what = signature.kind == SignatureKind::kCompanion ? "/// Braced lists" : "/// Calls";
        text += what + (releases.empty() ? std::string(" of the current release") : " of " + comment_text(releases)) + ".\n";
      }
    }
    text += printer.print(signature) + "\n";
  }
  if (!op.abi_hash.empty()) text += "#pragma GCC visibility pop\n";
  return text + "}  // namespace es\n}  // namespace ge\n" + shield.end + "\n#endif\n";
}

}  // namespace opstrata::esgen
