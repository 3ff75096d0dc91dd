// Events and notifies (acl-runtime-api sections 8, 9, 16).
#include <string>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/runtime.h"

namespace opstrata::device {
namespace {

constexpr uint32_t kAllFlags = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE |
                               ACL_EVENT_DEVICE_USE_ONLY | ACL_EVENT_EXTERNAL | ACL_EVENT_IPC;

/// Completes a capture when the work before it is done; also when it is dropped, as nobody could complete it later.
class RecordStep final : public Step {
 public:
  RecordStep(std::shared_ptr<Capture> capture, uint32_t event) : capture_(std::move(capture)), event_(event) {}
  AclStatus run() override {
    capture_->complete();
    return {};
  }
  void drop() override { capture_->complete(); }
  std::string label() const override { return "record of event " + std::to_string(event_); }

 private:
  const std::shared_ptr<Capture> capture_;
  const uint32_t event_;
};

class EventWaitStep final : public Step {
 public:
  EventWaitStep(std::shared_ptr<Event> event, std::shared_ptr<Capture> capture)
      : event_(std::move(event)), capture_(std::move(capture)) {
    ++event_->open_waits;
  }
  ~EventWaitStep() override { --event_->open_waits; }
  bool waits() const override { return true; }
  bool pass(const std::shared_ptr<Stream> &stream, uint64_t token) override {
    return capture_ == nullptr || capture_->pass(stream, token);
  }
  std::string label() const override { return "wait for event " + std::to_string(event_->id); }

 private:
  const std::shared_ptr<Event> event_;
  const std::shared_ptr<Capture> capture_;
};

/// Record of and wait for an event that a captured graph shares with the world outside (ACL_EVENT_EXTERNAL): every run
/// records anew, and waits for the record that is current when it gets there.
class ExternalEventStep final : public Step {
 public:
  ExternalEventStep(std::shared_ptr<Event> event, bool waits) : event_(std::move(event)), waits_(waits) {}
  bool waits() const override { return waits_; }
  bool pass(const std::shared_ptr<Stream> &stream, uint64_t token) override {
    const auto capture = event_->current().first;
    return capture == nullptr || capture->pass(stream, token);
  }
  AclStatus run() override {
    event_->record()->complete();
    return {};
  }
  std::string label() const override {
    return (waits_ ? "wait for event " : "record of event ") + std::to_string(event_->id);
  }

 private:
  const std::shared_ptr<Event> event_;
  const bool waits_;
};

class NotifyStep final : public Step {
 public:
  NotifyStep(std::shared_ptr<Notify> notify, bool waits) : notify_(std::move(notify)), waits_(waits) {}
  bool waits() const override { return waits_; }
  bool pass(const std::shared_ptr<Stream> &stream, uint64_t token) override { return notify_->pass(stream, token); }
  AclStatus run() override {
    notify_->set();
    return {};
  }
  std::string label() const override {
    return (waits_ ? "wait for notify " : "record of notify ") + std::to_string(notify_->id);
  }

 private:
  const std::shared_ptr<Notify> notify_;
  const bool waits_;
};

AclStatus create_event(const char *function, aclrtEvent *event, uint32_t flag, bool extended, bool resettable) {
  OPSTRATA_ACL_NOT_NULL(event);
  if (flag == 0 || (flag & ~kAllFlags) != 0) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                  {{"function", function}, {"parameter", "flag"}, {"value", flag}, {"allowed", "an OR of ACL_EVENT_*, not 0"}});
  }
  std::shared_ptr<Context> context;
  OPSTRATA_ACL_TRY(current_context(function, &context));
  Runtime &rt = runtime();
  *event = rt.events.add(std::make_shared<Event>(rt.next_event.fetch_add(1), flag, extended, resettable));
  return {};
}

/// The object of a handle; null and unknown handles are refused with the kind of object that was meant.
template <typename T>
AclStatus find_handle(const char *function, const HandleTable<T> &table, const void *handle, const char *kind, std::shared_ptr<T> *out) {
  if (handle == nullptr) return refuse(ACL_ERROR_INVALID_PARAM, Msg::kNullArgument, {{"function", function}, {"parameter", kind}});
  *out = table.find(handle);
  if (*out != nullptr) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", kind}});
}
template <typename T>
aclError destroy_handle(const char *name, HandleTable<T> &table, const void *handle, const char *kind) {
  return api(name, [&](const char *function) -> AclStatus {
    std::shared_ptr<T> object;
    OPSTRATA_ACL_TRY(find_handle(function, table, handle, kind, &object));
    if (table.remove(handle) != nullptr) return {};
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", kind}});  // another thread was first
  });
}
AclStatus find_event(const char *function, aclrtEvent event, std::shared_ptr<Event> *out) {
  return find_handle(function, runtime().events, event, "event", out);
}
AclStatus find_notify(const char *function, aclrtNotify notify, std::shared_ptr<Notify> *out) {
  return find_handle(function, runtime().notifies, notify, "notify", out);
}
/// Body of an acl function that answers one property of an event.
template <typename T, typename Get>
aclError event_answer(const char *name, const char *parameter, aclrtEvent event, T *out, Get &&get) {
  const auto find = [event](const char *function, std::shared_ptr<Event> *found) { return find_event(function, event, found); };
  return answer<T, Event>(name, parameter, out, find, get);
}
bool is_complete(Event &event) {
  const auto [capture, recorded] = event.current();
  return recorded ? capture->time().has_value() : event.extended;
}

