#include "esgen/plan.h"

namespace opstrata::esgen {

std::string_view mode_name(Mode mode) {
  switch (mode) {
    case Mode::kA0: return "A0";
    case Mode::kTry0: return "Try0";
    case Mode::kA1: return "A1";
    case Mode::kA2: return "A2";
  }
  return "";
}

Plan make_plan(const proto::OpPrototype &current, const std::vector<OldPrototype> &history, Policy) {
  Plan plan;
  for (const auto &old : history) plan.releases.push_back(old.release);
  plan.signatures.push_back(canonical_signature(current));
  return plan;
}

}  // namespace opstrata::esgen
