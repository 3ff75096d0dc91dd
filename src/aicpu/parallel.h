/// @file
/// The parallel loop of kernels: oneTBB in an arena of the calling thread, isolated, so that a kernel that waits for its
/// loop never starts another stream's work (docs/design.md, "Streams").
#ifndef OPSTRATA_SRC_AICPU_PARALLEL_H_
#define OPSTRATA_SRC_AICPU_PARALLEL_H_

#include <cstdint>

namespace opstrata::aicpu {

/// Calls `body(closure, begin, end)` for disjoint ranges covering [0, total), none but the last smaller than
/// `grain`. Returns when all are done; rethrows the first exception. ERROR records of the body count as
/// the calling thread's (log::ErrorTexts). Nothing happens for total <= 0.
void parallel_for(int64_t total, int64_t grain, void (*body)(const void *, int64_t, int64_t), const void *closure);

/// Threads that a loop can use: MAX_COMPILE_CORE_NUMBER or the number of processors, within [1, 48].
uint32_t parallel_threads();

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_PARALLEL_H_
