#include "esgen/plan.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "esgen/compatibility.h"
#include "esgen/gates.h"
#include "esgen/prove.h"

namespace opstrata::esgen {
namespace {

using proto::AttrType;
using proto::InputKind;
using proto::OpPrototype;

/// Releases whose calls are alike: they differ in data types and default values at most.
struct Version {
  const OpPrototype *op = nullptr;
  std::vector<std::string> releases;
};

/// What the new set owes: the calls of an old release's own header.
struct Obligation {
  const Version *version = nullptr;
  std::vector<Signature> set;
  Renames renames;
  bool reserved = false;  ///< no release of the window, but a form that a header recommended
};

/// A failure and whose it is.
struct Broken {
  const Obligation *obligation = nullptr;
  CallFailure failure;
};

/// A set under construction with its proof.
struct Candidate {
  Mode mode = Mode::kA0;
  std::vector<Signature> set;
  std::vector<Broken> broken;
  bool gates_pass = true;
  std::string reason;  ///< why it was not taken
  std::string gates;   ///< the pair of signatures that fails the gates
  bool serves_reserved = false;  ///< whether `broken` tells of reserved forms too

  /// How much breaks: the shares of realistic calls, in ten-thousandths of all calls of one old function with one number of arguments;
  /// then the ways in which any calls break. The order in which candidates are better.
  std::pair<size_t, size_t> losses() const {
    double real = 0;
    for (const auto &b : broken) real += b.failure.exotic ? 0 : b.failure.share;
    return {weight(real, ways()), broken.size()};
  }
  static size_t weight(double shares, size_t ways) {
    return ways == 0 ? 0 : std::max<size_t>(1, static_cast<size_t>(shares * 1e4 + 0.5 + 1e-6));
  }
  /// Ways in which realistic calls break.
  size_t ways() const {
    return static_cast<size_t>(std::count_if(broken.begin(), broken.end(), [](const Broken &b) { return !b.failure.exotic; }));
  }
};

/// The inputs of the current prototype that an old one has; no value when the old one is no subset whose complement may
/// stay unconnected.
std::optional<std::vector<bool>> input_subset(const OpPrototype &old, const OpPrototype &current, const Renames &renames) {
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

/// Plans one prototype against obligations.
class Planner {
 public:
  /// `max_effort`: transitions of proofs after which no further improvement is tried. What is lost is told all the same.
  Planner(const OpPrototype &current, const std::vector<const Obligation *> &obligations, Policy policy, size_t max_effort)
      : current_(current), obligations_(obligations), policy_(policy), max_effort_(max_effort) {}

  Candidate run(std::vector<RejectedMode> *rejected) {
    find_shapes();
    Candidate best = policy_ == Policy::kExact ? smallest(rejected) : cheapest(rejected);
    // Only today's plan is reported; the plans of old releases are needed for their signatures.
    if (rejected != nullptr) prove_all(&best, Calls::kAll);
    order(&best);
    return best;
  }

 private:
  using Inputs = std::vector<bool>;

  bool is_exhausted() const { return effort_ > max_effort_; }

  static void reject(const Candidate &candidate, std::vector<RejectedMode> *rejected) {
    if (rejected != nullptr)
      rejected->push_back({candidate.mode, candidate.reason, candidate.gates_pass, candidate.gates});
  }

  /// The seed's policy: the first shapes that the gates and the proof accept, else those that lose least.
  Candidate cheapest(std::vector<RejectedMode> *rejected) const {
    std::optional<Candidate> best;
    auto all = attempts();
    for (size_t n = 0; n < all.size(); ++n) {
      Candidate &attempt = all[n];
      // When time is short, of the rest only the last of A2, which separates shapes most.
      if (is_exhausted() && best && !(attempt.mode == Mode::kA2 && (n + 1 == all.size() || all[n + 1].mode != Mode::kA2))) continue;
      prove_and_repair(&attempt);
      const bool clean = attempt.losses().first == 0 && attempt.gates_pass;
      const auto cost = [](const Candidate &c) {
        return std::make_tuple(c.losses().first, c.gates_pass ? 0 : 1, c.losses().second);
      };
      if (!best || cost(attempt) < cost(*best) || clean) {
        if (best) reject(*best, rejected);
        best = std::move(attempt);
      } else {
        reject(attempt, rejected);
      }
      if (clean) break;
    }
    // The rest has an allowance of its own, however much the comparison took.
    if (is_exhausted()) {
      effort_ = 0;
      prove_and_repair(&*best);
    }
    add_forwards(&*best);
    add_narrow_forwards(&*best);
    keep_reserved(&*best);
    return std::move(*best);
  }

  /// Serves the reserved forms beside the set.
  void keep_reserved(Candidate *candidate) const {
    if (std::none_of(obligations_.begin(), obligations_.end(), [](const Obligation *o) { return o->reserved; })) return;
    candidate->serves_reserved = true;
    effort_ = 0;
    prove_and_repair(candidate);
    add_forwards(candidate);
    add_narrow_forwards(candidate);
  }

  /// The exact policy: of the sets that lose least, the one with the fewest functions. Which shapes it grows from is
  /// only known when everything else has been added and the needless taken away, so each attempt goes all the way, with
  /// an allowance of its own.
  Candidate smallest(std::vector<RejectedMode> *rejected) const {
    std::optional<Candidate> best;
    for (Candidate &attempt : attempts()) {
      effort_ = 0;
      prove_and_repair(&attempt);
      add_forwards(&attempt);
      add_narrow_forwards(&attempt);
      keep_reserved(&attempt);
      drop_needless(&attempt);
      const auto cost = [](const Candidate &c) {
        // Of equally many functions rather shapes, which take today's newer attributes too, than forwards.
        const auto count = [&](SignatureKind kind) {
          return std::count_if(c.set.begin(), c.set.end(), [&](const Signature &s) { return s.kind == kind; });
        };
        const auto guards = count(SignatureKind::kGuard);
        return std::make_tuple(c.losses().first, static_cast<long>(c.set.size()) - guards,
                               count(SignatureKind::kForward), guards);
      };
      if (!best || cost(attempt) < cost(*best)) {
        if (best) reject(*best, rejected);
        best = std::move(attempt);
      } else {
        reject(attempt, rejected);
      }
      if (best->losses().first == 0 && best->set.size() == 1) break;
    }
    return std::move(*best);
  }

  /// Distinct input sets of the obligations and the full one, smallest first, reduced to both sides of the steps that do
  /// not merge into one signature (es-api section 8.5, steps 2 and 3).
  void find_shapes() {
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
  bool is_mergeable(const Inputs &older, const Inputs &newer) const {
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
      return !a.required && (a.type == AttrType::kInt || a.type == AttrType::kFloat || a.type == AttrType::kBool);
    });
  }

  std::vector<Candidate> attempts() const {
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
        for (size_t s = 0; s < steps; ++s) uses.push_back((pattern >> (steps - 1 - s)) & 1U ? InputUse::kHolder : InputUse::kLike);
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

  Candidate single() const {
    Candidate candidate;
    candidate.set.push_back(canonical_signature(current_));
    candidate.set.back().releases = releases_if([](size_t) { return true; });
    return candidate;
  }

  /// Those of the window: a reserved form belongs to none of them.
  template <typename Predicate>
  std::vector<std::string> releases_if(Predicate predicate) const {
    std::vector<std::string> result;
    for (size_t i = 0; i < obligations_.size(); ++i) {
      if (obligations_[i]->reserved || !predicate(i)) continue;
      for (const auto &release : obligations_[i]->version->releases) result.push_back(release);
    }
    return result;
  }

  /// The shape's releases: those that have exactly these inputs.
  std::vector<std::string> releases_of(const Inputs &inputs) const {
    return releases_if([&](size_t i) { return subsets_[i] == inputs; });
  }

  Candidate build(Mode mode, const std::vector<InputUse> &step_use) const {
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
        if (auto guard = guard_of(shape, step, k, step_use[k - 1])) guards.push_back(std::move(*guard));
        // A middle release that was first in its time let its callers name the builder.
        if (!shape.releases.empty() && all_optional(shapes_[k])) {
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
  size_t old_length(const Inputs &inputs, size_t now) const {
    size_t longest = 0;
    for (size_t i = 0; i < subsets_.size(); ++i) {
      if (subsets_[i] == inputs) longest = std::max(longest, canonical_signature(*obligations_[i]->version->op).params.size());
    }
    return longest == 0 ? now : std::min(longest, now);
  }

  bool all_optional(const Inputs &inputs) const {
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i] && current_.inputs[i].kind != InputKind::kOptional) return false;
    }
    return true;
  }

  /// The deleted function that takes the call in which all inputs of step `k` are nullptr (es-api sections 8.7, 8.11).
  std::optional<Signature> guard_of(const Signature &shape, const std::vector<size_t> &step, size_t k, InputUse use) const {
    Signature guard = shape;
    guard.kind = SignatureKind::kGuard;
    guard.releases.clear();
    std::string names;
    for (auto &param : guard.params) {
      if (param.role != Role::kInput || step[static_cast<size_t>(param.index)] != k) continue;
      param.type = ParamType::kNullGuard;
      param.has_default = false;
      names += (names.empty() ? "" : ", ") + param.element;
    }
    if (names.empty()) return std::nullopt;
    guard.old_form = old_form(shapes_[k - 1]);
    guard.old_form_of = oldest_with(shapes_[k - 1]);
    const bool several = names.find(',') != std::string::npos;
    guard.message = names + (several ? " are not connected: call " : " is not connected: call ") + guard.old_form + "; to connect " +
                    (several ? "one of them" : "it") + ", pass a tensor";
    if (use == InputUse::kHolder) {
      guard.message += " (TensorHolder, so that numbers stay attributes: make constants with EsGraphBuilder::CreateScalar, "
                       "CreateVector or CreateConst)";
    }
    return guard;
  }

  /// The oldest release with these inputs; null when there is none.
  const OpPrototype *oldest_with(const Inputs &inputs) const {
    for (size_t i = 0; i < subsets_.size(); ++i) {
      if (subsets_[i] == inputs) return obligations_[i]->version->op;
    }
    return nullptr;
  }

  /// How it was called.
  std::string old_form(const Inputs &inputs) const {
    if (const OpPrototype *oldest = oldest_with(inputs)) return call_form(current_.type, canonical_signature(*oldest));
    std::vector<InputUse> use;
    for (const bool present : inputs) use.push_back(present ? InputUse::kAsUsual : InputUse::kAbsent);
    return call_form(current_.type, shape_signature(current_, use));
  }

  void prove_all(Candidate *candidate, Calls calls = Calls::kRealistic) const {
    candidate->broken.clear();
    std::vector<std::string> keys;
    for (const auto &signature : candidate->set) keys.push_back(proof_key(signature));
    for (const auto *obligation : obligations_) {
      if (obligation->reserved && !candidate->serves_reserved) continue;
      // Only the functions that can take a call of the obligation matter to it. Candidates differ in a function or two,
      // so most of what is asked has been proved before.
      std::vector<size_t> relevant;
      std::string key(calls == Calls::kAll ? "all" : "");
      for (size_t j = 0; j < candidate->set.size(); ++j) {
        if (!may_share_calls(obligation->set, candidate->set[j], calls)) continue;
        relevant.push_back(j);
        key += keys[j];
      }
      auto &known = proofs_[obligation];
      auto found = known.find(key);
      if (found == known.end()) {
        std::vector<Signature> set;
        for (const size_t j : relevant) set.push_back(candidate->set[j]);
        found = known.emplace(std::move(key), prove(obligation->set, set, obligation->renames, calls, &effort_)).first;
      }
      for (CallFailure failure : found->second) {
        if (failure.new_index >= 0)
          failure.new_index = static_cast<int>(relevant[static_cast<size_t>(failure.new_index)]);
        candidate->broken.push_back({obligation, std::move(failure)});
      }
    }
  }

  /// Everything of a signature that proofs look at.
  static std::string proof_key(const Signature &signature) {
    std::string key = std::to_string(static_cast<int>(signature.kind)) + ":" + std::to_string(signature.required());
    for (const auto &param : signature.params) {
      key += ' ' + std::to_string(static_cast<int>(param.type)) + carried_id(param, nullptr) +
             (param.null_refused ? "!" : "") + (param.is_new ? "+" : "");
    }
    return key + '\n';
  }

  /// Adds companions for braced lists, takes guards out of the way of valid old calls, and leaves the proof.
  void prove_and_repair(Candidate *candidate) const {
    prove_all(candidate);
    for (int round = 0; round < 12 && !candidate->broken.empty() && !is_exhausted(); ++round) {
      Candidate repaired = *candidate;
      bool changed = std::any_of(candidate->broken.begin(), candidate->broken.end(),
                                 [&](const Broken &b) { return repair_guard(b, &repaired) || trim_legacy(b, &repaired); });
      if (!changed) {
        for (const auto &b : candidate->broken) changed = add_companion(b, &repaired) || changed;
      }
      if (!changed) break;
      prove_all(&repaired);
      if (repaired.ways() > candidate->ways() + 2) break;
      *candidate = std::move(repaired);
    }
    if (!candidate->broken.empty() && candidate->reason.empty()) {
      const auto &b = candidate->broken.front();
      candidate->reason = "the call " + call_text(current_.type, b.failure.call) + " of " + b.obligation->version->releases.back() +
                          " would be " + failure_word(b.failure.kind);
    }
  }

  /// A guard that takes a valid old call asks for one more argument, or goes.
  static bool repair_guard(const Broken &broken, Candidate *candidate) {
    if (broken.failure.kind != CallFailure::kGuarded) return false;
    auto &guard = candidate->set[static_cast<size_t>(broken.failure.new_index)];
    const size_t required = guard.required();
    if (required < guard.params.size() && broken.failure.call.size() <= required) {
      guard.params[required].has_default = false;
    } else {
      candidate->set.erase(candidate->set.begin() + broken.failure.new_index);
    }
    return true;
  }

  /// A legacy shape whose newer attributes catch the calls of another release gives them up.
  static bool trim_legacy(const Broken &broken, Candidate *candidate) {
    if (broken.failure.new_index < 0) return false;
    auto &shape = candidate->set[static_cast<size_t>(broken.failure.new_index)];
    const size_t length = broken.failure.call.size();
    if (shape.kind != SignatureKind::kShape || shape.old_length == 0 || length <= shape.old_length || length > shape.params.size()) return false;
    shape.params.resize(std::max(shape.old_length, length - 1));
    return true;
  }

  /// The function that should take the old call, with std::initializer_list wherever the call has a braced list.
  bool add_companion(const Broken &broken, Candidate *candidate) const {
    const auto &call = broken.failure.call;
    const auto &old = broken.obligation->set[broken.failure.old_index];
    std::set<std::string> keys;
    for (const auto &s : candidate->set) keys.insert(type_key(s));
    for (size_t j = 0; j < candidate->set.size(); ++j) {
      const Signature &target = candidate->set[j];
      if (target.kind == SignatureKind::kGuard || target.kind == SignatureKind::kCompanion) continue;
      if (call.size() > target.params.size() || call.size() < target.required()) continue;
      bool same = true;
      for (size_t i = 0; i < call.size() && same; ++i) {
        same = carried_id(old.params[i], &broken.obligation->renames) == carried_id(target.params[i], nullptr);
      }
      if (!same) continue;
      Signature companion = target;
      companion.kind = SignatureKind::kCompanion;
      size_t last = 0;
      for (size_t i = 0; i < call.size(); ++i) {
        if (!argument_forms()[call[i]].braced) continue;
        const ParamType list = companion_type(companion.params[i].type);
        if (list == companion.params[i].type) continue;
        companion.params[i].type = list;
        last = i + 1;
      }
      if (last == 0) continue;
      for (size_t i = 0; i < last; ++i) companion.params[i].has_default = false;
      if (keys.count(type_key(companion)) != 0) continue;
      if (insert(std::move(companion), &candidate->set)) return true;
    }
    return false;
  }

  /// Forwarding overloads for releases whose change is no plain addition: exactly the parameters of the old function, for exactly
  /// the argument counts at which its calls break.
  void add_forwards(Candidate *candidate) const {
    for (int round = 0; round < 3 && !is_exhausted(); ++round) {
      std::vector<Signature> forwards;
      std::set<std::string> keys;
      for (const auto &s : candidate->set) keys.insert(type_key(s));
      std::set<std::tuple<const Obligation *, size_t, size_t>> counts;
      for (const auto &b : candidate->broken) {
        if (!b.failure.exotic) counts.insert({b.obligation, b.failure.old_index, b.failure.call.size()});
      }
      for (auto it = counts.begin(); it != counts.end();) {
        const auto [obligation, index, first] = *it;
        size_t last = first;
        while (++it != counts.end() && *it == std::make_tuple(obligation, index, last + 1)) ++last;
        // As many of them in one function as can be, at first; where that does harm, one for each argument count.
        for (size_t required = first; required <= last;) {
          size_t total = round == 0 ? last : required;
          std::optional<Signature> forward;
          while (total >= required && !(forward = forward_of(*obligation, index, required, total))) --total;
          if (forward && keys.insert(type_key(*forward)).second) forwards.push_back(std::move(*forward));
          required = forward ? total + 1 : required + 1;
        }
      }
      const bool better = !forwards.empty() && take(forwards, candidate);
      if (candidate->losses().first == 0 || (!better && round > 0)) break;
    }
  }

  /// Where a forwarding overload would take calls that mean something else, one that takes only the very type of an attribute often
  /// does not: neither braces, which any list would take, nor the literal 0 for a pointer.
  void add_narrow_forwards(Candidate *candidate) const {
    for (int round = 0; round < 6 && candidate->losses().first > 0 && !is_exhausted(); ++round) {
      std::set<std::tuple<const Obligation *, size_t, size_t>> counts;
      for (const auto &b : candidate->broken) {
        if (!b.failure.exotic) counts.insert({b.obligation, b.failure.old_index, b.failure.call.size()});
      }
      bool changed = false;
      for (const auto &[obligation, index, count] : counts) {
        const auto forward = forward_of(*obligation, index, count, count);
        if (!forward) continue;
        std::optional<Candidate> best;
        for (auto &narrow : narrowed(*forward)) {
          if (is_exhausted()) break;
          Candidate extended = *candidate;
          if (!take({narrow}, &extended)) continue;
          // A form of which only some spellings are kept would mean one thing as `5` and another as `n`: then rather none, and told.
          const bool torn = std::any_of(extended.broken.begin(), extended.broken.end(), [&, o = obligation, i = index, n = count](const Broken &b) {
            return b.obligation == o && b.failure.old_index == i && b.failure.call.size() == n && b.failure.kind == CallFailure::kRebound && !b.failure.exotic;
          });
          if (!torn && (!best || extended.losses() < best->losses())) best = std::move(extended);
        }
        if (!best) continue;
        *candidate = std::move(*best);
        changed = true;
        break;  // what is broken has changed
      }
      if (!changed) break;
    }
  }

  /// How many first parameters carry the same elements in both; with `types`: of the same types, too.
  static size_t shared_prefix(const Signature &a, const Signature &b, bool types) {
    size_t shared = 0;
    while (shared < std::min(a.params.size(), b.params.size()) &&
           (!types || a.params[shared].type == b.params[shared].type) &&
           carried_id(a.params[shared], nullptr) == carried_id(b.params[shared], nullptr)) {
      ++shared;
    }
    return shared;
  }

  /// The overload with one attribute narrowed, from the first on that stands elsewhere today, and with all of those.
  std::vector<Signature> narrowed(const Signature &forward) const {
    const Signature today = canonical_signature(current_);
    std::vector<Signature> result;
    Signature all = forward;
    size_t count = 0;
    for (size_t i = shared_prefix(forward, today, false); i < forward.params.size(); ++i) {
      const Param &param = forward.params[i];
      if ((param.role != Role::kAttr && !param.attr_as_input) || only_type(plain_type(param.type)) == param.type) continue;
      all.params[i].type = only_type(plain_type(param.type));
      if (!is_only_type(all.params[i].type)) continue;
      if (count++ >= 4) continue;
      result.push_back(forward);
      result.back().params[i].type = all.params[i].type;
    }
    if (count > 1) result.push_back(std::move(all));
    return result;
  }

  std::optional<Signature> forward_of(const Obligation &obligation, size_t index, size_t required, size_t total) const {
    auto forward = forward_signature(obligation.set[index], required, total, *obligation.version->op, current_, obligation.renames);
    if (!forward) return forward;
    if (obligation.reserved) {
      // A text that is a template parameter leaves nullptr to today's new input.
      for (size_t i = shared_prefix(*forward, canonical_signature(current_), false); i < total; ++i) {
        if (forward->params[i].type == ParamType::kString) forward->params[i].type = only_type(ParamType::kString);
      }
    }
    forward->releases = obligation.version->releases;
    forward->message = current_.type + ": form of release " + obligation.version->releases.back() + "; the current form is " +
                       call_form(current_.type, canonical_signature(current_));
    return forward;
  }

  /// Adds a function beside those that begin with the same parameters: calls that end there would be ambiguous. What
  /// covers an older forward takes its place; otherwise the new one keeps to the argument counts that are still free.
  /// False when none is.
  static bool insert(Signature added, std::vector<Signature> *set) {
    std::vector<Signature> kept = *set;
    for (size_t i = kept.size(); i > 0; --i) {
      const Signature &other = kept[i - 1];
      if (other.kind == SignatureKind::kGuard) continue;
      const size_t shared = shared_prefix(added, other, true);
      const size_t low = std::max(added.required(), other.required());
      if (low > shared) continue;
      if (other.kind != SignatureKind::kShape && other.params.size() == shared &&
          added.required() <= other.required()) {
        for (const auto &release : other.releases) {
          if (std::find(added.releases.begin(), added.releases.end(), release) == added.releases.end())
            added.releases.push_back(release);
        }
        kept.erase(kept.begin() + static_cast<long>(i - 1));
      } else if (shared < added.params.size()) {
        for (size_t p = 0; p <= shared; ++p) added.params[p].has_default = false;
      } else if (low > added.required()) {
        added.params.resize(low - 1);
      } else {
        return false;
      }
    }
    kept.push_back(std::move(added));
    *set = std::move(kept);
    return true;
  }

  /// Adds the signatures that make the set better: all of them, or one by one.
  bool take(const std::vector<Signature> &forwards, Candidate *candidate) const {
    const auto with = [&](size_t first, size_t last, Candidate *base) {
      const size_t today = current_losses(*base);
      Candidate extended = *base;
      for (size_t i = first; i < last; ++i) insert(forwards[i], &extended.set);
      prove_and_repair(&extended);
      if (extended.losses() >= base->losses() || current_losses(extended) > today) return;
      *base = std::move(extended);
    };
    const size_t before = candidate->losses().first;
    Candidate together = *candidate;
    with(0, forwards.size(), &together);
    // When each of two does harm to the other, the first one stays.
    if (forwards.size() > 1 && together.losses().first > 0) {
      for (size_t i = 0; i < forwards.size() && !is_exhausted(); ++i) with(i, i + 1, candidate);
    }
    if (together.losses() < candidate->losses()) *candidate = std::move(together);
    return candidate->losses().first < before;
  }

  /// Calls of today's form that the set refuses. (Those that it binds as an old release did are meant to be.)
  size_t current_losses(const Candidate &candidate) const {
    double sum = 0;
    size_t ways = 0;
    for (const auto &f : prove({canonical_signature(current_)}, candidate.set, {}, Calls::kRealistic, &effort_)) {
      if (f.exotic || f.kind == CallFailure::kRebound) continue;
      sum += f.share;
      ++ways;
    }
    return Candidate::weight(sum, ways);
  }

  /// Leaves the smallest subset that loses no more. Signatures may be needless together though each is needed beside
  /// the others (one of two that answer an ambiguity), so all subsets are tried, largest first, where there are few;
  /// where there are many, first each of them alone, until nothing goes any more.
  void drop_needless(Candidate *candidate) const {
    constexpr size_t kFew = 8;
    std::vector<size_t> removable;
    const auto find_removable = [&] {
      removable.clear();
      for (size_t i = 0; i < candidate->set.size(); ++i) {
        const bool full = candidate->set[i].kind == SignatureKind::kShape && i + 1 == count_shapes(*candidate);
        if (candidate->set[i].kind != SignatureKind::kGuard && !full) removable.push_back(i);
      }
    };
    const auto drop = [&](const std::vector<size_t> &gone) {
      Candidate smaller = *candidate;
      for (size_t k = gone.size(); k > 0; --k) smaller.set.erase(smaller.set.begin() + static_cast<long>(gone[k - 1]));
      prove_all(&smaller);
      if (smaller.losses().first > candidate->losses().first) return false;
      *candidate = std::move(smaller);
      return true;
    };
    find_removable();
    for (bool changed = true; changed && removable.size() > kFew && !is_exhausted(); find_removable()) {
      changed = false;
      for (size_t k = removable.size(); k > 0 && !is_exhausted(); --k) changed = drop({removable[k - 1]}) || changed;
    }
    if (removable.size() > kFew) return;
    const auto chosen = [&](size_t mask) {
      std::vector<size_t> gone;
      for (size_t k = 0; k < removable.size(); ++k) {
        if ((mask >> k & 1) != 0) gone.push_back(removable[k]);
      }
      return gone;
    };
    for (size_t n = removable.size(); n > 0; --n) {
      for (size_t mask = 1; mask < (size_t{1} << removable.size()); ++mask) {
        if (static_cast<size_t>(std::popcount(mask)) == n && drop(chosen(mask))) return;
      }
    }
  }

  static size_t count_shapes(const Candidate &candidate) {
    size_t last = 0;
    for (size_t i = 0; i < candidate.set.size(); ++i) {
      if (candidate.set[i].kind == SignatureKind::kShape) last = i + 1;
    }
    return last;
  }

  static void order(Candidate *candidate) {
    const auto rank = [](const Signature &s) {
      switch (s.kind) {
        case SignatureKind::kShape: return 0;
        case SignatureKind::kForward: return 1;
        case SignatureKind::kCompanion: return 2;
        case SignatureKind::kGuard: return 3;
      }
      return 4;
    };
    // Failures name signatures by index, so they move along.
    std::vector<size_t> position(candidate->set.size());
    for (size_t i = 0; i < position.size(); ++i) position[i] = i;
    std::stable_sort(position.begin(), position.end(), [&](size_t a, size_t b) { return rank(candidate->set[a]) < rank(candidate->set[b]); });
    std::vector<Signature> sorted;
    std::vector<int> moved(position.size());
    for (size_t i = 0; i < position.size(); ++i) {
      moved[position[i]] = static_cast<int>(i);
      sorted.push_back(std::move(candidate->set[position[i]]));
    }
    candidate->set = std::move(sorted);
    for (auto &b : candidate->broken) {
      if (b.failure.new_index >= 0) b.failure.new_index = moved[static_cast<size_t>(b.failure.new_index)];
    }
  }

 public:
  static const char *failure_word(CallFailure::Kind kind) {
    switch (kind) {
      case CallFailure::kNoViable: return "refused (no function takes it)";
      case CallFailure::kAmbiguous: return "ambiguous";
      case CallFailure::kGuarded: return "refused by a guard";
      case CallFailure::kIllFormed: return "an error (narrowing or explicit constructor)";
      case CallFailure::kUnportable: return "accepted by one compiler only";
      case CallFailure::kRebound: return "bound to something else";
      case CallFailure::kUnproven: return "not proved to be kept (too many overloads)";
    }
    return "";
  }

 private:
  const OpPrototype &current_;
  const std::vector<const Obligation *> &obligations_;
  Policy policy_;
  std::vector<std::optional<Inputs>> subsets_;  ///< per obligation
  std::vector<Inputs> shapes_;
  bool has_boundary_ = false;
  const size_t max_effort_;
  mutable size_t effort_ = 0;
  mutable std::map<const Obligation *, std::map<std::string, std::vector<CallFailure>>> proofs_;
};

/// Work on one plan. The same for today's and those of old releases: their headers must be the ones that the generator
/// printed then.
constexpr size_t kMaxEffort = 3000000;

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
                   (rebound ? "" : Planner::failure_word(broken.failure.kind)) + (rebound ? "" : ".");
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
    obligation.set = before.empty() ? std::vector<Signature>{canonical_signature(*version.op)} : Planner(*version.op, before, policy, kMaxEffort).run(nullptr).set;
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
  Candidate chosen = Planner(current, all, policy, kMaxEffort).run(&plan.rejected);
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
