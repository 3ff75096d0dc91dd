/// @file
/// device: the acl runtime on the CPU: devices, contexts, streams, events, memory (acl-runtime-api).
///
/// This header is what the executor uses. Streams are ordered queues served by a pool of threads: a stream has one owner at a
/// time, waiting (for an event, a notify, a host callback) parks the stream and frees the thread, and a synchronising thread
/// may own its stream up to the position enqueued at its call. No lock is held while a step runs.
#ifndef OPSTRATA_SRC_DEVICE_STREAM_H_
#define OPSTRATA_SRC_DEVICE_STREAM_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "acl/acl_base_rt.h"
#include "base/export.h"
#include "base/status.h"
#include "device/step.h"

namespace opstrata::device {

/// A piece of work for a stream: a callable `Status()` and the name by which messages call it. It runs once (any number of times when the
/// stream is captured), on any thread, with the stream's context current, and may neither synchronise nor throw (a throw
/// counts as a failure).
class Task {
 public:
  /// `error`: what synchronising returns when the task fails.
  template <typename F, typename = std::enable_if_t<std::is_invocable_r_v<Status, F &>>>
  Task(std::string label, F &&body, aclError error = ACL_ERROR_RT_AICPU_EXCEPTION)
      : step_(std::make_shared<Body<std::decay_t<F>>>(std::move(label), std::forward<F>(body), error)) {}

  std::shared_ptr<Step> step() && { return std::move(step_); }

 private:
  template <typename F>
  class Body final : public Step {
   public:
    template <typename G>
    Body(std::string label, G &&body, aclError error) : body_(std::forward<G>(body)), label_(std::move(label)), error_(error) {}
    AclStatus run() override {
      Status status = body_();
      return status.ok() ? AclStatus() : AclStatus(error_, std::move(status));
    }
    std::string label() const override { return label_; }

   private:
    F body_;
    std::string label_;
    aclError error_;
  };
  std::shared_ptr<Step> step_;
};

/// Submits `task` to `stream`; null = the current context's default stream. Fails (kInvalid, kState) for an unknown stream, a
/// stream of another context and a thread without context. When the task fails, the stream keeps the first failure until a
/// synchronisation returns it with the task's text.
OPSTRATA_INTERNAL Status enqueue(aclrtStream stream, std::shared_ptr<Step> step);
inline Status enqueue(aclrtStream stream, Task task) { return enqueue(stream, std::move(task).step()); }

/// Waits for everything submitted to `stream` so far and takes its failure. kState from a kernel or callback.
OPSTRATA_INTERNAL Status synchronize(aclrtStream stream);

/// Whether this thread runs a step of a stream (kernel or host callback), where synchronising is refused.
OPSTRATA_INTERNAL bool in_task();

/// Device of this thread's current context; kState without one.
OPSTRATA_INTERNAL Result<int32_t> current_device();

/// The same as a number: -1 without a context. Remembered until a context ends.
OPSTRATA_INTERNAL int32_t current_device_number();

/// What settings of this thread's calls (device, options, core limits) depend on: they are the same while the stamp is.
struct SettingsStamp {
  const void *context = nullptr;
  uint64_t context_id = 0;
  const void *resource_stream = nullptr;
  uint64_t version = 0;  ///< of all settings of the runtime; 0 = not known
  bool is_known() const { return version != 0; }
  friend bool operator==(const SettingsStamp &a, const SettingsStamp &b) {
    return a.context == b.context && a.context_id == b.context_id && a.resource_stream == b.resource_stream && a.version == b.version;
  }
};
OPSTRATA_INTERNAL SettingsStamp settings_stamp();

/// Value of a system option (aclSysParamOpt) for this thread: the current context's, else the process'; none when neither set it.
OPSTRATA_INTERNAL std::optional<int64_t> system_option(aclSysParamOpt option);

/// Sets an option of the process, as aclrtSetSysParamOpt does.
OPSTRATA_INTERNAL void set_system_option(aclSysParamOpt option, int64_t value);

/// Whether results on `stream` are to be checked for infinities and NaNs (ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK); false
/// for a stream that cannot be used, and for one that is being captured.
OPSTRATA_INTERNAL bool checks_overflow(aclrtStream stream);

/// What is left, from an address on, of the allocation of this runtime that it lies in, and the size that was asked
/// for; none for other memory, of which nothing is known.
struct BytesLeft {
  uint64_t bytes;  ///< with padding
  uint64_t block;
};
OPSTRATA_INTERNAL std::optional<BytesLeft> bytes_left(const void *address);
/// Whether `bytes` from byte `offset` behind `address` on lie inside the allocation that `address` lies in; true where
/// nothing is known of it.
OPSTRATA_INTERNAL bool fits_allocation(const void *address, uint64_t offset, uint64_t bytes);

/// Sets the overflow status of the current context (aclrtGetOverflowStatus): a check found an infinity or a NaN.
OPSTRATA_INTERNAL void note_overflow();

/// Cores that operators of this thread may use (aclrtGetResInCurrentThread), or all of the chip's without a context.
struct CoreLimits {
  uint32_t cube;
  uint32_t vector;
};
OPSTRATA_INTERNAL CoreLimits thread_core_limits();

/// Makes a context current for this thread and brings back what was current (or that none was) at the end. An unknown context
/// changes nothing.
class OPSTRATA_INTERNAL ContextScope {
 public:
  explicit ContextScope(aclrtContext context);
  ~ContextScope();
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;

 private:
  aclrtContext context_;
  uint64_t context_id_;
};

/// Ensures that `stream` can be used by this thread: what `enqueue` would refuse.
OPSTRATA_INTERNAL Status check_stream(aclrtStream stream);

/// The error number under which `synchronize` on this thread failed last, for boundaries that return acl numbers.
OPSTRATA_INTERNAL aclError last_error_number();

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_STREAM_H_
