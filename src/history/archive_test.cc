#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "history/abi.h"
#include "history/registry_fixture.h"

namespace opstrata::history {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using ArchiveTest = RegistryFixture;

// Text as es-api section 4.4 lays it down: its own example, and the range behind the symbol in an additional member.
TEST_F(ArchiveTest, WritesTheFormatToTheByte) {
  proto::OpPrototype op = blend();
  op.attrs[1].default_value = 0.5f;
  const auto report = archive("9.1.0", "2026-03-30", {op});
  ASSERT_TRUE(report.ok()) << report.status().text();
  EXPECT_TRUE(report->changed);
  EXPECT_EQ(report->archived, 1u);
  EXPECT_EQ(read(package() + "/index.json"), R"({
  "version": "1.0.0",
  "releases": [
    {
      "release_version": "9.1.0",
      "release_date": "2026-03-30"
    }
  ]
})");
  EXPECT_EQ(read(package() + "/registry/9.1.0/metadata.json"), "{\n  \"release_version\": \"9.1.0\"\n}");
  EXPECT_EQ(read(package() + "/registry/9.1.0/operators.json"), R"json({
  "operators": [
    {
      "op_type": "Blend",
      "inputs": [
        {
          "name": "base",
          "type": "INPUT",
          "dtype": "T"
        },
        {
          "name": "mask",
          "type": "OPTIONAL_INPUT",
          "dtype": "TensorType({DT_BOOL})"
        }
      ],
      "outputs": [
        {
          "name": "out",
          "type": "OUTPUT",
          "dtype": "T"
        }
      ],
      "attrs": [
        {
          "name": "mode",
          "type": "String",
          "required": true
        },
        {
          "name": "alpha",
          "type": "Float",
          "required": false,
          "default_value": "0.5"
        }
      ],
      "subgraphs": [],
      "datatypes": [
        {
          "symbol": "T",
          "type": "TensorType",
          "types": [
            "DT_FLOAT",
            "DT_BF16"
          ]
        }
      ]
    }
  ]
})json");
  const Registry registry = *Registry::open(package());
  const proto::OpPrototype *back = (*registry.load_release("9.1.0"))->find("Blend");
  ASSERT_NE(back, nullptr);
  EXPECT_TRUE(proto::same_interface(*back, op));
  EXPECT_EQ(back->symbols, op.symbols);
}

TEST_F(ArchiveTest, SameContentAgainWritesNothing) {
  ASSERT_TRUE(archive("1", "2026-01-01", {blend()})->changed);
  const auto before = snapshot(package());
  const auto stamp = std::filesystem::last_write_time(package() + "/index.json");
  for (const char *date : {"2026-01-01", ""}) {
    const auto again = archive("1", date, {blend()});
    ASSERT_TRUE(again.ok()) << again.status().text();
    EXPECT_FALSE(again->changed);
    EXPECT_EQ(again->release.date, "2026-01-01");
  }
  EXPECT_EQ(snapshot(package()), before);
  EXPECT_EQ(std::filesystem::last_write_time(package() + "/index.json"), stamp);
}

TEST_F(ArchiveTest, OtherContentIsRefusedBeforeAnythingIsTouched) {
  ASSERT_TRUE(archive("1", "2026-01-01", {blend()}).ok());
  const auto before = snapshot(package());
  proto::OpPrototype other = blend();
  other.attrs[1].default_value = 0.2f;
  const Status refused = archive("1", "2026-01-01", {other}).status();
  EXPECT_EQ(refused.code(), Code::kAlreadyExists);
  EXPECT_THAT(refused.text(), HasSubstr("with another operator 'Blend'; archive under another version, or replace it"));
  EXPECT_THAT(archive("1", "", {}).status().text(), HasSubstr("with operator 'Blend' besides"));
  EXPECT_THAT(archive("1", "2026-01-02", {blend()}).status().text(), HasSubstr("with date 2026-01-01, not 2026-01-02"));
  EXPECT_FALSE(archive("1", "2026-01-02", {other}, true).ok()) << "replacing does not move a release in time";
  EXPECT_EQ(snapshot(package()), before);
}

