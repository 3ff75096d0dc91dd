/// @file
/// What the checked mode (OPSTRATA_CHECKED=1) knows of work under way: which memory submitted work has still to write,
/// and which operator this thread runs. Memory with a pending writer is out of reach until the work that uses it
/// begins, so that a program which reads it without synchronising is stopped there, with writer and stream on its
/// standard error.
#ifndef OPSTRATA_SRC_DEVICE_CHECKS_H_
#define OPSTRATA_SRC_DEVICE_CHECKS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "acl/acl_base_rt.h"
#include "base/export.h"
#include "device/acl_status.h"

namespace opstrata::device {

/// Bytes that work will write.
struct WrittenRange {
  const void *from;
  uint64_t bytes;
  std::string writer;  ///< who, for texts: "operator Add"
};

/// Notes that work about to be submitted to `stream` writes `ranges`, until the result is gone. Null when nothing is to
/// be noted: outside of the checked mode, for a stream that cannot be used, and while the stream is captured.
OPSTRATA_INTERNAL std::shared_ptr<void> pending_writes(aclrtStream stream, std::vector<WrittenRange> ranges);
std::shared_ptr<void> pending_writes(uint32_t stream, std::vector<WrittenRange> ranges);

/// Refuses (507004) an access by the host to memory with a pending writer. Work of streams may do so.
AclStatus check_pending(const char *function, const char *parameter, const void *address, uint64_t bytes);

/// Around work on a stream: in checked mode the memory that it uses is within reach, and faults name it.
class OPSTRATA_INTERNAL CheckedWork {
 public:
  /// `label` has to live as long as this.
  CheckedWork(const char *label, std::span<const void *const> addresses);
  ~CheckedWork();
  CheckedWork(const CheckedWork &) = delete;
  CheckedWork &operator=(const CheckedWork &) = delete;
  /// Size of a block of this work beside which somebody wrote; said once.
  std::optional<size_t> written_beside() const;

 private:
  const char *before_ = nullptr;
  bool is_on_ = false;
  std::vector<uintptr_t> blocks_;
};

/// Size of the released block that `address` lies in, while that is remembered.
OPSTRATA_INTERNAL std::optional<size_t> released_block(const void *address);

/// Installs the handler that explains faults in checked memory before the process dies of them; once.
void explain_faults();
/// A block is about to be released: nobody writes it any more.
void forget_pending(const void *block);
void checks_before_fork();
void checks_after_fork_in_parent();
/// The parent's work is not under way in the child, so memory that waits for it is within reach there.
void checks_after_fork_in_child();

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_CHECKS_H_
