#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "history/registry_fixture.h"

namespace opstrata::history {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using RegistryTest = RegistryFixture;

// The seed's own examples (protocol, appendix A).
TEST_F(RegistryTest, ProtocolA1A2A3) {
  write(package() + "/index.json", R"({
  "version": "1.0.0",
  "releases": [
    { "release_version": "8.0.RC1", "release_date": "2024-09-30" },
    { "release_version": "8.0.0", "release_date": "2024-12-30" }
  ]
})");
  const std::string operators = R"json({
  "operators": [
    {
      "op_type": "Foo",
      "inputs": [
        { "name": "x", "type": "INPUT", "dtype": "TensorType({DT_FLOAT})"
},
        { "name": "xo1", "type": "OPTIONAL_INPUT", "dtype": "TensorType({DT_FLOAT})" }
      ],
      "outputs": [
        { "name": "y", "type": "OUTPUT", "dtype": "TensorType({DT_FLOAT})" }
      ],
      "attrs": [
        { "name": "a", "type": "Int", "required": false, "default_value": "0" },
        { "name": "flag", "type": "Bool", "required": true }
      ],
      "subgraphs": []
}
  ]
  })json";
  write(package() + "/registry/8.0.RC1/metadata.json",
        "{\n  \"release_version\": \"8.0.RC1\",\n  \"branch_name\": \"master\"\n}");
  write(package() + "/registry/8.0.RC1/operators.json", operators);
  make_release("8.0.0", operators);

  const Result<Registry> registry = Registry::open(package() + "/");
  ASSERT_TRUE(registry.ok()) << registry.status().text();
  EXPECT_THAT(registry->findings(), IsEmpty());
  EXPECT_THAT(registry->releases(),
              ElementsAre(Release{"8.0.RC1", "2024-09-30", "master"}, Release{"8.0.0", "2024-12-30", ""}));
  const Result<const Operators *> loaded = registry->load_release("8.0.RC1");
  ASSERT_TRUE(loaded.ok()) << loaded.status().text();
  const proto::OpPrototype *foo = (*loaded)->find("Foo");
  ASSERT_NE(foo, nullptr);
  EXPECT_EQ(foo->inputs,
            (std::vector<proto::InputDef>{{"x", proto::InputKind::kRequired, "TensorType({DT_FLOAT})"},
                                          {"xo1", proto::InputKind::kOptional, "TensorType({DT_FLOAT})"}}));
  EXPECT_EQ(foo->outputs,
            (std::vector<proto::OutputDef>{{"y", proto::OutputKind::kRequired, "TensorType({DT_FLOAT})"}}));
  EXPECT_EQ(foo->attrs, (std::vector<proto::AttrDef>{{"a", proto::AttrType::kInt, "Int", false, int64_t{0}},
                                                     {"flag", proto::AttrType::kBool, "Bool", true, {}}}));
  EXPECT_EQ(foo->where.to_string(), package() + "/registry/8.0.RC1/operators.json#/operators/0");
  EXPECT_EQ(*registry->load_release("8.0.RC1"), *loaded) << "parsed once";
}

TEST_F(RegistryTest, MissingFolderAndMissingIndexAreNotFound) {
  EXPECT_EQ(Registry::open(package()).status().code(), Code::kNotFound);
  std::filesystem::create_directories(package());
  EXPECT_THAT(Registry::open(package()).status().text(), HasSubstr("/pkg/index.json: cannot open: no such file"));
}

