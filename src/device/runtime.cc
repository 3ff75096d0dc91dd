#include "device/runtime.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "base/settings.h"
#include "base/thread_owned.h"
#include "device/checks.h"
#include "device/guarded.h"
#include "device/memory.h"
#include "device/thread_state.h"
#include "device/trace.h"

namespace opstrata::device {
namespace {

std::atomic<Runtime *> g_runtime{nullptr};
std::atomic<uint64_t> g_settings_version{1};

/// The stream that a thread named last, as long as no stream or context has ended since. Null while the thread uses it.
struct KnownStream {
  const void *handle = nullptr;
  const Context *context = nullptr;
  uint64_t context_id = 0;
  uint64_t version = 0;
  std::shared_ptr<Stream> stream;
  bool is_for(const void *wanted, const ThreadState &state) const {
    return version == settings_version() && handle == wanted && state.context != nullptr && context == state.context &&
           context_id == state.context_id;
  }
};
using ThreadKnownStream = ThreadOwned<KnownStream, ThreadObject::kStream, AfterEnd::kNothing>;

void stop_threads() {
  Runtime *const current = g_runtime.load();
  if (current == nullptr) return;
  current->timer.stop();
  current->starter.stop();
  // A kernel or callback under way may use objects that are destroyed after this handler: give it time to end.
  current->workers.stop(std::chrono::milliseconds(2000));
  current->reports.stop(std::chrono::milliseconds(200));
}

void before_fork() {
  trace_before_fork();
  memory_before_fork();
  checks_before_fork();
  guarded_before_fork();
}
void after_fork_in_parent() {
  guarded_after_fork_in_parent();
  checks_after_fork_in_parent();
  memory_after_fork_in_parent();
  trace_after_fork(false);
}
void after_fork_in_child() {
  if (g_runtime.load() != nullptr) g_runtime = new Runtime;
  settings_changed();
  memory_after_fork_in_child();
  trace_after_fork(true);
  guarded_after_fork_in_child();
  checks_after_fork_in_child();
  thread_state() = ThreadState();
  // The parent's streams are as they were at any moment, so they are not touched, not even to end them.
  if (KnownStream *const known = ThreadKnownStream::existing(); known != nullptr) new (known) KnownStream;
}

}  // namespace

Runtime::Runtime()
    : workers(number_setting("OPSTRATA_STREAM_THREADS", std::max(2U, std::thread::hardware_concurrency()), 1, 1024)),
      reports(4096),
      devices(number_setting("OPSTRATA_DEVICES", 1, 1, 64)) {}

Runtime &runtime() {
  Runtime *current = g_runtime.load(std::memory_order_acquire);
  if (current != nullptr) return *current;
  static std::once_flag once;
  std::call_once(once, [] {
    g_runtime = new Runtime;
    std::atexit(stop_threads);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  });
  return *g_runtime.load();
}

uint64_t settings_version() { return g_settings_version.load(std::memory_order_acquire); }
void settings_changed() { g_settings_version.fetch_add(1, std::memory_order_acq_rel); }

std::shared_ptr<Context> make_context(int32_t device, bool is_default) {
  Runtime &rt = runtime();
  auto context = std::make_shared<Context>(rt.next_context.fetch_add(1), device, is_default);
  context->default_stream = std::make_shared<Stream>(context, rt.next_stream.fetch_add(1), 0, 0);
  context->streams.push_back(context->default_stream);
  rt.streams.add(context->default_stream);
  rt.contexts.add(context);
  return context;
}

std::shared_ptr<Stream> make_stream(const std::shared_ptr<Context> &context, uint32_t priority, uint32_t flags) {
  Runtime &rt = runtime();
  auto stream = std::make_shared<Stream>(context, rt.next_stream.fetch_add(1), priority, flags);
  {
    std::lock_guard lock(context->mutex);
    std::erase_if(context->streams, [](const auto &weak) { return weak.expired(); });
    context->streams.push_back(stream);
  }
  rt.streams.add(stream);
  return stream;
}

AclStatus current_context(const char *function, std::shared_ptr<Context> *context) {
  Runtime &rt = runtime();
  ThreadState &state = thread_state();
  if (state.context == nullptr && rt.implicit_device >= 0) OPSTRATA_ACL_TRY(set_device(rt.implicit_device));
  if (state.context != nullptr) {
    auto found = rt.contexts.find(state.context);
    if (found != nullptr && found->id == state.context_id) {
      *context = std::move(found);
      return {};
    }
  }
  return refuse(ACL_ERROR_RT_CONTEXT_NULL, Msg::kNoContext, {{"function", function}});
}

namespace {

AclStatus find_stream(const char *function, aclrtStream handle, std::shared_ptr<Stream> *stream);

}  // namespace

AclStatus resolve_stream(const char *function, aclrtStream handle, std::shared_ptr<Stream> *stream) {
  KnownStream *const known = ThreadKnownStream::get();
  if (known != nullptr && known->stream != nullptr && known->is_for(handle, thread_state())) {
    *stream = known->stream;
    return {};
  }
  const uint64_t version = settings_version();  // before the stream is looked for
  OPSTRATA_ACL_TRY(find_stream(function, handle, stream));
  if (known != nullptr) *known = {handle, thread_state().context, thread_state().context_id, version, *stream};
  return {};
}

AclStatus StreamUse::find(const char *function, aclrtStream handle) {
  if (KnownStream *const known = ThreadKnownStream::existing();
      known != nullptr && known->stream != nullptr && known->is_for(handle, thread_state())) {
    stream_ = std::move(known->stream);
    return {};
  }
  return resolve_stream(function, handle, &stream_);
}

StreamUse::~StreamUse() {
  KnownStream *const known = ThreadKnownStream::existing();
  // What ran meanwhile may have named another stream.
  if (known != nullptr && known->stream == nullptr) known->stream = std::move(stream_);
}

void forget_known_stream() {
  if (KnownStream *const known = ThreadKnownStream::existing(); known != nullptr) *known = {};
}

namespace {
AclStatus find_stream(const char *function, aclrtStream handle, std::shared_ptr<Stream> *stream) {
  std::shared_ptr<Context> context;
  OPSTRATA_ACL_TRY(current_context(function, &context));
  if (handle == nullptr) {
    std::lock_guard lock(context->mutex);
    *stream = context->default_stream;
    if (*stream == nullptr) return refuse(ACL_ERROR_RT_CONTEXT_NULL, Msg::kNoContext, {{"function", function}});
    return {};
  }
  auto found = runtime().streams.find(handle);
  if (found == nullptr) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", "stream"}});
  }
  if (found->context() != context) {
    return refuse(ACL_ERROR_RT_STREAM_CONTEXT, Msg::kStreamOfOtherContext,
                  {{"function", function}, {"stream", found->id()}, {"device", found->context()->device}, {"current", context->device}});
  }
  *stream = std::move(found);
  return {};
}
}  // namespace

