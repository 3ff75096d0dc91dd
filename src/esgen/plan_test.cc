// The worked plans of es-api section 8.9, corrected by section 8.11, and the histories that break simpler planners.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "esgen/prototype_fixture.h"
#include "esgen/prove.h"
#include "esgen/resolve.h"

namespace opstrata::esgen {
namespace {

using testing::make_op;
using testing::plan_chain;
using testing::short_text;
using ::testing::HasSubstr;

proto::OpPrototype foo(const std::string &inputs, const std::vector<testing::AttrText> &attrs = {}, const std::string &outputs = "y") {
  return make_op("Foo", inputs, attrs, outputs);
}

struct Row {
  const char *name;
  std::vector<proto::OpPrototype> chain;
  const char *plan;
};

class WorkedPlan : public ::testing::TestWithParam<Row> {};

TEST_P(WorkedPlan, HasTheShapesOfTheDesign) {
  const Plan plan = plan_chain(GetParam().chain);
  EXPECT_EQ(short_text(plan), GetParam().plan);
  EXPECT_FALSE(plan.loses_calls());
}

const char *const kA1 = R"(A1
(L x, L xo1, s mode="xx")
(L x, L xo1, L xo2, s mode="xx")
deleted (L x, L xo1, N xo2, s mode="xx"))";

INSTANTIATE_TEST_SUITE_P(
    Section8_9, WorkedPlan,
    ::testing::Values(
        Row{"NoHistory", {foo("x, xo2?")}, "A0\n(L x, L xo2=nullptr)"},
        Row{"OptionalInputWithoutAttributes", {foo("x"), foo("x, xo2?")}, "A0\n(L x, L xo2=nullptr)"},
        Row{"AfterAnOptionalInput", {foo("x, o1?"), foo("x, o1?, xo2?")}, "A0\n(L x, L o1=nullptr, L xo2=nullptr)"},
        Row{"StringAttribute", {foo("x, xo1", {"String mode=\"xx\""}), foo("x, xo1, xo2?", {"String mode=\"xx\""})}, kA1},
        // 8.11.11: the companion keeps Foo(x, y, {0}).
        Row{"ListIntAttribute", {foo("x, xo1", {"ListInt p=[]"}), foo("x, xo1, xo2?", {"ListInt p=[]"})},
            "A1\n(L x, L xo1, li p={})\n(L x, L xo1, L xo2, li p={})\n(L x, L xo1, {i} p)\ndeleted (L x, L xo1, N xo2, li p={})"},
        Row{"TypeAttribute", {foo("x, xo1", {"Type t=\"DT_FLOAT\""}), foo("x, xo1, xo2?", {"Type t=\"DT_FLOAT\""})},
            "A1\n(L x, L xo1, t t=ge::DT_FLOAT)\n(L x, L xo1, L xo2, t t=ge::DT_FLOAT)\n"
            "deleted (L x, L xo1, N xo2, t t=ge::DT_FLOAT)"},
        Row{"IntAttribute", {foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0", "Int b=0"})},
            "A2\n(L x, L xo1, i a=0, i b=0)\n(L x, L xo1, H xo2, i a=0, i b=0)\ndeleted (L x, L xo1, N xo2, i a=0, i b=0)"},
        Row{"FloatAttribute", {foo("x, xo1", {"Float a=0.5"}), foo("x, xo1, xo2?", {"Float a=0.5"})},
            "A2\n(L x, L xo1, f a=0.5f)\n(L x, L xo1, H xo2, f a=0.5f)\ndeleted (L x, L xo1, N xo2, f a=0.5f)"},
        Row{"BoolAttribute", {foo("x, xo1", {"Bool a=false"}), foo("x, xo1, xo2?", {"Bool a=false"})},
            "A2\n(L x, L xo1, b a=false)\n(L x, L xo1, H xo2, b a=false)\ndeleted (L x, L xo1, N xo2, b a=false)"},
        Row{"AttributeTogetherWithInput", {foo("x"), foo("x, xo2?", {"Int a=0"})},
            "A2\n(L x, i a=0)\n(L x, H xo2, i a=0)\ndeleted (L x, N xo2, i a=0)"},
        Row{"RequiredAttribute", {foo("x", {"Int r"}), foo("x, xo2?", {"Int r"})}, "Try0\n(L x, i r)\n(L x, L xo2, i r)"},
        Row{"RequiredAndOptionalAttribute", {foo("x", {"Int r", "Int a=0"}), foo("x, xo2?", {"Int r", "Int a=0"})},
            "A2\n(L x, i r, i a=0)\n(L x, H xo2, i r, i a=0)\ndeleted (L x, N xo2, i r, i a=0)"},
        Row{"TwoStepsInt",
            {foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0"}), foo("x, xo1, xo2?, xo3?", {"Int a=0"})},
            "A2\n(L x, L xo1, i a=0)\n(L x, L xo1, H xo2, i a=0)\n(L x, L xo1, H xo2, H xo3, i a=0)\n"
            "deleted (L x, L xo1, N xo2, i a=0)\ndeleted (L x, L xo1, H xo2, N xo3, i a=0)"},
        Row{"TwoStepsString",
            {foo("x, xo1", {"String m=\"\""}), foo("x, xo1, xo2?", {"String m=\"\""}), foo("x, xo1, xo2?, xo3?", {"String m=\"\""})},
            "A1\n(L x, L xo1, s m=\"\")\n(L x, L xo1, L xo2, s m=\"\")\n(L x, L xo1, L xo2, L xo3, s m=\"\")\n"
            "deleted (L x, L xo1, N xo2, s m=\"\")\ndeleted (L x, L xo1, L xo2, N xo3, s m=\"\")"},
        // 8.11.10: one guard, for the call in which both are nullptr.
        Row{"TwoInputsInOneStep", {foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?, xo3?", {"Int a=0"})},
            "A1\n(L x, L xo1, i a=0)\n(L x, L xo1, L xo2, L xo3, i a=0)\ndeleted (L x, L xo1, N xo2, N xo3, i a=0)"},
        // No guard: Foo(o1, nullptr) was a call of the old release (its owner builder).
        Row{"AllOptional", {foo("o1?"), foo("o1?, xo2?")}, "A2\n(L o1=nullptr, B* owner=nullptr)\n(L o1, H xo2)"},
        Row{"DynamicOutput", {foo("x, xo1", {"Int a=0"}, "y*"), foo("x, xo1, xo2?", {"Int a=0"}, "y*")},
            "A2\n(L x, L xo1, i y, i a=0)\n(L x, L xo1, H xo2, i y, i a=0)\ndeleted (L x, L xo1, N xo2, i y, i a=0)"},
        Row{"AttributeOnly", {foo("x", {"Int a=0"}), foo("x", {"Int a=0", "Int b=1"})}, "A0\n(H x, i a=0, i b=1)"},
        // 8.11.3: optional inputs before the new one.
        Row{"OptionalInputAndInt", {foo("x, o1?", {"Int a=0"}), foo("x, o1?, xo2?", {"Int a=0"})},
            "A2\n(L x, L o1=nullptr, i a=0)\n(L x, L o1, H xo2, i a=0)\ndeleted (L x, L o1, N xo2, i a=0)"},
        Row{"OptionalInputAndString", {foo("x, o1?", {"String m=\"\""}), foo("x, o1?, xo2?", {"String m=\"\""})},
            "A1\n(L x, L o1=nullptr, s m=\"\")\n(L x, L o1, L xo2, s m=\"\")\ndeleted (L x, L o1, N xo2, s m=\"\")"},
        // The seed appendix's V1, V2, V3 (8.11.2): equal shapes are one.
        Row{"SeedAppendix",
            {foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0", "Int b=0"})},
            "A2\n(L x, L xo1, i a=0, i b=0)\n(L x, L xo1, H xo2, i a=0, i b=0)\ndeleted (L x, L xo1, N xo2, i a=0, i b=0)"},
        Row{"IntAndListBraces", {foo("x, xo1", {"Int a=0", "ListInt p=[]"}), foo("x, xo1, xo2?", {"Int a=0", "ListInt p=[]"})},
            "A2\n(L x, L xo1, i a=0, li p={})\n(L x, L xo1, H xo2, i a=0, li p={})\n(L x, L xo1, i a, {i} p)\n"
            "deleted (L x, L xo1, N xo2, i a=0, li p={})"},
        // 8.11.7
        Row{"RequiredAttributeBecameOptional", {foo("x", {"Int a"}), foo("x", {"Int a=3"})}, "A0\n(H x, i a=3)"},
        Row{"RequiredInputBecameOptional", {foo("x, w", {"Int a=0"}), foo("x, w?", {"Int a=0"})}, "A0\n(L x, L w=nullptr, i a=0)"},
        Row{"RenamedInput", {foo("x, w", {"Int a=0"}), foo("x, v", {"Int a=0"})}, "A0\n(L x, L v, i a=0)"},
        Row{"InputInTheMiddle", {foo("x, z"), foo("x, m?, z")}, "A0\n(L x, L m, L z)\n(L x, L z)"},
        Row{"AttributeBecameInput", {foo("x", {"Int k=2"}), foo("x, k?")}, "A1\n(L x)\n(L x, L k)\n(L x, i k)\ndeleted (L x, N k)"},
        // A maintenance release without the input, dated after the release that has it.
        Row{"InterleavedBranches",
            {foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0"}), foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0"})},
            "A2\n(L x, L xo1, i a=0)\n(L x, L xo1, H xo2, i a=0)\ndeleted (L x, L xo1, N xo2, i a=0)"}),
    [](const auto &row) { return row.param.name; });

TEST(Plan, ExactPolicyTakesTheSmallestSufficientSet) {
  const auto exact = [](std::vector<proto::OpPrototype> chain) { return short_text(plan_chain(chain, Policy::kExact)); };
  EXPECT_EQ(exact({foo("x"), foo("x, xo2?", {"Int a=0"})}), "A0\n(L x, L xo2=nullptr, i a=0)");
  EXPECT_EQ(exact({foo("x", {"Int r", "Int a=0"}), foo("x, xo2?", {"Int r", "Int a=0"})}), "Try0\n(L x, i r, i a=0)\n(L x, L xo2, i r, i a=0)");
  // A legacy shape gives up the newer attribute that would catch calls of the middle release.
  EXPECT_EQ(exact({foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0", "Int b=0"})}),
            "A1\n(L x, L xo1, i a=0)\n(L x, L xo1, L xo2, i a=0, i b=0)\ndeleted (L x, L xo1, N xo2, i a=0, i b=0)");
}

TEST(Plan, ChangedDefaultIsAWarning) {
  const Plan plan = plan_chain({foo("x", {"Int a=0"}), foo("x", {"Int a=1"})});
  EXPECT_EQ(short_text(plan), "A0\n(H x, i a=1)");
  ASSERT_EQ(plan.findings.size(), 1U);
  EXPECT_EQ(plan.findings[0].code, "default_changed");
  EXPECT_EQ(plan.findings[0].release, "V1");
  EXPECT_THAT(plan.findings[0].text, HasSubstr("was 0 and is 1"));
}

/// What overloads cannot keep is said, with the call, both places and what to do.
TEST(Plan, LostAndReboundCallsAreNamed) {
  const auto finding_of = [](std::vector<proto::OpPrototype> chain) {
    const Plan plan = plan_chain(chain);
    for (const auto &f : plan.findings) {
      if (f.severity == PlanFinding::Severity::kLoss) return f;
    }
    return PlanFinding();
  };
  auto f = finding_of({foo("x"), foo("x", {"Int n"})});
  EXPECT_EQ(f.code, "lost_call");
  EXPECT_EQ(f.old_call, "Foo(z)");
  EXPECT_THAT(f.text, HasSubstr("required attribute n was added"));
  EXPECT_THAT(f.advice, HasSubstr("Give attribute n a default"));
  EXPECT_EQ(f.old_where, "Foo.h:1");

  f = finding_of({foo("x", {"Int a=0", "Int b=0"}), foo("x", {"Int b=0", "Int a=0"})});
  EXPECT_EQ(f.code, "rebound_call");
  EXPECT_THAT(f.text, HasSubstr("attributes changed their order"));

  f = finding_of({foo("x", {"Int a=0"}), foo("x, k?", {})});
  EXPECT_EQ(f.code, "rebound_call");
  EXPECT_EQ(f.old_call, "Foo(z, n)");

  f = finding_of({foo("x", {"Int a=0"}), foo("x", {"ListInt a=[]"})});
  EXPECT_EQ(f.code, "lost_call");
  EXPECT_THAT(f.text, HasSubstr("attribute a was Int and is ListInt"));

  f = finding_of({foo("x", {}, "y"), foo("x", {}, "y, z")});
  EXPECT_EQ(f.code, "outputs_changed");

  f = finding_of({foo("x"), foo("x", {}, "y*")});
  EXPECT_THAT(f.text, HasSubstr("output y was required and is dynamic"));
  EXPECT_THAT(f.advice, HasSubstr("Keep the dynamic outputs"));

  f = finding_of({foo("x"), foo("x*")});
  EXPECT_THAT(f.text, HasSubstr("input x was required and is dynamic"));
  EXPECT_THAT(f.advice, HasSubstr("Keep input x required"));

  f = finding_of({make_op("Foo", "x"), make_op("Foo", "x", {}, "y", "body")});
  EXPECT_THAT(f.text, HasSubstr("static subgraph body was added"));
  EXPECT_THAT(f.advice, HasSubstr("Keep the subgraphs"));
  f = finding_of({make_op("Foo", "x", {}, "y", "body, gone"), make_op("Foo", "x", {}, "y", "body*")});
  EXPECT_THAT(f.text, HasSubstr("subgraph body was static and is dynamic; subgraph gone was removed"));
}

/// A narrow forward decides where the old and the new function want other numbers, wherever that is, for all argument
/// counts at once; enumerators are numbers too.
TEST(Plan, NumbersOfOtherKindsBehindANewInputAreKept) {
  const auto kept = [](const std::vector<testing::AttrText> &attrs, const std::string &inputs, size_t most) {
    const Plan plan = plan_chain({foo(inputs, attrs), foo(inputs + ", z?", attrs)});
    for (const auto &f : plan.findings) EXPECT_NE(f.severity, PlanFinding::Severity::kLoss) << f.text << f.old_call;
    EXPECT_LE(plan.signatures.size(), most) << short_text(plan);
  };
  kept({"Int a=0", "Float b=0.0", "Int c=0", "Float d=0.0"}, "x, y", 7);
  kept({"Int a=0", "Float b=0.0", "Bool c=false", "Int d=0", "Float e=0.0", "Bool f=false"}, "x, y", 9);
  kept({"Int a=0", "Int b=0", "Int c=0", "Int d=0", "Int e=0", "Float f=0.0"}, "x, y", 4);
  kept({"Int a=0", "Int b=0", "Int c=0", "Float d=0.0", "Float e=0.0", "Float f=0.0", "Float g=0.0", "String h=\"\"",
        "ListInt i=[]"},
       "x", 4);
}

/// `Foo(z, 0)` gave an attribute where no release with these inputs had a builder behind them.
TEST(Plan, OnlyReleasesThatNamedTheBuilderAreServedWithIt) {
  const Plan plan =
      plan_chain({foo("a?, b?", {"Int n=0"}), foo("a?, b?, c?", {"Int n=0"}), foo("a?, b?, c?, d?", {"Int n=0"})});
  for (const auto &f : plan.findings) EXPECT_NE(f.severity, PlanFinding::Severity::kLoss) << f.text << f.old_call;
  EXPECT_EQ(short_text(plan).find("owner", short_text(plan).find('\n', 4)), std::string::npos) << short_text(plan);
}

TEST(Plan, ReorderedAttributesOfDifferentTypesAreForwarded) {
  const Plan plan = plan_chain({foo("x", {"Int a=0", "ListInt s=[]"}), foo("x", {"ListInt s=[]", "Int a=0"})});
  EXPECT_THAT(short_text(plan), HasSubstr("(H x, i a, li s={})"));
}

TEST(Plan, GuardTellsTheFormThatStaysCallable) {
  const Plan plan = plan_chain({foo("x, xo1", {"String mode=\"xx\""}), foo("x, xo1, xo2?", {"String mode=\"xx\""})});
  EXPECT_THAT(plan.signatures.back().message, HasSubstr("xo2 is not connected: call Foo(x, xo1[, mode])"));
  // The legacy shape takes today's newer attributes too.
  const Plan holder = plan_chain({foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0", "Int b=0"})});
  EXPECT_THAT(holder.signatures.back().message, HasSubstr("call Foo(x, xo1[, a[, b]])"));
  EXPECT_THAT(holder.signatures.back().message, HasSubstr("CreateScalar"));
  // A shape that gave the newer attribute up for the calls of the middle release does not promise it.
  const Plan exact = plan_chain(
      {foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0", "Int b=0"})},
      Policy::kExact);
  EXPECT_THAT(exact.signatures.back().message, HasSubstr("call Foo(x, xo1[, a]);"));
  const Plan text =
      plan_chain({foo("x, xo1", {"String m=\"\""}), foo("x, xo1, xo2?", {"String m=\"\"", "ListInt p=[]"})});
  EXPECT_THAT(text.signatures.back().message, HasSubstr("call Foo(x, xo1[, m[, p]]); to connect it, pass a tensor"));
}

/// `Foo(x, xo1, …)` with one argument form per position, judged by today's set: the short text of the function that it
/// takes.
std::string chosen(const Plan &plan, const std::vector<std::string> &call) {
  std::vector<const Signature *> set;
  for (const auto &s : plan.signatures) set.push_back(&s);
  std::vector<FormId> forms;
  for (const auto &text : call) {
    for (size_t f = 0; f < argument_forms().size(); ++f) {
      if (argument_forms()[f].text == text) forms.push_back(static_cast<FormId>(f));
    }
  }
  EXPECT_EQ(forms.size(), call.size());
  const Resolution r = resolve(set, forms);
  return r.outcome != Resolution::kChosen ? "none"
         : r.deleted                      ? "deleted"
                                          : short_text(*set[static_cast<size_t>(r.index)]);
}

TEST(Plan, RecommendedFormsOutliveTheWindow) {
  const std::vector<proto::OpPrototype> numbers = {foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0"}),
                                                   foo("x, xo1, xo2?", {"Int a=0", "Int b=0"})};
  std::vector<OldPrototype> archive = {{&numbers[0], "V1", ""}, {&numbers[1], "V2", ""}};
  // V2's guard told callers to write Foo(x, xo1[, a]), which V1 had; V1 has left the window.
  auto reserved = reserved_forms(archive, {0, 0}, 1, Policy::kSeed);
  ASSERT_EQ(reserved.size(), 1U);
  EXPECT_EQ(reserved[0].release, "V1");
  Plan plan = make_plan(numbers[2], {archive[1]}, Policy::kSeed, reserved);
  const std::string today = "(L x, L xo1, L xo2=nullptr, i a=0, i b=0)", old = "(L x, L xo1, i a)";
  EXPECT_EQ(short_text(plan), "A0\n" + today + "\n" + old);
  for (const auto &f : plan.findings) ADD_FAILURE() << f.code << ": " << f.old_call << ": " << f.text;
  EXPECT_EQ(chosen(plan, {"z", "z"}), today);
  EXPECT_EQ(chosen(plan, {"z", "z", "5"}), old);
  EXPECT_EQ(chosen(plan, {"z", "z", "0"}), old);
  EXPECT_EQ(chosen(plan, {"z", "z", "nullptr"}), today);
  EXPECT_EQ(chosen(plan, {"z", "z", "z"}), today);
  EXPECT_EQ(chosen(plan, {"z", "z", "z", "5"}), today);
  // Without it the number would silently become a tensor.
  EXPECT_EQ(chosen(make_plan(numbers[2], {archive[1]}, Policy::kSeed), {"z", "z", "5"}), today);

  const std::vector<proto::OpPrototype> texts = {foo("x, xo1", {"String mode=\"xx\""}),
                                                 foo("x, xo1, xo2?", {"String mode=\"xx\""})};
  archive = {{&texts[0], "V1", ""}, {&texts[1], "V2", ""}};
  plan = make_plan(texts[1], {archive[1]}, Policy::kSeed, reserved_forms(archive, {0, 0}, 1, Policy::kSeed));
  for (const auto &f : plan.findings) ADD_FAILURE() << f.code << ": " << f.old_call << ": " << f.text;
  EXPECT_THAT(chosen(plan, {"z", "z", "\"a\""}), HasSubstr("s mode)"));
  EXPECT_EQ(chosen(plan, {"z", "z", "nullptr"}), "(L x, L xo1, L xo2=nullptr, s mode=\"xx\")");

  // The newer attribute that the guard's form had is kept with it, and the form that is covered by that is no other
  // one.
  const std::vector<proto::OpPrototype> more = {foo("x, xo1", {"Int a=0"}), foo("x, xo1, xo2?", {"Int a=0"}),
                                                foo("x, xo1, xo2?", {"Int a=0", "Int b=0"}),
                                                foo("x, xo1, xo2?", {"Int a=0", "Int b=0", "Int c=0"})};
  archive = {{&more[0], "V1", ""}, {&more[1], "V2", ""}, {&more[2], "V3", ""}};
  reserved = reserved_forms(archive, {0, 0, 0}, 1, Policy::kSeed);
  ASSERT_EQ(reserved.size(), 1U);
  EXPECT_EQ(reserved[0].release, "V1");
  EXPECT_EQ(call_form("Foo", canonical_signature(*reserved[0].op)), "Foo(x, xo1[, a[, b]])");
  plan = make_plan(more[3], {archive[1], archive[2]}, Policy::kSeed, reserved);
  EXPECT_EQ(chosen(plan, {"z", "z", "5"}), "(L x, L xo1, i a)");
  // V2 alone takes these for numbers that become xo2 and a: a reserved form is not kept at the cost of a release, and
  // that is told.
  const std::string whole = "(L x, L xo1, L xo2=nullptr, i a=0, i b=0, i c=0)";
  EXPECT_EQ(chosen(plan, {"z", "z", "5", "n"}), whole);
  EXPECT_EQ(chosen(plan, {"z", "z", "z", "n"}), whole);
  EXPECT_FALSE(plan.loses_calls());
  ASSERT_FALSE(plan.findings.empty());
  for (const auto &f : plan.findings) EXPECT_EQ(f.code, "reserved_call") << f.old_call << ": " << f.text;

  // A release whose window did not hold the older one had no guard.
  archive = {{&texts[0], "V1", ""}, {&texts[1], "V2", ""}};
  EXPECT_TRUE(reserved_forms(archive, {0, 1}, 1, Policy::kSeed).empty());
}

/// Forty parameters are no more than forty parameters.
TEST(Plan, LargeOperatorIsPlannedAtOnce) {
  std::string inputs = "x0";
  std::vector<testing::AttrText> attrs;
  std::vector<std::string> spelled;
  for (int i = 1; i < 30; ++i) inputs += ", x" + std::to_string(i);
  for (int i = 0; i < 20; ++i) spelled.push_back((i % 3 == 0 ? "ListInt a" : i % 3 == 1 ? "Int a" : "String a") + std::to_string(i) + (i % 3 == 0 ? "=[]" : i % 3 == 1 ? "=0" : "=\"\""));
  for (const auto &s : spelled) attrs.emplace_back(s.c_str());
  const Plan plan = plan_chain({foo(inputs, attrs), foo(inputs + ", new1?", attrs), foo(inputs + ", new1?, new2?", attrs)});
  EXPECT_FALSE(plan.loses_calls()) << plan.findings.front().old_call;
  EXPECT_EQ(plan.mode, Mode::kA1);
}

/// Parameters of every kind in an order of their own: releases of which no call can be forwarded are told, and nothing fails.
TEST(Plan, ShuffledAttributesArePlanned) {
  const std::vector<proto::OpPrototype> chain = {
      foo("x0, x1", {"Bool a0=true", "Float a1=-2.25", "Bool a2=true", "ListType a3=[\"DT_INT32\"]", "Bool a4", "Float a5=0.5", "String a6=\"s\"", "Float a7=0.5", "Type a8=\"DT_INT64\"", "Int a9=1099511627776", "Float a10", "Type a11=\"DT_INT64\"", "Float a12=-2.25", "ListBool a13=[]", "Type a14=\"DT_FLOAT\"", "String a15=\"s\"", "Float a16=0.5", "ListInt a17=[]"}, "y, w"),
      foo("x0, x1, z2_3?, z2_2?", {"Bool a0=true", "Float a1=-2.25", "Bool a2=true", "ListType a3=[\"DT_INT32\"]", "Int n2_18_0=-2147483648", "Bool a4", "Float a5=0.5", "String a6=\"s\"", "Float a7=0.5", "Type a8=\"DT_INT64\"", "Int a9=1099511627776", "Type n2_19_1=\"DT_FLOAT\"", "Float a10", "Bool n2_20_2=false", "Type a11=\"DT_INT64\"", "Float a12=-2.25", "ListBool a13=[]", "Type a14=\"DT_FLOAT\"", "String a15=\"s\"", "Float a16=0.5", "ListInt a17=[]"}, "y, w"),
      foo("x0, z3_4?, x1, z2_3?, z2_2?", {"Float n3_24_3=0.0", "ListString n3_21_0=[]", "Bool a0=true", "Float a1=-2.25", "Bool a2=true", "ListType a3=[\"DT_INT32\"]", "Int n2_18_0=-2147483648", "Bool a4", "Float a5=0.5", "String a6=\"s\"", "Float a7=0.5", "Type a8=\"DT_INT64\"", "Int a9=1099511627776", "Type n2_19_1=\"DT_FLOAT\"", "Float a10", "String n3_22_1=\"s\"", "Bool n2_20_2=false", "Type a11=\"DT_INT64\"", "Float a12=-2.25", "ListBool a13=[]", "Type a14=\"DT_FLOAT\"", "String a15=\"s\"", "Float a16=0.5", "Float n3_23_2=-2.25", "ListInt a17=[]"}, "y, w"),
      foo("x0, z3_4?, x1, z2_3?, z2_2?", {"Float n3_24_3=0.0", "ListString n3_21_0=[]", "Bool a0=true", "Float a1=-2.25", "Bool a2=true", "ListType a3=[\"DT_INT32\"]", "Int n2_18_0=-2147483648", "Bool a4", "Float a5=0.5", "String a6=\"s\"", "Float a7=0.5", "Type a8=\"DT_INT64\"", "Int a9=1099511627776", "ListListInt n4_25_0=[]", "Type n2_19_1=\"DT_FLOAT\"", "Float a10", "String n3_22_1=\"s\"", "Bool n2_20_2=false", "Type a11=\"DT_INT64\"", "Float a12=-2.25", "ListBool a13=[]", "Type a14=\"DT_FLOAT\"", "String a15=\"s\"", "Float a16=0.5", "Float n3_23_2=-2.25", "ListInt a17=[]"}, "y, w")};
  const Plan plan = plan_chain(chain);
  EXPECT_FALSE(plan.signatures.empty());
}

/// What a release requires stays required in the functions for the calls of the ones before it, which cannot be served.
TEST(Plan, RequiredAttributesAreNeverGivenUp) {
  const Plan plan = plan_chain({foo("x0?, x1?, x2*, x3", {"ListBool a0", "Int a1"}),
                                foo("x0?, z5?, x1?, x2*, x3, z4?", {"ListBool a0", "Int a1", "Float m"}),
                                foo("x0?, z5?, x2*, x3, z4?", {"ListBool a0", "Int a1", "Float m"})});
  EXPECT_TRUE(plan.loses_calls());
  for (const auto &signature : plan.signatures) {
    const auto is_m = [](const Param &param) { return param.role == Role::kAttr && param.element == "m"; };
    EXPECT_TRUE(signature.kind == SignatureKind::kGuard || std::any_of(signature.params.begin(), signature.params.end(), is_m))
        << short_text(signature);
  }
}

// Whatever older calls mean: one function takes all of today's inputs and attributes. A release with all of these inputs had
// another list of attributes, and calls of one before have as many arguments as the whole form.
TEST(Plan, OneFunctionTakesEverything) {
  const auto v1 = foo("x0?, x1*, x2?, x3*", {"ListType a1", "ListBool a8", "ListString a0=[]", "ListListInt a2=[]", "ListString a3=[]", "ListInt a4=[1]",
                                             "ListFloat a6=[0.5]", "ListString a9=[]", "Int a11=127"});
  const auto v2 = foo("x0?, x1*, x2?, z?, x3*", {"ListType a1", "ListBool a8", "ListString a0=[]", "ListListInt a2=[]", "ListString a3=[]",
                                                 "ListString a9=[]", "Int a11=127"});
  auto v3 = v2;
  v3.attrs.push_back(testing::make_attr("ListString m"));
  const Plan plan = plan_chain({v1, v2, v3});
  const size_t whole = canonical_signature(v3).params.size();
  EXPECT_TRUE(std::any_of(plan.signatures.begin(), plan.signatures.end(), [&](const Signature &s) {
    return s.kind != SignatureKind::kGuard && s.params.size() == whole;
  })) << short_text(plan);
}

// An attribute that may be left out since today makes a call short enough for two shapes of older steps.
TEST(Plan, TodaysShortCallsAreNotAmbiguous) {
  for (const char *x : {"x*", "x"}) {
    const std::string with = std::string(x) + ", o?";
    const Plan plan = plan_chain({foo(x, {"Int n"}), foo(with.c_str(), {"Int n"}), foo(with.c_str(), {"Int n=1"})});
    EXPECT_FALSE(plan.loses_calls());
    for (const auto &failure : prove({canonical_signature(foo(with.c_str(), {"Int n=1"}))}, plan.signatures, {}, Calls::kRealistic)) {
      EXPECT_NE(failure.kind, CallFailure::kAmbiguous) << call_text("Foo", failure.call) << "\n" << short_text(plan);
    }
  }
}

}  // namespace
}  // namespace opstrata::esgen
