/// @file
/// Multiplication (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_MUL_H_
#define OPSTRATA_LEVEL0_MUL_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self * other with broadcasting, in the promoted type. Null on failure.
OPSTRATA_API const aclTensor *Mul(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);
/// Whether Mul takes these tensors strided as they are.
OPSTRATA_API bool IsMulSupportNonContiguous(const aclTensor *self, const aclTensor *other);
/// The same, written over `self`, which must have the shape and type of the result.
OPSTRATA_API const aclTensor *MulInplace(const aclTensor *self, const aclTensor *rfRes, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_MUL_H_
