#include "history/civil_day.h"

#include <gtest/gtest.h>

namespace opstrata::history {
namespace {

TEST(CivilDay, NumbersAreDaysSince1970) {
  EXPECT_EQ((CivilDay{1970, 1, 1}.number()), 0);
  EXPECT_EQ((CivilDay{2000, 3, 1}.number()), 11017);  // date -u -d 2000-03-01 +%s / 86400
  EXPECT_EQ((CivilDay{1900, 1, 1}.number()), -25567);
  EXPECT_EQ((CivilDay{2026, 3, 30}.number()), 20542);
  for (int64_t n = -25567; n < 100000; n += 17) EXPECT_EQ(day_from_number(n).number(), n);
}

TEST(CivilDay, ParsesOnlyTheExactForm) {
  for (const char *text : {"2026-2-3", "2026/02/03", " 2026-02-03", "2026-02-03 ", "", "2026-02-0a", "+026-02-03",
                           "1899-12-31", "2026-00-10", "2026-13-01", "2026-01-00", "2026-01-32"}) {
    EXPECT_FALSE(parse_day(text)) << text;
  }
  EXPECT_EQ(parse_day("1900-01-01"), (CivilDay{1900, 1, 1}));
  EXPECT_EQ(parse_day("9999-12-31"), (CivilDay{9999, 12, 31}));
}

TEST(CivilDay, ChecksTheCalendar) {
  EXPECT_FALSE(parse_day("2026-02-31"));
  EXPECT_FALSE(parse_day("2026-02-29"));
  EXPECT_FALSE(parse_day("1900-02-29"));
  EXPECT_TRUE(parse_day("2024-02-29"));
  EXPECT_TRUE(parse_day("2000-02-29"));
  EXPECT_FALSE(parse_day("2026-04-31"));
}

TEST(CivilDay, MonthsBeforeClampsToTheMonthsLastDay) {
  EXPECT_EQ(months_before({2024, 3, 31}, 1).to_string(), "2024-02-29");
  EXPECT_EQ(months_before({2026, 3, 30}, 12).to_string(), "2025-03-30");
  EXPECT_EQ(months_before({2024, 2, 29}, 12).to_string(), "2023-02-28");
  EXPECT_EQ(months_before({2026, 1, 15}, 1).to_string(), "2025-12-15");
}

}  // namespace
}  // namespace opstrata::history
