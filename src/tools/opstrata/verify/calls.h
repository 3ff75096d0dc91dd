/// @file
/// Witness calls: how a caller of an old release could write a call of an operator, and what the planner promises about
/// it today. Enumerated over argument counts and argument forms: all of them where they are few, else so that every
/// pair occurs.
#ifndef OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_CALLS_H_
#define OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_CALLS_H_

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "esgen/plan.h"
#include "esgen/prove.h"
#include "esgen/resolve.h"

namespace opstrata::tools::verify {

struct Call {
  size_t signature = 0;  ///< of the old set: the function that took the call
  std::vector<esgen::FormId> forms;
  std::optional<esgen::CallFailure::Kind>
      failure;  ///< none: the planner promises that it compiles and builds the same node
  bool kept() const { return !failure.has_value(); }
};

/// All witness calls of an old release's overload set, judged against today's. Calls that the old functions refused at run
/// time (no tensor at all, null where a value is required) are not among them.
std::vector<Call> enumerate_calls(const std::vector<esgen::Signature> &old_set, const std::vector<esgen::Signature> &today, const esgen::Renames &renames);

/// Whether the plan names the loss of a call that it does not keep: the release whose call it is, and whether it is
/// lost or rebound.
bool is_named(const esgen::Plan &plan, const std::string &release, esgen::CallFailure::Kind failure);

/// A call that a guard must refuse, and the text that the compiler's output must hold.
struct Forbidden {
  std::vector<esgen::FormId> forms;
  std::string text;
};
std::vector<Forbidden> forbidden_calls(const std::vector<esgen::Signature> &today);

/// `Foo(z[0], n[1], {0})`: the forms over the variables of a witness program, another one at each position.
std::string call_source(const std::string &op_type, const std::vector<esgen::FormId> &forms);

/// Position and candidate, twice; the same one twice stands for the candidate alone.
using Pair = std::array<size_t, 4>;
/// The pairs that a row of candidates holds.
std::vector<Pair> pairs_of(const std::vector<size_t> &row);
/// Rows over `choices[position]` candidates in which every candidate occurs, and every pair of candidates of two
/// positions that has not been `shown`.
std::vector<std::vector<size_t>> pairwise(const std::vector<size_t> &choices, const std::set<Pair> &shown = {});

}  // namespace opstrata::tools::verify

#endif  // OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_CALLS_H_
