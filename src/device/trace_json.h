/// @file
/// Chrome trace events as JSON, for the trace (trace.h) and for the profile of the executor.
#ifndef OPSTRATA_SRC_DEVICE_TRACE_JSON_H_
#define OPSTRATA_SRC_DEVICE_TRACE_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "base/export.h"

namespace opstrata::device {

/// A text between quotes; what is not printable ASCII becomes "?".
OPSTRATA_INTERNAL void append_json_text(std::string &out, std::string_view text);
OPSTRATA_INTERNAL void append_json_number(std::string &out, uint64_t value);
/// An event up to its track, without what its phase wants beside that and without the closing bracket. `name` and
/// `kind` (the category) are JSON texts, `at` nanoseconds.
OPSTRATA_INTERNAL void append_event_head(std::string &out, char phase, std::string_view name, std::string_view kind,
                                         uint64_t at, uint64_t process, uint64_t track);
/// What a slice (phase X) wants: its nanoseconds.
OPSTRATA_INTERNAL void append_duration(std::string &out, uint64_t duration);

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_TRACE_JSON_H_
