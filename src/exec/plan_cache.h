/// @file
/// Plans of earlier calls by their keys (opdev-api section 2.24, design "Plan and binding"). One cache for the process: plans
/// are immutable. A plan enters when it first runs, after the last redirect of a tensor. Keys are compared in full.
#ifndef OPSTRATA_SRC_EXEC_PLAN_CACHE_H_
#define OPSTRATA_SRC_EXEC_PLAN_CACHE_H_

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
};

class PlanCache {
 public:
  /// The plan of `key`, which becomes the most recently used one; null when there is none.
  std::shared_ptr<const CachedPlan> find(std::string_view key);
  /// Keeps a plan, and forgets the least recently used ones beyond the bounds: ACLNN_CACHE_LIMIT plans (default 10000) and
  /// 256 MiB of host constants.
  void insert(std::string key, std::shared_ptr<const CachedPlan> plan);
  void clear();
  OPSTRATA_INTERNAL size_t size();

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const CachedPlan> plan;
    uint64_t bytes;
  };
  void forget_last();

  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> index_;
  uint64_t bytes_ = 0;
};

OPSTRATA_INTERNAL PlanCache &plan_cache();

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_PLAN_CACHE_H_
