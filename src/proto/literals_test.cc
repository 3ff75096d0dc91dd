// Default literals of operators.json, es-api section 4.5.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "proto/prototype.h"

namespace opstrata::proto {
namespace {

AttrDef with_default(AttrType type, AttrValue value) {
  return {"a", type, std::string(attr_type_word(type)), false, std::move(value)};
}

struct Row {
  AttrType type;
  AttrValue value;
  const char *literal;
};

TEST(Literals, WrittenAndReadAsInTheArchives) {
  using Ints = std::vector<int64_t>;
  using Floats = std::vector<float>;
  const Row rows[] = {
      {AttrType::kInt, int64_t{0}, "0"},
      {AttrType::kInt, int64_t{-100}, "-100"},
      {AttrType::kInt, INT64_MIN, "-9223372036854775808"},
      {AttrType::kFloat, 0.1F, "0.10000000149011612"},
      {AttrType::kFloat, 1e-12F, "9.999999960041972e-13"},
      {AttrType::kFloat, 0.0F, "0.0"},
      {AttrType::kFloat, 1.0F, "1.0"},
      {AttrType::kFloat, -3.4028234663852886e+38F, "-3.4028234663852886e+38"},
      {AttrType::kFloat, 0.00001F, "9.999999747378752e-06"},
      {AttrType::kBool, true, "true"},
      {AttrType::kBool, false, "false"},
      {AttrType::kString, std::string("xx"), "\"xx\""},
      {AttrType::kString, std::string(), "\"\""},
      {AttrType::kString, std::string("a\"b\\c\n\xc3\xa4"), "\"a\\\"b\\\\c\\n\xc3\xa4\""},
      {AttrType::kType, ge::DT_FLOAT, "\"DT_FLOAT\""},
      {AttrType::kType, ge::DT_BF16, "\"DT_BFLOAT16\""},
      {AttrType::kType, ge::DT_UNDEFINED, "\"DT_UNDEFINED\""},
      {AttrType::kTensor, TensorDefault{}, "\"Tensor()\""},
      {AttrType::kListInt, Ints{1, 2}, "[1,2]"},
      {AttrType::kListInt, Ints{}, "[]"},
      {AttrType::kListFloat, Floats{0.5F, 1}, "[0.5,1.0]"},
      {AttrType::kListBool, std::vector<bool>{true, false}, "[true,false]"},
      {AttrType::kListString, std::vector<std::string>{"a", "b"}, "[\"a\",\"b\"]"},
      {AttrType::kListType, std::vector<ge::DataType>{ge::DT_FLOAT}, "[\"DT_FLOAT\"]"},
      {AttrType::kListListInt, std::vector<Ints>{{1, 2}, {3}, {}}, "[[1,2],[3],[]]"},
  };
  for (const Row &row : rows) {
    EXPECT_EQ(default_literal(with_default(row.type, row.value)), row.literal);
    const auto parsed = parse_default_literal(row.type, row.literal);
    ASSERT_TRUE(parsed.ok()) << row.literal << ": " << parsed.status().text();
    EXPECT_EQ(parsed.value(), row.value) << row.literal;
  }
}

TEST(Literals, EveryFloatSurvives) {
  uint32_t bits = 0;
  for (int i = 0; i < 200000; ++i, bits += 21473U) {
    float value;
    static_assert(sizeof(value) == sizeof(bits));
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isfinite(value)) continue;
    const std::string literal = default_literal(with_default(AttrType::kFloat, value));
    EXPECT_EQ(std::strtod(literal.c_str(), nullptr), static_cast<double>(value))
        << literal;  // the float widened to double
    const auto parsed = parse_default_literal(AttrType::kFloat, literal);
    ASSERT_TRUE(parsed.ok()) << literal;
    const float back = std::get<float>(parsed.value());
    ASSERT_EQ(std::memcmp(&back, &value, sizeof(back)), 0) << literal;
  }
}

TEST(Literals, ValuesThatJsonDoesNotHave) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(default_literal(with_default(AttrType::kFloat, -inf)), "\"-inf\"");
  EXPECT_EQ(std::get<float>(parse_default_literal(AttrType::kFloat, "\"inf\"").value()), inf);
  EXPECT_TRUE(std::isnan(std::get<float>(parse_default_literal(AttrType::kFloat, "\"nan\"").value())));
  EXPECT_EQ(default_literal(with_default(AttrType::kType, static_cast<ge::DataType>(-1))), "\"UNDEFINED\"");
  const auto nameless = parse_default_literal(AttrType::kType, "\"UNDEFINED\"");
  ASSERT_TRUE(nameless.ok());
  EXPECT_EQ(default_literal(with_default(AttrType::kType, nameless.value())), "\"UNDEFINED\"");
  EXPECT_EQ(std::get<ge::DataType>(parse_default_literal(AttrType::kType, "\"DT_BF16\"").value()), ge::DT_BF16);
}

