// Classes of changes. Expected classes are those of the real histories' own event lists (issue text: "names the change
// classes"), rebuilt here as small prototypes: Pad, Tile, Slice, Reshape, Gemm, Resize, GRU and MaxPool of the ONNX
// operator sets.
#include "history/difference.h"

#include <gmock/gmock.h>

namespace opstrata::history {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using namespace proto;

OpPrototype op(const std::string &inputs, std::vector<AttrDef> attrs = {}, const std::string &outputs = "y") {
  OpPrototype made;
  made.type = "Op";
  std::string word;
  for (const char c : inputs + " ") {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      const bool optional = word.back() == '?', dynamic = word.back() == '*';
      if (optional || dynamic) word.pop_back();
      made.inputs.push_back({word,
                             optional  ? InputKind::kOptional
                             : dynamic ? InputKind::kDynamic
                                       : InputKind::kRequired,
                             "T"});
      word.clear();
    }
  }
  for (const char c : outputs) made.outputs.push_back({std::string(1, c), OutputKind::kRequired, "T"});
  made.attrs = std::move(attrs);
  return made;
}
AttrDef number(const std::string &name, int64_t value) { return {name, AttrType::kInt, "Int", false, value}; }
AttrDef required(const std::string &name) { return {name, AttrType::kInt, "Int", true, {}}; }

std::vector<std::string> classes(const OpPrototype &before, const OpPrototype &after) {
  std::vector<std::string> out;
  for (const Change &change : differences(&before, &after))
    out.push_back(change.kind + (change.name.empty() ? "" : " " + change.name));
  return out;
}

TEST(Difference, SameInterfaceHasNone) {
  EXPECT_THAT(classes(op("x m?", {number("a", 1)}), op("x m?", {number("a", 1)})), IsEmpty());
}

TEST(Difference, Inputs) {
  EXPECT_THAT(classes(op("x"), op("x m?")), ElementsAre("input.new_optional.end m"));
  EXPECT_THAT(classes(op("x s"), op("x r s z?")),
              ElementsAre("input.new_required.middle r", "input.new_optional.end z"));
  EXPECT_THAT(classes(op("x"), op("d* x")), ElementsAre("input.new_dynamic.middle d"));
  EXPECT_THAT(classes(op("input tiles axis"), op("input repeats")),
              ElementsAre("input.renamed tiles", "input.removed axis"));
  EXPECT_THAT(classes(op("a b"), op("b a")), ElementsAre("input.reordered"));
  EXPECT_THAT(classes(op("a c"), op("a c?")), ElementsAre("input.required_to_optional c"));
  EXPECT_THAT(classes(op("a c?"), op("a c")), ElementsAre("input.optional_to_required c"));
  EXPECT_THAT(classes(op("a"), op("a*")), ElementsAre("input.kind_changed a"));
  // Another kind in the same place is no renaming.
  EXPECT_THAT(classes(op("a b?"), op("a c")), ElementsAre("input.removed b", "input.new_required.end c"));
}

TEST(Difference, Attributes) {
  EXPECT_THAT(classes(op("x", {number("a", 1)}), op("x", {number("a", 1), number("b", 2)})),
              ElementsAre("attr.new_optional.end b"));
  EXPECT_THAT(classes(op("x", {number("a", 1)}), op("x", {number("b", 2), number("a", 1)})),
              ElementsAre("attr.new_optional.middle b"));
  EXPECT_THAT(classes(op("x"), op("x", {required("a")})), ElementsAre("attr.new_required a"));
  EXPECT_THAT(classes(op("x", {required("paddings")}), op("x", {required("pads")})),
              ElementsAre("attr.renamed paddings"));
  EXPECT_THAT(classes(op("x", {number("a", 1)}), op("x", {number("a", 2)})), ElementsAre("attr.default_changed a"));
  EXPECT_THAT(classes(op("x", {number("a", 1)}), op("x", {required("a")})), ElementsAre("attr.optional_to_required a"));
  EXPECT_THAT(classes(op("x", {required("a")}), op("x", {number("a", 1)})), ElementsAre("attr.required_to_optional a"));
  EXPECT_THAT(classes(op("x", {number("p", 2)}), op("x", {{"p", AttrType::kFloat, "Float", false, 2.0f}})),
              ElementsAre("attr.type_changed p"));
  EXPECT_THAT(classes(op("data", {number("used", 0), number("shape", 0)}), op("data shape")),
              UnorderedElementsAre("input.new_required.end shape", "attr.removed used", "attr.removed shape",
                                   "attr.became_input shape"));
}

TEST(Difference, OutputsAndSubgraphs) {
  EXPECT_THAT(classes(op("x", {}, "y"), op("x", {}, "yi")), ElementsAre("output.new.end i"));
  EXPECT_THAT(classes(op("x", {}, "ymv"), op("x", {}, "yrs")), ElementsAre("output.renamed m", "output.renamed v"));
  EXPECT_THAT(classes(op("x", {}, "yi"), op("x", {}, "y")), ElementsAre("output.removed i"));
  OpPrototype with = op("x");
  with.subgraphs = {{"body", SubgraphKind::kStatic}};
  EXPECT_THAT(classes(op("x"), with), ElementsAre("subgraph.new body"));
  EXPECT_THAT(classes(with, op("x")), ElementsAre("subgraph.removed body"));
}

TEST(Difference, DataTypes) {
  const auto typed = [](const std::string &dtype) {
    OpPrototype made = op("x");
    made.inputs[0].dtype = dtype;
    return made;
  };
  const OpPrototype narrow = typed("TensorType({DT_FLOAT})"), wide = typed("TensorType({DT_FLOAT, DT_BF16})");
  EXPECT_THAT(classes(narrow, wide), ElementsAre("input.dtype_widened x"));
  EXPECT_THAT(classes(wide, narrow), ElementsAre("input.dtype_narrowed x"));
  EXPECT_THAT(differences(&narrow, &wide)[0].added, ElementsAre("DT_BF16"));
  EXPECT_THAT(classes(narrow, typed("TensorType( {DT_FLOAT})")), ElementsAre("input.dtype_text_only x"));
  EXPECT_THAT(classes(narrow, typed("TensorType({DT_INT8})")), ElementsAre("input.dtype_changed_both_ways x"));
  // Ranges behind one symbol count when both sides know them.
  OpPrototype before = op("x"), after = op("x");
  after.symbols["T"] = {SymbolDef::Kind::kRange, {ge::DT_FLOAT, ge::DT_INT8}, {}};
  EXPECT_THAT(classes(before, after), IsEmpty());
  before.symbols["T"] = {SymbolDef::Kind::kRange, {ge::DT_FLOAT}, {}};
  EXPECT_THAT(classes(before, after), ElementsAre("input.dtype_widened x", "output.dtype_widened y"));
}

TEST(Difference, ReleasesAndSignature) {
  OpPrototype a = op("x"), b = op("x"), c = op("x y? z*", {number("n", 3), required("r")});
  a.type = "A";
  b.type = "B";
  c.type = "C";
  std::vector<std::string> kinds;
  for (const Change &change : differences({a, c}, {b, c})) kinds.push_back(change.op_type + " " + change.kind);
  EXPECT_THAT(kinds, ElementsAre("A op.removed", "A op.renamed_candidate", "B op.new"));
  EXPECT_EQ(signature(c), "C(x, y?, z[], Int n=3, Int r) -> y");
}

}  // namespace
}  // namespace opstrata::history
