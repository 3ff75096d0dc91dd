/// @file
/// Powers (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_POW_H_
#define OPSTRATA_LEVEL0_POW_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self to the power of `exponent` with broadcasting. Null on failure.
OPSTRATA_API const aclTensor *Pow(const aclTensor *self, const aclTensor *exponent, aclOpExecutor *executor);
/// The same, written over `self`.
OPSTRATA_API const aclTensor *InplacePow(const aclTensor *self, const aclTensor *exponent, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_POW_H_
