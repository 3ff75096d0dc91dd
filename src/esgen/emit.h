/// @file
/// The back ends: they print what the planner decided, and decide nothing. Every function returns the whole text of one
/// file, the same bytes for the same input on every machine (es-api sections 5.3 to 5.5, 7, 8 and 9).
#ifndef OPSTRATA_SRC_ESGEN_EMIT_H_
#define OPSTRATA_SRC_ESGEN_EMIT_H_

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "esgen/names.h"
#include "esgen/plan.h"
#include "history/abi.h"

namespace opstrata::esgen {

/// What all files of one generation share.
struct EmitContext {
  std::string module = "all";   ///< aggregate names and the Python library name
  std::string guard_prefix;     ///< put into include guards
  std::string version;          ///< of the generator
  std::vector<std::string> releases;  ///< of the window, ascending; empty: generated without history
  std::set<std::string, std::less<>> op_types;  ///< all generated operators: names that result structures must avoid
};

/// A parameter list of an operator's C function that a release had, see history/abi.h.
struct AbiList {
  std::string node;     ///< symbol version
  history::AbiRelease release;  ///< that first had the list
  std::string hash;     ///< of the list
  int repeat = 0;       ///< how many earlier nodes of the operator have the same list (registries that assigned it
                        ///< differently were merged)
  const proto::OpPrototype *op = nullptr;
  Names names;          ///< for C
};

/// One operator, ready to be printed.
struct EmitOperator {
  const proto::OpPrototype *op = nullptr;
  std::vector<std::string> kept;  ///< optional attributes that no language has a parameter for; `op` lacks them
  std::shared_ptr<const proto::OpPrototype> owned = nullptr;  ///< `op`, where it lacks some
  Names cpp;
  Names python;
  Plan plan;
  std::vector<OldPrototype> history;  ///< as the plan was made from, ascending by date
  std::vector<OldPrototype> reserved;  ///< older prototypes whose forms are kept (reserved_forms)
  std::string op_hash;    ///< of the prototype: the C source, which does not depend on history, carries it
  std::string plan_hash;  ///< of the prototype and of the history that the plan was made from
  std::string abi_hash;   ///< of the current parameter list; empty: plain binary interface
  std::string abi_node;   ///< of the current parameter list; empty: no record, functions have no symbol version
  std::vector<AbiList> abi;     ///< all lists, the current one too, in the order in which their nodes were assigned
  std::string abi_source_hash;  ///< of the prototype and those lists

