#include "device/event.h"

#include "acl/acl_rt.h"
#include "device/queue.h"

namespace opstrata::device {

void Capture::complete() {
  std::vector<std::pair<std::weak_ptr<Stream>, uint64_t>> waiters;
  {
    std::lock_guard lock(mutex_);
    if (time_) return;
    time_ = Clock::now();
    waiters.swap(waiters_);
    done_.notify_all();
  }
  for (const auto &[weak, token] : waiters) {
    if (const auto stream = weak.lock()) stream->wake(token);
  }
}

bool Capture::pass(const std::shared_ptr<Stream> &stream, uint64_t token) {
  std::lock_guard lock(mutex_);
  if (time_) return true;
  waiters_.emplace_back(stream, token);
  return false;
}

std::optional<Clock::time_point> Capture::time() const {
  std::lock_guard lock(mutex_);
  return time_;
}

bool Capture::wait(const std::optional<Clock::time_point> &deadline) {
  std::unique_lock lock(mutex_);
  if (!deadline) {
    done_.wait(lock, [this] { return time_.has_value(); });
    return true;
  }
  return done_.wait_until(lock, *deadline, [this] { return time_.has_value(); });
}

Event::Event(uint32_t id_, uint32_t flags_, bool extended_, bool resettable_)
    : id(id_), flags(flags_), extended(extended_), resettable(resettable_) {
  reset();
}

std::shared_ptr<Capture> Event::record() {
  std::lock_guard lock(mutex_);
  if (recorded_ || current_ == nullptr) current_ = std::make_shared<Capture>();
  recorded_ = true;
  graph_ = nullptr;
  return current_;
}

void Event::reset() {
  std::lock_guard lock(mutex_);
  recorded_ = false;
  graph_ = nullptr;
  current_ = extended ? nullptr : std::make_shared<Capture>();
}

void Event::record_in(std::shared_ptr<GraphCapture> graph, std::map<const Stream *, uint64_t> before) {
  std::lock_guard lock(mutex_);
  graph_ = std::move(graph);
  before_ = std::move(before);
}

std::pair<std::shared_ptr<GraphCapture>, std::map<const Stream *, uint64_t>> Event::captured_in() const {
  std::lock_guard lock(mutex_);
  return {graph_, graph_ == nullptr ? std::map<const Stream *, uint64_t>() : before_};
}

std::pair<std::shared_ptr<Capture>, bool> Event::current() const {
  std::lock_guard lock(mutex_);
  return {current_, recorded_};
}

void Notify::set() {
  std::unique_lock lock(mutex_);
  // A waiter that expired or was aborted does not take the flag.
  while (!waiters_.empty()) {
    const auto [weak, token] = waiters_.front();
    waiters_.pop_front();
    lock.unlock();
    const auto stream = weak.lock();
    if (stream != nullptr && stream->wake(token)) return;
    lock.lock();
  }
  set_ = true;
}

bool Notify::pass(const std::shared_ptr<Stream> &stream, uint64_t token) {
  std::lock_guard lock(mutex_);
  if (std::exchange(set_, false)) return true;
  waiters_.emplace_back(stream, token);
  return false;
}

}  // namespace opstrata::device
