#include "esgen/search.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "esgen/compatibility.h"
#include "esgen/shapes.h"

namespace opstrata::esgen {
namespace {

using proto::OpPrototype;

/// Work on one plan, in transitions of proofs, after which no further improvement is tried; what is lost is told all
/// the same. The same for today's plan and those of old releases: their headers must be the ones that the generator
/// printed then.
constexpr size_t kMaxEffort = 3000000;

class Search {
 public:
  Search(const OpPrototype &current, const std::vector<const Obligation *> &obligations, Policy policy)
      : current_(current), obligations_(obligations), policy_(policy), shapes_(current, obligations, policy) {}

  Candidate run(std::vector<RejectedMode> *rejected) {
    Candidate best = policy_ == Policy::kExact ? smallest(rejected) : cheapest(rejected);
    settle_today(&best);
    // Only today's plan is reported and printed; the plans of old releases are needed for their signatures.
    if (rejected != nullptr) prove_all(&best, Calls::kAll);
    order(&best);
    if (rejected != nullptr) word_guards(&best);
    return best;
  }

 private:
  bool is_exhausted() const { return effort_ > kMaxEffort; }

  static void reject(const Candidate &candidate, std::vector<RejectedMode> *rejected) {
    if (rejected != nullptr)
      rejected->push_back({candidate.mode, candidate.reason, candidate.gates_pass, candidate.gates});
  }

