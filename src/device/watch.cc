#include "device/watch.h"

#include <chrono>
#include <cstdlib>

#include "device/guarded.h"
#include "device/thread_state.h"

namespace opstrata::device {
namespace {

bool is_set(const char *name) {
  const char *text = std::getenv(name);
  return text != nullptr && *text != '\0';
}

uint32_t wanted() {
  const char *verbose = std::getenv("OPSTRATA_VERBOSE");
  return (is_set("OPSTRATA_VERBOSE") && (verbose[0] != '0' || verbose[1] != '\0') ? uint32_t{kVerbose} : 0U) |
         (is_set("OPSTRATA_TRACE") ? uint32_t{kTrace} : 0U) | (checked_mode() ? uint32_t{kChecks} : 0U);
}

}  // namespace

std::atomic<uint32_t> g_watchers{wanted()};

uint64_t watch_now() {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count());
}

std::optional<StreamPlace> running_stream() {
  const ThreadState &state = thread_state();
  if (state.running_device < 0) return std::nullopt;
  return StreamPlace{state.running_device, state.running_stream};
}

}  // namespace opstrata::device
