// Name rules of es-api section 6 and literals of sections 4.5 and 8.2.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "esgen/literals.h"
#include "esgen/names.h"
#include "esgen/prototype_fixture.h"

namespace opstrata::esgen {
namespace {

using testing::make_op;
using Texts = std::vector<std::string>;

TEST(Names, ExamplesOfTheSpecification) {
  // Input `for`, output `break`, dynamic output `if`, attribute `not`, subgraph `or`.
  const auto op = make_op("Foo", "for", {"Int not=0"}, "break, if*", "or");
  const Names cpp = make_names(op, Language::kCpp);
  EXPECT_EQ(cpp.inputs, Texts{"in_for"});
  EXPECT_EQ(cpp.outputs, (Texts{"out_break", "out_if"}));
  EXPECT_EQ(cpp.attrs, Texts{"attr_not"});
  EXPECT_EQ(cpp.subgraphs, Texts{"subgraph_or"});
  const Names python = make_names(op, Language::kPython);
  EXPECT_EQ(python.inputs, Texts{"in_for"});
  EXPECT_EQ(python.outputs, (Texts{"out_break", "out_if"}));
  EXPECT_EQ(python.attrs, Texts{"attr_not"});
  EXPECT_EQ(python.subgraphs, Texts{"subgraph_or"});
  // Input `x`, dynamic output `x`, attribute `x`.
  const Names same = make_names(make_op("Foo", "x", {"Int x=0"}, "x*"), Language::kCpp);
  EXPECT_EQ(same.inputs, Texts{"x"});
  EXPECT_EQ(same.outputs, Texts{"ref_x"});
  EXPECT_EQ(same.attrs, Texts{"attr_x"});
  // An attribute equal to an output is not renamed.
  EXPECT_EQ(make_names(make_op("Foo", "x", {"Int y=0"}, "y"), Language::kCpp).attrs, Texts{"y"});
  // Keywords of one language only.
  const auto words = make_op("Foo", "lambda, template, override, char8_t");
  EXPECT_EQ(make_names(words, Language::kCpp).inputs, (Texts{"lambda", "in_template", "override", "in_char8_t"}));
  EXPECT_EQ(make_names(words, Language::kPython).inputs, (Texts{"in_lambda", "template", "override", "char8_t"}));
  EXPECT_FALSE(is_keyword("char8_t", Language::kCpp));
}

TEST(Names, NothingClashes) {
  // Counts of dynamic inputs and lists, macros of system headers, names of generated code.
  const auto op = make_op("Foo", "x*, x_num, NULL, errno", {"ListInt a=[]", "Int a_num=0", "Int major=0", "Int x=1", "Int attr_x=1", "Int opstrata_owner=0"},
                          "FooOutput, self");
  const Names names = make_names(op, Language::kCpp);
  EXPECT_EQ(names.inputs, (Texts{"x", "in_x_num", "in_NULL", "in_errno"}));
  EXPECT_EQ(names.attrs, (Texts{"a", "attr_a_num", "attr_major", "attr_x", "attr_attr_x", "attr_opstrata_owner"}));
  EXPECT_EQ(names.outputs, (Texts{"out_FooOutput", "out_self"}));
  EXPECT_EQ(make_names(make_op("Foo", "EsFoo, owner_builder, std, int64_t"), Language::kCpp).inputs,
            (Texts{"in_EsFoo", "in_owner_builder", "in_std", "in_int64_t"}));
  // Words of GNU dialects, and what compilers define before any header.
  EXPECT_EQ(make_names(make_op("Foo", "typeof, __LINE__, _GNU_SOURCE, __int128, _x"), Language::kCpp).inputs,
            (Texts{"in_typeof", "in___LINE__", "in__GNU_SOURCE", "in___int128", "_x"}));
}

TEST(Names, OnlyIdentifiersBecomeNames) {
  for (const char *bad : {"", "1a", "a b", "a;b", "a-b", "\xC3\xA9", "a\n"}) EXPECT_FALSE(is_identifier(bad)) << bad;
  EXPECT_TRUE(is_identifier("_a1"));
  EXPECT_EQ(identifier_text("es-math.v1"), "es_math_v1");
}

TEST(Literals, FloatsAreExactAndShort) {
  EXPECT_EQ(cpp_float(0.1F), "0.1f");
  EXPECT_EQ(cpp_float(1.0F), "1.0f");
  EXPECT_EQ(cpp_float(1e-12F), "1e-12f");
  EXPECT_EQ(cpp_float(-0.0F), "-0.0f");
  EXPECT_EQ(cpp_float(1.414213562373F), "1.4142135f");
  EXPECT_EQ(cpp_float(std::numeric_limits<float>::infinity()), "std::numeric_limits<float>::infinity()");
  EXPECT_EQ(python_float(0.1F), "0.1");
  EXPECT_EQ(python_float(-std::numeric_limits<float>::infinity()), "float(\"-inf\")");
  // Every literal gives its float back, also through Python's double.
  uint32_t bits = 1;
  for (int i = 0; i < 200000; ++i) {
    bits = bits * 1664525U + 1013904223U;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const std::string text = cpp_float(value);
    ASSERT_EQ(std::strtof(text.substr(0, text.size() - 1).c_str(), nullptr), value);
    ASSERT_EQ(static_cast<float>(std::strtod(python_float(value).c_str(), nullptr)), value);
  }
}

TEST(Literals, IntegersAndLists) {
  EXPECT_EQ(cpp_int(INT64_MIN), "(-9223372036854775807LL - 1)");
  EXPECT_EQ(cpp_int(INT64_MAX), "9223372036854775807LL");
  EXPECT_EQ(cpp_int(-5), "-5");
  const auto rendered = [](const char *attr) {
    const auto def = testing::make_attr(attr);
    return std::pair<std::string, std::string>(cpp_default(def), python_default(def));
  };
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(rendered("ListInt a=[1,2]"), Pair("{1, 2}", "(1, 2)"));
  EXPECT_EQ(rendered("ListInt a=[1]"), Pair("{1}", "(1,)"));
  EXPECT_EQ(rendered("ListInt a=[]"), Pair("{}", "()"));
  EXPECT_EQ(rendered("ListFloat a=[0.5]"), Pair("{0.5f}", "(0.5,)"));
  EXPECT_EQ(rendered("ListBool a=[true,false]"), Pair("{true, false}", "(True, False)"));
  EXPECT_EQ(rendered("ListListInt a=[[1,2],[3]]"), Pair("{{1, 2}, {3}}", "((1, 2), (3,))"));
  EXPECT_EQ(rendered("ListType a=[\"DT_FLOAT\"]"), Pair("{ge::DT_FLOAT}", "(DataType.DT_FLOAT,)"));
  EXPECT_EQ(rendered("Bool a=true"), Pair("true", "True"));
  // BF16 has another name in archives than in C++.
  EXPECT_EQ(rendered("Type a=\"DT_BF16\""), Pair("ge::DT_BF16", "DataType.DT_BF16"));
  EXPECT_EQ(rendered("Type a=\"DT_BFLOAT16\""), Pair("ge::DT_BF16", "DataType.DT_BF16"));
  EXPECT_EQ(rendered("Tensor a=\"Tensor()\"").first, "EsMakeUnique<ge::Tensor>(ge::Tensor())");
}

TEST(Literals, DefaultsForReadersHaveNoLanguage) {
  auto attr = testing::make_attr("Float a=0.1");
  EXPECT_EQ(plain_default(attr), "0.1");
  attr.default_value = -std::numeric_limits<float>::infinity();
  EXPECT_EQ(plain_default(attr), "-inf");
  attr = testing::make_attr("String a=\"b\"");
  attr.default_value = std::string("why?\n\"");
  EXPECT_EQ(plain_default(attr), R"("why?\n\"")");
}

TEST(Literals, TextsCannotLeaveTheirPlace) {
  EXPECT_EQ(cpp_string("a\"b\\c\nd"), R"("a\"b\\c\nd")");
  EXPECT_EQ(cpp_string("?" "?/"), R"("\?\?/")");
  EXPECT_EQ(cpp_string("\xC3\xA9" "1"), R"("\303\2511")");
  EXPECT_EQ(python_string("a\"b\\c\nd\x01"), R"("a\"b\\c\nd\x01")");
  EXPECT_EQ(python_string("\xC3\xA9"), "\"\xC3\xA9\"");
  EXPECT_EQ(python_string("\xFF"), R"("\udcff")");
  // Characters that change the direction of the text after them.
  EXPECT_EQ(python_string("a\xE2\x80\xAE" "b\xE2\x81\xA6\xE2\x82\xAC"), "\"a\\u202eb\\u2066\xE2\x82\xAC\"");
  EXPECT_EQ(comment_text("a\xE2\x80\xAE" "b\xE2\x81\xA6\xE2\x82\xAC"), "a b \xE2\x82\xAC");
  EXPECT_EQ(comment_text("a */ b /* c \\"), "a * / b / * c");
  EXPECT_EQ(comment_text("a\nb\"\"\"c"), "a b\"\" \"c");
}

}  // namespace
}  // namespace opstrata::esgen
