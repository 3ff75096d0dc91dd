/// @file
/// Work of streams recorded instead of run, to be run any number of times (acl-runtime-api section 16, aclmdlRI*).
#ifndef OPSTRATA_SRC_DEVICE_GRAPH_CAPTURE_H_
#define OPSTRATA_SRC_DEVICE_GRAPH_CAPTURE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl_rt.h"
#include "device/acl_status.h"

namespace opstrata::device {

class Step;
class Stream;

/// What a capture left: its steps in the order in which they were submitted, which every order between streams allows.
/// Running it means submitting them to one stream. Steps may run any number of times, also on several streams.
struct CapturedGraph {
  std::vector<std::shared_ptr<Step>> steps;
};

/// A capture under way. It begins on one stream; others join it by waiting for an event recorded in it, and have to be
/// waited for in turn before it ends.
class GraphCapture {
 public:
  /// How many captured steps of each stream come before something.
  using Before = std::map<const Stream *, uint64_t>;

  GraphCapture(const std::shared_ptr<Stream> &origin, aclmdlRICaptureMode mode);

  /// Records a step of `stream`, which belongs to the capture.
  void add(const Stream *stream, std::shared_ptr<Step> step);
  /// What an event recorded on `stream` now stands for.
  Before before(const Stream *stream);
  /// Later steps of `stream` come behind `event`; a stream that did not belong to the capture does so now.
  void wait(const std::shared_ptr<Stream> &stream, const Before &event);
  /// The capture comes to nothing; `cause` is the function that was called. The first cause counts.
  void invalidate(const std::string &cause);

  /// Gives all streams back and returns what was recorded, or why it is nothing (507903, 107025).
  AclStatus end(const char *function, std::shared_ptr<CapturedGraph> *graph);

  bool has_ended();
  bool may_end_here() const {
    return mode_ == ACL_MODEL_RI_CAPTURE_MODE_RELAXED || thread_ == std::this_thread::get_id();
  }
  const Stream *origin() const { return origin_; }
  uint32_t origin_id() const { return origin_id_; }

 private:
  const Stream *const origin_;
  const uint32_t origin_id_;
  const aclmdlRICaptureMode mode_;
  const std::thread::id thread_ = std::this_thread::get_id();

  std::mutex mutex_;
  bool ended_ = false;
  std::string invalidated_by_;
  std::vector<std::weak_ptr<Stream>> streams_;
  std::vector<std::shared_ptr<Step>> steps_;
  std::map<const Stream *, Before> before_next_;  ///< of what a stream submits next
};

/// Refuses a call that would wait for captured work, and invalidates the capture; ok when `stream` is not being
/// captured.
AclStatus check_not_captured(const char *function, const Stream &stream);

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_GRAPH_CAPTURE_H_
