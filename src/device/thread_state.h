/// @file
/// What the runtime keeps per thread, and its rescue while the thread runs work of a stream.
#ifndef OPSTRATA_SRC_DEVICE_THREAD_STATE_H_
#define OPSTRATA_SRC_DEVICE_THREAD_STATE_H_

#include <cfenv>
#include <cstdint>

#include "acl/acl_base_rt.h"
#include "base/messages.h"
#include "base/thread_owned.h"

namespace opstrata::device {

struct Context;

/// Trivially destructible, so that destructors of static objects may still call the runtime when thread-local objects with
/// destructors are gone. `context` is looked up with `context_id` before use, because it may have been destroyed.
struct ThreadState {
  Context *context = nullptr;
  uint64_t context_id = 0;
  aclError last_error = ACL_SUCCESS;
  uint32_t last_task = 0;
  bool in_task = false;  ///< runs a kernel or callback: may not synchronise
  void *resource_stream = nullptr;  ///< aclrtUseStreamResInCurrentThread
  int32_t running_device = -1;      ///< of the stream whose step this thread runs; -1: none
  uint32_t running_stream = 0;
  uint64_t known_context = 0;  ///< number of the context that was last found to exist; 0 = none
  uint64_t known_version = 0;  ///< of the settings then
  int32_t known_device = -1;   ///< of that context
};

extern OPSTRATA_THREAD_LOCAL ThreadState t_state;
inline ThreadState &thread_state() { return t_state; }

/// Around one step of a stream: the stream's context is current, the floating-point environment is the default one, and what
/// the thread had (context, error text and number, floating-point environment) comes back afterwards.
class TaskScope {
 public:
  TaskScope(Context *context, uint64_t context_id);
  ~TaskScope();
  TaskScope(const TaskScope &) = delete;
  TaskScope &operator=(const TaskScope &) = delete;

 private:
  ThreadState saved_;
  RecentMessageScope message_;
  bool is_default_;            ///< whether the floating-point environment was the default one but for flags of SSE
  uint32_t sse_control_ = 0;   ///< then the control and status register of SSE
  std::fenv_t environment_;    ///< else all of it
};

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_THREAD_STATE_H_
