// The binary interface of generated libraries: for every parameter list of an older release a function under its own symbol, which
// passes its arguments to the one current C function, and the linker's version script. Functions that only move arguments are printed
// twice: as instructions, because compilers spend more on them than on an operator, and as C++ for every other machine.
#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "esgen/emit.h"
#include "esgen/instructions.h"
#include "esgen/literals.h"

namespace opstrata::esgen {
namespace {

using proto::AttrDef;
using proto::AttrType;
using proto::InputKind;
using proto::OpPrototype;
using proto::OutputKind;
using proto::SubgraphKind;

template <typename Def>
const Def *find(const std::vector<Def> &list, const std::string &name) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const Def &def) { return def.name == name; });
  return at == list.end() ? nullptr : &*at;
}

bool has_owner(const OpPrototype &op) { return op.inputs.empty() || all_inputs_optional(op); }

EmitOperator as_operator(const AbiList &list) {
  EmitOperator out;
  out.op = list.op;
  out.cpp = list.names;
  return out;
}

/// Refuses and returns; without structure the refusing function gives the null handle itself.
std::string refuse(const OpPrototype &op, const std::string &change) {
  const std::string call = "opstrata_refuse(" + cpp_string(change) + ");";
  return returns_c_struct(op) ? "  " + call + "\n  return {};\n" : "  return " + call + "\n";
}

/// Statements of one shim: constants, checks and the arguments of the current function; and the same as `moves`.
class Shim {
 public:
  Shim(const AbiList &list, const OpPrototype &op, const std::vector<AbiList> &lists)
      : old_(*list.op), names_(list.names), op_(op), lists_(lists) {
    moves.parameters = c_parameter_list(as_operator(list));
    inputs();
    outputs();
    subgraphs();
    attrs();
  }

  std::string constants, checks, arguments;
  std::vector<std::string> obstacles;
  std::vector<int> results;  ///< per old output the current one
  ArgumentMoves moves;

 private:
  /// The element of `to` that carries element `i` of `from`: of its name, or, where neither side knows the other's
  /// name, of its place and kind (renamed). Names that stand together in some list are those of two elements. -1: none.
  template <typename Def>
  int counterpart(std::vector<Def> OpPrototype::*elements, const OpPrototype &from, size_t i,
                  const OpPrototype &to) const {
    const std::vector<Def> &here = from.*elements, &there = to.*elements;
    if (const Def *const same = find(there, here[i].name)) return static_cast<int>(same - there.data());
    if (here.size() != there.size() || there[i].kind != here[i].kind) return -1;
    const auto has = [&](const OpPrototype &op, const std::string &name) {
      return find(op.*elements, name) != nullptr || find(op.attrs, name) != nullptr;
    };
    const std::string &old_name = here[i].name, &new_name = there[i].name;
    if (has(from, new_name) || has(to, old_name)) return -1;
    const bool two = std::any_of(lists_.begin(), lists_.end(), [&](const AbiList &list) {
      return has(*list.op, old_name) && has(*list.op, new_name);
    });
    return two ? -1 : static_cast<int>(i);
  }
  void pass_text(const std::string &argument) { arguments += (arguments.empty() ? "" : ", ") + argument; }
  /// A parameter of the old function.
  void pass(const std::string &name) {
    pass_text(name);
    moves.arguments.push_back(MovedArgument::parameter(moves.index(name)));
  }
  /// `nullptr`, `0`: what is not connected, or counts nothing.
  void pass_nothing(const std::string &argument) {
    pass_text(argument);
    moves.arguments.push_back(MovedArgument::number(0));
  }
  void check(const std::string &condition, const std::string &change) {
    checks += "  if (" + condition + ") {\n  " + refuse(old_, change) + "  }\n";
  }
  /// Refuses calls whose parameter `name` has other bits than `value`.
  void check_value(const std::string &condition, const std::string &name, int64_t value, const std::string &change) {
    check(condition, change);
    moves.checks.push_back({moves.index(name), value, change});
  }

