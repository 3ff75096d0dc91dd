/// @file
/// Adding slices at given positions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_INPLACE_INDEX_ADD_H_
#define OPSTRATA_LEVEL0_INPLACE_INDEX_ADD_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self[index[i]] += alphaTensor * source[i] along `dim`, written over `self`. Null on failure.
OPSTRATA_API const aclTensor *InplaceIndexAddAiCore(const aclTensor *self, const int64_t dim, const aclTensor *index,
                                                    const aclTensor *source, const aclTensor *alphaTensor, aclOpExecutor *executor);
/// The same for every type.
OPSTRATA_API const aclTensor *InplaceIndexAddAiCpu(const aclTensor *self, const int64_t dim, const aclTensor *index,
                                                   const aclTensor *source, const aclTensor *alphaTensor, aclOpExecutor *executor);
/// The same with indices that are sorted already; `pos` holds the position in `value` of each.
OPSTRATA_API const aclTensor *InplaceIndexAddWithSorted(const aclTensor *self, const int64_t dim, const aclTensor *sortedIndices,
                                                        const aclTensor *pos, const aclTensor *value, const aclTensor *alphaTensor,
                                                        aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_INPLACE_INDEX_ADD_H_
