/// @file
/// Change of sign.
#ifndef OPSTRATA_LEVEL0_NEG_H_
#define OPSTRATA_LEVEL0_NEG_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches -self. Null on failure.
OPSTRATA_API const aclTensor *Neg(const aclTensor *self, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_NEG_H_