  void inputs() {
    for (size_t i = 0; i < op_.inputs.size(); ++i) {
      const auto &input = op_.inputs[i];
      const bool is_dynamic = input.kind == InputKind::kDynamic;
      const int from = counterpart(&OpPrototype::inputs, op_, i, old_);
      if (from < 0) {
        if (input.kind == InputKind::kRequired) obstacles.push_back("required input " + input.name + " was added");
        pass_nothing("nullptr");
        if (is_dynamic) pass_nothing("0");
        continue;
      }
      const auto at = static_cast<size_t>(from);
      if ((old_.inputs[at].kind == InputKind::kDynamic) != is_dynamic) {
        obstacles.push_back("input " + input.name + (is_dynamic ? " became dynamic" : " is no longer dynamic"));
      }
      if (old_.inputs[at].kind == InputKind::kOptional && input.kind == InputKind::kRequired) {
        const std::string change = "input " + input.name + " became required and this call does not connect it";
        check(names_.inputs[at] + " == nullptr", change);
        moves.checks.push_back({moves.index(names_.inputs[at]), 0, change, true});
      }
      pass(names_.inputs[at]);
      if (is_dynamic) pass(names_.inputs[at] + "_num");
    }
    for (size_t i = 0; i < old_.inputs.size(); ++i) {
      if (counterpart(&OpPrototype::inputs, old_, i, op_) >= 0) continue;
      const std::string change = "input " + old_.inputs[i].name + " was removed";
      const std::string &name = names_.inputs[i];
      if (old_.inputs[i].kind == InputKind::kRequired) obstacles.push_back(change);
      else if (old_.inputs[i].kind == InputKind::kDynamic) check_value(name + "_num != 0", name + "_num", 0, change);
      else check_value(name + " != nullptr", name, 0, change);
    }
    if (has_owner(op_)) has_owner(old_) ? pass("owner_graph_builder") : pass_nothing("nullptr");
  }

  void outputs() {
    for (size_t i = 0; i < op_.outputs.size(); ++i) {
      if (op_.outputs[i].kind != OutputKind::kDynamic) continue;
      const int from = counterpart(&OpPrototype::outputs, op_, i, old_);
      const bool counted = from >= 0 && old_.outputs[static_cast<size_t>(from)].kind == OutputKind::kDynamic;
      counted ? pass(names_.outputs[static_cast<size_t>(from)] + "_num") : pass_nothing("0");
    }
    for (size_t i = 0; i < old_.outputs.size(); ++i) {
      const int to = counterpart(&OpPrototype::outputs, old_, i, op_);
      if (to < 0) obstacles.push_back("output " + old_.outputs[i].name + " was removed");
      else if (old_.outputs[i].kind != op_.outputs[static_cast<size_t>(to)].kind) obstacles.push_back("output " + old_.outputs[i].name + " changed its kind");
      results.push_back(to);
    }
    if (old_.outputs.empty() && !op_.outputs.empty()) obstacles.push_back("outputs were added to an operator without any");
  }

  void subgraphs() {
    for (size_t i = 0; i < op_.subgraphs.size(); ++i) {
      const auto &graph = op_.subgraphs[i];
      const bool is_dynamic = graph.kind == SubgraphKind::kDynamic;
      const int from = counterpart(&OpPrototype::subgraphs, op_, i, old_);
      if (from < 0) {
        if (!is_dynamic) obstacles.push_back("subgraph " + graph.name + " was added");
        pass_nothing("nullptr");
        if (is_dynamic) pass_nothing("0");
        continue;
      }
      const auto at = static_cast<size_t>(from);
      if (old_.subgraphs[at].kind != graph.kind) obstacles.push_back("subgraph " + graph.name + " changed its kind");
      pass(names_.subgraphs[at]);
      if (is_dynamic) pass(names_.subgraphs[at] + "_num");
    }
    for (size_t i = 0; i < old_.subgraphs.size(); ++i) {
      if (counterpart(&OpPrototype::subgraphs, old_, i, op_) < 0)
        obstacles.push_back("subgraph " + old_.subgraphs[i].name + " was removed");
    }
  }

