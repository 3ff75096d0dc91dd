/// @file
/// What the tests of this room share: a scratch folder, small registries in it, and small prototypes.
#ifndef OPSTRATA_SRC_HISTORY_REGISTRY_FIXTURE_H_
#define OPSTRATA_SRC_HISTORY_REGISTRY_FIXTURE_H_

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "history/registry.h"

namespace opstrata::history {

class RegistryFixture : public ::testing::Test {
 protected:
  RegistryFixture() {
    // In memory where that exists: every write is made durable, thousands of times in the crash test.
    std::string pattern = (::access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : ::testing::TempDir()) + "history_XXXXXX";
    scratch_ = ::mkdtemp(pattern.data());
  }
  ~RegistryFixture() override { std::filesystem::remove_all(scratch_); }

  std::string package() const { return scratch_ + "/pkg"; }

  static void write(const std::string &path, const std::string &text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::string read(const std::string &path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  /// Every file below `folder` with its content.
  static std::map<std::string, std::string> snapshot(const std::string &folder) {
    std::map<std::string, std::string> files;
    if (!std::filesystem::exists(folder)) return files;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) files[entry.path().string().substr(folder.size())] = read(entry.path());
    }
    return files;
  }

  /// A registry with one operator `Foo` per release.
  void make_registry(const std::vector<std::pair<std::string, std::string>> &releases) const {
    std::string entries;
    for (const auto &[version, date] : releases) {
      entries += (entries.empty() ? "" : ", ") + std::string(R"({"release_version": ")") + version +
                 R"(", "release_date": ")" + date + R"("})";
      make_release(version, R"({"operators": [{"op_type": "Foo"}]})");
    }
    write(package() + "/index.json", R"({"version": "1.0.0", "releases": [)" + entries + "]}");
  }
  void make_release(const std::string &version, const std::string &operators) const {
    write(package() + "/registry/" + version + "/metadata.json", R"({"release_version": ")" + version + R"("})");
    write(package() + "/registry/" + version + "/operators.json", operators);
  }

  Window window(const WindowRequest &request) const {
    const Result<Registry> registry = Registry::open(package());
    EXPECT_TRUE(registry.ok()) << registry.status().text();
    if (!registry.ok()) return {};
    Result<Window> result = select_window(*registry, request);
    EXPECT_TRUE(result.ok()) << result.status().text();
    return result.ok() ? *result : Window();
  }

  static std::vector<std::string> versions(const std::vector<Release> &releases) {
    std::vector<std::string> out;
    for (const Release &release : releases) out.push_back(release.version);
    return out;
  }

  static proto::OpPrototype blend() {
    using namespace proto;
    OpPrototype op;
    op.type = "Blend";
    op.inputs = {{"base", InputKind::kRequired, "T"}, {"mask", InputKind::kOptional, "TensorType({DT_BOOL})"}};
    op.outputs = {{"out", OutputKind::kRequired, "T"}};
    op.attrs = {{"mode", AttrType::kString, "String", true, {}}, {"alpha", AttrType::kFloat, "Float", false, 0.1f}};
    op.symbols["T"] = {SymbolDef::Kind::kRange, {ge::DT_FLOAT, ge::DT_BF16}, {}};
    return op;
  }

  Result<ArchiveReport> archive(const std::string &version, const std::string &date,
                                const std::vector<proto::OpPrototype> &prototypes, bool replace = false,
                                const std::string &merge_from = "") const {
    std::vector<const proto::OpPrototype *> pointers;
    for (const auto &prototype : prototypes) pointers.push_back(&prototype);
    return archive_release({package(), merge_from, {version, date, ""}, {}, replace}, pointers);
  }

  std::string scratch_;
};

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_REGISTRY_FIXTURE_H_
