// The rows of es-api section 4.9 that concern the window; expected values are the table's right column, where issue
// rules and section 5.2 do not go further (an unknown release is refused with the known ones).
#include <gmock/gmock.h>

#include <cstdlib>
#include <ctime>

#include "history/registry_fixture.h"

namespace opstrata::history {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using WindowTest = RegistryFixture;

TEST_F(WindowTest, ExactlyAYearIsInsideOneDayMoreIsOutLeapYearsAreNotSpecial) {
  make_registry({{"a366", "2023-02-28"}, {"a365", "2023-03-01"}, {"now", "2024-02-29"}});
  EXPECT_THAT(versions(window({{}, "now", "", ""}).releases), ElementsAre("a365", "now"));
  make_registry({{"b366", "2025-03-29"}, {"b365", "2025-03-30"}, {"now", "2026-03-30"}});
  const Window selected = window({{}, "now", "", ""});
  EXPECT_THAT(versions(selected.releases), ElementsAre("b365", "now"));
  EXPECT_THAT(versions(selected.expired), ElementsAre("b366"));
  EXPECT_EQ(selected.anchor, Window::Anchor::kRelease);
  EXPECT_EQ(selected.anchor_date, "2026-03-30");
}

TEST_F(WindowTest, WithoutReleaseVersionTheAnchorIsToday) {
  make_registry({{"old", "2024-01-01"}, {"new", "2026-01-01"}});
  const Window selected = window({{}, "", "", "2026-06-01"});
  EXPECT_EQ(selected.anchor, Window::Anchor::kToday);
  EXPECT_THAT(versions(selected.releases), ElementsAre("new"));
  EXPECT_EQ(window({}).anchor_date, today_utc().to_string());
}

TEST_F(WindowTest, FutureReleasesAreSkippedAndListed) {
  make_registry({{"a", "2026-01-01"}, {"b", "2026-02-01"}, {"c", "2026-03-01"}});
  const Window selected = window({{}, "b", "", ""});
  EXPECT_THAT(versions(selected.releases), ElementsAre("a", "b"));
  EXPECT_THAT(versions(selected.future), ElementsAre("c"));
}

TEST_F(WindowTest, EqualDatesKeepTheOrderOfTheIndex) {
  make_registry({{"z", "2026-01-01"}, {"a", "2026-01-01"}, {"m", "2026-01-01"}, {"first", "2025-12-31"}});
  EXPECT_THAT(versions(window({{}, "a", "", ""}).releases), ElementsAre("first", "z", "a", "m"));
}

TEST_F(WindowTest, UnknownReleaseIsRefusedWithTheKnownOnes) {
  make_registry({{"8.0.RC1", "2026-01-01"}, {"8.0.0", "2026-02-01"}});
  const Result<Window> refused = select_window(*Registry::open(package()), {{}, "8.0.1", "", ""});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), Code::kNotFound);
  EXPECT_THAT(refused.status().text(), HasSubstr("8.0.RC1, 8.0.0"));
}

TEST_F(WindowTest, NewReleaseIsGivenByItsDate) {
  make_registry({{"8.0.RC1", "2024-12-31"}, {"8.0.0", "2025-06-01"}});
  const Window selected = window({{}, "8.0.1", "2026-01-01", ""});
  EXPECT_EQ(selected.anchor, Window::Anchor::kDate);
  EXPECT_EQ(selected.anchor_date, "2026-01-01");
  EXPECT_THAT(versions(selected.releases), ElementsAre("8.0.0"));
  EXPECT_THAT(selected.notes, ElementsAre(HasSubstr("'8.0.1' is not archived yet")));
  EXPECT_THAT(versions(window({{}, "", "2025-12-31", ""}).releases), ElementsAre("8.0.RC1", "8.0.0"));
}

