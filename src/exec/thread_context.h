/// @file
/// What the DFX macros record of the calling thread: the API function it is in and the user's tensors of that call
/// (opdev-api section 2.17).
#ifndef OPSTRATA_SRC_EXEC_THREAD_CONTEXT_H_
#define OPSTRATA_SRC_EXEC_THREAD_CONTEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "base/environment.h"
#include "base/thread_owned.h"
#include "device/stream.h"
#include "exec/call_key.h"
#include "exec/executor_store.h"
#include "exec/op_types.h"
#include "exec/plan_cache.h"
#include "opdev/op_config.h"
#include "opdev/op_dfx.h"

namespace opstrata::exec {

/// What this room keeps per thread.
struct ThreadContext {
  op::internal::OpLogInfo log;
  op::OpConfigInfo config;
  /// Tensors of DFX_IN and DFX_OUT, lists element by element, nulls left out.
  std::vector<const aclTensor *> inputs, outputs;
  /// Where they lay when the call was not found in the cache; empty for calls that do not look there.
  std::vector<std::pair<const aclTensor *, const void *>> addresses;

  CallKey key;
  LocalPlans plans;
  Environment &environment = thread_environment();
  ExecutorStore executors;
  KnownOperators operators;
  infer::ReadyContexts contexts;
  uint64_t next_sequence = 0, last_sequence = 0;  ///< numbers of calls that this thread has taken
  /// Settings of the runtime as they were at `stamp`, or nothing is known of them.
  device::SettingsStamp stamp;
  op::OpConfigInfo settings;
  int32_t device = -1;  ///< then
  /// The environment was read in the first phase that the thread is in.
  bool environment_is_read = false;
};

inline ThreadContext &thread_context() {
  return *ThreadOwned<ThreadContext, ThreadObject::kExecution, AfterEnd::kAnother>::get();
}

/// The settings under which a call of this thread that begins now runs.
op::OpConfigInfo current_config();

/// The key that a framework adapter has set for the calls of this thread (opdev-api section 2.24): null, or it replaces the key
/// that the macros build.
const std::string *adapter_key();

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_THREAD_CONTEXT_H_