  /// Whether there are symbols besides that of the current function.
  bool has_older_lists() const { return abi.size() > 1 || (abi.size() == 1 && abi.front().hash != abi_hash); }
};

OPSTRATA_INTERNAL std::string emit_c_header(const EmitOperator &op, const EmitContext &context);
OPSTRATA_INTERNAL std::string emit_c_source(const EmitOperator &op, const EmitContext &context);
OPSTRATA_INTERNAL std::string emit_cpp_header(const EmitOperator &op, const EmitContext &context);
OPSTRATA_INTERNAL std::string emit_python(const EmitOperator &op, const EmitContext &context);
/// The type stub (`.pyi`) of a module that emit_python printed.
OPSTRATA_INTERNAL std::string emit_python_stub(const std::string &module_text);
/// Reference page in Markdown: the signatures of three languages, since when, what each release had.
OPSTRATA_INTERNAL std::string emit_markdown(const EmitOperator &op, const EmitContext &context);
OPSTRATA_INTERNAL std::string emit_markdown_index(const EmitContext &context);

/// Symbol of one parameter list of an operator, whatever the versions: what generated C++ and Python call.
OPSTRATA_INTERNAL std::string abi_symbol(const std::string &op_type, const std::string &hash);
/// Symbol of the function of one recorded list: where a list stands in several nodes, each has its own.
OPSTRATA_INTERNAL std::string abi_symbol(const AbiList &list);
/// Why calls of an old list cannot become calls of `op`; empty when they can. `lists`: all lists of the operator.
OPSTRATA_INTERNAL std::vector<std::string> abi_obstacles(const AbiList &list, const proto::OpPrototype &op, const std::vector<AbiList> &lists);
/// The functions of old parameter lists, one source for the library; empty when there are none. Each passes on to the
/// current function, or refuses with operator, release and change; those of operators that no longer exist (`gone`) all
/// refuse.
OPSTRATA_INTERNAL std::string emit_abi_source(const std::vector<EmitOperator> &operators, const std::vector<AbiList> &gone,
                                              std::string_view input_hash, const EmitContext &context);
/// The linker's version script; `nodes` in the order of their assignment.
OPSTRATA_INTERNAL std::string emit_version_script(const std::vector<std::string> &nodes, const std::vector<EmitOperator> &operators, const EmitContext &context);

/// Operators that were left out, by reason: printed as trailing comment of the aggregates (es-api section 3.6).
struct Unsupported {
  std::string op_type;
  std::string reason;
};
OPSTRATA_INTERNAL std::string emit_c_aggregate(const EmitContext &context, const std::vector<Unsupported> &unsupported);
OPSTRATA_INTERNAL std::string emit_cpp_aggregate(const EmitContext &context, const std::vector<Unsupported> &unsupported);
OPSTRATA_INTERNAL std::string emit_python_aggregate(const EmitContext &context, const std::vector<Unsupported> &unsupported);
OPSTRATA_INTERNAL std::string emit_log_header(const EmitContext &context);

// --- Parts that several back ends use -----------------------------------------------------------------------------------

/// First lines of every generated file: what made it and from what.
OPSTRATA_INTERNAL std::string file_banner(const EmitContext &context, std::string_view comment, std::string_view input_hash);
/// Include guard (es-api section 5.4): prefix + `_OP_` + type + suffix for operators.
OPSTRATA_INTERNAL std::string include_guard(const EmitContext &context, std::string_view middle, std::string_view suffix);
/// How the results of an operator are returned (sections 7.2, 8.3).
enum class ResultForm : uint8_t { kTensor, kTensorVector, kStruct };
OPSTRATA_INTERNAL ResultForm result_form(const proto::OpPrototype &op);
/// Whether the C function returns a structure: several outputs, or any dynamic one.
OPSTRATA_INTERNAL bool returns_c_struct(const proto::OpPrototype &op);
/// Name of the result structure: `<OpType>Output`, or `<OpType>Outputs` where an operator has the former name.
OPSTRATA_INTERNAL std::string result_name(const proto::OpPrototype &op, const EmitContext &context);
/// An attribute that makes the layout of the result structures a part of the names of what C++ compilers make of them
/// (destructors, templates over them): in one process that of two releases is never merged. Empty with the plain binary
/// interface.
OPSTRATA_INTERNAL std::string layout_tag(const EmitOperator &op);
/// What the C function returns, ready for the name.
OPSTRATA_INTERNAL std::string c_return_type(const EmitOperator &op, const EmitContext &context);
/// A parameter of the C function. `type` is ready for the name; `kind` is what calling conventions see of it.
struct CParameter {
  enum class Class : uint8_t { kWord, kType, kBool, kFloat };
  std::string type, name;
  Class kind;
};
OPSTRATA_INTERNAL std::vector<CParameter> c_parameter_list(const EmitOperator &op);
/// The same without the parentheses.
OPSTRATA_INTERNAL std::string c_parameters(const EmitOperator &op);
/// What a C function hands to the node builder: statements that define the descriptor `opstrata_op` and, unless it
/// takes nothing, the values `opstrata_args`; and the arguments of the builder up to their number.
struct BuilderCall {
  std::string statements, arguments;
};
OPSTRATA_INTERNAL BuilderCall builder_call(const EmitOperator &op);
/// The whole C declaration, and a C++ function's head (`EsTensorHolder Foo(const EsTensorLike &x, …)`), on one line.
OPSTRATA_INTERNAL std::string c_declaration(const EmitOperator &op, const EmitContext &context);
OPSTRATA_INTERNAL std::string cpp_declaration(const EmitOperator &op, const EmitContext &context, const Signature &signature);
/// Kinds, types, defaults, and since which release of the window the operator and its newer elements are there.
/// `names`: the language's.
OPSTRATA_INTERNAL std::string operator_comment(const EmitOperator &op, const Names &names, const EmitContext &context,
                                               std::string_view line_start);
/// A finding as one line for users, in the console and in headers: its code, the releases whose calls it is about, what
/// happened, an old call with its variables explained, and what can be done.
OPSTRATA_INTERNAL std::string finding_text(const PlanFinding &finding);
/// `a, b, c`: what `item` makes of each element.
template <typename List, typename Item>
std::string join(const List &list, Item item) {
  std::string text;
  for (const auto &element : list) text += (text.empty() ? "" : ", ") + std::string(item(element));
  return text;
}
inline std::string join(const std::vector<std::string> &list) {
  return join(list, [](const std::string &text) -> const std::string & { return text; });
}
/// Lines that put macros called like parameters or members of the operator aside, and lines that bring them back: any header
/// that a user includes first may define them.
struct MacroShield {
  std::string begin, end;
};
OPSTRATA_INTERNAL MacroShield macro_shield(const EmitOperator &op);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_EMIT_H_