TEST_F(RegistryTest, BrokenIndexIsAnErrorWithItsPlace) {
  const std::pair<const char *, const char *> cases[] = {
      {"", "1:1: not valid JSON"},
      {"{\n  \"version\": \"1.0.0\",\n  \"releases\": [,]\n}", "3:16: not valid JSON"},
      {"[]", "#: the root must be an object"},
      {R"({"releases": []})", "#/version: required string is missing"},
      {R"({"version": 1, "releases": []})", "#/version: required string is missing"},
      {R"({"version": "x", "releases": []})", "#/version: 'x' is no format version"},
      {R"({"version": "1.0.0"})", "#/releases: required array is missing"},
      {R"({"version": "1.0.0", "version": "1.0.0", "releases": []})", "#/version: the key appears twice"},
      {"{\"version\": \"\xff\", \"releases\": []}", "not valid JSON"},
      {R"({"version": "1.0.0", "releases": [], "n": 1e999})", "not valid JSON"},
      {R"({"version": "1.0.0", "releases": [], "n": 123456789012345678901234567890})", "not valid JSON"},
      {R"({"version": "1.0.0", "releases": [{"release_version": "../../etc", "release_date": "2026-01-01"}]})",
       "#/releases/0: release version '../../etc' holds a path separator"},
      {R"({"version": "1.0.0", "releases": [{"release_version": "a\u001bb", "release_date": "2026-01-01"}]})",
       "release version 'a\\x1bb' holds control characters"},
  };
  for (const auto &[text, expected] : cases) {
    write(package() + "/index.json", text);
    const Status status = Registry::open(package()).status();
    EXPECT_EQ(status.code(), Code::kCorrupt) << text;
    EXPECT_THAT(status.text(), AllOf(HasSubstr("/pkg/index.json"), HasSubstr(expected)));
  }
}

TEST_F(RegistryTest, NewerMajorVersionIsRefusedOtherMinorVersionIsRead) {
  write(package() + "/index.json", R"({"version": "2.0.0", "releases": []})");
  const Status status = Registry::open(package()).status();
  EXPECT_EQ(status.code(), Code::kUnsupported);
  EXPECT_THAT(status.text(),
              AllOf(HasSubstr("format 2.0.0 is newer than 1.0.0"), HasSubstr("opstrata history migrate")));
  write(package() + "/index.json", R"({"version": "1.9.3", "releases": []})");
  EXPECT_TRUE(Registry::open(package()).ok());
}

TEST_F(RegistryTest, InvalidEntriesOfTheIndexAreLeftOutAndReported) {
  write(package() + "/index.json", R"({"version": "1.0.0", "releases": [
    {"release_version": "form", "release_date": "2026-2-3"}, {"release_version": "slash", "release_date": "2026/02/03"},
    {"release_version": "blank", "release_date": " 2026-02-03"}, {"release_version": "empty", "release_date": ""},
    {"release_version": "calendar", "release_date": "2026-02-31"}, {"release_version": "month", "release_date": "2026-13-01"},
    {"release_date": "2026-01-01"}, 7, {"release_version": "good", "release_date": "2026-01-01"},
    {"release_version": "good", "release_date": "2026-05-05"}, {"release_version": "nofolder", "release_date": "2026-01-01"}]})");
  make_release("good", R"({"operators": []})");
  const Result<Registry> registry = Registry::open(package());
  ASSERT_TRUE(registry.ok()) << registry.status().text();
  EXPECT_THAT(registry->releases(), ElementsAre(Release{"good", "2026-01-01", ""}));
  std::vector<std::string> texts;
  for (const Finding &finding : registry->findings()) texts.push_back(finding.text);
  EXPECT_THAT(texts, ElementsAre(HasSubstr("#/releases/0/release_date"), HasSubstr("#/releases/1/release_date"),
                                 HasSubstr("#/releases/2/release_date"), HasSubstr("#/releases/3/release_date"),
                                 HasSubstr("#/releases/4/release_date"), HasSubstr("#/releases/5/release_date"),
                                 HasSubstr("#/releases/6/release_version"), HasSubstr("#/releases/7/release_version"),
                                 HasSubstr("#/releases/9/release_version: 'good' appears more than once"),
                                 HasSubstr("/registry/nofolder/metadata.json: cannot open")));
}

TEST_F(RegistryTest, MetadataRules) {
  make_registry({{"a", "2026-01-01"}, {"b", "2026-01-02"}, {"c", "2026-01-03"}, {"d", "2026-01-04"}});
  write(package() + "/registry/a/metadata.json", R"({"release_version": "other"})");
  write(package() + "/registry/b/metadata.json", R"({"release_version": "b", "branch_name": 1})");
  write(package() + "/registry/c/metadata.json",
        R"({"release_version": "c", "branch_name": "r1", "release_date": "2025-01-01", "x": 1})");
  const Registry registry = *Registry::open(package());
  EXPECT_THAT(registry.releases(), ElementsAre(Release{"c", "2026-01-03", "r1"}, Release{"d", "2026-01-04", ""}));
  ASSERT_THAT(registry.findings(), SizeIs(3));
  EXPECT_THAT(registry.findings()[0].text, HasSubstr("'other' differs from the folder's name 'a'"));
  EXPECT_THAT(registry.findings()[1].text, HasSubstr("#/branch_name: must be a string"));
  EXPECT_THAT(registry.findings()[2].text, HasSubstr("'2025-01-01' differs from the index, whose 2026-01-03 counts"));
}

