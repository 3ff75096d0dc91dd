/// @file
/// self + alpha * other (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_AXPY_H_
#define OPSTRATA_LEVEL0_AXPY_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self + alpha * other with broadcasting, rounded once; both of one type. Null on failure.
OPSTRATA_API const aclTensor *Axpy(const aclTensor *self, const aclTensor *other, float alpha, aclOpExecutor *executor);
/// The same, written over `self`, which must have the shape of the result.
OPSTRATA_API const aclTensor *AxpyInplace(const aclTensor *self, const aclTensor *other, float alpha, aclOpExecutor *executor);
/// The same with a factor of any type.
OPSTRATA_API const aclTensor *AxpyV2(const aclTensor *self, const aclTensor *other, const aclTensor *alpha, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_AXPY_H_
