// The record of parameter lists and their symbol versions: assigned once, never derived anew.
#include "history/abi.h"

#include <gmock/gmock.h>

#include "history/registry_fixture.h"

namespace opstrata::history {
namespace {

using proto::AttrType;
using proto::InputKind;
using proto::OpPrototype;
using testing::ElementsAre;
using testing::HasSubstr;

class AbiTest : public RegistryFixture {
 protected:
  // Foo(x[, mask]) with `attrs` Int attributes a0, a1, …
  static OpPrototype foo(int attrs, bool mask = false, const char *type = "Foo") {
    OpPrototype op;
    op.type = type;
    op.inputs = {{"x", InputKind::kRequired, "T"}};
    if (mask) op.inputs.push_back({"mask", InputKind::kOptional, "T"});
    op.outputs = {{"y", proto::OutputKind::kRequired, "T"}};
    for (int i = 0; i < attrs; ++i)
      op.attrs.push_back({std::string("a").append(std::to_string(i)), AttrType::kInt, "Int", false, int64_t{i}});
    return op;
  }
  AbiRecord record() const {
    const auto registry = Registry::open(package());
    EXPECT_TRUE(registry.ok());
    auto result = abi_record(*registry);
    EXPECT_TRUE(result.ok()) << result.status().text();
    return result.ok() ? *result : AbiRecord();
  }
  // "node: Type(number of attributes) …" of every node.
  static std::vector<std::string> shown(const AbiRecord &record) {
    std::vector<std::string> lines;
    for (const auto &node : record.nodes) {
      std::string line = node.name + ":";
      for (const auto &op : node.lists) line += " " + op.type + std::to_string(op.attrs.size());
      lines.push_back(line);
    }
    return lines;
  }
};

TEST_F(AbiTest, NodeNamesAreSymbolVersionsAndInjective) {
  EXPECT_EQ(abi_node_name("9.1.0"), "ES_9.1.0");
  EXPECT_EQ(abi_node_name("9.2.0-beta.1"), "ES_9.2.0_2dbeta.1");
  EXPECT_EQ(abi_node_name("9.2.0+beta.1"), "ES_9.2.0_2bbeta.1");
  EXPECT_EQ(abi_node_name("9_2d"), "ES_9_5f2d");
  EXPECT_EQ(abi_node_name("9-"), "ES_9_2d");
}

TEST_F(AbiTest, ListsDifferByWhatTheCFunctionTakes) {
  const auto base = parameter_list(foo(2));
  auto other = foo(2);
  other.inputs[0].dtype = "TensorType({DT_INT8})";
  other.attrs[0].default_value = int64_t{9};
  EXPECT_EQ(parameter_list(other), base);  // callers pass every value
  other = foo(2);
  other.inputs[0].kind = InputKind::kDynamic;
  EXPECT_NE(parameter_list(other), base);
  other = foo(2);
  other.inputs[0].name = "z";
  EXPECT_NE(parameter_list(other), base);
  other = foo(2);
  std::swap(other.attrs[0], other.attrs[1]);  // equal C types, another meaning
  EXPECT_NE(parameter_list(other), base);
  EXPECT_NE(parameter_list_hash(other), parameter_list_hash(foo(2)));
  other = foo(2);
  other.attrs[1].required = true;  // required ones come first
  EXPECT_NE(parameter_list(other), base);
  other.attrs[0].required = true;
  EXPECT_EQ(parameter_list(other), base);
  other = foo(2);
  other.outputs.push_back({"z", proto::OutputKind::kRequired, "T"});
  EXPECT_NE(parameter_list(other), base);
}

TEST_F(AbiTest, ArchivingAssignsNodesOnce) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  ASSERT_TRUE(archive("2.0", "2026-02-01", {foo(2), foo(1, false, "Late")}).ok());
  ASSERT_TRUE(archive("3.0", "2026-03-01", {foo(1), foo(2, false, "Late")}).ok());  // Foo shrinks again: no new node
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1 Late1", "ES_2.0: Foo2", "ES_3.0: Late2"));
  EXPECT_EQ(record().find(foo(2))->name, "ES_2.0");
  EXPECT_EQ(record().find(foo(7)), nullptr);
  const std::string text = read(package() + "/abi.json");
  // A maintenance release of earlier date and with an older list comes late: what was assigned stays.
  ASSERT_TRUE(archive("0.9.1", "2025-12-01", {foo(0)}).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1 Late1", "ES_2.0: Foo2", "ES_3.0: Late2", "ES_0.9.1: Foo0"));
  // Without the record the order would be another one.
  std::filesystem::remove(package() + "/abi.json");
  EXPECT_THAT(shown(record()), ElementsAre("ES_0.9.1: Foo0 Late1", "ES_1.0: Foo1", "ES_2.0: Foo2", "ES_3.0: Late2"));
  write(package() + "/abi.json", text);
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1 Late1", "ES_2.0: Foo2", "ES_3.0: Late2", "ES_0.9.1: Foo0"));
}

TEST_F(AbiTest, PruningDropsNoNode) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  ASSERT_TRUE(archive("2.0", "2026-02-01", {foo(2, true)}).ok());
  std::filesystem::remove(package() + "/abi.json");  // a registry of an older tool
  ASSERT_TRUE(prune_releases(package(), {"1.0"}).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1", "ES_2.0: Foo2"));
  const AbiRecord kept = record();
  const auto *list = kept.nodes.front().find("Foo");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->attrs[0].default_value, proto::AttrValue(int64_t{0}));  // shims pass the defaults of their time
}

TEST_F(AbiTest, ReplacedContentKeepsTheOldList) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(2)}, true).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1", "ES_1.0__2: Foo2"));
}

