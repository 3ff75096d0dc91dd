/// @file
/// Plans of earlier calls by their keys (opdev-api section 2.24, design "Plan and binding"). One cache for the process: plans
/// are immutable. A plan enters when it first runs, after the last redirect of a tensor. Keys are compared in full.
#ifndef OPSTRATA_SRC_EXEC_PLAN_CACHE_H_
#define OPSTRATA_SRC_EXEC_PLAN_CACHE_H_

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/export.h"
#include "exec/plan.h"
#include "opdev/fast_vector.h"

namespace opstrata::exec {

/// Lines of the processor's cache are fetched in pairs.
constexpr size_t kLines = 128;
/// Memory on lines of its own, for what all threads read: nothing that one of them writes lies beside it.
template <typename T>
struct OwnLines {
  using value_type = T;
  OwnLines() = default;
  template <typename U>
  OwnLines(const OwnLines<U> &) {}  // NOLINT(google-explicit-constructor): as allocators have it
  T *allocate(size_t count) {
    return static_cast<T *>(::operator new((count * sizeof(T) + kLines - 1) / kLines * kLines, std::align_val_t{kLines}));
  }
  void deallocate(T *memory, size_t) { ::operator delete(memory, std::align_val_t{kLines}); }
  friend bool operator==(const OwnLines &, const OwnLines &) { return true; }
};

/// A plan and how another call of the same key gets its addresses.
struct alignas(kLines) CachedPlan {
  std::shared_ptr<const Plan> plan;
  std::vector<size_t, OwnLines<size_t>> tensor_of_slot;  ///< user slot -> position among the tensors of DFX_IN and DFX_OUT
  op::FVector<uint64_t> workspace_offsets;
  bool key_is_hidden = false;  ///< executors show no key (AI CPU: opdev-api section 2.23)
  std::basic_string<char, std::char_traits<char>, OwnLines<char>> key;  ///< under which it was kept
  uint64_t bytes = 0;          ///< that it counts for
  std::atomic<bool> forgotten{false};  ///< no longer in the cache
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
  void insert(std::string key, const std::shared_ptr<CachedPlan> &plan);
  /// Makes plans the most recently used ones, the last of them the very last.
  void touch(std::span<const CachedPlan *const> plans);
  /// How many plans were forgotten so far.
  uint64_t forgotten() const { return forgotten_.load(std::memory_order_acquire); }
  /// Counts a call without key.
  void count_uncached();
  void clear();
  CacheCounts counts();

 private:
  using Plans = std::list<std::shared_ptr<CachedPlan>>;
  void forget_last();

  const CacheLimits limits_;
  std::mutex mutex_;
  Plans plans_;  // most recently used first
  std::unordered_map<std::string_view, Plans::iterator> index_;
  CacheCounts counts_;
  std::atomic<uint64_t> forgotten_{0};
};

OPSTRATA_INTERNAL PlanCache &plan_cache();
/// The counts of `plan_cache()`, hits of threads by themselves included.
CacheCounts plan_cache_counts();

/// The plans that a thread found last, so that calls that repeat take no lock and write to nothing that threads share: each plan
/// is held by a reference count of the thread's own. The cache decides what is kept: a plan that it forgot is not found here
/// either, and it learns in which order the thread used its plans before it looks for another one, and now and then.
class LocalPlans {
 public:
  LocalPlans();
  ~LocalPlans();
  LocalPlans(const LocalPlans &) = delete;
  LocalPlans &operator=(const LocalPlans &) = delete;

  /// The plan of `key`, here or in the cache; null when there is none. Valid until the next call.
  const std::shared_ptr<const CachedPlan> *find(std::string_view key);

 private:
  static constexpr size_t kPlaces = 128;
  static constexpr uint64_t kMostBytes = 32768;  ///< larger plans are not held
  struct Place {
    uint64_t hash = 0;
    uint64_t used = 0;
    size_t next = 0;  ///< where the plan lay that was found after this one last time
    std::shared_ptr<const CachedPlan> plan;
    bool holds(std::string_view key) const {
      return plan != nullptr && std::string_view(plan->key) == key && !plan->forgotten.load(std::memory_order_acquire);
    }
  };
  void tell_order();
  const std::shared_ptr<const CachedPlan> *found(size_t at);

  std::vector<Place> places_;  // by hash; made at the first find
  std::shared_ptr<const CachedPlan> large_;
  uint64_t clock_ = 0, told_ = 0;
  uint64_t forgotten_ = 0;  ///< how many plans the cache had forgotten when those that it had were last dropped here
  size_t last_ = 0;  ///< where the last find was
  std::shared_ptr<std::atomic<uint64_t>> hits_;
};

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_PLAN_CACHE_H_
