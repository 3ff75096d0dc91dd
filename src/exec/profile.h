/// @file
/// The profile (opdev-api section 2.30): while OPSTRATA_PROFILE names a file, every API function, operator function,
/// shape inference and kernel leaves a line in it: a "complete event" of the Chrome trace format (times in
/// microseconds, `tid` the thread). The file is a JSON array of them, complete after every event (a pipe gets no
/// closing bracket). `op::internal::opProfilingSwitch.reportFlag` is true then; a program may switch it off and on
/// again.
#ifndef OPSTRATA_SRC_EXEC_PROFILE_H_
#define OPSTRATA_SRC_EXEC_PROFILE_H_

#include <cstdint>
#include <string_view>

namespace opstrata::exec {

/// Whether events are wanted now, by the profile or by the trace (device/trace.h), which gets the same ones.
bool profiles();
/// Nanoseconds of the clock that events use.
uint64_t profile_now();
/// One event from `begin` to now. `kind`: "api", "operator", "infershape", "tiling", "launch", "kernel". `of`: the API
/// function, or empty.
void profile_event(std::string_view kind, std::string_view name, std::string_view of, uint64_t begin);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_PROFILE_H_