TEST_F(ArchiveTest, ReplaceKeepsWhatThisVersionDoesNotKnow) {
  make_registry({{"1", "2026-01-01"}});
  write(
      package() + "/index.json",
      R"({"note": "root", "version": "1.3.0", "releases": [{"release_version": "1", "release_date": "2026-01-01", "lts": true}]})");
  write(package() + "/registry/1/metadata.json", R"({"release_version": "1", "builder": {"host": "x"}})");
  make_release("1", R"({"schema_version": 2, "operators": [
    {"op_type": "Blend", "since": "0.9", "inputs": [{"name": "base", "type": "INPUT", "dtype": "T", "layout": [1, 2.5, null]}]},
    {"op_type": "Gone", "attrs": [{"name": "q", "type": "Quaternion", "required": false, "default_value": "[0,0,0,1]"}]}]})");
  write(package() + "/registry/1/metadata.json", R"({"release_version": "1", "builder": {"host": "x"}})");
  ASSERT_TRUE(archive("1", "", {blend()}, true)->changed);
  ASSERT_TRUE(archive("2", "2026-02-01", {blend()})->changed);
  const auto operators = nlohmann::json::parse(read(package() + "/registry/1/operators.json"));
  EXPECT_EQ(operators["schema_version"], 2);
  ASSERT_THAT(operators["operators"], SizeIs(1));
  EXPECT_EQ(operators["operators"][0]["since"], "0.9");
  EXPECT_EQ(operators["operators"][0]["inputs"][0]["layout"], nlohmann::json::parse("[1, 2.5, null]"));
  EXPECT_EQ(
      operators["operators"][0]["attrs"],
      nlohmann::json::parse(
          R"([{"name": "mode", "type": "String", "required": true}, {"name": "alpha", "type": "Float", "required": false, "default_value": "0.10000000149011612"}])"));
  EXPECT_EQ(nlohmann::json::parse(read(package() + "/registry/1/metadata.json"))["builder"]["host"], "x");
  const auto index = nlohmann::json::parse(read(package() + "/index.json"));
  EXPECT_EQ(index["version"], "1.3.0");
  EXPECT_EQ(index["note"], "root");
  EXPECT_EQ(
      index["releases"],
      nlohmann::json::parse(
          R"([{"release_version": "1", "release_date": "2026-01-01", "lts": true}, {"release_version": "2", "release_date": "2026-02-01"}])"));
}

/// Both sides may have members of one object that this version does not know.
TEST_F(ArchiveTest, ReplacementAndArchiveShareAnObject) {
  make_registry({{"1", "2026-01-01"}});
  make_release("1", R"({"operators": [{"op_type": "A", "since": "0.9", "attrs": [
    {"name": "k", "type": "Quaternion", "required": false, "default_value": "[0]", "unit": "rad"}]}]})");
  write(scratch_ + "/in.json", R"({"operators": [{"op_type": "A", "note": "new", "attrs": [
    {"name": "k", "type": "Quaternion", "required": false, "default_value": "[1]"}]}]})");
  const Result<Operators> read_back = read_operators_json(scratch_ + "/in.json");
  ASSERT_TRUE(read_back.ok()) << read_back.status().text();
  ArchiveRequest request;
  request.directory = package();
  request.release.version = "1";
  request.replace = true;
  request.unknown = read_back->unknown;
  proto::OpPrototype other = *read_back->find("A");
  other.inputs.push_back({"x", proto::InputKind::kRequired, ""});
  ASSERT_TRUE(archive_release(request, {&other}).ok());
  const auto entry = nlohmann::json::parse(read(package() + "/registry/1/operators.json"))["operators"][0];
  EXPECT_EQ(entry["since"], "0.9");
  EXPECT_EQ(entry["note"], "new");
  EXPECT_EQ(entry["attrs"],
            nlohmann::json::parse(
                R"([{"name": "k", "type": "Quaternion", "required": false, "default_value": "[1]", "unit": "rad"}])"));
}