AclStatus check_event_not_captured(const char *function, const Event &event) {
  if (event.captured_in().first == nullptr) return {};
  return refuse(ACL_ERROR_RT_EVENT_CAPTURED, Msg::kEventCaptured, {{"function", function}, {"event", event.id}});
}

/// The same for a question that an event recorded in a capture has no answer to.
template <typename T, typename Get>
aclError status_answer(const char *name, aclrtEvent event, T *out, Get &&get) {
  const auto find = [event](const char *function, std::shared_ptr<Event> *found) -> AclStatus {
    OPSTRATA_ACL_TRY(find_event(function, event, found));
    return check_event_not_captured(function, **found);
  };
  return answer<T, Event>(name, "status", out, find, get);
}

AclStatus need_flag(const char *function, const Event &event, uint32_t flag, const char *name) {
  if ((event.flags & flag) != 0) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kEventAbility,
                {{"function", function}, {"event", event.id}, {"flags", event.flags}, {"missing", name}});
}

/// A wait of which a capture is part. False: neither stream nor event belongs to one, nothing was done.
AclStatus wait_in_capture(const char *function, const std::shared_ptr<Stream> &stream,
                          const std::shared_ptr<Event> &event, bool *done) {
  const auto [graph, before] = event->captured_in();
  const auto capture = stream->capture();
  *done = graph != nullptr || capture != nullptr;
  if (!*done) return {};
  if (graph == nullptr) {
    if ((event->flags & ACL_EVENT_EXTERNAL) == 0) {
      capture->invalidate(function);
      return refuse(ACL_ERROR_RT_CAPTURE_DEPENDENCY, Msg::kCaptureDependency,
                    {{"function", function}, {"event", event->id}, {"stream", stream->id()}});
    }
    stream->push(std::make_shared<ExternalEventStep>(event, true));
    return {};
  }
  if (graph->has_ended()) return check_event_not_captured(function, *event);
  if (capture != nullptr && capture != graph) {
    capture->invalidate(function);
    graph->invalidate(function);
    return refuse(ACL_ERROR_STREAM_CAPTURE_CONFLICT, Msg::kCaptureMerge,
                  {{"function", function}, {"stream", stream->id()}, {"event", event->id}});
  }
  if (capture == nullptr) stream->set_capture(graph);
  graph->wait(stream, before);
  return {};
}

AclStatus stream_wait_event(const char *function, aclrtStream stream, aclrtEvent event, int32_t timeout_ms) {
  std::shared_ptr<Event> e;
  OPSTRATA_ACL_TRY(find_event(function, event, &e));
  OPSTRATA_ACL_TRY(need_flag(function, *e, ACL_EVENT_SYNC, "ACL_EVENT_SYNC"));
  if (timeout_ms < -1) {
    return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadTimeout, {{"function", function}, {"timeout", timeout_ms}});
  }
  std::shared_ptr<Stream> s;
  OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
  bool done = false;
  OPSTRATA_ACL_TRY(wait_in_capture(function, s, e, &done));
  if (done) return {};
  auto step = std::make_shared<EventWaitStep>(e, e->current().first);
  const uint32_t limit_s = runtime().wait_timeout_s;
  if (timeout_ms >= 0) {
    step->timeout = std::chrono::milliseconds(timeout_ms);
  } else if (limit_s > 0) {
    step->timeout = std::chrono::seconds(limit_s);
  }
  s->push(std::move(step));
  return {};
}

AclStatus synchronize_event(const char *function, aclrtEvent event, int32_t timeout_ms) {
  std::shared_ptr<Event> e;
  OPSTRATA_ACL_TRY(find_event(function, event, &e));
  OPSTRATA_ACL_TRY(check_may_block(function));
  if (timeout_ms < -1) {
    return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadTimeout, {{"function", function}, {"timeout", timeout_ms}});
  }
  OPSTRATA_ACL_TRY(check_event_not_captured(function, *e));
  const auto [capture, recorded] = e->current();
  if (!recorded) {
    if (e->extended) return {};
    return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kEventNotRecorded, {{"function", function}, {"event", e->id}});
  }
  std::optional<Clock::time_point> deadline;
  if (timeout_ms >= 0) deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
  if (capture->wait(deadline)) return {};
  return refuse(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, Msg::kSyncExpired, {{"what", "event"}, {"number", e->id}});
}