  /// The seed's policy: the first shapes that the gates and the proof accept, else those that lose least.
  Candidate cheapest(std::vector<RejectedMode> *rejected) {
    std::optional<Candidate> best;
    auto all = shapes_.attempts();
    for (size_t n = 0; n < all.size(); ++n) {
      Candidate &attempt = all[n];
      // When time is short, of the rest only the last of A2, which separates shapes most.
      if (is_exhausted() && best &&
          !(attempt.mode == Mode::kA2 && (n + 1 == all.size() || all[n + 1].mode != Mode::kA2)))
        continue;
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
  void keep_reserved(Candidate *candidate) {
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
  Candidate smallest(std::vector<RejectedMode> *rejected) {
    std::optional<Candidate> best;
    for (Candidate &attempt : shapes_.attempts()) {
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

  void prove_all(Candidate *candidate, Calls calls = Calls::kRealistic) {
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
  void prove_and_repair(Candidate *candidate) {
    prove_all(candidate);
    for (int round = 0; round < 12 && !candidate->broken.empty() && !is_exhausted(); ++round) {
      Candidate repaired = *candidate;
      bool changed = std::any_of(candidate->broken.begin(), candidate->broken.end(), [&](const Broken &b) {
        return repair_guard(b, &repaired) || trim_legacy(b, &repaired);
      });
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
      candidate->reason = "the call " + call_text(current_.type, b.failure.call) + " of " +
                          b.obligation->version->releases.back() + " would be " + failure_word(b.failure.kind);
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

  /// A legacy shape whose newer attributes catch the calls of another release gives them up; not the one that has all of today's
  /// inputs, which is the only function that takes everything.
  bool trim_legacy(const Broken &broken, Candidate *candidate) const {
    if (broken.failure.new_index < 0) return false;
    auto &shape = candidate->set[static_cast<size_t>(broken.failure.new_index)];
    const size_t length = broken.failure.call.size();
    if (shape.kind != SignatureKind::kShape || shape.old_length == 0 || length <= shape.old_length ||
        length > shape.params.size())
      return false;
    const auto inputs = std::count_if(shape.params.begin(), shape.params.end(), [](const Param &p) { return p.role == Role::kInput; });
    if (static_cast<size_t>(inputs) == current_.inputs.size()) return false;
    // A required attribute that the release did not have cannot be given up: no call of it is served.
    const size_t kept = std::max(shape.old_length, length - 1);
    if (kept < shape.required()) return false;
    shape.params.resize(kept);
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

  /// Forwarding overloads for releases whose change is no plain addition: exactly the parameters of the old function,
  /// for exactly the argument counts at which its calls break.
  void add_forwards(Candidate *candidate) {
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
          while (!(forward = forward_of(*obligation, index, required, total)) && total > required) --total;
          if (forward && keys.insert(type_key(*forward)).second) forwards.push_back(std::move(*forward));
          required = forward ? total + 1 : required + 1;
        }
      }
      const bool better = !forwards.empty() && take(forwards, candidate);
      if (candidate->losses().first == 0 || (!better && round > 0)) break;
    }
  }

  /// Where a forwarding overload would take calls that mean something else, one that takes only the very type of an
  /// attribute often does not: neither braces, which any list would take, nor the literal 0 for a pointer.
  void add_narrow_forwards(Candidate *candidate) {
    for (int round = 0; round < 6 && candidate->losses().first > 0 && !is_exhausted(); ++round) {
      std::set<std::tuple<const Obligation *, size_t, size_t>> counts;
      for (const auto &b : candidate->broken) {
        if (!b.failure.exotic) counts.insert({b.obligation, b.failure.old_index, b.failure.call.size()});
      }
      bool changed = false;
      for (const auto &[obligation, index, count] : counts) {
        // One function for as many argument counts as can be, or for this one alone.
        size_t last = count;
        while (counts.count({obligation, index, last + 1}) != 0) ++last;
        std::vector<Signature> narrows;
        for (const size_t total : last == count ? std::vector<size_t>{count} : std::vector<size_t>{last, count}) {
          if (const auto forward = forward_of(*obligation, index, count, total)) {
            for (auto &narrow : narrowed(*forward)) narrows.push_back(std::move(narrow));
          }
        }
        std::optional<Candidate> best;
        for (auto &narrow : narrows) {
          if (is_exhausted()) break;
          Candidate extended = *candidate;
          if (!take({narrow}, &extended)) continue;
          // A form of which only some spellings are kept would mean one thing as `5` and another as `n`: then rather
          // none, and told.
          const bool torn = std::any_of(extended.broken.begin(), extended.broken.end(),
                                        [&, o = obligation, i = index, n = count](const Broken &b) {
                                          return b.obligation == o && b.failure.old_index == i &&
                                                 b.failure.call.size() == n &&
                                                 b.failure.kind == CallFailure::kRebound && !b.failure.exotic;
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

  /// The overload with one attribute narrowed, from the first on that stands elsewhere today, with all of those, and
  /// with those where today's function has another type: only they can decide between the two.
  std::vector<Signature> narrowed(const Signature &forward) const {
    const Signature today = canonical_signature(current_);
    std::vector<size_t> places, deciding;
    for (size_t i = shared_prefix(forward, today, false); i < forward.required(); ++i) {
      const Param &param = forward.params[i];
      if ((param.role != Role::kAttr && !param.attr_as_input) || !is_only_type(only_type(plain_type(param.type))) ||
          only_type(plain_type(param.type)) == param.type)
        continue;
      places.push_back(i);
      if (i >= today.params.size() || plain_type(today.params[i].type) != plain_type(param.type)) deciding.push_back(i);
    }
    std::vector<Signature> result;
    const auto add = [&](const std::vector<size_t> &which) {
      result.push_back(forward);
      for (const size_t i : which) result.back().params[i].type = only_type(plain_type(forward.params[i].type));
    };
    const auto add_each = [&](const std::vector<size_t> &which, const std::vector<size_t> &without) {
      size_t count = 0;
      for (const size_t i : which) {
        if (std::find(without.begin(), without.end(), i) != without.end() || count++ >= 4) continue;
        add({i});
      }
    };
    add_each(deciding, {});
    add_each(places, deciding);
    if (deciding.size() > 1) add(deciding);
    if (places.size() > std::max<size_t>(1, deciding.size())) add(places);
    return result;
  }

  std::optional<Signature> forward_of(const Obligation &obligation, size_t index, size_t required, size_t total) const {
    auto forward = forward_signature(obligation.set[index], required, total, *obligation.version->op, current_,
                                     obligation.renames);
    if (!forward) return forward;
    if (obligation.reserved) {
      // A text that is a template parameter leaves nullptr to today's new input.
      for (size_t i = shared_prefix(*forward, canonical_signature(current_), false); i < total; ++i) {
        if (forward->params[i].type == ParamType::kString) forward->params[i].type = only_type(ParamType::kString);
      }
    }
    forward->releases = obligation.version->releases;
    forward->message = current_.type + ": form of release " + obligation.version->releases.back() +
                       "; the current form is " + call_form(current_.type, canonical_signature(current_));
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
  bool take(const std::vector<Signature> &forwards, Candidate *candidate) {
    const auto with = [&](size_t first, size_t last, Candidate *base) {
      const size_t today = current_losses(*base);
      Candidate extended = *base;
      for (size_t i = first; i < last; ++i) insert(forwards[i], &extended.set);
      prove_and_repair(&extended);
      if (extended.losses() >= base->losses() || extended.window_losses() > base->window_losses() ||
          current_losses(extended) > today)
        return;
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

  /// Two shapes may take a short call of today's form equally well when all that they do not share may be left out, which no
  /// old call asks about. Then one of them asks for an argument more: the one with more inputs rather than the other.
  void settle_today(Candidate *candidate) {
    if (count_shapes(*candidate) < 2) return;
    const std::vector<Signature> today = {canonical_signature(current_)};
    for (size_t round = 0; round < 8 && !is_exhausted(); ++round) {
      const auto failures = prove(today, candidate->set, {}, Calls::kRealistic, &effort_);
      const auto ambiguous = std::find_if(failures.begin(), failures.end(), [](const CallFailure &f) { return !f.exotic && f.kind == CallFailure::kAmbiguous; });
      if (ambiguous == failures.end()) return;
      const size_t length = ambiguous->call.size(), refused = current_losses(*candidate);
      bool changed = false;
      for (size_t j = candidate->set.size(); j > 0 && !changed; --j) {
        const Signature &shape = candidate->set[j - 1];
        if (shape.kind != SignatureKind::kShape || length < shape.required() || length >= shape.params.size()) continue;
        Candidate settled = *candidate;
        for (size_t i = 0; i <= length; ++i) settled.set[j - 1].params[i].has_default = false;
        prove_all(&settled);
        if (settled.losses() > candidate->losses() || current_losses(settled) >= refused) continue;
        *candidate = std::move(settled);
        changed = true;
      }
      if (!changed) return;
    }
  }

  /// Calls of today's form that the set refuses. (Those that it binds as an old release did are meant to be.)
  size_t current_losses(const Candidate &candidate) {
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
  void drop_needless(Candidate *candidate) {
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

  /// The text of a guard gives the whole form that stays callable without the new inputs, today's newer attributes too,
  /// and how to connect them.
  void word_guards(Candidate *candidate) {
    for (auto &guard : candidate->set) {
      if (guard.kind != SignatureKind::kGuard) continue;
      std::vector<InputUse> without(current_.inputs.size(), InputUse::kAbsent), with = without;
      std::string names;
      for (const auto &param : guard.params) {
        if (param.role != Role::kInput) continue;
        const auto input = static_cast<size_t>(param.index);
        with[input] = InputUse::kAsUsual;
        if (param.type == ParamType::kNullGuard)
          names += (names.empty() ? "" : ", ") + param.element;
        else
          without[input] = InputUse::kAsUsual;
      }
      const Signature *const legacy = shape_with(candidate->set, without), *const connected =
                                                                               shape_with(candidate->set, with);
      Signature form = legacy == nullptr ? shape_signature(current_, without) : *legacy;
      // Where calls with newer attributes would mean something else, the form ends before them.
      for (const auto &f : prove({form}, candidate->set, {}, Calls::kRealistic)) {
        const size_t length = f.call.size();
        if (!f.exotic && length > form.required() && length <= form.params.size()) form.params.resize(length - 1);
      }
      guard.old_form = call_form(current_.type, form);
      guard.recommended = prototype_of(form);
      const bool several = names.find(',') != std::string::npos;
      guard.message = names + (several ? " are not connected: call " : " is not connected: call ") + guard.old_form +
                      "; to connect " + (several ? "one of them" : "it") + ", pass a tensor";
      const bool holders = connected != nullptr &&
                           std::any_of(connected->params.begin(), connected->params.end(), [](const Param &param) {
                             return param.is_new && param.type == ParamType::kTensorHolder;
                           });
      if (holders) {
        guard.message +=
            " (TensorHolder, so that numbers stay attributes: make constants with EsGraphBuilder::CreateScalar, "
            "CreateVector or CreateConst)";
      }
    }
  }

  /// The shape with exactly these inputs; null when the set has none.
  static const Signature *shape_with(const std::vector<Signature> &set, const std::vector<InputUse> &use) {
    const auto shape = std::find_if(set.begin(), set.end(), [&](const Signature &s) {
      std::vector<InputUse> has(use.size(), InputUse::kAbsent);
      for (const auto &param : s.params) {
        if (param.role == Role::kInput) has[static_cast<size_t>(param.index)] = InputUse::kAsUsual;
      }
      return s.kind == SignatureKind::kShape && has == use;
    });
    return shape == set.end() ? nullptr : &*shape;
  }

  /// Today's prototype with those inputs and attributes alone that the form names.
  std::shared_ptr<const OpPrototype> prototype_of(const Signature &form) const {
    const auto names = [&](Role role, const std::string &element) {
      return std::any_of(form.params.begin(), form.params.end(),
                         [&](const Param &param) { return param.role == role && param.element == element; });
    };
    auto result = std::make_shared<OpPrototype>(current_);
    auto &inputs = result->inputs;
    auto &attrs = result->attrs;
    inputs.erase(
        std::remove_if(inputs.begin(), inputs.end(), [&](const auto &i) { return !names(Role::kInput, i.name); }),
        inputs.end());
    attrs.erase(std::remove_if(attrs.begin(), attrs.end(), [&](const auto &a) { return !names(Role::kAttr, a.name); }),
                attrs.end());
    return result;
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
        case SignatureKind::kShape:
          return 0;
        case SignatureKind::kForward:
          return 1;
        case SignatureKind::kCompanion:
          return 2;
        case SignatureKind::kGuard:
          return 3;
      }
      return 4;
    };
    // Failures name signatures by index, so they move along.
    std::vector<size_t> position(candidate->set.size());
    for (size_t i = 0; i < position.size(); ++i) position[i] = i;
    std::stable_sort(position.begin(), position.end(),
                     [&](size_t a, size_t b) { return rank(candidate->set[a]) < rank(candidate->set[b]); });
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

  const OpPrototype &current_;
  const std::vector<const Obligation *> &obligations_;
  const Policy policy_;
  const Shapes shapes_;
  size_t effort_ = 0;
  std::map<const Obligation *, std::map<std::string, std::vector<CallFailure>>> proofs_;
};

}  // namespace

Candidate search(const OpPrototype &current, const std::vector<const Obligation *> &obligations, Policy policy,
                 std::vector<RejectedMode> *rejected) {
  return Search(current, obligations, policy).run(rejected);
}

}  // namespace opstrata::esgen
