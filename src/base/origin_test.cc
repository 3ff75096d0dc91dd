#include "base/origin.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace opstrata {
namespace {

namespace fs = std::filesystem;

class OriginTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("origin_test." + std::to_string(getpid()));
    fs::create_directories(root_ / "opp/vendors/b_math");
    fs::create_directories(root_ / "opp/vendors/a_math");
    setenv("ASCEND_OPP_PATH", (root_ / "opp/").c_str(), 1);
  }
  void TearDown() override {
    unsetenv("ASCEND_OPP_PATH");
    unsetenv("ASCEND_CUSTOM_OPP_PATH");
    fs::remove_all(root_);
  }
  std::vector<std::string> paths() const {
    std::vector<std::string> result;
    for (const OperatorRoot &root : operator_roots()) result.push_back(root.path);
    return result;
  }
  fs::path root_;
};

TEST_F(OriginTest, CustomPathsComeFirstAndOddElementsAreHarmless) {
  setenv("ASCEND_CUSTOM_OPP_PATH", ":/c1/// : :/c 2/:", 1);
  const std::string opp = (root_ / "opp").string();
  EXPECT_EQ(paths(), (std::vector<std::string>{"/c1", "/c 2", opp + "/vendors/a_math", opp + "/vendors/b_math", opp + "/built-in"}));
  EXPECT_EQ(operator_roots()[0].rank, OriginRank::kCustom);
  EXPECT_EQ(operator_roots()[2].rank, OriginRank::kVendor);
  EXPECT_EQ(operator_roots()[4].rank, OriginRank::kBuiltIn);
}

TEST_F(OriginTest, ConfigOrdersTheVendors) {
  std::ofstream(root_ / "opp/vendors/config.ini") << "load_priority= b_math , a_math\n";
  const std::string opp = (root_ / "opp").string();
  EXPECT_EQ(paths(), (std::vector<std::string>{opp + "/vendors/b_math", opp + "/vendors/a_math", opp + "/built-in"}));
}

TEST_F(OriginTest, WithoutEnvironmentTheRootLiesBesideOurLibrary) {
  unsetenv("ASCEND_OPP_PATH");
  EXPECT_EQ(opp_path(), fs::canonical(OPSTRATA_PREFIX_DIR).string() + "/opp");
}

TEST_F(OriginTest, RankFollowsThePlaceOfTheCode) {
  static const int here = 0;
  EXPECT_EQ(origin_of(&here).rank, OriginRank::kProgram);
  EXPECT_EQ(origin_of(reinterpret_cast<const void *>(&origin_rank_name)).rank, OriginRank::kBuiltIn);
  const Origin program = origin_of(&here);
  setenv("ASCEND_CUSTOM_OPP_PATH", fs::path(program.library).parent_path().c_str(), 1);
  EXPECT_EQ(origin_of(&here).rank, OriginRank::kCustom);
}

TEST_F(OriginTest, FailingLoadTellsPathAndReason) {
  std::ofstream(root_ / "broken.so") << "not a library";
  const Status status = load_library((root_ / "broken.so").string(), OriginRank::kVendor, false);
  EXPECT_EQ(status.code(), Code::kIo);
  const std::string path = (root_ / "broken.so").string();
  EXPECT_EQ(status.text().find("cannot load library " + path + ": "), 0U) << status.text();
  EXPECT_EQ(status.text().find(path), status.text().rfind(path)) << "named twice: " << status.text();
  EXPECT_NE(status.text().find("file too short"), std::string::npos) << status.text();
}

TEST_F(OriginTest, FindsSharedObjectsAtAnyDepth) {
  fs::create_directories(root_ / "impl/x86_64");
  std::ofstream(root_ / "impl/b.so");
  std::ofstream(root_ / "impl/x86_64/a.so");
  std::ofstream(root_ / "impl/readme.txt");
  EXPECT_EQ(shared_objects_below((root_ / "impl").string()),
            (std::vector<std::string>{(root_ / "impl/b.so").string(), (root_ / "impl/x86_64/a.so").string()}));
  EXPECT_TRUE(shared_objects_below((root_ / "none").string()).empty());
}

}  // namespace
}  // namespace opstrata