AclStatus event_time(const char *function, aclrtEvent event, Clock::time_point *time) {
  std::shared_ptr<Event> e;
  OPSTRATA_ACL_TRY(find_event(function, event, &e));
  if ((e->flags & ACL_EVENT_TIME_LINE) == 0) {
    return refuse(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, Msg::kEventAbility,
                  {{"function", function}, {"event", e->id}, {"flags", e->flags}, {"missing", "ACL_EVENT_TIME_LINE"}});
  }
  OPSTRATA_ACL_TRY(check_event_not_captured(function, *e));
  const auto [capture, recorded] = e->current();
  if (!recorded) {
    return refuse(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, Msg::kEventNotRecorded, {{"function", function}, {"event", e->id}});
  }
  const auto at = capture->time();
  if (!at) {
    return refuse(ACL_ERROR_RT_EVENT_NOT_COMPLETE, Msg::kEventNotComplete, {{"function", function}, {"event", e->id}});
  }
  *time = *at;
  return {};
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtCreateEvent(aclrtEvent *event) {
  return api(__func__, [&](const char *function) {
    return create_event(function, event, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE | ACL_EVENT_CAPTURE_STREAM_PROGRESS, false, false);
  });
}

aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag) {
  return api(__func__, [&](const char *function) { return create_event(function, event, flag, false, true); });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag) {
  return api(__func__, [&](const char *function) { return create_event(function, event, flag, true, true); });
}

aclError aclrtDestroyEvent(aclrtEvent event) { return destroy_handle(__func__, runtime().events, event, "event"); }

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Event> e;
    OPSTRATA_ACL_TRY(find_event(function, event, &e));
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    if (const auto graph = s->capture(); graph == nullptr) {
      s->push(std::make_shared<RecordStep>(e->record(), e->id));
    } else if ((e->flags & ACL_EVENT_EXTERNAL) != 0) {
      s->push(std::make_shared<ExternalEventStep>(e, false));
    } else {
      e->record_in(graph, graph->before(s.get()));
    }
    return {};
  });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Event> e;
    OPSTRATA_ACL_TRY(find_event(function, event, &e));
    OPSTRATA_ACL_TRY(need_flag(function, *e, ACL_EVENT_SYNC, "ACL_EVENT_SYNC"));
    if (!e->resettable) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kEventAbility,
                    {{"function", function}, {"event", e->id}, {"flags", e->flags}, {"missing", "creation by aclrtCreateEventWithFlag"}});
    }
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    // Waits use the capture that is current when they are submitted, so resetting concerns later submissions only.
    e->reset();
    return {};
  });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status) {
  return status_answer(__func__, event, status, [](Event &e) {
    return is_complete(e) ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
  });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status) {
  return status_answer(__func__, event, status, [](Event &e) {
    return is_complete(e) ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
  });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus *status) {
  return event_answer(__func__, "status", event, status,
                      [](Event &e) { return e.open_waits == 0 ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY; });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
  return api(__func__, [&](const char *function) { return synchronize_event(function, event, -1); });
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
  return api(__func__, [&](const char *function) { return synchronize_event(function, event, timeout); });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return api(__func__, [&](const char *function) { return stream_wait_event(function, stream, event, -1); });
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
  return api(__func__, [&](const char *function) { return stream_wait_event(function, stream, event, timeout); });
}

aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent, aclrtEvent endEvent) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(ms);
    Clock::time_point from;
    Clock::time_point to;
    OPSTRATA_ACL_TRY(event_time(function, startEvent, &from));
    OPSTRATA_ACL_TRY(event_time(function, endEvent, &to));
    *ms = std::chrono::duration<float, std::milli>(to - from).count();
    return {};
  });
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t *timestamp) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(timestamp);
    Clock::time_point at;
    OPSTRATA_ACL_TRY(event_time(function, event, &at));
    *timestamp = static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(at.time_since_epoch()).count());
    return {};
  });
}

aclError aclrtGetEventId(aclrtEvent event, uint32_t *eventId) {
  return event_answer(__func__, "eventId", event, eventId, [](Event &e) { return e.id; });
}

aclError aclrtCreateNotify(aclrtNotify *notify, uint64_t flag) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(notify);
    if (flag > 1) {
      return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "flag"}, {"value", flag}, {"allowed", "0, 1"}});
    }
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    Runtime &rt = runtime();
    *notify = rt.notifies.add(std::make_shared<Notify>(rt.next_notify.fetch_add(1)));
    return {};
  });
}

aclError aclrtDestroyNotify(aclrtNotify notify) { return destroy_handle(__func__, runtime().notifies, notify, "notify"); }

aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Notify> n;
    OPSTRATA_ACL_TRY(find_notify(function, notify, &n));
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    s->push(std::make_shared<NotifyStep>(n, false));
    return {};
  });
}

aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Notify> n;
    OPSTRATA_ACL_TRY(find_notify(function, notify, &n));
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    auto step = std::make_shared<NotifyStep>(n, true);
    if (timeout > 0) step->timeout = std::chrono::seconds(timeout);
    s->push(std::move(step));
    return {};
  });
}

aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t *notifyId) {
  const auto find = [notify](const char *function, std::shared_ptr<Notify> *found) { return find_notify(function, notify, found); };
  return answer<uint32_t, Notify>(__func__, "notifyId", notifyId, find, [](const Notify &n) { return n.id; });
}

}  // extern "C"
