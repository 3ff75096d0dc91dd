/// @file
/// Events and notifies: what streams wait for.
#ifndef OPSTRATA_SRC_DEVICE_EVENT_H_
#define OPSTRATA_SRC_DEVICE_EVENT_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "device/acl_status.h"
#include "device/worker_pool.h"

namespace opstrata::device {

class GraphCapture;
class Stream;

/// One record of an event: complete when the work before it is. Waiting streams are woken, waiting threads notified.
class Capture {
 public:
  /// Marks it complete now.
  void complete();
  /// True when complete; otherwise `stream` will be woken with `token`.
  bool pass(const std::shared_ptr<Stream> &stream, uint64_t token);
  /// Completion time, none before it.
  std::optional<Clock::time_point> time() const;
  /// Blocks this thread until completion; false when `deadline` passed.
  bool wait(const std::optional<Clock::time_point> &deadline);

 private:
  mutable std::mutex mutex_;
  std::condition_variable done_;
  std::optional<Clock::time_point> time_;
  std::vector<std::pair<std::weak_ptr<Stream>, uint64_t>> waiters_;
};

/// An event. `current` is the capture that a wait submitted now uses; `recorded` whether somebody records it. Events of the Ex
/// form have no capture before their first record (nothing to wait for); others have one that the first record completes.
class Event {
 public:
  Event(uint32_t id, uint32_t flags, bool extended, bool resettable);

  /// The capture for a record submitted now.
  std::shared_ptr<Capture> record();
  /// Back to the state before the first record.
  void reset();
  /// A record on a stream that is being captured: waits in that capture come behind `before`. Ends with the next record
  /// or reset.
  void record_in(std::shared_ptr<GraphCapture> graph, std::map<const Stream *, uint64_t> before);
  /// The capture in which the event was recorded last and what comes before it; null when it was recorded outside of
  /// one.
  std::pair<std::shared_ptr<GraphCapture>, std::map<const Stream *, uint64_t>> captured_in() const;
  /// Capture and whether it was recorded.
  std::pair<std::shared_ptr<Capture>, bool> current() const;

  const uint32_t id;
  const uint32_t flags;
  const bool extended;
  const bool resettable;
  std::atomic<uint32_t> open_waits{0};  ///< submitted waits that no stream has passed yet

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Capture> current_;
  bool recorded_ = false;
  std::shared_ptr<GraphCapture> graph_;
  std::map<const Stream *, uint64_t> before_;
};

/// A flag that one stream sets and one waiting stream takes, in the order of waiting.
class Notify {
 public:
  explicit Notify(uint32_t id_) : id(id_) {}
  void set();
  bool pass(const std::shared_ptr<Stream> &stream, uint64_t token);
  const uint32_t id;

 private:
  std::mutex mutex_;
  bool set_ = false;
  std::deque<std::pair<std::weak_ptr<Stream>, uint64_t>> waiters_;
};

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_EVENT_H_
