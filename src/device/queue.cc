#include "device/queue.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "device/graph_capture.h"
#include "device/runtime.h"
#include "device/thread_state.h"
#include "device/trace.h"
#include "device/watch.h"

namespace opstrata::device {
namespace {

// A step submitted to an idle stream waits this long for its own thread to synchronise, which then runs it without a hand-over.
// Far below the promised millisecond; steps that follow another one, or a wait, never wait for it.
constexpr auto kGrace = std::chrono::microseconds(60);
// A pool thread gives way to other streams after this many steps.
constexpr int kBatch = 64;

std::atomic<aclrtExceptionInfoCallback> g_exception_callback{nullptr};

}  // namespace

void set_exception_callback(aclrtExceptionInfoCallback callback) { g_exception_callback = callback; }

Stream::Stream(std::shared_ptr<Context> context, uint32_t id, uint32_t priority, uint32_t flags)
    : context_(std::move(context)), context_id_(context_->id), id_(id), priority_(priority), flags_(flags) {}

uint64_t Stream::push(std::shared_ptr<Step> step) {
  bool start = false;
  uint64_t position = 0;
  {
    std::lock_guard lock(mutex_);
    if (capture_ != nullptr) {
      capture_->add(this, std::move(step));
      return 0;
    }
    steps_.push_back(std::move(step));
    position = ++submitted_;
    if (state_ == State::kIdle) {
      state_ = State::kReady;
      start = true;
      if (waiters_ > 0) progress_.notify_all();
    }
  }
  if (start) submit_to_pool(true);
  thread_state().last_task = static_cast<uint32_t>(position);
  return position;
}

std::shared_ptr<GraphCapture> Stream::capture() const {
  std::lock_guard lock(mutex_);
  return capture_;
}

bool Stream::set_capture(std::shared_ptr<GraphCapture> capture) {
  std::lock_guard lock(mutex_);
  if (capture != nullptr && capture_ != nullptr) return false;
  capture_ = std::move(capture);
  return true;
}

uint64_t Stream::submitted() const {
  std::lock_guard lock(mutex_);
  return submitted_;
}

bool Stream::idle() const {
  std::lock_guard lock(mutex_);
  return finished_ == submitted_;
}

void Stream::submit_to_pool(bool after_grace) {
  const auto start = after_grace ? Clock::now() + kGrace : Clock::time_point::min();
  runtime().workers.submit(
      [self = shared_from_this(), start] {
        if (start > Clock::now()) std::this_thread::sleep_until(start);
        self->serve_from_pool();
      },
      priority_);
}

void Stream::serve_from_pool() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kReady) return;  // A synchronising thread took it, or it was aborted.
  state_ = State::kOwned;
  serve(lock, UINT64_MAX, true);
}

bool Stream::wait(uint64_t position, const std::optional<Clock::time_point> &deadline, bool may_run) {
  std::unique_lock lock(mutex_);
  ++waiters_;
  while (finished_ < position) {
    if (may_run && state_ == State::kReady) {
      state_ = State::kOwned;
      serve(lock, position, false);
      if (!lock.owns_lock()) lock.lock();
    } else if (!deadline) {
      progress_.wait(lock);
    } else if (progress_.wait_until(lock, *deadline) == std::cv_status::timeout && finished_ < position) {
      --waiters_;
      return false;
    }
  }
  --waiters_;
  return true;
}