TEST(Literals, NoValue) {
  EXPECT_EQ(default_literal(with_default(AttrType::kInt, {})), "");
  EXPECT_EQ(default_literal(with_default(AttrType::kTensor, TensorDefault{true})), "");
  EXPECT_EQ(parse_default_literal(AttrType::kInt, "").value(), AttrValue());
  EXPECT_EQ(parse_default_literal(AttrType::kTensor, "null").value(), AttrValue());
}

TEST(Literals, RefusalsSayWhy) {
  const struct {
    AttrType type;
    const char *literal;
    const char *reason;
    bool excessive = false;  // no attribute of the kind can hold it
  } rows[] = {
      {AttrType::kInt, "1.5", "an integer of 64 bits is needed"},
      {AttrType::kInt, "9223372036854775808", "an integer of 64 bits is needed", true},
      {AttrType::kInt, "99999999999999999999", "is not valid JSON", true},
      {AttrType::kInt, "-1e19", "an integer of 64 bits is needed", true},
      {AttrType::kListListInt, "[[0],[9223372036854775808]]", "an integer of 64 bits is needed", true},
      {AttrType::kInt, "\"1\"", "an integer of 64 bits is needed"},
      {AttrType::kInt, "{1", "is not valid JSON"},
      {AttrType::kInt, "1 2", "is not valid JSON"},
      {AttrType::kInt, "0; int main()", "is not valid JSON"},
      {AttrType::kInt, "01", "is not valid JSON"},
      {AttrType::kFloat, "1.2.3", "is not valid JSON"},
      {AttrType::kFloat, "1e300", "does not fit a float of 32 bits", true},
      {AttrType::kFloat, "1e400", "is not valid JSON", true},
      {AttrType::kListFloat, "[0.5,-1e39]", "does not fit a float of 32 bits", true},
      {AttrType::kFloat, "\"one\"", "a number is needed"},
      {AttrType::kBool, "0", "true or false is needed"},
      {AttrType::kString, "xx", "is not valid JSON"},
      {AttrType::kType, "\"DT_NOTHING\"", "there is no data type of this name"},
      {AttrType::kTensor, "\"Tensor(1)\"", "only Tensor() is possible"},
      {AttrType::kListInt, "1", "an array is needed"},
      {AttrType::kListInt, "[1,\"2\"]", "an integer of 64 bits is needed"},
      {AttrType::kListListInt, "[1]", "an array is needed"},
      {AttrType::kBytes, "[1]", "attributes of this kind have no literals"},
      {AttrType::kUnknown, "1", "attributes of this kind have no literals"},
  };
  for (const auto &row : rows) {
    const auto parsed = parse_default_literal(row.type, row.literal);
    ASSERT_FALSE(parsed.ok()) << row.literal;
    EXPECT_EQ(parsed.status().code(), row.excessive ? Code::kInvalid : Code::kCorrupt) << row.literal;
    EXPECT_NE(parsed.status().text().find(row.reason), std::string::npos) << parsed.status().text();
    EXPECT_NE(parsed.status().text().find(row.literal), std::string::npos) << parsed.status().text();
  }
}

}  // namespace
}  // namespace opstrata::proto
