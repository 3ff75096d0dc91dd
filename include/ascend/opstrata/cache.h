/**
 * @file
 * What the caches of single-operator execution hold (docs/design.md, "Plan and binding"). C and C++.
 *
 * A first phase whose key equals that of an earlier call takes over that call's plan. The cache of plans is one for the
 * process, for AI Core and AI CPU operators alike, and forgets the least recently used plans beyond its bounds:
 * `ACLNN_CACHE_LIMIT` plans (10000; at most 10000000) and `OPSTRATA_CACHE_BYTES` bytes (268435456). Each space of AI CPU tasks
 * holds at most `ACLNN_AICPU_CACHE_LIMIT` tasks (32768); calls beyond it run as tasks of one call, which are never repeatable
 * and never cached. 0 is a valid bound. A setting that is no number keeps the default, and a warning of the log says so.
 * `DISABLE_L2_CACHE` (any value) has every first phase go the long way.
 */
#ifndef OPSTRATA_CACHE_H_
#define OPSTRATA_CACHE_H_

#include <stddef.h>
#include <stdint.h>

#include "opstrata/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint64_t hits;       /**< first phases that took over a plan */
  uint64_t misses;     /**< first phases that looked for one in vain */
  uint64_t uncached;   /**< first phases whose arguments make no key */
  uint64_t plans;      /**< plans held now */
  uint64_t bytes;      /**< their size: keys, steps, constants */
  uint64_t forgotten;  /**< plans dropped because of a bound */
  uint64_t plan_limit; /**< ACLNN_CACHE_LIMIT */
  uint64_t byte_limit; /**< OPSTRATA_CACHE_BYTES */
  uint64_t tasks;      /**< AI CPU tasks that spaces hold now */
  uint64_t task_limit; /**< ACLNN_AICPU_CACHE_LIMIT, of each space */
} opstrata_cache_statistics_t;

/**
 * Numbers of the process since its start. `size` is sizeof(opstrata_cache_statistics_t) of the caller; members that the
 * library does not know are set to 0. Returns 0, or 161001 for a null pointer.
 */
OPSTRATA_API int32_t opstrata_cache_statistics(opstrata_cache_statistics_t *statistics, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* OPSTRATA_CACHE_H_ */
