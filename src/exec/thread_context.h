/// @file
/// What the DFX macros record of the calling thread: the API function it is in and the user's tensors of that call
/// (opdev-api section 2.17).
#ifndef OPSTRATA_SRC_EXEC_THREAD_CONTEXT_H_
#define OPSTRATA_SRC_EXEC_THREAD_CONTEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "opdev/op_config.h"
#include "opdev/op_dfx.h"

namespace opstrata::exec {

struct ThreadContext {
  op::internal::OpLogInfo log;
  op::OpConfigInfo config;
  /// Tensors of DFX_IN and DFX_OUT, lists element by element, nulls left out.
  std::vector<const aclTensor *> inputs, outputs;
  /// Where they lay when the call began.
  std::vector<std::pair<const aclTensor *, const void *>> addresses;
};

ThreadContext &thread_context();

/// The settings under which a call of this thread that begins now runs.
op::OpConfigInfo current_config();

/// The key that a framework adapter has set for the calls of this thread (opdev-api section 2.24): null, or it replaces the key
/// that the macros build.
const std::string *adapter_key();

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_THREAD_CONTEXT_H_
