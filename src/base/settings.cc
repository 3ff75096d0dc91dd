#include "base/settings.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>

#include "base/log.h"
#include "base/messages.h"

namespace opstrata {
namespace {

struct Said {
  std::mutex mutex;
  std::set<std::string> texts;
};
// Never destroyed: settings are also read by destructors of static objects.
Said &said() {
  static auto *const made = new Said;
  return *made;
}

void say_once(const std::string &text) {
  {
    const std::lock_guard lock(said().mutex);
    if (!said().texts.insert(text).second) return;
  }
  (void)std::fprintf(stderr, "opstrata: warning: %s\n", text.c_str());
  log::write(log::Level::kWarning, "settings", text);
}

/// The number that `text` begins with, and where it ends; nothing when there is none or it is too large.
std::optional<uint64_t> leading_number(std::string_view *text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc()) return std::nullopt;
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  return value;
}

std::string limits(uint64_t least, uint64_t most) {
  return most == UINT64_MAX ? (least == 0 ? std::string() : " of at least " + std::to_string(least))
                            : " from " + std::to_string(least) + " to " + std::to_string(most);
}

}  // namespace

const char *text_setting(const char *name) {
  const char *text = std::getenv(name);
  return text == nullptr || *text == '\0' ? nullptr : text;
}

uint64_t number_setting(const char *name, uint64_t otherwise, uint64_t least, uint64_t most) {
  const char *const text = text_setting(name);
  if (text == nullptr) return otherwise;
  std::string_view rest = text;
  const auto value = leading_number(&rest);
  if (value && rest.empty() && *value >= least && *value <= most) return *value;
  setting_refused(name, text, "a whole number" + limits(least, most), std::to_string(otherwise));
  return otherwise;
}

uint64_t bytes_setting(const char *name, uint64_t otherwise, uint64_t least, uint64_t most) {
  const char *const text = text_setting(name);
  if (text == nullptr) return otherwise;
  constexpr std::string_view kUnits = "KMGT";
  std::string_view rest = text;
  auto value = leading_number(&rest);
  if (value && rest.size() == 1) {
    const char unit = static_cast<char>(rest[0] & ~0x20);  // either case
    const size_t power = kUnits.find(unit);
    const uint64_t factor = power == std::string_view::npos ? 0 : uint64_t{1} << (10 * (power + 1));
    uint64_t bytes = 0;
    if (factor != 0 && !__builtin_mul_overflow(*value, factor, &bytes)) {
      value = bytes;
      rest = {};
    }
  }
  if (value && rest.empty() && *value >= least && *value <= most) return *value;
  setting_refused(name, text,
                  "a number of bytes" + limits(least, most) + ", or of K, M, G or T (1024 bytes and so on) as in 512M",
                  std::to_string(otherwise));
  return otherwise;
}

bool switch_setting(const char *name) { return word_setting(name, text_setting(name), "0", {"0", "1"}) == "1"; }

std::string_view word_setting(const char *name, const char *text, std::string_view otherwise,
                              std::initializer_list<std::string_view> words) {
  if (text == nullptr || *text == '\0') return otherwise;
  const auto *const found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return *found;
  std::string allowed;
  for (const std::string_view word : words) allowed.append(allowed.empty() ? "" : ", ").append(word);
  setting_refused(name, text, allowed, otherwise);
  return otherwise;
}

void setting_refused(const char *name, std::string_view value, std::string_view allowed, std::string_view used) {
  say_once(
      fail(Msg::kSettingInvalid, {{"variable", name}, {"value", value}, {"allowed", allowed}, {"used", used}}).text());
}

void setting_path_refused(const char *name, std::string_view action, std::string_view path, int error) {
  say_once(
      fail(Msg::kSettingPath,
           {{"variable", name}, {"action", action}, {"path", path}, {"reason", std::generic_category().message(error)}})
          .text());
}

const char *folder_setting(const char *name, const char *folder) {
  if (folder == nullptr || *folder == '\0') return nullptr;
  struct stat status {};
  if (::stat(folder, &status) == 0 && S_ISDIR(status.st_mode)) return folder;
  std::error_code error;
  (void)std::filesystem::create_directories(folder, error);
  if (!error && std::filesystem::is_directory(folder, error)) return folder;
  setting_path_refused(name, "make the folder", folder, error ? error.value() : ENOTDIR);
  return nullptr;
}

}  // namespace opstrata
