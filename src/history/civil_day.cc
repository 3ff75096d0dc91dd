#include "history/civil_day.h"

#include <chrono>

namespace opstrata::history {
namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

year_month_day to_chrono(const CivilDay &day) {
  return {std::chrono::year(day.year), std::chrono::month(day.month), std::chrono::day(day.day)};
}

CivilDay from_chrono(const year_month_day &day) {
  return {static_cast<int>(day.year()), static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day())};
}

}  // namespace

int64_t CivilDay::number() const { return sys_days(to_chrono(*this)).time_since_epoch().count(); }

std::string CivilDay::to_string() const {
  const auto digits = [](unsigned value, size_t width) {
    std::string text = std::to_string(value);
    return std::string(width > text.size() ? width - text.size() : 0, '0') + text;
  };
  return digits(static_cast<unsigned>(year), 4) + "-" + digits(month, 2) + "-" + digits(day, 2);
}

std::optional<CivilDay> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto number = [text](size_t from, size_t count) -> int {
    int value = 0;
    for (const char c : text.substr(from, count)) {
      if (c < '0' || c > '9') return -1;
      value = value * 10 + (c - '0');
    }
    return value;
  };
  const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
  if (year < 1900 || month < 1 || day < 1) return std::nullopt;
  const CivilDay parsed{year, static_cast<unsigned>(month), static_cast<unsigned>(day)};
  if (!to_chrono(parsed).ok()) return std::nullopt;
  return parsed;
}

CivilDay day_from_number(int64_t number) { return from_chrono(year_month_day(sys_days(std::chrono::days(number)))); }

CivilDay months_before(CivilDay day, unsigned months) {
  year_month_day target = to_chrono(day) - std::chrono::months(months);
  if (!target.ok()) target = target.year() / target.month() / std::chrono::last;
  return from_chrono(target);
}

CivilDay today_utc() {
  return from_chrono(year_month_day(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())));
}

}  // namespace opstrata::history
