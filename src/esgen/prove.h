/// @file
/// Proof that an old overload set's calls keep their meaning under a new one. Not by trying calls: it runs over argument
/// positions and keeps only the reachable states (who is still viable, who is strictly better than whom somewhere, which
/// pairs carry different elements), jointly for both sets, because one argument feeds both and a third overload may win.
/// So all calls over the argument forms are covered, and forty parameters cost milliseconds.
#ifndef OPSTRATA_SRC_ESGEN_PROVE_H_
#define OPSTRATA_SRC_ESGEN_PROVE_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/export.h"
#include "esgen/resolve.h"

namespace opstrata::esgen {

/// A call that the old set accepts and the new one does not, or not with the same meaning.
struct CallFailure {
  enum Kind : uint8_t {
    kNoViable,    ///< no function takes it
    kAmbiguous,   ///< several do equally well
    kGuarded,     ///< a guard takes it
    kIllFormed,   ///< chosen, but an error (narrowing, explicit constructor)
    kUnportable,  ///< GCC and Clang differ
    kRebound,     ///< compiles and means something else
    kUnproven,    ///< the sets are too large to tell: nothing is claimed
  };
  Kind kind = kNoViable;
  size_t old_index = 0;  ///< signature of the old set that took the call
  int new_index = -1;    ///< signature of the new set, where one was chosen
  bool exotic = false;  ///< legal, but no realistic call (`{}` for an integer, a pointer for a bool)
  double share = 0;     ///< of the old signature's calls with as many arguments
  std::vector<FormId> call;
};

/// Old IR name -> current IR name per role, for elements whose name changed. Others keep their name.
using Renames = std::map<std::pair<Role, std::string>, std::string>;

/// Which calls a proof covers: all over the argument forms, or those that somebody would write (see is_exotic). Plans are made
/// from the latter, so that an odd spelling never decides about a signature; reports name both.
enum class Calls : uint8_t { kRealistic, kAll };

/// One failure for each combination of argument count, kind and functions involved, with the simplest call found first.
/// `effort` counts the work, in transitions between states.
/// Calls that were refused at run time (null for a required input, a string, a tensor or a graph) are not counted.
OPSTRATA_INTERNAL std::vector<CallFailure> prove(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set,
                                                 const Renames &renames, Calls calls = Calls::kAll, size_t *effort = nullptr);

/// One call judged alone, by the resolver. `prove` says the same of all calls at once.
struct CallVerdict {
  bool accepted = false;  ///< every compiler takes it for the same old function, and it was not refused at run time
  size_t old_index = 0;   ///< that function
  bool exotic = false;
  std::optional<CallFailure::Kind> failure;  ///< none: it compiles today and builds the same node
};
OPSTRATA_INTERNAL CallVerdict judge_call(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set,
                                         const Renames &renames, const std::vector<FormId> &call);

/// Whether functions with this parameter refuse the argument at run time: null where a value is required.
OPSTRATA_INTERNAL bool is_refused(FormId form, const Param &param);

/// Whether a call that `old_set` accepts might reach this function: there is an argument count that both take, and at
/// each position a form that both take. The others of a new set are of no matter to the proof.
OPSTRATA_INTERNAL bool may_share_calls(const std::vector<Signature> &old_set, const Signature &signature, Calls calls);

/// What an argument of this parameter becomes: role, kind of value, and name of an element (`renames` leads old names to current
/// ones; null: none). Equal texts mean that the same argument builds the same node.
OPSTRATA_INTERNAL std::string carried_id(const Param &param, const Renames *renames);
/// Whether the argument is a null today that today's function refuses at run time, or that used to be a value: the literal 0
/// is a constant to EsTensorLike and a null handle to EsTensorHolder.
OPSTRATA_INTERNAL bool null_arises(FormId form, const Param &old_param, const Param &new_param);

/// Legal, but nobody's way of writing it: braces around a scalar or nothing, a pointer or floating value as bool,
/// braces inside braces for a plain list, NULL where no pointer is wanted, truth values or data types in a list of
/// something else. This is the one line between calls whose loss is a loss (which `opstrata verify` writes witnesses
/// for) and those it is noted for.
OPSTRATA_INTERNAL bool is_exotic(FormId form, ParamType type);

/// What an old call is today: `ambiguous`, `refused by a guard`, …
OPSTRATA_INTERNAL const char *failure_word(CallFailure::Kind kind);

/// `Foo(z, n, {0})`.
OPSTRATA_INTERNAL std::string call_text(const std::string &op_type, const std::vector<FormId> &call);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_PROVE_H_
