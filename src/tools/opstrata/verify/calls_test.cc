// The witness calls of old releases: each is kept, or the plan names its loss for that release; without compilers, so
// over many histories.
#include "tools/opstrata/verify/calls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "esgen/compatibility.h"
#include "esgen/history_fixture.h"

namespace opstrata::tools::verify {
namespace {

using esgen::CallFailure;
using esgen::make_plan;
using esgen::OldPrototype;
using esgen::Plan;
using esgen::Policy;
using esgen::testing::HistoryMaker;
using esgen::testing::make_op;
using esgen::testing::short_text;
using proto::OpPrototype;

struct Tally {
  size_t histories = 0, kept = 0, lost = 0;
};

std::string release_name(size_t i) { return "r" + std::to_string(i + 1); }

/// Release `last` of the chain, planned with the releases from `first` on.
Plan plan_of(const std::vector<OpPrototype> &chain, size_t first, size_t last) {
  std::vector<OldPrototype> history;
  for (size_t i = first; i <= last; ++i) history.push_back({&chain[i], release_name(i), ""});
  return make_plan(chain[last], history, Policy::kSeed);
}

/// By witness call of the oldest release, with its header of that time: how it fails today. Calls that are kept are not
/// there.
std::map<std::string, CallFailure::Kind> failures_of(const std::vector<OpPrototype> &chain) {
  const Plan then = plan_of(chain, 0, 0), now = plan_of(chain, 0, chain.size() - 1);
  std::map<std::string, CallFailure::Kind> failures;
  for (const auto &call :
       enumerate_calls(then.signatures, now.signatures, esgen::find_renames(chain.front(), chain.back()))) {
    if (!call.kept()) failures.emplace(esgen::call_text("Foo", call.forms), *call.failure);
  }
  return failures;
}

std::vector<std::string> calls_of(const std::vector<OpPrototype> &chain) {
  const Plan then = plan_of(chain, 0, 0), now = plan_of(chain, 0, chain.size() - 1);
  std::vector<std::string> calls;
  for (const auto &call :
       enumerate_calls(then.signatures, now.signatures, esgen::find_renames(chain.front(), chain.back()))) {
    calls.push_back(esgen::call_text("Foo", call.forms));
  }
  return calls;
}

void check_chain(const std::vector<OpPrototype> &chain, size_t window, const std::string &name, Tally *tally) {
  const size_t last = chain.size() - 1, first = window > last ? 0 : chain.size() - window;
  const Plan now = plan_of(chain, first, last);
  ++tally->histories;
  for (size_t v = first; v < last; ++v) {
    if (v > first && esgen::same_calls(chain[v], chain[v - 1])) continue;
    const Plan then = plan_of(chain, first, v);
    for (const auto &call :
         enumerate_calls(then.signatures, now.signatures, esgen::find_renames(chain[v], chain[last]))) {
      ++(call.kept() ? tally->kept : tally->lost);
      if (call.kept() || is_named(now, release_name(v), *call.failure)) continue;
      ADD_FAILURE() << name << ": " << esgen::call_text("Foo", call.forms) << " of " << release_name(v)
                    << " is lost and not named:\n"
                    << short_text(then) << "\nnow\n"
                    << short_text(now);
      return;
    }
  }
}

TEST(WitnessCalls, AreKeptOrNamed) {
  const char *text = std::getenv("OPSTRATA_FUZZ_CHAINS");
  const char *begin = std::getenv("OPSTRATA_FUZZ_FIRST");
  const size_t chains = text != nullptr ? std::strtoul(text, nullptr, 10) : 16,
               first = begin != nullptr ? std::strtoul(begin, nullptr, 10) : 0;
  Tally tally;
  for (size_t n = first; n < first + chains; ++n) {
    HistoryMaker maker(n, 30);
    const bool interleaved = n % 2 == 1;
    const size_t releases = interleaved ? 13 : 20, breaking = n % 3 == 0 ? 0 : n % 3 == 1 ? 30 : 20;
    const auto chain =
        maker.history("Foo", interleaved ? maker.branches(releases) : HistoryMaker::line(releases), breaking);
    for (const size_t window : {releases, size_t{5}})
      check_chain(chain, window, "history " + std::to_string(n), &tally);
  }
  std::printf("%zu histories, %zu calls kept, %zu lost and named\n", tally.histories, tally.kept, tally.lost);
}

// A braced list of lists beside a tensor: GCC and Clang see different candidates, but the same one wins.
TEST(WitnessCalls, DoubtfulCandidatesThatLoseDoNoHarm) {
  const std::vector<OpPrototype> chain = {make_op("Foo", "x", {"ListListInt a=[]", "Float b=0.5"}),
                                          make_op("Foo", "x, x2?, x3?", {"ListListInt a=[]", "Float b=0.5"})};
  EXPECT_TRUE(failures_of(chain).empty()) << failures_of(chain).begin()->first;
  const auto calls = calls_of(chain);
  for (const char *call : {"Foo(z, {{}}, 5)", "Foo(z, {{0}}, f)", "Foo(z, {{0}})"}) {
    EXPECT_EQ(std::count(calls.begin(), calls.end(), call), 1) << call;
  }
  const std::vector<OpPrototype> types = {
      make_op("Foo", "x", {"Bool a=true", "ListType b=[]", "Bool c=true", "ListInt d=[1]"}),
      make_op("Foo", "x, x2?, x3?",
              {"Bool a=true", "ListType b=[]", "Bool c=true", "ListInt d=[1]", "ListListInt e=[]"})};
  EXPECT_TRUE(failures_of(types).empty()) << failures_of(types).begin()->first;
}

// Braced lists of a middle release go to its companion overloads, and are witnessed there.
TEST(WitnessCalls, ReachCompanions) {
  const OpPrototype first = make_op("Foo", "x, y", {"ListInt a=[]"}),
                    middle = make_op("Foo", "x, y, x2?", {"ListInt a=[]"}),
                    last = make_op("Foo", "x, y, x2?, x3?", {"ListInt a=[]"});
  const std::vector<OpPrototype> chain = {first, middle, last};
  const Plan then = plan_of(chain, 0, 1), now = plan_of(chain, 0, 2);
  size_t companions = 0;
  for (const auto &call : enumerate_calls(then.signatures, now.signatures, {})) {
    EXPECT_TRUE(call.kept()) << esgen::call_text("Foo", call.forms);
    companions += then.signatures[call.signature].kind == esgen::SignatureKind::kCompanion ? 1 : 0;
  }
  EXPECT_GT(companions, 4U);
}

TEST(WitnessCalls, LossesAreNamedByReleaseAndKind) {
  // A required attribute arrives in r3: no call of r1 or r2 gives it. In r4 an attribute changes its type.
  const std::vector<OpPrototype> chain = {make_op("Foo", "x"), make_op("Foo", "x", {"Int a=0"}),
                                          make_op("Foo", "x", {"Int b", "Int a=0"})};
  const Plan now = plan_of(chain, 0, 2);
  EXPECT_EQ(failures_of(chain), (std::map<std::string, CallFailure::Kind>{{"Foo(p)", CallFailure::kNoViable},
                                                                          {"Foo(z)", CallFailure::kNoViable}}));
  for (const char *release : {"r1", "r2"}) EXPECT_TRUE(is_named(now, release, CallFailure::kNoViable)) << release;
  EXPECT_TRUE(is_named(now, "r2", CallFailure::kRebound));  // Foo(z, 5): a then, b now
  EXPECT_FALSE(is_named(now, "r1", CallFailure::kRebound));
  EXPECT_FALSE(is_named(now, "r3", CallFailure::kNoViable));
}

// An input that was optional and had to be written (a graph follows) is required today: the null that said "not connected" is refused.
TEST(WitnessCalls, OfInputsThatBecameRequired) {
  const std::vector<OpPrototype> chain = {make_op("Foo", "x, x2?", {"Float a=0.5"}, "y", "g"),
                                          make_op("Foo", "x, x2", {"Float a=0.5", "Int b=0"}, "y", "g")};
  const auto failures = failures_of(chain);
  ASSERT_EQ(failures.count("Foo(z, nullptr, std::unique_ptr<ge::Graph>(), n)"), 1U);
  for (const auto &[call, failure] : failures) EXPECT_EQ(failure, CallFailure::kRebound) << call;
  EXPECT_TRUE(is_named(plan_of(chain, 0, 1), "r1", CallFailure::kRebound));
}

TEST(Pairwise, EveryPairOccurs) {
  const std::vector<size_t> choices = {3, 1, 7, 12, 2, 9};
  const auto rows = pairwise(choices);
  std::set<Pair> seen;
  for (const auto &row : rows) {
    for (const Pair &pair : pairs_of(row)) seen.insert(pair);
  }
  size_t wanted = 0;
  for (size_t a = 0; a < choices.size(); ++a) {
    wanted += choices[a];
    for (size_t b = a + 1; b < choices.size(); ++b) wanted += choices[a] * choices[b];
  }
  EXPECT_EQ(seen.size(), wanted);
  EXPECT_LE(rows.size(), 130U);  // at least 12 * 9
  // What has been shown need not come again, but each candidate does.
  EXPECT_EQ(pairwise(choices, seen).size(), 12U);
  EXPECT_EQ(pairwise({}), std::vector<std::vector<size_t>>{});
  EXPECT_EQ(pairwise({2}), (std::vector<std::vector<size_t>>{{0}, {1}}));
}

}  // namespace
}  // namespace opstrata::tools::verify
