/// @file
/// Witness programs: C++ sources that make calls of generated functions and print the nodes that they build, in the words of
/// the old prototype, so that the outputs of an old and a new program can be compared line by line.
#ifndef OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_PROGRAM_H_
#define OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_PROGRAM_H_

#include <string>
#include <vector>

#include "tools/opstrata/verify/calls.h"

namespace opstrata::tools::verify {

/// One operator of one old release, with the calls that witness it.
struct Subject {
  const proto::OpPrototype *old = nullptr;
  const proto::OpPrototype *today = nullptr;
  std::vector<esgen::Signature> signatures;  ///< of the old release, with the history of its time
  esgen::Renames renames;      ///< old name -> today's
  std::vector<Call> calls;
  std::vector<Forbidden> forbidden;
};

/// Header and source that all programs share: variables for the argument forms, printing of nodes.
std::string harness_header();
std::string harness_source();

/// Where a call stands in a program: `line` of the source (from 1).
struct PlacedCall {
  size_t subject = 0, call = 0;
  size_t line = 0;
};
struct Program {
  std::string text;
  std::vector<PlacedCall> calls;  ///< in the order of their lines
};

enum class Side : uint8_t { kOld, kToday };
/// The program of all kept calls of `subjects`; calls in `without` (subject, call) are left out.
Program calls_program(const std::vector<Subject> &subjects, Side side, const std::vector<std::pair<size_t, size_t>> &without);
/// The program whose every call must be refused. `call` counts the forbidden calls of the subject.
Program forbidden_program(const std::vector<Subject> &subjects);

/// Outcome of comparing what an old and a new program printed for one call.
struct Comparison {
  bool same = false;
  bool default_changed = false;  ///< an attribute that the call leaves out has another default today
  std::string difference;        ///< one sentence, when not the same
};
Comparison compare_nodes(const Subject &subject, const Call &call, const std::string &old_text, const std::string &new_text);

}  // namespace opstrata::tools::verify

#endif  // OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_PROGRAM_H_
