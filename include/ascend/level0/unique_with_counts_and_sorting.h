/// @file
/// Distinct elements (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_UNIQUE_WITH_COUNTS_AND_SORTING_H_
#define OPSTRATA_LEVEL0_UNIQUE_WITH_COUNTS_AND_SORTING_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the distinct elements of `self`, the place of each element among them and how often each occurs, into the outputs.
OPSTRATA_API aclnnStatus UniqueWithCountsAndSorting(const aclTensor *self, bool sorted, bool returnInverse, bool returnCounts,
                                                    aclTensor *valueOut, aclTensor *inverseOut, aclTensor *countsOut,
                                                    aclOpExecutor *executor);
/// The same without counts.
OPSTRATA_API aclnnStatus UniqueWithCountsAndSorting(const aclTensor *self, bool sorted, bool returnInverse, aclTensor *valueOut,
                                                    aclTensor *inverseOut, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_UNIQUE_WITH_COUNTS_AND_SORTING_H_