TEST_F(WindowTest, DateOfTheIndexCountsForAnArchivedRelease) {
  make_registry({{"a", "2026-01-01"}, {"b", "2026-02-01"}});
  const Window selected = window({{}, "a", "2026-02-01", ""});
  EXPECT_EQ(selected.anchor_date, "2026-01-01");
  EXPECT_THAT(versions(selected.releases), ElementsAre("a"));
  EXPECT_THAT(selected.notes, ElementsAre(HasSubstr("which counts, not 2026-02-01")));
}

TEST_F(WindowTest, FirstEnablementHasNoOverloadsToServe) {  // seed section 6.1
  make_registry({});
  const Window selected = window({{}, "8.0.RC1", "", "2026-03-30"});
  EXPECT_THAT(selected.releases, IsEmpty());
  EXPECT_THAT(selected.notes, ElementsAre(HasSubstr("'8.0.RC1' becomes the baseline")));
  EXPECT_THAT(select_window(Registry(), {{}, "8.0.RC1", "", ""})->notes,
              IsEmpty());  // history switched off: no message
}

TEST_F(WindowTest, OtherSizes) {
  make_registry(
      {{"a", "2024-01-31"}, {"b", "2025-02-27"}, {"c", "2025-02-28"}, {"d", "2026-02-28"}, {"e", "2026-03-01"}});
  const auto in = [&](const char *size) { return versions(window({*parse_window_size(size), "d", "", ""}).releases); };
  EXPECT_THAT(in("12m"), ElementsAre("c", "d"));
  EXPECT_THAT(in("366d"), ElementsAre("b", "c", "d"));
  EXPECT_THAT(in("1d"), ElementsAre("d"));
  EXPECT_THAT(in("3r"), ElementsAre("b", "c", "d"));
  EXPECT_THAT(in("all"), ElementsAre("a", "b", "c", "d"));
  for (const char *text : {"", "d", "0d", "12", "12x", "-1d", "12 m", "4294967296d", "ALL"}) {
    EXPECT_EQ(parse_window_size(text).status().code(), Code::kInvalid) << text;
  }
}

/// Day arithmetic knows no clock and no zone: a registry has one window everywhere (es-api section 14.10).
TEST_F(WindowTest, TimeZonesAreOfNoMatter) {
  make_registry(
      {{"a", "2025-03-29"}, {"b", "2025-03-30"}, {"c", "2025-10-26"}, {"d", "2026-03-30"}, {"e", "2026-03-31"}});
  const char *const before = std::getenv("TZ");
  const std::string kept = before == nullptr ? "" : before;
  for (const char *zone :
       {"UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"}) {
    ::setenv("TZ", zone, 1);
    ::tzset();
    EXPECT_THAT(versions(window({{}, "d", "", ""}).releases), ElementsAre("b", "c", "d")) << zone;
    EXPECT_THAT(versions(window({*parse_window_size("12m"), "", "2026-03-30", ""}).releases),
                ElementsAre("b", "c", "d"))
        << zone;
    const auto day_by_the_c_library = [] {
      const std::time_t now = std::time(nullptr);
      std::tm utc{};
      ::gmtime_r(&now, &utc);
      char today[16];
      std::strftime(today, sizeof today, "%F", &utc);
      return std::string(today);
    };
    // Midnight may pass between the calls.
    const std::string earlier = day_by_the_c_library();
    const std::string ours = today_utc().to_string();
    EXPECT_THAT(ours, AnyOf(earlier, day_by_the_c_library())) << zone;
  }
  before == nullptr ? (void)::unsetenv("TZ") : (void)::setenv("TZ", kept.c_str(), 1);
  ::tzset();
}

TEST_F(WindowTest, BadDateAndHostileVersionAreRefused) {
  make_registry({});
  const Registry registry = *Registry::open(package());
  EXPECT_EQ(select_window(registry, {{}, "a", "2026-02-31", ""}).status().code(), Code::kInvalid);
  EXPECT_EQ(select_window(registry, {{}, "../a", "", ""}).status().code(), Code::kInvalid);
}

}  // namespace
}  // namespace opstrata::history
