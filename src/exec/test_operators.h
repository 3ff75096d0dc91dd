/// @file
/// Operators that the tests of this room define for themselves: prototype, inference and kernel, as an operator library
/// would have them.
#ifndef OPSTRATA_SRC_EXEC_TEST_OPERATORS_H_
#define OPSTRATA_SRC_EXEC_TEST_OPERATORS_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

#include "aclnn/acl_meta.h"
#include "opdev/op_errno.h"
#include "opdev/op_executor.h"

namespace exec_test {

/// A latch that the kernel of TestWait holds on to.
struct Latch {
  std::mutex mutex;
  std::condition_variable changed;
  bool open = true;
  std::atomic<int> runs{0};
  void set(bool is_open) {
    {
      const std::lock_guard lock(mutex);
      open = is_open;
    }
    changed.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return open; });
  }
};
Latch &latch();

/// A float tensor over `values`, contiguous, shape [size] unless given.
aclTensor *float_tensor(std::vector<float> &values, std::vector<int64_t> shape = {});

/// What ends a first phase: plans the workspace and hands the executor out.
inline aclnnStatus plan_call(UniqueExecutor &unique, uint64_t *workspace_size, aclOpExecutor **executor) {
  *workspace_size = unique->GetWorkspaceSize();
  unique.ReleaseTo(executor);
  return ACLNN_SUCCESS;
}

}  // namespace exec_test

#endif  // OPSTRATA_SRC_EXEC_TEST_OPERATORS_H_
