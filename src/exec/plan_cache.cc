#include "exec/plan_cache.h"

#include <algorithm>

#include "base/settings.h"
#include "exec/call_key.h"

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
  static const CacheLimits limits{number_setting("ACLNN_CACHE_LIMIT", 10000, 0, 10000000),
                                  bytes_setting("OPSTRATA_CACHE_BYTES", 256ULL << 20, 0, UINT64_MAX)};
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
  plans_.splice(plans_.begin(), plans_, found->second);
  return *found->second;
}

void PlanCache::insert(std::string key, const std::shared_ptr<CachedPlan> &plan) {
  // Also a plan that is not kept has its key, which its executor shows.
  plan->bytes = bytes_of(key, *plan);
  plan->key.assign(key.data(), key.size());
  const std::lock_guard lock(mutex_);
  if (index_.count(plan->key) != 0 || plan->bytes > limits_.bytes || limits_.plans == 0) return;
  plans_.push_front(plan);
  index_.emplace(plan->key, plans_.begin());
  counts_.bytes += plan->bytes;
  while (plans_.size() > limits_.plans || counts_.bytes > limits_.bytes) {
    forget_last();
    ++counts_.forgotten;
  }
}

void PlanCache::touch(std::span<const CachedPlan *const> plans) {
  const std::lock_guard lock(mutex_);
  for (const CachedPlan *plan : plans) {
    const auto found = index_.find(plan->key);
    if (found != index_.end() && found->second->get() == plan) plans_.splice(plans_.begin(), plans_, found->second);
  }
}

void PlanCache::forget_last() {
  CachedPlan &last = *plans_.back();
  counts_.bytes -= last.bytes;
  index_.erase(last.key);
  last.forgotten.store(true, std::memory_order_release);
  forgotten_.fetch_add(1, std::memory_order_release);
  plans_.pop_back();
}

void PlanCache::count_uncached() {
  const std::lock_guard lock(mutex_);
  ++counts_.uncached;
}

void PlanCache::clear() {
  const std::lock_guard lock(mutex_);
  while (!plans_.empty()) forget_last();
}

CacheCounts PlanCache::counts() {
  const std::lock_guard lock(mutex_);
  counts_.plans = plans_.size();
  return counts_;
}

PlanCache &plan_cache() {
  static auto *made = new PlanCache(cache_limits());
  return *made;
}

namespace {

/// Hits of threads by themselves: a counter per thread, and the sum of those that have ended.
struct LocalHits {
  std::mutex mutex;
  std::vector<std::shared_ptr<std::atomic<uint64_t>>> counters;
  uint64_t ended = 0;
};
LocalHits &local_hits() {
  static auto *made = new LocalHits;
  return *made;
}

}  // namespace

CacheCounts plan_cache_counts() {
  CacheCounts counts = plan_cache().counts();
  LocalHits &hits = local_hits();
  const std::lock_guard lock(hits.mutex);
  counts.hits += hits.ended;
  for (const auto &counter : hits.counters) counts.hits += counter->load(std::memory_order_relaxed);
  return counts;
}

LocalPlans::LocalPlans() : hits_(std::make_shared<std::atomic<uint64_t>>(0)) {
  LocalHits &hits = local_hits();
  const std::lock_guard lock(hits.mutex);
  hits.counters.push_back(hits_);
}

LocalPlans::~LocalPlans() {
  LocalHits &hits = local_hits();
  const std::lock_guard lock(hits.mutex);
  hits.ended += hits_->load(std::memory_order_relaxed);
  std::erase(hits.counters, hits_);
}

const std::shared_ptr<const CachedPlan> *LocalPlans::found(size_t at) {
  constexpr uint64_t kTellAfter = 4096;
  Place &place = places_[at];
  places_[last_].next = at;
  last_ = at;
  place.used = ++clock_;
  hits_->store(hits_->load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (clock_ - told_ > kTellAfter) tell_order();
  return &place.plan;
}

const std::shared_ptr<const CachedPlan> *LocalPlans::find(std::string_view key) {
  if (places_.empty()) places_.resize(kPlaces);
  // Programs repeat themselves: what followed last time is looked at before the key is hashed.
  if (const size_t expected = places_[last_].next; places_[expected].holds(key)) return found(expected);
  const uint64_t hash = key_hash(key);
  const size_t at = hash % kPlaces;
  Place &place = places_[at];
  if (place.hash == hash && place.holds(key)) return found(at);
  tell_order();
  auto known = plan_cache().find(key);
  if (known == nullptr) return nullptr;
  if (known->bytes > kMostBytes) {
    large_ = std::move(known);
    return &large_;
  }
  large_.reset();
  const CachedPlan *const plan = known.get();
  place.plan = std::shared_ptr<const CachedPlan>(std::make_shared<std::shared_ptr<const CachedPlan>>(std::move(known)), plan);
  place.hash = hash;
  place.used = 0;  // the cache knows of this use
  places_[last_].next = at;
  last_ = at;
  return &place.plan;
}

void LocalPlans::tell_order() {
  const uint64_t forgotten = plan_cache().forgotten();
  if (clock_ == told_ && forgotten == forgotten_) return;
  forgotten_ = forgotten;
  std::vector<const Place *> used;
  for (Place &place : places_) {
    if (place.plan == nullptr) continue;
    if (place.plan->forgotten.load(std::memory_order_acquire)) place.plan.reset();
    else if (place.used > told_) used.push_back(&place);
  }
  told_ = clock_;
  if (used.empty()) return;
  std::sort(used.begin(), used.end(), [](const Place *a, const Place *b) { return a->used < b->used; });
  std::vector<const CachedPlan *> plans;
  for (const Place *place : used) plans.push_back(place->plan.get());
  plan_cache().touch(plans);
}

}  // namespace opstrata::exec