  void attrs() {
    for (const size_t i : attr_order(op_)) {
      const AttrDef &attr = op_.attrs[i];
      const AttrDef *const from = find(old_.attrs, attr.name);
      if (from == nullptr) {
        if (!attr.may_be_left_out()) obstacles.push_back("required attribute " + attr.name + " was added");
        const AttrDef &first = introduced(attr);
        pass_text(default_arguments(first, "opstrata_new_" + std::to_string(i)));
        move_default(first);
        continue;
      }
      if (from->type != attr.type) {
        obstacles.push_back("attribute " + attr.name + " changed its type from " + from->type_word + " to " + attr.type_word);
        continue;
      }
      const std::string &name = names_.attrs[static_cast<size_t>(from - old_.attrs.data())];
      pass(name);
      if (attr.type >= AttrType::kListInt) pass(name + "_num");
      if (attr.type == AttrType::kListListInt) pass(name + "_inner_num");
    }
    for (size_t i = 0; i < old_.attrs.size(); ++i) {
      const AttrDef &attr = old_.attrs[i];
      if (find(op_.attrs, attr.name) != nullptr) continue;
      const std::string change = find(op_.inputs, attr.name) != nullptr ? "attribute " + attr.name + " became an input" : "attribute " + attr.name + " was removed";
      if (!attr.may_be_left_out()) obstacles.push_back(change);
      else if (const auto bits = default_bits(attr)) {
        check_value(differs(attr, names_.attrs[i], "opstrata_old_" + std::to_string(i)),
                    names_.attrs[i] + (attr.type >= AttrType::kListInt ? "_num" : ""), *bits, change + " and this call sets it");
      } else {
        check(differs(attr, names_.attrs[i], "opstrata_old_" + std::to_string(i)), change + " and this call sets it");
        moves.complete = false;
      }
    }
  }

  static bool is_empty_list(const AttrDef &attr) {
    return std::visit(
        [](const auto &value) {
          if constexpr (requires { value.empty(); value.front(); }) return value.empty();
          return false;
        },
        attr.default_value);
  }

  /// The default as the bits of one parameter, an empty list as the count 0; nothing where more than that has to be compared.
  static std::optional<int64_t> default_bits(const AttrDef &attr) {
    const auto &value = attr.default_value;
    if (const auto *i = std::get_if<int64_t>(&value)) return *i;
    if (const auto *b = std::get_if<bool>(&value)) return *b ? 1 : 0;
    if (const auto *t = std::get_if<ge::DataType>(&value)) return static_cast<int64_t>(*t);
    if (const auto *f = std::get_if<float>(&value)) return static_cast<int64_t>(std::bit_cast<uint32_t>(*f));
    if (attr.type == AttrType::kTensor || (attr.type >= AttrType::kListInt && is_empty_list(attr))) return 0;
    return std::nullopt;
  }

  /// What default_arguments writes, as moves.
  void move_default(const AttrDef &attr) {
    const auto &value = attr.default_value;
    const auto add = [this](MovedArgument argument) { moves.arguments.push_back(std::move(argument)); };
    if (const auto *s = std::get_if<std::string>(&value)) return add(MovedArgument::text(*s));
    if (attr.type == AttrType::kTensor) {
      moves.complete = false;
      return;
    }
    if (attr.type >= AttrType::kListInt) {
      moves.complete = moves.complete && (is_empty_list(attr) || std::holds_alternative<std::monostate>(value));
      for (int i = 0; i < (attr.type == AttrType::kListListInt ? 3 : 2); ++i) add(MovedArgument::number(0));
      return;
    }
    if (attr.type == AttrType::kFloat) return add(MovedArgument::real(default_bits(attr).value_or(0)));
    add(MovedArgument::number(default_bits(attr).value_or(0)));
  }

  /// The attribute as it came after the old list: shims pass the defaults of their time. That is the first list
  /// assigned after the old one that has it, or, for lists that were recorded late, an earlier release whose list was
  /// there already.
  const AttrDef &introduced(const AttrDef &attr) const {
    const auto old =
        std::find_if(lists_.begin(), lists_.end(), [this](const AbiList &list) { return list.op == &old_; });
    const AttrDef *first = nullptr;
    std::string_view date;
    const auto take = [&](const AbiList &list) {
      const AttrDef *const found = find(list.op->attrs, attr.name);
      if (found == nullptr || found->type != attr.type || !found->may_be_left_out()) return false;
      if (first == nullptr || (!list.release.date.empty() && list.release.date < date)) {
        first = found;
        date = list.release.date;
      }
      return true;
    };
    for (auto list = lists_.begin(); list != old; ++list) {
      if (!old->release.date.empty() && list->release.date > old->release.date) (void)take(*list);
    }
    for (auto list = old; list != lists_.end() && !take(*list);) ++list;
    return first == nullptr ? attr : *first;
  }

