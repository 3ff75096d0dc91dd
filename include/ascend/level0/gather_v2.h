/// @file
/// Slices at given positions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_GATHER_V2_H_
#define OPSTRATA_LEVEL0_GATHER_V2_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the slices of `self` along `axis` at the positions `indices` (DT_INT32 or DT_INT64). Null on failure.
OPSTRATA_API const aclTensor *GatherV2(const aclTensor *self, int64_t axis, const aclTensor *indices, aclOpExecutor *executor,
                                       int batchDims = 0, bool negativeIndexSupport = false);
/// The same with an implementation mode (op::ToIndex), which does not matter here.
OPSTRATA_API const aclTensor *GatherV2WithImplMode(const aclTensor *self, int64_t axis, const aclTensor *indices, int64_t implMode,
                                                   aclOpExecutor *executor, int batchDims = 0, bool negativeIndexSupport = false);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_GATHER_V2_H_
