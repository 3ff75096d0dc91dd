#include "exec/plan_cache.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace opstrata::exec {
namespace {

constexpr uint64_t kByteLimit = 256ULL << 20;

/// ACLNN_CACHE_LIMIT, read once; a text that is no number or beyond 10 million is ignored.
size_t count_limit() {
  static const size_t limit = [] {
    constexpr size_t kDefault = 10000;
    constexpr size_t kMost = 10000000;
    const char *text = std::getenv("ACLNN_CACHE_LIMIT");
    if (text == nullptr) return kDefault;
    size_t value = 0;
    const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
    return error == std::errc() && *end == '\0' && value <= kMost ? value : kDefault;
  }();
  return limit;
}

}  // namespace

std::shared_ptr<const CachedPlan> PlanCache::find(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const auto found = index_.find(key);
  if (found == index_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->plan;
}

void PlanCache::insert(std::string key, std::shared_ptr<const CachedPlan> plan) {
  uint64_t bytes = key.size();
  for (const StoragePlace &storage : plan->plan->storages) bytes += storage.bytes;
  const std::lock_guard lock(mutex_);
  if (index_.count(key) != 0 || bytes > kByteLimit || count_limit() == 0) return;
  entries_.push_front({std::move(key), std::move(plan), bytes});
  index_.emplace(entries_.front().key, entries_.begin());
  bytes_ += bytes;
  while (entries_.size() > count_limit() || bytes_ > kByteLimit) forget_last();
}

void PlanCache::forget_last() {
  bytes_ -= entries_.back().bytes;
  index_.erase(entries_.back().key);
  entries_.pop_back();
}

void PlanCache::clear() {
  const std::lock_guard lock(mutex_);
  while (!entries_.empty()) forget_last();
}

size_t PlanCache::size() {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

PlanCache &plan_cache() {
  static auto *made = new PlanCache;
  return *made;
}

}  // namespace opstrata::exec
