/// @file
/// The ordered queue behind a stream handle. See stream.h for the rules.
#ifndef OPSTRATA_SRC_DEVICE_QUEUE_H_
#define OPSTRATA_SRC_DEVICE_QUEUE_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/step.h"
#include "device/stream.h"
#include "device/worker_pool.h"

namespace opstrata::device {

struct Context;
class GraphCapture;

/// The lock of a stream. It is held for a moment only, so waiting for it without sleeping is cheaper than being woken;
/// a thread that waits in vain for a while sleeps.
class QueueMutex {
 public:
  void lock() {
    int free = kFree;
    if (!state_.compare_exchange_strong(free, kHeld, std::memory_order_acquire, std::memory_order_relaxed))
      lock_slowly();
  }
  void unlock() {
    if (state_.exchange(kFree, std::memory_order_release) == kHeldAndWanted) wake_one();
  }

 private:
  static constexpr int kFree = 0, kHeld = 1, kHeldAndWanted = 2;
  void lock_slowly();
  void wake_one();
  std::atomic<int> state_{kFree};
};

class Stream : public std::enable_shared_from_this<Stream> {
 public:
  Stream(std::shared_ptr<Context> context, uint32_t id, uint32_t priority, uint32_t flags);

  /// Appends a step; returns its position, counted from 1. While the stream is captured the step is recorded and does
  /// not run; the position is then one that has nothing to wait for.
  uint64_t push(std::shared_ptr<Step> step);
  /// Position of the last step submitted, and whether everything is finished.
  uint64_t submitted() const { return submitted_.load(std::memory_order_acquire); }
  bool idle() const;
  /// Waits until everything up to `position` is finished. `may_run`: this thread may run steps itself. False when `deadline` passed.
  bool wait(uint64_t position, const std::optional<Clock::time_point> &deadline, bool may_run);
  /// The first failure since the last call.
  AclStatus take_failure();
  /// Drops what has not started. `error`: what synchronising reports then (0 = nothing).
  void abort(aclError error);

  /// The capture that the stream belongs to, or null.
  std::shared_ptr<GraphCapture> capture() const;
  bool is_captured() const { return captured_.load(std::memory_order_acquire); }
  /// Begins (false when there is one already) or, with null, ends the stream's part in a capture.
  bool set_capture(std::shared_ptr<GraphCapture> capture);

  /// Ends the wait `token` if the stream is still in it: the step counts as finished (or failed) and the stream goes on.
  bool wake(uint64_t token, AclStatus failure = {});
  /// Serves the stream on a pool thread if nobody owns it.
  void serve_from_pool();
  /// What the starter does at its ticks: a step that has waited for one whole tick goes to the pool. False when the stream has
  /// been idle for long, and is not watched any more.
  bool poll();

  const std::shared_ptr<Context> &context() const { return context_; }
  uint32_t id() const { return id_; }
  uint32_t priority() const { return priority_; }
  uint32_t flags() const { return flags_; }

  // Attributes (aclrtSetStreamAttribute, aclrtSetStreamResLimit); 0 in limits = that of the device.
  std::atomic<uint64_t> failure_mode{ACL_CONTINUE_ON_FAILURE};
  std::atomic<uint32_t> overflow_switch{0};
  static inline std::atomic<bool> any_checks_overflow{false};  ///< whether the switch of any stream was ever on
  std::atomic<uint32_t> custom_tag{0};
  std::atomic<uint32_t> cache_op_info{0};
  std::atomic<uint32_t> core_limits[2] = {0, 0};

 private:
  enum class State : uint8_t { kIdle, kReady, kOwned, kParked };

  void serve(std::unique_lock<QueueMutex> &lock, uint64_t until, bool in_pool);
  void execute(Step &step, uint64_t position);
  void fail_step(AclStatus failure, const std::string &label);
  void finish_one();
  void submit_to_pool();
  /// What waits is given to the pool at once, because nobody will look at it again.
  void start_without_starter();

  const std::shared_ptr<Context> context_;
  const uint64_t context_id_;
  const uint32_t id_;
  const uint32_t priority_;
  const uint32_t flags_;

  mutable QueueMutex mutex_;
  std::condition_variable_any progress_;
  std::deque<std::shared_ptr<Step>> steps_;
  State state_ = State::kIdle;
  bool in_pool_queue_ = false;  ///< of a stream that is ready: the pool has been told
  bool watched_ = false;        ///< by the starter
  uint32_t quiet_ticks_ = 0;
  uint64_t armed_ = 0;  ///< the step that waited at the last tick
  std::atomic<uint64_t> submitted_{0};
  std::atomic<uint64_t> finished_{0};
  uint64_t token_ = 0;  ///< number of the current or last wait
  std::shared_ptr<Step> parked_;
  uint32_t sleepers_ = 0;  ///< threads that wait for progress_
  AclStatus failure_;
  std::atomic<bool> has_failure_{false};
  std::shared_ptr<GraphCapture> capture_;
  std::atomic<bool> captured_{false};
};

/// Starts streams that nobody synchronises. A step submitted to an idle stream waits for its own thread to synchronise, which then runs
/// it without a hand-over; so that nobody needs to be woken for it, one thread looks at the streams that are in use every tenth of a
/// millisecond. It sleeps when none is.
class Starter {
 public:
  /// Looks at the stream from now on, until `Stream::poll` says no. False, and nothing done, when no thread is to be had.
  bool watch(const std::shared_ptr<Stream> &stream);
  void stop();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::weak_ptr<Stream>> added_;
  bool started_ = false;
  bool stopping_ = false;
};

/// What is called for every step that fails (aclrtSetExceptionInfoCallback); null ends it.
void set_exception_callback(aclrtExceptionInfoCallback callback);

}  // namespace opstrata::device

/// What an exception callback is told.
struct aclrtExceptionInfo {
  uint32_t task;
  uint32_t stream;
  uint32_t thread;
  uint32_t device;
  uint32_t code;
};

#endif  // OPSTRATA_SRC_DEVICE_QUEUE_H_