TEST_F(ArchiveTest, NeighboursThatLackFilesAreTold) {
  make_registry({{"1", "2026-01-01"}, {"2", "2026-02-01"}});
  make_release("1", R"({"operators": [{"op_type": "A"}]})");
  std::filesystem::remove(package() + "/registry/2/operators.json");
  const auto report = archive("3", "2026-03-01", {blend()});
  ASSERT_TRUE(report.ok()) << report.status().text();
  ASSERT_THAT(report->left_out, SizeIs(1));
  EXPECT_EQ(report->left_out[0].release, "2");
  EXPECT_THAT(report->left_out[0].text, HasSubstr("registry/2/operators.json: cannot open"));
  EXPECT_THAT(archive("3", "2026-03-01", {blend()})->left_out, SizeIs(0)) << "nothing is done, nothing is told";
}

TEST_F(ArchiveTest, NothingIsPutBesideAReleaseThatIsNotToBeTrusted) {
  make_registry({{"9", "2026-09-01"}});
  const std::string other = scratch_ + "/other";
  std::filesystem::rename(package(), other);
  make_registry({{"1", "2026-01-01"}, {"2", "2026-02-01"}});
  make_release("1", R"({"operators": [{"op_type": "A"}]})");
  for (
      const char *operators :
      {R"({"operators": [{"op_type": "../A"}]})", R"({"operators": [], "operators": []})", "{",
       R"({"operators": [{"op_type": "A", "attrs": [{"name": "a", "type": "Int", "required": false, "default_value": "1e99"}]}]})"}) {
    make_release("2", operators);
    const auto before = snapshot(package());
    for (const Status &status :
         {archive("3", "2026-03-01", {blend()}).status(), archive("1", "", {blend()}, true).status(),
          merge_registry(package(), other).status()}) {
      EXPECT_EQ(status.code(), Code::kCorrupt) << operators;
      EXPECT_THAT(status.text(), HasSubstr("release 2: " + package() + "/registry/2/operators.json"));
    }
    EXPECT_EQ(snapshot(package()), before);
  }
  // The way out: the release itself is replaced, or pruned.
  ASSERT_TRUE(archive("2", "", {blend()}, true).ok());
  EXPECT_TRUE(archive("3", "2026-03-01", {blend()}).ok());
  make_release("2", "{");
  ASSERT_TRUE(prune_releases(package(), {"2"}).ok());
  EXPECT_TRUE(archive("4", "2026-04-01", {blend()}).ok());
}

TEST_F(ArchiveTest, MetadataThatIsNotToBeTrustedCountsAsOperatorsDo) {
  for (const char *metadata : {"{", R"({"release_version": "2", "release_version": "2"})", R"({"release_version": "3"})", ""}) {
    std::filesystem::remove_all(package());
    make_registry({{"1", "2026-01-01"}, {"2", "2026-02-01"}});
    write(package() + "/registry/2/metadata.json", metadata);
    const auto before = snapshot(package());
    const Status status = archive("3", "2026-03-01", {blend()}).status();
    EXPECT_EQ(status.code(), Code::kCorrupt) << metadata;
    EXPECT_THAT(status.text(), HasSubstr("release 2: " + package() + "/registry/2/metadata.json"));
    const std::string elsewhere = scratch_ + "/elsewhere", new_package = scratch_ + "/new";
    std::filesystem::remove_all(elsewhere);
    std::filesystem::copy(package(), elsewhere, std::filesystem::copy_options::recursive);
    const ArchiveRequest beside{new_package, elsewhere, {"3", "2026-03-01", ""}, {}, false};
    EXPECT_EQ(archive_release(beside, {}).status().code(), Code::kCorrupt) << metadata;
    EXPECT_FALSE(std::filesystem::exists(new_package));
    EXPECT_FALSE(archive("2", "2026-03-01", {blend()}, true).ok()) << "replacing does not move a release in time";
    EXPECT_EQ(snapshot(package()), before);
    ASSERT_TRUE(archive("2", "", {blend()}, true).ok());
    EXPECT_EQ(Registry::open(package())->find_release("2")->date, "2026-02-01");
    EXPECT_TRUE(archive("3", "2026-03-01", {blend()}).ok());
  }
  std::filesystem::remove(package() + "/registry/2/metadata.json");
  ASSERT_TRUE(archive("2", "", {blend()}, true).ok());
  EXPECT_EQ(Registry::open(package())->find_release("2")->date, "2026-02-01");
}

