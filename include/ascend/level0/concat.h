/// @file
/// Concatenation (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_CONCAT_H_
#define OPSTRATA_LEVEL0_CONCAT_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the tensors of `inputs` one after another along `dim`, in the type `outDtype` (without: that of the first).
/// Null on failure.
OPSTRATA_API aclTensor *ConcatD(const aclTensorList *inputs, int64_t dim, op::DataType outDtype, aclOpExecutor *executor);
OPSTRATA_API aclTensor *ConcatD(const aclTensorList *inputs, int64_t dim, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_CONCAT_H_
