#include "esgen/plan.h"

#include <algorithm>
#include <map>
#include <set>

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
  std::set<size_t> recommended;
  const auto same_inputs = [](const OpPrototype &a, const OpPrototype &b) {
    return std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
                      [](const auto &x, const auto &y) { return x.name == y.name; });
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
    for (const size_t i : recommended) {
      if (i < begins[r]) reserved.push_back(archive[i]);
    }
    const Plan plan = make_plan(*archive[r].op, then, policy, reserved);
    for (const auto &signature : plan.signatures) {
      if (signature.old_form_of == nullptr) continue;
      for (size_t i = begins[r]; i < r; ++i) {
        if (archive[i].op != signature.old_form_of) continue;
        if (i < first_served) recommended.insert(i);
        break;
      }
    }
  }
  std::vector<OldPrototype> result;
  for (const size_t i : recommended) {
    const auto known = [&](const OldPrototype &old) { return same_calls(*old.op, *archive[i].op); };
    const bool is_served = std::any_of(archive.begin() + static_cast<long>(first_served), archive.end(), known);
    if (!is_served && std::none_of(result.begin(), result.end(), known)) result.push_back(archive[i]);
  }
  return result;
}

}  // namespace opstrata::esgen
