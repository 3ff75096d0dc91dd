#include "device/graph_capture.h"

#include <algorithm>

#include "device/queue.h"
#include "device/runtime.h"

namespace opstrata::device {

GraphCapture::GraphCapture(const std::shared_ptr<Stream> &origin, aclmdlRICaptureMode mode)
    : origin_(origin.get()), origin_id_(origin->id()), mode_(mode) {
  streams_.push_back(origin);
  before_next_[origin_];
}

void GraphCapture::add(const Stream *stream, std::shared_ptr<Step> step) {
  std::lock_guard lock(mutex_);
  steps_.push_back(std::move(step));
  ++before_next_[stream][stream];
}

GraphCapture::Before GraphCapture::before(const Stream *stream) {
  std::lock_guard lock(mutex_);
  return before_next_[stream];
}

void GraphCapture::wait(const std::shared_ptr<Stream> &stream, const Before &event) {
  std::lock_guard lock(mutex_);
  if (before_next_.find(stream.get()) == before_next_.end()) streams_.push_back(stream);
  Before &next = before_next_[stream.get()];
  for (const auto &[other, count] : event) next[other] = std::max(next[other], count);
}

void GraphCapture::invalidate(const std::string &cause) {
  std::lock_guard lock(mutex_);
  if (invalidated_by_.empty()) invalidated_by_ = cause;
}

bool GraphCapture::has_ended() {
  std::lock_guard lock(mutex_);
  return ended_;
}

AclStatus GraphCapture::end(const char *function, std::shared_ptr<CapturedGraph> *graph) {
  std::vector<std::weak_ptr<Stream>> streams;
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
    streams = streams_;
  }
  for (const auto &weak : streams) {  // without the lock: a stream's lock comes before it
    if (const auto stream = weak.lock()) stream->set_capture(nullptr);
  }
  std::lock_guard lock(mutex_);
  if (!invalidated_by_.empty()) {
    return refuse(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, Msg::kCaptureInvalid,
                  {{"function", function}, {"stream", origin_id_}, {"cause", invalidated_by_}});
  }
  const Before &joined = before_next_[origin_];
  for (const auto &weak : streams) {
    const auto stream = weak.lock();
    if (stream == nullptr || stream.get() == origin_) continue;
    const Before &own = before_next_[stream.get()];
    const auto submitted = own.find(stream.get());
    if (submitted == own.end()) continue;
    const auto seen = joined.find(stream.get());
    if (seen != joined.end() && seen->second >= submitted->second) continue;
    return refuse(ACL_ERROR_RT_STREAM_UNJOINED, Msg::kCaptureUnjoined,
                  {{"function", function}, {"stream", stream->id()}, {"origin", origin_id_}});
  }
  *graph = std::make_shared<CapturedGraph>();
  (*graph)->steps = std::move(steps_);
  return {};
}

AclStatus check_not_captured(const char *function, const Stream &stream) {
  if (!stream.is_captured()) return {};
  const auto capture = stream.capture();
  if (capture == nullptr) return {};
  capture->invalidate(function);
  return refuse(ACL_ERROR_RT_STREAM_CAPTURED, Msg::kStreamCaptured, {{"function", function}, {"stream", stream.id()}});
}

}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) {
  return api(__func__, [&](const char *function) -> AclStatus {
    if (static_cast<uint32_t>(mode) > ACL_MODEL_RI_CAPTURE_MODE_RELAXED) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                    {{"function", function},
                     {"parameter", "mode"},
                     {"value", static_cast<uint32_t>(mode)},
                     {"allowed", "ACL_MODEL_RI_CAPTURE_MODE_GLOBAL (0), _THREAD_LOCAL (1), _RELAXED (2)"}});
    }
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    {
      std::lock_guard lock(s->context()->mutex);
      if (s == s->context()->default_stream)
        return refuse(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, Msg::kCaptureDefault, {{"function", function}});
    }
    if (s->capture() != nullptr || !s->set_capture(std::make_shared<GraphCapture>(s, mode))) {
      return refuse(ACL_ERROR_RT_STREAM_CAPTURED, Msg::kCaptureTwice, {{"function", function}, {"stream", s->id()}});
    }
    return {};
  });
}

aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *modelRI) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(modelRI);
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    const auto capture = s->capture();
    if (capture == nullptr)
      return refuse(ACL_ERROR_RT_STREAM_NOT_CAPTURED, Msg::kNotCaptured, {{"function", function}, {"stream", s->id()}});
    if (capture->origin() != s.get()) {
      return refuse(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED, Msg::kCaptureOrigin,
                    {{"function", function}, {"stream", s->id()}, {"origin", capture->origin_id()}});
    }
    if (!capture->may_end_here()) {
      return refuse(ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD, Msg::kCaptureThread,
                    {{"function", function}, {"stream", s->id()}});
    }
    std::shared_ptr<CapturedGraph> graph;
    OPSTRATA_ACL_TRY(capture->end(function, &graph));
    *modelRI = runtime().models.add(std::move(graph));
    return {};
  });
}

aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(modelRI);
    const auto graph = runtime().models.find(modelRI);
    if (graph == nullptr)
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", "modelRI"}});
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    for (const auto &step : graph->steps) s->push(step);
    return {};
  });
}

aclError aclmdlRIDestroy(aclmdlRI modelRI) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(modelRI);
    if (runtime().models.remove(modelRI) != nullptr) return {};  // runs under way keep their steps
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", "modelRI"}});
  });
}

}  // extern "C"
