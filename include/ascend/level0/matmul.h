/// @file
/// Products of matrices.
#ifndef OPSTRATA_LEVEL0_MATMUL_H_
#define OPSTRATA_LEVEL0_MATMUL_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches op(x1) op(x2) + bias, where op transposes if asked to; `bias` may be null; leading dimensions broadcast. Both
/// matrices and the bias have one type. Null on failure.
OPSTRATA_API const aclTensor *MatMul(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, bool transposeX1, bool transposeX2,
                                     aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_MATMUL_H_
