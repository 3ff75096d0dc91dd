#include "device/thread_state.h"

#include "device/acl_status.h"

namespace opstrata::device {

OPSTRATA_THREAD_LOCAL ThreadState t_state;

namespace {

// Reading and writing the whole floating-point environment takes longer than a small kernel. Nearly always it is the default one, which a
// few registers tell.
#if defined(__x86_64__)
constexpr uint32_t kSseDefault = 0x1f80, kSseFlags = 0x3f;

uint32_t sse_control() {
  uint32_t value;
  __asm__ volatile("stmxcsr %0" : "=m"(value));
  return value;
}
void set_sse_control(uint32_t value) { __asm__ volatile("ldmxcsr %0" : : "m"(value)); }
bool is_x87_default() {
  uint16_t control, status;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  __asm__ volatile("fnstsw %0" : "=m"(status));
  return control == 0x37f && (status & 0x3fU) == 0;
}
bool is_default(uint32_t sse) { return (sse & ~kSseFlags) == kSseDefault && is_x87_default(); }
#else
constexpr uint32_t kSseDefault = 0;
uint32_t sse_control() { return 0; }
void set_sse_control(uint32_t) {}
bool is_x87_default() { return false; }
bool is_default(uint32_t) { return false; }
#endif

}  // namespace

TaskScope::TaskScope(Context *context, uint64_t context_id)
    : saved_(thread_state()), is_default_(is_default(sse_control())), sse_control_(sse_control()) {
  if (is_default_) {
    if (sse_control_ != kSseDefault) set_sse_control(kSseDefault);
  } else {
    std::fegetenv(&environment_);
    std::fesetenv(FE_DFL_ENV);
  }
  ThreadState &state = thread_state();
  state.context = context;
  state.context_id = context_id;
  state.resource_stream = nullptr;
  state.in_task = true;
}

TaskScope::~TaskScope() {
  thread_state() = saved_;
  if (!is_default_) {
    std::fesetenv(&environment_);
    return;
  }
  if (!is_x87_default()) std::fesetenv(FE_DFL_ENV);
  if (sse_control() != sse_control_) set_sse_control(sse_control_);
}

aclError publish(const AclStatus &status) {
  thread_state().last_error = status.code();
  report(status.status());
  return status.code();
}

}  // namespace opstrata::device