TEST_F(AbiTest, MergingKeepsTheNamesOfBoth) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  ASSERT_TRUE(archive("2.0", "2026-02-01", {foo(3)}).ok());
  const std::string source = scratch_ + "/source";
  std::filesystem::rename(package(), source);
  ASSERT_TRUE(archive("1.5", "2026-01-15", {foo(2)}).ok());
  ASSERT_TRUE(merge_registry(package(), source).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.5: Foo2", "ES_1.0: Foo1", "ES_2.0: Foo3"));
  // Into an empty folder a merge takes the record as it is, also what the releases do not tell any more.
  ASSERT_TRUE(prune_releases(package(), {"1.0"}).ok());
  const std::string whole = scratch_ + "/whole";
  std::filesystem::rename(package(), whole);
  ASSERT_TRUE(merge_registry(package(), whole).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.5: Foo2", "ES_1.0: Foo1", "ES_2.0: Foo3"));
}

// Libraries are built of registries that have no record yet, too: their nodes are those of the releases in the order of
// their dates.
TEST_F(AbiTest, ARegistryWithoutRecordKeepsTheNodesItStoodFor) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  ASSERT_TRUE(archive("3.0", "2026-03-01", {foo(3)}).ok());
  std::filesystem::remove(package() + "/abi.json");
  ASSERT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1", "ES_3.0: Foo3"));
  ASSERT_TRUE(archive("2.0", "2026-02-01", {foo(3)}).ok());  // a late maintenance release
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1", "ES_3.0: Foo3"));
  std::filesystem::remove(package() + "/abi.json");
  ASSERT_TRUE(archive("3.0", "2026-03-01", {foo(4)}, true).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1", "ES_2.0: Foo3", "ES_3.0: Foo4"));
  // A merge, from and into such registries.
  std::filesystem::remove(package() + "/abi.json");
  const std::string source = scratch_ + "/source";
  std::filesystem::rename(package(), source);
  ASSERT_TRUE(archive("2.5", "2026-02-15", {foo(4), foo(1, false, "Late")}).ok());
  std::filesystem::remove(package() + "/abi.json");
  ASSERT_TRUE(merge_registry(package(), source).ok());
  // Foo4 stands in both registries at another node, Foo1 is no oldest list of the merged one: what programs bound
  // stays.
  EXPECT_THAT(shown(record()), ElementsAre("ES_2.5: Foo4 Late1", "ES_1.0: Foo1", "ES_2.0: Foo3", "ES_3.0: Foo4"));
  EXPECT_EQ(record().find(foo(4))->name, "ES_2.5");
}

TEST_F(AbiTest, AnOperatorThatOnlyTheOtherRegistryHadIsInTheFirstNodeToo) {
  ASSERT_TRUE(archive("2.0", "2026-02-01", {foo(1, false, "Other")}).ok());
  const std::string source = scratch_ + "/source";
  std::filesystem::rename(package(), source);
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  ASSERT_TRUE(merge_registry(package(), source).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1 Other1", "ES_2.0: Other1"));
}

TEST_F(AbiTest, AssignmentsThatNoLibraryCanServeAreRefusedBeforeAnythingIsWritten) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  const std::string source = scratch_ + "/source";
  std::filesystem::copy(package(), source, std::filesystem::copy_options::recursive);
  // Each side replaces the release: here the new list gets a further node, there the record was thrown away.
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(2)}, true).ok());
  std::filesystem::remove(source + "/abi.json");
  std::filesystem::copy(package() + "/registry/1.0/operators.json", source + "/registry/1.0/operators.json",
                        std::filesystem::copy_options::overwrite_existing);
  const auto before = snapshot(package());
  const auto merged = merge_registry(package(), source);
  ASSERT_FALSE(merged.ok());
  EXPECT_THAT(merged.status().text(), testing::AllOf(HasSubstr(source + "/abi.json"), HasSubstr("ES_1.0"),
                                                     HasSubstr("'Foo'"), HasSubstr("attr Int a1")));
  EXPECT_EQ(snapshot(package()), before);
}

