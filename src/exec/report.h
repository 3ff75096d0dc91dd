/// @file
/// From refusals to the interface: statuses become aclnn codes and the thread's recent message.
#ifndef OPSTRATA_SRC_EXEC_REPORT_H_
#define OPSTRATA_SRC_EXEC_REPORT_H_

#include <cstdint>
#include <initializer_list>

#include "base/messages.h"
#include "base/status.h"

namespace opstrata::exec {

/// aclnnStatus of a failure: 161001 missing object, 161002 what the caller may not do, 361001 the runtime's, 561003 no
/// kernel, else 561000; 0 for ok.
int32_t aclnn_code(const Status &status);

/// A failure of the API function that the thread is in, with the line that replays it where there is one
/// (launch_watch.h); a text that has a line stays as it is.
Status with_api_line(const Status &status);

/// Reports a failure (recent message, log) and returns its aclnn code; 0 for ok without reporting.
int32_t reported(const Status &failure);
/// The same for a catalogue entry.
int32_t refused(Msg id, std::initializer_list<MessageValue> values);
/// The same with a code that the interface prescribes in place of the one that follows from the kind of failure.
int32_t refused_as(int32_t code, Msg id, std::initializer_list<MessageValue> values);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_REPORT_H_
