// Keys of calls are injective: two lists of arguments have one key if, and only if, they are the same arguments.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "aclnn/acl_meta.h"
#include "opdev/op_cache.h"

namespace {

/// One argument: how it enters a key, and a text that tells it from every other one.
struct Argument {
  std::string text;
  std::function<void()> add;
};

class Arguments {
 public:
  Arguments() {
    using op::internal::AddParamToBuf;
    for (const char *text : {"", "a", "b", "ab", "aba", "n", "s"}) {
      add(std::string("text ") + text, [text] { AddParamToBuf(text); });
      add(std::string("text ") + text, [owned = std::string(text)] { AddParamToBuf(owned); });
    }
    add("text with a zero", [] { AddParamToBuf(std::string("a\0", 2)); });
    for (const int value : {0, 1, 97, 115}) {
      numbers<bool, char, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, float, double>(
          value);
    }
    add("-0", [] { AddParamToBuf(-0.0F); });
    // Lists whose bytes are pieces of one another.
    for (const std::vector<int64_t> &values :
         std::vector<std::vector<int64_t>>{{}, {0}, {1}, {0, 0}, {1, 2}, {1, 2, 3}, {2, 3}, {3}}) {
      const aclIntArray *array = aclCreateIntArray(values.data(), values.size());
      std::string text = "integers";
      for (const int64_t value : values) text.append(" ").append(std::to_string(value));
      add(text, [array] { AddParamToBuf(array); });
      const std::vector<float> floats(values.begin(), values.end());
      const aclFloatArray *reals = aclCreateFloatArray(floats.data(), floats.size());
      add("floats " + text, [reals] { AddParamToBuf(reals); });
      const std::array<bool, 3> bits{true, false, true};
      if (values.size() <= bits.size()) {
        const aclBoolArray *bools = aclCreateBoolArray(bits.data(), values.size());
        add("bools " + std::to_string(values.size()), [bools] { AddParamToBuf(bools); });
      }
    }
    scalars<int32_t>(ACL_INT32, "int32");
    scalars<uint32_t>(ACL_UINT32, "uint32");
    scalars<float>(ACL_FLOAT, "float");
    scalars<int64_t>(ACL_INT64, "int64");
    add("null", [] { AddParamToBuf(nullptr); });
    add("null", [] { AddParamToBuf(static_cast<const aclTensor *>(nullptr)); });
    add("null", [] { AddParamToBuf(static_cast<const aclIntArray *>(nullptr)); });
    add("null", [] { AddParamToBuf(static_cast<const char *>(nullptr)); });
  }

  const Argument &any(std::mt19937 &random) const { return all_[random() % all_.size()]; }

 private:
  void add(std::string text, std::function<void()> function) { all_.push_back({std::move(text), std::move(function)}); }
  template <typename... T>
  void numbers(int value) {
    (number(static_cast<T>(value)), ...);
  }
  template <typename T>
  void number(T value) {
    // Kind and size are told apart, not the type: equal values of equally wide integers of one sign are one argument.
    std::string text = std::is_same_v<T, bool>       ? "bool"
                       : std::is_floating_point_v<T> ? "real"
                       : std::is_signed_v<T>         ? "signed"
                                                     : "unsigned";
    text.append(std::to_string(sizeof(T))).append(" ").append(std::to_string(static_cast<double>(value)));
    add(std::move(text), [value] { op::internal::AddParamToBuf(value); });
  }
  template <typename T>
  void scalars(aclDataType type, const char *name) {
    for (T value : {T{0}, T{1}, T{2}}) {
      const aclScalar *scalar = aclCreateScalar(&value, type);
      add(std::string("scalar ").append(name).append(std::to_string(value)),
          [scalar] { op::internal::AddParamToBuf(scalar); });
    }
  }
  std::vector<Argument> all_;
};

std::string key_of(const std::vector<const Argument *> &arguments) {
  op::internal::InitExecutorCacheThreadLocal("aclnnKeys");
  for (const Argument *argument : arguments) argument->add();
  const op::internal::OpExecCache cache;
  return {reinterpret_cast<const char *>(cache.GetKeyData()), cache.GetKeySize()};
}

TEST(CacheKeys, AreInjective) {
  static const auto &arguments = *new Arguments;  // what the arguments point to lives as long as the program
  std::mt19937 random(3);
  std::map<std::string, std::string> text_of_key, key_of_text;
  for (int i = 0; i < 100000; ++i) {
    std::vector<const Argument *> call(random() % 5);
    std::string text;
    for (const Argument *&argument : call) {
      argument = &arguments.any(random);
      text += argument->text + "\n";
    }
    const std::string key = key_of(call);
    const auto &known_text = text_of_key.emplace(key, text).first->second;
    ASSERT_EQ(known_text, text) << "two calls with one key";
    const auto &known_key = key_of_text.emplace(text, key).first->second;
    ASSERT_EQ(known_key, key) << "two keys for one call: " << text;
  }
  EXPECT_GT(text_of_key.size(), 40000U);
}

}  // namespace