// The caller owns the stream and holds the lock, so that an owned stream whose lock is free always has one step under way
// (`abort` counts on it). Ends with the stream given back (idle, ready again, or parked) and the lock held or not.
void Stream::serve(std::unique_lock<std::mutex> &lock, uint64_t until, bool in_pool) {
  for (int count = 0;; ++count) {
    if (steps_.empty()) {
      state_ = State::kIdle;
      return;
    }
    if (finished_ >= until || (in_pool && count >= kBatch)) {
      state_ = State::kReady;
      lock.unlock();
      submit_to_pool(false);
      return;
    }
    std::shared_ptr<Step> step = std::move(steps_.front());
    steps_.pop_front();
    if (!failure_.ok() && failure_mode.load(std::memory_order_relaxed) == ACL_STOP_ON_FAILURE) {
      lock.unlock();
      step->drop();
      step.reset();
      lock.lock();
      finish_one();
    } else if (step->waits()) {
      state_ = State::kParked;
      const uint64_t token = ++token_;
      parked_ = step;
      if (step->timeout) {
        runtime().timer.at(Clock::now() + *step->timeout, [weak = weak_from_this(), token] {
          if (const auto self = weak.lock()) self->wake(token, refuse(ACL_ERROR_RT_WAIT_TIMEOUT, Msg::kWaitExpired, {{"stream", self->id_}}));
        });
      }
      // From here on the stream may be woken and owned by somebody else at any moment, unless `pass` says that it never will be.
      lock.unlock();
      const bool passed = step->pass(shared_from_this(), token);
      step.reset();
      if (!passed) return;
      lock.lock();
      if (state_ != State::kParked || token_ != token) return;  // Expired or aborted in between.
      step = std::move(parked_);
      state_ = State::kOwned;
      finish_one();
    } else {
      const uint64_t position = finished_ + 1;
      lock.unlock();
      execute(*step, position);
      step.reset();  // Without the lock: the step may hold the last reference to anything.
      lock.lock();
      finish_one();
    }
  }
}

// Runs one step, without the lock.
void Stream::execute(Step &step, uint64_t position) {
  AclStatus outcome;
  {
    TaskScope scope(context_.get(), context_id_);
    thread_state().running_device = context_->device;
    thread_state().running_stream = id_;
    const uint64_t begin = watched_by(kTrace) ? watch_now() : 0;
    try {
      outcome = step.run();
    } catch (const std::exception &e) {
      outcome = refuse(ACL_ERROR_RT_AICPU_EXCEPTION, Msg::kTaskThrew, {{"what", e.what()}});
    } catch (...) {
      outcome = refuse(ACL_ERROR_RT_AICPU_EXCEPTION, Msg::kTaskThrew, {{"what", "an object that is no std::exception"}});
    }
    if (begin != 0) trace_slice("task", step.label(), begin);
    if (outcome.ok()) return;
    if (const auto callback = g_exception_callback.load()) {
      aclrtExceptionInfo info = {static_cast<uint32_t>(position), id_, static_cast<uint32_t>(syscall(SYS_gettid)),
                                 static_cast<uint32_t>(context_->device), static_cast<uint32_t>(outcome.code())};
      callback(&info);
    }
  }
  const std::string label = step.label();
  std::lock_guard guard(mutex_);
  fail_step(std::move(outcome), label);
}

void Stream::fail_step(AclStatus failure, const std::string &label) {
  if (!failure_.ok()) return;
  failure_ = refuse(failure.code(), Msg::kTaskFailed,
                    {{"task", label}, {"stream", id_}, {"reason", failure.status().text()}, {"code", failure.code()}});
}

void Stream::finish_one() {
  ++finished_;
  if (waiters_ > 0) progress_.notify_all();
}

bool Stream::wake(uint64_t token, AclStatus failure) {
  std::shared_ptr<Step> step;
  bool more = false;
  {
    std::lock_guard lock(mutex_);
    if (state_ != State::kParked || token_ != token) return false;
    step = std::move(parked_);
    if (!failure.ok()) fail_step(std::move(failure), step->label());
    more = !steps_.empty();
    state_ = more ? State::kReady : State::kIdle;
    finish_one();
  }
  if (more) submit_to_pool(false);
  return true;
}

void Stream::abort(aclError error) {
  std::vector<std::shared_ptr<Step>> dropped;
  {
    std::lock_guard lock(mutex_);
    if (parked_ != nullptr) dropped.push_back(std::move(parked_));
    for (auto &step : steps_) dropped.push_back(std::move(step));
    steps_.clear();
    if (dropped.empty()) return;
    ++token_;  // The wait that was left is not to be woken.
    if (state_ != State::kOwned) state_ = State::kIdle;
    finished_ = state_ == State::kOwned ? submitted_ - 1 : submitted_;
    if (error != ACL_SUCCESS) {
      fail_step(refuse(error, Msg::kStreamAborted, {{"count", dropped.size()}}), "abort");
    }
    progress_.notify_all();
  }
  for (const auto &step : dropped) step->drop();
}

AclStatus Stream::take_failure() {
  std::lock_guard lock(mutex_);
  return std::exchange(failure_, {});
}

}  // namespace opstrata::device
