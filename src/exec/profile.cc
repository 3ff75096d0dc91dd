#include "exec/profile.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "base/log.h"
#include "device/trace.h"
#include "opdev/op_dfx.h"

namespace opstrata::exec {
namespace {

struct Profile {
  std::mutex mutex;
  std::FILE *file = nullptr;
};

/// Opened at the first question, never closed: events come until the process ends.
Profile &profile() {
  static Profile *const made = [] {
    auto *p = new Profile;
    const char *path = std::getenv("OPSTRATA_PROFILE");
    if (path == nullptr || *path == '\0') return p;
    p->file = std::fopen(path, "w");
    if (p->file == nullptr && log::enabled(log::Level::kWarning)) {
      log::write(log::Level::kWarning, "exec", std::string("OPSTRATA_PROFILE: cannot write ") + path);
    }
    return p;
  }();
  return *made;
}

bool is_wanted() {
  const char *path = std::getenv("OPSTRATA_PROFILE");
  return path != nullptr && *path != '\0';
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out;
}

}  // namespace

namespace {
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
  const std::string line =
      "{\"name\": \"" + escaped(name) + "\", \"cat\": \"" + escaped(kind) +
      "\", \"ph\": \"X\", \"ts\": " + std::to_string(begin / 1000) + "." +
      std::to_string(1000 + begin % 1000).substr(1) + ", \"dur\": " + std::to_string((end - begin) / 1000) + "." +
      std::to_string(1000 + (end - begin) % 1000).substr(1) + ", \"pid\": " + std::to_string(getpid()) +
      ", \"tid\": " + std::to_string(syscall(SYS_gettid)) + ", \"args\": {\"api\": \"" + escaped(of) + "\"}}\n";
  const std::lock_guard lock(p.mutex);
  (void)std::fwrite(line.data(), 1, line.size(), p.file);
  (void)std::fflush(p.file);
}

}  // namespace opstrata::exec

namespace op::internal {
OpProfilingSwitch opProfilingSwitch{opstrata::exec::is_wanted(), opstrata::exec::is_wanted(), false, false, false,
                                    opstrata::exec::is_wanted()};
}  // namespace op::internal
