#include "esgen/shapes.h"

#include <algorithm>
#include <set>

#include "esgen/gates.h"

namespace opstrata::esgen {

using proto::AttrType;
using proto::InputKind;
using proto::OpPrototype;

namespace {

/// The inputs of the current prototype that an old one has; no value when the old one is no subset whose complement may
/// stay unconnected.
std::optional<std::vector<bool>> input_subset(const OpPrototype &old, const OpPrototype &current,
                                              const Renames &renames) {
  std::vector<bool> present(current.inputs.size(), false);
  int last = -1;
  for (const auto &input : old.inputs) {
    const auto renamed = renames.find({Role::kInput, input.name});
    const int index = current.input_index(renamed == renames.end() ? input.name : renamed->second);
    if (index <= last) return std::nullopt;  // gone, or in another order
    last = index;
    present[static_cast<size_t>(index)] = true;
  }
  for (size_t i = 0; i < present.size(); ++i) {
    if (!present[i] && current.inputs[i].kind != InputKind::kOptional) return std::nullopt;
  }
  return present;
}

}  // namespace

Shapes::Shapes(const OpPrototype &current, const std::vector<const Obligation *> &obligations, Policy policy)
    : current_(current), obligations_(obligations), policy_(policy) {
  std::vector<Inputs> sets;
  for (const auto *obligation : obligations_) {
    // Reserved forms are served by forwards: which shapes there are is the window's business.
    const auto present =
        obligation->reserved ? std::nullopt : input_subset(*obligation->version->op, current_, obligation->renames);
    subsets_.push_back(present);
    if (present && std::find(sets.begin(), sets.end(), *present) == sets.end()) sets.push_back(*present);
  }
  const Inputs full(current_.inputs.size(), true);
  if (std::find(sets.begin(), sets.end(), full) == sets.end()) sets.push_back(full);
  std::stable_sort(sets.begin(), sets.end(), [](const Inputs &a, const Inputs &b) {
    return std::count(a.begin(), a.end(), true) < std::count(b.begin(), b.end(), true);
  });
  std::vector<bool> keep(sets.size(), policy_ == Policy::kExact);
  keep.back() = true;
  for (size_t i = 0; i + 1 < sets.size(); ++i) {
    if (is_mergeable(sets[i], sets[i + 1])) continue;
    keep[i] = keep[i + 1] = true;
    has_boundary_ = true;
  }
  for (size_t i = 0; i < sets.size(); ++i) {
    if (keep[i]) shapes_.push_back(sets[i]);
  }
}

/// Whether the seed merges the step into one signature (A0).
bool Shapes::is_mergeable(const Inputs &older, const Inputs &newer) const {
  bool any_old = false, all_optional = true, had_attrs = false;
  for (size_t i = 0; i < older.size(); ++i) {
    if (!older[i]) continue;
    any_old = true;
    all_optional = all_optional && current_.inputs[i].kind == InputKind::kOptional;
  }
  if (!any_old || all_optional) return false;
  for (size_t i = 0; i < subsets_.size(); ++i) {
    if (subsets_[i] == older) had_attrs = !obligations_[i]->version->op->attrs.empty();  // the last one counts
  }
  if (had_attrs) return false;
  const OpPrototype *const oldest = oldest_with(newer);
  const auto &attrs = (oldest == nullptr ? current_ : *oldest).attrs;
  return std::none_of(attrs.begin(), attrs.end(), [](const auto &a) {
    return a.may_be_left_out() && (a.type == AttrType::kInt || a.type == AttrType::kFloat || a.type == AttrType::kBool);
  });
}

std::vector<Candidate> Shapes::attempts() const {
  std::vector<Candidate> result;
  const size_t steps = shapes_.size() - 1;
  if (!has_boundary_ || policy_ == Policy::kExact) result.push_back(single());
  if (steps == 0 || (!has_boundary_ && policy_ == Policy::kSeed)) return result;
  result.push_back(build(Mode::kTry0, std::vector<InputUse>(steps, InputUse::kAsUsual)));
  // Which steps' inputs become holders: none (A1), then ever more of them, the newest first (A2).
  std::vector<std::vector<InputUse>> assignments;
  if (steps <= 3) {
    for (unsigned pattern = 0; pattern < (1U << steps); ++pattern) {
      std::vector<InputUse> uses;
      for (size_t s = 0; s < steps; ++s)
        uses.push_back((pattern >> (steps - 1 - s)) & 1U ? InputUse::kHolder : InputUse::kLike);
      assignments.push_back(std::move(uses));
    }
    std::stable_sort(assignments.begin(), assignments.end(), [](const auto &a, const auto &b) {
      return std::count(a.begin(), a.end(), InputUse::kHolder) < std::count(b.begin(), b.end(), InputUse::kHolder);
    });
  } else {
    for (const size_t holders : {size_t{0}, size_t{1}, steps / 2, steps}) {
      std::vector<InputUse> uses(steps, InputUse::kLike);
      std::fill(uses.end() - static_cast<long>(holders), uses.end(), InputUse::kHolder);
      assignments.push_back(std::move(uses));
    }
  }
  for (const auto &uses : assignments) {
    const bool holders = std::count(uses.begin(), uses.end(), InputUse::kHolder) > 0;
    result.push_back(build(holders ? Mode::kA2 : Mode::kA1, uses));
  }
  if (policy_ == Policy::kSeed) {
    // Last resort, for operators whose shapes all clash: one signature loses the fewest calls sometimes.
    result.push_back(single());
    result.back().gates_pass = false;
    result.back().reason = "a single signature is not what the design asks for here";
  }
  return result;
}

Candidate Shapes::single() const {
  Candidate candidate;
  candidate.set.push_back(canonical_signature(current_));
  candidate.set.back().releases = releases_if([](size_t) { return true; });
  return candidate;
}

/// Those of the window: a reserved form belongs to none of them.
template <typename Predicate>
std::vector<std::string> Shapes::releases_if(Predicate predicate) const {
  std::vector<std::string> result;
  for (size_t i = 0; i < obligations_.size(); ++i) {
    if (obligations_[i]->reserved || !predicate(i)) continue;
    for (const auto &release : obligations_[i]->version->releases) result.push_back(release);
  }
  return result;
}

/// The shape's releases: those that have exactly these inputs.
std::vector<std::string> Shapes::releases_of(const Inputs &inputs) const {
  return releases_if([&](size_t i) { return subsets_[i] == inputs; });
}

Candidate Shapes::build(Mode mode, const std::vector<InputUse> &step_use) const {
  Candidate candidate;
  candidate.mode = mode;
  // The step in which each input arrives; the first shape's inputs are as usual.
  std::vector<size_t> step(current_.inputs.size(), 0);
  for (size_t i = 0; i < step.size(); ++i) {
    while (step[i] < shapes_.size() && !shapes_[step[i]][i]) ++step[i];
  }
  std::set<std::string> keys;
  std::vector<Signature> guards;
  for (size_t k = 0; k < shapes_.size(); ++k) {
    std::vector<InputUse> use;
    for (size_t i = 0; i < step.size(); ++i) {
      use.push_back(!shapes_[k][i] ? InputUse::kAbsent : step[i] == 0 ? InputUse::kAsUsual : step_use[step[i] - 1]);
    }
    Signature shape = shape_signature(current_, use);
    shape.releases = releases_of(shapes_[k]);
    shape.old_length = old_length(shapes_[k], shape.params.size());
    if (!keys.insert(type_key(shape)).second) continue;  // two release branches with shapes that C++ cannot tell apart
    if (k > 0 && mode != Mode::kTry0) {
      if (auto guard = guard_of(shape, step, k)) guards.push_back(std::move(*guard));
      // A middle release that was first in its time let its callers name the builder.
      if (named_builder(shapes_[k])) {
        Signature named = shape_signature(current_, use, OwnerUse::kMandatory);
        named.kind = SignatureKind::kForward;
        named.releases = shape.releases;
        named.message = current_.type + ": the connected inputs supply the builder; leave owner_builder out";
        if (keys.insert(type_key(named)).second) candidate.set.push_back(std::move(named));
      }
    }
    candidate.set.push_back(std::move(shape));
  }
  for (auto &guard : guards) candidate.set.push_back(std::move(guard));
  const GateResult gates = check_gates(current_.type, candidate.set);
  candidate.gates_pass = !gates.clash;
  candidate.reason = candidate.gates = gates.text;
  return candidate;
}

/// Number of parameters that the releases with these inputs had at most.
size_t Shapes::old_length(const Inputs &inputs, size_t now) const {
  size_t longest = 0;
  for (size_t i = 0; i < subsets_.size(); ++i) {
    if (subsets_[i] == inputs)
      longest = std::max(longest, canonical_signature(*obligations_[i]->version->op).params.size());
  }
  return longest == 0 ? now : std::min(longest, now);
}

/// Whether the header of a release with these inputs had a function that takes them all and the builder beside them.
bool Shapes::named_builder(const Inputs &inputs) const {
  for (size_t i = 0; i < subsets_.size(); ++i) {
    if (subsets_[i] != inputs || !all_optional(inputs)) continue;
    const auto count = std::count(inputs.begin(), inputs.end(), true);
    for (const auto &signature : obligations_[i]->set) {
      const auto has = [&](Role role) {
        return std::count_if(signature.params.begin(), signature.params.end(),
                             [&](const Param &p) { return p.role == role; });
      };
      if (signature.kind != SignatureKind::kGuard && has(Role::kInput) == count && has(Role::kOwner) > 0) return true;
    }
  }
  return false;
}

bool Shapes::all_optional(const Inputs &inputs) const {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] && current_.inputs[i].kind != InputKind::kOptional) return false;
  }
  return true;
}

/// The deleted function that takes the call in which all inputs of step `k` are nullptr (es-api sections 8.7, 8.11).
std::optional<Signature> Shapes::guard_of(const Signature &shape, const std::vector<size_t> &step, size_t k) const {
  Signature guard = shape;
  guard.kind = SignatureKind::kGuard;
  guard.releases.clear();
  bool any = false;
  for (auto &param : guard.params) {
    if (param.role != Role::kInput || step[static_cast<size_t>(param.index)] != k) continue;
    param.type = ParamType::kNullGuard;
    param.has_default = false;
    any = true;
  }
  if (!any) return std::nullopt;
  guard.old_form_of = oldest_with(shapes_[k - 1]);
  return guard;
}

/// The oldest release with these inputs; null when there is none.
const OpPrototype *Shapes::oldest_with(const Inputs &inputs) const {
  for (size_t i = 0; i < subsets_.size(); ++i) {
    if (subsets_[i] == inputs) return obligations_[i]->version->op;
  }
  return nullptr;
}

}  // namespace opstrata::esgen
