/// @file
/// Who watches the work of this process: verbose lines (OPSTRATA_VERBOSE), the trace (OPSTRATA_TRACE), the checked mode
/// (OPSTRATA_CHECKED). Places where calls are planned, submitted and run, and where memory comes and goes, ask here
/// first; while nobody watches that is one relaxed load.
#ifndef OPSTRATA_SRC_DEVICE_WATCH_H_
#define OPSTRATA_SRC_DEVICE_WATCH_H_

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/export.h"

namespace opstrata::device {

enum Watcher : uint32_t { kVerbose = 1, kTrace = 2, kChecks = 4 };

/// Bits of Watcher, from the environment when the library is loaded.
OPSTRATA_INTERNAL extern std::atomic<uint32_t> g_watchers;

/// OPSTRATA_VERBOSE: 0, 1, or 2 for lines with a sum over the outputs.
OPSTRATA_INTERNAL int verbosity();

/// Whether any of `watchers` is at work.
inline bool watched_by(uint32_t watchers) { return (g_watchers.load(std::memory_order_relaxed) & watchers) != 0; }

/// Nanoseconds of the clock that events use.
OPSTRATA_INTERNAL uint64_t watch_now();

/// The stream whose step this thread runs.
struct StreamPlace {
  int32_t device;
  uint32_t stream;
};
OPSTRATA_INTERNAL std::optional<StreamPlace> running_stream();

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_WATCH_H_
