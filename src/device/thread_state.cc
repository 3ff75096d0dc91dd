#include "device/thread_state.h"

#include "device/acl_status.h"

namespace opstrata::device {

ThreadState &thread_state() {
  thread_local constinit ThreadState state;
  return state;
}

TaskScope::TaskScope(Context *context, uint64_t context_id) : saved_(thread_state()) {
  std::fegetenv(&environment_);
  std::fesetenv(FE_DFL_ENV);
  ThreadState &state = thread_state();
  state.context = context;
  state.context_id = context_id;
  state.resource_stream = nullptr;
  state.in_task = true;
}

TaskScope::~TaskScope() {
  thread_state() = saved_;
  std::fesetenv(&environment_);
}

aclError publish(const AclStatus &status) {
  thread_state().last_error = status.code();
  report(status.status());
  return status.code();
}

}  // namespace opstrata::device
