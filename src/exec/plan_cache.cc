#include "exec/plan_cache.h"

#include "exec/settings.h"

namespace opstrata::exec {
namespace {

/// What an entry takes: its key, what its steps describe, and the constants that it owns.
uint64_t bytes_of(const std::string &key, const CachedPlan &cached) {
  constexpr uint64_t kStepBytes = 1024;  // a prepared kernel with its description
  const Plan &plan = *cached.plan;
  uint64_t bytes = key.size() + sizeof(CachedPlan) + sizeof(Plan) + plan.storages.size() * sizeof(StoragePlace);
  for (const StoragePlace &storage : plan.storages) bytes += storage.bytes;
  for (const Step &step : plan.steps) bytes += sizeof(Step) + kStepBytes + (step.inputs.size() + step.outputs.size()) * sizeof(TensorPlace);
  return bytes;
}

}  // namespace

const CacheLimits &cache_limits() {
  static const CacheLimits limits{number_setting("ACLNN_CACHE_LIMIT", 10000, 10000000),
                                  number_setting("OPSTRATA_CACHE_BYTES", 256ULL << 20, UINT64_MAX)};
  return limits;
}

std::shared_ptr<const CachedPlan> PlanCache::find(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const auto found = index_.find(key);
  if (found == index_.end()) {
    ++counts_.misses;
    return nullptr;
  }
  ++counts_.hits;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->plan;
}

void PlanCache::insert(std::string key, std::shared_ptr<const CachedPlan> plan) {
  const uint64_t bytes = bytes_of(key, *plan);
  const std::lock_guard lock(mutex_);
  if (index_.count(key) != 0 || bytes > limits_.bytes || limits_.plans == 0) return;
  entries_.push_front({std::move(key), std::move(plan), bytes});
  index_.emplace(entries_.front().key, entries_.begin());
  counts_.bytes += bytes;
  while (entries_.size() > limits_.plans || counts_.bytes > limits_.bytes) {
    forget_last();
    ++counts_.forgotten;
  }
}

void PlanCache::forget_last() {
  counts_.bytes -= entries_.back().bytes;
  index_.erase(entries_.back().key);
  entries_.pop_back();
}

void PlanCache::count_uncached() {
  const std::lock_guard lock(mutex_);
  ++counts_.uncached;
}

void PlanCache::clear() {
  const std::lock_guard lock(mutex_);
  while (!entries_.empty()) forget_last();
}

CacheCounts PlanCache::counts() {
  const std::lock_guard lock(mutex_);
  counts_.plans = entries_.size();
  return counts_;
}

PlanCache &plan_cache() {
  static auto *made = new PlanCache(cache_limits());
  return *made;
}

}  // namespace opstrata::exec
