/// @file
/// Threads of the runtime. One pool serves streams, another one host callbacks; neither is oneTBB's, so that a kernel waiting
/// inside a parallel loop never starts work of another stream on its own stack.
#ifndef OPSTRATA_SRC_DEVICE_WORKER_POOL_H_
#define OPSTRATA_SRC_DEVICE_WORKER_POOL_H_

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

namespace opstrata::device {

using Clock = std::chrono::steady_clock;

/// Runs jobs on up to `max_threads` detached threads, started when needed and kept. Jobs of a smaller priority number first,
/// jobs of one priority in order of arrival.
class WorkerPool {
 public:
  static constexpr uint32_t kPriorities = 8;
  explicit WorkerPool(size_t max_threads) : max_threads_(max_threads) {}

  void submit(std::function<void()> job, uint32_t priority);
  /// Lets running jobs end, for at most `limit` (a job may block for ever), and starts no further one.
  void stop(std::chrono::milliseconds limit);

 private:
  void work();

  const size_t max_threads_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable stopped_;
  std::array<std::deque<std::function<void()>>, kPriorities> jobs_;
  size_t threads_ = 0;
  size_t idle_ = 0;     ///< threads asleep to which no wake-up is on its way
  size_t wakeups_ = 0;  ///< wake-ups sent but not taken yet
  size_t running_ = 0;
  bool stopping_ = false;
};

/// Calls functions at points in time, on one thread of its own that starts with the first of them.
class Timer {
 public:
  void at(Clock::time_point when, std::function<void()> action);
  void stop();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Clock::time_point, std::function<void()>> actions_;
  bool started_ = false;
  bool stopping_ = false;
};

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_WORKER_POOL_H_
