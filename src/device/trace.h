/// @file
/// The trace: OPSTRATA_TRACE names a file that receives what this process does as a JSON array of Chrome trace events
/// (Perfetto and chrome://tracing open it). Every thread is a track of the process, every stream a track of its device.
///
/// The first thousand events are written at once. Later ones are kept in memory of their thread and written by a thread
/// of the trace's own, fifty times a second, at aclFinalize, and when the process exits, whoever calls exit. The file
/// is a complete JSON document after every write, so a process that dies leaves what was written until then; one that
/// dies of a fault or of abort leaves everything, unless it has put a signal handler of its own in place. A forked
/// child writes no trace.
///
/// Call these functions only while watched_by(kTrace).
#ifndef OPSTRATA_SRC_DEVICE_TRACE_H_
#define OPSTRATA_SRC_DEVICE_TRACE_H_

#include <cstdint>
#include <string_view>

#include "base/export.h"
#include "device/watch.h"

namespace opstrata::device {

/// A point of a track.
struct TraceMoment {
  uint64_t at = 0;       ///< watch_now(); 0: there is none
  uint32_t process = 0;  ///< 0: this process; d + 1: device d
  uint32_t track = 0;    ///< thread or stream
};

/// Begins the trace, as the first event does. Handlers of faults that are installed afterwards come before the trace's.
OPSTRATA_INTERNAL void trace_begin();
/// Now, on the track of this thread, or of the stream whose step it runs.
OPSTRATA_INTERNAL TraceMoment trace_moment();
/// A slice from `begin` to now on the track of this thread, or of the stream whose step it runs. `kind` becomes the
/// category.
OPSTRATA_INTERNAL void trace_slice(std::string_view kind, std::string_view name, uint64_t begin);
/// A number for an arrow.
OPSTRATA_INTERNAL uint64_t trace_new_arrow();
enum class ArrowPart : char { kBegin = 's', kStep = 't', kEnd = 'f' };
/// One end, or a stop on the way, of an arrow between the slices that lie at the moments.
OPSTRATA_INTERNAL void trace_arrow(ArrowPart part, uint64_t arrow, const TraceMoment &moment);
/// A counter of this process (`process` 0) or of a device, as TraceMoment counts them.
OPSTRATA_INTERNAL void trace_counter(uint32_t process, std::string_view name, uint64_t value);

/// Writes all events of before.
OPSTRATA_INTERNAL void trace_write();
void trace_before_fork();
void trace_after_fork(bool in_child);

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_TRACE_H_
