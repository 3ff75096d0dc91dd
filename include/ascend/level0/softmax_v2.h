/// @file
/// Softmax.
#ifndef OPSTRATA_LEVEL0_SOFTMAX_V2_H_
#define OPSTRATA_LEVEL0_SOFTMAX_V2_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the softmax of `self` over all dimensions `axes` together. Null on failure.
OPSTRATA_API const aclTensor *SoftmaxV2(const aclTensor *self, const aclIntArray *axes, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_SOFTMAX_V2_H_
