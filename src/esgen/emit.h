/// @file
/// The back ends: they print what the planner decided, and decide nothing. Every function returns the whole text of one
/// file, the same bytes for the same input on every machine (es-api sections 5.3 to 5.5, 7, 8 and 9).
#ifndef OPSTRATA_SRC_ESGEN_EMIT_H_
#define OPSTRATA_SRC_ESGEN_EMIT_H_

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "esgen/names.h"
#include "esgen/plan.h"

namespace opstrata::esgen {

/// What all files of one generation share.
struct EmitContext {
  std::string module = "all";   ///< aggregate names and the Python library name
  std::string guard_prefix;     ///< put into include guards
  std::string version;          ///< of the generator
  std::set<std::string, std::less<>> op_types;  ///< all generated operators: names that result structures must avoid
};

/// One operator, ready to be printed.
struct EmitOperator {
  const proto::OpPrototype *op = nullptr;
  Names cpp;
  Names python;
  Plan plan;
  std::vector<OldPrototype> history;  ///< as the plan was made from, ascending by date
  std::string op_hash;    ///< of the prototype: files that do not depend on history carry it
  std::string plan_hash;  ///< of the prototype and of the history that the plan was made from
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
/// The parameters of the C function without the parentheses, and the comment lines that document the operator.
OPSTRATA_INTERNAL std::string c_parameters(const EmitOperator &op);
/// The whole C declaration, and a C++ function's head (`EsTensorHolder Foo(const EsTensorLike &x, …)`), on one line.
OPSTRATA_INTERNAL std::string c_declaration(const EmitOperator &op, const EmitContext &context);
OPSTRATA_INTERNAL std::string cpp_declaration(const EmitOperator &op, const EmitContext &context, const Signature &signature);
OPSTRATA_INTERNAL std::string operator_comment(const EmitOperator &op, std::string_view line_start);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_EMIT_H_
