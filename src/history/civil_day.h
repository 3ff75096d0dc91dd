/// @file
/// Calendar arithmetic of the history registry: days of the civil (proleptic Gregorian) calendar, no clock, no time
/// zone.
#ifndef OPSTRATA_SRC_HISTORY_CIVIL_DAY_H_
#define OPSTRATA_SRC_HISTORY_CIVIL_DAY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/export.h"

namespace opstrata::history {

/// A day of the civil calendar. `number` counts days since 1970-01-01.
struct CivilDay {
  int year = 1970;
  unsigned month = 1;
  unsigned day = 1;
  OPSTRATA_INTERNAL int64_t number() const;
  OPSTRATA_INTERNAL std::string to_string() const;  ///< `YYYY-MM-DD`
  friend bool operator==(const CivilDay &, const CivilDay &) = default;
};

/// Parses exactly `dddd-dd-dd` with year 1900..9999 and a day that the calendar has (es-api sections 4.2 and 4.9).
OPSTRATA_INTERNAL std::optional<CivilDay> parse_day(std::string_view text);
OPSTRATA_INTERNAL CivilDay day_from_number(int64_t number);
/// The same day `months` earlier; a day that the target month does not have becomes the month's last.
OPSTRATA_INTERNAL CivilDay months_before(CivilDay day, unsigned months);
/// The current day in UTC.
OPSTRATA_INTERNAL CivilDay today_utc();

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_CIVIL_DAY_H_
