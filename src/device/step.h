/// @file
/// What a stream does next: one entry of its queue.
#ifndef OPSTRATA_SRC_DEVICE_STEP_H_
#define OPSTRATA_SRC_DEVICE_STEP_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "device/acl_status.h"

namespace opstrata::device {

class Stream;

/// One entry of a stream. Either it runs (`run`), or it waits (`waits`): then `pass` says at once that there is nothing
/// to wait for, or arranges that `Stream::wake(token)` is called later; the stream holds no thread meanwhile.
class Step {
 public:
  virtual ~Step() = default;
  virtual AclStatus run() { return {}; }
  virtual bool waits() const { return false; }
  virtual bool pass(const std::shared_ptr<Stream> &, uint64_t /*token*/) { return true; }
  /// Instead of running, because the stream was aborted or has stopped after a failure.
  virtual void drop() {}
  /// The name by which messages call it.
  virtual std::string label() const = 0;
  /// Longest wait; none = for ever.
  std::optional<std::chrono::milliseconds> timeout;
};

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_STEP_H_
