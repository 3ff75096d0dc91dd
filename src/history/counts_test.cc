// Registered counts: read from their file, archived, read back, compared.
#include "history/counts.h"

#include <gmock/gmock.h>

#include "history/difference.h"
#include "history/registry_fixture.h"

namespace opstrata::history {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char *kOperators = R"({"operators": [
  {"op_type": "AddN", "inputs": [{"name": "x", "type": "DYNAMIC_INPUT"}, {"name": "b", "type": "OPTIONAL_INPUT"}],
   "outputs": [{"name": "y", "type": "OUTPUT"}],
   "attrs": [{"name": "N", "type": "Int", "required": true}, {"name": "k", "type": "Float", "required": false, "default_value": "1.0"}]},
  {"op_type": "Parts", "inputs": [{"name": "x", "type": "INPUT"}], "outputs": [{"name": "y", "type": "DYNAMIC_OUTPUT"}],
   "attrs": [{"name": "num", "type": "Int", "required": false, "default_value": "1"}]}]})";

class CountsTest : public RegistryFixture {
 protected:
  CountsTest() {
    write(scratch_ + "/operators.json", kOperators);
    operators_ = *read_operators_json(scratch_ + "/operators.json");
    for (const auto &op : operators_.prototypes) list_.push_back(&op);
  }
  Result<std::vector<std::string>> given(const std::string &text) {
    write(scratch_ + "/counts.json", text);
    return register_counts(scratch_ + "/counts.json", &list_, &copies_);
  }

  Operators operators_;
  std::vector<const proto::OpPrototype *> list_;
  std::deque<proto::OpPrototype> copies_;
};

TEST_F(CountsTest, AreRegisteredArchivedAndReadBack) {
  const auto absent = given(R"({"AddN": {"N": "x"}, "Parts": {"num": "y"}, "Gone": {"N": "x"}})");
  ASSERT_TRUE(absent.ok()) << absent.status().text();
  EXPECT_THAT(*absent, ElementsAre(HasSubstr("counts.json#/Gone: there is no operator 'Gone'")));
  EXPECT_EQ(list_[0]->find_attr("N")->count_of, "x");
  EXPECT_TRUE(list_[0]->find_attr("N")->may_be_left_out());
  EXPECT_EQ(operators_.prototypes[0].find_attr("N")->count_of, "");  // the original stays as it is
  // The archive has the prototype as it is and the count besides.
  const auto text = operators_json_text(list_, {});
  ASSERT_TRUE(text.ok());
  write(scratch_ + "/again.json", *text);
  const auto again = read_operators_json(scratch_ + "/again.json");
  ASSERT_TRUE(again.ok()) << again.status().text();
  for (size_t i = 0; i < list_.size(); ++i) EXPECT_TRUE(proto::same_interface(again->prototypes[i], *list_[i]));
  EXPECT_TRUE(again->unknown.empty());
  EXPECT_TRUE(again->find("AddN")->find_attr("N")->required);
  // What it means to callers.
  const auto changes = differences(&operators_.prototypes[0], list_[0]);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].kind, "attr.required_to_optional");
  EXPECT_EQ(changes[0].new_value, "number of x");
  const auto other = differences(&operators_.prototypes[1], list_[1]);
  ASSERT_EQ(other.size(), 1U);
  EXPECT_EQ(other[0].kind, "attr.default_changed");
  EXPECT_EQ(other[0].old_value, "1");
  EXPECT_THAT(signature(*list_[1]), HasSubstr("Int num=number of y"));
}

TEST_F(CountsTest, MistakesAreNamedWithTheirPlace) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"([])", "the root must be an object"},
      {R"({"AddN": "x"})", "/AddN: must be an object"},
      {R"({"AddN": {"N": 3}})", "/AddN/N: must be a string"},
      {R"({"AddN": {"M": "x"}})", "/AddN/M: AddN has no attribute 'M'"},
      {R"({"AddN": {"k": "x"}})", "attribute 'k' is Float, a count is an Int"},
      {R"({"AddN": {"N": "b"}})", "'b' is no dynamic input or output of AddN"},
      {R"({"Parts": {"num": "x"}})", "'x' is no dynamic input or output of Parts"},
      {R"({"AddN": )", "counts.json"},
  };
  for (const auto &[text, reason] : cases) {
    const auto result = given(text);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_THAT(result.status().text(), AllOf(HasSubstr("counts.json"), HasSubstr(reason))) << text;
  }
  EXPECT_EQ(register_counts(scratch_ + "/nowhere.json", &list_, &copies_).status().code(), Code::kNotFound);
  // In an archive the operator is malformed.
  std::string bad(kOperators);
  bad.replace(bad.find("\"required\": true"), 16, "\"required\": true, \"count_of\": \"y\"");
  write(scratch_ + "/bad.json", bad);
  EXPECT_THAT(read_operators_json(scratch_ + "/bad.json").status().text(),
              AllOf(HasSubstr("/operators/0/attrs/0/count_of"), HasSubstr("'y' is no dynamic input or output of AddN")));
}

}  // namespace
}  // namespace opstrata::history