TEST_F(AbiTest, AttributesWithoutParameterAreNoPartOfAList) {
  OpPrototype op = foo(1);
  op.attrs.push_back({"odd", AttrType::kUnknown, "Frobnicate", false, {}});
  EXPECT_EQ(parameter_list(op), parameter_list(foo(1)));
  ASSERT_TRUE(archive("1.0", "2026-01-01", {op}).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1"));
  // An operator with a required one has no function.
  op.attrs.back().required = true;
  ASSERT_TRUE(archive("2.0", "2026-02-01", {op}).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1"));
  // What the archive cannot hold has a function all the same: the record alone knows its list.
  OpPrototype loose = foo(2, false, "Loose");
  loose.attrs.push_back({"names", AttrType::kNamedAttrs, "NamedAttrs", false, {}});
  ASSERT_TRUE(archive("3.0", "2026-03-01", {foo(1), loose}).ok());
  loose.attrs.erase(loose.attrs.begin());
  ASSERT_TRUE(archive("4.0", "2026-04-01", {foo(1), loose}).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1 Loose2", "ES_4.0: Loose1"));
}

TEST_F(AbiTest, TheSameAgainWritesNothing) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  const auto before = snapshot(package());
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  EXPECT_EQ(snapshot(package()), before);
  // What a writer that crashed before abi.json left undone is done by the next one.
  const std::string first = read(package() + "/abi.json");
  ASSERT_TRUE(archive("2.0", "2026-02-01", {foo(2)}).ok());
  const std::string second = read(package() + "/abi.json");
  write(package() + "/abi.json", first);
  ASSERT_TRUE(archive("2.0", "2026-02-01", {foo(2)}).ok());
  EXPECT_EQ(read(package() + "/abi.json"), second);
}

TEST_F(AbiTest, MembersOfLaterMinorVersionsSurvive) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  std::string text = read(package() + "/abi.json");
  const auto replace = [&text](const std::string &from, const std::string &to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("\"1.0.0\"", "\"1.7.0\", \"later_root\": [1, null]");
  replace("\"release\": \"1.0\"", "\"release\": \"1.0\", \"later_node\": {\"a\": 1}");
  replace("\"name\": \"x\"", "\"later_input\": \"i\", \"name\": \"x\"");
  write(package() + "/abi.json", text);
  ASSERT_TRUE(archive("2.0", "2026-02-01", {foo(2)}).ok());
  EXPECT_THAT(shown(record()), ElementsAre("ES_1.0: Foo1", "ES_2.0: Foo2"));
  const std::string after = read(package() + "/abi.json");
  for (const char *kept : {"\"1.7.0\"", "\"later_root\":[1,null]", "later_node", "later_input"})
    EXPECT_THAT(after, HasSubstr(kept));
}

TEST_F(AbiTest, DamagedRecordsAreRefusedByPlace) {
  ASSERT_TRUE(archive("1.0", "2026-01-01", {foo(1)}).ok());
  const std::string good = read(package() + "/abi.json");
  const auto refused = [&](const std::string &from, const std::string &to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    write(package() + "/abi.json", text);
    const auto registry = Registry::open(package());
    const auto result = abi_record(*registry);
    EXPECT_FALSE(result.ok());
    // No writer builds on it.
    EXPECT_FALSE(archive("9.0", "2026-09-01", {foo(3)}).ok());
    EXPECT_EQ(read(package() + "/abi.json"), text);
    return result.status().text();
  };
  EXPECT_THAT(refused("1.0.0", "2.0.0"), HasSubstr("2.0.0"));
  EXPECT_THAT(refused("ES_1.0", "x-1"), HasSubstr("#/nodes/0/node"));
  EXPECT_THAT(refused("\"Foo\"", "\"F o\""), HasSubstr("#/nodes/0/operators/0/op_type"));
  EXPECT_THAT(refused("\"nodes\"", "\"other\""), HasSubstr("#/nodes"));
}

}  // namespace
}  // namespace opstrata::history
