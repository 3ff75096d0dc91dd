/**
 * @file
 * `aicpu::Notification`: waits for one event.
 */
#ifndef AICPU_CONTEXT_COMMON_NOTIFICATION_H
#define AICPU_CONTEXT_COMMON_NOTIFICATION_H

#include <condition_variable>
#include <mutex>

namespace aicpu {
class Notification {
 public:
  Notification() : notified_(false) {}
  ~Notification() = default;
  Notification(const Notification &) = delete;
  Notification &operator=(const Notification &) = delete;

  /** Wakes all waiters, also future ones. */
  void Notify() {
    const std::lock_guard<std::mutex> lock(mutex_);
    notified_ = true;
    condition_.notify_all();
  }
  bool HasBeenNotified() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return notified_;
  }
  void WaitForNotification() {
    std::unique_lock<std::mutex> lock(mutex_);
    condition_.wait(lock, [this] { return notified_; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable condition_;
  bool notified_;
};
}  // namespace aicpu

#endif  // AICPU_CONTEXT_COMMON_NOTIFICATION_H
