// Settings: what is understood, and that what is not is said once and leaves the default in force.
#include "base/settings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace opstrata {
namespace {

namespace fs = std::filesystem;

constexpr const char *kVariable = "OPSTRATA_TEST_SETTING";

/// What `read` gives while the variable is `text`; `printed`: what that leaves on the standard error stream.
template <typename Read>
auto with(const std::string &text, std::string *printed, const Read &read) {
  setenv(kVariable, text.c_str(), 1);
  testing::internal::CaptureStderr();
  const auto value = read();
  *printed = testing::internal::GetCapturedStderr();
  unsetenv(kVariable);
  return value;
}

TEST(Settings, NumbersAreDecimalAndInTheirRange) {
  std::string printed;
  const auto number = [] { return number_setting(kVariable, 7, 0, 100); };
  EXPECT_EQ(number(), 7U);
  EXPECT_EQ(with("", &printed, number), 7U);
  EXPECT_EQ(printed, "") << "set to nothing is not set";
  EXPECT_EQ(with("0", &printed, number), 0U);
  EXPECT_EQ(with("100", &printed, number), 100U);
  EXPECT_EQ(printed, "");
  for (const char *bad : {"101", "-1", "1k", " 1", "1 ", "0x10", "99999999999999999999", "ten", "+5", "1.5"}) {
    EXPECT_EQ(with(bad, &printed, number), 7U) << bad;
    EXPECT_EQ(printed, std::string("opstrata: warning: OPSTRATA_TEST_SETTING is \"") + bad +
                           "\"; allowed: a whole number from 0 to 100; 7 is used instead\n");
    EXPECT_EQ(with(bad, &printed, number), 7U);
    EXPECT_EQ(printed, "") << "said once";
  }
}

TEST(Settings, BytesMayHaveAUnit) {
  std::string printed;
  const auto bytes = [] { return bytes_setting(kVariable, 5, 1, UINT64_MAX); };
  const std::pair<const char *, uint64_t> good[] = {{"1", 1},
                                                    {"4096", 4096},
                                                    {"3K", 3072},
                                                    {"2m", 2097152},
                                                    {"1G", 1073741824},
                                                    {"2T", 2199023255552},
                                                    {"18446744073709551615", UINT64_MAX},
                                                    {"16777215T", 16777215ULL << 40}};
  for (const auto &[text, value] : good) {
    EXPECT_EQ(with(text, &printed, bytes), value) << text;
    EXPECT_EQ(printed, "") << text;
  }
  for (const char *bad :
       {"0", "0K", "1GB", "G", "1 G", "1.5G", "-1", "1P", "16777216T", "1k5", "99999999999999999999", "1\xEB"}) {
    EXPECT_EQ(with(bad, &printed, bytes), 5U) << bad;
    EXPECT_NE(printed.find("512M"), std::string::npos) << bad << ": " << printed;
  }
}

TEST(Settings, SwitchesAndWords) {
  std::string printed;
  const auto is_on = [] { return switch_setting(kVariable); };
  EXPECT_FALSE(is_on());
  EXPECT_TRUE(with("1", &printed, is_on));
  EXPECT_FALSE(with("0", &printed, is_on));
  EXPECT_EQ(printed, "");
  EXPECT_FALSE(with("yes", &printed, is_on));
  EXPECT_NE(printed.find("allowed: 0, 1; 0 is used"), std::string::npos) << printed;
  const auto word = [](const char *text) { return word_setting(kVariable, text, "api", {"api", "all"}); };
  EXPECT_EQ(word(nullptr), "api");
  EXPECT_EQ(word(""), "api");
  EXPECT_EQ(word("all"), "all");
  EXPECT_EQ(with("", &printed, [&] { return word("al"); }), "api");
  EXPECT_NE(printed.find("is \"al\"; allowed: api, all; api is used"), std::string::npos) << printed;
}

TEST(Settings, FoldersAreMadeOrRefused) {
  const fs::path root = fs::temp_directory_path() / std::string("settings_test.").append(std::to_string(getpid()));
  fs::create_directories(root);
  std::ofstream(root / "file") << "no folder";
  std::string printed;
  const auto folder = [](const std::string &path) { return folder_setting(kVariable, path.c_str()) != nullptr; };
  EXPECT_EQ(folder_setting(kVariable, nullptr), nullptr);
  EXPECT_FALSE(folder(""));
  EXPECT_TRUE(folder(root.string()));
  EXPECT_TRUE(folder((root / "a/b").string()));
  EXPECT_TRUE(fs::is_directory(root / "a/b"));
  for (const fs::path &bad : {root / "file", root / "file/below"}) {
    EXPECT_FALSE(with("", &printed, [&] { return folder(bad.string()); }));
    EXPECT_NE(printed.find("OPSTRATA_TEST_SETTING: cannot make the folder " + bad.string() + ": Not a directory"),
              std::string::npos)
        << printed;
    EXPECT_FALSE(with("", &printed, [&] { return folder(bad.string()); }));
    EXPECT_EQ(printed, "") << "said once";
  }
  fs::remove_all(root);
}

}  // namespace
}  // namespace opstrata
