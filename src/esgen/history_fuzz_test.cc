// Random histories: whatever the prototypes do, an old call keeps its meaning or the report names it. Calls are judged one by
// one with the resolver (the planner proves over states instead), and a sample with the compilers.
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <cstdlib>
#include <set>

#include "esgen/compatibility.h"
#include "esgen/history_fixture.h"
#include "esgen/prove.h"

namespace opstrata::esgen {
namespace {

using testing::HistoryMaker;
using testing::short_text;

size_t setting(const char *name, size_t standard) {
  const char *text = std::getenv(name);
  return text != nullptr ? std::strtoul(text, nullptr, 10) : standard;
}

std::vector<const Signature *> pointers(const std::vector<Signature> &set) {
  std::vector<const Signature *> result;
  for (const auto &s : set) result.push_back(&s);
  return result;
}

bool is_usable(const Resolution &r) { return r.outcome == Resolution::kChosen && !r.deleted && !r.ill_formed && !r.no_body; }

/// Role and current name of what a parameter carries.
std::pair<Role, std::string> carried(const Param &param, const Renames &renames) {
  const Role role = param.attr_as_input ? Role::kAttr : param.role == Role::kNone ? Role::kInput : param.role;
  const auto it = renames.find({role, param.element});
  return {role, it == renames.end() ? param.element : it->second};
}

/// What becomes of an argument: its value is one of these kinds, a tensor or a list of tensors.
std::string_view value_kind(ParamType type) {
  switch (type) {
    case ParamType::kTensorLike: case ParamType::kTensorHolder: case ParamType::kNullGuard: return "tensor";
    default: return cpp_type(plain_type(type));
  }
}

/// Whether the argument builds the same under both parameters.
bool same_argument(FormId form, const Param &then, const Renames &renames, const Param &now) {
  if (carried(then, renames) != carried(now, {}) || value_kind(then.type) != value_kind(now.type)) return false;
  return !conversion(form, now.type).gives_null || (conversion(form, then.type).gives_null && !now.null_refused);
}

struct Tally {
  size_t chains = 0, calls = 0, kept = 0, named = 0, keepable = 0;
};

/// Whether nothing in the prototypes stands in the way of a call: what it gives is still there with its type, what today
/// requires it gives, and today's own signature reads it the same way or not at all.
bool is_keepable(const Signature &old, const proto::OpPrototype &then, const std::vector<FormId> &call, const proto::OpPrototype &now,
                 const Renames &renames) {
  std::set<std::pair<Role, std::string>> given;
  for (size_t i = 0; i < call.size(); ++i) given.insert(carried(old.params[i], renames));
  const Signature today = canonical_signature(now);
  std::set<std::pair<Role, std::string>> known;
  for (const auto &p : today.params) {
    known.insert({p.role, p.element});
    const bool had_default = p.role == Role::kAttr && then.find_attr(p.element) != nullptr && !then.find_attr(p.element)->required;
    const bool optional = p.has_default || had_default || p.role == Role::kOwner ||
                          (p.role == Role::kInput && now.inputs[static_cast<size_t>(p.index)].kind == proto::InputKind::kOptional) ||
                          (p.role == Role::kAttr && !now.attrs[static_cast<size_t>(p.index)].required);
    if (!optional && given.count({p.role, p.element}) == 0) return false;
  }
  for (size_t i = 0; i < call.size(); ++i) {
    const auto what = carried(old.params[i], renames);
    if (what.first == Role::kOwner) continue;
    if (known.count(what) == 0) return false;
    for (const auto &p : today.params) {
      if (p.role != what.first || p.element != what.second) continue;
      const bool tensor = p.role == Role::kInput && p.type != ParamType::kTensorVector && old.params[i].type != ParamType::kTensorVector;
      ParamType listless = old.params[i].type;
      if (plain_type(listless) == p.type) listless = p.type;
      if (!tensor && p.type != listless) return false;
    }
  }
  const Resolution r = resolve({&today}, call);
  if (!is_usable(r)) return true;
  for (size_t i = 0; i < call.size(); ++i) {
    if (!same_argument(call[i], old.params[i], renames, today.params[i])) return false;
  }
  return true;
}

/// Checks the last prototype of the chain against random calls of every release before it.
void check_chain(const std::vector<proto::OpPrototype> &chain, size_t calls, HistoryMaker *maker, Tally *tally) {
  const proto::OpPrototype &now = chain.back();
  const Plan plan = testing::plan_chain(chain);
  // Whatever old calls mean, one function takes all of today's inputs and attributes (without the owner builder where inputs give it).
  const Signature whole = canonical_signature(chain.back());
  const auto elements = [](const Signature &s) { return std::count_if(s.params.begin(), s.params.end(), [](const Param &p) { return p.role != Role::kOwner && p.role != Role::kNone; }); };
  EXPECT_TRUE(std::any_of(plan.signatures.begin(), plan.signatures.end(), [&](const Signature &s) {
    return s.kind != SignatureKind::kGuard && elements(s) == elements(whole);
  })) << short_text(plan);
  const auto new_set = pointers(plan.signatures);
  ++tally->chains;
  for (size_t v = 0; v + 1 < chain.size(); ++v) {
    const Plan then = testing::plan_chain({chain.begin(), chain.begin() + static_cast<long>(v) + 1});
    const auto old_set = pointers(then.signatures);
    const Renames renames = find_renames(chain[v], now);
    const std::string release = "V" + std::to_string(v + 1);
    for (size_t k = 0; k < calls; ++k) {
      const Signature &target = *old_set[maker->pick(old_set.size())];
      const size_t length = target.required() + maker->pick(target.params.size() - target.required() + 1);
      std::vector<FormId> call;
      for (size_t i = 0; i < length; ++i) {
        FormId form = 0;
        for (int attempt = 0; attempt < 80; ++attempt) {
          form = static_cast<FormId>(maker->pick(argument_forms().size()));
          const Conversion &c = conversion(form, target.params[i].type);
          if (c.rank != Conversion::kNone && (maker->pick(8) == 0 || !is_exotic(form, target.params[i].type))) break;
        }
        call.push_back(form);
      }
      const Resolution old = resolve(old_set, call);
      if (!is_usable(old)) continue;
      const Signature &meant = *old_set[static_cast<size_t>(old.index)];
      bool builder = false, refused = false, exotic = false;
      for (size_t i = 0; i < call.size(); ++i) {
        const Param &p = meant.params[i];
        builder = builder || argument_forms()[call[i]].has_builder;
        refused = refused || (conversion(call[i], p.type).gives_null && (p.null_refused || (p.is_new && !argument_forms()[call[i]].is_plain_null)));
        exotic = exotic || is_exotic(call[i], p.type);
      }
      if (!builder || refused) continue;
      ++tally->calls;
      const Resolution today = resolve(new_set, call);
      bool same = is_usable(today);
      const bool rebound = same;
      for (size_t i = 0; i < call.size() && same; ++i) {
        same = same_argument(call[i], meant.params[i], renames, new_set[static_cast<size_t>(today.index)]->params[i]);
      }
      const CallVerdict verdict = judge_call(then.signatures, plan.signatures, renames, call);
      EXPECT_TRUE(verdict.accepted && verdict.exotic == exotic && verdict.failure.has_value() != same)
          << call_text("Foo", call) << " of " << release;
      if (same) {
        ++tally->kept;
        continue;
      }
      ++tally->named;
      bool named = false;
      for (const auto &f : plan.findings) {
        if (f.code != (rebound ? "rebound_call" : "lost_call") || (!exotic && f.severity != PlanFinding::Severity::kLoss)) continue;
        named = named || std::find(f.releases.begin(), f.releases.end(), release) != f.releases.end();
      }
      EXPECT_TRUE(named) << call_text("Foo", call) << " of " << release << " breaks unnamed:\n" << short_text(then) << "\nnow\n" << short_text(plan);
      if (!exotic && is_keepable(meant, chain[v], call, now, renames)) {
        ++tally->keepable;
        if (std::getenv("OPSTRATA_FUZZ_SHOW") != nullptr) {
          for (const auto &op : chain) std::printf("  %s\n", short_text(canonical_signature(op)).c_str());
          for (const auto &r : plan.rejected) std::printf("  not %s: %s\n", std::string(mode_name(r.mode)).c_str(), r.reason.c_str());
          std::printf("keepable %s of %s, outcome %d:\n%s\nnow\n%s\n\n", call_text("Foo", call).c_str(), release.c_str(),
                      static_cast<int>(today.outcome), short_text(then).c_str(), short_text(plan).c_str());
        }
      }
    }
  }
}

TEST(HistoryFuzz, EveryOldCallIsKeptOrNamed) {
  const size_t chains = setting("OPSTRATA_FUZZ_CHAINS", 24);
  Tally tally;
  const auto start = std::chrono::steady_clock::now();
  for (size_t n = 0; n < chains; ++n) {
    HistoryMaker maker(n);
    check_chain(maker.history("Foo", 2 + maker.pick(8), n % 4 == 0 ? 0 : n % 4 == 1 ? 10 : n % 4 == 2 ? 30 : 80), 40, &maker, &tally);
    if (::testing::Test::HasFailure()) break;
  }
  std::printf("%zu chains, %zu calls: %zu kept, %zu named, of which %zu might be kept; %.1f s\n", tally.chains, tally.calls, tally.kept,
              tally.named, tally.keepable, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

/// What the headers of a chain's earlier releases owe, each header once.
struct Duty {
  std::vector<Signature> header;
  Renames renames;
};

std::vector<Duty> duties(const std::vector<proto::OpPrototype> &chain, Policy policy) {
  std::vector<Duty> result;
  std::set<std::string> known;
  for (size_t v = 0; v + 1 < chain.size(); ++v) {
    const Plan then = testing::plan_chain({chain.begin(), chain.begin() + static_cast<long>(v) + 1}, policy);
    if (known.insert(short_text(then)).second)
      result.push_back({then.signatures, find_renames(chain[v], chain.back())});
  }
  return result;
}

/// Realistic calls of the earlier releases that the set breaks.
double losses(const std::vector<Duty> &owed, const std::vector<Signature> &set) {
  double sum = 0;
  for (const auto &duty : owed) {
    for (const auto &f : prove(duty.header, set, duty.renames, Calls::kRealistic))
      sum += f.exotic ? 0 : std::max(1e-6, f.share);
  }
  return sum;
}

struct Minimality {
  size_t subsets = 0, singles = 0;
};

/// Of the functions besides today's full shape and the guards none, nor any group of them (of three, where there are
/// many), can be left out without breaking an old call, and one signature is taken where one is enough.
void expect_minimal(const std::vector<proto::OpPrototype> &chain, const std::string &name, Minimality *tally) {
  const Plan plan = testing::plan_chain(chain, Policy::kExact);
  const auto owed = duties(chain, Policy::kExact);
  const double least = losses(owed, plan.signatures);
  size_t full = plan.signatures.size();
  for (size_t i = 0; i < plan.signatures.size(); ++i) {
    if (plan.signatures[i].kind == SignatureKind::kShape) full = i;
  }
  std::vector<size_t> removable;
  for (size_t i = 0; i < plan.signatures.size(); ++i) {
    if (i != full && plan.signatures[i].kind != SignatureKind::kGuard) removable.push_back(i);
  }
  for (size_t subset = 1; subset < (size_t{1} << removable.size()); ++subset) {
    if (removable.size() > 8 && std::popcount(subset) > 3) continue;
    std::vector<Signature> smaller;
    for (size_t i = 0; i < plan.signatures.size(); ++i) {
      const auto at = static_cast<size_t>(std::find(removable.begin(), removable.end(), i) - removable.begin());
      if (at == removable.size() || (subset >> at & 1) == 0) smaller.push_back(plan.signatures[i]);
    }
    EXPECT_GT(losses(owed, smaller), least + 1e-9) << name << ", subset " << subset << " is not needed:\n"
                                                   << short_text(plan);
    ++tally->subsets;
  }
  if (removable.empty()) {
    ++tally->singles;
    return;
  }
  EXPECT_GT(losses(owed, {canonical_signature(chain.back())}), least + 1e-9) << name << ": one signature is enough:\n"
                                                                             << short_text(plan);
}

TEST(HistoryFuzz, ExactSetsAreMinimal) {
  Minimality tally;
  const size_t first = setting("OPSTRATA_FUZZ_FIRST", 0), chains = setting("OPSTRATA_FUZZ_CHAINS", 24) * 3 / 2;
  for (size_t n = first; n < first + chains; ++n) {
    HistoryMaker maker(1000 + n);
    expect_minimal(maker.history("Foo", 2 + maker.pick(5), n % 3 == 0 ? 0 : 30), "history " + std::to_string(n),
                   &tally);
  }
  std::printf("%zu subsets tried, %zu histories with one function\n", tally.subsets, tally.singles);
}

/// The window slides over a history, three releases at a time: what a header's guard told callers to write keeps its
/// meaning in every later release, or the report says that it does not.
TEST(HistoryFuzz, RecommendedFormsOutliveTheWindow) {
  size_t forms[2] = {}, kept[2] = {};  // of histories that only add, and of others
  const size_t chains = setting("OPSTRATA_FUZZ_CHAINS", 24);
  for (size_t n = 0; n < chains && !HasFailure(); ++n) {
    HistoryMaker maker(5000 + n);
    const auto chain = maker.history("Foo", 8, n % 2 == 0 ? 0 : 15);
    std::vector<OldPrototype> archive;
    std::vector<size_t> begins;
    for (size_t r = 0; r < chain.size(); ++r) {
      archive.push_back({&chain[r], "V" + std::to_string(r + 1), ""});
      begins.push_back(r < 2 ? 0 : r - 2);
    }
    for (size_t today = 3; today < chain.size(); ++today) {
      const std::vector<OldPrototype> past(archive.begin(), archive.begin() + static_cast<long>(today));
      const std::vector<OldPrototype> window(past.begin() + static_cast<long>(begins[today]), past.end());
      const auto reserved = reserved_forms(past, {begins.begin(), begins.begin() + static_cast<long>(today)},
                                           begins[today], Policy::kSeed);
      if (reserved.empty()) continue;
      const Plan plan = make_plan(chain[today], window, Policy::kSeed, reserved);
      std::set<std::string> broken;  // releases: several forms may have the inputs of one
      for (const auto &form : reserved) {
        ++forms[n % 2];
        bool breaks = false;
        for (const auto &f : prove({canonical_signature(*form.op)}, plan.signatures,
                                   find_renames(*form.op, chain[today]), Calls::kRealistic)) {
          breaks = breaks || !f.exotic;
        }
        if (breaks) broken.insert(form.release);
        kept[n % 2] += breaks ? 0 : 1;
      }
      std::set<std::string> named;
      for (const auto &f : plan.findings) {
        if (f.code == "reserved_call") named.insert(f.release);
      }
      EXPECT_EQ(broken, named) << "history " << n << " in " << today + 1 << ":\n" << short_text(plan);
    }
  }
  EXPECT_GT(kept[0], 0U);
  EXPECT_GT(kept[1], 0U);
  std::printf("recommended forms kept as they were: %zu of %zu where things were only added, %zu of %zu where 15 %% of the changes break\n", kept[0], forms[0],
              kept[1], forms[1]);
}

}  // namespace
}  // namespace opstrata::esgen
