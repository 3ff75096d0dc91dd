#include "device/watch.h"

#include <chrono>

#include "base/settings.h"
#include "device/guarded.h"
#include "device/thread_state.h"

namespace opstrata::device {
namespace {

uint32_t wanted() {
  return (verbosity() != 0 ? uint32_t{kVerbose} : 0U) | (text_setting("OPSTRATA_TRACE") != nullptr ? uint32_t{kTrace} : 0U) |
         (checked_mode() ? uint32_t{kChecks} : 0U);
}

}  // namespace

int verbosity() {
  static const int wanted = static_cast<int>(number_setting("OPSTRATA_VERBOSE", 0, 0, 2));
  return wanted;
}

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