TEST_F(ArchiveTest, AWriterThatWasStoppedBeforeAbiJsonIsCaughtUpWith) {
  ASSERT_TRUE(archive("1", "2026-01-01", {blend()}).ok());
  const std::string abi = package() + "/abi.json", pending = package() + "/" + std::string(kPendingAbi);
  const std::string text = read(abi);
  EXPECT_FALSE(std::filesystem::exists(pending));
  std::filesystem::remove(abi);
  ASSERT_TRUE(archive("1", "2026-01-01", {blend()}).ok());
  EXPECT_FALSE(std::filesystem::exists(abi)) << "a registry of another tool is left as it is";
  write(pending, std::string(100, '\0'));
  EXPECT_THAT(check_registry(package())->at(0).text, HasSubstr("/abi.json: a writer was stopped"));
  ASSERT_TRUE(archive("1", "2026-01-01", {blend()}).ok());
  EXPECT_EQ(read(abi), text);
  EXPECT_FALSE(std::filesystem::exists(pending));
  // A link in its place is not followed.
  write(scratch_ + "/precious", "mine");
  std::filesystem::create_symlink(scratch_ + "/precious", pending);
  ASSERT_TRUE(archive("2", "2026-02-01", {blend()}).ok());
  EXPECT_EQ(read(scratch_ + "/precious"), "mine");
  EXPECT_FALSE(std::filesystem::is_symlink(pending));
  std::filesystem::create_directories(pending + "/folder");
  ASSERT_TRUE(archive("3", "2026-03-01", {blend()}).ok());
  EXPECT_FALSE(std::filesystem::exists(pending));
}

TEST_F(ArchiveTest, UnknownMembersAndWordsSurviveReadingAndWriting) {
  const std::string text =
      R"({"operators": [{"op_type": "A", "inputs": [{"name": "x", "type": "INPUT", "p": {"q": [true, "é\n"]}}],
    "outputs": [{"name": "y", "type": "OUTPUT", "n": -0.0}], "attrs": [{"name": "k", "type": "Quaternion", "required": false, "default_value": "[1]", "w": 18446744073709551615},
    {"name": "r", "type": "Int", "required": true, "default_value": "3"}],
    "subgraphs": [{"name": "g", "type": "DYNAMIC", "z": null}],
    "datatypes": [{"symbol": "T", "type": "TensorType", "types": ["DT_FLOAT"], "s": 3}, {"symbol": "U", "type": "Promote", "symbols": ["T"], "s": []}], "since": "1"}], "schema_version": 3})";
  write(scratch_ + "/in.json", text);
  const Result<Operators> read_back = read_operators_json(scratch_ + "/in.json");
  ASSERT_TRUE(read_back.ok()) << read_back.status().text();
  const Result<std::string> written = operators_json_text({read_back->find("A")}, read_back->unknown);
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(nlohmann::json::parse(*written), nlohmann::json::parse(text));
}

TEST_F(ArchiveTest, BrokenIndexIsNeverReplaced) {
  write(package() + "/index.json", "{ broken");
  const auto before = snapshot(package());
  EXPECT_EQ(archive("1", "2026-01-01", {blend()}).status().code(), Code::kCorrupt);
  EXPECT_EQ(archive("1", "2026-01-01", {blend()}, true).status().code(), Code::kCorrupt);
  EXPECT_EQ(snapshot(package()), before);
}