  std::string table(const std::string &type, const std::string &name, const std::string &items, size_t count) {
    if (count == 0) return "nullptr";
    constants += "  static " + type + name + "[] = {" + items + "};\n";
    return name;
  }
  static std::string data_type(ge::DataType type) { return "static_cast<C_DataType>(" + std::to_string(static_cast<int>(type)) + ")"; }

  /// The arguments that carry a default: value, or array and counts.
  std::string default_arguments(const AttrDef &attr, const std::string &constant) {
    const auto &value = attr.default_value;
    if (const auto *i = std::get_if<int64_t>(&value)) return cpp_int(*i);
    if (const auto *f = std::get_if<float>(&value)) return cpp_float(*f);
    if (const auto *b = std::get_if<bool>(&value)) return *b ? "true" : "false";
    if (const auto *s = std::get_if<std::string>(&value)) return cpp_string(*s);
    if (const auto *t = std::get_if<ge::DataType>(&value)) return data_type(*t);
    const auto counted = [&](const std::string &array, size_t count) { return array + ", " + std::to_string(count); };
    if (const auto *v = std::get_if<std::vector<int64_t>>(&value)) return counted(table("const int64_t ", constant, join(*v, cpp_int), v->size()), v->size());
    if (const auto *v = std::get_if<std::vector<float>>(&value)) return counted(table("const float ", constant, join(*v, cpp_float), v->size()), v->size());
    if (const auto *v = std::get_if<std::vector<bool>>(&value)) {
      return counted(table("const bool ", constant, join(*v, [](bool b) { return b ? "true" : "false"; }), v->size()), v->size());
    }
    if (const auto *v = std::get_if<std::vector<std::string>>(&value)) {
      return counted(table("const char *", constant, join(*v, [](const std::string &s) { return cpp_string(s); }), v->size()), v->size());
    }
    if (const auto *v = std::get_if<std::vector<ge::DataType>>(&value)) return counted(table("const C_DataType ", constant, join(*v, data_type), v->size()), v->size());
    if (const auto *v = std::get_if<std::vector<std::vector<int64_t>>>(&value)) {
      std::string rows, counts;
      for (size_t i = 0; i < v->size(); ++i) {
        const auto &row = (*v)[i];
        rows += (i == 0 ? "" : ", ") + table("const int64_t ", constant + "_" + std::to_string(i), join(row, cpp_int), row.size());
        counts += (i == 0 ? "" : ", ") + std::to_string(row.size());
      }
      const std::string array = table("const int64_t *", constant, rows, v->size());
      return counted(array, v->size()) + ", " + table("const int64_t ", constant + "_inner", counts, v->size());
    }
    if (attr.type == AttrType::kTensor) return "opstrata_es::empty_tensor()";
    if (attr.type == AttrType::kListListInt) return "nullptr, 0, nullptr";
    return attr.type >= AttrType::kListInt ? "nullptr, 0" : attr.type == AttrType::kBool ? "false" : attr.type == AttrType::kType ? data_type(ge::DT_FLOAT) : attr.type == AttrType::kInt ? "0" : attr.type == AttrType::kFloat ? "0.0f" : "nullptr";
  }

