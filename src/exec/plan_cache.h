/// @file
/// Plans of earlier calls by their keys (opdev-api section 2.24, design "Plan and binding"). One cache for the process: plans
/// are immutable. A plan enters when it first runs, after the last redirect of a tensor. Keys are compared in full.
#ifndef OPSTRATA_SRC_EXEC_PLAN_CACHE_H_
#define OPSTRATA_SRC_EXEC_PLAN_CACHE_H_

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/export.h"
#include "exec/plan.h"
#include "opdev/fast_vector.h"

namespace opstrata::exec {

/// A plan and how another call of the same key gets its addresses.
struct CachedPlan {
  std::shared_ptr<const Plan> plan;
  std::vector<size_t> tensor_of_slot;  ///< user slot -> position among the tensors of DFX_IN and DFX_OUT
  op::FVector<uint64_t> workspace_offsets;
  bool key_is_hidden = false;  ///< executors show no key (AI CPU: opdev-api section 2.23)
};

struct CacheLimits {
  uint64_t plans;
  uint64_t bytes;
};
/// Those of the environment: ACLNN_CACHE_LIMIT and OPSTRATA_CACHE_BYTES, read once.
const CacheLimits &cache_limits();

struct CacheCounts {
  uint64_t hits = 0, misses = 0, uncached = 0, plans = 0, bytes = 0, forgotten = 0;
};

class OPSTRATA_INTERNAL PlanCache {
 public:
  explicit PlanCache(const CacheLimits &limits) : limits_(limits) {}
  /// The plan of `key`, which becomes the most recently used one; null when there is none.
  std::shared_ptr<const CachedPlan> find(std::string_view key);
  /// Keeps a plan, and forgets the least recently used ones beyond the bounds. A plan larger than the cache is not kept.
  void insert(std::string key, std::shared_ptr<const CachedPlan> plan);
  /// Counts a call without key.
  void count_uncached();
  void clear();
  CacheCounts counts();

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const CachedPlan> plan;
    uint64_t bytes;
  };
  void forget_last();

  const CacheLimits limits_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> index_;
  CacheCounts counts_;
};

OPSTRATA_INTERNAL PlanCache &plan_cache();

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_PLAN_CACHE_H_