TEST_F(ArchiveTest, BadDatesAndVersionsAreRefusedAndNothingIsMade) {
  for (const char *date : {"2026-2-3", "2026/02/03", " 2026-02-03", "2026-02-31", "2026-13-01"}) {
    EXPECT_EQ(archive("1", date, {blend()}).status().code(), Code::kInvalid) << date;
  }
  for (const char *version : {"", "..", "../up", "a/b", "a\x01"}) {
    EXPECT_EQ(archive(version, "2026-01-01", {blend()}).status().code(), Code::kInvalid) << version;
  }
  EXPECT_THAT(archive("..", "2026-1-1", {blend()}).status().text(),
              HasSubstr("release date"));  // the date is checked first
  EXPECT_FALSE(std::filesystem::exists(package()));
}

TEST_F(ArchiveTest, NoDateMeansTodayAndIndexIsSortedByDateStably) {
  ASSERT_TRUE(archive("late", "9000-01-01", {}).ok());
  ASSERT_TRUE(archive("x", "2026-01-01", {}).ok());
  ASSERT_TRUE(archive("b", "2025-12-30", {}).ok());  // a baseline archived afterwards (seed section 6.1)
  ASSERT_TRUE(archive("a", "2026-01-01", {}).ok());
  ASSERT_TRUE(archive("today", "", {}).ok());
  const Registry registry = *Registry::open(package());
  EXPECT_THAT(versions(registry.releases()), ElementsAre("b", "x", "a", "today", "late"));
  EXPECT_EQ(registry.find_release("today")->date, today_utc().to_string());
  std::vector<std::string> order;
  const auto index = nlohmann::json::parse(read(package() + "/index.json"));
  for (const auto &entry : index["releases"]) order.push_back(entry["release_version"]);
  EXPECT_THAT(order, ElementsAre("b", "x", "a", "today", "late"));
}

TEST_F(ArchiveTest, WhatCannotBeArchivedIsLeftOutAndSaid) {
  proto::OpPrototype bytes = blend(), tensor = blend(), type = blend();
  bytes.type = "B";
  bytes.attrs = {{"raw", proto::AttrType::kBytes, "Bytes", true, {}}};
  tensor.type = "C";
  tensor.attrs = {{"value", proto::AttrType::kTensor, "Tensor", false, proto::TensorDefault{true}}};
  type.type = "D";
  type.attrs = {{"dt", proto::AttrType::kType, "Type", false, static_cast<ge::DataType>(-1)}};
  const auto report = archive("1", "2026-01-01", {type, tensor, bytes, blend()});
  ASSERT_TRUE(report.ok()) << report.status().text();
  ASSERT_THAT(report->left_out, SizeIs(3));
  EXPECT_THAT(report->left_out[0].text,
              HasSubstr("operator 'D': attribute 'dt' has data type -1 as default, which has no name"));
  EXPECT_THAT(report->left_out[1].text, HasSubstr("operator 'C': attribute 'value' has a tensor with data as default"));
  EXPECT_THAT(report->left_out[2].text, HasSubstr("operator 'B': attribute 'raw' has kind Bytes"));
  EXPECT_THAT((*Registry::open(package())->load_release("1"))->prototypes, SizeIs(1));
}

