#include "device/worker_pool.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

namespace opstrata::device {
namespace {

// True on the pool thread that runs a job: exit() called from a job must not wait for that job.
thread_local bool t_in_job = false;

}  // namespace

void WorkerPool::submit(std::function<void()> job, uint32_t priority) {
  std::lock_guard lock(mutex_);
  if (stopping_) return;
  jobs_[std::min(priority, kPriorities - 1)].push_back(std::move(job));
  if (idle_ > 0) {
    --idle_;
    ++wakeups_;
    wake_.notify_one();
  } else if (threads_ < max_threads_) {
    try {
      std::thread([this] { work(); }).detach();
      ++threads_;
    } catch (const std::system_error &) {
      // No thread to be had: those that run take the job, and a synchronising thread takes the stream.
    }
  }
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto queue = std::find_if(jobs_.begin(), jobs_.end(), [](const auto &q) { return !q.empty(); });
    if (queue == jobs_.end()) {
      ++idle_;
      wake_.wait(lock, [this] { return wakeups_ > 0 || stopping_; });
      if (stopping_) return;
      --wakeups_;
      continue;
    }
    std::function<void()> job = std::move(queue->front());
    queue->pop_front();
    ++running_;
    lock.unlock();
    t_in_job = true;
    job();
    job = nullptr;
    t_in_job = false;
    lock.lock();
    --running_;
    if (stopping_) stopped_.notify_all();
  }
}

void WorkerPool::stop(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  wake_.notify_all();
  const size_t own = t_in_job ? 1 : 0;
  stopped_.wait_for(lock, limit, [&] { return running_ <= own; });
}

void Timer::at(Clock::time_point when, std::function<void()> action) {
  std::lock_guard lock(mutex_);
  if (stopping_) return;
  actions_.emplace(when, std::move(action));
  if (!started_) {
    started_ = true;
    std::thread([this] { work(); }).detach();
  }
  changed_.notify_one();
}

void Timer::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (actions_.empty()) {
      changed_.wait(lock);
    } else if (const auto first = actions_.begin()->first; first > Clock::now()) {
      changed_.wait_until(lock, first);
    } else {
      auto action = std::move(actions_.begin()->second);
      actions_.erase(actions_.begin());
      lock.unlock();
      action();
      action = nullptr;
      lock.lock();
    }
  }
}

void Timer::stop() {
  std::lock_guard lock(mutex_);
  stopping_ = true;
  changed_.notify_one();
}

}  // namespace opstrata::device
