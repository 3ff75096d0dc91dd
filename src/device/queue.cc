#include "device/queue.h"

#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <system_error>
#include <utility>
#include <vector>

#include "device/graph_capture.h"
#include "device/runtime.h"
#include "device/thread_state.h"
#include "device/trace.h"
#include "device/watch.h"

namespace opstrata::device {
namespace {

// How often the starter looks at streams: a step that nobody synchronises starts after one to two ticks, far below the promised
// millisecond. Steps that follow another one, or a wait, never wait for it.
constexpr auto kTick = std::chrono::microseconds(100);
constexpr uint32_t kMostQuietTicks = 200;
// So many steps start at once, whatever the tick: until then the caller and a pool thread would only contend for the queue.
constexpr size_t kStartsAt = 1024;
// A pool thread gives way to other streams after this many steps.
constexpr int kBatch = 64;

std::atomic<aclrtExceptionInfoCallback> g_exception_callback{nullptr};

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

// Whoever is about to sleep, or has slept, leaves the mark that somebody may sleep: at most one thread too many is
// woken.
void QueueMutex::lock_slowly() {
  constexpr int kTries = 40;
  for (int i = 0; i < kTries; ++i) {
    pause_briefly();
    int free = kFree;
    if (state_.load(std::memory_order_relaxed) == kFree &&
        state_.compare_exchange_strong(free, kHeld, std::memory_order_acquire, std::memory_order_relaxed))
      return;
  }
  while (state_.exchange(kHeldAndWanted, std::memory_order_acquire) != kFree)
    (void)syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, kHeldAndWanted, nullptr, nullptr, 0);
}

void QueueMutex::wake_one() { (void)syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0); }

void set_exception_callback(aclrtExceptionInfoCallback callback) { g_exception_callback = callback; }

Stream::Stream(std::shared_ptr<Context> context, uint32_t id, uint32_t priority, uint32_t flags)
    : context_(std::move(context)), context_id_(context_->id), id_(id), priority_(priority), flags_(flags) {}

uint64_t Stream::push(std::shared_ptr<Step> step) {
  bool start = false, watch = false;
  uint64_t position = 0;
  {
    const std::lock_guard lock(mutex_);
    if (capture_ != nullptr) {
      capture_->add(this, std::move(step));
      return 0;
    }
    steps_.push_back(std::move(step));
    position = submitted_.load(std::memory_order_relaxed) + 1;
    submitted_.store(position, std::memory_order_release);
    if (state_ == State::kIdle) {
      state_ = State::kReady;
      in_pool_queue_ = false;
      if (sleepers_ > 0) progress_.notify_all();
    }
    if (state_ == State::kReady && !in_pool_queue_) {
      if (steps_.size() >= kStartsAt) start = in_pool_queue_ = true;
      else if (!watched_) watch = watched_ = true;
    }
  }
  if (start) submit_to_pool();
  if (watch && !runtime().starter.watch(shared_from_this())) start_without_starter();
  thread_state().last_task = static_cast<uint32_t>(position);
  return position;
}

std::shared_ptr<GraphCapture> Stream::capture() const {
  if (!is_captured()) return nullptr;
  std::lock_guard lock(mutex_);
  return capture_;
}

bool Stream::set_capture(std::shared_ptr<GraphCapture> capture) {
  std::lock_guard lock(mutex_);
  if (capture != nullptr && capture_ != nullptr) return false;
  capture_ = std::move(capture);
  captured_.store(capture_ != nullptr, std::memory_order_release);
  return true;
}

bool Stream::idle() const {
  std::lock_guard lock(mutex_);
  return finished_ == submitted_;
}

void Stream::submit_to_pool() {
  runtime().workers.submit([self = shared_from_this()] { self->serve_from_pool(); }, priority_);
}

void Stream::start_without_starter() {
  {
    const std::lock_guard lock(mutex_);
    watched_ = false;
    if (state_ != State::kReady || in_pool_queue_) return;
    in_pool_queue_ = true;
  }
  submit_to_pool();
}

void Stream::serve_from_pool() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kReady) return;  // A synchronising thread took it, or it was aborted.
  state_ = State::kOwned;
  serve(lock, UINT64_MAX, true);
}