  /// Condition: parameter `name` has another value than the default of `attr`, bit by bit.
  std::string differs(const AttrDef &attr, const std::string &name, const std::string &constant) {
    const auto &value = attr.default_value;
    const auto list = [&](const std::string &type, const std::string &items, size_t count) {
      if (count == 0) return name + "_num != 0";
      constants += "  static const " + type + " " + constant + "[] = {" + items + "};\n";
      return name + "_num != " + std::to_string(count) + " || __builtin_memcmp(" + name + ", " + constant + ", sizeof " + constant + ") != 0";
    };
    if (const auto *i = std::get_if<int64_t>(&value)) return name + " != " + cpp_int(*i);
    if (const auto *b = std::get_if<bool>(&value)) return (*b ? "!" : "") + name;
    if (const auto *t = std::get_if<ge::DataType>(&value)) return name + " != " + data_type(*t);
    if (const auto *f = std::get_if<float>(&value)) {
      constants += "  static const float " + constant + " = " + cpp_float(*f) + ";\n";
      return "__builtin_memcmp(&" + name + ", &" + constant + ", sizeof " + constant + ") != 0";
    }
    if (const auto *s = std::get_if<std::string>(&value)) return name + " == nullptr || __builtin_strcmp(" + name + ", " + cpp_string(*s) + ") != 0";
    if (const auto *v = std::get_if<std::vector<int64_t>>(&value)) return list("int64_t", join(*v, cpp_int), v->size());
    if (const auto *v = std::get_if<std::vector<float>>(&value)) return list("float", join(*v, cpp_float), v->size());
    if (const auto *v = std::get_if<std::vector<bool>>(&value)) return list("bool", join(*v, [](bool b) { return b ? "true" : "false"; }), v->size());
    if (const auto *v = std::get_if<std::vector<ge::DataType>>(&value)) return list("C_DataType", join(*v, data_type), v->size());
    if (attr.type == AttrType::kTensor) return name + " != nullptr";
    if (is_empty_list(attr)) return name + "_num != 0";
    if (const auto *v = std::get_if<std::vector<std::string>>(&value)) {
      const std::string texts = table("const char *const ", constant,
                                      join(*v, [](const std::string &s) { return cpp_string(s); }), v->size());
      return "opstrata_es::texts_differ(" + name + ", " + name + "_num, " + texts + ", " + std::to_string(v->size()) +
             ")";
    }
    if (const auto *v = std::get_if<std::vector<std::vector<int64_t>>>(&value)) {
      std::vector<int64_t> items;
      for (const auto &row : *v) items.insert(items.end(), row.begin(), row.end());
      const std::string all = table("const int64_t ", constant, join(items, cpp_int), items.size());
      const std::string counts = table("const int64_t ", constant + "_inner",
                                       join(*v, [](const auto &row) { return std::to_string(row.size()); }), v->size());
      return "opstrata_es::lists_differ(" + name + ", " + name + "_num, " + name + "_inner_num, " + all + ", " +
             counts + ", " + std::to_string(v->size()) + ")";
    }
    return "true";
  }

  const OpPrototype &old_;
  const Names &names_;
  const OpPrototype &op_;
  const std::vector<AbiList> &lists_;
};

/// The hash, and for a list that stands in several nodes which of its functions this is.
std::string own_name(const AbiList &list) {
  return list.hash + (list.repeat == 0 ? "" : "__" + std::to_string(list.repeat + 1));
}

std::string return_type_of(const AbiList &list) {
  return returns_c_struct(*list.op) ? "Es" + list.op->type + "Output__" + own_name(list) : "EsCTensorHolder *";
}

std::string joined(const std::vector<std::string> &changes) {
  std::string text;
  for (const auto &change : changes) text += (text.empty() ? "" : "; ") + change;
  return text;
}

/// The structure that callers of an old list get, in its old layout.
std::string result_structure(const AbiList &list) {
  if (!returns_c_struct(*list.op)) return "";
  std::string text = "struct " + return_type_of(list) + " {\n";
  for (size_t i = 0; i < list.op->outputs.size(); ++i) {
    const std::string &member = list.names.outputs[i];
    text += list.op->outputs[i].kind == OutputKind::kDynamic ? "  EsCTensorHolder **" + member + ";\n  int64_t " + member + "_num;\n" : "  EsCTensorHolder *" + member + ";\n";
  }
  return text + "};\n";
}

/// Whether a refused call has graphs or tensors to take over, as every other one does.
bool is_owning(const OpPrototype &op) {
  return !op.subgraphs.empty() || std::any_of(op.attrs.begin(), op.attrs.end(), [](const AttrDef &attr) { return attr.type == AttrType::kTensor; });
}

