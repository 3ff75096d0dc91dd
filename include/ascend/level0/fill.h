/// @file
/// Tensors of one value (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_FILL_H_
#define OPSTRATA_LEVEL0_FILL_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches a tensor of the shape `outShape` (the values of the host tensor `dims`) filled with the one element of `value`. Null on
/// failure.
OPSTRATA_API const aclTensor *Fill(const aclTensor *dims, const aclTensor *value, const aclIntArray *outShape, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_FILL_H_
