/// @file
/// Division of floating numbers (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_REALDIV_H_
#define OPSTRATA_LEVEL0_REALDIV_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self / other with broadcasting; both of one floating type. Null on failure.
OPSTRATA_API const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);
/// `mode`, `isScalar`: hints of other platforms; without effect.
OPSTRATA_API const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, const int mode, aclOpExecutor *executor);
OPSTRATA_API const aclTensor *RealDiv(const aclTensor *self, const aclTensor *other, bool isScalar, aclOpExecutor *executor);
/// The same, written over `self`, which must have the shape of the result.
OPSTRATA_API const aclTensor *RealDivInplace(const aclTensor *self, const aclTensor *divisor, aclOpExecutor *executor);
OPSTRATA_API bool IsRealDivSupportNonContiguous(const aclTensor *self);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_REALDIV_H_
