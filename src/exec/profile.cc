#include "exec/profile.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <mutex>
#include <string>

#include "base/settings.h"
#include "device/trace.h"
#include "device/trace_json.h"
#include "opdev/op_dfx.h"

namespace opstrata::exec {
namespace {

constexpr const char *kVariable = "OPSTRATA_PROFILE";

struct Profile {
  std::mutex mutex;
  std::FILE *file = nullptr;
  pid_t process = 0;  ///< a forked child writes nothing: the file is its parent's
  bool can_seek = false;
  bool has_events = false;

  /// One event more. Where the file can be gone back in, it is a complete JSON document after each event.
  void write(const std::string &event) {
    if (can_seek) (void)std::fseek(file, -2, SEEK_END);
    const std::string text = (has_events ? "," : "") + event + (can_seek ? "\n]\n" : "\n");
    (void)std::fwrite(text.data(), 1, text.size(), file);
    (void)std::fflush(file);
    has_events = true;
  }
};

/// Opened at the first question, never closed: events come until the process ends.
Profile &profile() {
  static Profile *const made = [] {
    auto *p = new Profile;
    const char *const path = text_setting(kVariable);
    if (path == nullptr) return p;
    p->file = std::fopen(path, "w");
    if (p->file == nullptr) {
      setting_path_refused(kVariable, "write", path, errno);
      return p;
    }
    p->process = getpid();
    p->can_seek = std::fputs("[\n]\n", p->file) >= 0 && std::fseek(p->file, -2, SEEK_END) == 0;
    if (!p->can_seek) (void)std::fputs("[\n", p->file);
    return p;
  }();
  return *made;
}

bool is_wanted() { return text_setting(kVariable) != nullptr; }

bool has_file() { return op::internal::opProfilingSwitch.reportFlag && profile().file != nullptr; }
}  // namespace

bool profiles() { return device::watched_by(device::kTrace) || has_file(); }

uint64_t profile_now() { return device::watch_now(); }

void profile_event(std::string_view kind, std::string_view name, std::string_view of, uint64_t begin) {
  const uint64_t end = profile_now();
  // Kernels have slices of their own there (launch_watch.cc).
  if (device::watched_by(device::kTrace) && kind != "kernel") device::trace_slice(kind, name, begin);
  if (!has_file()) return;
  Profile &p = profile();
  if (p.process != getpid()) return;
  std::string name_text, kind_text, event;
  device::append_json_text(name_text, name);
  device::append_json_text(kind_text, kind);
  device::append_event_head(event, 'X', name_text, kind_text, begin, static_cast<uint64_t>(getpid()),
                            static_cast<uint64_t>(syscall(SYS_gettid)));
  device::append_duration(event, end - begin);
  event += ",\"args\":{\"api\":";
  device::append_json_text(event, of);
  event += "}}";
  const std::lock_guard lock(p.mutex);
  p.write(event);
}

}  // namespace opstrata::exec

namespace op::internal {
OpProfilingSwitch opProfilingSwitch{opstrata::exec::is_wanted(), opstrata::exec::is_wanted(), false, false, false,
                                    opstrata::exec::is_wanted()};
}  // namespace op::internal
