// Finding and loading prototype libraries, origins, precedence and duplicates (es-api section 3), with real libraries in a
// process of their own each time.
#include <gtest/gtest.h>
#include <sys/utsname.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace {

namespace fs = std::filesystem;

using Lines = std::vector<std::vector<std::string>>;

class Loading : public testing::Test {
 protected:
  Loading() : opp_(fs::path(testing::TempDir()) / ("proto_" + std::to_string(getpid())) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(opp_);
    fs::create_directories(opp_);
  }
  ~Loading() override { fs::remove_all(opp_.parent_path()); }

  /// Copies the library of `level` to `place` below the operator folder.
  std::string put(int level, const std::string &place) {
    const fs::path target = opp_ / place;
    fs::create_directories(target.parent_path());
    fs::copy_file(std::string(OPSTRATA_TEST_LIBRARY_DIR) + "/libproto_level" + std::to_string(level) + ".so", target);
    return target.string();
  }
  void write(const std::string &place, const std::string &text) {
    fs::create_directories((opp_ / place).parent_path());
    std::ofstream(opp_ / place) << text;
  }
  /// Runs the probe; `environment` goes before it on the command line.
  void probe(const std::string &environment = "", const std::string &argument = "") {
    const std::string command = "env -u ASCEND_OPP_PATH -u ASCEND_CUSTOM_OPP_PATH " + environment + " " OPSTRATA_TEST_PROBE " " +
                                (argument.empty() ? opp_.string() : argument);
    lines_.clear();
    FILE *pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string output;
    std::array<char, 4096> buffer;
    for (size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) output.append(buffer.data(), n);
    EXPECT_EQ(pclose(pipe), 0) << output;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) {
      std::vector<std::string> fields;
      std::istringstream fieldstream(line);
      for (std::string field; std::getline(fieldstream, field, '\t');) fields.push_back(field);
      lines_[fields.front()].push_back({fields.begin() + 1, fields.end()});
    }
  }
  const Lines &lines(const std::string &kind) { return lines_[kind]; }
  std::vector<std::string> paths(const std::string &kind) {
    std::vector<std::string> result;
    for (const auto &line : lines_[kind]) result.push_back(fs::relative(line.front(), opp_).string());
    return result;
  }
  /// Level default, rank and library of the prototype in force; empty when the type is not registered.
  std::vector<std::string> in_force(const std::string &type) {
    for (const auto &line : lines_["prototype"]) {
      if (line[0] == type) return {line[1], line[2], fs::path(line[3]).filename().string()};
    }
    return {};
  }

  static std::string cpu() {
    utsname machine{};
    (void)uname(&machine);
    return machine.machine;
  }

  fs::path opp_;
  std::map<std::string, Lines> lines_;
};

using Fields = std::vector<std::string>;

TEST_F(Loading, NewLayoutSearchesCustomThenVendorsThenBuiltIn) {
  put(0, "built-in/op_proto/libbuiltin.so");
  put(1, "vendors/first/op_proto/libfirst.so");
  put(2, "vendors/second/op_proto/libsecond.so");
  put(3, "custom/op_proto/libcustom.so");
  put(4, "vendors/unlisted/op_proto/libunlisted.so");
  write("vendors/config.ini", "load_priority= second , first\n");
  probe("ASCEND_CUSTOM_OPP_PATH=" + (opp_ / "custom").string());
  EXPECT_EQ(paths("searched"), (Fields{"custom/op_proto", "vendors/second/op_proto", "vendors/first/op_proto", "built-in/op_proto"}));
  EXPECT_EQ(paths("loaded"), (Fields{"custom/op_proto/libcustom.so", "vendors/second/op_proto/libsecond.so",
                                     "vendors/first/op_proto/libfirst.so", "built-in/op_proto/libbuiltin.so"}));
  EXPECT_EQ(in_force("Shared"), (Fields{"3", "custom path", "libcustom.so"}));
  EXPECT_EQ(in_force("OnlyBuiltIn"), (Fields{"", "built-in", "libbuiltin.so"}));

  probe();  // the custom path is not set: the vendor with priority
  EXPECT_EQ(in_force("Shared"), (Fields{"2", "vendor", "libsecond.so"}));
}

TEST_F(Loading, PrecedenceFollowsOriginNotLoadOrder) {
  const std::string built_in = put(0, "built-in/op_proto/libbuiltin.so");
  const std::string vendor = put(1, "vendors/v/op_proto/libvendor.so");
  probe("LD_PRELOAD=" + built_in + " ASCEND_OPP_PATH=" + opp_.string());  // registered before anything else
  EXPECT_EQ(in_force("Shared"), (Fields{"1", "vendor", "libvendor.so"}));
  const std::string program = put(5, "elsewhere/libprogram.so");
  probe("LD_PRELOAD=" + program + " ASCEND_OPP_PATH=" + opp_.string());  // linked by the program: strongest
  EXPECT_EQ(in_force("Shared"), (Fields{"5", "program", "libprogram.so"}));
}

