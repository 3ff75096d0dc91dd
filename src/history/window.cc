#include <algorithm>
#include <charconv>

#include "base/messages.h"
#include "history/json_text.h"
#include "history/registry.h"

namespace opstrata::history {
namespace {

Result<CivilDay> checked_day(const std::string &date) {
  const auto day = parse_day(date);
  if (!day) return fail(Msg::kHistoryBadDate, {{"date", printable(date)}});
  return *day;
}

// Where the window ends, with what the user should know about the choice.
Result<CivilDay> anchor_day(const Registry &registry, const WindowRequest &request, Window &window) {
  const Release *const archived = registry.find_release(request.release_version);
  if (!request.release_date.empty()) {
    Result<CivilDay> given = checked_day(request.release_date);
    if (!given.ok()) return given.status();
    if (archived == nullptr) {
      window.anchor = Window::Anchor::kDate;
      if (!request.release_version.empty() && !registry.releases().empty()) {
        window.notes.push_back("release '" + request.release_version +
                               "' is not archived yet; the window ends at its date " + request.release_date);
      }
      return given;
    }
    if (archived->date != request.release_date) {
      window.notes.push_back("release '" + archived->version + "' is archived with date " + archived->date +
                             ", which counts, not " + request.release_date);
    }
  }
  if (archived != nullptr) {
    window.anchor = Window::Anchor::kRelease;
    return checked_day(archived->date);
  }
  if (!request.release_version.empty()) {
    OPSTRATA_TRY(check_release_version(request.release_version));
    if (!registry.releases().empty()) return registry.load_release(request.release_version).status();
    if (!registry.directory().empty())
      window.notes.push_back("the registry holds no release; '" + request.release_version + "' becomes the baseline");
  }
  window.anchor = Window::Anchor::kToday;
  if (request.today.empty()) return today_utc();
  return checked_day(request.today);
}

// Day number of the first day of a window that ends at `anchor`; windows of other units than days have no first day.
int64_t first_day(const CivilDay &anchor, const WindowSize &size) {
  if (size.unit == WindowSize::Unit::kDays) return anchor.number() - size.count;
  if (size.unit == WindowSize::Unit::kMonths) return months_before(anchor, size.count).number();
  return INT64_MIN;
}

}  // namespace

Result<WindowSize> parse_window_size(std::string_view text) {
  if (text == "all") return WindowSize{WindowSize::Unit::kAll, 0};
  uint32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && end == text.data() + text.size() - 1 && count > 0 && count <= 100000) {
    if (*end == 'd') return WindowSize{WindowSize::Unit::kDays, count};
    if (*end == 'm') return WindowSize{WindowSize::Unit::kMonths, count};
    if (*end == 'r') return WindowSize{WindowSize::Unit::kReleases, count};
  }
  return fail(Msg::kHistoryBadWindow, {{"window", printable(text)}});
}

Result<Window> select_window(const Registry &registry, const WindowRequest &request) {
  Window window;
  const Result<CivilDay> anchor = anchor_day(registry, request, window);
  if (!anchor.ok()) return anchor.status();
  window.anchor_date = anchor->to_string();
  window.size = request.size;
  const int64_t first = first_day(*anchor, request.size);
  for (const Release &release : registry.releases()) {
    const int64_t day = parse_day(release.date)->number();
    if (day > anchor->number())
      window.future.push_back(release);
    else if (day < first)
      window.expired.push_back(release);
    else
      window.releases.push_back(release);
  }
  if (request.size.unit == WindowSize::Unit::kReleases && window.releases.size() > request.size.count) {
    const auto keep = window.releases.end() - static_cast<ptrdiff_t>(request.size.count);
    window.expired.assign(window.releases.begin(), keep);
    window.releases.erase(window.releases.begin(), keep);
  }
  return window;
}

size_t window_begin(const std::vector<const Release *> &releases, size_t newest, const WindowSize &size) {
  if (size.unit == WindowSize::Unit::kReleases) return newest + 1 > size.count ? newest + 1 - size.count : 0;
  const auto anchor = parse_day(releases[newest]->date);
  size_t begin = newest;
  while (anchor && begin > 0) {
    const auto day = parse_day(releases[begin - 1]->date);
    if (!day || day->number() < first_day(*anchor, size)) break;
    --begin;
  }
  return begin;
}

}  // namespace opstrata::history
