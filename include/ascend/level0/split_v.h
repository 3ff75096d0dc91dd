/// @file
/// Splitting along a dimension (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_SPLIT_V_H_
#define OPSTRATA_LEVEL0_SPLIT_V_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Whether SplitV takes tensors of this type.
OPSTRATA_API bool SplitVAiCoreSupport(const aclTensor *self);
/// Whether SplitV takes this division of this tensor.
OPSTRATA_API bool IsSplitV2AiCoreSupport(const aclTensor *self, const aclIntArray *splitSize, int64_t dim);
/// Launches the parts of `self` along `dim` with the extents `splitSize`. Null on failure.
OPSTRATA_API const aclTensorList *SplitV(const aclTensor *self, const aclIntArray *splitSize, int64_t dim, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_SPLIT_V_H_
