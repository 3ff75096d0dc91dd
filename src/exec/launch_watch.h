/// @file
/// What is said about a launch to whoever watches (device/watch.h): launch lines for OPSTRATA_VERBOSE and for the texts
/// of failures, slices and arrows for OPSTRATA_TRACE, checks of memory for OPSTRATA_CHECKED.
#ifndef OPSTRATA_SRC_EXEC_LAUNCH_WATCH_H_
#define OPSTRATA_SRC_EXEC_LAUNCH_WATCH_H_

#include <memory>
#include <optional>
#include <string>

#include "base/messages.h"
#include "device/checks.h"
#include "device/stream.h"
#include "device/trace.h"
#include "device/watch.h"
#include "exec/launch.h"
#include "exec/launch_line.h"
#include "exec/plan.h"

namespace opstrata::exec {

/// What one run of a plan is remembered by; filled in while somebody watches.
struct LaunchNote {
  bool plan_hit = false;
  device::TraceMoment planned, launched;
};

/// The line of a call that has not become a step, and of a step. Facts that are not known are left out.
LaunchLine line_of(const OpCall &call);
/// The line of the API function that this thread is in, as the operator that it is named after with the function's
/// tensors as its inputs and outputs; nothing where the operator has no prototype, other numbers of tensors, lists, or
/// attributes that have to be given, which only a launch knows.
std::optional<LaunchLine> line_of_api_call();
LaunchLine line_of(const Step &step, const StepAction &action, const StepBinding &binding, const std::string &api);

/// A phase two puts `plan` on a stream: note and counters. `planned`: when phase one made the executor.
LaunchNote note_launch(bool plan_hit, const device::TraceMoment &planned);
/// It has done so.
void launched(const LaunchNote &note, const std::string &api);

/// One step of a run, on its stream. Made before the kernel runs.
class WatchedStep {
 public:
  /// `arrow`: that of the run, from phase one over the launch to the kernels; 0: none.
  WatchedStep(const Plan &plan, const Step &step, const LaunchNote &note, uint64_t arrow);
  /// In checked mode: no address lies in memory that was released, or beside whose ends somebody wrote. Then that
  /// memory is within reach until the end.
  Status begin(const StepBinding &binding, const void *workspace);
  /// The kernel is done: prints the line, ends the slice and brings the arrow to it. Refuses a kernel that wrote beside
  /// its memory (in checked mode).
  Status end(const StepAction &action, const StepBinding &binding, bool has_failed);

 private:
  Status kept_to(const char *what) const;
  const Plan &plan_;
  const Step &step_;
  const LaunchNote &note_;
  uint64_t arrow_;
  std::string label_;
  std::optional<device::CheckedWork> work_;
  uint64_t begin_ = 0;
};

/// Whether `touched` bytes from byte `offset` on end inside the allocation that `base` lies in; ok where nothing is
/// known of it. `name`: gives the parameter's name for the refusal.
template <typename Name>
Status check_extent(const std::string &op_type, bool is_input, const Name &name, const void *base, int64_t offset,
                    uint64_t touched) {
  const auto left = device::bytes_left(base);
  const auto from = static_cast<uint64_t>(offset);  // negative ones are larger than any allocation
  if (!left || (from <= left->bytes && touched <= left->bytes - from)) return {};
  return fail(Msg::kExecOverBlock, {{"op", op_type},
                                    {"side", is_input ? "input" : "output"},
                                    {"parameter", name()},
                                    {"bytes", touched},
                                    {"offset", offset},
                                    {"size", left->block},
                                    {"left", left->bytes}});
}

/// In checked mode, for a call in phase one: no tensor reaches beyond the allocation that it lies in, none lies in
/// memory that was released.
Status check_memory(const OpCall &call);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_LAUNCH_WATCH_H_
