#include "aicpu/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <thread>

#include "base/log.h"
#include "base/settings.h"

namespace opstrata::aicpu {
namespace {

constexpr int64_t kMaxThreads = 48;
constexpr int64_t kRangesPerThread = 4;  // enough to even out unequal ranges (aicpu-kernel-api section 12)

uint32_t configured_threads() {
  const uint64_t count = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<uint32_t>(
      std::min<uint64_t>(number_setting("MAX_COMPILE_CORE_NUMBER", count, 1, UINT32_MAX), kMaxThreads));
}

}  // namespace

uint32_t parallel_threads() {
  static const uint32_t threads = configured_threads();
  return threads;
}

void parallel_for(int64_t total, int64_t grain, void (*body)(const void *, int64_t, int64_t), const void *closure) {
  if (total <= 0) return;
  if (total <= grain) {
    body(closure, 0, total);
    return;
  }
  const int64_t threads = parallel_threads();
  const int64_t most_ranges = threads * kRangesPerThread;
  grain = std::max({grain, int64_t{1}, total / most_ranges + (total % most_ranges != 0 ? 1 : 0)});
  if (total <= grain || threads == 1) {
    body(closure, 0, total);
    return;
  }
  const int64_t ranges = total / grain + (total % grain != 0 ? 1 : 0);
  log::ErrorTexts *const said = log::ErrorTexts::of_thread();
  const auto loop = [&] {
    oneapi::tbb::parallel_for(int64_t{0}, ranges, [&](int64_t index) {
      const log::ErrorTexts::Share keeps(said);
      const int64_t begin = index * grain;
      body(closure, begin, std::min(total, begin + grain));
    }, oneapi::tbb::simple_partitioner());
  };
  if (oneapi::tbb::this_task_arena::current_thread_index() != oneapi::tbb::task_arena::not_initialized) {
    oneapi::tbb::this_task_arena::isolate(loop);  // a loop inside a loop
    return;
  }
  thread_local oneapi::tbb::task_arena arena(static_cast<int>(threads));
  arena.execute(loop);
}

}  // namespace opstrata::aicpu