/// What a shim with `checks` or a refusal starts with.
std::string refusal_text(const AbiList &list) {
  const auto &p = *list.op;
  const std::string release = cpp_string(list.release.version);
  if (!is_owning(p))
    return "  const auto opstrata_refuse = [](const char *change) { return opstrata_es::refuse_old_call(" +
           cpp_string(p.type) + ", " + release + ", change); };\n";
  const BuilderCall call = builder_call(as_operator(list));
  return call.statements +
         "  const auto opstrata_refuse = [&](const char *change) { return opstrata_es::refuse_old_arguments(" +
         call.arguments + ", " + release + ", change); };\n";
}

std::string refused(const AbiList &list, const std::string &change) {
  return refusal_text(list) + refuse(*list.op, change);
}

// Cold: compiled for size, which is what older lists cost.
std::string shim_text(const AbiList &list, const std::string &body) {
  const std::string symbol = abi_symbol(list);
  const EmitOperator op = as_operator(list);
  const MacroShield shield = macro_shield(op);
  return "// Parameter list of release " + comment_text(list.release.version) + ".\n" + shield.begin +
         result_structure(list) + "extern \"C\" OPSTRATA_API __attribute__((cold)) " + return_type_of(list) +
         (returns_c_struct(*list.op) ? " " : "") + symbol + "(" + c_parameters(op) + ") {\n" + body + "}\n" +
         shield.end + "OPSTRATA_ES_SYMBOL_VERSION(\".symver " + symbol + ",Es" + list.op->type + "@" + list.node +
         "\")\n\n";
}

/// Pointers and counts that the old function returns.
size_t result_words(const OpPrototype &op) {
  if (!returns_c_struct(op)) return 1;
  size_t words = 0;
  for (const auto &output : op.outputs) words += output.kind == OutputKind::kDynamic ? 2 : 1;
  return words;
}

/// Whether the current function returns what callers of the old one expect, bit by bit.
bool same_result(const OpPrototype &op, const OpPrototype &old, const std::vector<int> &results) {
  if (returns_c_struct(op) != returns_c_struct(old)) return false;
  if (!returns_c_struct(op)) return true;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i] != static_cast<int>(i)) return false;
  }
  return op.outputs.size() == old.outputs.size();
}

/// The old functions of one operator, or of one that is gone: those that only C++ can say, and the others in C++.
struct OperatorShims {
  std::string compiled, portable;
};

/// The body of an old function that passes on to `current`.
std::string forward_body(const EmitOperator &op, const AbiList &list, const Shim &shim, const std::string &current) {
  std::string body = shim.constants + (shim.checks.empty() ? "" : refusal_text(list) + shim.checks);
  const std::string call = current + "(" + shim.arguments + ")";
  const bool from_struct = returns_c_struct(*op.op), to_struct = returns_c_struct(*list.op);
  if (!from_struct && !to_struct) return body + "  return " + call + ";\n";
  body += "  const auto opstrata_out = " + call + ";\n  return " + (to_struct ? "{" : "");
  if (list.op->outputs.empty()) body += "opstrata_out";
  for (size_t i = 0; i < list.op->outputs.size(); ++i) {
    const auto to = static_cast<size_t>(shim.results[i]);
    const std::string member = from_struct ? "opstrata_out." + op.cpp.outputs[to] : "opstrata_out";
    body += (i == 0 ? "" : ", ") + member + (list.op->outputs[i].kind == OutputKind::kDynamic ? ", " + member + "_num" : "");
  }
  return body + (to_struct ? "};\n" : ";\n");
}

