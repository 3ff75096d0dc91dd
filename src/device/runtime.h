/// @file
/// State of the runtime in this process: devices, contexts, handles, threads.
#ifndef OPSTRATA_SRC_DEVICE_RUNTIME_H_
#define OPSTRATA_SRC_DEVICE_RUNTIME_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/event.h"
#include "device/graph_capture.h"
#include "device/queue.h"
#include "device/worker_pool.h"

namespace opstrata::device {

/// Objects of one kind by their handle. The handle is the object's address, but it is trusted only when it is found here, so a
/// stale or foreign pointer is an error and no crash.
template <typename T>
class HandleTable {
 public:
  void *add(std::shared_ptr<T> object) {
    void *handle = object.get();
    std::unique_lock lock(mutex_);
    objects_.emplace(handle, std::move(object));
    return handle;
  }
  std::shared_ptr<T> find(const void *handle) const {
    std::shared_lock lock(mutex_);
    const auto it = objects_.find(const_cast<void *>(handle));
    return it == objects_.end() ? nullptr : it->second;
  }
  std::shared_ptr<T> remove(const void *handle) {
    std::unique_lock lock(mutex_);
    const auto it = objects_.find(const_cast<void *>(handle));
    if (it == objects_.end()) return nullptr;
    std::shared_ptr<T> object = std::move(it->second);
    objects_.erase(it);
    return object;
  }
  std::vector<std::shared_ptr<T>> all() const {
    std::shared_lock lock(mutex_);
    std::vector<std::shared_ptr<T>> out;
    for (const auto &[handle, object] : objects_) out.push_back(object);
    return out;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<void *, std::shared_ptr<T>> objects_;
};

/// Options of aclrtSetSysParamOpt; unset ones have no value.
class SystemOptions {
 public:
  static constexpr int kCount = 4;
  void set(int option, int64_t value) {
    values_[option].store(value, std::memory_order_relaxed);
    set_[option].store(true, std::memory_order_release);
  }
  std::optional<int64_t> get(int option) const {
    if (!set_[option].load(std::memory_order_acquire)) return std::nullopt;
    return values_[option].load(std::memory_order_relaxed);
  }

 private:
  std::array<std::atomic<int64_t>, kCount> values_{};
  std::array<std::atomic<bool>, kCount> set_{};
};

/// A context: streams of one device. Its default stream is dropped when the context is destroyed, which breaks the circle
/// between the two.
struct Context {
  Context(uint64_t id_, int32_t device_, bool is_default_) : id(id_), device(device_), is_default(is_default_) {}
  const uint64_t id;
  const int32_t device;
  const bool is_default;
  SystemOptions options;
  std::mutex mutex;
  std::shared_ptr<Stream> default_stream;
  std::vector<std::weak_ptr<Stream>> streams;
  std::once_flag overflow_made;
  std::shared_ptr<uint32_t> overflow;  ///< device memory of overflow_status, made on first use
};

struct Device {
  uint32_t set_count = 0;                    ///< aclrtSetDevice without aclrtResetDevice, of all threads
  std::shared_ptr<Context> default_context;  ///< while set_count > 0
  std::atomic<uint32_t> core_limits[2] = {0, 0};  ///< 0 = all
};

struct Runtime {
  Runtime();

  WorkerPool workers;  ///< serve streams
  WorkerPool reports;  ///< run host callbacks, which may block: as many threads as there are callbacks
  Timer timer;
  Starter starter;

  std::mutex devices_mutex;
  std::vector<Device> devices;
  SystemOptions options;
  std::atomic<uint32_t> wait_timeout_s{0};
  std::atomic<uint32_t> execute_timeout_ms{0};
  std::atomic<int32_t> implicit_device{-1};  ///< defaultDevice of aclInit's configuration

  HandleTable<Context> contexts;
  HandleTable<Stream> streams;
  HandleTable<Event> events;
  HandleTable<Notify> notifies;
  HandleTable<CapturedGraph> models;
  std::atomic<uint64_t> next_context{1};
  std::atomic<uint32_t> next_stream{0};
  std::atomic<uint32_t> next_event{0};
  std::atomic<uint32_t> next_notify{0};
};

/// The runtime of this process: made on first use, never destroyed. A forked child starts with a new one, as none of the
/// threads exists there; handles of the parent are unknown in it.
Runtime &runtime();

/// Counts changes of what calls depend on: contexts that end, streams that are destroyed, options, core limits. Never 0.
uint64_t settings_version();
void settings_changed();

/// Registers an object with its runtime and returns the handle.
std::shared_ptr<Context> make_context(int32_t device, bool is_default);
std::shared_ptr<Stream> make_stream(const std::shared_ptr<Context> &context, uint32_t priority, uint32_t flags);

/// This thread's current context (bound implicitly when the configuration says so); 107002 without one.
AclStatus current_context(const char *function, std::shared_ptr<Context> *context);
/// The stream of a handle, null = the current context's default stream, checked to belong to the current context.
AclStatus resolve_stream(const char *function, aclrtStream handle, std::shared_ptr<Stream> *stream);

/// A stream for the time of a call. The thread keeps the one that it named last, which is taken from there and put
/// back, so that calls that repeat count no references.
class StreamUse {
 public:
  StreamUse() = default;
  ~StreamUse();
  StreamUse(const StreamUse &) = delete;
  StreamUse &operator=(const StreamUse &) = delete;
  /// Once; what resolve_stream does.
  AclStatus find(const char *function, aclrtStream handle);
  Stream &operator*() const { return *stream_; }
  Stream *operator->() const { return stream_.get(); }

 private:
  std::shared_ptr<Stream> stream_;
};
/// The thread lets go of the stream that it named last.
void forget_known_stream();
/// The overflow status of a context: 64 bytes of device memory whose first word is 1 after a check found an infinity or
/// a NaN, until it is reset. Null when memory is out.
uint32_t *overflow_status(Context &context);
/// Refuses device numbers that do not exist (107001).
AclStatus check_device(const char *function, int64_t device);
/// Refuses what may not be called from a kernel or host callback (107000).
AclStatus check_may_block(const char *function);

AclStatus set_device(int32_t device);
AclStatus reset_device(int32_t device, bool force);
AclStatus destroy_context(aclrtContext handle);
/// Waits for all work of the context's streams; the first failure found.
AclStatus synchronize_context(Context &context, const std::optional<Clock::time_point> &deadline);
/// Waits for a stream, then takes its failure.
AclStatus synchronize_stream(const char *function, aclrtStream handle, int32_t timeout_ms);

/// Body of the acl function `name` that answers one property of a stream, event or notify: refuses a null `out` by the name
/// `parameter`, finds the object by its handle with `find`, and stores what `get` reads from it.
template <typename T, typename Object, typename Find, typename Get>
aclError answer(const char *name, const char *parameter, T *out, Find &&find, Get &&get) {
  return api(name, [&](const char *function) -> AclStatus {
    if (out == nullptr) return refuse(ACL_ERROR_INVALID_PARAM, Msg::kNullArgument, {{"function", function}, {"parameter", parameter}});
    std::shared_ptr<Object> object;
    OPSTRATA_ACL_TRY(find(function, &object));
    *out = static_cast<T>(get(*object));
    return {};
  });
}
template <typename T, typename Get>
aclError stream_answer(const char *name, const char *parameter, aclrtStream handle, T *out, Get &&get) {
  const auto find = [handle](const char *function, std::shared_ptr<Stream> *stream) { return resolve_stream(function, handle, stream); };
  return answer<T, Stream>(name, parameter, out, find, get);
}

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_RUNTIME_H_