TEST_F(RegistryTest, MalformedOperatorsAreLeftOutOneByOne) {
  make_registry({{"a", "2026-01-01"}});
  make_release("a", R"({"operators": [
    {"op_type": "Good"}, {"op_type": "Twice"}, {"op_type": "Twice"}, {"inputs": []}, 5,
    {"op_type": "Kind", "inputs": [{"name": "x", "type": "OUTPUT"}]},
    {"op_type": "NoArray", "attrs": {}},
    {"op_type": "TwiceName", "inputs": [{"name": "x", "type": "INPUT"}, {"name": "x", "type": "INPUT"}]},
    {"op_type": "NoRequired", "attrs": [{"name": "a", "type": "Int"}]},
    {"op_type": "NumberDefault", "attrs": [{"name": "a", "type": "Int", "required": false, "default_value": 1}]},
    {"op_type": "BadLiteral", "attrs": [{"name": "a", "type": "Int", "required": false, "default_value": "x"}]},
    {"op_type": "WrongLiteral", "attrs": [{"name": "a", "type": "Int", "required": false, "default_value": "[1]"}]},
    {"op_type": "TensorText", "attrs": [{"name": "a", "type": "Tensor", "required": false, "default_value": "\"Tensor(1)\""}]},
    {"op_type": "NullDefault", "attrs": [{"name": "a", "type": "Int", "required": false, "default_value": null}]},
    {"op_type": "NewWord", "attrs": [{"name": "a", "type": "Quaternion", "required": false, "default_value": "[0,0,0,1]"}]}]})");
  const Registry registry = *Registry::open(package());
  const Operators &operators = **registry.load_release("a");
  std::vector<std::string> types, left_out;
  for (const auto &prototype : operators.prototypes) types.push_back(prototype.type);
  for (const auto &finding : operators.findings) left_out.push_back(finding.op_type);
  EXPECT_THAT(types, ElementsAre("Good", "NewWord", "NullDefault"));
  EXPECT_THAT(left_out, ElementsAre("Twice", "Twice", "", "", "Kind", "NoArray", "TwiceName", "NoRequired",
                                    "NumberDefault", "BadLiteral", "WrongLiteral", "TensorText"));
  EXPECT_THAT(
      operators.findings[4].text,
      HasSubstr("operators.json#/operators/5/inputs/0/type: 'OUTPUT' is none of INPUT, OPTIONAL_INPUT, DYNAMIC_INPUT"));
  EXPECT_EQ(operators.find("NewWord")->attrs[0].type, proto::AttrType::kUnknown);
  EXPECT_EQ(operators.find("NewWord")->attrs[0].type_word, "Quaternion");
  // The same file where no release can drop out: the first malformed operator is the error.
  EXPECT_THAT(read_operators_json(package() + "/registry/a/operators.json").status().text(),
              HasSubstr("#/operators/1/op_type: 'Twice'"));
}

TEST_F(RegistryTest, BrokenReleaseIsOneErrorAndTheOthersStay) {
  make_registry(
      {{"a", "2026-01-01"}, {"b", "2026-01-02"}, {"c", "2026-01-03"}, {"d", "2026-01-04"}, {"f", "2026-01-05"}});
  make_release(
      "f",
      R"({"operators": [{"op_type": "Good"}, {"op_type": "BadName", "outputs": [{"name": "a\nb", "type": "OUTPUT"}]}]})");
  make_release("a", "{\"operators\": [");
  make_release("b", R"({"operators": {}})");
  make_release("c", R"({"operators": [{"op_type": "../../evil"}]})");
  const Registry registry = *Registry::open(package());
  EXPECT_THAT(versions(registry.releases()), ElementsAre("a", "b", "c", "d", "f"));
  EXPECT_THAT(registry.load_release("f").status().text(),
              HasSubstr("#/operators/1/outputs/0/name: 'a\\x0ab' is no identifier"));
  EXPECT_THAT(registry.load_release("a").status().text(), HasSubstr("/registry/a/operators.json:1:16: not valid JSON"));
  EXPECT_THAT(registry.load_release("b").status().text(),
              HasSubstr("#/operators: required array is missing or no array"));
  EXPECT_THAT(registry.load_release("c").status().text(),
              HasSubstr("#/operators/0/op_type: '../../evil' is no identifier"));
  EXPECT_TRUE(registry.load_release("d").ok());
  EXPECT_EQ(registry.load_release("e").status().code(), Code::kNotFound);
}

