/// @file
/// Counts heap allocations of the process; defined with the benchmarks' kernel in small_add.cc.
#ifndef OPSTRATA_BENCH_ALLOCATIONS_H_
#define OPSTRATA_BENCH_ALLOCATIONS_H_

#include <cstddef>
#include <cstdint>

/// The C library's allocator without the counter.
extern "C" void *__libc_malloc(size_t size);

namespace opstrata::bench {

/// Allocations so far, whoever made them: through malloc or operator new.
int64_t allocations();

}  // namespace opstrata::bench

#endif  // OPSTRATA_BENCH_ALLOCATIONS_H_
