// Streams and host functions (acl-runtime-api section 8).

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/chip.h"
#include "device/runtime.h"
#include "device/thread_state.h"

namespace opstrata::device {
namespace {

constexpr uint32_t kAllFlags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | ACL_STREAM_PERSISTENT | ACL_STREAM_HUGE |
                               ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;

/// Runs a host function on a report thread while the stream is parked.
class HostFunctionStep final : public Step {
 public:
  HostFunctionStep(aclrtHostFunc function, void *args) : function_(function), args_(args) {}
  bool waits() const override { return true; }
  bool pass(const std::shared_ptr<Stream> &stream, uint64_t token) override {
    runtime().reports.submit(
        [function = function_, args = args_, stream, token] {
          AclStatus outcome;
          try {
            TaskScope scope(stream->context().get(), stream->context()->id);
            function(args);
          } catch (const std::exception &e) {
            outcome = refuse(ACL_ERROR_RT_INTERNAL_ERROR, Msg::kTaskThrew, {{"what", e.what()}});
          }
          stream->wake(token, std::move(outcome));
        },
        0);
    return false;
  }
  std::string label() const override { return "host function"; }

 private:
  const aclrtHostFunc function_;
  void *const args_;
};

AclStatus create_stream(const char *function, aclrtStream *stream, uint32_t priority, uint32_t flag) {
  OPSTRATA_ACL_NOT_NULL(stream);
  if (priority >= WorkerPool::kPriorities) {
    return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                  {{"function", function}, {"parameter", "priority"}, {"value", priority}, {"allowed", "0 to 7"}});
  }
  if ((flag & ~kAllFlags) != 0) {
    return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                  {{"function", function}, {"parameter", "flag"}, {"value", flag}, {"allowed", "an OR of ACL_STREAM_*"}});
  }
  std::shared_ptr<Context> context;
  OPSTRATA_ACL_TRY(current_context(function, &context));
  *stream = make_stream(context, priority, flag).get();
  return {};
}

AclStatus bad_attribute(const char *function, aclrtStreamAttr type) {
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                {{"function", function}, {"parameter", "stmAttrType"}, {"value", static_cast<int>(type)}, {"allowed", "1 to 4"}});
}

// Destroying works from any context, also when the stream's own context is gone.
AclStatus destroy_stream(const char *function, aclrtStream stream_handle, bool force) {
  OPSTRATA_ACL_NOT_NULL(stream_handle);
  OPSTRATA_ACL_TRY(check_may_block(function));
  const auto stream = runtime().streams.find(stream_handle);
  bool is_default = false;
  if (stream != nullptr) {
    std::lock_guard lock(stream->context()->mutex);
    is_default = stream->context()->default_stream == stream;
  }
  if (stream == nullptr || is_default || runtime().streams.remove(stream_handle) == nullptr) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", "stream"}});
  }
  settings_changed();
  if (const auto capture = stream->capture()) {  // The capture cannot be completed any more.
    capture->invalidate(function);
    stream->set_capture(nullptr);
  }
  if (force) stream->abort(ACL_SUCCESS);
  stream->wait(stream->submitted(), std::nullopt, true);
  // A thread that named the stream may have it a little longer; nobody asks for its failure any more.
  (void)stream->take_failure();
  forget_known_stream();
  return {};
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtCreateStream(aclrtStream *stream) {
  return api(__func__, [&](const char *function) { return create_stream(function, stream, 0, 0); });
}

aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag) {
  return api(__func__, [&](const char *function) { return create_stream(function, stream, priority, flag); });
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return api(__func__, [&](const char *function) { return destroy_stream(function, stream, false); });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return api(__func__, [&](const char *function) { return destroy_stream(function, stream, true); });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  return api(__func__, [&](const char *function) { return synchronize_stream(function, stream, -1); });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return api(__func__, [&](const char *function) { return synchronize_stream(function, stream, timeout); });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status) {
  const auto find = [stream](const char *function, std::shared_ptr<Stream> *found) -> AclStatus {
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, found));
    return check_not_captured(function, **found);
  };
  return answer<aclrtStreamStatus, Stream>(__func__, "status", status, find, [](const Stream &s) {
    return s.idle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
  });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t *streamId) {
  return stream_answer(__func__, "streamId", stream, streamId, [](const Stream &s) { return s.id(); });
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t *priority) {
  return stream_answer(__func__, "priority", stream, priority, [](const Stream &s) { return s.priority(); });
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags) {
  return stream_answer(__func__, "flags", stream, flags, [](const Stream &s) { return s.flags(); });
}

aclError aclrtGetStreamAvailableNum(uint32_t *streamCount) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(streamCount);
    constexpr uint32_t kLimit = 1U << 20U;  // Streams cost memory only; the number is an answer, not a limit.
    const auto used = static_cast<uint32_t>(runtime().streams.all().size());
    *streamCount = used < kLimit ? kLimit - used : 0;
    return {};
  });
}

namespace {
aclError set_attribute(const char *name, aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value) {
  return api(name, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(value);
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    switch (stmAttrType) {
      case ACL_STREAM_ATTR_FAILURE_MODE:
        if (value->failureMode > ACL_STOP_ON_FAILURE) {
          return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                        {{"function", function}, {"parameter", "failure mode"}, {"value", value->failureMode},
                         {"allowed", "ACL_CONTINUE_ON_FAILURE, ACL_STOP_ON_FAILURE"}});
        }
        s->failure_mode = value->failureMode;
        return {};
      case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
        s->overflow_switch = value->overflowSwitch;
        if (value->overflowSwitch != 0) Stream::any_checks_overflow = true;
        return {};
      case ACL_STREAM_ATTR_USER_CUSTOM_TAG: s->custom_tag = value->userCustomTag; return {};
      case ACL_STREAM_ATTR_CACHE_OP_INFO: s->cache_op_info = value->cacheOpInfoSwitch; return {};
    }
    return bad_attribute(function, stmAttrType);
  });
}
}  // namespace

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
  aclrtStreamAttrValue value = {};
  value.failureMode = mode;
  return set_attribute(__func__, stream, ACL_STREAM_ATTR_FAILURE_MODE, &value);
}

aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value) {
  return set_attribute(__func__, stream, stmAttrType, value);
}

aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(value);
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    *value = {};
    switch (stmAttrType) {
      case ACL_STREAM_ATTR_FAILURE_MODE: value->failureMode = s->failure_mode; return {};
      case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK: value->overflowSwitch = s->overflow_switch; return {};
      case ACL_STREAM_ATTR_USER_CUSTOM_TAG: value->userCustomTag = s->custom_tag; return {};
      case ACL_STREAM_ATTR_CACHE_OP_INFO: value->cacheOpInfoSwitch = s->cache_op_info; return {};
    }
    return bad_attribute(function, stmAttrType);
  });
}

aclError aclrtStreamAbort(aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    OPSTRATA_ACL_TRY(check_not_captured(function, *s));
    s->abort(ACL_ERROR_RT_STREAM_ABORT);
    return {};
  });
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(fn);
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    s->push(std::make_shared<HostFunctionStep>(fn, args));
    return {};
  });
}

aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback) {
  set_exception_callback(callback);
  return ACL_SUCCESS;
}

// A null pointer answers the number that is no task, stream, thread or device.
uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo *info) { return info == nullptr ? UINT32_MAX : info->task; }
uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo *info) { return info == nullptr ? UINT32_MAX : info->stream; }
uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo *info) { return info == nullptr ? UINT32_MAX : info->thread; }
uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo *info) { return info == nullptr ? UINT32_MAX : info->device; }
uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo *info) { return info == nullptr ? UINT32_MAX : info->code; }

aclError aclrtGetThreadLastTaskId(uint32_t *taskId) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(taskId);
    *taskId = thread_state().last_task;
    return {};
  });
}

}  // extern "C"
