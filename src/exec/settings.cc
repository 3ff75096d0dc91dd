#include "exec/settings.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/log.h"

namespace opstrata::exec {

uint64_t number_setting(const char *name, uint64_t otherwise, uint64_t most) {
  const char *text = std::getenv(name);
  if (text == nullptr) return otherwise;
  uint64_t value = 0;
  const char *last = text + std::strlen(text);
  const auto [end, error] = std::from_chars(text, last, value);
  if (error == std::errc() && end == last && value <= most) return value;
  if (log::enabled(log::Level::kWarning)) {
    log::write(log::Level::kWarning, "exec", std::string(name) + " is \"" + text + "\", which is no number from 0 to " +
                                                 std::to_string(most) + "; " + std::to_string(otherwise) + " is used");
  }
  return otherwise;
}

}  // namespace opstrata::exec
