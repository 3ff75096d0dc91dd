/// @file
/// Calls of the C entry points that name a session keep their parsed node and the context over it between calls
/// (aicpu-kernel-api section 22). A kept context is found by everything that it was made from, the bytes of the node
/// included, so that a kernel id that is used for another node finds nothing; what a kernel changed in it is taken back
/// before the next run.
#ifndef OPSTRATA_SRC_AICPU_CONTEXT_CACHE_H_
#define OPSTRATA_SRC_AICPU_CONTEXT_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aicpu/cpu_impl.h"
#include "aicpu_engine_struct.h"
#include "base/export.h"

namespace opstrata::aicpu {

/// Attributes that a call adds to its node.
using CallNumbers = std::vector<std::pair<const char *, int64_t>>;

/// A node and a context over it, for one run at a time.
struct CallContext {
  std::shared_ptr<::aicpu::NodeDefImpl> node;
  std::shared_ptr<::aicpu::CpuKernelContext> context;

  // What it was made from.
  SessionInfo session{};
  ::aicpu::DeviceType device = ::aicpu::HOST;
  std::vector<std::string> numbers;  ///< names of the attributes that were added
  std::string bytes;
  ::aicpu::NodeDefImpl original;  ///< the node as it was parsed
};

struct ContextCacheStatistics {
  uint64_t hits = 0, misses = 0;  ///< of calls with a session
  size_t kept = 0;                ///< contexts
};
/// At most this many contexts are kept, and nodes of at most this many bytes; those that were not used for longest go.
constexpr size_t kMostContexts = 1024, kMostContextBytes = size_t{4} << 20;

/// A context whose node is as `bytes` say, with `numbers` as attributes. With a session it may be a kept one.
/// Null when the bytes are damaged.
std::shared_ptr<CallContext> context_for_call(const std::optional<SessionInfo> &session, ::aicpu::DeviceType device,
                                              std::string_view bytes, const CallNumbers &numbers);
/// Keeps what context_for_call gave for a session, after a run that has ended and succeeded.
void keep_context(std::shared_ptr<CallContext> call);

OPSTRATA_INTERNAL ContextCacheStatistics context_cache_statistics();

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_CONTEXT_CACHE_H_
