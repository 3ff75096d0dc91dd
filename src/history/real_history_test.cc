// Real histories (examples/data/history): everything is read, and what is written again is the same JSON.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "history/registry_fixture.h"

namespace opstrata::history {
namespace {

using ::testing::IsEmpty;

struct Expected {
  const char *package;
  size_t releases;
  size_t distinct_operators;
  const char *newest;
};

class RealHistory : public ::testing::TestWithParam<Expected> {
 protected:
  static std::string directory() {
    return OPSTRATA_SOURCE_DIR "/examples/data/history/" + std::string(GetParam().package);
  }
  static nlohmann::ordered_json parse(const std::string &path) {
    return nlohmann::ordered_json::parse(std::ifstream(path));
  }
};

TEST_P(RealHistory, ReadsCompletelyAndWritesTheSame) {
  const Result<Registry> registry = Registry::open(directory());
  ASSERT_TRUE(registry.ok()) << registry.status().text();
  EXPECT_THAT(registry->findings(), IsEmpty());
  EXPECT_EQ(registry->releases().size(), GetParam().releases);
  EXPECT_EQ(registry->releases().back().version, GetParam().newest);
  std::vector<std::string> types;
  for (const Release &release : registry->releases()) {
    const Result<const Operators *> operators = registry->load_release(release.version);
    ASSERT_TRUE(operators.ok()) << operators.status().text();
    EXPECT_THAT((*operators)->findings, IsEmpty());
    std::vector<const proto::OpPrototype *> prototypes;
    for (const auto &prototype : (*operators)->prototypes) {
      types.push_back(prototype.type);
      prototypes.push_back(&prototype);
    }
    const Result<std::string> text = operators_json_text(prototypes, (*operators)->unknown);
    ASSERT_TRUE(text.ok()) << text.status().text();
    const auto written = nlohmann::ordered_json::parse(*text);
    const auto original = parse(directory() + "/registry/" + release.version + "/operators.json");
    EXPECT_TRUE(written == original) << release.version << ": "
                                     << nlohmann::json::diff(original, written).dump().substr(0, 2000);
  }
  std::sort(types.begin(), types.end());
  types.erase(std::unique(types.begin(), types.end()), types.end());
  EXPECT_EQ(types.size(), GetParam().distinct_operators);
}

// Counts of the data's own description.
INSTANTIATE_TEST_SUITE_P(Packages, RealHistory,
                         ::testing::Values(Expected{"math", 13, 318, "9.1.0"}, Expected{"fwk2020", 10, 1139, "1.2.0"}),
                         [](const auto &each) { return std::string(each.param.package); });

}  // namespace
}  // namespace opstrata::history