TEST_F(Loading, DifferingDuplicatesNameBothPlacesAndIdenticalOnesAreSilent) {
  put(0, "built-in/op_proto/libbuiltin.so");
  put(1, "vendors/v/op_proto/libvendor.so");
  probe();
  ASSERT_EQ(lines("duplicate").size(), 1U);  // Shared; Same is registered twice too
  const std::string &text = lines("duplicate")[0][0];
  const std::string place = "testdata/precedence.cc:5";
  EXPECT_EQ(text.find("operator type Shared is registered twice and differs: "), 0U) << text;
  const size_t first = text.find(place);
  EXPECT_NE(first, std::string::npos) << text;
  EXPECT_NE(text.find(place, first + 1), std::string::npos) << text;
  EXPECT_LT(text.find("(vendor, "), text.find("is in force")) << text;
  EXPECT_NE(text.find("(built-in, "), std::string::npos) << text;
  EXPECT_NE(text.find("libvendor.so"), std::string::npos);
  EXPECT_NE(text.find("libbuiltin.so"), std::string::npos);
  EXPECT_EQ(in_force("Same"), (Fields{"7", "vendor", "libvendor.so"}));
}

TEST_F(Loading, OldLayout) {
  put(0, "op_proto/built-in/libbuiltin.so");
  put(1, "op_proto/custom/libcustom.so");
  put(2, "vendors/v/op_proto/libvendor.so");  // no vendors in this layout
  probe();
  EXPECT_EQ(paths("searched"), (Fields{"op_proto/custom", "op_proto/built-in"}));
  EXPECT_EQ(in_force("Shared"), (Fields{"1", "vendor", "libcustom.so"}));
}

TEST_F(Loading, NewLayoutWithoutVendorOrderAlsoSearchesTheOldCustomFolder) {
  put(0, "built-in/op_proto/libbuiltin.so");
  put(1, "op_proto/custom/libcustom.so");
  probe();
  EXPECT_EQ(in_force("Shared"), (Fields{"1", "vendor", "libcustom.so"}));
  write("vendors/config.ini", "load_priority=\n");
  probe();
  EXPECT_EQ(in_force("Shared"), (Fields{"0", "built-in", "libbuiltin.so"}));
}

TEST_F(Loading, PlatformFolderLeavesOutLibrariesOfTheSecondRuntime) {
  const std::string lib = "built-in/op_proto/lib/linux/" + cpu();
  put(0, lib + "/libb.so");
  put(1, lib + "/liba_rt.so");
  put(2, lib + "/liba_rt2.0.so");
  put(3, "built-in/op_proto/libbeside.so");  // not looked at when the platform folder exists
  write(lib + "/readme.txt", "no library");
  probe();
  EXPECT_EQ(paths("loaded"), (Fields{lib + "/libb.so"}));
  EXPECT_EQ(in_force("Shared"), (Fields{"0", "built-in", "libb.so"}));
}

TEST_F(Loading, SceneInfoNamesThePlatform) {
  put(0, "built-in/op_proto/lib/minios/cpu9/liba.so");
  put(1, "built-in/op_proto/lib/linux/" + cpu() + "/libb.so");
  write("scene.info", "os=minios\r\narch=cpu9\n");
  probe();
  EXPECT_EQ(paths("loaded"), (Fields{"built-in/op_proto/lib/minios/cpu9/liba.so"}));
}

TEST_F(Loading, NoFilterDirectlyInTheFolder) {
  put(1, "built-in/op_proto/liba_rt.so");
  probe();
  EXPECT_EQ(in_force("Shared"), (Fields{"1", "built-in", "liba_rt.so"}));
}

TEST_F(Loading, PackagesMayInstallTheirLibraryBesideTheirHeaders) {
  put(0, "built-in/op_graph/lib/linux/" + cpu() + "/libopgraph_x.so");
  probe();
  EXPECT_EQ(in_force("Shared"), (Fields{"0", "built-in", "libopgraph_x.so"}));
}

TEST_F(Loading, ALibraryThatDoesNotLoadIsReportedAndSkipped) {
  write("built-in/op_proto/liba.so", "this is text");
  put(0, "built-in/op_proto/libb.so");
  probe();
  ASSERT_EQ(lines("failed").size(), 1U);
  EXPECT_EQ(fs::path(lines("failed")[0][0]).filename(), "liba.so");
  EXPECT_NE(lines("failed")[0][1].find("liba.so"), std::string::npos) << lines("failed")[0][1];
  EXPECT_EQ(in_force("Shared"), (Fields{"0", "built-in", "libb.so"}));
}

TEST_F(Loading, EmptyFolder) {
  probe();
  EXPECT_EQ(paths("searched"), (Fields{"op_proto/custom", "op_proto/built-in"}));
  EXPECT_TRUE(lines("loaded").empty() && lines("failed").empty() && lines("prototype").empty());
}

TEST_F(Loading, InstalledPrototypesComeFromTheEnvironmentElseFromBesideOurLibrary) {
  put(0, "built-in/op_proto/libb.so");
  probe("ASCEND_OPP_PATH=" + opp_.string() + "/", "--installed");
  EXPECT_EQ(in_force("Shared"), (Fields{"0", "built-in", "libb.so"}));
  probe("", "--installed");
  EXPECT_TRUE(in_force("Shared").empty());
  ASSERT_FALSE(lines("searched").empty());
  EXPECT_EQ(lines("searched").back()[0].find(std::string(OPSTRATA_PREFIX_DIR) + "/opp/"), 0U) << lines("searched").back()[0];
}

}  // namespace
