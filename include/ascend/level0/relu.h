/// @file
/// Rectifier.
#ifndef OPSTRATA_LEVEL0_RELU_H_
#define OPSTRATA_LEVEL0_RELU_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches max(self, 0). Null on failure.
OPSTRATA_API const aclTensor *Relu(const aclTensor *self, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_RELU_H_