AclStatus check_device(const char *function, int64_t device) {
  const auto count = static_cast<int64_t>(runtime().devices.size());
  if (device >= 0 && device < count) return {};
  return refuse(ACL_ERROR_RT_INVALID_DEVICEID, Msg::kBadDevice,
                {{"function", function}, {"device", device}, {"last", count - 1}});
}

AclStatus check_may_block(const char *function) {
  if (!thread_state().in_task) return {};
  return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBlocksInTask, {{"function", function}});
}

AclStatus set_device(int32_t device) {
  OPSTRATA_ACL_TRY(check_device("aclrtSetDevice", device));
  Runtime &rt = runtime();
  std::shared_ptr<Context> context;
  {
    std::lock_guard lock(rt.devices_mutex);
    Device &d = rt.devices[static_cast<size_t>(device)];
    if (d.default_context == nullptr) d.default_context = make_context(device, true);
    ++d.set_count;
    context = d.default_context;
  }
  thread_state().context = context.get();
  thread_state().context_id = context->id;
  return {};
}

namespace {

// Takes a context out of the tables and lets its work end.
void release_context(const std::shared_ptr<Context> &context, bool force) {
  std::vector<std::weak_ptr<Stream>> streams;
  std::shared_ptr<Stream> default_stream;
  runtime().contexts.remove(context.get());
  settings_changed();
  {
    std::lock_guard lock(context->mutex);
    streams = context->streams;
    default_stream = std::move(context->default_stream);
  }
  for (const auto &weak : streams) {
    const auto stream = weak.lock();
    if (stream == nullptr) continue;
    if (force) stream->abort(ACL_ERROR_RT_STREAM_ABORT);
    stream->wait(stream->submitted(), std::nullopt, true);
  }
  if (default_stream != nullptr) runtime().streams.remove(default_stream.get());
  settings_changed();
}

}  // namespace

AclStatus reset_device(int32_t device, bool force) {
  const char *const function = force ? "aclrtResetDeviceForce" : "aclrtResetDevice";
  OPSTRATA_ACL_TRY(check_device(function, device));
  OPSTRATA_ACL_TRY(check_may_block(function));
  Runtime &rt = runtime();
  std::shared_ptr<Context> released;
  {
    std::lock_guard lock(rt.devices_mutex);
    Device &d = rt.devices[static_cast<size_t>(device)];
    if (d.set_count == 0) {
      return refuse(ACL_ERROR_RT_CONTEXT_NULL, Msg::kDeviceNotSet, {{"function", function}, {"device", device}});
    }
    d.set_count = force ? 0 : d.set_count - 1;
    if (d.set_count == 0) released = std::move(d.default_context);
  }
  if (released != nullptr) release_context(released, force);
  return {};
}

