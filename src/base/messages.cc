#include "base/messages.h"

#include <array>
#include <cassert>

#include "base/log.h"
#include "base/thread_owned.h"

namespace opstrata {
namespace {

struct Entry {
  std::string_view name;
  Code code;
  std::string_view text;
};

constexpr std::array<Entry, static_cast<size_t>(Msg::kCount)> kCatalogue = {{
#define OPSTRATA_MESSAGE(id, code, text) Entry{#id, Code::code, text},
#include "base/messages/all.def"
#undef OPSTRATA_MESSAGE
}};

const Entry &entry(Msg id) { return kCatalogue[static_cast<size_t>(id)]; }

// Two strings: the one being offered to the caller by take_recent_message must outlive the taking.
struct Recent {
  std::string current;
  std::string taken;
  std::string first;
};
using ThreadRecent = ThreadOwned<Recent, ThreadObject::kMessages, AfterEnd::kAnother>;
Recent &recent() { return *ThreadRecent::get(); }

}  // namespace

Status fail(Msg id, std::initializer_list<MessageValue> values) {
  const std::string_view text = entry(id).text;
  std::string out;
  uint64_t used = 0;
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '{') {
      out.push_back(text[i++]);
      continue;
    }
    const size_t end = text.find('}', i);
    const std::string_view name = text.substr(i + 1, end - i - 1);
    bool found = false;
    size_t index = 0;
    for (const MessageValue &value : values) {
      if (value.name == name) {
        out += value.value;
        used |= uint64_t{1} << index;
        found = true;
        break;
      }
      ++index;
    }
    assert(found && "a message placeholder has no value");
    if (!found) out.append("{").append(name).append("?}");
    i = end + 1;
  }
  size_t index = 0;
  bool first = true;
  for (const MessageValue &value : values) {
    if ((used & (uint64_t{1} << index++)) == 0) {
      out.append(first ? " (" : ", ").append(value.name).append("=").append(value.value);
      first = false;
    }
  }
  if (!first) out.append(")");
  return Status(entry(id).code, std::move(out));
}

std::string_view message_template(Msg id) { return entry(id).text; }
Code message_code(Msg id) { return entry(id).code; }
std::string_view message_name(Msg id) { return entry(id).name; }

const Status &report(const Status &status) {
  report_text(status.text());
  return status;
}

void report_text(std::string_view text) {
  recent().current.assign(text);
  log::write(log::Level::kError, "message", text);
}

const char *recent_message() { return recent().current.empty() ? nullptr : recent().current.c_str(); }

const char *take_recent_message() {
  Recent &r = recent();
  if (r.current.empty()) return nullptr;
  r.taken.swap(r.current);
  r.current.clear();
  return r.taken.c_str();
}

void keep_first_refusal(const Status &status) {
  if (recent().first.empty()) recent().first = status.text();
}
std::string_view first_refusal() { return recent().first; }
void forget_first_refusal() {
  if (Recent *const known = ThreadRecent::existing(); known != nullptr) known->first.clear();
}

RecentMessageScope::RecentMessageScope() {
  if (std::string &current = recent().current; !current.empty()) saved_.swap(current);
}
RecentMessageScope::~RecentMessageScope() {
  if (std::string &current = recent().current; !current.empty() || !saved_.empty()) current.swap(saved_);
}

}  // namespace opstrata
