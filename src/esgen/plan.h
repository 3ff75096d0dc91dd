/// @file
/// The planner: which C++ signatures an operator gets so that every call that compiled against a release of the window
/// compiles against the new header and builds the same node (es-api sections 8.5 to 8.11, seed design section 4).
///
/// Modes, in the order tried: A0 (one signature), try 0 (legacy and full shapes, new inputs optional), A1 (new inputs
/// required, EsTensorLike, with a guard against nullptr) and A2 (the same with EsTensorHolder). A candidate set is taken
/// when the seed's gates pass and the resolver proves that the old calls keep their meaning; braced lists that it would
/// break get companions that take std::initializer_list.
#ifndef OPSTRATA_SRC_ESGEN_PLAN_H_
#define OPSTRATA_SRC_ESGEN_PLAN_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "esgen/signature.h"
#include "proto/prototype.h"

namespace opstrata::esgen {

enum class Mode : uint8_t { kA0, kTry0, kA1, kA2 };
OPSTRATA_INTERNAL std::string_view mode_name(Mode mode);

/// Which of the sufficient sets is wanted.
enum class Policy : uint8_t {
  kSeed,   ///< the seed's shapes: its gates decide too, so A1 and A2 appear where the seed has them
  kExact,  ///< the smallest set that the resolver proves sufficient
};

/// The operator as one release of the window had it.
struct OldPrototype {
  const proto::OpPrototype *op = nullptr;
  std::string release;
  std::string date;
  std::shared_ptr<const proto::OpPrototype> kept = nullptr;  ///< owns `op` where no archive does (reserved_forms)
};

/// Something that a user of the generated interface or its author should know.
struct PlanFinding {
  enum class Severity : uint8_t { kNote, kWarning, kLoss };  ///< kLoss: an old call breaks or changes its meaning
  Severity severity = Severity::kWarning;
  std::string code;      ///< `default_changed`, `lost_call`, `rebound_call`, …
  std::string release;   ///< the (newest) old release concerned; empty: none
  std::vector<std::string> releases;   ///< all of them, ascending, where a call is lost
  std::vector<std::string> old_calls;  ///< one example for each way in which calls break, in C++
  std::string text;      ///< one sentence: what happened to which element
  std::string old_call;  ///< example of a call that breaks, in C++
  std::string advice;    ///< what the author can do
  std::string old_where, new_where;  ///< `file:line` or archive and JSON pointer
};

/// Why a mode was not taken.
struct RejectedMode {
  Mode mode = Mode::kA0;
  std::string reason;
  bool gates_pass = true;  ///< Gate 1 and Gate 2 of the seed
  std::string gates;       ///< the pair that fails them
};

struct Plan {
  Mode mode = Mode::kA0;
  std::vector<Signature> signatures;  ///< in the order of emission: shapes oldest first, companions, forwards, guards
  std::vector<PlanFinding> findings;
  std::vector<RejectedMode> rejected;
  bool gates_pass = true;  ///< whether the seed's gates pass for the set that was taken
  std::vector<std::string> releases;  ///< releases of the window that have the operator, ascending

  bool loses_calls() const {
    for (const auto &f : findings) {
      if (f.severity == PlanFinding::Severity::kLoss) return true;
    }
    return false;
  }
};

/// `history` is ascending by release date; releases without the operator are simply not in it. `reserved`: older
/// prototypes whose call forms keep their meaning although their releases are no longer served (see reserved_forms).
/// They get forwarding overloads, no guards.
OPSTRATA_INTERNAL Plan make_plan(const proto::OpPrototype &current, const std::vector<OldPrototype> &history,
                                 Policy policy, const std::vector<OldPrototype> &reserved = {});

/// A guard tells callers to write an older form (`Foo(x, xo1[, mode])`) when the newer input is not connected. When the
/// release of that form leaves the window, the plain rule would drop it or, worse, let it mean something else (the 5 of
/// `Foo(x, xo1, 5)` a constant for xo2), though callers wrote what they were told. So what a header ever recommended
/// stays reserved.
///
/// `archive`: one operator's prototypes in all releases up to today's, ascending by date; `begins[i]`: index of the
/// first one that was in the window when `archive[i]` came out; `first_served`: the first one of today's window.
/// Returns the forms that some release's header recommended in place of new inputs and whose inputs come from before
/// it, each once, as prototypes: their inputs, and the attributes that the header's release had. `release`: the oldest
/// with the inputs.
OPSTRATA_INTERNAL std::vector<OldPrototype> reserved_forms(const std::vector<OldPrototype> &archive,
                                                           const std::vector<size_t> &begins, size_t first_served,
                                                           Policy policy);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_PLAN_H_
