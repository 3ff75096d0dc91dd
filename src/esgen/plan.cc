#include "esgen/plan.h"

#include <algorithm>
#include <map>

#include "esgen/candidate.h"
#include "esgen/compatibility.h"
#include "esgen/search.h"

namespace opstrata::esgen {
namespace {

using proto::OpPrototype;

/// Why a call of `old` broke: the prototype's change in words, and what the author can do.
/// Exotic calls are notes: they are legal, but nobody writes them.
void add_losses(const OpPrototype &current, const Candidate &candidate, Plan *plan) {
  using Key = std::tuple<const Obligation *, bool, bool>;
  std::map<Key, size_t> seen;  // place of the finding
  for (const auto &broken : candidate.broken) {
    if (broken.obligation->reserved && broken.failure.exotic) continue;
    const bool rebound = broken.failure.kind == CallFailure::kRebound;
    const std::string call = call_text(current.type, broken.failure.call);
    const auto [known, is_new] = seen.insert({{broken.obligation, rebound, broken.failure.exotic}, plan->findings.size()});
    if (!is_new) {
      plan->findings[known->second].old_calls.push_back(call);
      continue;
    }
    const OpPrototype &old = *broken.obligation->version->op;
    PlanFinding finding;
    finding.severity = broken.failure.exotic ? PlanFinding::Severity::kNote : PlanFinding::Severity::kLoss;
    finding.code = rebound ? "rebound_call" : "lost_call";
    if (broken.obligation->reserved) {
      finding.severity = PlanFinding::Severity::kWarning;
      finding.code = "reserved_call";
    }
    finding.releases = broken.obligation->version->releases;
    finding.release = finding.releases.back();
    finding.old_call = call;
    finding.old_calls = {call};
    finding.text = describe_changes(old, current) + (rebound ? " An old call compiles and means something else." : " An old call is ") +
                   (rebound ? "" : failure_word(broken.failure.kind)) + (rebound ? "" : ".");
    finding.advice = advice_for(old, current);
    finding.old_where = old.where.to_string();
    finding.new_where = current.where.to_string();
    plan->findings.push_back(std::move(finding));
  }
}

}  // namespace

std::string_view mode_name(Mode mode) {
  switch (mode) {
    case Mode::kA0: return "A0";
    case Mode::kTry0: return "Try0";
    case Mode::kA1: return "A1";
    case Mode::kA2: return "A2";
  }
  return "";
}

Plan make_plan(const OpPrototype &current, const std::vector<OldPrototype> &history, Policy policy,
               const std::vector<OldPrototype> &reserved) {
  Plan plan;
  std::vector<Version> versions;
  for (const auto &old : history) {
    plan.releases.push_back(old.release);
    if (versions.empty() || !same_calls(*versions.back().op, *old.op)) versions.push_back({old.op, {}});
    versions.back().releases.push_back(old.release);
  }
  // The current form needs no obligation when nothing came after its first appearance.
  std::vector<std::string> current_releases;
  if (!versions.empty() && same_calls(*versions.back().op, current)) {
    current_releases = versions.back().releases;
    versions.pop_back();
  }
  add_default_changes(current, history, &plan);
  if (versions.empty() && reserved.empty()) {
    plan.signatures.push_back(canonical_signature(current));
    plan.signatures.back().releases = current_releases;
    return plan;
  }
  // Every release's own header: planned from the releases before it. A form that comes back has the header that it had,
  // unless what came between left something in it. Each has served the reserved forms, too.
  std::vector<Obligation> own;
  own.reserve(versions.size() + reserved.size());
  std::vector<Version> kept_forms;
  kept_forms.reserve(reserved.size());
  for (const auto &form : reserved) {
    kept_forms.push_back({form.op, {form.release}});
    Obligation obligation;
    obligation.version = &kept_forms.back();
    obligation.set = {canonical_signature(*form.op)};
    obligation.reserved = true;
    own.push_back(std::move(obligation));
  }
  std::map<std::string, Version *> known;
  for (auto &version : versions) {
    std::vector<const Obligation *> before;
    for (auto &obligation : own) {
      obligation.renames = find_renames(*obligation.version->op, *version.op);
      before.push_back(&obligation);
    }
    Obligation obligation;
    obligation.version = &version;
    obligation.set = before.empty() ? std::vector<Signature>{canonical_signature(*version.op)} : search(*version.op, before, policy, nullptr).set;
    std::string text;
    for (const auto &signature : obligation.set) {
      text += type_key(signature) + std::to_string(signature.required()) + std::to_string(static_cast<int>(signature.kind));
      for (const auto &param : signature.params) text += ' ' + param.element + (param.null_refused ? "!" : "");
      text += '\n';
    }
    const auto [same, is_new] = known.emplace(std::move(text), &version);
    if (is_new) {
      own.push_back(std::move(obligation));
    } else {
      same->second->releases.insert(same->second->releases.end(), version.releases.begin(), version.releases.end());
    }
  }
  std::vector<const Obligation *> all;
  for (auto &obligation : own) {
    obligation.renames = find_renames(*obligation.version->op, current);
    all.push_back(&obligation);
  }
  Candidate chosen = search(current, all, policy, &plan.rejected);
  plan.mode = chosen.mode;
  plan.gates_pass = chosen.gates_pass;
  add_losses(current, chosen, &plan);
  for (const auto *obligation : all) {
    if (!obligation->reserved)
      add_notes(*obligation->version->op, current, obligation->version->releases.back(), &plan);
  }
  plan.signatures = std::move(chosen.set);
  for (auto &signature : plan.signatures) {
    if (signature.kind == SignatureKind::kShape && &signature == &*std::find_if(plan.signatures.rbegin(), plan.signatures.rend(), [](const auto &s) {
          return s.kind == SignatureKind::kShape;
        })) {
      signature.releases.insert(signature.releases.end(), current_releases.begin(), current_releases.end());
    }
    const auto place = [&](const std::string &release) {
      return std::find(plan.releases.begin(), plan.releases.end(), release) - plan.releases.begin();
    };
    std::stable_sort(signature.releases.begin(), signature.releases.end(),
                     [&](const auto &a, const auto &b) { return place(a) < place(b); });
  }
  return plan;
}

std::vector<OldPrototype> reserved_forms(const std::vector<OldPrototype> &archive, const std::vector<size_t> &begins,
                                         size_t first_served, Policy policy) {
  struct Form {
    size_t origin;  // in `archive`: the oldest release with its inputs
    OldPrototype as;
  };
  std::vector<Form> recommended;
  const auto same_inputs = [](const OpPrototype &a, const OpPrototype &b) {
    return std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
                      [](const auto &x, const auto &y) { return x.name == y.name; });
  };
  // A later header's form may have more attributes: then it has the calls of the earlier one.
  const auto covers = [](const OldPrototype &longer, const OldPrototype &shorter) {
    const Signature a = canonical_signature(*longer.op), b = canonical_signature(*shorter.op);
    return a.params.size() >= b.params.size() && a.required() <= b.required() &&
           std::equal(b.params.begin(), b.params.end(), a.params.begin(), [](const Param &x, const Param &y) {
             return x.type == y.type && x.role == y.role && x.element == y.element;
           });
  };
  for (size_t r = 1; r < archive.size(); ++r) {
    if (begins[r] >= first_served) break;  // today's window holds all that its header could recommend
    const std::vector<OldPrototype> then(archive.begin() + static_cast<long>(begins[r]),
                                         archive.begin() + static_cast<long>(r));
    // Guards come with inputs that were added.
    if (std::all_of(then.begin(), then.end(),
                    [&](const OldPrototype &old) { return same_inputs(*old.op, *archive[r].op); }))
      continue;
    std::vector<OldPrototype> reserved;
    for (const Form &form : recommended) {
      if (form.origin < begins[r]) reserved.push_back(form.as);
    }
    const Plan plan = make_plan(*archive[r].op, then, policy, reserved);
    for (const auto &signature : plan.signatures) {
      if (signature.old_form_of == nullptr) continue;
      size_t origin = begins[r];
      while (origin < r && archive[origin].op != signature.old_form_of) ++origin;
      if (origin == r || origin >= first_served) continue;
      const OldPrototype form{signature.recommended.get(), archive[origin].release, archive[origin].date,
                              signature.recommended};
      const auto covered = [&](const Form &other) { return covers(other.as, form); };
      if (std::any_of(recommended.begin(), recommended.end(), covered)) continue;
      recommended.erase(std::remove_if(recommended.begin(), recommended.end(),
                                       [&](const Form &other) { return covers(form, other.as); }),
                        recommended.end());
      recommended.push_back({origin, form});
    }
  }
  std::stable_sort(recommended.begin(), recommended.end(),
                   [](const Form &a, const Form &b) { return a.origin < b.origin; });
  std::vector<OldPrototype> result;
  for (const Form &form : recommended) {
    const bool is_served = std::any_of(archive.begin() + static_cast<long>(first_served), archive.end(),
                                       [&](const OldPrototype &old) { return same_calls(*old.op, *form.as.op); });
    if (!is_served) result.push_back(form.as);
  }
  return result;
}

}  // namespace opstrata::esgen