bool Stream::poll() {
  bool start = false;
  {
    std::lock_guard lock(mutex_);
    // Only a step that waits to be started needs the starter; push watches again.
    if (state_ != State::kReady || in_pool_queue_) {
      if (++quiet_ticks_ < kMostQuietTicks) return true;
      quiet_ticks_ = 0;
      watched_ = false;
      return false;
    }
    quiet_ticks_ = 0;
    const uint64_t first = finished_.load(std::memory_order_relaxed) + 1;
    if (armed_ == first) start = in_pool_queue_ = true;
    else armed_ = first;
  }
  if (start) submit_to_pool();
  return true;
}

bool Stream::wait(uint64_t position, const std::optional<Clock::time_point> &deadline, bool may_run) {
  // What is under way on another thread may be short: going to sleep and being woken takes longer than most kernels.
  constexpr int kSpins = 50;
  if (finished_.load(std::memory_order_acquire) >= position) return true;
  std::unique_lock lock(mutex_);
  for (int spins = 0; finished_.load(std::memory_order_relaxed) < position;) {
    if (may_run && state_ == State::kReady) {
      state_ = State::kOwned;
      serve(lock, position, false);
      if (!lock.owns_lock()) lock.lock();
      continue;
    }
    if (spins < kSpins) {
      lock.unlock();
      while (++spins < kSpins && finished_.load(std::memory_order_acquire) < position) pause_briefly();
      lock.lock();
      continue;
    }
    ++sleepers_;
    bool in_time = true;
    if (!deadline) progress_.wait(lock);
    else in_time = progress_.wait_until(lock, *deadline) != std::cv_status::timeout;
    --sleepers_;
    if (!in_time && finished_.load(std::memory_order_relaxed) < position) return false;
  }
  return true;
}

// The caller owns the stream and holds the lock, so that an owned stream whose lock is free always has one step under way
// (`abort` counts on it). Ends with the stream given back (idle, ready again, or parked) and the lock held or not.
void Stream::serve(std::unique_lock<QueueMutex> &lock, uint64_t until, bool in_pool) {
  for (int count = 0;; ++count) {
    if (steps_.empty()) {
      state_ = State::kIdle;
      return;
    }
    if (finished_.load(std::memory_order_relaxed) >= until || (in_pool && count >= kBatch)) {
      state_ = State::kReady;
      in_pool_queue_ = true;
      lock.unlock();
      submit_to_pool();
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
      const uint64_t position = finished_.load(std::memory_order_relaxed) + 1;
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
  has_failure_.store(true, std::memory_order_release);
}

void Stream::finish_one() {
  finished_.store(finished_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  if (sleepers_ > 0) progress_.notify_all();
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
    in_pool_queue_ = more;
    finish_one();
  }
  if (more) submit_to_pool();
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
    const uint64_t submitted = submitted_.load(std::memory_order_relaxed);
    finished_.store(state_ == State::kOwned ? submitted - 1 : submitted, std::memory_order_release);
    if (error != ACL_SUCCESS) {
      fail_step(refuse(error, Msg::kStreamAborted, {{"count", dropped.size()}}), "abort");
    }
    progress_.notify_all();
  }
  for (const auto &step : dropped) step->drop();
}

AclStatus Stream::take_failure() {
  if (!has_failure_.load(std::memory_order_acquire)) return {};
  std::lock_guard lock(mutex_);
  has_failure_.store(false, std::memory_order_relaxed);
  return std::exchange(failure_, {});
}

bool Starter::watch(const std::shared_ptr<Stream> &stream) {
  std::lock_guard lock(mutex_);
  if (stopping_) return true;
  if (!started_) {
    try {
      std::thread([this] { work(); }).detach();
    } catch (const std::system_error &) {
      return false;  // no thread to be had
    }
    started_ = true;
  }
  added_.push_back(stream);
  changed_.notify_one();
  return true;
}

void Starter::stop() {
  std::lock_guard lock(mutex_);
  stopping_ = true;
  changed_.notify_one();
}

void Starter::work() {
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);  // Ticks end on time.
  std::vector<std::weak_ptr<Stream>> watched;
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    watched.insert(watched.end(), added_.begin(), added_.end());
    added_.clear();
    if (watched.empty()) {
      changed_.wait(lock);
      continue;
    }
    lock.unlock();
    std::erase_if(watched, [](const std::weak_ptr<Stream> &weak) {
      const auto stream = weak.lock();
      return stream == nullptr || !stream->poll();
    });
    std::this_thread::sleep_for(kTick);
    lock.lock();
  }
}

}  // namespace opstrata::device