AclStatus destroy_context(aclrtContext handle) {
  OPSTRATA_ACL_TRY(check_may_block("aclrtDestroyContext"));
  const auto context = runtime().contexts.find(handle);
  if (context == nullptr) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", "aclrtDestroyContext"}, {"kind", "context"}});
  }
  if (context->is_default) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kDefaultContext, {{"device", context->device}});
  }
  release_context(context, false);
  return {};
}

AclStatus synchronize_context(Context &context, const std::optional<Clock::time_point> &deadline) {
  std::vector<std::weak_ptr<Stream>> streams;
  {
    std::lock_guard lock(context.mutex);
    streams = context.streams;
  }
  AclStatus first;
  for (const auto &weak : streams) {
    const auto stream = weak.lock();
    if (stream == nullptr) continue;
    OPSTRATA_ACL_TRY(check_not_captured("aclrtSynchronizeDevice", *stream));
    if (!stream->wait(stream->submitted(), deadline, !deadline)) {
      return refuse(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, Msg::kSyncExpired, {{"what", "device"}, {"number", context.device}});
    }
    AclStatus failure = stream->take_failure();
    if (first.ok()) first = std::move(failure);
  }
  return first;
}

AclStatus synchronize_stream(const char *function, aclrtStream handle, int32_t timeout_ms) {
  OPSTRATA_ACL_TRY(check_may_block(function));
  if (timeout_ms < -1) {
    return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadTimeout, {{"function", function}, {"timeout", timeout_ms}});
  }
  StreamUse stream;
  OPSTRATA_ACL_TRY(stream.find(function, handle));
  OPSTRATA_ACL_TRY(check_not_captured(function, *stream));
  constexpr uint32_t kNotSynchronised = ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;
  if ((stream->flags() & kNotSynchronised) != 0) return {};
  std::optional<Clock::time_point> deadline;
  if (timeout_ms >= 0) deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
  if (!stream->wait(stream->submitted(), deadline, !deadline)) {
    return refuse(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, Msg::kSyncExpired, {{"what", "stream"}, {"number", stream->id()}});
  }
  return stream->take_failure();
}

// --- What the executor uses -----------------------------------------------------------------------------------------------

Status enqueue(aclrtStream handle, std::shared_ptr<Step> step) {
  StreamUse stream;
  if (const AclStatus found = stream.find("launch", handle); !found.ok()) return found.status();
  stream->push(std::move(step));
  return {};
}

Status check_stream(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  return resolve_stream("launch", handle, &stream).status();
}

Status synchronize(aclrtStream handle) {
  const AclStatus outcome = synchronize_stream("synchronise", handle, -1);
  if (!outcome.ok()) thread_state().last_error = outcome.code();
  return outcome.status();
}

namespace {
/// Device of the current context if it is known that it still exists; else -1.
int32_t known_device() {
  const ThreadState &state = thread_state();
  const bool is_known = state.context != nullptr && state.known_context == state.context_id && state.known_version == settings_version();
  return is_known ? state.known_device : -1;
}
}  // namespace

ContextScope::ContextScope(aclrtContext context)
    : context_(thread_state().context), context_id_(thread_state().context_id) {
  const auto found = runtime().contexts.find(context);
  if (found == nullptr) return;
  thread_state().context = found.get();
  thread_state().context_id = found->id;
}

ContextScope::~ContextScope() {
  thread_state().context = static_cast<Context *>(context_);
  thread_state().context_id = context_id_;
}

bool in_task() { return thread_state().in_task; }

aclError last_error_number() { return thread_state().last_error; }

Result<int32_t> current_device() {
  if (const int32_t known = known_device(); known >= 0) return known;
  const uint64_t version = settings_version();  // before the context is looked for
  std::shared_ptr<Context> context;
  const AclStatus found = current_context("launch", &context);
  if (!found.ok()) return found.status();
  thread_state().known_context = thread_state().context_id;
  thread_state().known_version = version;
  thread_state().known_device = context->device;
  return context->device;
}

int32_t current_device_number() {
  const auto device = current_device();
  return device.ok() ? *device : -1;
}

SettingsStamp settings_stamp() {
  if (known_device() < 0 && !current_device().ok()) return {};
  const ThreadState &state = thread_state();
  return {state.context, state.context_id, state.resource_stream, state.known_version};
}

}  // namespace opstrata::device
