#include "device/trace_json.h"

#include <array>
#include <charconv>

namespace opstrata::device {
namespace {

/// Nanoseconds as microseconds.
void append_time(std::string &out, uint64_t ns) {
  append_json_number(out, ns / 1000);
  const auto rest = static_cast<unsigned>(ns % 1000);
  const char text[] = {'.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
                       static_cast<char>('0' + rest % 10)};
  out.append(text, sizeof(text));
}

}  // namespace

void append_json_text(std::string &out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else
      out += byte < 0x20 || byte > 0x7E ? '?' : c;
  }
  out += '"';
}
void append_json_number(std::string &out, uint64_t value) {
  std::array<char, 24> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void append_event_head(std::string &out, char phase, std::string_view name, std::string_view kind, uint64_t at,
                       uint64_t process, uint64_t track) {
  out += "{\"ph\":\"";
  out += phase;
  out.append("\",\"name\":").append(name).append(",\"cat\":").append(kind).append(",\"ts\":");
  append_time(out, at);
  out += ",\"pid\":";
  append_json_number(out, process);
  out += ",\"tid\":";
  append_json_number(out, track);
}

void append_duration(std::string &out, uint64_t duration) {
  out += ",\"dur\":";
  append_time(out, duration);
}

}  // namespace opstrata::device