OperatorShims operator_shims(const EmitOperator &op, Instructions *instructions, const EmitContext &context) {
  const std::string current = abi_symbol(op.op->type, op.abi_hash);
  OperatorShims text;
  for (const auto &list : op.abi) {
    if (list.hash == op.abi_hash && list.repeat == 0) continue;
    const Shim shim(list, *op.op, op.abi);
    std::string body;
    bool machine = false;
    if (!shim.obstacles.empty()) {
      const std::string changes = joined(shim.obstacles);
      body = refused(list, changes);
      machine = !is_owning(*list.op);
      if (machine) instructions->add_refusal(list, result_words(*list.op), changes);
    } else {
      body = forward_body(op, list, shim, current);
      ArgumentMoves moves = shim.moves;
      moves.result_words = result_words(*list.op);
      machine = (moves.checks.empty() || !is_owning(*list.op)) && same_result(*op.op, *list.op, shim.results) &&
                instructions->add_forward(list, current, moves);
    }
    (machine ? text.portable : text.compiled) += shim_text(list, body);
  }
  const MacroShield shield = macro_shield(op);
  for (std::string *part : {&text.compiled, &text.portable}) {
    if (part->empty()) continue;
    *part = "#include \"es_" + op.op->type + "_c.h\"\n" + shield.begin + "extern \"C\" " + c_return_type(op, context) + current + "(" +
            c_parameters(op) + ");\n\n" + *part + shield.end;
  }
  return text;
}

/// Unused parameters are no fault here.
constexpr std::string_view kHead =
    "#include \"ge/esb_funcs.h\"\n#include \"graph/c_types.h\"\n#include \"opstrata/es_node.h\"\n\n#pragma GCC "
    "diagnostic ignored \"-Wunused-parameter\"\n"
    "#ifndef OPSTRATA_ES_SYMBOL_VERSION\n#ifdef OPSTRATA_ES_VERSIONED /* set for the shared library, which is linked "
    "with the version script */\n"
    "#define OPSTRATA_ES_SYMBOL_VERSION(directive) __asm__(directive);\n#else\n#define "
    "OPSTRATA_ES_SYMBOL_VERSION(directive)\n#endif\n#endif\n\n";

}  // namespace

std::string abi_symbol(const std::string &op_type, const std::string &hash) { return "Es" + op_type + "__" + hash; }

std::string abi_symbol(const AbiList &list) { return abi_symbol(list.op->type, own_name(list)); }

std::vector<std::string> abi_obstacles(const AbiList &list, const OpPrototype &op, const std::vector<AbiList> &lists) {
  return Shim(list, op, lists).obstacles;
}

std::string emit_abi_source(const std::vector<EmitOperator> &operators, const std::vector<AbiList> &gone, std::string_view input_hash,
                            const EmitContext &context) {
  Instructions instructions;
  std::string compiled, portable;
  // Infinite and other odd defaults.
  const auto limits = [](const std::string &functions) {
    return std::string(functions.find("std::numeric_limits") == std::string::npos ? "" : "#include <limits>\n");
  };
  for (const auto &op : operators) {
    if (!op.has_older_lists()) continue;
    const OperatorShims shims = operator_shims(op, &instructions, context);
    compiled += shims.compiled;
    portable += shims.portable;
  }
  for (const auto &list : gone) {
    const std::string change = "the operator no longer exists";
    if (!is_owning(*list.op)) instructions.add_refusal(list, result_words(*list.op), change);
    (is_owning(*list.op) ? compiled : portable) += shim_text(list, refused(list, change));
  }
  if (compiled.empty() && portable.empty()) return "";
  std::string text = file_banner(context, "//", input_hash) + std::string(kHead) + limits(compiled) + compiled;
  if (!portable.empty()) text += "#ifdef OPSTRATA_ES_X86_64\n" + instructions.text() + "#else\n" + limits(portable) + portable + "#endif\n";
  return text;
}

std::string emit_version_script(const std::vector<std::string> &nodes, const std::vector<EmitOperator> &operators, const EmitContext &context) {
  std::map<std::string, std::string> current;
  for (const auto &op : operators) {
    if (!op.abi_node.empty()) current[op.abi_node] += " Es" + op.op->type + ";";
  }
  std::string text = "/* Symbol versions of lib" + std::string("es_") + context.module + ".so: the current functions; older ones are in the .abi.cpp files. */\n";
  if (nodes.empty()) return text + "{ global: *; };  /* no record yet: no versions, later libraries serve callers of this one by their first node */\n";
  std::string before;
  for (const auto &node : nodes) {
    const auto at = current.find(node);
    text += node + " {" + (at == current.end() ? "" : " global:" + at->second) + " }" + (before.empty() ? "" : " " + before) + ";\n";
    before = node;
  }
  return text;
}

}  // namespace opstrata::esgen
