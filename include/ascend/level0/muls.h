/// @file
/// Multiplication by a number (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_MULS_H_
#define OPSTRATA_LEVEL0_MULS_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self * alpha in the type of `self`. Null on failure.
OPSTRATA_API const aclTensor *Muls(const aclTensor *self, float alpha, aclOpExecutor *executor);
/// The same, written over `self`.
OPSTRATA_API const aclTensor *MulsInplace(const aclTensor *self, float alpha, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_MULS_H_