TEST_F(RegistryTest, DefaultsThatNoPrototypeCanHaveAreAnError) {
  make_registry({{"int", "2026-01-01"}, {"real", "2026-01-02"}, {"deep", "2026-01-03"}});
  const auto with_default = [&](const std::string &release, const std::string &type, const std::string &literal) {
    make_release(release,
                 R"({"operators": [{"op_type": "Good"}, {"op_type": "Foo", "attrs": [{"name": "a", "type": ")" + type +
                     R"(", "required": false, "default_value": ")" + literal + R"("}]}]})");
  };
  with_default("int", "Int", "99999999999999999999");
  with_default("real", "ListFloat", "[0.5, 1e39]");
  with_default("deep", "ListListInt", std::string(5000, '[') + std::string(5000, ']'));
  const Registry registry = *Registry::open(package());
  for (const char *release : {"int", "real", "deep"}) {
    const Status status = registry.load_release(release).status();
    EXPECT_EQ(status.code(), Code::kCorrupt);
    EXPECT_THAT(status.text(), HasSubstr("operators.json#/operators/1/attrs/0/default_value: default value "));
    EXPECT_LT(status.text().size(), 1000U);
  }
}

TEST_F(RegistryTest, ReleaseIsReadOnceFromManyThreads) {
  make_registry({{"a", "2026-01-01"}});
  const Registry registry = *Registry::open(package());
  std::vector<const Operators *> seen(8);
  std::vector<std::thread> threads;
  for (auto &slot : seen) threads.emplace_back([&slot, copy = registry] { slot = *copy.load_release("a"); });
  for (auto &thread : threads) thread.join();
  for (const auto *each : seen) EXPECT_EQ(each, seen[0]);
}

TEST_F(RegistryTest, DeepNestingLinksPipesAndHugeFilesAreRefused) {
  make_registry({{"a", "2026-01-01"}, {"b", "2026-01-02"}, {"c", "2026-01-03"}, {"d", "2026-01-04"}});
  make_release("a", R"({"operators": [], "x": )" + std::string(100000, '[') + std::string(100000, ']') + "}");
  const std::string operators = package() + "/registry/b/operators.json";
  std::filesystem::remove(operators);
  write(scratch_ + "/elsewhere.json", R"({"operators": []})");
  std::filesystem::create_symlink(scratch_ + "/elsewhere.json", operators);
  std::filesystem::remove(package() + "/registry/c/operators.json");
  ASSERT_EQ(::mkfifo((package() + "/registry/c/operators.json").c_str(), 0600), 0);
  std::filesystem::resize_file(package() + "/registry/d/operators.json", uint64_t{5} << 30);  // a hole, no blocks
  const Registry registry = *Registry::open(package());
  EXPECT_THAT(registry.load_release("a").status().text(), HasSubstr("nested deeper than 64 levels"));
  EXPECT_THAT(registry.load_release("b").status().text(), HasSubstr("a symbolic link stands where"));
  EXPECT_THAT(registry.load_release("c").status().text(), HasSubstr("not a regular file"));
  EXPECT_THAT(registry.load_release("d").status().text(), HasSubstr("5368709120 bytes; at most 67108864 are read"));
}

TEST(ReleaseVersion, HostileNamesAreRefused) {
  for (const char *version :
       {"", ".", "..", "../a", "a/b", "a\\b", "a\nb", "\x7f", "\xff\xfe", ".hidden", " a", "a "}) {
    EXPECT_EQ(check_release_version(version).code(), Code::kInvalid) << version;
  }
  EXPECT_FALSE(check_release_version(std::string(129, 'a')).ok());
  for (const char *version : {"8.0.RC1", "9.1.0-beta.2.pre", "v 2", "\xe7\x89\x88\xe6\x9c\xac", "a..b"}) {
    EXPECT_TRUE(check_release_version(version).ok()) << version;
  }
}

}  // namespace
}  // namespace opstrata::history
