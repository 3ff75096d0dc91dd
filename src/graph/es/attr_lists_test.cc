// Owning list arguments (ge/es_attr_lists.h) and builders that start another graph.
#include "ge/es_attr_lists.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "ge/es_graph_builder.h"
#include "ge/es_tensor_like.h"

namespace {

using ge::es::Bools;
using ge::es::EsGraphBuilder;
using ge::es::EsTensorLike;
using ge::es::Strings;

// As generated functions are: a list attribute, its companion for braces, and another shape beside them.
std::string text_of(const EsTensorLike &, const std::vector<const char *> &names = {}) {
  std::string all;
  for (const char *name : names) all += std::string(name) + ";";
  return all;
}
std::string text_of(const EsTensorLike &, std::initializer_list<const char *> names) { return "braces " + std::to_string(names.size()); }
std::string text_of(const EsTensorLike &, const EsTensorLike &, const std::vector<const char *> & = {}) { return "two tensors"; }
std::vector<uint8_t> bytes_of(const EsTensorLike &, const std::vector<uint8_t> &values) { return values; }

std::vector<std::string> names_of(size_t count) {
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i) names.push_back("a text that is too long to be stored in place, number " + std::to_string(i));
  return names;
}

TEST(EsAttrLists, TemporaryTextsLiveAsLongAsTheCall) {
  EsGraphBuilder builder("g");
  const auto x = builder.CreateInput(0);
  EXPECT_EQ(text_of(x, Strings(names_of(2))), names_of(2)[0] + ";" + names_of(2)[1] + ";");
  EXPECT_EQ(text_of(x, Strings({})), "");
  EXPECT_EQ(text_of(x, {"a", "b"}), "braces 2");
  EXPECT_EQ(text_of(x, x, Strings(names_of(1))), "two tensors");
}

TEST(EsAttrLists, TruthValuesAreBytes) {
  EsGraphBuilder builder("g");
  const auto x = builder.CreateInput(0);
  std::vector<bool> mask(3, true);
  mask[1] = false;
  EXPECT_EQ(bytes_of(x, Bools(mask)), (std::vector<uint8_t>{1, 0, 1}));
}

TEST(EsGraphBuilder, StartsAnotherGraph) {
  EsGraphBuilder builder("first");
  const auto x = builder.CreateInput(0);
  const auto first = builder.BuildAndReset({x});
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(builder.CreateInput(0).GetCTensorHolder(), nullptr);
  for (const char *name : {"second", "third"}) {
    builder.Restart(name);
    const auto y = builder.CreateInput(0);
    ASSERT_NE(y.GetCTensorHolder(), nullptr);
    const auto next = builder.BuildAndReset({y});
    ASSERT_NE(next, nullptr);
    ge::AscendString found;
    ASSERT_EQ(next->GetName(found), ge::GRAPH_SUCCESS);
    EXPECT_STREQ(found.GetString(), name);
    EXPECT_EQ(next->GetDirectNode().size(), first->GetDirectNode().size());
  }
  // What was not built is dropped.
  (void)builder.CreateInput(0);
  builder.Restart();
  EXPECT_NE(builder.CreateInput(0).GetCTensorHolder(), nullptr);
}

}  // namespace