TEST_F(ArchiveTest, MergesAnExistingRegistry) {
  make_registry({{"1", "2026-01-01"}, {"2", "2026-02-01"}});
  write(package() + "/index.json", R"({"version": "1.0.0", "owner": "x", "releases": [
    {"release_version": "1", "release_date": "2026-01-01", "lts": true}, {"release_version": "2", "release_date": "2026-02-01"}]})");
  const std::string source = scratch_ + "/installed";
  std::filesystem::rename(package(), source);
  const auto source_before = snapshot(source);
  const auto report = archive("3", "2026-03-01", {blend()}, false, source);
  ASSERT_TRUE(report.ok()) << report.status().text();
  EXPECT_THAT(versions(report->merged), ElementsAre("1", "2"));
  const Registry registry = *Registry::open(package());
  EXPECT_THAT(versions(registry.releases()), ElementsAre("1", "2", "3"));
  EXPECT_EQ(read(package() + "/registry/1/operators.json"), read(source + "/registry/1/operators.json"));
  const auto index = nlohmann::json::parse(read(package() + "/index.json"));
  EXPECT_EQ(index["owner"], "x");
  EXPECT_EQ(index["releases"][0]["lts"], true);
  EXPECT_EQ(snapshot(source), source_before);
  EXPECT_FALSE(archive("3", "2026-03-01", {blend()}, false, source)->changed);
  EXPECT_FALSE(archive("3", "", {blend()}, false, package() + "/../pkg/")->changed)
      << "the same folder by another name";

  // The version to archive is already in the source: the same content is taken over, other content is refused.
  const std::string merged = scratch_ + "/merged";
  std::filesystem::rename(package(), merged);
  EXPECT_THAT(versions(archive("3", "", {blend()}, false, merged)->merged), ElementsAre("1", "2", "3"));
  std::filesystem::remove_all(package());
  EXPECT_EQ(archive("3", "", {}, false, merged).status().code(), Code::kAlreadyExists);
  ASSERT_TRUE(archive("3", "", {}, true, merged).ok());
  EXPECT_THAT((*Registry::open(package())->load_release("3"))->prototypes, IsEmpty());
  // Both hold a release, with other content.
  EXPECT_EQ(archive("4", "2026-04-01", {}, false, merged).status().code(), Code::kAlreadyExists);
  EXPECT_EQ(archive("4", "2026-04-01", {}, false, scratch_ + "/absent").status().code(), Code::kNotFound);
}

TEST_F(ArchiveTest, FolderWithoutIndexEntryIsNoRelease) {
  write(package() + "/registry/1/metadata.json", R"({"release_version": "1"})");
  write(package() + "/registry/1/operators.json", R"({"operators": [{"op_type": "Torn"}]})");
  write(package() + "/registry/.stage-0/metadata.json", "{");
  write(package() + "/.index.json.stage-99", "{");
  ASSERT_TRUE(archive("1", "2026-01-01", {blend()})->changed);
  EXPECT_NE((*Registry::open(package())->load_release("1"))->find("Blend"), nullptr);
  EXPECT_THAT(snapshot(package()), SizeIs(4)) << "leftovers of a crashed writer are gone";
}

TEST_F(ArchiveTest, LinksInsideTheRegistryAreRefused) {
  std::filesystem::create_directories(scratch_ + "/outside");
  std::filesystem::create_directories(package());
  std::filesystem::create_directory_symlink(scratch_ + "/outside", package() + "/registry");
  EXPECT_EQ(archive("1", "2026-01-01", {blend()}).status().code(), Code::kCorrupt);
  EXPECT_THAT(snapshot(scratch_ + "/outside"), IsEmpty());
}

TEST_F(ArchiveTest, TwoWritersAtOnceBothSucceed) {
  constexpr int kWriters = 6;
  std::vector<pid_t> children;
  for (int i = 0; i < kWriters; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool good = true;
      for (int k = 0; k < 5; ++k)
        good = archive("v" + std::to_string(i) + "." + std::to_string(k), "2026-01-01", {blend()}).ok() && good;
      good = archive("shared", "2026-01-01", {blend()}).ok() && good;
      ::_exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  const Registry registry = *Registry::open(package());
  EXPECT_THAT(registry.releases(), SizeIs(kWriters * 5 + 1));
  EXPECT_THAT(registry.findings(), IsEmpty());
}

}  // namespace
}  // namespace opstrata::history
