/// @file
/// Addition (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_ADD_H_
#define OPSTRATA_LEVEL0_ADD_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self + other with broadcasting, in the promoted type. Null on failure.
OPSTRATA_API const aclTensor *Add(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);
/// The same, written over `self`, which must have the shape and type of the result.
OPSTRATA_API const aclTensor *AddInplace(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);
/// Whether Add takes these tensors strided as they are.
OPSTRATA_API bool IsAddSupportNonContiguous(const aclTensor *self, const aclTensor *other);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_ADD_H_
